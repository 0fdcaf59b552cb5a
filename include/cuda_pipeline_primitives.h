// __pipeline_memcpy_async and its kin. A copy is done when it has been made, so that commits and waits have nothing to
// do but to keep the compiler from moving reads before them.
#ifndef HELICON_CUDA_PIPELINE_PRIMITIVES_H
#define HELICON_CUDA_PIPELINE_PRIMITIVES_H

#include "musa_runtime.h"

#pragma clang system_header

#include "cuda_awbarrier_primitives.h"

#ifdef __HELICON_MUSA_MODE__

/// 4, 8 or 16 bytes, aligned to their number; the last `zfill` of them become zero.
__HELICON_DEVICE__ void __pipeline_memcpy_async(void *__restrict__ target, const void *__restrict__ source, size_t size,
                                                size_t zfill = 0) {
  if ((size != 4 && size != 8 && size != 16) || zfill > size)
    __trap();
  unsigned int *to = (unsigned int *)target;
  const unsigned int *from = (const unsigned int *)source;
  const size_t copied = size - zfill;
#pragma unroll
  for (unsigned int i = 0; i < 4; i++) {
    if (i * 4 >= size)
      break;
    unsigned int word = 0;
    if (copied >= i * 4 + 4)
      word = from[i];
    else if (copied > i * 4)
      __builtin_memcpy(&word, from + i, copied - i * 4);
    to[i] = word;
  }
}
__HELICON_DEVICE__ void __pipeline_commit() {}
__HELICON_DEVICE__ void __pipeline_wait_prior(size_t) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
/// The barrier waits for the copies made so far, which are done.
__HELICON_DEVICE__ void __pipeline_arrive_on(__mbarrier_t *) {}

#endif

#endif
