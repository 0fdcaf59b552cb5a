// A trap leads to the return (prepare/Exits.cpp), and structured code comes to what follows a loop or a branch when all
// threads of the group have come: one that traps would be heard when the others are done, which may be never. But
// nobody goes on behind a trap. So its block leads back to where the others go on, and runs before they do. Each way in
// gets a copy of its own of what is only done on the way to a trap; a large one with several ways in is left where it
// is. A loop that only traps leave gets an exit that nobody takes (helicon.lanes.gone).
// Cost: linear; loops lose an exit by it, and their masks.
#include "simt/structurize/TrapsFirst.h"

#include "kernel-ir/Abi.h"
#include "kernel-ir/Intrinsics.h"
#include "simt/analysis/Edges.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#define DEBUG_TYPE "helicon-structurize"
STATISTIC(numTrapsFirst, "Ways to a trap that come before what the other threads do");

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr size_t kMostCopied = 300; ///< instructions on the way to a trap

/// The block's trap, assert or report, if it has one.
CallInst *trapOf(BasicBlock &block) {
  for (Instruction &i : block)
    if (auto *call = dyn_cast<CallInst>(&i); call && ir::endsLaunch(ir::opOf(*call)))
      return call;
  return nullptr;
}

/// A branch to a way that ends in a trap.
struct Edge {
  BasicBlock *from, *doomed;
};

using Way = SetVector<BasicBlock *>;

/// All that is done from there on until a trap.
Way wayFrom(BasicBlock *doomed) {
  Way way;
  way.insert(doomed);
  for (size_t k = 0; k < way.size(); ++k)
    if (!trapOf(*way[k]))
      way.insert(succ_begin(way[k]), succ_end(way[k]));
  return way;
}

class Traps {
public:
  explicit Traps(Function &kernel) : kernel(kernel) {}
  unsigned run();

private:
  void findGoing();
  void openLoops();
  void openLoop(Loop &loop, LoopInfo &loops);
  BasicBlock *addExit(Loop &loop);
  BasicBlock *lead(const Edge &edge, BasicBlock &onwards);
  bool isOwn(const Way &way, const Edge &edge) const;
  Way copy(const Way &way, const Edge &edge);

  Function &kernel;
  SmallPtrSet<BasicBlock *, 32> goesOn; ///< a return can be reached without a trap
  unsigned count = 0;
};

void Traps::findGoing() {
  SmallVector<BasicBlock *> work;
  for (BasicBlock &block : kernel)
    if (isa<ReturnInst>(block.getTerminator()) && !trapOf(block) && goesOn.insert(&block).second)
      work.push_back(&block);
  while (!work.empty())
    for (BasicBlock *before : predecessors(work.pop_back_val()))
      if (!trapOf(*before) && goesOn.insert(before).second)
        work.push_back(before);
}

/// The exit leads to a trap as the loop's other exits do. Returns the block in the loop from which it leaves.
BasicBlock *Traps::addExit(Loop &loop) {
  SmallVector<BasicBlock *, 4> latches;
  loop.getLoopLatches(latches);
  BasicBlock *out = exitWhenGone(*latches.front(), *loop.getHeader(), "trap.round");
  IRBuilder<> b(out);
  ir::call(b, ir::Op::Trap, {b.getInt32(static_cast<uint32_t>(TrapKind::Trap))});
  BasicBlock &last = *find_if(kernel, [](BasicBlock &block) { return isa<ReturnInst>(block.getTerminator()); });
  b.CreateBr(&last);
  for (PHINode &phi : last.phis())
    phi.addIncoming(Constant::getNullValue(phi.getType()), out);
  return out->getSinglePredecessor();
}

/// A loop that only traps leave: those who trap do so while the others go round, in the innermost loop if they can.
void Traps::openLoop(Loop &loop, LoopInfo &loops) {
  SmallVector<Edge> edges;
  for (BasicBlock *block : loop.blocks())
    for (BasicBlock *to : SmallSetVector<BasicBlock *, 4>(succ_begin(block), succ_end(block)))
      if (!loop.contains(to))
        edges.push_back({block, to});
  loop.addBasicBlockToLoop(addExit(loop), loops);
  for (const Edge &edge : edges)
    for (Loop *stay : {loops.getLoopFor(edge.from), &loop}) {
      auto onwards = find_if(successors(edge.from), [&](BasicBlock *next) { return stay->contains(next); });
      if (onwards == succ_end(edge.from))
        continue;
      if (BasicBlock *over = lead(edge, **onwards))
        stay->addBasicBlockToLoop(over, loops);
      break;
    }
}

void Traps::openLoops() {
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  SmallVector<Loop *> outermost(loops.begin(), loops.end());
  while (!outermost.empty()) {
    Loop *loop = outermost.pop_back_val();
    if (goesOn.contains(loop->getHeader()))
      outermost.append(loop->begin(), loop->end());
    else
      openLoop(*loop, loops);
  }
}

/// Nobody else comes there.
bool Traps::isOwn(const Way &way, const Edge &edge) const {
  return all_of(way, [&](BasicBlock *block) {
    return all_of(predecessors(block), [&](BasicBlock *before) {
      return way.contains(before) || (before == edge.from && block == edge.doomed);
    });
  });
}

/// The way once more, for this edge alone.
Way Traps::copy(const Way &way, const Edge &edge) {
  ValueToValueMapTy map;
  SmallVector<BasicBlock *, 4> copies;
  for (BasicBlock *block : way) {
    copies.push_back(CloneBasicBlock(block, map, ".first", &kernel));
    map[block] = copies.back();
  }
  remapInstructionsInBlocks(copies, map);
  auto *first = cast<BasicBlock>(map[edge.doomed]);
  edge.from->getTerminator()->replaceSuccessorWith(edge.doomed, first);
  const Way made(copies.begin(), copies.end());
  for (BasicBlock *copy : copies)
    for (PHINode &phi : make_early_inc_range(copy->phis()))
      for (unsigned i = phi.getNumIncomingValues(); i-- > 0;)
        if (BasicBlock *in = phi.getIncomingBlock(i); !made.contains(in) && (copy != first || in != edge.from))
          phi.removeIncomingValue(i);
  for (PHINode &phi : make_early_inc_range(edge.doomed->phis()))
    while (phi.getBasicBlockIndex(edge.from) >= 0)
      phi.removeIncomingValue(edge.from, /*DeletePHIIfEmpty=*/false);
  return made;
}

/// Makes a way to a trap end where the other threads go on: in the block returned, or null where it is left.
BasicBlock *Traps::lead(const Edge &edge, BasicBlock &onwards) {
  auto [from, doomed] = edge;
  Way way = wayFrom(doomed);
  if (!isOwn(way, edge)) {
    size_t size = 0;
    for (BasicBlock *block : way)
      size += block->size();
    if (size > kMostCopied)
      return nullptr;
    way = copy(way, edge);
  }
  BasicBlock *over = blockOnEdge(*from, onwards, "trap.over");
  if (goesOn.contains(&onwards))
    goesOn.insert(over);
  for (BasicBlock *block : way) {
    CallInst *trap = trapOf(*block);
    if (!trap || any_of(successors(block), [&](BasicBlock *next) { return way.contains(next); }))
      continue;
    for (BasicBlock *next : successors(block))
      next->removePredecessor(block, /*KeepOneInputPHIs=*/true);
    while (&block->back() != trap)
      block->back().eraseFromParent();
    BranchInst::Create(over, block)->setDebugLoc(trap->getDebugLoc());
  }
  ++count;
  return over;
}

unsigned Traps::run() {
  if (none_of(kernel, [](BasicBlock &block) { return trapOf(block) != nullptr; }))
    return 0;
  findGoing();
  openLoops();
  SmallVector<std::pair<BasicBlock *, BasicBlock *>> ways;
  for (BasicBlock &block : kernel)
    if (goesOn.contains(&block))
      for (BasicBlock *next : SmallSetVector<BasicBlock *, 4>(succ_begin(&block), succ_end(&block)))
        if (!goesOn.contains(next))
          ways.push_back({&block, next});
  for (auto [from, doomed] : ways) {
    auto onwards = find_if(successors(from), [&](BasicBlock *block) { return goesOn.contains(block); });
    lead({from, doomed}, **onwards);
  }
  removeUnreachableBlocks(kernel);
  numTrapsFirst += count;
  return count;
}

} // namespace

unsigned trapFirst(Function &kernel) { return Traps(kernel).run(); }

} // namespace helicon::simt
