// Sums an array: threads with warp shuffles, warps through shared memory, blocks with an atomic.
//     mcc reduction.mu -o reduction && ./reduction
#include <cstdio>
#include <cstdlib>
#include <vector>

// Every call can fail; errors of a kernel show up in a later call.
#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    musaError_t error = (call);                                                                                        \
    if (error != musaSuccess) {                                                                                        \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, musaGetErrorString(error));                        \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

// The sum over the 32 lanes of a warp, in lane 0: in each step, a lane adds what the lane `offset` above it has.
__device__ unsigned long long warpSum(unsigned long long value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffffu, value, offset);
  return value;
}

__global__ void sum(const unsigned *values, size_t n, unsigned long long *total) {
  __shared__ unsigned long long warps[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;

  // A grid-stride loop: any number of blocks serves any number of values.
  unsigned long long mine = 0;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)blockDim.x * gridDim.x)
    mine += values[i];

  mine = warpSum(mine);
  if (lane == 0)
    warps[warp] = mine;
  __syncthreads();
  if (warp == 0) {
    mine = warpSum(lane < blockDim.x / 32 ? warps[lane] : 0);
    if (lane == 0)
      atomicAdd(total, mine); // blocks end in any order: whole numbers add up the same
  }
}

int main() {
  const size_t n = 10000000;
  std::vector<unsigned> values(n);
  unsigned long long expected = 0, total = 0;
  for (size_t i = 0; i < n; ++i) {
    values[i] = (unsigned)(i * 2654435761u);
    expected += values[i];
  }
  unsigned *deviceValues;
  unsigned long long *deviceTotal;
  CHECK(musaMalloc(&deviceValues, n * sizeof(unsigned)));
  CHECK(musaMalloc(&deviceTotal, sizeof total));
  CHECK(musaMemcpy(deviceValues, values.data(), n * sizeof(unsigned), musaMemcpyHostToDevice));
  CHECK(musaMemset(deviceTotal, 0, sizeof total));
  sum<<<120, 256>>>(deviceValues, n, deviceTotal);
  CHECK(musaGetLastError());
  CHECK(musaMemcpy(&total, deviceTotal, sizeof total, musaMemcpyDeviceToHost));
  CHECK(musaFree(deviceValues));
  CHECK(musaFree(deviceTotal));
  if (total != expected) {
    printf("wrong: %llu instead of %llu\n", total, expected);
    return 1;
  }
  printf("the sum of %zu values is %llu\n", n, total);
}
