// Values that flow into each other share a slot: a phi and what comes into it are a web, as long as no two of them
// are alive across the same suspension (there they may differ: two phis that swap, a sum needed beside its
// next value). Then the edge into the phi needs no copy, and a loop's sum that was saved at its last barrier is there
// for the next round's. Greedy, edges of the innermost loops first.
#pragma once

#include "simt/phases/Liveness.h"

#include <llvm/Analysis/LoopInfo.h>

namespace helicon::simt {

class Webs {
public:
  /// `saved`: the values of `live` that are kept in the frame at all.
  Webs(const Liveness &live, const llvm::LoopInfo &loops, const llvm::BitVector &saved);

  /// The web of a value, named by one of its values.
  unsigned of(unsigned value) const;
  /// The suspensions that some value of this web is alive across.
  const llvm::BitVector &users(unsigned web) const { return usersOf[web]; }

private:
  void join(unsigned a, unsigned b);

  llvm::SmallVector<unsigned> parent;
  std::vector<llvm::BitVector> usersOf;
};

} // namespace helicon::simt
