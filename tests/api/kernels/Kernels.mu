// The device side of the API tests.
#include "Kernels.h"

__device__ int counter;
__constant__ int table[4] = {1, 2, 3, 4};
__managed__ int managed = 17;

texture<unsigned char, 2, musaReadModeNormalizedFloat> picture;
texture<int, 1> line;
surface<void, 2> face;
__device__ unsigned long long notAReference;

extern "C" __global__ void readPicture(float *out, float x, float y) { *out = tex2D(picture, x, y); }
extern "C" __global__ void readLine(int *out) { out[threadIdx.x] = tex1Dfetch(line, threadIdx.x); }
extern "C" __global__ void writeFace(int value) {
  surf2Dwrite(value + int(threadIdx.x), face, threadIdx.x * 4, threadIdx.y);
  if (value < 0)
    notAReference = 1;
}
extern "C" __global__ void mixed(int *out, char a, double b, short c, float d) {
  *out = int(a + b + c + d) + int(gridDim.x * 1000 + gridDim.y * 10000 + blockDim.y * 100000);
}
extern "C" __global__ void pollFor(volatile unsigned *flag, unsigned value, unsigned *answer) {
  while (*flag != value) {
  }
  *answer = value + 1;
}
extern "C" __global__ void produce(int *data, int round) { data[threadIdx.x] = round * 1000 + int(threadIdx.x); }
extern "C" __global__ void consume(const int *data, int *sums) { sums[threadIdx.x] += data[threadIdx.x]; }
extern "C" __global__ void stop() { __trap(); }

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
__global__ void countDownKernel(musaGraphConditionalHandle handle, int *n) {
  *n -= 1;
  musaGraphSetConditional(handle, *n > 0);
}
__global__ void decideKernel(musaGraphConditionalHandle handle, unsigned value) {
  musaGraphSetConditional(handle, value);
}
__global__ void bumpManagedKernel() { managed += 1; }

namespace kernels {

const void *addTo() { return (const void *)addToKernel; }
const void *sumBig() { return (const void *)sumBigKernel; }
const void *reverse() { return (const void *)reverseKernel; }
const void *bounded() { return (const void *)boundedKernel; }
const void *readTable() { return (const void *)readTableKernel; }
const void *outOfBounds() { return (const void *)outOfBoundsKernel; }
const void *trap() { return (const void *)trapKernel; }
const void *countDown() { return (const void *)countDownKernel; }
const void *decide() { return (const void *)decideKernel; }
const void *bumpManaged() { return (const void *)bumpManagedKernel; }
const void *counterSymbol() { return &counter; }
const void *tableSymbol() { return &table; }
int &managedValue() { return managed; }

void launchAddTo(unsigned blocks, unsigned threads, musaStream_t stream, int *p, int n, int value) {
  addToKernel<<<blocks, threads, 0, stream>>>(p, n, value);
}

} // namespace kernels
