#include "simt/analysis/BarrierUse.h"

#include "kernel-ir/Intrinsics.h"
#include "simt/analysis/LoopFacts.h"
#include "simt/analysis/PassRunner.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>

#define DEBUG_TYPE "simt-barrier-use"
STATISTIC(numOneWarp, "Kernels whose barriers need groups of one warp");
STATISTIC(numApart, "Kernels whose threads part at barriers inside a warp");

using namespace llvm;

namespace helicon::simt {

namespace {

bool isCounted(const Instruction &i) {
  ir::Op op = opOf(i);
  return op == ir::Op::BarrierNamed || op == ir::Op::BarrierArrive;
}

bool isMeeting(const Instruction &i) { return isBarrier(i) || isCounted(i); }

/// The barriers that a thread may come to first from each block's start; none set: it ends.
class FirstBarriers {
public:
  explicit FirstBarriers(Function &kernel) {
    for (Instruction &i : instructions(kernel))
      if (isMeeting(i))
        all.push_back(&i);
    for (BasicBlock &block : kernel)
      sets[&block] = own(block);
    for (bool changed = true; changed;) {
      changed = false;
      for (BasicBlock &block : kernel) {
        BitVector &set = sets[&block];
        if (blocks.contains(&block))
          continue;
        for (BasicBlock *next : successors(&block))
          if (sets[next].test(set)) { // it has what is missing here
            set |= sets[next];
            changed = true;
          }
      }
    }
  }
  const BitVector &from(const BasicBlock *block) const { return sets.find(block)->second; }

  SmallVector<Instruction *, 16> all;

private:
  BitVector own(BasicBlock &block) {
    BitVector set(all.size());
    for (unsigned k = 0; k < all.size(); ++k)
      if (all[k]->getParent() == &block) {
        set.set(k); // the first one: `all` is in the order of the code
        blocks.insert(&block);
        break;
      }
    return set;
  }

  DenseMap<const BasicBlock *, BitVector> sets;
  SmallPtrSet<const BasicBlock *, 8> blocks; ///< with barriers
};

class BarrierUses {
public:
  BarrierUses(FunctionAnalyses &analyses, const FirstBarriers &first) : analyses(analyses), first(first) {}

  /// Why groups of these shapes may wait apart, or empty.
  std::string apart(const Shapes &shapes) const {
    for (BasicBlock *block : analyses.order)
      if (shapes.isDivergent(block) && partsAt(*block))
        return "threads of one warp part and wait at different barriers";
    for (const Instruction *meeting : first.all)
      if (isCounted(*meeting) && any_of(cast<CallBase>(meeting)->args(), [&](const Use &operand) {
            return !operand->getType()->isIntegerTy(1) && !shapes.of(operand).isGroupUniform();
          }))
        return "lanes of one warp name different barriers";
    return {};
  }

private:
  /// A loop that the kernel's threads may leave at different times, or pass by: taken for one that they go through
  /// together, as programs with a barrier in it must. What else could be meant is decided by the loop's barriers.
  bool isLoopEnd(BasicBlock &block) const {
    auto *branch = cast<BranchInst>(block.getTerminator());
    for (unsigned side : {0u, 1u}) {
      BasicBlock *in = branch->getSuccessor(side), *out = branch->getSuccessor(!side);
      const Loop *around = analyses.loops.getLoopFor(&block);
      if (around && around->contains(in) && !around->contains(out))
        return true;
      const BitVector &inside = first.from(in);
      bool guards = all_of(inside.set_bits(), [&](unsigned k) {
        const Loop *loop = analyses.loops.getLoopFor(first.all[k]->getParent());
        return loop && !loop->contains(&block);
      });
      if (guards && any_of(inside.set_bits(), [&](unsigned k) {
            return isPotentiallyReachable(first.all[k]->getParent(), out, nullptr, &analyses.dominators,
                                          &analyses.loops);
          }))
        return true;
    }
    return false;
  }

  bool partsAt(BasicBlock &block) const {
    auto *branch = cast<BranchInst>(block.getTerminator());
    const BitVector &one = first.from(branch->getSuccessor(0)), &other = first.from(branch->getSuccessor(1));
    if (one == other || one.none() || other.none()) // threads that end have arrived
      return false;
    BitVector both = one;
    both |= other;
    bool counted = any_of(both.set_bits(), [&](unsigned k) { return isCounted(*first.all[k]); });
    return counted || (!one.anyCommon(other) && !isLoopEnd(block));
  }

  FunctionAnalyses &analyses;
  const FirstBarriers &first;
};

} // namespace

BarrierUse barrierUse(Function &kernel, const LaunchShape &shape, const Target &target) {
  BarrierUse use;
  if (none_of(instructions(kernel), isMeeting))
    return use;
  PassRunner runner(*kernel.getParent());
  FunctionPassManager passes;
  passes.addPass(LowerSwitchPass());
  runner.run(kernel, passes);
  FunctionAnalyses analyses(kernel);
  FirstBarriers first(kernel);
  BarrierUses uses(analyses, first);
  Plan plan = widestPlan(shape, target);
  use.oneWarp = any_of(first.all, [](const Instruction *i) { return isCounted(*i); }) ||
                !uses.apart(Shapes(analyses, Geometry(shape, plan))).empty();
  if (!use.oneWarp)
    return use;
  ++numOneWarp;
  kernel.addFnAttr(kOneWarpAttribute); // shapes take branches that ask for the warp for what they are
  plan = oneWarpPlan(shape, target);
  use.apart = uses.apart(Shapes(analyses, Geometry(shape, plan)));
  numApart += !use.apart.empty();
  return use;
}

} // namespace helicon::simt
