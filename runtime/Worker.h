// What a thread needs to run kernels: a worker of the pool, or a host thread that helps while it waits.
#pragma once

#include "runtime/KernelStack.h"
#include "runtime/Sanitizer.h"

#include <atomic>
#include <csetjmp>
#include <cstdint>
#include <memory>
#include <pthread.h>
#include <string>
#include <vector>

namespace helicon {

struct BlockRun;
class Command;

struct Fault {
  int signal = 0; ///< 0: not a signal, see trap
  int code = 0;
  uintptr_t address = 0;
  uintptr_t instruction = 0;
  uint32_t misalignedBytes = 0; ///< of an access that was refused for its alignment alone
};

struct Worker {
  explicit Worker(bool isHost) : isHost(isHost) {}
  ~Worker();
  Worker(const Worker &) = delete;

  const bool isHost;
  BlockRun *run = nullptr;            ///< reused from block to block
  BlockRun *active = nullptr;         ///< the one that runs: `run`, a resumed one, or one of `neighbours`
  std::vector<BlockRun *> neighbours; ///< blocks that take turns; owned and reused like `run`
  Command *command = nullptr;

  // Leaving a kernel that failed: see Faults.h.
  jmp_buf landing;
  volatile bool armed = false;
  std::atomic<uint32_t> entries{0};      ///< into kernels; odd while inside
  std::atomic<uint32_t> notAbandoned{0}; ///< the entry that was asked to stop for nothing, see KernelStop.h
  uintptr_t codeLow = 0, codeHigh = 0;   ///< of the kernel that runs: where it may be stopped
  pthread_t thread{};
  uintptr_t safeStack = 0;
  Fault fault;
  uint64_t suspendedInCall = 0; ///< items of the current runItems that went to sleep
  void *nativeFiber = nullptr;  ///< ThreadSanitizer's name of this thread's own stack
  void *nativeFake = nullptr;   ///< AddressSanitizer's side of it while a fiber runs
  bool onFiber = false;
  uintptr_t stackLow = 0, stackHigh = 0; ///< of the thread's own stack
  KernelStack kernelStack;               ///< where groups run (simd)
  void *signalStack = nullptr;
  bool prepared = false;
  std::string text; ///< scratch of device printf; outlives an abandoned kernel
};

/// The calling thread's, made at the first use.
Worker &thisWorker();

/// Calls a group function, `apart` on the worker's kernel stack, which was reserved before.
inline GroupStatus callGroup(Worker &worker, bool apart, GroupFunction function, BlockContext *context, uint32_t group,
                             void *frame) {
  if (!apart)
    return function(context, group, frame);
#ifdef HELICON_ASAN
  return callGroupWatched(worker, function, context, group, frame);
#else
  return callOnStack(function, context, group, frame, worker.kernelStack.top());
#endif
}

} // namespace helicon
