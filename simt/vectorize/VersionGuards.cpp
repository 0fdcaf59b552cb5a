// Two versions of what a bounds check guards: where every thread of the group passes, the guarded region runs under
// the mask it already had (mostly: none), and only the group at the edge pays for masks. Worth its code size where
// the region holds a loop. Code grows by the size of each guarded region, kMostCloned instructions at most.
#include "kernel-ir/Intrinsics.h"
#include "simt/Simt.h"
#include "simt/analysis/Shapes.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#define DEBUG_TYPE "simt-version-guards"
STATISTIC(numVersioned, "Guarded regions with a version for full groups");

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr unsigned kMostCloned = 600;

struct Guard {
  BranchInst *branch = nullptr;
  unsigned side = 0; ///< successor that is guarded
  SmallVector<BasicBlock *, 16> region;
};

/// The blocks that are reached only through `edge`'s end, if they hold a loop and are few enough.
bool collect(Guard &guard, DominatorTree &dominators, LoopInfo &loops) {
  BasicBlock *from = guard.branch->getParent(), *entry = guard.branch->getSuccessor(guard.side);
  if (entry->getSinglePredecessor() != from)
    return false;
  dominators.getDescendants(entry, guard.region);
  unsigned size = 0;
  bool hasLoop = false;
  for (BasicBlock *block : guard.region) {
    size += block->size();
    hasLoop |= loops.isLoopHeader(block) && !loops.getLoopFor(block)->contains(from);
    if (isa<ReturnInst>(block->getTerminator()))
      return false; // the join, not a side
  }
  return hasLoop && size <= kMostCloned;
}

/// Clones the region; group.all of the condition decides between the copy and the original branch.
SmallVector<BasicBlock *, 16> version(Guard &guard) {
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
  b.CreateCondBr(ir::call(b, ir::Op::GroupAll, {passes}), entryCopy, partial);
  ++numVersioned;
  return copies;
}

} // namespace

unsigned versionGuards(Function &kernel, const LaunchShape &shape, const Target &target) {
  const Plan plan = widestPlan(shape, target);
  unsigned count = 0;
  SmallPtrSet<BasicBlock *, 32> done; // slow versions, and guards already looked at
  for (bool again = true; again && count < 4;) {
    again = false;
    FunctionAnalyses analyses(kernel);
    Shapes shapes(analyses, Geometry(shape, plan));
    for (BasicBlock *block : analyses.order) {
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || !branch->isConditional() || !shapes.isDivergent(block) || !done.insert(block).second ||
          analyses.loops.getLoopFor(block))
        continue;
      for (unsigned side = 0; side < 2 && !again; ++side) {
        Guard guard{branch, side, {}};
        if (!collect(guard, analyses.dominators, analyses.loops))
          continue;
        done.insert(guard.region.begin(), guard.region.end());
        version(guard);
        done.insert(branch->getParent());
        ++count;
        again = true;
      }
      if (again)
        break;
    }
  }
  return count;
}

} // namespace helicon::simt
