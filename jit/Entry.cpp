// heliconJitCompile, the only symbol that libhelicon-jit exports. A compile runs on a thread of its own: LLVM needs
// more stack than a user's thread may have, signals meant for the program stay away from it, and when LLVM meets an
// error that it calls fatal, that thread is parked for ever instead of taking the program with it.
#include "jit/Compile.h"
#include "jit/Link.h"
#include "support/FileSizeSignal.h"

#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/Signals.h>

#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>

#include <csignal>
#include <pthread.h>
#include <unistd.h>

using namespace llvm;

namespace helicon::jit {

namespace {

constexpr size_t kStackBytes = size_t(16) << 20;

// Owned by the caller and the compiling thread together: a parked thread keeps its share.
struct Task {
  const CompileRequest *request = nullptr; ///< the caller's; not read after `done`
  CompileResult result;
  std::mutex mutex;
  std::condition_variable finished;
  bool done = false;

  void finish() {
    std::lock_guard lock(mutex);
    done = true;
    finished.notify_all();
  }
};

thread_local Task *current = nullptr;

[[noreturn]] void park() {
  for (;;)
    pause();
}

void fatalError(void *, const char *reason, bool) {
  if (!current)
    return; // not ours: LLVM goes on to end the process, as it would without a handler
  current->result = {};
  current->result.message = std::string("internal error in the code generator: ") + reason;
  current->finish();
  abandonLinker();
  park();
}

/// When it first makes a file LLVM puts handlers of its own on the signals of faults, which give way after one signal:
/// kernels that fault on two threads then end the process. It does so once in a process, so it does it here, and what
/// was there before comes back.
void takeNoSignals() {
  struct sigaction before[NSIG];
  bool isKnown[NSIG] = {};
  for (int signal = 1; signal < NSIG; ++signal)
    isKnown[signal] = sigaction(signal, nullptr, &before[signal]) == 0;
  constexpr StringLiteral kNoFile("/nonexistent/helicon");
  sys::RemoveFileOnSignal(kNoFile);
  sys::DontRemoveFileOnSignal(kNoFile);
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction now{};
    if (isKnown[signal] && sigaction(signal, nullptr, &now) == 0 && now.sa_handler != before[signal].sa_handler)
      sigaction(signal, &before[signal], nullptr);
  }
}

void installHandlers() {
  static std::once_flag once;
  std::call_once(once, [] {
    takeNoSignals();
    install_fatal_error_handler(fatalError);
    install_bad_alloc_error_handler(fatalError);
  });
}

void *compileThread(void *argument) {
  std::unique_ptr<std::shared_ptr<Task>> task(static_cast<std::shared_ptr<Task> *>(argument));
  current = task->get();
  compile(*current->request, current->result);
  current->finish();
  current = nullptr;
  return nullptr;
}

bool startThread(const std::shared_ptr<Task> &task) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // The new thread inherits a full mask; faults of its own still arrive.
  sigset_t all, before;
  sigfillset(&all);
  for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP})
    sigdelset(&all, fault);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  auto *argument = new std::shared_ptr<Task>(task);
  pthread_t thread;
  int failed = pthread_create(&thread, &attributes, compileThread, argument);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  if (failed)
    delete argument;
  return !failed;
}

} // namespace

} // namespace helicon::jit

extern "C" __attribute__((visibility("default"))) void heliconJitCompile(const helicon::CompileRequest &request,
                                                                         helicon::CompileResult &result) {
  using namespace helicon::jit;
  installHandlers();
  auto task = std::make_shared<Task>();
  task->request = &request;
  if (!startThread(task)) {
    // No thread to be had: compile here, without its protection but that from SIGXFSZ, which full files bring.
    helicon::FileSizeSignal withoutSignal;
    compile(request, result);
    return;
  }
  std::unique_lock lock(task->mutex);
  task->finished.wait(lock, [&] { return task->done; });
  result = std::move(task->result);
}
