// Where live values are written to the frame. A value is saved at the suspension that it must outlive, never where it
// is made: an accumulator stays in a register through the loops between two barriers. Two things make that cheaper:
// a value that a loop with barriers only reads is saved once, before the loop, and nothing is saved whose slot is
// known to hold it already.
#pragma once

#include "simt/phases/Liveness.h"

#include <llvm/Analysis/LoopInfo.h>

namespace helicon::simt {

class SavePlan {
public:
  /// `saved`: the values of `live` that are kept in the frame at all.
  SavePlan(llvm::Function &function, llvm::ArrayRef<Suspension> suspensions, const Liveness &live,
           const llvm::LoopInfo &loops, const llvm::BitVector &saved);

  /// What to save at the end of a block, before its terminator.
  const llvm::BitVector *at(llvm::BasicBlock *block) const {
    auto it = saves.find(block);
    return it == saves.end() ? nullptr : &it->second;
  }
  llvm::SmallVector<llvm::BasicBlock *> blocks() const;
  /// Values that are saved away from the suspension: their slots hold for longer than the value is live across it.
  const llvm::BitVector &early() const { return earlySet; }

private:
  void place(llvm::ArrayRef<Suspension> suspensions, const Liveness &live, const llvm::LoopInfo &loops,
             const llvm::BitVector &saved);
  void dropKnown(llvm::Function &function, const Liveness &live);

  llvm::DenseMap<llvm::BasicBlock *, llvm::BitVector> saves;
  llvm::BitVector earlySet;
};

} // namespace helicon::simt
