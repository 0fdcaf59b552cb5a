// Barriers that generated kernels wait at. Included by generated programs only.
#pragma once

#include "FuzzDevice.h"

#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline_primitives.h>
#include <musa_awbarrier_primitives.h>

FUZZ_FN void waitAtGate(__mbarrier_t *gate) {
  const __mbarrier_token_t token = __mbarrier_arrive(gate);
  while (!__mbarrier_try_wait(gate, token, 100)) {
  }
}
__device__ __noinline__ void waitForPhase(__mbarrier_t *gate, uint32_t phase) {
  __mbarrier_arrive(gate);
  while (!__mbarrier_test_wait_parity(gate, phase != 0)) {
  }
}
FUZZ_FN void waitAtGatePtx(__mbarrier_t *gate) {
  const uint32_t at = static_cast<uint32_t>(__cvta_generic_to_shared(gate));
  uint64_t token;
  uint32_t done = 0;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(at) : "memory");
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(at), "l"(token)
                 : "memory");
}

FUZZ_FN void syncPtx(uint32_t id, uint32_t threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
FUZZ_FN void arrivePtx(uint32_t id, uint32_t threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

template <int bytes> FUZZ_FN void copyPtx(uint32_t *to, const uint32_t *from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(static_cast<uint32_t>(__cvta_generic_to_shared(to))),
               "l"(from), "n"(bytes)
               : "memory");
  asm volatile("cp.async.commit_group; cp.async.wait_group 0;" ::: "memory");
}
