// Where threads go when what they did before decides it: flags that were set on the way, conditions that were asked.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Dominators.h>

#include <optional>

namespace helicon::simt {

/// A block, and which way its threads go on if their branch has only one for them.
struct DecidedStep {
  llvm::BasicBlock *block;
  std::optional<bool> condition;
  bool operator==(const DecidedStep &) const = default;
};
/// Blocks one behind the other.
using DecidedWay = llvm::SmallVector<DecidedStep, 4>;

/// The way that threads take from `from`, a block with a conditional branch, by its successor number `successor`, if
/// it is decided that they leave the blocks of `staying` without a barrier: at its end or before.
std::optional<DecidedWay> decidedWay(llvm::BasicBlock &from, unsigned successor, const llvm::DominatorTree &dominators,
                                     const llvm::SmallPtrSetImpl<llvm::BasicBlock *> &staying);

} // namespace helicon::simt
