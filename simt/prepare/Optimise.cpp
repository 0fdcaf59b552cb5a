// Our own pass list, run once the launch is known. What LLVM's -O2 has and this has not: jump threading, unswitching,
// common-code hoisting and sinking, and partial unrolling that nobody asked for. They turn lockstep-safe spin locks
// into hanging ones (spikes 2.2), split warps, or buy what a group's parts already give.
#include "simt/analysis/PassRunner.h"
#include "simt/prepare/Steps.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/BDCE.h>
#include <llvm/Transforms/Scalar/CorrelatedValuePropagation.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopDeletion.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SCCP.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#define DEBUG_TYPE "helicon-optimise"
STATISTIC(numKernels, "Kernels optimised");

using namespace llvm;

namespace helicon::simt {

static constexpr char kUnrollCount[] = "llvm.loop.unroll.count";

static SimplifyCFGPass simplifyCfg() { return SimplifyCFGPass(SimplifyCFGOptions()); }

/// The loop's pragma is followed as far as possible, or was refused: what it asked for is forgotten, what it forbade is
/// not.
static void dropUnrollWish(Loop &loop, MDNode *id) {
  loop.setLoopID(makePostTransformationMetadata(
      id->getContext(), id, {"llvm.loop.unroll.count", "llvm.loop.unroll.enable", "llvm.loop.unroll.full"}, {}));
}

/// `#pragma unroll` is the user's word, up to a size: every copy of the body costs a vector operation a part, and the
/// first launch waits for them.
static void limitPragmas(Function &f, FunctionAnalysisManager &analyses) {
  constexpr unsigned kMostInstructions = 4000;
  ScalarEvolution &evolution = analyses.getResult<ScalarEvolutionAnalysis>(f);
  for (Loop *loop : analyses.getResult<LoopAnalysis>(f).getLoopsInPreorder()) {
    unsigned copies = evolution.getSmallConstantTripCount(loop), size = 0;
    if (std::optional<int> count = getOptionalIntLoopAttribute(loop, kUnrollCount))
      copies = unsigned(std::max(*count, 0));
    for (const BasicBlock *block : loop->blocks())
      size += block->size();
    if (MDNode *id = loop->getLoopID(); id && uint64_t(copies) * size > kMostInstructions)
      dropUnrollWish(*loop, id);
  }
}

namespace {
/// Forgets pragmas that are not followed: a number on a loop whose trips cannot be counted (each copy of the body would
/// need its own exit), and after full unrolling what has no number.
struct DropUnrollWishes : PassInfoMixin<DropUnrollWishes> {
  bool numberless;
  explicit DropUnrollWishes(bool numberless) : numberless(numberless) {}
  PreservedAnalyses run(Function &f, FunctionAnalysisManager &analyses) const {
    ScalarEvolution &evolution = analyses.getResult<ScalarEvolutionAnalysis>(f);
    for (Loop *loop : analyses.getResult<LoopAnalysis>(f).getLoopsInPreorder()) {
      MDNode *id = loop->getLoopID();
      bool drop = getOptionalIntLoopAttribute(loop, kUnrollCount) ? !evolution.hasLoopInvariantBackedgeTakenCount(loop)
                                                                  : numberless;
      if (id && drop)
        dropUnrollWish(*loop, id);
    }
    return PreservedAnalyses::all();
  }
};
} // namespace

static void addLoopPasses(FunctionPassManager &passes) {
  LoopPassManager rotate;
  rotate.addPass(LICMPass(LICMOptions()));
  rotate.addPass(LoopRotatePass(/*EnableHeaderDuplication=*/true));
  rotate.addPass(LICMPass(LICMOptions()));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(rotate), /*UseMemorySSA=*/true));
  passes.addPass(simplifyCfg());
  passes.addPass(InstCombinePass());
  passes.addPass(DropUnrollWishes(/*numberless=*/false));
  LoopPassManager counted;
  counted.addPass(IndVarSimplifyPass());
  counted.addPass(LoopDeletionPass());
  counted.addPass(LoopFullUnrollPass(/*OptLevel=*/2));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(counted), /*UseMemorySSA=*/false));
  passes.addPass(DropUnrollWishes(/*numberless=*/true));
  passes.addPass(LoopUnrollPass(LoopUnrollOptions(/*OptLevel=*/2, /*OnlyWhenForced=*/true)));
}

Error optimise(Work &work) {
  PassRunner runner(work.module);
  limitPragmas(*work.function, runner.analyses());
  FunctionPassManager passes;
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(simplifyCfg());
  passes.addPass(CorrelatedValuePropagationPass());
  passes.addPass(InstCombinePass());
  passes.addPass(simplifyCfg());
  addLoopPasses(passes);
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(InstCombinePass());
  passes.addPass(GVNPass());
  passes.addPass(SCCPPass());
  passes.addPass(BDCEPass());
  passes.addPass(InstCombinePass());
  passes.addPass(CorrelatedValuePropagationPass());
  passes.addPass(DSEPass());
  LoopPassManager late;
  late.addPass(LICMPass(LICMOptions()));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(late), /*UseMemorySSA=*/true));
  passes.addPass(ADCEPass());
  passes.addPass(simplifyCfg());
  passes.addPass(InstCombinePass());
  passes.addPass(NarrowPhisPass());
  runner.run(*work.function, passes);
  ++numKernels;
  return Error::success();
}

void runEarlyCleanup(Function &f) {
  PassRunner runner(*f.getParent());
  FunctionPassManager passes;
  // SROA takes copies apart by the types of their uses; what has none goes in words of 32 bits, and only then may
  // InstCombine see copies, which it would make 64-bit integers of.
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(SplitCopiesPass());
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass());
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass(SimplifyCFGOptions().speculateBlocks(false)));
  runner.run(f, passes);
}

Error cleanUp(Work &work) {
  PassRunner runner(work.module);
  FunctionPassManager passes;
  passes.addPass(InstSimplifyPass());
  passes.addPass(EarlyCSEPass());
  passes.addPass(DCEPass());
  passes.addPass(simplifyCfg());
  for (Function *f : definedFunctions(work))
    runner.run(*f, passes);
  dropUnreached(work.module, *work.kernel);
  return Error::success();
}

} // namespace helicon::simt
