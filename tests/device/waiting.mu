// Warps that wait for a later warp, or for a later block, in loops of every kind: reads that bypass the cache, fences,
// atomics, and votes or shuffles that say whether the whole warp may go on.
#include "check.h"

enum class Way { AtomicAdd, Volatile, OneLane, CompareAndSwap, Cached, Table, Vote, Branch };

__device__ int readOnce(int *flag, Way way) {
  switch (way) {
  case Way::AtomicAdd:
    return atomicAdd(flag, 0);
  case Way::CompareAndSwap:
    return atomicCAS(flag, -1, -1);
  case Way::Cached:
    __threadfence();
    return __ldcg(flag);
  default:
    return *static_cast<volatile int *>(flag);
  }
}

template <Way way> __device__ int waitFor(int *flag) {
  int v = 0;
  if constexpr (way == Way::OneLane) {
    do {
      if (threadIdx.x == 0)
        v = atomicAdd(flag, 0);
      v = __shfl_sync(~0u, v, 0);
    } while (v == 0);
  } else if constexpr (way == Way::Table) { // one of several flags
    do {
      __threadfence();
      v = 0;
      for (int i = 0; i < 4; i++)
        v |= flag[i];
    } while (__any_sync(~0u, v == 0));
  } else if constexpr (way == Way::Branch) { // what was read chooses a way that says "again"
    bool again;
    do {
      again = false;
      if ((threadIdx.x & 1) == 0 || v == 0) {
        if ((v = readOnce(flag, Way::Volatile)) == 0) {
          flag[1] = threadIdx.x;
          again = true;
        }
      }
    } while (__any_sync(~0u, again));
  } else if constexpr (way == Way::Vote) {
    do
      v = readOnce(flag, way);
    while (__any_sync(~0u, v == 0));
  } else {
    while ((v = readOnce(flag, way)) == 0) {
    }
  }
  return v;
}

/// Block 0's first warp waits; thread 40 of the last block brings what it waits for.
template <Way way> __global__ void wait(int *flag, int *out) {
  if (blockIdx.x == 0 && threadIdx.x < 32)
    out[threadIdx.x] = waitFor<way>(flag);
  else if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 40)
    atomicExch(flag + (way == Way::Table ? 3 : 0), 7);
}

/// Each thread waits in a loop for the one before it, also of its own warp, and passes on what it got in the loop.
__global__ void chain(volatile int *links, int n) {
  bool again;
  do {
    again = false;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
      if (links[i] == 0) {
        const int before = i ? links[i - 1] : 1;
        if (before != 0)
          links[i] = before + (i % 5 == 0);
        else
          again = true;
      }
  } while (again);
}

void checkChain() {
  const int n = 1000;
  check::Buffer<int> links(n);
  chain<<<7, 96>>>(links.device(), n);
  links.download();
  for (int i = 0; i < n; i++)
    check::equal(links[i], 2 + i / 5, "chain", i);
}

template <Way way> void checkWay(const char *name) {
  for (unsigned blocks : {1u, 2u, 300u}) {
    check::Buffer<int> flag(4), out(32);
    wait<way><<<blocks, 64>>>(flag.device(), out.device());
    out.download();
    for (unsigned t = 0; t < 32; t++)
      check::that(out[t] == 7, name + (" thread " + std::to_string(t)) + " of " + std::to_string(blocks) + " blocks",
                  std::to_string(out[t]));
  }
}

int main() {
  checkWay<Way::AtomicAdd>("atomicAdd");
  checkWay<Way::Volatile>("volatile");
  checkWay<Way::OneLane>("one lane");
  checkWay<Way::CompareAndSwap>("compare and swap");
  checkWay<Way::Cached>("__ldcg");
  checkWay<Way::Table>("table");
  checkWay<Way::Vote>("vote");
  checkWay<Way::Branch>("branch");
  checkChain();
  return check::finish("waiting");
}
