// Which values are needed after each suspension: backward dataflow over blocks, bit sets, a few sweeps.
#pragma once

#include "simt/phases/Suspension.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

#include <optional>
#include <vector>

namespace helicon::simt {

class Liveness {
public:
  /// Values of `fixed` are the same in every call of the function and never count as live.
  Liveness(llvm::Function &function, llvm::ArrayRef<Suspension> suspensions,
           llvm::function_ref<bool(const llvm::Instruction &)> isFixed);

  /// Values that are live across some suspension, in program order; then phis that flow into such a phi. Those may be
  /// live across none, and still be what a slot holds.
  llvm::ArrayRef<llvm::Instruction *> values() const { return listed; }
  /// Indices into values() of those live across suspension `k`.
  const llvm::BitVector &across(size_t k) const { return acrossSets[k]; }
  /// The suspensions that a value is live across.
  llvm::BitVector suspensionsOf(unsigned value) const;
  /// Index into values(), if it is one of them.
  std::optional<unsigned> indexOf(const llvm::Value *value) const;

private:
  void number(llvm::Function &function, llvm::function_ref<bool(const llvm::Instruction &)> isFixed);
  void solve(llvm::Function &function);
  void addInflow();

  struct BlockSets {
    llvm::BitVector used, defined, liveIn;
  };
  std::vector<llvm::Instruction *> all; ///< values used outside their block
  llvm::DenseMap<const llvm::Instruction *, unsigned> numberOf;
  llvm::DenseMap<const llvm::BasicBlock *, BlockSets> sets;
  std::vector<llvm::Instruction *> listed;
  llvm::DenseMap<const llvm::Value *, unsigned> listedNumberOf;
  std::vector<llvm::BitVector> acrossSets;
};

} // namespace helicon::simt
