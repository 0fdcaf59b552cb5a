// Compiling: source and headers go into a folder of their own, where the SDK's mcc is run over them for the device
// alone. Its messages are the log. A program costs what a run of mcc costs, some tenths of a second.
#include "api/mtrtc/Program.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <sstream>

extern char **environ;

namespace fs = std::filesystem;

namespace helicon::mtrtc {

namespace {

/// Removed with all in it.
class Folder {
public:
  Folder() {
    const char *base = std::getenv("TMPDIR");
    std::string pattern = std::string(base && *base ? base : "/tmp") + "/helicon-rtc-XXXXXX";
    if (mkdtemp(pattern.data()))
      where = pattern;
  }
  Folder(const Folder &) = delete;
  Folder &operator=(const Folder &) = delete;
  ~Folder() {
    std::error_code ignored;
    if (!where.empty())
      fs::remove_all(where, ignored);
  }
  const fs::path &path() const { return where; }

private:
  fs::path where; ///< empty when it could not be made
};

/// bin/mcc of the tree that this library is in, else of MUSA_HOME or MUSA_PATH.
std::optional<fs::path> findMcc() {
  Dl_info info{};
  std::error_code error;
  if (dladdr(reinterpret_cast<const void *>(&mtrtcVersion), &info) && info.dli_fname) {
    fs::path beside = fs::canonical(info.dli_fname, error).parent_path().parent_path() / "bin/mcc";
    if (!error && access(beside.c_str(), X_OK) == 0)
      return beside;
  }
  for (const char *variable : {"MUSA_HOME", "MUSA_PATH"})
    if (const char *home = std::getenv(variable); home && access((fs::path(home) / "bin/mcc").c_str(), X_OK) == 0)
      return fs::path(home) / "bin/mcc";
  return std::nullopt;
}

bool writeText(const fs::path &file, const std::string &text) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  std::ofstream out(file, std::ios::binary);
  out << text;
  return bool(out.flush());
}

std::string readText(const fs::path &file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Relative folders are the caller's, and mcc runs elsewhere.
std::vector<std::string> withAbsolutePaths(std::vector<std::string> options) {
  std::error_code error;
  for (size_t i = 0; i < options.size(); ++i)
    for (const std::string_view prefix : {"-I", "--include-path=", "-isystem", "--include-path"}) {
      std::string &option = options[i];
      if (option == prefix && i + 1 < options.size())
        options[i + 1] = fs::absolute(options[i + 1], error);
      else if (option.starts_with(prefix) && option != prefix)
        option = std::string(prefix) + fs::absolute(option.substr(prefix.size()), error).string();
      else
        continue;
      break;
    }
  return options;
}

/// Options that only run-time compilation has, and targets, which are the processor at hand here.
std::vector<std::string> translated(const std::vector<std::string> &options, std::string &prologue) {
  static const std::regex kTarget("(--gpu-architecture|-arch)=(compute|sm|lto)_\\d+[af]?");
  static const std::regex kWithoutEffect("--(builtin-(move-forward|initializer-list)|modify-stack-limit)=(true|false)");
  std::vector<std::string> out;
  for (size_t i = 0; i < options.size(); ++i) {
    const std::string &option = options[i];
    const bool isTarget = option == "--gpu-architecture" || option == "-arch";
    if (isTarget && i + 1 < options.size() && std::regex_match("-arch=" + options[i + 1], kTarget))
      ++i;
    else if (option == "--device-as-default-execution-space" || option == "-default-device")
      prologue += "#pragma clang force_cuda_host_device begin\n";
    else if (!std::regex_match(option, kTarget) && !std::regex_match(option, kWithoutEffect))
      out.push_back(option);
  }
  return withAbsolutePaths(out);
}

/// Runs mcc in `folder`, both outputs into the file "log". -1 where it can't be run.
int run(const fs::path &mcc, std::vector<std::string> arguments, const fs::path &folder) {
  std::vector<char *> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string &argument : arguments)
    argv.push_back(argument.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, (folder / "log").c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                   0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int failed = posix_spawn(&child, mcc.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed)
    return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) // a program may reap all of its children by itself
      return errno == ECHILD ? 0 : -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/// What mcc or clang says of an option stands at no place of the source.
bool isAboutOptions(const std::string &log) {
  static const std::regex kLine("(^|\n)(mcc: error: |error: (invalid value|unknown argument|unsupported option))");
  return std::regex_search(log, kLine);
}

/// A name that can be a file's in the folder: what lies above it is dropped.
std::string fileName(const std::string &name) {
  const fs::path inside = fs::path("/" + name).lexically_normal().relative_path();
  return inside.empty() || inside.filename().empty() ? "default_program" : inside.string();
}

/// assert() without a header, as in NVRTC. No file is included: the program may bring an assert.h of its own, and the
/// C library's begins with #undef.
constexpr const char *kAssert = "#ifdef NDEBUG\n"
                                "#define assert(...) static_cast<void>(0)\n"
                                "#else\n"
                                "#define assert(...) (static_cast<bool>(__VA_ARGS__) ? static_cast<void>(0) : "
                                "__assert_fail(#__VA_ARGS__, __FILE__, __LINE__, __PRETTY_FUNCTION__))\n"
                                "#endif\n";

} // namespace

mtrtcResult compile(Program &program, const std::vector<std::string> &options) {
  program.log.clear();
  program.binary.clear();
  program.compiled = true;
  const std::optional<fs::path> mcc = findMcc();
  if (!mcc) {
    program.log = "error: there is no bin/mcc beside libmtrtc, and none in MUSA_HOME: run-time compilation needs it\n";
    return MTRTC_ERROR_INTERNAL_ERROR;
  }
  const Folder folder;
  const fs::path sources = folder.path() / "in";
  std::string prologue = kAssert;
  std::vector<std::string> arguments{"mcc",        "--cuda-device-only", "-x", program.cuda ? "cuda" : "musa",
                                     "-std=c++17", "-D__MUSACC_RTC__=1", "-I."};
  if (program.cuda)
    arguments.push_back("-D__CUDACC_RTC__=1");
  for (std::string &option : translated(options, prologue))
    arguments.push_back(std::move(option));
  const std::string source = fileName(program.name);
  bool written = !folder.path().empty() && writeText(sources / source, prologue + "#line 1 \"" + program.name + "\"\n" +
                                                                           program.source + nameProbes(program.names));
  for (const auto &[name, text] : program.headers)
    written = written && writeText(sources / fileName(name), text);
  if (!written) {
    program.log = std::string("error: cannot write the program's files (set TMPDIR): ") + std::strerror(errno) + "\n";
    return MTRTC_ERROR_INTERNAL_ERROR;
  }
  const fs::path output = folder.path() / "out.mubin";
  arguments.insert(arguments.end(), {source, "-o", output});
  const int status = run(*mcc, std::move(arguments), sources);
  program.log = readText(sources / "log");
  if (status < 0) {
    program.log += "error: cannot run " + mcc->string() + "\n";
    return MTRTC_ERROR_INTERNAL_ERROR;
  }
  const std::string bytes = readText(output);
  if (status != 0 || bytes.empty())
    return isAboutOptions(program.log) ? MTRTC_ERROR_INVALID_OPTION : MTRTC_ERROR_COMPILATION;
  program.binary.assign(bytes.begin(), bytes.end());
  return lowerNames(program);
}

} // namespace helicon::mtrtc
