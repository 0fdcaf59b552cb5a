// Loops that load a tile, wait for each other and compute on it: while they compute, the next tile could be on its way,
// but its loads stand behind a barrier and too far ahead for hardware, which sees rows a page apart. So each load in
// such a loop asks for what the next round will read at its place, where that place moves by the same amount each
// round. One instruction a load. Into the second level: the first holds the tiles (tiled product 1024 against its
// hand-written phases: TILE 32 0.81 without, 0.87 into the first level, 0.93 into the second; TILE 16 1.05,
// 0.97, 1.00). A place that moves to the next line is left to the hardware.
#include "kernel-ir/AddressSpace.h"
#include "simt/Simt.h"
#include "simt/analysis/LoopFacts.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#define DEBUG_TYPE "simt-prefetch-tiles"
STATISTIC(numPrefetches, "Loads that ask for the next round's place");

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr unsigned kNearBytes = 65;                               ///< the next line at most
enum : unsigned { kForReading = 0, kSecondLevel = 2, kData = 1 }; ///< operands of llvm.prefetch

/// By how much the load's address moves each round, expanded in front of the loop; null where it is not known.
Value *stepOf(LoadInst &load, const Loop &loop, ScalarEvolution &evolution, SCEVExpander &expander) {
  auto *recurrence = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(load.getPointerOperand()));
  if (!recurrence || recurrence->getLoop() != &loop || !recurrence->isAffine())
    return nullptr;
  const SCEV *step = recurrence->getStepRecurrence(evolution);
  if (auto *constant = dyn_cast<SCEVConstant>(step); constant && constant->getAPInt().abs().ult(kNearBytes))
    return nullptr; // along a row: hardware sees that itself
  Instruction *before = loop.getLoopPreheader()->getTerminator();
  if (!expander.isSafeToExpandAt(step, before))
    return nullptr;
  return expander.expandCodeFor(step, step->getType(), before);
}

} // namespace

unsigned prefetchTiles(LoopFacts &facts) {
  LoopInfo &loops = facts.analyses().loops;
  if (loops.empty())
    return 0;
  ScalarEvolution &evolution = facts.evolution();
  SCEVExpander expander(evolution, facts.kernel().getParent()->getDataLayout(), "round");
  unsigned count = 0;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->getLoopPreheader() || !hasBarrier(*loop))
      continue;
    SmallVector<LoadInst *, 8> loads;
    for (BasicBlock *block : loop->blocks())
      if (loops.getLoopFor(block) == loop)
        for (Instruction &i : *block)
          if (auto *load = dyn_cast<LoadInst>(&i);
              load && load->isSimple() && load->getPointerAddressSpace() == kGlobal)
            loads.push_back(load);
    for (LoadInst *load : loads)
      if (Value *step = stepOf(*load, *loop, evolution, expander)) {
        IRBuilder<> b(load);
        Value *next = b.CreateGEP(b.getInt8Ty(), load->getPointerOperand(), step);
        b.CreateIntrinsic(Intrinsic::prefetch, {next->getType()},
                          {next, b.getInt32(kForReading), b.getInt32(kSecondLevel), b.getInt32(kData)});
        ++count;
      }
  }
  numPrefetches += count;
  return count;
}

} // namespace helicon::simt
