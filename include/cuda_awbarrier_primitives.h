// __mbarrier_*: barriers in memory as CUDA 11 first had them in C. The same word as cuda::barrier's.
#ifndef HELICON_CUDA_AWBARRIER_PRIMITIVES_H
#define HELICON_CUDA_AWBARRIER_PRIMITIVES_H

#include "musa_runtime.h"

#pragma clang system_header

#ifdef __HELICON_MUSA_MODE__

#include "helicon/cuda/barrier.h"

typedef helicon_detail::barrier_word __mbarrier_t;
typedef unsigned long long __mbarrier_token_t; ///< the phase

__HELICON_DEVICE__ uint32_t __mbarrier_maximum_count() { return (uint32_t)__mbarrier_t::kMost; }
__HELICON_DEVICE__ void __mbarrier_init(__mbarrier_t *barrier, uint32_t expected) { barrier->start(expected); }
__HELICON_DEVICE__ void __mbarrier_inval(__mbarrier_t *) {}
__HELICON_DEVICE__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier) {
  helicon_detail::nothing_to_complete nothing;
  return barrier->arrive(1, 0, nothing);
}
__HELICON_DEVICE__ __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier) {
  helicon_detail::nothing_to_complete nothing;
  return barrier->arrive(1, 1, nothing);
}
__HELICON_DEVICE__ bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token) {
  return barrier->phase() != token;
}

#endif

#endif
