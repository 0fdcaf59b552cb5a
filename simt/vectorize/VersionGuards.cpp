// Two versions of what a bounds check guards: where every thread of the group passes, the guarded region runs under
// the mask it already had (mostly: none), and only the group at the edge pays for masks. Worth its code size where
// the region holds a loop, and where a loop holds the region: the loads of a tile, each behind its own check. Inside
// loops only conditions over indices count; data that differs from thread to thread seldom agrees. Code grows by the
// size of each guarded region, kMostCloned instructions at most.
#include "simt/Simt.h"
#include "simt/analysis/LoopFacts.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#define DEBUG_TYPE "simt-version-guards"
STATISTIC(numVersioned, "Guarded regions with a version for full groups");

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr unsigned kMostCloned = 600;
constexpr unsigned kMostInLoop = 40; ///< of a region inside a loop
constexpr unsigned kMostGuards = 8;

/// Compares what is known of indices: numbers the same for a part, or a step apart from lane to lane.
bool isOverIndices(Value *condition, const Shapes &shapes) {
  using namespace PatternMatch;
  Value *left, *right;
  if (match(condition, m_LogicalAnd(m_Value(left), m_Value(right))))
    return isOverIndices(left, shapes) && isOverIndices(right, shapes);
  auto *compare = dyn_cast<ICmpInst>(condition);
  return compare && !shapes.of(compare->getOperand(0)).isVarying() && !shapes.of(compare->getOperand(1)).isVarying();
}

bool isPrefetch(const Instruction &i) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&i);
  return intrinsic && intrinsic->getIntrinsicID() == Intrinsic::prefetch;
}

/// Nothing in it concerns other threads.
bool isPlain(const BasicBlock &block) {
  return none_of(block, [](const Instruction &i) {
    auto *call = dyn_cast<CallBase>(&i);
    return i.isAtomic() || (call && (call->isConvergent() || (!call->doesNotAccessMemory() && !isPrefetch(i))));
  });
}

struct Guard {
  BranchInst *branch = nullptr;
  unsigned side = 0; ///< successor that is guarded
  SmallVector<BasicBlock *, 16> region;
};

/// The blocks that are reached only through the guarded edge; false when there are none that may be copied.
bool collect(Guard &guard, DominatorTree &dominators) {
  BasicBlock *from = guard.branch->getParent(), *entry = guard.branch->getSuccessor(guard.side);
  if (entry->getSinglePredecessor() != from)
    return false;
  dominators.getDescendants(entry, guard.region);
  return none_of(guard.region, [](BasicBlock *block) {
    return isa<ReturnInst>(block->getTerminator()); // the join, not a side
  });
}

unsigned sizeOf(const Guard &guard) {
  unsigned size = 0;
  for (BasicBlock *block : guard.region)
    size += block->size();
  return size;
}

bool isWorthIt(const Guard &guard, const Shapes &shapes, LoopInfo &loops) {
  const Loop *around = loops.getLoopFor(guard.branch->getParent());
  if (!around)
    return sizeOf(guard) <= kMostCloned &&
           any_of(guard.region, [&](BasicBlock *block) { return loops.isLoopHeader(block); });
  return sizeOf(guard) <= kMostInLoop && isOverIndices(guard.branch->getCondition(), shapes) &&
         all_of(guard.region,
                [&](BasicBlock *block) { return loops.getLoopFor(block) == around && isPlain(*block); }) &&
         any_of(guard.region, [](BasicBlock *block) {
           return any_of(*block, [](const Instruction &i) { return isa<LoadInst, StoreInst>(i); });
         });
}

/// group.all of the condition, or of each of its conjuncts: one that a loop does not change is asked once.
Value *groupAll(IRBuilder<> &b, Value *condition) {
  using namespace PatternMatch;
  Value *left, *right;
  if (match(condition, m_LogicalAnd(m_Value(left), m_Value(right)))) {
    Value *first = groupAll(b, left);
    return b.CreateAnd(first, groupAll(b, right));
  }
  return ir::call(b, ir::Op::GroupAll, {condition});
}

/// Clones the region; group.all of the condition decides between the copy and the original branch.
void version(Guard &guard) {
  BranchInst *branch = guard.branch;
  Function &kernel = *branch->getFunction();
  ValueToValueMapTy map;
  SmallVector<BasicBlock *, 16> copies;
  for (BasicBlock *block : guard.region) {
    BasicBlock *copy = CloneBasicBlock(block, map, ".full", &kernel);
    map[block] = copy;
    copies.push_back(copy);
  }
  BasicBlock *from = branch->getParent(), *entry = branch->getSuccessor(guard.side);
  BasicBlock *partial = SplitBlock(from, branch); // the original branch, for groups at the edge
  partial->setName(from->getName() + ".edge");
  remapInstructionsInBlocks(copies, map);
  for (unsigned k = 0; k < copies.size(); ++k)
    for (BasicBlock *successor : successors(copies[k])) {
      if (is_contained(copies, successor))
        continue;
      for (PHINode &phi : successor->phis()) {
        Value *value = phi.getIncomingValueForBlock(guard.region[k]);
        auto mapped = map.find(value);
        phi.addIncoming(mapped == map.end() ? value : static_cast<Value *>(mapped->second), copies[k]);
      }
    }
  auto *entryCopy = cast<BasicBlock>(map[entry]);
  for (PHINode &phi : entryCopy->phis())
    phi.replaceIncomingBlockWith(partial, from);
  from->getTerminator()->eraseFromParent();
  IRBuilder<> b(from);
  b.SetCurrentDebugLocation(branch->getDebugLoc());
  Value *passes = branch->getCondition();
  if (guard.side == 1)
    passes = b.CreateNot(passes);
  b.CreateCondBr(groupAll(b, passes), entryCopy, partial);
  ++numVersioned;
}

/// One walk over the kernel, on facts that hold for the blocks it began with. A guard behind another in this order
/// never encloses it, so that what is copied for one leaves the next one's region as it was.
unsigned versionRound(LoopFacts &facts, unsigned most, SmallPtrSetImpl<BasicBlock *> &done) {
  FunctionAnalyses &analyses = facts.analyses();
  const Shapes &shapes = facts.shapes();
  unsigned count = 0;
  for (BasicBlock *block : analyses.order) {
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch || !branch->isConditional() || !shapes.isDivergent(block) || !done.insert(block).second)
      continue;
    for (unsigned side = 0; side < 2 && count < most; ++side) {
      Guard guard{branch, side, {}};
      if (!collect(guard, analyses.dominators) || !isWorthIt(guard, shapes, analyses.loops))
        continue;
      done.insert(guard.region.begin(), guard.region.end());
      version(guard);
      done.insert(branch->getParent());
      ++count;
      break;
    }
  }
  if (count)
    facts.codeChanged();
  return count;
}

} // namespace

unsigned versionGuards(LoopFacts &facts) {
  SmallPtrSet<BasicBlock *, 32> done; // slow versions, and guards already looked at
  unsigned count = 0, found = 0;
  do // again for the guards inside the copies
    count += found = versionRound(facts, kMostGuards - count, done);
  while (found && count < kMostGuards);
  return count;
}

} // namespace helicon::simt
