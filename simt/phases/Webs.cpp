#include "simt/phases/Webs.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/IR/Instructions.h>

#include <tuple>

#define DEBUG_TYPE "helicon-phases"

using namespace llvm;

namespace helicon::simt {

STATISTIC(numJoined, "values that share the slot of a phi they flow into");

Webs::Webs(const Liveness &live, const LoopInfo &loops, const BitVector &saved) : parent(live.values().size()) {
  struct Edge {
    unsigned depth, phi, incoming;
  };
  SmallVector<Edge> edges;
  for (unsigned value = 0; value < live.values().size(); ++value) {
    parent[value] = value;
    usersOf.push_back(live.suspensionsOf(value));
    auto *phi = saved.test(value) ? dyn_cast<PHINode>(live.values()[value]) : nullptr;
    for (unsigned n = 0; phi && n < phi->getNumIncomingValues(); ++n)
      if (std::optional<unsigned> incoming = live.indexOf(phi->getIncomingValue(n)); incoming && saved.test(*incoming))
        edges.push_back({loops.getLoopDepth(phi->getIncomingBlock(n)), value, *incoming});
  }
  sort(edges, [](const Edge &a, const Edge &b) {
    return std::tuple(b.depth, a.phi, a.incoming) < std::tuple(a.depth, b.phi, b.incoming);
  });
  for (const Edge &edge : edges)
    join(edge.phi, edge.incoming);
}

unsigned Webs::of(unsigned value) const {
  while (parent[value] != value)
    value = parent[value];
  return value;
}

void Webs::join(unsigned a, unsigned b) {
  a = of(a), b = of(b);
  if (a == b || usersOf[a].anyCommon(usersOf[b]))
    return;
  parent[b] = a;
  usersOf[a] |= usersOf[b];
  ++numJoined;
}

} // namespace helicon::simt
