// Loops that only wait: they read memory until somebody else writes it. Such a loop must let others run, so it gets a
// helicon.yield in its header; the plan then keeps the group down to one warp. Lanes of one warp that wait for each
// other need more: vector code runs what lanes do in one order, and where that order would wait for ever the kernel is
// left to the thread executor.
#pragma once

#include "simt/Simt.h"
#include "simt/analysis/Shapes.h"

#include <llvm/IR/ValueHandle.h>

#include <optional>

namespace helicon::simt {

/// Why lanes of one warp may have to wait for each other in a polling loop, or empty. Lock-step execution would hang
/// there. Of structured code.
std::string waitsInsideWarp(FunctionAnalyses &analyses, const Shapes &shapes);

/// A loop in which lanes wait by reads of these places for what may be written there behind the loop.
struct LeftBehind {
  llvm::BasicBlock *header;
  llvm::SmallVector<const llvm::Value *, 4> places;
};

/// What is known of a kernel's waits before it is structured, when branches still say who goes where.
class WarpWaits {
public:
  /// Costs shapes for one warp where the kernel has a yield, nothing else.
  WarpWaits(llvm::Function &kernel, const LaunchShape &shape, const Target &target);
  /// Why the kernel is none for vector code, or empty: lanes take different sides of a branch and wait in loops on
  /// both, maybe for what the others do there; or they leave a loop in which others wait for what is done behind it.
  const std::string &reason() const { return why; }
  /// Which loop it is that lanes leave, if that is the reason, or may be one.
  const std::optional<LeftBehind> &leftBehind() const { return behind; }
  /// After structuring: why it is none because a side that waits now stands in front of what it waits for.
  std::string reasonOfOrder(llvm::Function &kernel) const;

private:
  class Finder;
  /// A yield, and what may bring an end to its wait on another side of a branch.
  struct Aside {
    llvm::WeakVH wait, bringer;
  };
  std::string why;
  std::optional<LeftBehind> behind;
  std::vector<Aside> aside;
};

} // namespace helicon::simt
