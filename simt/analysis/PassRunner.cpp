#include "simt/analysis/PassRunner.h"

#include "simt/analysis/SimtTTI.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/TargetParser/Triple.h>

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

} // namespace helicon::simt
