// A copy of what threads do that part with the others, for them alone; where they leave a loop, as a part of it.
#pragma once

#include "kernel-ir/Intrinsics.h"
#include "simt/structurize/DecidedWays.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>

namespace helicon::simt {

/// What a thread does from a block on, until it comes to a barrier, ends, or goes round in a loop that it has not left.
struct Errand {
  llvm::SetVector<llvm::BasicBlock *> blocks;
  llvm::SmallVector<llvm::Instruction *, 4> ends; ///< in blocks that belong to it up to here
  bool seen = false;                              ///< by other threads
};

/// Where threads part with the others, and where they go.
struct Departure {
  llvm::BasicBlock *header = nullptr;                ///< of the loop with barriers that they leave, if any
  llvm::SmallVector<llvm::BasicBlock *, 4> backward; ///< its latches
  llvm::BasicBlock *target = nullptr;
  llvm::SetVector<llvm::BasicBlock *> from;
  Errand errand;
  DecidedWay decided; ///< what the errand's branches come to, if that is known
  /// The way back into the loop: LoopLeft where it has barriers, so that threads wait for each other to leave it last
  /// of all, else LanesGone, behind which they go on to barriers as before.
  ir::Op wayBack = ir::Op::LoopLeft;
};

/// Threads wait here for others to leave their loop.
bool isLeavers(const llvm::BasicBlock &block);

/// Leads those who part into a copy of the errand. A way back that nobody takes makes it a part of the loop that they
/// leave.
void copyErrand(const Departure &departure);

} // namespace helicon::simt
