// cuda::latch and semaphores: in shared and device memory, between warps of a block, lanes of a warp and blocks.
#include "check.h"

#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/latch>
#include <cuda/std/semaphore>
#include <new>

static_assert(sizeof(cuda::latch<cuda::thread_scope_block>) == 8, "a latch is one word");
static_assert(cuda::binary_semaphore<cuda::thread_scope_block>::max() == 1, "a binary semaphore counts to one");

// Every thread adds its part, and reads all of them when the latch has opened.
__global__ void gather(int *sums, int n) {
  typedef cuda::latch<cuda::thread_scope_block> Latch;
  __shared__ Latch latch;
  __shared__ int parts[128];
  if (threadIdx.x == 0)
    new (&latch) Latch(blockDim.x);
  __syncthreads();
  parts[threadIdx.x] = threadIdx.x * n;
  if (threadIdx.x % 2) {
    latch.count_down();
    latch.wait();
  } else {
    latch.arrive_and_wait();
  }
  int sum = 0;
  for (unsigned i = 0; i < blockDim.x; ++i)
    sum += parts[i];
  sums[blockIdx.x * blockDim.x + threadIdx.x] = latch.try_wait() ? sum : -1;
}

// At most `room` threads are inside at a time, threads of all blocks and lanes of one warp.
__device__ cuda::counting_semaphore<cuda::thread_scope_device> places(3);
__device__ cuda::binary_semaphore<cuda::thread_scope_device> door(1);
__device__ int inside, most, total;
__global__ void visit() {
  places.acquire();
  int now = atomicAdd(&inside, 1) + 1;
  atomicMax(&most, now);
  door.acquire();
  total = total + 1; // no atomic: the door is one at a time
  __threadfence();
  door.release();
  atomicSub(&inside, 1);
  places.release();
}

// A producer warp hands numbers to a consumer warp, one at a time.
__global__ void handOver(int *out, int n) {
  typedef cuda::binary_semaphore<cuda::thread_scope_block> Semaphore;
  __shared__ Semaphore full, empty;
  __shared__ volatile int slot;
  if (threadIdx.x == 0) {
    new (&full) Semaphore(0);
    new (&empty) Semaphore(1);
  }
  __syncthreads();
  for (int i = 0; i < n; ++i)
    if (threadIdx.x == 0) {
      empty.acquire();
      slot = i * i;
      full.release();
    } else if (threadIdx.x == 32) {
      full.acquire();
      out[i] = slot;
      empty.release();
    }
}

int main() {
  int *d, host[512];
  cudaMalloc(&d, sizeof host);
  gather<<<4, 128>>>(d, 3);
  cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 512; ++i)
    check::that(host[i] == 3 * 127 * 64, "a thread passed the latch too early");

  visit<<<6, 50>>>();
  cudaDeviceSynchronize();
  int seen = 0, entered = 0;
  cudaMemcpyFromSymbol(&seen, most, sizeof seen);
  cudaMemcpyFromSymbol(&entered, total, sizeof entered);
  check::that(seen >= 1 && seen <= 3, "more threads inside than there were places");
  check::that(entered == 300, "an entry was lost");

  handOver<<<1, 64>>>(d, 100);
  cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 100; ++i)
    check::that(host[i] == i * i, "a number was handed over wrongly");

  cuda::std::latch gate(2); // the host's own
  gate.count_down(2);
  check::that(gate.try_wait(), "the host's latch is open");
  cuda::std::counting_semaphore<4> rooms(2);
  check::that(rooms.try_acquire() && rooms.try_acquire() && !rooms.try_acquire(), "the host's semaphore counts");
  return check::finish("cuda_latches");
}
