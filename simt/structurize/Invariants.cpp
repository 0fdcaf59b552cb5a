#include "simt/structurize/Invariants.h"

#include "simt/analysis/PassRunner.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace helicon::simt {

const char *unstructurable(const Function &f) {
  unsigned exits = 0;
  for (const BasicBlock &block : f) {
    const Instruction *end = block.getTerminator();
    if (isa<ReturnInst>(end))
      ++exits;
    else if (!isa<BranchInst, SwitchInst>(end))
      return "control flow: a terminator that is neither branch, switch nor return";
  }
  if (exits != 1)
    return "control flow: not exactly one return";
  // Every block must reach the return: an endless loop without an exit stops structuring.
  SmallPtrSet<const BasicBlock *, 32> seen;
  SmallVector<const BasicBlock *> work;
  for (const BasicBlock &block : f)
    if (isa<ReturnInst>(block.getTerminator()))
      work.push_back(&block);
  while (!work.empty()) {
    const BasicBlock *block = work.pop_back_val();
    if (seen.insert(block).second)
      work.append(pred_begin(block), pred_end(block));
  }
  return seen.size() == f.size() ? nullptr : "control flow: an endless loop without an exit";
}

namespace {

struct Check {
  PassRunner runner;
  FunctionAnalysisManager &analyses;
  PostDominatorTree &postDominators;
  LoopInfo &loops;
  UniformityInfo &uniformity;

  explicit Check(Function &f)
      : runner(*f.getParent()), analyses(runner.analyses()),
        postDominators(analyses.getResult<PostDominatorTreeAnalysis>(f)), loops(analyses.getResult<LoopAnalysis>(f)),
        uniformity(analyses.getResult<UniformityInfoAnalysis>(f)) {}

  std::string at(const char *what, const BasicBlock *block) const {
    std::string text;
    raw_string_ostream os(text);
    os << "control flow: " << what << " at block ";
    block->printAsOperand(os, /*PrintType=*/false);
    return text;
  }

  std::string loopProblem(const Loop *loop) const {
    const BasicBlock *latch = loop->getLoopLatch();
    if (!latch)
      return at("a loop with several latches", loop->getHeader());
    SmallVector<BasicBlock *> exiting;
    loop->getExitingBlocks(exiting);
    for (const BasicBlock *block : exiting)
      if (block != latch && uniformity.hasDivergentTerminator(*block))
        return at("a divergent loop exit that is not at the latch", block);
    for (const Loop *inner : *loop)
      if (std::string why = loopProblem(inner); !why.empty())
        return why;
    return {};
  }

  bool leavesItsLoop(const BasicBlock *block) const {
    const Loop *loop = loops.getLoopFor(block);
    return loop && (loop->isLoopExiting(block) || loop->isLoopLatch(block));
  }

  std::string branchProblem(const BasicBlock &block) const {
    if (!uniformity.hasDivergentTerminator(block) || isa<ReturnInst>(block.getTerminator()))
      return {};
    const auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch)
      return at("a divergent switch", &block);
    if (leavesItsLoop(&block))
      return {};
    for (const BasicBlock *next : branch->successors())
      if (postDominators.dominates(next, &block))
        return {};
    return at("a divergent branch that does not join", &block);
  }
};

} // namespace

std::string brokenInvariant(Function &f) {
  if (const char *why = unstructurable(f))
    return why;
  Check check(f);
  ReversePostOrderTraversal<Function *> order(&f);
  if (containsIrreducibleCFG<const BasicBlock *>(order, check.loops))
    return "control flow: an irreducible loop";
  for (const Loop *loop : check.loops)
    if (std::string why = check.loopProblem(loop); !why.empty())
      return why;
  for (const BasicBlock &block : f)
    if (std::string why = check.branchProblem(block); !why.empty())
      return why;
  return {};
}

} // namespace helicon::simt
