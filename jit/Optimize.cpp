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
#include <llvm/Transforms/Scalar/SeparateConstOffsetFromGEP.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Scalar/Sink.h>

using namespace llvm;

namespace helicon::jit {

// LLVM's analyses for functions of one machine, with our alias analysis beside its own.
struct HostPasses::Managers {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder;
  TargetLibraryInfoImpl library;

  explicit Managers(TargetMachine &machine) : builder(&machine), library(machine.getTargetTriple()) {
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
  }

  // Nothing is kept from one run to the next: a module may be gone by then, and another stand at its address.
  void run(Function &f, FunctionPassManager &passes) {
    passes.run(f, functions);
    functions.clear();
    loops.clear();
    modules.clear();
  }
};

namespace {

FunctionPassManager bulk() {
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
  // Addresses become a base that many share and a constant, which costs nothing in an x86 operand and at a resume
  // point.
  passes.addPass(SeparateConstOffsetFromGEPPass());
  passes.addPass(EarlyCSEPass());
  return passes;
}

FunctionPassManager rest() {
  FunctionPassManager passes;
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(InstCombinePass());
  // Masks and addresses that only the guarded way of a version needs leave the other one.
  passes.addPass(SinkingPass());
  passes.addPass(DSEPass());
  passes.addPass(ADCEPass());
  passes.addPass(SimplifyCFGPass());
  return passes;
}

} // namespace

HostPasses::HostPasses(TargetMachine &machine) : managers(std::make_unique<Managers>(machine)) {}
HostPasses::~HostPasses() = default;

void HostPasses::tidy(Function &group) {
  FunctionPassManager passes = bulk();
  managers->run(group, passes);
}

void HostPasses::finish(Module &module, bool tidied) {
  FunctionPassManager passes;
  if (!tidied)
    passes = bulk();
  passes.addPass(rest());
  for (Function &f : module)
    if (!f.isDeclaration())
      managers->run(f, passes);
}

} // namespace helicon::jit
