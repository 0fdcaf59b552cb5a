#include "simt/analysis/Geometry.h"
#include "simt/Simt.h"

#include <algorithm>

namespace helicon::simt {

Geometry::Geometry(const LaunchShape &shape, unsigned lanes, unsigned parts, unsigned groups)
    : lanes(lanes), parts(parts), groups(groups), block{shape.block[0], shape.block[1], shape.block[2]},
      threads(shape.block[0] * shape.block[1] * shape.block[2]) {}

Geometry::Geometry(const LaunchShape &shape, const Plan &plan) : Geometry(shape, plan.lanes, plan.parts, plan.groups) {}

unsigned Geometry::warpParts() const { return std::min(parts, std::max(1u, kWarpLanes / lanes)); }

bool Geometry::sameModulo(unsigned p, unsigned q, unsigned size) const {
  if (size >= threads)
    return p == q;
  unsigned distance = p > q ? p - q : q - p;
  return uint64_t(distance) * lanes % size == 0;
}

bool Geometry::sameChunk(unsigned p, unsigned q, unsigned size) const {
  if (p == q || size >= threads)
    return true;
  if (!partInside(size))
    return false;
  unsigned inGroup = groupThreads();
  if (groups == 1 || inGroup % size == 0)
    return uint64_t(p) * lanes / size == uint64_t(q) * lanes / size;
  return size % inGroup == 0; // the whole group lies in one chunk
}

} // namespace helicon::simt
