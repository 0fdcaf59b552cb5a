// Threads that wait in a loop for what others do who have left it.
#pragma once

#include "simt/analysis/Progress.h"

namespace helicon::simt {

/// What threads do that leave the loop, until they have written for the last time what others wait for in it, becomes a
/// part of it. False where it can't be, or there is nothing.
bool takeAlong(llvm::Function &kernel, const LeftBehind &wait);

/// The kernel's waits, after what has been left behind was taken along as far as it goes.
WarpWaits waitsInVectors(llvm::Function &kernel, const LaunchShape &shape, const Target &target);

} // namespace helicon::simt
