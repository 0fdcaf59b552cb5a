// The functions behind kernel-ir/Abi.h's ServiceTable.
#pragma once

#include "kernel-ir/Abi.h"

namespace helicon {

extern const ServiceTable kServices;

// The suspending ones live with the thread executor.
void threadYield(BlockContext *, uint32_t thread, uint32_t again, uint32_t site);
uint32_t threadBarrier(BlockContext *, uint32_t thread, uint32_t barrier, uint32_t value, uint32_t site);
uint64_t threadWarp(BlockContext *, uint32_t thread, WarpOp op, uint32_t mask, uint64_t value, uint32_t b, uint32_t c,
                    uint32_t site);
// Both.
void arrive(BlockContext *, uint32_t thread, uint32_t barrier);

} // namespace helicon
