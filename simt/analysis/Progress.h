// Loops that only wait: they read memory until somebody else writes it. Such a loop must let others run, so it gets a
// helicon.yield in its header; the plan then keeps the group down to one warp.
#pragma once

#include "simt/Simt.h"
#include "simt/analysis/Shapes.h"

namespace helicon::simt {

/// Why lanes of one warp may have to wait for each other in a polling loop, or empty. Lock-step execution would hang
/// there.
std::string waitsInsideWarp(FunctionAnalyses &analyses, const Shapes &shapes);

/// The same of a kernel before it is structured: lanes of a warp take different sides of a branch and wait in loops on
/// both, maybe for what the others do there. Vector code runs one side to its end first.
std::string waitsOnBothSides(llvm::Function &kernel, const LaunchShape &shape, const Target &target);

} // namespace helicon::simt
