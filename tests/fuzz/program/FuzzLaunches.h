// Kernels that generated kernels launch, and the launch of a grid that waits for itself. Included by generated programs
// only.
#pragma once

#include "FuzzDevice.h"

#include <cooperative_groups.h>

#include <tuple>

/// Four words a thread: the first two written in the block's own stream, in order, the others by sums only.
__device__ uint32_t childOut[1024 * 4];
__device__ uint32_t togetherWords[1024];

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

/// A launch all of whose blocks may wait for each other.
template <class... P, class... A>
void launchTogether(void (*kernel)(P...), dim3 grid, dim3 block, size_t shared, A... arguments) {
  std::tuple<P...> values(static_cast<P>(arguments)...);
  std::apply(
      [&](auto &...each) {
        void *pointers[] = {static_cast<void *>(&each)...};
        musaLaunchCooperativeKernel(reinterpret_cast<void *>(kernel), grid, block, pointers, shared, nullptr);
      },
      values);
}
