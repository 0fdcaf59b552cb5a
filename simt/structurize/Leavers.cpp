// A barrier does not wait for a thread that has ended, but for all that it does until then. Structured code has it the
// other way round: a group goes on behind a loop when its last thread has left it, and code that several branches lead
// to runs behind them all. So what follows a divergent exit of a loop with barriers is copied into the loop, up to
// where the thread waits or ends; a way back that nobody takes (helicon.loop.left) makes the copy part of the loop.
// And threads that part for good from others who go on to a barrier get a copy of their own of what they have left
// to do. Branches that all threads take at once stay as they are. Cost: the analyses once a kernel with barriers, and
// once more a copy; code grows by the copies.
#include "simt/structurize/Leavers.h"

#include "simt/analysis/LoopFacts.h"
#include "simt/analysis/PassRunner.h"
#include "simt/structurize/Errand.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>

#include <optional>

using namespace llvm;

namespace helicon::simt {

namespace {

class Leavers {
public:
  explicit Leavers(Function &kernel)
      : kernel(kernel), runner(*kernel.getParent()), analyses(runner.analyses()),
        dominators(analyses.getResult<DominatorTreeAnalysis>(kernel)), loops(analyses.getResult<LoopAnalysis>(kernel)),
        uniformity(analyses.getResult<UniformityInfoAnalysis>(kernel)), staying(leadingTo(kernel, isBarrier)) {}

  /// The first departure with an errand that others can see.
  std::optional<Departure> find() const {
    std::optional<Departure> departure = ofFlag();
    if (!departure)
      departure = ofLoop();
    return departure ? std::move(departure) : ofBranch();
  }

private:
  std::optional<Departure> ofFlag() const;
  std::optional<Departure> ofLoop() const;
  std::optional<Departure> ofBranch() const;
  bool leaveTogether(BasicBlock &block) const;
  bool reachesBarrierPast(BasicBlock &branch, BasicBlock &block) const;
  Errand errandFrom(BasicBlock *target, const Loop *left) const;

  Function &kernel;
  PassRunner runner;
  FunctionAnalysisManager &analyses;
  DominatorTree &dominators;
  LoopInfo &loops;
  UniformityInfo &uniformity;
  SmallPtrSet<BasicBlock *, 32> staying; ///< the blocks from which threads may come to a barrier
};

/// All threads that have not ended come to the end of the block at once, and take the same way. Programs bring their
/// threads together at barriers; apart they are behind a divergent branch from which some may come to a barrier
/// without coming here.
bool Leavers::leaveTogether(BasicBlock &block) const {
  if (uniformity.hasDivergentTerminator(block))
    return false;
  if (any_of(block, isBarrier))
    return true;
  // Backwards up to barriers: from where threads come here.
  SmallPtrSet<BasicBlock *, 32> before;
  SmallVector<BasicBlock *, 32> open = {&block};
  while (!open.empty())
    for (BasicBlock *from : predecessors(open.pop_back_val()))
      if (before.insert(from).second && none_of(*from, isBarrier))
        open.push_back(from);
  return none_of(before, [&](BasicBlock *from) {
    return from != &block && uniformity.hasDivergentTerminator(*from) && reachesBarrierPast(*from, block);
  });
}

/// Both ways on from the branch may come to a barrier, and one does without coming to `block`.
bool Leavers::reachesBarrierPast(BasicBlock &branch, BasicBlock &block) const {
  if (count_if(successors(&branch), [&](BasicBlock *next) { return staying.contains(next); }) < 2)
    return false; // those that stay stay together
  SmallPtrSet<BasicBlock *, 32> seen = {&block};
  SmallVector<BasicBlock *, 32> open = {&branch};
  while (!open.empty())
    for (BasicBlock *next : successors(open.pop_back_val())) {
      if (!staying.contains(next) || !seen.insert(next).second)
        continue;
      if (any_of(*next, isBarrier))
        return true;
      open.push_back(next);
    }
  return false;
}

bool isPrivate(const Instruction &i) {
  auto *store = dyn_cast<StoreInst>(&i);
  return store && isa<AllocaInst>(getUnderlyingObject(store->getPointerOperand()));
}

Errand Leavers::errandFrom(BasicBlock *target, const Loop *left) const {
  Errand errand;
  SmallVector<BasicBlock *, 16> open = {target};
  while (!open.empty()) {
    BasicBlock *block = open.pop_back_val();
    const Loop *around = left ? loops.getLoopFor(block) : nullptr;
    if (errand.blocks.contains(block) || isLeavers(*block) ||
        (around && around->getHeader() == block && around->contains(left)))
      continue;
    Instruction *end = nullptr;
    for (Instruction &i : *block) {
      if (isBarrier(i) || isa<ReturnInst>(i)) {
        end = &i;
        break;
      }
      errand.seen |= i.mayHaveSideEffects() && !isPrivate(i);
    }
    if (end && end == block->getFirstNonPHIOrDbg())
      continue;
    errand.blocks.insert(block);
    if (end)
      errand.ends.push_back(end);
    else
      append_range(open, successors(block));
  }
  return errand;
}

/// The innermost loop with barriers that the edge leaves.
Loop *leftLoop(const LoopInfo &loops, const BasicBlock *from, const BasicBlock *to) {
  for (Loop *loop = loops.getLoopFor(from); loop && !loop->contains(to); loop = loop->getParentLoop())
    if (hasBarrier(*loop))
      return loop;
  return nullptr;
}

std::optional<Departure> Leavers::ofLoop() const {
  MapVector<std::pair<Loop *, BasicBlock *>, Departure> departures;
  for (BasicBlock &block : kernel)
    for (BasicBlock *next : successors(&block)) {
      Loop *loop = leftLoop(loops, &block, next);
      if (!loop || isLeavers(block) || leaveTogether(block))
        continue;
      Departure &departure = departures[{loop, next}];
      if (!departure.header)
        loop->getLoopLatches(departure.backward);
      departure.header = loop->getHeader();
      departure.target = next;
      departure.from.insert(&block);
    }
  for (auto &[where, departure] : departures) {
    departure.errand = errandFrom(departure.target, where.first);
    if (departure.errand.seen)
      return std::move(departure);
  }
  return std::nullopt;
}

/// Threads come to where others come from barriers, and a flag tells that they have none before them: so that the
/// branch can be seen at which they part, the blocks up to the flag's branch become theirs alone.
std::optional<Departure> Leavers::ofFlag() const {
  SmallVector<Departure, 4> departures; // once a way
  for (BasicBlock &block : kernel) {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || branch->isUnconditional() || isLeavers(block) ||
        !all_of(successors(&block), [&](BasicBlock *next) { return staying.contains(next); }))
      continue;
    for (unsigned k : {0u, 1u}) {
      std::optional<DecidedWay> way = decidedWay(block, k, dominators, staying);
      if (!way || leaveTogether(block))
        continue;
      auto same = find_if(departures, [&](const Departure &departure) { return departure.decided == *way; });
      if (same == departures.end()) {
        Departure departure;
        departure.target = branch->getSuccessor(k);
        for (const DecidedStep &step : *way)
          departure.errand.blocks.insert(step.block);
        departure.decided = std::move(*way);
        departures.push_back(std::move(departure));
        same = std::prev(departures.end());
      }
      same->from.insert(&block);
    }
  }
  for (Departure &departure : departures)
    if (errandFrom(departure.target, nullptr).seen)
      return std::move(departure);
  return std::nullopt;
}

/// Some threads go on to a barrier, and the others to their end by way of code that more threads come to.
std::optional<Departure> Leavers::ofBranch() const {
  for (BasicBlock &block : kernel) {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || branch->isUnconditional() || isLeavers(block))
      continue;
    const bool second = staying.contains(branch->getSuccessor(0));
    BasicBlock *target = branch->getSuccessor(second);
    if (staying.contains(target) || !staying.contains(branch->getSuccessor(!second)))
      continue;
    Departure departure{nullptr, {}, target, {}, errandFrom(target, nullptr), {}};
    departure.from.insert(&block);
    const SetVector<BasicBlock *> &blocks = departure.errand.blocks;
    auto comesFromElsewhere = [&](BasicBlock *part) {
      return any_of(predecessors(part), [&](BasicBlock *from) { return from != &block && !blocks.contains(from); });
    };
    if (departure.errand.seen && any_of(blocks, comesFromElsewhere) && !leaveTogether(block))
      return departure;
  }
  return std::nullopt;
}

} // namespace

SmallPtrSet<BasicBlock *, 32> leadingTo(Function &kernel, bool (*wanted)(const Instruction &)) {
  SmallPtrSet<BasicBlock *, 32> found;
  SmallVector<BasicBlock *, 32> open;
  for (BasicBlock &block : kernel)
    if (any_of(block, wanted)) {
      found.insert(&block);
      open.push_back(&block);
    }
  while (!open.empty())
    for (BasicBlock *before : predecessors(open.pop_back_val()))
      if (!isLeavers(*before) && found.insert(before).second)
        open.push_back(before);
  return found;
}

bool finishLeavers(Function &kernel) {
  if (none_of(instructions(kernel), isBarrier))
    return false;
  std::optional<Departure> departure = Leavers(kernel).find();
  if (departure)
    copyErrand(*departure);
  return departure.has_value();
}

} // namespace helicon::simt
