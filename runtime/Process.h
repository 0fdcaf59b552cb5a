// State of the process as a whole: fork and exit.
#pragma once

#include "runtime/Status.h"

#include <cstdint>

namespace helicon {

class Arena;

namespace process {
/// True in a child of a process that used the runtime before it forked: the workers do not exist there.
bool forked();
/// Watches fork; called once by initialise().
void watchFork();
/// True once the process is ending; unloading is left undone then.
bool ending();
void setEnding();
/// The arena of pinned host memory. Only after initialise() succeeded.
Arena &pinnedArena();
} // namespace process

} // namespace helicon
