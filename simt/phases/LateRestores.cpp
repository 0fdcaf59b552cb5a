#include "simt/phases/LateRestores.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#define DEBUG_TYPE "helicon-phases"

using namespace llvm;

namespace helicon::simt {

namespace {

STATISTIC(numLate, "values read back on some of the ways from a suspension only");

// Most values have a new definition behind each suspension: what is left of the old ones' phis would look like uses.
void eraseDead(Function &function) {
  SmallPtrSet<Instruction *, 32> needed;
  SmallVector<Instruction *> open;
  for (Instruction &i : instructions(function))
    if (i.isTerminator() || i.mayHaveSideEffects() || isa<DbgInfoIntrinsic>(i))
      open.push_back(&i);
  while (!open.empty()) {
    Instruction *i = open.pop_back_val();
    if (!needed.insert(i).second)
      continue;
    for (Value *operand : i->operands())
      if (auto *made = dyn_cast<Instruction>(operand))
        open.push_back(made);
  }
  for (Instruction &i : make_early_inc_range(instructions(function)))
    if (!needed.contains(&i)) {
      i.replaceAllUsesWith(PoisonValue::get(i.getType()));
      i.eraseFromParent();
    }
}

class Sinker {
public:
  Sinker(Function &function, const Frame &frame, const SavePlan &plan)
      : dominators(function), postDominators(function), loops(dominators), frame(frame), plan(plan) {}
  /// The block to read the value in: where it stands if no other is better.
  BasicBlock *placeFor(const Restored &restored);

private:
  bool isWrittenBetween(const BasicBlock *from, const BasicBlock *to, unsigned value) const;

  DominatorTree dominators;
  PostDominatorTree postDominators;
  LoopInfo loops;
  const Frame &frame;
  const SavePlan &plan;
};

BasicBlock *useBlock(const Use &use) {
  auto *user = cast<Instruction>(use.getUser());
  auto *phi = dyn_cast<PHINode>(user);
  return phi ? phi->getIncomingBlock(use) : user->getParent();
}

// A resume point is in no loop any more, so outside all loops means executed once at most.
BasicBlock *Sinker::placeFor(const Restored &restored) {
  BasicBlock *from = cast<Instruction>(restored.content)->getParent(), *to = nullptr;
  for (const Use &use : restored.content->uses())
    to = to ? dominators.findNearestCommonDominator(to, useBlock(use)) : useBlock(use);
  while (to && to != from && loops.getLoopFor(to))
    to = dominators.getNode(loops.getLoopFor(to)->getHeader())->getIDom()->getBlock();
  bool better = to && to != from && !postDominators.dominates(to, from) && !isWrittenBetween(from, to, restored.value);
  return better ? to : from;
}

bool Sinker::isWrittenBetween(const BasicBlock *from, const BasicBlock *to, unsigned value) const {
  SmallPtrSet<const BasicBlock *, 16> seen;
  SmallVector<const BasicBlock *> open(predecessors(to));
  while (!open.empty()) {
    const BasicBlock *block = open.pop_back_val();
    if (!seen.insert(block).second)
      continue;
    if (any_of(plan.at(block), [&](const Save &s) { return frame.slotOf(s.value) == frame.slotOf(value); }))
      return true;
    if (block != from)
      append_range(open, predecessors(block));
  }
  return false;
}

// The edges into phis that use such a value become places of their own.
void splitEdges(ArrayRef<Restored> restored, function_ref<bool(const BasicBlock *, const BasicBlock *)> isBackEdge) {
  SetVector<std::pair<Instruction *, unsigned>> edges;
  for (const Restored &r : restored)
    for (const Use &use : r.content->uses())
      if (auto *phi = dyn_cast<PHINode>(use.getUser())) {
        BasicBlock *from = phi->getIncomingBlock(use);
        Instruction *end = from->getTerminator();
        for (unsigned n = 0; n < end->getNumSuccessors(); ++n)
          if (end->getSuccessor(n) == phi->getParent() && !isBackEdge(from, phi->getParent()))
            edges.insert({end, n});
      }
  for (auto [end, n] : edges)
    SplitCriticalEdge(end, n, CriticalEdgeSplittingOptions().setMergeIdenticalEdges());
}

} // namespace

void restoreLate(Function &function, Value *frameAddress, SmallVector<Restored> restored, const Frame &frame,
                 const SavePlan &plan, function_ref<bool(const BasicBlock *, const BasicBlock *)> isBackEdge) {
  eraseDead(function);
  erase_if(restored, [](const Restored &r) { return !r.content; });
  splitEdges(restored, isBackEdge);
  Sinker sinker(function, frame, plan);
  for (const Restored &r : restored) {
    BasicBlock *from = cast<Instruction>(r.content)->getParent(), *to = sinker.placeFor(r);
    if (to == from)
      continue;
    IRBuilder<> b(to, to->getFirstInsertionPt());
    b.SetCurrentDebugLocation(from->getTerminator()->getDebugLoc());
    auto *old = cast<Instruction>(r.content);
    old->replaceAllUsesWith(frame.restore(b, frameAddress, r.value, old->getType()));
    RecursivelyDeleteTriviallyDeadInstructions(old);
    ++numLate;
  }
}

} // namespace helicon::simt
