// Threads that wait for others without a barrier: locks, earlier blocks, other warps, a barrier of the grid by hand.
// Included by generated programs only.
#pragma once

#include "FuzzDevice.h"

inline constexpr uint32_t kSites = 4;
__device__ uint32_t lockWords[8], guarded[8], turns[8], served[8], lastSums[kSites], tickets[kSites], arrivals[kSites];
__device__ uint32_t states[kSites][64], aggregates[kSites][64], prefixes[kSites][64], crossed[kSites][1024];

/// Before each kernel that waits.
__global__ void resetWaiting() {
  const uint32_t i = threadIdx.x;
  for (uint32_t site = 0; site < kSites; ++site)
    states[site][i] = 0, lastSums[site] = 0, tickets[site] = 0, arrivals[site] = 0;
  lockWords[i & 7] = guarded[i & 7] = turns[i & 7] = served[i & 7] = 0;
}
__global__ void collectWaiting(uint32_t *bins) {
  bins[threadIdx.x * 6] += guarded[threadIdx.x] + lastSums[threadIdx.x % kSites];
}

/// A lock that each thread takes by itself, in the form that lockstep allows.
__device__ void lockedAdd(uint32_t k, uint32_t v) {
  for (bool done = false; !done;)
    if (atomicCAS(&lockWords[k], 0u, 1u) == 0u) {
      __threadfence();
      *static_cast<volatile uint32_t *>(&guarded[k]) = *static_cast<volatile uint32_t *>(&guarded[k]) + v;
      __threadfence();
      atomicExch(&lockWords[k], 0u);
      done = true;
    }
}
/// And in the form that needs threads which make progress one by one.
__device__ void spinAdd(uint32_t k, uint32_t v) {
  while (atomicCAS(&lockWords[k], 0u, 1u) != 0u) {
  }
  __threadfence();
  *static_cast<volatile uint32_t *>(&guarded[k]) = *static_cast<volatile uint32_t *>(&guarded[k]) + v;
  __threadfence();
  atomicExch(&lockWords[k], 0u);
}
/// Served in the order of arrival.
__device__ void turnAdd(uint32_t k, uint32_t v) {
  const uint32_t mine = atomicAdd(&turns[k], 1u);
  for (bool done = false; !done;)
    if (*static_cast<volatile uint32_t *>(&served[k]) == mine) {
      __threadfence();
      guarded[k] += v;
      __threadfence();
      atomicAdd(&served[k], 1u);
      done = true;
    }
}
/// In the order of arrival too, but what is served stands behind the loop.
__device__ void ticketAdd(uint32_t k, uint32_t v) {
  const uint32_t mine = atomicAdd(&turns[k], 1u);
  while (*static_cast<volatile uint32_t *>(&served[k]) != mine) {
  }
  __threadfence();
  *static_cast<volatile uint32_t *>(&guarded[k]) = *static_cast<volatile uint32_t *>(&guarded[k]) + v;
  __threadfence();
  *static_cast<volatile uint32_t *>(&served[k]) = mine + 1;
}
/// Who holds the outer lock may wait for the inner one, which others hold too.
__device__ void nestedAdd(uint32_t k, uint32_t inner, uint32_t v) {
  for (bool done = false; !done;)
    if (atomicCAS(&lockWords[k], 0u, 1u) == 0u) {
      spinAdd(inner, v);
      *static_cast<volatile uint32_t *>(&guarded[k]) = *static_cast<volatile uint32_t *>(&guarded[k]) + v;
      __threadfence();
      atomicExch(&lockWords[k], 0u);
      done = true;
    }
}

/// Sum over the blocks before this one: thread 0 waits for the block before it, or adds up what there is on its way.
__device__ __noinline__ uint32_t lookBack(uint32_t site, uint32_t block, uint32_t thread, uint32_t v,
                                          bool byAggregates) {
  __shared__ uint32_t carry;
  __syncthreads();
  if (thread == 0) {
    uint32_t before = 0;
    if (byAggregates) {
      aggregates[site][block] = v;
      __threadfence();
      atomicExch(&states[site][block], 1u);
    }
    for (int at = static_cast<int>(block) - 1; at >= 0; --at) {
      uint32_t state;
      do
        state = atomicAdd(&states[site][at], 0u);
      while (state == 0);
      __threadfence();
      if (state == 2) {
        before += *static_cast<volatile uint32_t *>(&prefixes[site][at]);
        break;
      }
      before += *static_cast<volatile uint32_t *>(&aggregates[site][at]);
    }
    prefixes[site][block] = before + v;
    __threadfence();
    atomicExch(&states[site][block], 2u);
    carry = before;
  }
  __syncthreads();
  const uint32_t found = carry;
  __syncthreads();
  return found;
}

/// Each warp waits for the one before it, or behind it.
__device__ __noinline__ uint32_t chainWarps(uint32_t thread, uint32_t threads, bool backwards, uint32_t v) {
  __shared__ uint32_t ready[32], values[32];
  volatile uint32_t *flags = ready, *numbers = values;
  const uint32_t warp = thread / 32, warps = (threads + 31) / 32, lane = thread & 31;
  const uint32_t first = backwards ? warps - 1 : 0, other = backwards ? warp + 1 : warp - 1;
  __syncthreads();
  if (lane == 0)
    flags[warp] = 0;
  __syncthreads();
  uint32_t before = 1;
  if (warp != first) {
    while (flags[other] == 0) {
    }
    __threadfence_block();
    before = numbers[other];
  }
  if (lane == 0) {
    numbers[warp] = before * 3u + v;
    __threadfence_block();
    flags[warp] = 1;
  }
  __syncthreads();
  return before;
}

/// The block that comes last finishes what all have added.
__device__ void lastBlock(uint32_t site, uint32_t blocks, uint32_t thread, uint32_t v) {
  __shared__ uint32_t isLast;
  atomicAdd(&lastSums[site], v);
  __threadfence();
  __syncthreads();
  if (thread == 0)
    isLast = atomicAdd(&tickets[site], 1u) == blocks - 1;
  __syncthreads();
  if (isLast && thread == 0)
    lastSums[site] = atomicAdd(&lastSums[site], 0u) * 5u + 3u;
  __syncthreads();
}

/// All blocks are resident: they wait for each other by a counter.
__device__ uint32_t crossGrid(uint32_t site, uint32_t blocks, uint32_t thread, uint32_t at, uint32_t from, uint32_t v) {
  crossed[site][at] = v;
  __threadfence();
  __syncthreads();
  if (thread == 0) {
    atomicAdd(&arrivals[site], 1u);
    while (*static_cast<volatile uint32_t *>(&arrivals[site]) < blocks) {
    }
    __threadfence();
  }
  __syncthreads();
  return *static_cast<volatile uint32_t *>(&crossed[site][from]);
}
