// Naive and tiled matrix products, as GPU lessons write them.
#include "Device.h"

__global__ void matMulNaive(const float *A, const float *B, float *C, int N) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < N && col < N) {
    float sum = 0.0f;
    for (int k = 0; k < N; k++)
      sum += A[row * N + k] * B[k * N + col];
    C[row * N + col] = sum;
  }
}

template <int TILE> __global__ void matMulTiled(const float *A, const float *B, float *C, int N) {
  __shared__ float tileA[TILE][TILE];
  __shared__ float tileB[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < (N + TILE - 1) / TILE; t++) {
    int aCol = t * TILE + threadIdx.x, bRow = t * TILE + threadIdx.y;
    tileA[threadIdx.y][threadIdx.x] = (row < N && aCol < N) ? A[row * N + aCol] : 0.0f;
    tileB[threadIdx.y][threadIdx.x] = (bRow < N && col < N) ? B[bRow * N + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; k++)
      sum += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
    __syncthreads();
  }
  if (row < N && col < N)
    C[row * N + col] = sum;
}

int main() {
  const int n = bench::kMatrix, elements = n * n;
  const double operations = 2e-9 * n * n * n;
  std::vector<float> host(elements);
  float *a = allocate<float>(elements), *b = allocate<float>(elements), *c = allocate<float>(elements);
  for (int i = 0; i < elements; ++i)
    host[i] = bench::matrixA(i);
  CHECK(musaMemcpy(a, host.data(), elements * sizeof(float), musaMemcpyHostToDevice));
  for (int i = 0; i < elements; ++i)
    host[i] = bench::matrixB(i);
  CHECK(musaMemcpy(b, host.data(), elements * sizeof(float), musaMemcpyHostToDevice));
  auto run = [&](const char *metric, auto kernel, unsigned side) {
    CHECK(musaMemset(c, 0xff, elements * sizeof(float)));
    bench::measure(metric, "GFLOP/s", operations, [&] {
      kernel<<<dim3((n + side - 1) / side, (n + side - 1) / side), dim3(side, side)>>>(a, b, c, n);
      finish();
    });
    CHECK(musaMemcpy(host.data(), c, elements * sizeof(float), musaMemcpyDeviceToHost));
    bench::requireProduct(host.data(), metric);
  };
  run("matmul_naive", matMulNaive, 16);
  run("matmul_tiled16", matMulTiled<16>, 16);
  run("matmul_tiled32", matMulTiled<32>, 32);
}
