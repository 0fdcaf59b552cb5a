// cuda::aligned_size_t: a number of bytes with an alignment that the compiler knows.
#ifndef HELICON_ALIGNED_SIZE_H
#define HELICON_ALIGNED_SIZE_H

#pragma GCC system_header

#include "../host_defines.h"

#include <stddef.h>

namespace cuda {

template <size_t Alignment> struct aligned_size_t {
  static_assert(Alignment > 0 && (Alignment & (Alignment - 1)) == 0, "an alignment is a power of two");
  static constexpr size_t align = Alignment;
  size_t value;
  __host__ __device__ explicit constexpr aligned_size_t(size_t bytes) : value(bytes) {}
  __host__ __device__ constexpr operator size_t() const { return value; }
};

} // namespace cuda

#endif
