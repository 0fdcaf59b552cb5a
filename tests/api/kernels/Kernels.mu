// The device side of the API tests.
#include "Kernels.h"

__device__ int counter;
__constant__ int table[4] = {1, 2, 3, 4};
__managed__ int managed = 17;

extern "C" __global__ void addToKernel(int *p, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += value;
}

__global__ void sumBigKernel(Big big, int *out) {
  int sum = 0;
  for (int i = 0; i < 200; ++i)
    sum += big.values[i];
  *out = sum;
}

__global__ void reverseKernel(int *p, int n) {
  extern __shared__ int s[];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[n - 1 - threadIdx.x];
}

__global__ void __launch_bounds__(64) boundedKernel(int *p) { p[threadIdx.x] = 1; }
__global__ void readTableKernel(int *out) { out[threadIdx.x] = table[threadIdx.x] + counter; }
__global__ void outOfBoundsKernel(int *p) { p[threadIdx.x + (1ll << 36)] = 1; }
__global__ void trapKernel() { __trap(); }
__global__ void bumpManagedKernel() { managed += 1; }

namespace kernels {

const void *addTo() { return (const void *)addToKernel; }
const void *sumBig() { return (const void *)sumBigKernel; }
const void *reverse() { return (const void *)reverseKernel; }
const void *bounded() { return (const void *)boundedKernel; }
const void *readTable() { return (const void *)readTableKernel; }
const void *outOfBounds() { return (const void *)outOfBoundsKernel; }
const void *trap() { return (const void *)trapKernel; }
const void *bumpManaged() { return (const void *)bumpManagedKernel; }
const void *counterSymbol() { return &counter; }
const void *tableSymbol() { return &table; }
int &managedValue() { return managed; }

void launchAddTo(unsigned blocks, unsigned threads, musaStream_t stream, int *p, int n, int value) {
  addToKernel<<<blocks, threads, 0, stream>>>(p, n, value);
}

} // namespace kernels
