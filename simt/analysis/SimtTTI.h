// What LLVM's passes and analyses must know of our machine: a group of threads in lockstep, one flat address space, and
// which values differ from thread to thread. prepare, structurize and the vectoriser share it, so that all of them see
// the same uniformity. The level is the group, which may be a whole block (README of kernel-ir, section 2).
#pragma once

#include "kernel-ir/AddressSpace.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/IR/PassManager.h>

namespace helicon::simt {

/// Kernel attribute "helicon.block": the block shape as "x,y,z", set by prepare.
inline constexpr char kBlockAttribute[] = "helicon.block";
/// Threads in a block; 0 when the function carries no block shape.
unsigned threadsOfBlock(const llvm::Function &f);

class SimtTTIImpl final : public llvm::TargetTransformInfoImplCRTPBase<SimtTTIImpl> {
  using Base = llvm::TargetTransformInfoImplCRTPBase<SimtTTIImpl>;
  bool oneWarp; ///< the block is one warp: what is uniform per warp is uniform per group

public:
  explicit SimtTTIImpl(const llvm::Function &f);

  bool hasBranchDivergence(const llvm::Function * = nullptr) const { return true; }
  bool isSourceOfDivergence(const llvm::Value *v) const;
  bool isAlwaysUniform(const llvm::Value *v) const;

  unsigned getFlatAddressSpace() const { return kGeneric; }
  bool isNoopAddrSpaceCast(unsigned, unsigned) const { return true; }
  bool addrspacesMayAlias(unsigned a, unsigned b) const;
  /// Pointers that a kernel gets from the host, as a parameter or inside one, are global.
  unsigned getAssumedAddrSpace(const llvm::Value *v) const;

  void getUnrollingPreferences(llvm::Loop *loop, llvm::ScalarEvolution &,
                               llvm::TargetTransformInfo::UnrollingPreferences &up,
                               llvm::OptimizationRemarkEmitter *) const;
  bool hasVolatileVariant(llvm::Instruction *, unsigned) const { return true; }
  bool shouldBuildLookupTables() const { return false; }
};

/// The analysis to register in place of a target machine's own.
llvm::TargetIRAnalysis simtTargetAnalysis();

/// True for a parameter passed by value in the argument buffer.
bool isByvalParameter(const llvm::Value *v);

} // namespace helicon::simt
