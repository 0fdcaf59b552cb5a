// See Faults.h. The handler touches one thread-local pointer (initial-exec, so reading it is safe in a handler) and the
// register frame.
#undef _FORTIFY_SOURCE // its longjmp refuses to leave a fiber's stack
#include "runtime/Faults.h"

#include "runtime/AlignedOperand.h"
#include "runtime/Arena.h"
#include "runtime/BlockRun.h"
#include "runtime/Device.h"
#include "runtime/FarMapping.h"
#include "runtime/Findings.h"
#include "runtime/FloatMode.h"
#include "runtime/KernelStop.h"
#include "runtime/Memory.h"
#include "runtime/Process.h"
#include "runtime/Sanitizer.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <immintrin.h>
#include <mutex>
#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>

namespace helicon {

namespace {
constexpr size_t kSignalStackBytes = 64 << 10;

__attribute__((tls_model("initial-exec"))) thread_local Worker *tWorker = nullptr;

struct sigaction gPrevious[NSIG];

/// Owns the worker of a thread: it goes when the thread ends.
struct WorkerHolder {
  std::unique_ptr<Worker> worker;
  ~WorkerHolder() { tWorker = nullptr; }
};
thread_local WorkerHolder tHolder;

/// Back to the checkpoint, which lies on the thread's own stack; from there or from a fiber.
[[noreturn]] void jumpBack(Worker &worker, int why) {
  if (worker.onFiber) {
    sanitizer::startSwitch(nullptr, reinterpret_cast<void *>(worker.stackLow), worker.stackHigh - worker.stackLow);
    sanitizer::switchFiber(worker.nativeFiber);
  }
  sanitizer::beforeLongJump();
  longjmp(worker.landing, why);
}

[[noreturn]] void landingPoint() { jumpBack(*tWorker, kLandedFault); }
[[noreturn]] void stoppingPoint() { jumpBack(*tWorker, kLandedStopped); }

/// Lets the thread go on there, on its own stack, when the handler returns.
void goOnAt(void (*place)(), Worker &worker, greg_t *registers) {
  worker.armed = false;
  registers[REG_RIP] = greg_t(uintptr_t(place));
  registers[REG_RSP] = greg_t(worker.safeStack);
  registers[REG_EFL] &= ~greg_t(0x400); // the direction flag, as the ABI wants it at a function's entry
}

void passOn(int signal, siginfo_t *info, void *context) {
  const struct sigaction &before = gPrevious[signal];
  if (before.sa_flags & SA_SIGINFO) {
    if (before.sa_sigaction)
      return before.sa_sigaction(signal, info, context);
  } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
    return before.sa_handler(signal);
  }
  // The default: let the instruction fault again, now with nobody in the way.
  struct sigaction standard{};
  standard.sa_handler = SIG_DFL;
  sigaction(signal, &standard, nullptr);
  if (info->si_code <= 0) // sent by kill(): it will not come again by itself
    raise(signal);
}

void onFault(int signal, siginfo_t *info, void *context) {
  Worker *worker = tWorker;
  if (!worker || !worker->armed || info->si_code <= 0)
    return passOn(signal, info, context);
  auto *frame = static_cast<ucontext_t *>(context);
  greg_t *registers = frame->uc_mcontext.gregs;
  worker->fault = {signal, info->si_code, uintptr_t(info->si_addr), uintptr_t(registers[REG_RIP]), 0};
  if (signal == SIGSEGV && info->si_code == SI_KERNEL) {
    auto *code = reinterpret_cast<const unsigned char *>(worker->fault.instruction);
    if (const AlignedOperand operand = misalignedOperand(code, registers); operand.bytes) {
      worker->fault.address = operand.address;
      worker->fault.misalignedBytes = operand.bytes;
    }
  }
  goOnAt(landingPoint, *worker, registers);
}

/// Nothing happens unless the thread runs a kernel that was abandoned, and is in that kernel's own code: the runtime's
/// functions may hold locks. Whoever sent the signal sends it again.
void onStop(int, siginfo_t *, void *context) {
  Worker *worker = tWorker;
  if (!worker || !worker->armed || !worker->command)
    return;
  if (!worker->command->aborted()) {
    worker->notAbandoned.store(worker->entries.load(std::memory_order_relaxed), std::memory_order_relaxed);
    return;
  }
  greg_t *registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
  auto at = uintptr_t(registers[REG_RIP]);
  if (at >= worker->codeLow && at < worker->codeHigh)
    goOnAt(stoppingPoint, *worker, registers);
}
} // namespace

Worker::~Worker() {
  if (prepared)
    forgetStoppable(*this);
  delete run;
  for (BlockRun *neighbour : neighbours)
    delete neighbour;
  if (signalStack) {
    stack_t now{};
    if (sigaltstack(nullptr, &now) == 0 && now.ss_sp == signalStack) {
      now = {};
      now.ss_flags = SS_DISABLE;
      sigaltstack(&now, nullptr);
    }
    munmap(signalStack, kSignalStackBytes);
  }
}

Worker &thisWorker() {
  if (!tWorker) [[unlikely]] {
    tHolder.worker = std::make_unique<Worker>(true);
    tWorker = tHolder.worker.get();
  }
  return *tWorker;
}

void installFaultHandlers() {
  static std::once_flag once;
  std::call_once(once, [] {
    for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
      struct sigaction action{};
      action.sa_sigaction = onFault;
      action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
      sigemptyset(&action.sa_mask);
      sigaction(signal, &action, &gPrevious[signal]);
    }
    struct sigaction stop{};
    stop.sa_sigaction = onStop;
    stop.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    sigemptyset(&stop.sa_mask);
    sigaction(stopSignal(), &stop, nullptr);
  });
}

/// A real-time signal that nothing else is known to use (glibc has the first ones, sanitizers and profilers the
/// common).
int stopSignal() { return SIGRTMAX - 5; }

void allowStopSignal() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, stopSignal());
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void prepareThreadForFaults(Worker &worker) {
  if (worker.prepared)
    return;
  worker.prepared = true;
  worker.nativeFiber = sanitizer::currentFiber();
  stack_t now{};
  if (sigaltstack(nullptr, &now) == 0 && (now.ss_flags & SS_DISABLE)) {
    void *memory = mmap(nullptr, kSignalStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) {
      worker.signalStack = memory;
      stack_t own{};
      own.ss_sp = memory;
      own.ss_size = kSignalStackBytes;
      sigaltstack(&own, nullptr);
    }
  }
  pthread_attr_t attributes;
  void *low = nullptr;
  size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &low, &bytes);
    pthread_attr_destroy(&attributes);
  }
  worker.stackLow = uintptr_t(low);
  worker.stackHigh = uintptr_t(low) + bytes;
  makeStoppable(worker);
}

uint64_t stackLeft(const Worker &worker) {
  constexpr uint64_t kKept = 64 << 10; // for the runtime itself
  uintptr_t here = uintptr_t(__builtin_frame_address(0));
  if (here < worker.stackLow || here > worker.stackHigh)
    return 0; // a stack of the program's own making: unknown
  uint64_t left = here - worker.stackLow;
  return left > kKept ? left - kKept : 0;
}

namespace {
/// Kernels begin with IEEE rounding and denormals, whatever the program has set for its own threads (-ffast-math links
/// code that sets it at the start, and new threads inherit it).
class FloatingPointDefaults {
public:
  FloatingPointDefaults() : before(_mm_getcsr()) {
    if (before != kIeeeFloats)
      _mm_setcsr(kIeeeFloats);
  }
  /// The sticky exception flags that kernels raise are not the program's.
  void restore() const { _mm_setcsr(before); }

private:
  const unsigned before;
};
} // namespace

int runProtected(Worker &worker, void (*body)(void *), void *argument) {
  const FloatingPointDefaults defaults;
  const uint32_t entry = worker.entries.load(std::memory_order_relaxed);
  int why = _setjmp(worker.landing);
  if (why != 0) {
    worker.entries.store(entry + 2, std::memory_order_release);
    if (worker.onFiber)
      sanitizer::finishSwitch(worker.nativeFake, nullptr, nullptr);
    worker.onFiber = false;
    defaults.restore();
    return why;
  }
  // Below this frame and whatever the compiler keeps under it; dead memory when a fault lands there.
  worker.safeStack = (uintptr_t(__builtin_frame_address(0)) - 4096) / 16 * 16 - 8;
  worker.entries.store(entry + 1, std::memory_order_seq_cst); // before the body looks whether its work was abandoned
  worker.armed = true;
  body(argument);
  worker.armed = false;
  worker.entries.store(entry + 2, std::memory_order_release);
  defaults.restore();
  return 0;
}

void leaveKernel(Worker &worker, Landing why) {
  worker.armed = false;
  jumpBack(worker, why);
}

const char kOverwrittenText[] = "the kernel's stack was overwritten: an index past the end of a local array";

static std::string hexadecimal(uintptr_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", (unsigned long long)value);
  return text;
}

static std::string describeAddress(const Worker &worker, uintptr_t address, const std::string &near) {
  auto *p = reinterpret_cast<const void *>(address);
  if (address < 4096)
    return "null pointer";
  if (address >= worker.stackLow - (1 << 20) && address < worker.stackLow + 4096)
    return "stack overflow";
  if (const std::string text = worker.kernelStack.describe(address); !text.empty())
    return text;
  if (const std::string text = arenaText(p); !text.empty())
    return text;
  for (const auto &device : devices())
    if (device->memory().contains(p))
      return "device memory that is not allocated";
  if (!devices().empty() && process::pinnedArena().contains(p))
    return "pinned memory that is not allocated";
  if (!near.empty())
    return near;
  if (FarMapping::isFar(address))
    return "outside of the threads' local arrays and of shared memory";
  return "outside of device memory";
}

/// The kernel went to an address out of its own stack: only what is written past a local array comes there.
static bool isReturnAstray(const Worker &worker, const Fault &fault) {
  constexpr unsigned char kReturn = 0xc3;
  if (fault.instruction == fault.address)
    return true;
  // An address that no memory can have faults at the instruction that would go there.
  return fault.code == SI_KERNEL && fault.instruction >= worker.codeLow && fault.instruction < worker.codeHigh &&
         *reinterpret_cast<const unsigned char *>(fault.instruction) == kReturn;
}

std::string describeFault(const Worker &worker, const std::string &near) {
  const Fault &fault = worker.fault;
  switch (fault.signal) {
  case SIGFPE:
    return "arithmetic fault";
  case SIGILL:
    return "illegal instruction at " + hexadecimal(fault.instruction);
  default:
    if (isReturnAstray(worker, fault))
      return kOverwrittenText;
    if (fault.misalignedBytes)
      return describeMisaligned(fault.address, fault.misalignedBytes);
    // A general protection fault (a non-canonical address) comes without an address.
    if (fault.code == SI_KERNEL)
      return "illegal address (not known to the system: neither user nor device memory)";
    return "illegal address " + hexadecimal(fault.address) + " (" + describeAddress(worker, fault.address, near) + ")";
  }
}

} // namespace helicon
