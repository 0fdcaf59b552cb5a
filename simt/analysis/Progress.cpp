// A loop polls when one of its exit conditions depends on a read that only another thread can change: a volatile or
// atomic load, any load where the loop has a fence, a compare-and-swap against a value that the loop does
// not change (a lock), an exchange, or a read-modify-write by nothing. A compare-and-swap loop that recomputes its
// operand is not polling: it makes progress itself.
#include "simt/analysis/Progress.h"

#include "simt/analysis/LoopFacts.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/ValueTracking.h>

#define DEBUG_TYPE "simt-progress"
STATISTIC(numPollingLoops, "Loops that wait for other threads");

using namespace llvm;

namespace helicon::simt {

namespace {

bool isLocal(const Value *pointer) { return isa<AllocaInst>(getUnderlyingObject(pointer)); }

bool hasFence(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &i) { return isa<FenceInst>(i); });
  });
}

bool isPoll(const Instruction &i, const Loop &loop) {
  if (auto *load = dyn_cast<LoadInst>(&i)) {
    const Value *place = load->getPointerOperand();
    return (load->isVolatile() || load->isAtomic() || hasFence(loop)) && !isLocal(place);
  }
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&i))
    return loop.isLoopInvariant(exchange->getCompareOperand());
  auto *rmw = dyn_cast<AtomicRMWInst>(&i);
  if (!rmw || !loop.isLoopInvariant(rmw->getValOperand()))
    return false;
  auto *constant = dyn_cast<ConstantInt>(rmw->getValOperand());
  return rmw->getOperation() == AtomicRMWInst::Xchg || (constant && constant->isZero());
}

/// Reads that decide when the loop ends, through the data flow inside it.
SmallVector<const Instruction *, 4> pollsOf(const Loop &loop) {
  SmallVector<const Instruction *, 4> polls;
  SetVector<const Instruction *> work;
  SmallVector<BasicBlock *, 4> exiting;
  loop.getExitingBlocks(exiting);
  for (BasicBlock *block : exiting)
    work.insert(block->getTerminator());
  for (unsigned k = 0; k < work.size(); ++k) {
    if (isPoll(*work[k], loop))
      polls.push_back(work[k]);
    for (const Value *operand : work[k]->operands())
      if (auto *i = dyn_cast<Instruction>(operand); i && loop.contains(i))
        work.insert(i);
  }
  return polls;
}

} // namespace

unsigned insertYields(Function &kernel) {
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  unsigned count = 0;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (hasBarrier(*loop) || pollsOf(*loop).empty())
      continue;
    IRBuilder<> b(loop->getHeader(), loop->getHeader()->getFirstInsertionPt());
    ir::call(b, ir::Op::Yield);
    ++count;
  }
  numPollingLoops += count;
  return count;
}

/// What runs between a branch's successor and the place where its sides meet again.
static SmallPtrSet<BasicBlock *, 16> sideOf(BasicBlock *successor, const BasicBlock *branch,
                                            const BasicBlock *meeting) {
  SmallPtrSet<BasicBlock *, 16> side;
  SmallVector<BasicBlock *, 16> work{successor};
  while (!work.empty()) {
    BasicBlock *block = work.pop_back_val();
    if (block != branch && block != meeting && side.insert(block).second)
      work.append(succ_begin(block), succ_end(block));
  }
  return side;
}

std::string waitsOnBothSides(Function &kernel, const LaunchShape &shape, const Target &target) {
  auto waits = [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &i) { return opOf(i) == ir::Op::Yield; });
  };
  if (count_if(kernel, [&](const BasicBlock &block) { return waits(&block); }) < 2)
    return {};
  Plan warp = widestPlan(shape, target);
  cut(warp, shape, std::min(warp.parts, std::max(1u, kWarpLanes / target.lanes)));
  FunctionAnalyses analyses(kernel);
  const Shapes shapes(analyses, Geometry(shape, warp));
  for (BasicBlock *block : analyses.order) {
    const auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch || !branch->isConditional() || shapes.of(branch->getCondition()).isGroupUniform())
      continue;
    const auto *node = analyses.postDominators.getNode(block);
    const BasicBlock *meeting = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    auto one = sideOf(branch->getSuccessor(0), block, meeting), other = sideOf(branch->getSuccessor(1), block, meeting);
    auto waitsAlone = [&](const auto &side, const auto &against) {
      return any_of(side, [&](BasicBlock *b) { return !against.contains(b) && waits(b); });
    };
    if (waitsAlone(one, other) && waitsAlone(other, one))
      return "lanes of one warp wait on both sides of a branch";
  }
  return {};
}

std::string waitsInsideWarp(FunctionAnalyses &analyses, const Shapes &shapes) {
  for (Loop *loop : analyses.loops.getLoopsInPreorder()) {
    if (!shapes.isDivergentLoop(loop) || hasBarrier(*loop))
      continue;
    for (const Instruction *poll : pollsOf(*loop))
      if (!shapes.of(poll).isUniform())
        return "lanes of one warp wait for each other in a loop";
  }
  return {};
}

} // namespace helicon::simt
