// The passes between the SIMT compiler and the code generator. What the vectoriser wrote is straight and regular:
// it needs folding, common subexpressions, hoisting and dead code removed, and neither another vectoriser nor
// unrolling (prepare decided that, knowing the launch). Each pass here is paid at every first launch.
#include "jit/CodeGen.h"
#include "jit/SpaceAliasAnalysis.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

using namespace llvm;

namespace helicon::jit {

namespace {

FunctionPassManager passList() {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  LoopPassManager loops;
  loops.addPass(LoopRotatePass());
  loops.addPass(LICMPass(LICMOptions()));
  loops.addPass(IndVarSimplifyPass());
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  passes.addPass(GVNPass());
  passes.addPass(InstCombinePass());
  passes.addPass(DSEPass());
  passes.addPass(ADCEPass());
  passes.addPass(SimplifyCFGPass());
  return passes;
}

} // namespace

void optimize(Module &module, TargetMachine &machine, Executor) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder(&machine);
  TargetLibraryInfoImpl library(machine.getTargetTriple());
  library.disableAllFunctions();
  functions.registerPass([&] { return TargetLibraryAnalysis(library); });
  functions.registerPass([] { return SpaceAA(); });
  functions.registerPass([&] {
    AAManager manager = builder.buildDefaultAAPipeline();
    manager.registerFunctionAnalysis<SpaceAA>();
    return manager;
  });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  FunctionPassManager passes = passList();
  for (Function &f : module)
    if (!f.isDeclaration())
      functions.invalidate(f, passes.run(f, functions));
}

} // namespace helicon::jit
