// Where live values are written to the frame. A value is saved at the suspension that it must outlive, never where it
// is made: an accumulator stays in a register through the loops between two barriers. Three things make that cheaper:
// a value that a loop with barriers only reads is saved once, before the loop; so is what comes into a phi of the
// loop from outside, when the slot holds what comes from inside; and nothing is saved whose slot is known to hold it.
// Forward and backward dataflow over blocks, bit sets, a few sweeps.
#pragma once

#include "simt/phases/Frame.h"

#include <llvm/Analysis/LoopInfo.h>

namespace helicon::simt {

/// One store to the frame: `content` is the value itself, or what comes into it (a phi) from this block.
struct Save {
  unsigned value;
  llvm::Value *content;
};

class SavePlan {
public:
  /// `saved`: the values of `live` that are kept in the frame at all; `frame` has given them slots.
  SavePlan(llvm::Function &function, llvm::ArrayRef<Suspension> suspensions, const Liveness &live,
           const llvm::LoopInfo &loops, const llvm::BitVector &saved, const Frame &frame);

  /// What to save at the end of a block, before its terminator, in this order.
  llvm::ArrayRef<Save> at(const llvm::BasicBlock *block) const {
    auto it = saves.find(block);
    return it == saves.end() ? llvm::ArrayRef<Save>() : it->second;
  }

private:
  using Facts = llvm::DenseMap<const llvm::BasicBlock *, llvm::BitVector>;
  void placeAtSuspensions();
  void placeBeforeLoops();
  void placeFirstValues(const llvm::Loop &loop);
  void put(llvm::BasicBlock *block, unsigned value, llvm::Value *content);
  bool isFirstValue(const Save &save) const { return save.content != live.values()[save.value]; }

  void dropKnown();
  llvm::BitVector knownAtStart(llvm::BasicBlock &block, const Facts &atEnd) const;
  bool isKnown(const Save &save, const llvm::BitVector &known) const;
  void note(const Save &save, llvm::BitVector &known) const;
  void dropUnread();

  llvm::Function &function;
  llvm::ArrayRef<Suspension> suspensions;
  const Liveness &live;
  const llvm::LoopInfo &loops;
  const llvm::BitVector &saved;
  const Frame &frame;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<Save, 8>> saves;
  llvm::SmallVector<llvm::BitVector> inSlot; ///< values by slot
};

} // namespace helicon::simt
