// A value that a resume point reads back for some of the ways on only (a sum that leaves its loop) is read where
// these ways part from the others: the loop's next round doesn't pay for it. Edges are split where that takes it.
#pragma once

#include "simt/phases/SavePlan.h"

#include <llvm/IR/ValueHandle.h>

namespace helicon::simt {

/// One value read back at a resume point.
struct Restored {
  unsigned value;
  llvm::WeakVH content; ///< nothing once it was found dead
};

/// Erases dead code, and moves `restored` down, in a function whose suspensions are returns by now. `isBackEdge`: of
/// the function before it was cut.
void restoreLate(llvm::Function &function, llvm::Value *frameAddress, llvm::SmallVector<Restored> restored,
                 const Frame &frame, const SavePlan &plan,
                 llvm::function_ref<bool(const llvm::BasicBlock *, const llvm::BasicBlock *)> isBackEdge);

} // namespace helicon::simt
