// Steps of matrix products. A lane's row of A lies in its quad, so an element of it is a broadcast within 128 bits; its
// column of B lies in the quad of another part of the warp, the same for all quads, so four elements of a row of B
// are brought together and repeated. Both are numbers already when they are moved: a register is converted once, and
// what several steps move alike is one instruction after common subexpressions are found.
#include "simt/vectorize/Vectorizer.h"

#include "simt/analysis/MatrixElements.h"

#include <llvm/ADT/Statistic.h>

#define DEBUG_TYPE "simt-matrix"
STATISTIC(numSteps, "Steps of matrix products");

using namespace llvm;

namespace helicon::simt {

/// In every quad: the elements that lanes 4n + `lane` hold, n = odd, 2 + odd, 4 + odd, 6 + odd.
Value *Vectorizer::columnOfB(ArrayRef<Value *> parts, unsigned lane, unsigned odd) {
  const unsigned width = geometry.warpLanes();
  auto source = [&](unsigned t) { return (4 * (2 * t + odd) + lane) % width; };
  SmallVector<int, 16> pick;
  if (target.isa == Isa::Avx512 || parts.size() <= 2) {
    for (unsigned l = 0; l < V; ++l)
      pick.push_back(int(source(l % 4)));
    return parts.size() == 1 ? b.CreateShuffleVector(parts[0], pick) : b.CreateShuffleVector(parts[0], parts[1], pick);
  }
  // Four quads transposed: pairs of two, then both pairs; steps of other lanes share the first half.
  auto quad = [&](unsigned t) {
    unsigned first = source(t) - lane;
    SmallVector<int, 4> lanes;
    for (unsigned l = 0; l < 4; ++l)
      lanes.push_back(int(first % V + l));
    return V == 4 ? parts[first / V] : b.CreateShuffleVector(parts[first / V], lanes);
  };
  int half = lane < 2 ? 0 : 2;
  auto interleaved = [&](unsigned t) {
    return b.CreateShuffleVector(quad(t), quad(t + 1), ArrayRef<int>{half, half + 4, half + 1, half + 5});
  };
  int at = lane % 2 ? 2 : 0;
  for (unsigned l = 0; l < V; ++l)
    pick.push_back(l % 4 < 2 ? at + int(l % 4) : at + 4 + int(l % 2));
  return b.CreateShuffleVector(interleaved(0), interleaved(2), pick);
}

void Vectorizer::emitMatrix(CallBase &call) {
  ++numSteps;
  const MatrixElements elements(call, target.fma);
  forEachClass(shapes.of(&call).sharing, [&](unsigned p) {
    unsigned first = geometry.firstPartOfWarp(p);
    SmallVector<SmallVector<Value *, 8>, 4> bs; // element, part of the warp
    for (unsigned k = 0; k < geometry.warpParts(); ++k)
      for (auto [e, value] : enumerate(elements.ofB(b, vectorOf(call.getArgOperand(2), first + k)))) {
        bs.resize(std::max<size_t>(bs.size(), e + 1));
        bs[e].push_back(value);
      }
    MatrixElements::List as = elements.ofA(b, vectorOf(call.getArgOperand(1), p));
    Value *sum = vectorOf(call.getArgOperand(0), p);
    for (unsigned lane = 0; lane < kMatrixQuad; ++lane) {
      SmallVector<int, 16> within;
      for (unsigned l = 0; l < V; ++l)
        within.push_back(int((l & ~3u) | lane));
      for (unsigned e = 0; e < as.size(); ++e)
        sum = elements.add(b, sum, b.CreateShuffleVector(as[e], within), columnOfB(bs[e], lane, elements.odd()));
    }
    define(call, p, sum);
  });
}

} // namespace helicon::simt
