// What a warp-wide exchange computes, once all of its lanes have come.
#pragma once

#include "runtime/executors/FiberBlock.h"

#include <cstdint>

namespace helicon {

/// Sets `result` of each lane in `lanes` from the operands of all of them, which hold the same operation.
void exchange(ThreadSlot *warp, uint32_t lanes);

} // namespace helicon
