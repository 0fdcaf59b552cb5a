// Where yields stand. A loop that polls (Polls.cpp) yields, and so does one without an end. Who finds a lock taken in
// lock-step need not wait where the lock is freed in the same round, unless its holder may be suspended meanwhile: by a
// yield in another loop, inside the lock or behind it. So locks that are asked for by a branch count in kernels that
// yield anyway, or where the loop itself never frees them. A yield says whether the thread has gone round once more in
// a loop that only its block can end, so that the runtime sees when nobody is left who would.
#include "simt/analysis/Progress.h"

#include "simt/analysis/ClosedLoops.h"
#include "simt/analysis/Polls.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#define DEBUG_TYPE "simt-progress"
STATISTIC(numPollingLoops, "Loops that wait for other threads");
STATISTIC(numWalks, "Loops that walk along what others may write");
STATISTIC(numClosedLoops, "Loops that wait for threads of their block");

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

/// Only threads of the block can bring an end to the loop. One that ends by itself is none to look at again and again.
bool waitsForBlock(const Loop &loop) {
  return isClosed(loop) && none_of(exitsOf(loop), [&](const Instruction *exit) { return endsByItself(*exit, loop); });
}

/// False when the loop is entered, true in each further round.
PHINode *wentRound(const Loop &loop) {
  BasicBlock *header = loop.getHeader();
  PHINode *again = PHINode::Create(Type::getInt1Ty(header->getContext()), 2, "again", header->begin());
  for (BasicBlock *from : predecessors(header))
    again->addIncoming(ConstantInt::getBool(header->getContext(), loop.contains(from)), from);
  return again;
}

/// Does each read that it waits by look at another place than the round before? Then it may take many rounds though it
/// waits for nobody: it walks along a table or a list.
bool onlyWalks(const Loop &loop) {
  const auto polls = pollsOf(loop);
  return !polls.empty() && all_of(polls, [&](const Instruction *poll) { return walksOn(*poll, loop); });
}

/// A yield in each round of the loop.
void insertYield(const Loop &loop, bool waits) {
  Value *again = ConstantInt::getFalse(loop.getHeader()->getContext());
  if (waits && waitsForBlock(loop)) {
    ++numClosedLoops;
    again = wentRound(loop);
  }
  IRBuilder<> b(loop.getHeader(), loop.getHeader()->getFirstInsertionPt());
  if (DebugLoc start = loop.getStartLoc())
    b.SetCurrentDebugLocation(start);
  ir::call(b, ir::Op::Yield, {again});
}

/// A yield in every 64th round.
void insertSeldomYield(const Loop &loop, LoopInfo &loops) {
  constexpr unsigned kRounds = 64;
  BasicBlock *header = loop.getHeader();
  IRBuilder<> b(header, header->begin());
  PHINode *round = b.CreatePHI(b.getInt32Ty(), 2, "round");
  b.SetInsertPoint(header, header->getFirstInsertionPt());
  if (DebugLoc start = loop.getStartLoc())
    b.SetCurrentDebugLocation(start);
  Value *next = b.CreateAdd(round, b.getInt32(1), "round.next");
  for (BasicBlock *from : predecessors(header))
    round->addIncoming(loop.contains(from) ? next : b.getInt32(0), from);
  Value *due = b.CreateICmpEQ(b.CreateAnd(next, b.getInt32(kRounds - 1)), b.getInt32(0), "due");
  Instruction *then = SplitBlockAndInsertIfThen(due, &*b.GetInsertPoint(), /*Unreachable=*/false, nullptr,
                                                static_cast<DomTreeUpdater *>(nullptr), &loops);
  b.SetInsertPoint(then);
  ir::call(b, ir::Op::Yield, {b.getFalse()});
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
  SmallVector<Loop *, 8> endless, polling, others;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (!hasBarrier(*loop))
      (isEndless(*loop)                                         ? endless
       : !pollsOf(*loop).empty() || pollsByBranch(*loop, false) ? polling
                                                                : others)
          .push_back(loop);
  if (!endless.empty() || !polling.empty())
    copy_if(others, std::back_inserter(polling), [&](const Loop *loop) { return pollsByBranch(*loop, true); });
  for (const Loop *loop : endless)
    insertYield(*loop, /*waits=*/false);
  for (const Loop *loop : polling)
    if (onlyWalks(*loop))
      insertSeldomYield(*loop, loops), ++numWalks;
    else
      insertYield(*loop, /*waits=*/true);
  const unsigned count = endless.size() + polling.size();
  numPollingLoops += count;
  return count;
}

} // namespace helicon::simt
