// In lock-step a group goes on behind a loop when its last thread has left it: who waits in the loop for a lock, a slot
// or a flag of one that has left would wait for ever. So the way from each exit to the last write that could be waited
// for is copied into the loop. Not past a place where threads meet: those in front of it would meet others than before.
// Cost: the copy's size in code; the loop has as many rounds as before, and whoever wins does the rest at once.
#include "simt/structurize/Waiters.h"

#include "simt/analysis/LoopFacts.h"
#include "simt/analysis/Polls.h"
#include "simt/structurize/Errand.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/SimplifyQuery.h>

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr size_t kMostInstructions = 1000; ///< of a copy

bool isMeeting(const Instruction &i) {
  const ir::Op op = opOf(i);
  return isBarrier(i) || op == ir::Op::BarrierArrive || isa<ReturnInst>(i);
}

/// Nobody goes on from here before all have left the loop.
bool isLeft(const BasicBlock &block) {
  const auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  const auto *call = branch && branch->isConditional() ? dyn_cast<CallInst>(branch->getCondition()) : nullptr;
  return call && (ir::opOf(*call) == ir::Op::LanesGone || ir::opOf(*call) == ir::Op::LoopLeft);
}

/// Who takes part in it depends on who comes along.
bool dependsOnLanes(const Instruction &i) {
  const ir::Op op = opOf(i);
  return op >= ir::Op::WarpSync && op <= ir::Op::ReduxXor;
}

/// What follows one exit of a loop, block by block, up to where threads meet, end, or begin a loop around it anew.
class WayOut {
public:
  WayOut(BasicBlock *target, const Loop &left, const LoopInfo &loops, ArrayRef<const Value *> places);
  /// Up to the last writes; no blocks where there are none.
  Errand errand() const;

private:
  bool leads(const BasicBlock *block) const { return leading.contains(block); }
  /// The last write of the block, before threads meet in it; null if there is none.
  Instruction *lastWrite(BasicBlock &block) const;

  const ArrayRef<const Value *> places;
  SetVector<BasicBlock *> region;
  SmallPtrSet<const BasicBlock *, 8> meet;    ///< blocks of the region that end it
  SmallPtrSet<const BasicBlock *, 8> leading; ///< from which threads come to a write
};

Instruction *WayOut::lastWrite(BasicBlock &block) const {
  Instruction *last = nullptr;
  for (Instruction &i : block) {
    if (isMeeting(i))
      break;
    if (any_of(places, [&](const Value *place) { return mayWrite(i, place); }))
      last = &i;
  }
  return last;
}

WayOut::WayOut(BasicBlock *target, const Loop &left, const LoopInfo &loops, ArrayRef<const Value *> places)
    : places(places) {
  SmallVector<BasicBlock *, 16> open = {target};
  while (!open.empty()) {
    BasicBlock *block = open.pop_back_val();
    const Loop *around = loops.getLoopFor(block);
    if (isLeft(*block) || (around && around->getHeader() == block && around->contains(&left)) || !region.insert(block))
      continue;
    if (any_of(*block, isMeeting))
      meet.insert(block);
    else
      append_range(open, successors(block));
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock *block : region)
      if (!leads(block) &&
          (lastWrite(*block) ||
           (!meet.contains(block) && any_of(successors(block), [&](BasicBlock *next) { return leads(next); }))))
        changed = leading.insert(block).second;
  }
}

/// Where an errand ends: behind its last write, and behind the parts of a pair that the write gives, which
/// are taken where it is made.
Instruction *behind(Instruction &write) {
  Instruction *end = write.getNextNode();
  while (isa<ExtractValueInst>(end))
    end = end->getNextNode();
  return end;
}

Errand WayOut::errand() const {
  Errand errand;
  for (BasicBlock *block : region) {
    if (!leads(block))
      continue;
    errand.blocks.insert(block);
    if (meet.contains(block) || none_of(successors(block), [&](BasicBlock *next) { return leads(next); }))
      errand.ends.push_back(behind(*lastWrite(*block)));
  }
  errand.seen = !errand.blocks.empty();
  return errand;
}

/// May the errand be done by some threads while others are in the loop?
bool canGoAlong(const Errand &errand) {
  size_t instructions = 0;
  for (BasicBlock *block : errand.blocks)
    for (const Instruction &i : *block) {
      if (is_contained(errand.ends, &i))
        break;
      if (dependsOnLanes(i) || ++instructions > kMostInstructions)
        return false;
    }
  return true;
}

/// Who has left brings nothing to the loop's next round: what all others bring alike is what the loop goes on with.
void simplifyJoins(Function &kernel) {
  const DominatorTree dominators(kernel);
  const SimplifyQuery query(kernel.getParent()->getDataLayout(), &dominators);
  for (BasicBlock &block : kernel)
    for (PHINode &phi : make_early_inc_range(block.phis()))
      if (any_of(phi.incoming_values(), [](const Use &in) { return isa<UndefValue>(in.get()); }))
        if (Value *same = simplifyInstruction(&phi, query)) {
          phi.replaceAllUsesWith(same);
          phi.eraseFromParent();
        }
}

} // namespace

bool takeAlong(Function &kernel, const LeftBehind &wait) {
  const DominatorTree dominators(kernel);
  const LoopInfo loops(dominators);
  const Loop *loop = loops.getLoopFor(wait.header);
  if (!loop || loop->getHeader() != wait.header || hasBarrier(*loop))
    return false;
  MapVector<BasicBlock *, Departure> departures;
  SmallVector<Loop::Edge, 4> exits;
  loop->getExitEdges(exits);
  for (auto [from, target] : exits) {
    if (isLeft(*from))
      continue;
    Departure &departure = departures[target];
    departure.header = wait.header;
    departure.target = target;
    departure.wayBack = ir::Op::LanesGone;
    departure.from.insert(from);
  }
  for (auto &[target, departure] : departures) {
    departure.errand = WayOut(target, *loop, loops, wait.places).errand();
    if (!departure.errand.seen)
      continue;
    if (!canGoAlong(departure.errand))
      return false;
    loop->getLoopLatches(departure.backward);
    copyErrand(departure);
    simplifyJoins(kernel);
    return true; // the others when this is asked for again
  }
  return false;
}

WarpWaits waitsInVectors(Function &kernel, const LaunchShape &shape, const Target &target) {
  constexpr unsigned kMostCopies = 16;
  for (unsigned copies = 0;; ++copies) {
    WarpWaits waits(kernel, shape, target);
    const auto left = waits.leftBehind();
    if (!left || copies == kMostCopies || !takeAlong(kernel, *left))
      return waits;
  }
}

} // namespace helicon::simt
