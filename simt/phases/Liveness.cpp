#include "simt/phases/Liveness.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace helicon::simt {

Liveness::Liveness(Function &function, ArrayRef<Suspension> suspensions,
                   function_ref<bool(const Instruction &)> isFixed) {
  number(function, isFixed);
  solve(function);
  BitVector any(all.size());
  for (const Suspension &s : suspensions)
    any |= sets[s.resume].liveIn;
  for (unsigned i : any.set_bits()) {
    listedNumberOf[all[i]] = listed.size();
    listed.push_back(all[i]);
  }
  addInflow();
  for (const Suspension &s : suspensions) {
    BitVector across(listed.size());
    for (unsigned i : sets[s.resume].liveIn.set_bits())
      across.set(listedNumberOf.lookup(all[i]));
    acrossSets.push_back(std::move(across));
  }
}

void Liveness::addInflow() {
  for (unsigned n = 0; n < listed.size(); ++n)
    if (auto *phi = dyn_cast<PHINode>(listed[n]))
      for (Value *incoming : phi->incoming_values())
        if (auto *other = dyn_cast<PHINode>(incoming); other && listedNumberOf.try_emplace(other, listed.size()).second)
          listed.push_back(other);
}

BitVector Liveness::suspensionsOf(unsigned value) const {
  BitVector result(acrossSets.size());
  for (size_t k = 0; k < acrossSets.size(); ++k)
    if (acrossSets[k].test(value))
      result.set(k);
  return result;
}

std::optional<unsigned> Liveness::indexOf(const Value *value) const {
  auto it = listedNumberOf.find(value);
  return it == listedNumberOf.end() ? std::nullopt : std::optional(it->second);
}

void Liveness::number(Function &function, function_ref<bool(const Instruction &)> isFixed) {
  for (Instruction &i : instructions(function)) {
    if (i.getType()->isVoidTy() || isFixed(i) || !i.isUsedOutsideOfBlock(i.getParent()))
      continue;
    numberOf[&i] = all.size();
    all.push_back(&i);
  }
}

void Liveness::solve(Function &function) {
  auto find = [&](const Value *value) -> int {
    auto *i = dyn_cast<Instruction>(value);
    auto it = i ? numberOf.find(i) : numberOf.end();
    return it == numberOf.end() ? -1 : static_cast<int>(it->second);
  };
  for (BasicBlock &block : function) {
    BlockSets &s = sets[&block];
    s.used.resize(all.size());
    s.defined.resize(all.size());
    s.liveIn.resize(all.size());
    for (Instruction &i : block) {
      // A phi reads its operands on the edges, not here.
      if (!isa<PHINode>(i))
        for (const Use &use : i.operands())
          if (int n = find(use); n >= 0 && !s.defined.test(n))
            s.used.set(n);
      if (int n = find(&i); n >= 0)
        s.defined.set(n);
    }
  }
  SmallVector<BasicBlock *> order(post_order(&function));
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock *block : order) {
      BitVector live(all.size());
      for (BasicBlock *successor : successors(block)) {
        live |= sets[successor].liveIn;
        for (const PHINode &phi : successor->phis())
          if (int n = find(phi.getIncomingValueForBlock(block)); n >= 0)
            live.set(n);
      }
      BlockSets &s = sets[block];
      live.reset(s.defined);
      live |= s.used;
      if (live != s.liveIn) {
        s.liveIn = std::move(live);
        changed = true;
      }
    }
  }
}

} // namespace helicon::simt
