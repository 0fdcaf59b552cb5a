// Shuffles after PTX shfl.sync: c holds the clamp (bits 0-4) and the segment mask (bits 8-12). A source lane that takes
// no part gives the reader's own value; PTX leaves it undefined.
#include "runtime/executors/WarpOps.h"

#include <algorithm>

namespace helicon {

static uint64_t shuffle(const ThreadSlot *warp, uint32_t lanes, uint32_t lane) {
  const ThreadSlot &self = warp[lane];
  uint32_t delta = self.b & 31, clamp = self.c & 31, segment = self.c >> 8 & 31;
  uint32_t low = lane & segment, high = low | (clamp & ~segment);
  uint32_t source = lane;
  bool inside = false;
  switch (self.op) {
  case WarpOp::ShflUp:
    source = lane - delta;
    inside = int32_t(source) >= int32_t(high);
    break;
  case WarpOp::ShflDown:
    source = lane + delta;
    inside = source <= high;
    break;
  case WarpOp::ShflBfly:
    source = lane ^ delta;
    inside = source <= high;
    break;
  default:
    source = low | (delta & ~segment);
    inside = source <= high;
    break;
  }
  if (!inside || source >= kWarpLanes || !(lanes >> source & 1))
    source = lane;
  return warp[source].value;
}

static uint32_t combine(WarpOp op, uint32_t a, uint32_t b) {
  switch (op) {
  case WarpOp::ReduceAdd:
    return a + b;
  case WarpOp::ReduceMinS:
    return uint32_t(std::min(int32_t(a), int32_t(b)));
  case WarpOp::ReduceMaxS:
    return uint32_t(std::max(int32_t(a), int32_t(b)));
  case WarpOp::ReduceMinU:
    return std::min(a, b);
  case WarpOp::ReduceMaxU:
    return std::max(a, b);
  case WarpOp::ReduceAnd:
    return a & b;
  case WarpOp::ReduceOr:
    return a | b;
  default:
    return a ^ b;
  }
}

template <class F> static void forLanes(uint32_t lanes, F function) {
  for (; lanes; lanes &= lanes - 1)
    function(uint32_t(__builtin_ctz(lanes)));
}

static uint64_t lanesWith(const ThreadSlot *warp, uint32_t lanes, uint64_t value) {
  uint32_t found = 0;
  forLanes(lanes, [&](uint32_t lane) { found |= uint32_t(warp[lane].value == value) << lane; });
  return found;
}

/// Of nobody's values.
static uint32_t identity(WarpOp op) {
  switch (op) {
  case WarpOp::ReduceMinS:
    return INT32_MAX;
  case WarpOp::ReduceMaxS:
    return uint32_t(INT32_MIN);
  case WarpOp::ReduceMinU:
  case WarpOp::ReduceAnd:
    return ~0u;
  default:
    return 0;
  }
}

static uint64_t common(const ThreadSlot *warp, uint32_t lanes, WarpOp op) {
  uint32_t ballot = 0;
  switch (op) {
  case WarpOp::Sync:
    return 0;
  case WarpOp::Ballot:
    forLanes(lanes, [&](uint32_t lane) { ballot |= uint32_t(warp[lane].value != 0) << lane; });
    return ballot;
  case WarpOp::MatchAll:
    return lanes && lanesWith(warp, lanes, warp[__builtin_ctz(lanes)].value) == lanes ? lanes : 0;
  default: {
    uint32_t value = identity(op);
    forLanes(lanes, [&](uint32_t lane) { value = combine(op, value, uint32_t(warp[lane].value)); });
    return value;
  }
  }
}

void exchange(ThreadSlot *warp, uint32_t lanes, uint32_t members) {
  const WarpOp op = warp[__builtin_ctz(lanes)].op;
  switch (op) {
  case WarpOp::ShflIdx:
  case WarpOp::ShflUp:
  case WarpOp::ShflDown:
  case WarpOp::ShflBfly:
    forLanes(lanes, [&](uint32_t lane) { warp[lane].result = shuffle(warp, lanes, lane); });
    break;
  case WarpOp::MatchAny:
    forLanes(lanes, [&](uint32_t lane) { warp[lane].result = lanesWith(warp, members, warp[lane].value); });
    break;
  default: {
    uint64_t result = common(warp, members, op);
    forLanes(lanes, [&](uint32_t lane) { warp[lane].result = result; });
  }
  }
}

} // namespace helicon
