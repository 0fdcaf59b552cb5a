// Runs LLVM's own passes over one function with our target description in place of a machine's. Library functions
// are switched off: a device function called `floor` is the user's, not libm's.
#pragma once

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/PassManager.h>

namespace helicon::simt {

class PassRunner {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;

public:
  explicit PassRunner(const llvm::Module &module);
  void run(llvm::Function &f, llvm::FunctionPassManager &passes);
  llvm::FunctionAnalysisManager &analyses() { return functions; }
};

} // namespace helicon::simt
