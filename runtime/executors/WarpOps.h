// What a warp-wide exchange computes, once all of its lanes have come.
#pragma once

#include "runtime/executors/FiberBlock.h"

#include <cstdint>

namespace helicon {

/// Sets `result` of each lane in `lanes`, which hold the same operation, from the operands of `members`: those of them
/// that the mask names.
void exchange(ThreadSlot *warp, uint32_t lanes, uint32_t members);

} // namespace helicon
