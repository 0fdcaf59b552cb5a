// VecAdd, one thread an element, and saxpy with a grid-stride loop: what memory allows.
#include "Device.h"

__global__ void fill(float *x, size_t n, float step) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = (float)(i % 1024) * step;
}

__global__ void vecAdd(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

__global__ void saxpy(int n, float a, const float *x, float *y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = a * x[i] + y[i];
}

int main() {
  const size_t n = bench::kVector;
  const int blocks = (int)((n + 255) / 256);
  float *a = allocate<float>(n), *b = allocate<float>(n), *c = allocate<float>(n), one = 0;
  fill<<<blocks, 256>>>(a, n, 1.0f);
  fill<<<blocks, 256>>>(b, n, 2.0f);
  finish();
  bench::measure("vecadd", "GB/s", n * 12e-9, [&] {
    vecAdd<<<blocks, 256>>>(a, b, c, (int)n);
    finish();
  });
  CHECK(musaMemcpy(&one, c + n - 1, sizeof one, musaMemcpyDeviceToHost));
  bench::require(one == 1023.0f * 3, "vecadd");
  bench::measure("saxpy", "GB/s", n * 12e-9, [&] {
    saxpy<<<448, 256>>>((int)n, 0.0f, a, b); // a factor of 0 keeps y the same from run to run
    finish();
  });
  CHECK(musaMemcpy(&one, b + n - 1, sizeof one, musaMemcpyDeviceToHost));
  bench::require(one == 1023.0f * 2, "saxpy");
}
