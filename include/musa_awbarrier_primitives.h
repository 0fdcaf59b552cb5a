// Barriers in shared memory as plain functions (`__mbarrier_*`): split arrive and wait, several for a block. Each is
// one PTX mbarrier instruction. Shared memory only; a token belongs to the phase in which it was given.
// Source: CUDA C++ Programming Guide, "Memory Barrier Primitives Interface".
#ifndef HELICON_MUSA_AWBARRIER_PRIMITIVES_H
#define HELICON_MUSA_AWBARRIER_PRIMITIVES_H

#include "musa_runtime.h"

#pragma clang system_header

#ifdef __HELICON_MUSA_MODE__

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

__HELICON_DEVICE__ unsigned int __mbarrier_maximum_count() { return (1u << 20) - 1; }

__HELICON_DEVICE__ void __mbarrier_init(__mbarrier_t *barrier, unsigned int expected) {
  asm volatile("mbarrier.init.b64 [%0], %1;" ::"l"(barrier), "r"(expected) : "memory");
}
__HELICON_DEVICE__ void __mbarrier_inval(__mbarrier_t *barrier) {
  asm volatile("mbarrier.inval.b64 [%0];" ::"l"(barrier) : "memory");
}

__HELICON_DEVICE__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier) {
  __mbarrier_token_t __token;
  asm volatile("mbarrier.arrive.b64 %0, [%1];" : "=l"(__token) : "l"(barrier) : "memory");
  return __token;
}
/// Of the later phases the thread is no part.
__HELICON_DEVICE__ __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier) {
  __mbarrier_token_t __token;
  asm volatile("mbarrier.arrive_drop.b64 %0, [%1];" : "=l"(__token) : "l"(barrier) : "memory");
  return __token;
}
/// How many arrivals the phase still waited for when the token was given.
__HELICON_DEVICE__ unsigned int __mbarrier_token_pending_count(__mbarrier_token_t token) {
  unsigned int __count;
  asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(__count) : "l"(token));
  return __count;
}

/// True once the token's phase is over.
__HELICON_DEVICE__ bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token) {
  unsigned int __over;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
               : "=r"(__over)
               : "l"(barrier), "l"(token)
               : "memory");
  return __over != 0;
}
/// True once the phase of this parity is over; the first one is even.
__HELICON_DEVICE__ bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity) {
  unsigned int __over;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
               : "=r"(__over)
               : "l"(barrier), "r"((unsigned int)parity)
               : "memory");
  return __over != 0;
}
/// The same, and may wait for so many nanoseconds before it says no; here it says so at once.
__HELICON_DEVICE__ bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token, unsigned int = 0) {
  return __mbarrier_test_wait(barrier, token);
}
__HELICON_DEVICE__ bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool parity, unsigned int = 0) {
  return __mbarrier_test_wait_parity(barrier, parity);
}

#endif

#endif
