// What generated kernels call for inline assembly. Included by generated programs only.
#pragma once

#include "FuzzDevice.h"

/// As shuffleDefined, with the instruction's own operands and its predicate, which is false where the segment ends.
template <Shuffle kind>
FUZZ_FN uint32_t ptxShuffle(uint32_t mask, uint32_t v, uint32_t operand, uint32_t width, uint32_t lane,
                            uint32_t other) {
  const uint32_t segment = lane & ~(width - 1), bounds = (32 - width) << 8 | (kind == Shuffle::Up ? 0 : 31);
  uint32_t source = lane, r, inside;
  if constexpr (kind == Shuffle::Idx) {
    source = segment + (operand & (width - 1));
    asm volatile("{ .reg .pred p; shfl.sync.idx.b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }"
                 : "=r"(r), "=r"(inside)
                 : "r"(v), "r"(operand & (width - 1)), "r"(bounds), "r"(mask));
  } else if constexpr (kind == Shuffle::Up) {
    source = lane - segment >= operand ? lane - operand : lane;
    asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }"
                 : "=r"(r), "=r"(inside)
                 : "r"(v), "r"(operand), "r"(bounds), "r"(mask));
  } else if constexpr (kind == Shuffle::Down) {
    source = lane - segment + operand < width ? lane + operand : lane;
    asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }"
                 : "=r"(r), "=r"(inside)
                 : "r"(v), "r"(operand), "r"(bounds), "r"(mask));
  } else {
    source = (lane ^ operand) < segment + width ? lane ^ operand : lane;
    asm volatile("{ .reg .pred p; shfl.sync.bfly.b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }"
                 : "=r"(r), "=r"(inside)
                 : "r"(v), "r"(operand), "r"(bounds), "r"(mask));
  }
  return (mask >> source) & 1 ? r + inside : other;
}
