// The few names that generated programs use, for a compiler of NVIDIA's: what a card computes there is what ours is
// compared with. Nothing else includes this file.
#pragma once

#include <cuda_runtime.h>

#define musaError_t cudaError_t
#define musaSuccess cudaSuccess
#define musaGetLastError cudaGetLastError
#define musaGetErrorName cudaGetErrorName
#define musaMalloc cudaMalloc
#define musaMemcpy cudaMemcpy
#define musaMemcpyHostToDevice cudaMemcpyHostToDevice
#define musaMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define musaDeviceSynchronize cudaDeviceSynchronize

// A managed variable has no constant address there.
#undef __managed__
#define __managed__ __device__

// MUSA's names of registers, and what CUDA has on the host alone.
#include <cstring>
#define HELICON_LANE(name, text)                                                                                       \
  __device__ inline unsigned name() {                                                                                  \
    unsigned r;                                                                                                        \
    asm("mov.u32 %0, %" text ";" : "=r"(r));                                                                           \
    return r;                                                                                                          \
  }
HELICON_LANE(__get_laneid, "%laneid")
HELICON_LANE(__get_lanemask_eq, "%lanemask_eq")
HELICON_LANE(__get_lanemask_lt, "%lanemask_lt")
HELICON_LANE(__get_lanemask_le, "%lanemask_le")
HELICON_LANE(__get_lanemask_gt, "%lanemask_gt")
HELICON_LANE(__get_lanemask_ge, "%lanemask_ge")
#undef HELICON_LANE
__host__ __device__ inline void *moveBytes(void *to, const void *from, size_t bytes) {
  char *t = static_cast<char *>(to);
  const char *f = static_cast<const char *>(from);
  for (size_t i = 0; i < bytes; ++i) {
    const size_t at = f < t ? bytes - 1 - i : i;
    t[at] = f[at];
  }
  return to;
}
#define memmove moveBytes
