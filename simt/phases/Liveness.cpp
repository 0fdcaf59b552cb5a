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
  DenseMap<unsigned, unsigned> dense;
  for (unsigned i : any.set_bits()) {
    dense[i] = crossing.size();
    crossing.push_back(all[i]);
  }
  for (const Suspension &s : suspensions) {
    BitVector across(crossing.size());
    for (unsigned i : sets[s.resume].liveIn.set_bits())
      across.set(dense[i]);
    acrossSets.push_back(std::move(across));
  }
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
