#include "simt/phases/SavePlan.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>

using namespace llvm;

namespace helicon::simt {

SavePlan::SavePlan(Function &function, ArrayRef<Suspension> suspensions, const Liveness &live, const LoopInfo &loops,
                   const BitVector &saved, const Frame &frame)
    : function(function), suspensions(suspensions), live(live), loops(loops), saved(saved), frame(frame),
      inSlot(frame.slotCount(), BitVector(saved.size())) {
  for (unsigned value : saved.set_bits())
    inSlot[frame.slotOf(value)].set(value);
  placeAtSuspensions();
  placeBeforeLoops();
  dropKnown();
  dropUnread();
}

void SavePlan::put(BasicBlock *block, unsigned value, Value *content) {
  auto &there = saves[block];
  // One store a slot and block; a second would undo the first.
  if (none_of(there, [&](const Save &s) { return frame.slotOf(s.value) == frame.slotOf(value); }))
    there.push_back({value, content});
}

// That alone is right: values that are alive across the same suspension have slots of their own.
void SavePlan::placeAtSuspensions() {
  for (size_t k = 0; k < suspensions.size(); ++k)
    for (unsigned value : live.across(k).set_bits())
      if (saved.test(value))
        put(suspensions[k].before, value, live.values()[value]);
}

// What may make those saves needless; where it doesn't, it is found unread and goes again.
void SavePlan::placeBeforeLoops() {
  for (size_t k = 0; k < suspensions.size(); ++k)
    for (unsigned value : live.across(k).set_bits()) {
      Loop *outermost = nullptr;
      for (Loop *loop = loops.getLoopFor(suspensions[k].before); loop && !loop->contains(live.values()[value]);
           loop = loop->getParentLoop())
        outermost = loop;
      if (BasicBlock *early = outermost ? outermost->getLoopPreheader() : nullptr; early && saved.test(value))
        put(early, value, live.values()[value]);
    }
  for (const Loop *loop : loops.getLoopsInPreorder())
    placeFirstValues(*loop);
}

void SavePlan::placeFirstValues(const Loop &loop) {
  BasicBlock *early = loop.getLoopPreheader();
  for (PHINode &phi : loop.getHeader()->phis())
    if (std::optional<unsigned> value = live.indexOf(&phi); early && value && saved.test(*value))
      put(early, *value, phi.getIncomingValueForBlock(early));
}

bool SavePlan::isKnown(const Save &save, const BitVector &known) const {
  std::optional<unsigned> content = live.indexOf(save.content);
  return content && saved.test(*content) && frame.slotOf(*content) == frame.slotOf(save.value) && known.test(*content);
}

// What is known after a save. A first value belongs to the edge: its phi is not made yet.
void SavePlan::note(const Save &save, BitVector &known) const {
  if (isKnown(save, known))
    return;
  known.reset(inSlot[frame.slotOf(save.value)]);
  if (!isFirstValue(save))
    known.set(save.value);
}

BitVector SavePlan::knownAtStart(BasicBlock &block, const Facts &atEnd) const {
  if (pred_empty(&block))
    return BitVector(saved.size());
  BitVector all(saved.size(), true);
  for (BasicBlock *pred : predecessors(&block)) {
    const BitVector &before = atEnd.find(pred)->second;
    BitVector onEdge = before;
    for (PHINode &phi : block.phis()) {
      std::optional<unsigned> value = live.indexOf(&phi);
      if (!value || !saved.test(*value))
        continue;
      Save copy{*value, phi.getIncomingValueForBlock(pred)};
      bool first = any_of(at(pred), [&](const Save &s) { return s.value == *value && isFirstValue(s); });
      onEdge[*value] = first || isKnown(copy, before);
    }
    all &= onEdge;
  }
  return all;
}

// Forward: which values their slots are known to hold. A save of such a value writes what is there already. A new
// round's value is never taken for the last one's: a way from the start to its definition has no save of it.
void SavePlan::dropKnown() {
  Facts atEnd;
  for (BasicBlock &block : function)
    atEnd[&block].resize(saved.size(), true);
  ReversePostOrderTraversal<Function *> order(&function);
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock *block : order) {
      BitVector known = knownAtStart(*block, atEnd);
      for (const Save &save : at(block))
        note(save, known);
      if (known != atEnd[block]) {
        atEnd[block] = std::move(known);
        changed = true;
      }
    }
  }
  DenseMap<const BasicBlock *, SmallVector<Save, 8>> needed;
  for (auto &[block, list] : saves) {
    BitVector known = knownAtStart(*const_cast<BasicBlock *>(block), atEnd);
    for (const Save &save : list) {
      if (!isKnown(save, known))
        needed[block].push_back(save);
      note(save, known);
    }
  }
  saves = std::move(needed);
}

// Backward: which slots are read later, before they are written again.
void SavePlan::dropUnread() {
  Facts atStart;
  DenseMap<const BasicBlock *, BitVector> readAfter; // what the resume point reads
  for (BasicBlock &block : function)
    atStart[&block].resize(inSlot.size());
  for (size_t k = 0; k < suspensions.size(); ++k) {
    BitVector &slots = readAfter[suspensions[k].before];
    slots.resize(inSlot.size());
    for (unsigned value : live.across(k).set_bits())
      if (saved.test(value))
        slots.set(frame.slotOf(value));
  }
  auto atEnd = [&](BasicBlock *block) {
    BitVector read = readAfter.lookup(block);
    read.resize(inSlot.size());
    for (BasicBlock *next : successors(block))
      read |= atStart[next];
    return read;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock *block : post_order(&function)) {
      BitVector read = atEnd(block);
      for (const Save &save : at(block))
        read.reset(frame.slotOf(save.value));
      if (read != atStart[block]) {
        atStart[block] = std::move(read);
        changed = true;
      }
    }
  }
  for (BasicBlock &block : function)
    if (auto it = saves.find(&block); it != saves.end()) {
      BitVector read = atEnd(&block);
      erase_if(it->second, [&](const Save &save) { return !read.test(frame.slotOf(save.value)); });
    }
}

} // namespace helicon::simt
