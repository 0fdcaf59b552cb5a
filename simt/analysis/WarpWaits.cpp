// Who waits for whom inside a warp. Lanes in a polling loop run alone: those that have left it, or a loop around it,
// are parked behind it, and of two sides of a branch one runs to its end before the other. A loop is left together
// where lanes differ by the token only that each got when it arrived at the place it then reads. A loop that computes
// until it ends is none that waits, though it looks at a flag. Aliasing is judged by objects and address spaces alone,
// so some kernels are taken for waiting that do not.
#include "simt/analysis/BarrierUse.h"
#include "simt/analysis/ClosedLoops.h"
#include "simt/analysis/Polls.h"
#include "simt/analysis/Progress.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace helicon::simt {

namespace {

bool isYield(const Instruction &i) { return opOf(i) == ir::Op::Yield; }

bool reaches(const BasicBlock *from, const BasicBlock *to, const FunctionAnalyses &analyses,
             const SmallPtrSetImpl<BasicBlock *> *past = nullptr) {
  return isPotentiallyReachable(from, to, past, &analyses.dominators, &analyses.loops);
}

bool writes(const BasicBlock &block, const Value *place) {
  return any_of(block, [&](const Instruction &i) { return mayWrite(i, place); });
}

bool isBarrierOfAll(const Instruction &i) { return isBarrier(i) && opOf(i) != ir::Op::BarrierNamed; }

/// Can a lane that has left the loop write what the lanes in the loop read? While they go round it would never get
/// there. What comes behind a barrier of the block is nothing that a lane in front of it can wait for.
bool writtenBehind(const Value *place, const Loop &loop) {
  SmallVector<BasicBlock *, 16> open;
  loop.getExitBlocks(open);
  SmallPtrSet<const BasicBlock *, 16> seen(open.begin(), open.end());
  while (!open.empty()) {
    BasicBlock *block = open.pop_back_val();
    const auto meeting = find_if(*block, isBarrierOfAll);
    if (!loop.contains(block) &&
        any_of(make_range(block->begin(), meeting), [&](const Instruction &i) { return mayWrite(i, place); }))
      return true;
    if (meeting == block->end())
      for (BasicBlock *next : successors(block))
        if (seen.insert(next).second)
          open.push_back(next);
  }
  return false;
}

/// Is there a branch at which lanes part, some to the one block and some to the other, before they meet again?
bool partBefore(const BasicBlock *one, const BasicBlock *other, const Shapes &shapes,
                const FunctionAnalyses &analyses) {
  return any_of(analyses.order, [&](BasicBlock *block) {
    const auto *choice = dyn_cast<SwitchInst>(block->getTerminator());
    if (choice ? shapes.of(choice->getCondition()).isGroupUniform() : !shapes.isDivergent(block))
      return false;
    const auto *node = analyses.postDominators.getNode(block);
    const BasicBlock *meeting = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    bool toOne = false, toOther = false, apart = false;
    for (BasicBlock *next : successors(block)) {
      const auto side = sideOf(next, block, meeting);
      const bool hasOne = side.contains(one), hasOther = side.contains(other);
      apart |= (hasOne && toOther) || (hasOther && toOne);
      toOne |= hasOne;
      toOther |= hasOther;
    }
    return apart;
  });
}

/// The same of lanes that have left it, and of those that part with the others and do not come to it. What all write
/// before the loop, or in the loop, is written in lock-step.
bool writtenAside(const Value *place, const Loop &loop, const Shapes &shapes, const FunctionAnalyses &analyses) {
  const BasicBlock *header = loop.getHeader();
  return writtenBehind(place, loop) || any_of(*header->getParent(), [&](const BasicBlock &block) {
           return !loop.contains(&block) && writes(block, place) && !reaches(&block, header, analyses) &&
                  partBefore(&block, header, shapes, analyses);
         });
}

bool isSamePlace(const Value *a, const Value *b, const DataLayout &layout) {
  APInt offsetA(layout.getIndexTypeSizeInBits(a->getType()), 0),
      offsetB(layout.getIndexTypeSizeInBits(b->getType()), 0);
  a = a->stripAndAccumulateConstantOffsets(layout, offsetA, /*AllowNonInbounds=*/true);
  b = b->stripAndAccumulateConstantOffsets(layout, offsetB, /*AllowNonInbounds=*/true);
  return a == b && offsetA.getBitWidth() == offsetB.getBitWidth() && offsetA == offsetB;
}

/// Does a lane stay while two values are the same? Written as `a == b`, or as `(a ^ b) < n` for their upper bits.
bool staysWhileEqual(const Instruction &exit, const Loop &loop) {
  const auto *branch = dyn_cast<BranchInst>(&exit);
  const auto *test = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!test)
    return false;
  const auto stays = loop.contains(branch->getSuccessor(0)) ? test->getPredicate() : test->getInversePredicate();
  const auto *difference = dyn_cast<BinaryOperator>(test->getOperand(0));
  return stays == CmpInst::ICMP_EQ ||
         (stays == CmpInst::ICMP_ULT && difference && difference->getOpcode() == Instruction::Xor);
}

/// Does the value differ from lane to lane by nothing but what each got from an atomic on that place, before the loop?
bool isToken(const Instruction &test, const Loop &loop, const Value *place, const Shapes &shapes) {
  const DataLayout &layout = test.getModule()->getDataLayout();
  Instructions work;
  work.insert(&test);
  for (unsigned k = 0; k < work.size(); ++k) {
    const Instruction &i = *work[k];
    if (shapes.of(&i).isGroupUniform())
      continue;
    if (const Value *other = placeOf(i)) {
      if ((!isa<AtomicRMWInst>(i) && opOf(i) != ir::Op::MbarrierArrive) || loop.contains(&i) ||
          !isSamePlace(other, place, layout))
        return false;
      continue;
    }
    auto *phi = dyn_cast<PHINode>(&i);
    auto agrees = [&](const Value *v) { return !isa<Instruction>(v) || shapes.of(v).isGroupUniform(); };
    if (isa<CallBase>(i) || (phi && shapes.isBlended(phi) && any_of(phi->incoming_values(), agrees)))
      return false;
    for (const Value *operand : i.operands())
      if (auto *instruction = dyn_cast<Instruction>(operand))
        work.insert(instruction);
  }
  return true;
}

/// Lanes that wait while the phase is the one in which they arrived are let go together. (Those with a ticket wait
/// until it is the one they drew, each for itself.)
bool waitsForPhase(const Instruction &exit, const Loop &loop, const Value *place, const Shapes &shapes) {
  return staysWhileEqual(exit, loop) &&
         isToken(*cast<Instruction>(cast<BranchInst>(exit).getCondition()), loop, place, shapes);
}

/// Can a lane come from one to the other before it begins the innermost loop around both anew?
bool comesTo(const Instruction &from, const Instruction &to, const FunctionAnalyses &analyses) {
  const Loop *around = analyses.loops.getLoopFor(from.getParent());
  while (around && !around->contains(&to))
    around = around->getParentLoop();
  SmallPtrSet<BasicBlock *, 1> past;
  if (around)
    past.insert(around->getHeader());
  return from.getParent() == to.getParent() || analyses.dominators.dominates(from.getParent(), to.getParent()) ||
         reaches(from.getParent(), to.getParent(), analyses, &past);
}

} // namespace

class WarpWaits::Finder {
public:
  Finder(Function &kernel, const LaunchShape &shape, const Plan &warp)
      : kernel(kernel), analyses(kernel), shapes(analyses, Geometry(shape, warp)), controllers(kernel) {}

  bool waitsOnBothSides();
  bool waitsInsideRound();
  std::optional<LeftBehind> waitsForLeavers(bool doubtful);
  void findAside(std::vector<Aside> &aside);

private:
  SmallVector<const Instruction *, 4> pollsIn(const Loop &loop) const;
  bool leavesTogether(const Loop &loop, const Value *place) const;
  /// The loop that a yield stands in, where it may wait inside a warp.
  const Loop *waitingLoop(const Instruction &yield) const {
    const Loop *loop = analyses.loops.getLoopFor(yield.getParent());
    return loop && !hasBarrier(*loop) ? loop : nullptr;
  }

  Function &kernel;
  FunctionAnalyses analyses;
  const Shapes shapes;
  const Controllers controllers;
};

/// A flag that lanes of the loop write themselves changes in lock-step.
SmallVector<const Instruction *, 4> WarpWaits::Finder::pollsIn(const Loop &loop) const {
  SmallVector<const Instruction *, 4> polls = pollsOf(loop);
  for (const Instruction *poll : pollsByBranches(loop, controllers))
    if (!is_contained(polls, poll) && !isWrittenInside(*poll, loop))
      polls.push_back(poll);
  return polls;
}

bool WarpWaits::Finder::leavesTogether(const Loop &loop, const Value *place) const {
  return all_of(exitsOf(loop), [&](const Instruction *exit) {
    return !shapes.isDivergent(exit->getParent()) || endsByItself(*exit, loop) ||
           waitsForPhase(*exit, loop, place, shapes);
  });
}

/// `doubtful`: a loop that seems to end by itself, though what is read in it may differ and be written behind it.
std::optional<LeftBehind> WarpWaits::Finder::waitsForLeavers(bool doubtful) {
  for (const Instruction &yield : instructions(kernel)) {
    const Loop *loop = isYield(yield) ? waitingLoop(yield) : nullptr;
    if (!loop)
      continue;
    const auto polls = pollsIn(*loop);
    for (const Loop *around = loop; around; around = around->getParentLoop()) {
      LeftBehind behind{around->getHeader(), {}};
      for (const Instruction *poll : polls) {
        const Value *place = placeOf(*poll);
        const bool together =
            around == loop && leavesTogether(*loop, place) && !(doubtful && !shapes.of(poll).isUniform());
        if (shapes.isDivergentLoop(around) && !together && writtenBehind(place, *around))
          behind.places.push_back(place);
      }
      if (!behind.places.empty())
        return behind;
    }
  }
  return std::nullopt;
}

bool WarpWaits::Finder::waitsOnBothSides() {
  for (BasicBlock *block : analyses.order) {
    const auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch || !branch->isConditional() || shapes.of(branch->getCondition()).isGroupUniform())
      continue;
    const auto *node = analyses.postDominators.getNode(block);
    const BasicBlock *meeting = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    auto one = sideOf(branch->getSuccessor(0), block, meeting), other = sideOf(branch->getSuccessor(1), block, meeting);
    auto waitsAlone = [&](const auto &side, const auto &against) {
      return any_of(side, [&](BasicBlock *b) { return !against.contains(b) && any_of(*b, isYield); });
    };
    if (waitsAlone(one, other) && waitsAlone(other, one))
      return true;
  }
  return false;
}

/// Is the value made of constants and of what is read from memory alone, whoever the lane is?
bool isOfNobody(const Value *value) {
  Instructions work;
  auto add = [&](const Value *v) {
    if (auto *i = dyn_cast<Instruction>(v))
      work.insert(i);
    return isa<Instruction, Constant>(v);
  };
  if (!add(value))
    return false;
  for (unsigned k = 0; k < work.size(); ++k)
    if (isa<CallBase>(work[k]) || (!placeOf(*work[k]) && !all_of(work[k]->operands(), add)))
      return false;
  return true;
}

/// Who asks for a lock, or a place in a semaphore, brings nothing to those that wait for it too.
bool onlyAsks(const Instruction &i, const Instructions &asked) {
  if (const auto *swap = dyn_cast<AtomicCmpXchgInst>(&i))
    return asked.contains(&i) && isOfNobody(swap->getCompareOperand()) && isOfNobody(swap->getNewValOperand());
  const auto *rmw = dyn_cast<AtomicRMWInst>(&i);
  return rmw && rmw->getOperation() == AtomicRMWInst::Xchg && asked.contains(&i) && isOfNobody(rmw->getValOperand());
}

/// Does the loop around, but for the inner one, wait by nothing but one place of each lane's own choice, and for the
/// same there, whoever the lane is? Then all that wait at a place go on together, as at a barrier.
bool goesOnTogether(const Loop &around, const Loop &loop, const Value *place, const Instructions &reads) {
  return all_of(reads, [&](const Instruction *read) { return loop.contains(read) || placeOf(*read) == place; }) &&
         all_of(around.blocks(), [&](const BasicBlock *block) {
           const auto *branch = dyn_cast<BranchInst>(block->getTerminator());
           if (loop.contains(block) || !branch || !branch->isConditional())
             return true;
           const auto *call = dyn_cast<CallInst>(branch->getCondition());
           return isOfNobody(branch->getCondition()) || (call && ir::opOf(*call) == ir::Op::LanesGone);
         });
}

/// By two parameters. They may be the same memory, but what is waited for is seldom reached by two.
bool areOfTwoParameters(const Value *a, const Value *b) {
  const Value *objectA = getUnderlyingObject(a), *objectB = getUnderlyingObject(b);
  return isa<Argument>(objectA) && isa<Argument>(objectB) && objectA != objectB;
}

/// Do lanes wait in an inner loop for what others, who are not in it yet, do on their way to it in a later round of the
/// outer one? Those stand behind the inner loop until it is left. What is read atomically is written so.
bool WarpWaits::Finder::waitsInsideRound() {
  auto comes = [&](const Loop &around, const Loop &loop, BasicBlock *block) { // in this round
    SmallPtrSet<BasicBlock *, 1> past = {around.getHeader()};
    return around.contains(block) && block != around.getHeader() && reaches(block, loop.getHeader(), analyses, &past);
  };
  auto pass = [&](const Loop &around, const Loop &loop) {
    return any_of(around.blocks(), [&](BasicBlock *block) {
      auto leads = [&](BasicBlock *next) { return comes(around, loop, next); };
      return !loop.contains(block) && shapes.isDivergent(block) && any_of(successors(block), leads) &&
             !all_of(successors(block), leads);
    });
  };
  auto bringsEnd = [&](const Loop &around, const Loop &loop, const Instruction &poll) {
    const Value *place = placeOf(poll);
    const auto reads = readsForBranches(around);
    const Instructions asked(reads.begin(), reads.end());
    const bool together = goesOnTogether(around, loop, place, asked);
    auto brings = [&](const Instruction &i) {
      const Value *written = placeOf(i);
      const auto *store = dyn_cast<StoreInst>(&i);
      return mayWrite(i, place) && !(written == place && together) &&
             !(written && areOfTwoParameters(written, place)) && !(poll.isAtomic() && store && store->isSimple()) &&
             !onlyAsks(i, asked);
    };
    return any_of(around.blocks(), [&](BasicBlock *block) {
      return !loop.contains(block) && (block == around.getHeader() || comes(around, loop, block)) &&
             any_of(*block, brings);
    });
  };
  for (const Instruction &yield : instructions(kernel)) {
    const Loop *loop = isYield(yield) ? waitingLoop(yield) : nullptr;
    if (!loop)
      continue;
    const auto polls = readsForBranches(*loop);
    for (const Loop *around = loop->getParentLoop(); around; around = around->getParentLoop())
      if (pass(*around, *loop) &&
          any_of(polls, [&](const Instruction *poll) { return bringsEnd(*around, *loop, *poll); }))
        return true;
  }
  return false;
}

void WarpWaits::Finder::findAside(std::vector<Aside> &aside) {
  for (Instruction &yield : instructions(kernel)) {
    const Loop *loop = isYield(yield) ? waitingLoop(yield) : nullptr;
    if (!loop)
      continue;
    const auto polls = pollsIn(*loop);
    for (Instruction &bringer : instructions(kernel))
      if (any_of(polls, [&](const Instruction *poll) { return mayWrite(bringer, placeOf(*poll)); }) &&
          !loop->contains(&bringer) && !comesTo(yield, bringer, analyses) && !comesTo(bringer, yield, analyses) &&
          partBefore(yield.getParent(), bringer.getParent(), shapes, analyses))
        aside.push_back({&yield, &bringer});
  }
}

WarpWaits::WarpWaits(Function &kernel, const LaunchShape &shape, const Target &target) {
  if (none_of(instructions(kernel), isYield))
    return;
  // Groups will be single warps: branches that ask for the warp part nobody.
  const bool known = kernel.hasFnAttribute(kOneWarpAttribute);
  kernel.addFnAttr(kOneWarpAttribute);
  Finder finder(kernel, shape, oneWarpPlan(shape, target));
  if (!known)
    kernel.removeFnAttr(kOneWarpAttribute);
  behind = finder.waitsForLeavers(false);
  if (finder.waitsOnBothSides())
    why = "lanes of one warp wait on both sides of a branch";
  else if (behind)
    why = "lanes of one warp wait in a loop for those that have left it";
  else if (finder.waitsInsideRound())
    why = "lanes of one warp wait in a loop for others in the loop around it";
  else {
    finder.findAside(aside);
    behind = finder.waitsForLeavers(true);
  }
}

std::string WarpWaits::reasonOfOrder(Function &kernel) const {
  if (aside.empty())
    return {};
  const FunctionAnalyses analyses(kernel);
  for (const Aside &pair : aside) {
    const auto *wait = dyn_cast_or_null<Instruction>(static_cast<Value *>(pair.wait));
    const auto *bringer = dyn_cast_or_null<Instruction>(static_cast<Value *>(pair.bringer));
    if (wait && bringer && comesTo(*wait, *bringer, analyses))
      return "lanes of one warp wait on one side of a branch for what others do on the other";
  }
  return {};
}

std::string waitsInsideWarp(FunctionAnalyses &analyses, const Shapes &shapes) {
  for (Loop *loop : analyses.loops.getLoopsInPreorder()) {
    if (!shapes.isDivergentLoop(loop) || hasBarrier(*loop))
      continue;
    for (const Instruction *poll : pollsOf(*loop))
      if (!shapes.of(poll).isUniform() && writtenAside(placeOf(*poll), *loop, shapes, analyses))
        return "lanes of one warp wait for each other in a loop";
  }
  return {};
}

} // namespace helicon::simt
