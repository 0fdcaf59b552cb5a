// How a kernel's floats are computed: the processor's control word (MXCSR), set while device code runs. Kernels that
// were compiled to flush denormals (-ftz=true, -use_fast_math) have the processor do it, which costs nothing; it then
// flushes doubles too, where a card flushes floats alone.
#pragma once

#include "kernel-ir/Abi.h"

#include <immintrin.h>

namespace helicon {

/// IEEE: rounding to nearest, denormals kept, nothing traps.
inline constexpr unsigned kIeeeFloats = 0x1f80;
/// Denormal operands count as zero, denormal results become zero.
inline constexpr unsigned kFlushedFloats = kIeeeFloats | 0x8040;

inline void setFloatMode(const KernelImage &image) {
  const unsigned wanted = image.flags & kKernelFlushes ? kFlushedFloats : kIeeeFloats;
  if (_mm_getcsr() != wanted)
    _mm_setcsr(wanted);
}

} // namespace helicon
