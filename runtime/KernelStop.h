// Kernels that do not end by themselves: those over MUSA_EXECUTION_TIMEOUT, and blocks in endless loops whose launch or
// context has failed elsewhere. One thread, started at the first need, watches the clock and sends a signal to the
// threads that run kernels; the handler makes a thread leave its kernel if that was abandoned and the signal met the
// kernel's own code (nothing is held there, as for a fault). Otherwise it is sent again. Kernels pay nothing.
#pragma once

#include "runtime/Command.h"

#include <cstdint>

namespace helicon {

class KernelCommand;
struct Worker;

/// The calling thread may be signalled while it runs kernels; until forgetStoppable, which its owner calls at the end.
void makeStoppable(Worker &);
void forgetStoppable(Worker &);

/// `command` begins: it fails with LaunchTimeout unless it is done in `milliseconds`.
void limitTime(KernelCommand &command, uint64_t milliseconds);
/// Before a command is destroyed for which limitTime was called.
void forgetLimit(KernelCommand &command);

/// Something was abandoned (Command::aborted() says so by now): threads in such kernels leave them.
void stopAbandoned();

} // namespace helicon
