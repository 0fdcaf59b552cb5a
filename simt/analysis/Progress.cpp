// Where yields stand. A loop that polls (Polls.cpp) yields, and so does one without an end. Who finds a lock taken in
// lock-step need not wait where the lock is freed in the same round, unless its holder may be suspended meanwhile: by a
// yield in another loop, inside the lock or behind it. So locks that are asked for by a branch count in kernels that
// yield anyway, or where the loop itself never frees them.
#include "simt/analysis/Progress.h"

#include "simt/analysis/Polls.h"

#include <llvm/ADT/Statistic.h>

#define DEBUG_TYPE "simt-progress"
STATISTIC(numPollingLoops, "Loops that wait for other threads");

using namespace llvm;

namespace helicon::simt {

namespace {

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

void insertYield(const Loop &loop) {
  IRBuilder<> b(loop.getHeader(), loop.getHeader()->getFirstInsertionPt());
  ir::call(b, ir::Op::Yield);
}

} // namespace

unsigned insertYields(Function &kernel) {
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  std::optional<Controllers> controllers;
  auto pollsByBranch = [&](const Loop &loop, bool holdersYield) {
    if (!readsFlags(loop))
      return false;
    if (!controllers)
      controllers.emplace(kernel);
    return any_of(pollsByBranches(loop, *controllers), [&](const Instruction *poll) {
      return isa<LoadInst>(poll) || holdersYield || !isWrittenInside(*poll, loop);
    });
  };
  SmallVector<Loop *, 8> others;
  unsigned count = 0;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (hasBarrier(*loop))
      continue;
    if (isEndless(*loop) || !pollsOf(*loop).empty() || pollsByBranch(*loop, false))
      insertYield(*loop), ++count;
    else
      others.push_back(loop);
  }
  if (count > 0)
    for (const Loop *loop : others)
      if (pollsByBranch(*loop, true))
        insertYield(*loop), ++count;
  numPollingLoops += count;
  return count;
}

} // namespace helicon::simt
