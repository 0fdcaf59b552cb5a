// Makes divergent control flow nest, so that the vectoriser can run it under masks: LLVM's passes in the order that
// spikes 3.4 found right, under our own uniformity, then a check of what they promise. StructurizeCFG fails in silence
// on graphs it cannot take (no way to the exit, blocks unreachable); the check turns that into a named decline.
// Cost: LLVM's; a branch that is uniform for the group is left alone.
#include "simt/Simt.h"
#include "simt/analysis/LoopFacts.h"
#include "simt/analysis/Polls.h"
#include "simt/analysis/SimtTTI.h"
#include "simt/structurize/Invariants.h"
#include "simt/structurize/Leavers.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/InitializePasses.h>
#include <llvm/Transforms/Scalar.h>
#include <llvm/Transforms/Utils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>

#define DEBUG_TYPE "helicon-structurize"
STATISTIC(numStructured, "Kernels structured");
STATISTIC(numDeclined, "Kernels whose control flow could not be structured");

using namespace llvm;

namespace helicon::simt {

/// Branches and phis that structuring made carry no line; the nearest one before them in their block serves a
/// profiler and a debugger better than none.
static void fillLocations(Function &f) {
  if (!f.getSubprogram())
    return;
  for (BasicBlock &block : f) {
    DebugLoc last;
    for (Instruction &i : block) {
      if (i.getDebugLoc())
        last = i.getDebugLoc();
      else if (i.isTerminator() && last)
        i.setDebugLoc(last);
    }
  }
}

/// A value that is undefined when its loop begins (an uninitialised variable, or what structuring carries around a
/// loop) starts as zero: an analysis that takes undefined as "nothing known yet" would never learn more, since what
/// comes round the loop depends on the phi itself.
static void defineLoopEntries(Function &f) {
  DominatorTree dominators(f);
  LoopInfo loops(dominators);
  for (Loop *loop : loops.getLoopsInPreorder())
    for (PHINode &phi : loop->getHeader()->phis())
      for (Use &in : phi.incoming_values())
        if (isa<UndefValue>(in.get()) && !loop->contains(phi.getIncomingBlock(in)))
          in.set(Constant::getNullValue(phi.getType()));
}

/// A thread that ends without a further barrier does first what it has left to do: a barrier waits for it until it has
/// ended. And one that polls comes after those that need not, since they may bring what it waits for; where both do
/// some time, it is the side that does before they meet again. StructurizeCFG puts the sides of a branch one behind the
/// other, the first successor's last.
static void putWaitingLast(Function &f) {
  auto isYield = [](const Instruction &i) { return opOf(i) == ir::Op::Yield; };
  auto barriers = leadingTo(f, isBarrier), polls = leadingTo(f, isYield);
  const PostDominatorTree tree(f);
  auto waits = [&](BasicBlock *block) { return barriers.contains(block) ? 2 : polls.contains(block) ? 1 : 0; };
  auto pollsBefore = [&](BasicBlock *successor, const BasicBlock &branch) {
    const auto *node = polls.contains(successor) ? tree.getNode(&branch) : nullptr;
    const BasicBlock *meeting = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    return node && any_of(sideOf(successor, &branch, meeting), [&](BasicBlock *b) { return any_of(*b, isYield); });
  };
  auto isInOrder = [&](const BranchInst &branch) {
    BasicBlock *last = branch.getSuccessor(0), *first = branch.getSuccessor(1);
    if (waits(last) != waits(first))
      return waits(last) > waits(first);
    return pollsBefore(last, *branch.getParent()) || !pollsBefore(first, *branch.getParent());
  };
  for (BasicBlock &block : f) {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional() || isInOrder(*branch) ||
        isa<ReturnInst>(branch->getSuccessor(0)->getTerminator()))
      continue;
    branch->setCondition(invertCondition(branch->getCondition()));
    branch->swapSuccessors();
  }
}

static void runPasses(Function &f, std::initializer_list<Pass *> list) {
  legacy::FunctionPassManager passes(f.getParent());
  passes.add(createTargetTransformInfoWrapperPass(simtTargetAnalysis()));
  for (Pass *pass : list)
    passes.add(pass);
  passes.doInitialization();
  passes.run(f);
  passes.doFinalization();
}

static void nest(Function &f) {
  runPasses(f, {createUnifyLoopExitsPass(), createFixIrreduciblePass(), createLoopSimplifyPass(), createLCSSAPass()});
  putWaitingLast(f);
  // Its new blocks and phis may have undone loop simplification and LCSSA; the vectoriser keeps what leaves a loop in
  // the exit's phis.
  runPasses(f, {createStructurizeCFGPass(/*SkipUniformRegions=*/true), createLoopSimplifyPass(), createLCSSAPass()});
}

constexpr unsigned kMostCopies = 100; ///< of what threads do that part with the others

Error structurize(Function &kernel) {
  removeUnreachableBlocks(kernel);
  if (const char *why = unstructurable(kernel)) {
    ++numDeclined;
    return make_error<Decline>(why);
  }
  runPasses(kernel, {createLowerSwitchPass(), createFixIrreduciblePass()});
  for (unsigned copies = 0; finishLeavers(kernel); ++copies)
    if (copies == kMostCopies) {
      ++numDeclined;
      return make_error<Decline>("control flow: too many ways to the end past barriers");
    }
  nest(kernel);
  defineLoopEntries(kernel);
  if (std::string why = brokenInvariant(kernel); !why.empty()) {
    ++numDeclined;
    return make_error<Decline>(std::move(why));
  }
  fillLocations(kernel);
  ++numStructured;
  return Error::success();
}

} // namespace helicon::simt
