// Signals are blocked and read from a signalfd in the same poll() that reads the children's output, so no handler runs
// at a bad moment and nothing is left half written. Children get the original mask back.
#include "mcc/Process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <iterator>
#include <poll.h>
#include <spawn.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace helicon::mcc {

namespace {

int signalFd = -1;
int signalSeen = 0;
sigset_t originalMask;

struct Child {
  size_t index;
  pid_t pid;
  int errorPipe; ///< -1: not captured, or at its end
  bool ended = false;
};

/// True when a signal other than SIGCHLD was among them.
bool readSignals() {
  bool deadly = false;
  signalfd_siginfo info;
  while (signalFd >= 0 && read(signalFd, &info, sizeof info) == sizeof info) {
    if (info.ssi_signo == SIGCHLD) // only wakes the poll
      continue;
    deadly = true;
    if (signalSeen == 0)
      signalSeen = static_cast<int>(info.ssi_signo);
  }
  return deadly;
}

Outcome failedToStart(const Command &command, int error) {
  Outcome outcome;
  outcome.exitStatus = 1;
  outcome.errors = "mcc: error: cannot run '" + command.executable + "': " + std::strerror(error) + "\n";
  return outcome;
}

void addRedirections(posix_spawn_file_actions_t &actions, const Command &command, int errorEnd) {
  if (!command.stdinFile.empty())
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, command.stdinFile.c_str(), O_RDONLY, 0);
  if (!command.stdoutFile.empty())
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, command.stdoutFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0666);
  if (errorEnd >= 0)
    posix_spawn_file_actions_adddup2(&actions, errorEnd, STDERR_FILENO);
  if (errorEnd >= 0 && command.captureOutput)
    posix_spawn_file_actions_adddup2(&actions, errorEnd, STDOUT_FILENO);
}

bool start(const Command &command, Child &child, Outcome &outcome) {
  int errors[2] = {-1, -1};
  if (command.captureErrors && pipe2(errors, O_CLOEXEC) != 0) {
    outcome = failedToStart(command, errno);
    return false;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  addRedirections(actions, command, errors[1]);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes, &originalMask);
  std::vector<char *> argv;
  argv.reserve(command.arguments.size() + 1);
  for (const std::string &argument : command.arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  int error = posix_spawn(&child.pid, command.executable.c_str(), &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (errors[1] >= 0)
    close(errors[1]);
  if (error != 0) {
    if (errors[0] >= 0)
      close(errors[0]);
    outcome = failedToStart(command, error);
    return false;
  }
  child.errorPipe = errors[0];
  return true;
}

/// False while the child runs.
bool reap(const Child &child, Outcome &outcome) {
  int status = 0;
  pid_t pid = waitpid(child.pid, &status, WNOHANG);
  if (pid == 0 || (pid < 0 && errno == EINTR))
    return false;
  if (WIFSIGNALED(status)) {
    outcome.signal = WTERMSIG(status);
    outcome.exitStatus = 128 + outcome.signal;
  } else {
    outcome.exitStatus = WEXITSTATUS(status);
  }
  return true;
}

/// Appends what is there; false at the end.
bool drain(int fd, std::string &into) {
  char buffer[16384];
  ssize_t n = read(fd, buffer, sizeof buffer);
  if (n < 0)
    return errno == EINTR || errno == EAGAIN;
  into.append(buffer, static_cast<size_t>(n));
  return n > 0;
}

class Runner {
public:
  Runner(std::span<const Command> commands, unsigned limit, const std::function<void(size_t, const Outcome &)> &done)
      : commands(commands), limit(limit == 0 ? 1 : limit), done(done), outcomes(commands.size()) {}

  std::vector<Outcome> run() {
    while (true) {
      while (next < commands.size() && running.size() < limit && !interrupted())
        startNext();
      if (running.empty() && (next == commands.size() || interrupted()))
        return std::move(outcomes);
      waitForSomething();
    }
  }

private:
  void startNext() {
    size_t index = next++;
    Child child{index, 0, -1};
    if (start(commands[index], child, outcomes[index]))
      running.push_back(child);
    else
      finish(index);
  }

  void finish(size_t index) {
    Outcome &outcome = outcomes[index];
    if (outcome.signal != 0 && !interrupted()) // or it would fail without a word, as when memory runs out
      outcome.errors += "mcc: error: '" + commands[index].executable + "' was ended by signal " +
                        std::to_string(outcome.signal) + " (" + strsignal(outcome.signal) + ")\n";
    if (done)
      done(index, outcomes[index]);
  }

  void waitForSomething() {
    std::vector<pollfd> fds{{signalFd, POLLIN, 0}};
    for (const Child &child : running)
      fds.push_back({child.errorPipe, POLLIN, 0}); // poll passes over -1
    if (poll(fds.data(), fds.size(), -1) < 0)
      return;
    if (fds[0].revents != 0 && readSignals())
      for (const Child &child : running)
        kill(child.pid, SIGTERM); // clang removes what it was writing
    for (size_t i = 0; i < running.size(); ++i) {
      Child &child = running[i];
      if (fds[1 + i].revents != 0 && !drain(child.errorPipe, outcomes[child.index].errors)) {
        close(child.errorPipe);
        child.errorPipe = -1;
      }
      child.ended = child.errorPipe < 0 && reap(child, outcomes[child.index]);
    }
    std::vector<Child> ended;
    std::copy_if(running.begin(), running.end(), std::back_inserter(ended), [](const Child &c) { return c.ended; });
    std::erase_if(running, [](const Child &c) { return c.ended; });
    for (const Child &child : ended)
      finish(child.index);
  }

  std::span<const Command> commands;
  size_t limit;
  const std::function<void(size_t, const Outcome &)> &done;
  std::vector<Outcome> outcomes;
  std::vector<Child> running;
  size_t next = 0;
};

} // namespace

void takeSignals() {
  sigset_t mask;
  sigemptyset(&mask);
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction action;
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) // nohup and the like stay
      sigaddset(&mask, signal);
  }
  signal(SIGCHLD, SIG_DFL); // whoever started mcc may have ignored it
  sigaddset(&mask, SIGCHLD);
  sigprocmask(SIG_BLOCK, &mask, &originalMask);
  signalFd = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
}

bool interrupted() {
  readSignals();
  return signalSeen != 0;
}

void dieOfSignal() {
  signal(signalSeen, SIG_DFL);
  raise(signalSeen);
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, signalSeen);
  sigprocmask(SIG_UNBLOCK, &mask, nullptr);
  _exit(128 + signalSeen); // only when the signal was somehow not deadly
}

std::vector<Outcome> runAll(std::span<const Command> commands, unsigned limit,
                            const std::function<void(size_t, const Outcome &)> &done) {
  return Runner(commands, limit, done).run();
}

TemporaryFolder::~TemporaryFolder() {
  if (folder.empty())
    return;
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

Result<bool> TemporaryFolder::create() {
  const char *base = std::getenv("TMPDIR");
  std::string pattern = std::string(base && *base ? base : "/tmp") + "/mcc-XXXXXX";
  if (!mkdtemp(pattern.data()))
    return Failure{"cannot make a temporary folder '" + pattern + "': " + std::strerror(errno) +
                   "; set TMPDIR to a folder that can be written"};
  folder = pattern;
  return true;
}

std::string quoted(const Command &command) {
  std::string line = " \"" + command.executable + "\"";
  for (size_t i = 1; i < command.arguments.size(); ++i) {
    line += " \"";
    for (char c : command.arguments[i]) {
      if (c == '"' || c == '\\' || c == '$' || c == '`')
        line += '\\';
      line += c;
    }
    line += '"';
  }
  return line;
}

} // namespace helicon::mcc
