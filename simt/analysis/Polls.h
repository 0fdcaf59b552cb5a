// Which reads a loop waits by: what both the yields and the question who waits for whom stand on.
#pragma once

#include "simt/analysis/LoopFacts.h"

#include <llvm/ADT/SetVector.h>

namespace helicon::simt {

using Instructions = llvm::SetVector<const llvm::Instruction *>;

/// Adds what the instruction works with, as far as it stands in the loop, private variables included.
void addOperands(const llvm::Instruction &of, const llvm::Loop &loop, Instructions &work);
/// The terminators that may leave the loop.
Instructions exitsOf(const llvm::Loop &loop);

/// Reads that decide when the loop ends, through the data flow inside it.
llvm::SmallVector<const llvm::Instruction *, 4> pollsOf(const llvm::Loop &loop);

/// Which branches decide whether a block is reached (control dependence), for a whole kernel.
class Controllers {
public:
  explicit Controllers(llvm::Function &kernel);
  void add(const llvm::BasicBlock *block, const llvm::Loop &loop, Instructions &work) const;

private:
  llvm::DenseMap<const llvm::BasicBlock *, Instructions> branches;
};

/// Could pollsByBranches find any? Asked first: it needs the control dependences of the whole kernel.
bool readsFlags(const llvm::Loop &loop);
/// Reads of places that stay the same that decide, through branches too, when the loop ends.
llvm::SmallVector<const llvm::Instruction *, 4> pollsByBranches(const llvm::Loop &loop, const Controllers &controllers);

/// The same that decide any branch in it. Once what threads do that have left a loop is a part of it, its exits say
/// only that all have.
llvm::SmallVector<const llvm::Instruction *, 4> readsForBranches(const llvm::Loop &loop);

/// Does what is read, its place, change from round to round of the loop?
bool walksOn(const llvm::Instruction &read, const llvm::Loop &loop);

/// The place that a load, store or atomic works on; null for others.
const llvm::Value *placeOf(const llvm::Instruction &i);
/// May the instruction write to `place`?
bool mayWrite(const llvm::Instruction &i, const llvm::Value *place);
/// May another instruction of the loop write what this one reads there?
bool isWrittenInside(const llvm::Instruction &poll, const llvm::Loop &loop);

/// What runs between a branch's successor and the place where its sides meet again.
llvm::SmallPtrSet<llvm::BasicBlock *, 16> sideOf(llvm::BasicBlock *successor, const llvm::BasicBlock *branch,
                                                 const llvm::BasicBlock *meeting);

} // namespace helicon::simt
