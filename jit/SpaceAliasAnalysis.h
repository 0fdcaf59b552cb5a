// Shared memory never overlaps global memory. On x86 both are plain memory, so LLVM's own analyses no longer know;
// our pointers keep their address spaces to the end, and this analysis reads them.
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/IR/PassManager.h>

namespace helicon::jit {

class SpaceAAResult : public llvm::AAResultBase {
public:
  bool invalidate(llvm::Function &, const llvm::PreservedAnalyses &, llvm::FunctionAnalysisManager::Invalidator &) {
    return false;
  }
  llvm::AliasResult alias(const llvm::MemoryLocation &a, const llvm::MemoryLocation &b, llvm::AAQueryInfo &query,
                          const llvm::Instruction *);
};

class SpaceAA : public llvm::AnalysisInfoMixin<SpaceAA> {
  friend llvm::AnalysisInfoMixin<SpaceAA>;
  static llvm::AnalysisKey Key;

public:
  using Result = SpaceAAResult;
  SpaceAAResult run(llvm::Function &, llvm::FunctionAnalysisManager &) { return SpaceAAResult(); }
};

/// The same for the code generator's pass manager.
llvm::ImmutablePass *createSpaceAAWrapper();

} // namespace helicon::jit
