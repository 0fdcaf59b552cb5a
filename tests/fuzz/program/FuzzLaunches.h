// Kernels that generated kernels launch. Included by generated programs only.
#pragma once

#include "FuzzDevice.h"

/// Four words a thread: the first two written in the block's own stream, in order, the others by sums only.
__device__ uint32_t childOut[1024 * 4];

__global__ void childFill(uint32_t *to, uint32_t n, uint32_t a) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = to[i] * 5u + a + i;
}
__global__ void childSum(uint32_t *to, uint32_t a) {
  __shared__ uint32_t words[64];
  words[threadIdx.x] = a * (threadIdx.x + blockIdx.x * 64u);
  __syncthreads();
  for (uint32_t step = blockDim.x / 2; step > 0; step /= 2) {
    if (threadIdx.x < step)
      words[threadIdx.x] += words[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    atomicAdd(to, words[0]);
}
__global__ void childDeep(uint32_t *to, uint32_t a, uint32_t depth) {
  atomicAdd(to + (threadIdx.x & 1u), a * (threadIdx.x + 1u));
  if (threadIdx.x == 1 && depth > 0)
    childDeep<<<1, 2 + depth>>>(to, a ^ depth, depth - 1);
}
/// What the children left, behind the kernel that launched them.
__global__ void collectChildren(uint32_t *o32) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  o32[i] ^= childOut[i] * 7u;
  childOut[i] = 0;
}
