#include "simt/phases/SavePlan.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>

using namespace llvm;

namespace helicon::simt {

namespace {

// The block in front of the outermost loop that contains the suspension and not the value's definition.
BasicBlock *blockBeforeLoops(const LoopInfo &loops, const BasicBlock *suspension, const Instruction &value) {
  Loop *outermost = nullptr;
  for (Loop *loop = loops.getLoopFor(suspension); loop && !loop->contains(&value); loop = loop->getParentLoop())
    outermost = loop;
  return outermost ? outermost->getLoopPreheader() : nullptr;
}

} // namespace

SavePlan::SavePlan(Function &function, ArrayRef<Suspension> suspensions, const Liveness &live, const LoopInfo &loops,
                   const BitVector &saved)
    : earlySet(live.values().size()) {
  place(suspensions, live, loops, saved);
  dropKnown(function, live);
}

SmallVector<BasicBlock *> SavePlan::blocks() const {
  SmallVector<BasicBlock *> result;
  for (auto &[block, set] : saves)
    if (set.any())
      result.push_back(block);
  return result;
}

void SavePlan::place(ArrayRef<Suspension> suspensions, const Liveness &live, const LoopInfo &loops,
                     const BitVector &saved) {
  auto put = [&](BasicBlock *block, unsigned value) {
    BitVector &set = saves[block];
    set.resize(live.values().size());
    set.set(value);
  };
  for (size_t k = 0; k < suspensions.size(); ++k)
    for (unsigned value : live.across(k).set_bits()) {
      if (!saved.test(value))
        continue;
      BasicBlock *early = blockBeforeLoops(loops, suspensions[k].before, *live.values()[value]);
      put(early ? early : suspensions[k].before, value);
      if (early)
        earlySet.set(value);
    }
}

// Forward dataflow: a slot holds its value when every path from the definition has passed a save of it.
void SavePlan::dropKnown(Function &function, const Liveness &live) {
  unsigned count = live.values().size();
  DenseMap<BasicBlock *, BitVector> made, known; // definitions in a block; what holds at its end
  for (BasicBlock &block : function) {
    made[&block].resize(count);
    known[&block].resize(count, true);
  }
  for (unsigned value = 0; value < count; ++value)
    made[live.values()[value]->getParent()].set(value);
  auto atEntry = [&](BasicBlock *block) {
    if (pred_empty(block))
      return BitVector(count);
    BitVector all(count, true);
    for (BasicBlock *pred : predecessors(block))
      all &= known[pred];
    return all;
  };
  ReversePostOrderTraversal<Function *> order(&function);
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock *block : order) {
      BitVector holds = atEntry(block);
      holds.reset(made[block]);
      if (auto it = saves.find(block); it != saves.end())
        holds |= it->second;
      if (holds != known[block]) {
        known[block] = std::move(holds);
        changed = true;
      }
    }
  }
  for (auto &[block, set] : saves) {
    BitVector holds = atEntry(block);
    holds.reset(made[block]);
    set.reset(holds);
  }
}

} // namespace helicon::simt
