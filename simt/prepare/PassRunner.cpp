#include "simt/prepare/PassRunner.h"

#include "simt/analysis/SimtTTI.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

using namespace llvm;

namespace helicon::simt {

PassRunner::PassRunner(const Module &module) {
  TargetLibraryInfoImpl library{Triple(module.getTargetTriple())};
  library.disableAllFunctions();
  functions.registerPass([&] { return TargetLibraryAnalysis(library); });
  functions.registerPass([] { return simtTargetAnalysis(); });
  PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
}

void PassRunner::run(Function &f, FunctionPassManager &passes) { functions.invalidate(f, passes.run(f, functions)); }

void runEarlyCleanup(Function &f) {
  PassRunner runner(*f.getParent());
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass());
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass(SimplifyCFGOptions().speculateBlocks(false)));
  runner.run(f, passes);
}

} // namespace helicon::simt
