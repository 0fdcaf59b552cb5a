// Leaving a kernel that did something impossible. A signal handler looks whether the faulting thread runs device code
// (Worker::armed); if so it notes the fault and makes the thread go on at a landing function on the worker's own stack,
// which jumps back to the checkpoint. The handler itself returns normally, so signal masks and the alternate stack need
// no care. Faults elsewhere go to the handler that was there before.
#pragma once

#include "kernel-ir/Abi.h"
#include "runtime/Worker.h"

#include <cstdint>
#include <string>

namespace helicon {

/// Once for the process.
void installFaultHandlers();
/// The signal that makes a thread leave an abandoned kernel, and what lets it through to the calling thread.
int stopSignal();
void allowStopSignal();
/// Alternate signal stack and stack bounds of the calling thread; cheap when already done.
void prepareThreadForFaults(Worker &);
/// Bytes of stack below the caller's frame that kernels may use.
uint64_t stackLeft(const Worker &);

/// Calls `body(argument)` inside a checkpoint; 0, or the Landing that ended it.
int runProtected(Worker &worker, void (*body)(void *), void *argument);

/// Reasons in the value that the checkpoint's setjmp returns.
enum Landing : int {
  kLandedFault = 1,
  kLandedTrap = 2,
  kLandedAssert = 3,
  kLandedIllegal = 4,
  kLandedDeadlock = 5,
  kLandedBadFree = 6,
  kLandedNoMemory = 7,
  kLandedInvalidCall = 8,
  kLandedNoMeeting = 9,
  kLandedStopped = 10,    ///< the launch was abandoned
  kLandedFinding = 11,    ///< of checked code
  kLandedOverwritten = 12 ///< the kernel's own stack, see KernelStack.h
};

/// From device code (a service): back to the checkpoint.
[[noreturn]] void leaveKernel(Worker &, Landing why);

/// A kernel wrote over its own stack.
extern const char kOverwrittenText[];

/// "illegal address 0x12 (null pointer), ..." for a fault. `near`: what its address lies near to, if to anything that
/// the worker does not know.
std::string describeFault(const Worker &, const std::string &near);

} // namespace helicon
