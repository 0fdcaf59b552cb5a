// A loop polls when one of its exit conditions depends on a read that only another thread can change: a volatile or
// atomic load, any load where the loop has a fence, a compare-and-swap against a value that the loop does
// not change (a lock), an exchange, or a read-modify-write by nothing. A compare-and-swap loop that recomputes its
// operand is not polling: it makes progress itself. A condition also depends on reads that chose the way to one of its
// values (`if (flag == 0) again = true;`); there only loads of places that stay the same from round to round count: a
// loop that walks on ends by itself, and who finds a lock taken in lock-step need not wait (its holder frees it in the
// same round). A loop without an end lets others run too.
#include "simt/analysis/Progress.h"

#include "simt/analysis/LoopFacts.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

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
  if (ir::Op op = opOf(i); op == ir::Op::Cas128 || op == ir::Op::Swap128) { // what is compared, or put there
    auto *call = cast<CallBase>(&i);
    return loop.isLoopInvariant(call->getArgOperand(1)) && loop.isLoopInvariant(call->getArgOperand(2));
  }
  auto *rmw = dyn_cast<AtomicRMWInst>(&i);
  if (!rmw || !loop.isLoopInvariant(rmw->getValOperand()))
    return false;
  auto *constant = dyn_cast<ConstantInt>(rmw->getValOperand());
  return rmw->getOperation() == AtomicRMWInst::Xchg || (constant && constant->isZero());
}

using Instructions = SetVector<const Instruction *>;

void addOperands(const Instruction &of, const Loop &loop, Instructions &work) {
  for (const Value *operand : of.operands())
    if (auto *i = dyn_cast<Instruction>(operand); i && loop.contains(i))
      work.insert(i);
}

Instructions exitsOf(const Loop &loop) {
  Instructions exits;
  SmallVector<BasicBlock *, 4> exiting;
  loop.getExitingBlocks(exiting);
  for (const BasicBlock *block : exiting)
    exits.insert(block->getTerminator());
  return exits;
}

/// Reads that decide when the loop ends, through the data flow inside it.
SmallVector<const Instruction *, 4> pollsOf(const Loop &loop) {
  SmallVector<const Instruction *, 4> polls;
  Instructions work = exitsOf(loop);
  for (unsigned k = 0; k < work.size(); ++k) {
    if (isPoll(*work[k], loop))
      polls.push_back(work[k]);
    addOperands(*work[k], loop, work);
  }
  return polls;
}

/// Which branches decide whether a block is reached (control dependence), for a whole kernel.
class Controllers {
public:
  explicit Controllers(Function &kernel) {
    PostDominatorTree tree(kernel);
    for (BasicBlock &block : kernel) {
      if (block.getTerminator()->getNumSuccessors() < 2 || !tree.getNode(&block))
        continue;
      const DomTreeNode *end = tree.getNode(&block)->getIDom();
      for (BasicBlock *next : successors(&block))
        for (const DomTreeNode *at = tree.getNode(next); at && at != end; at = at->getIDom())
          if (at->getBlock())
            branches[at->getBlock()].insert(block.getTerminator());
    }
  }
  void add(const BasicBlock *block, const Loop &loop, Instructions &work) const {
    auto found = branches.find(block);
    if (found == branches.end())
      return;
    for (const Instruction *branch : found->second)
      if (loop.contains(branch))
        work.insert(branch);
  }

private:
  DenseMap<const BasicBlock *, Instructions> branches;
};

/// Does the place that is read change from round to round of the loop?
bool walksOn(const Instruction &load, const Loop &loop) {
  Instructions work;
  addOperands(load, loop, work);
  for (unsigned k = 0; k < work.size(); ++k) {
    if (isa<PHINode>(work[k]) && work[k]->getParent() == loop.getHeader())
      return true;
    addOperands(*work[k], loop, work);
  }
  return false;
}

/// Does a load decide, through branches too, when the loop ends?
bool pollsByBranches(const Loop &loop, const Controllers &controllers) {
  Instructions work = exitsOf(loop);
  for (unsigned k = 0; k < work.size(); ++k) {
    const Instruction &i = *work[k];
    if (isa<LoadInst>(i) && isPoll(i, loop) && !walksOn(i, loop))
      return true;
    addOperands(i, loop, work);
    if (auto *phi = dyn_cast<PHINode>(&i))
      for (const BasicBlock *from : phi->blocks())
        if (loop.contains(from)) {
          work.insert(from->getTerminator());
          controllers.add(from, loop, work);
        }
    if (i.isTerminator())
      controllers.add(i.getParent(), loop, work);
  }
  return false;
}

/// Does a thread that goes this way end in a trap, whatever it meets?
bool leadsToTrap(const BasicBlock *block) {
  SmallPtrSet<const BasicBlock *, 4> seen;
  for (; block && seen.insert(block).second; block = block->getSingleSuccessor())
    for (const Instruction &i : *block)
      if (ir::endsLaunch(opOf(i)))
        return true;
  return false;
}

/// Only traps leave it, or the exit that prepare gives to endless loops. Others may trap meanwhile, or do what ends the
/// launch otherwise.
bool isEndless(const Loop &loop) {
  SmallVector<Loop::Edge, 4> exits;
  loop.getExitEdges(exits);
  return !exits.empty() && all_of(exits, [](const Loop::Edge &edge) {
    const auto *branch = dyn_cast<BranchInst>(edge.first->getTerminator());
    const auto *call = branch && branch->isConditional() ? dyn_cast<CallInst>(branch->getCondition()) : nullptr;
    return (call && ir::opOf(*call) == ir::Op::LanesGone) || leadsToTrap(edge.second);
  });
}

/// Could pollsByBranches be true? Asked first: it needs the control dependences of the whole kernel.
bool readsFlags(const Loop &loop) {
  return any_of(loop.blocks(), [&](const BasicBlock *block) {
    return any_of(*block, [&](const Instruction &i) { return isa<LoadInst>(i) && isPoll(i, loop); });
  });
}

/// Could these two be the same place?
bool mayMeet(const Value *a, const Value *b) {
  a = getUnderlyingObject(a);
  b = getUnderlyingObject(b);
  return !isa<AllocaInst>(a) && (a == b || !isIdentifiedObject(a) || !isIdentifiedObject(b));
}

/// The place that a load, store or atomic works on; null for others.
const Value *placeOf(const Instruction &i) {
  if (auto *rmw = dyn_cast<AtomicRMWInst>(&i))
    return rmw->getPointerOperand();
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&i))
    return exchange->getPointerOperand();
  return getLoadStorePointerOperand(&i);
}

/// May the instruction write to `place`?
bool mayWrite(const Instruction &i, const Value *place) {
  if (isa<LoadInst>(i))
    return false;
  if (const Value *written = placeOf(i))
    return mayMeet(written, place);
  if (auto *memory = dyn_cast<AnyMemIntrinsic>(&i))
    return mayMeet(memory->getRawDest(), place);
  return isa<CallBase>(i) && !isa<IntrinsicInst>(i) && opOf(i) == ir::Op::None && i.mayWriteToMemory();
}

/// Can a lane that has left the loop, or has yet to come to it, write what the lanes in the loop read? While they go
/// round it would never get there. What all write before the loop, or in the loop, is written in lock-step.
bool writtenAside(const Value *place, const Loop &loop, const FunctionAnalyses &analyses) {
  SmallVector<BasicBlock *, 4> exits;
  loop.getExitBlocks(exits);
  auto before = [&](const BasicBlock *block) {
    return isPotentiallyReachable(block, loop.getHeader(), nullptr, &analyses.dominators, &analyses.loops) &&
           none_of(exits, [&](const BasicBlock *exit) {
             return isPotentiallyReachable(exit, block, nullptr, &analyses.dominators, &analyses.loops);
           });
  };
  return any_of(*loop.getHeader()->getParent(), [&](const BasicBlock &block) {
    return !loop.contains(&block) && any_of(block, [&](const Instruction &i) { return mayWrite(i, place); }) &&
           !before(&block);
  });
}

} // namespace

unsigned insertYields(Function &kernel) {
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  std::optional<Controllers> controllers;
  auto polls = [&](const Loop &loop) {
    if (isEndless(loop) || !pollsOf(loop).empty())
      return true;
    if (!readsFlags(loop))
      return false;
    if (!controllers)
      controllers.emplace(kernel);
    return pollsByBranches(loop, *controllers);
  };
  unsigned count = 0;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (hasBarrier(*loop) || !polls(*loop))
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
  const Plan warp = oneWarpPlan(shape, target);
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
      if (!shapes.of(poll).isUniform() && writtenAside(placeOf(*poll), *loop, analyses))
        return "lanes of one warp wait for each other in a loop";
  }
  return {};
}

} // namespace helicon::simt
