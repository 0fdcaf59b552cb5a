// The product of two square matrices, first as it is defined, then with tiles in shared memory, both timed.
//     mcc matmul.mu -o matmul && ./matmul
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

constexpr int TILE = 16;

// Every thread computes one element, and reads a row of A and a column of B from global memory.
__global__ void naive(const float *A, const float *B, float *C, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || col >= n)
    return;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += A[row * n + k] * B[k * n + col];
  C[row * n + col] = sum;
}

// The block loads a tile of each matrix together, and every element loaded is used TILE times.
__global__ void tiled(const float *A, const float *B, float *C, int n) {
  __shared__ float tileA[TILE][TILE], tileB[TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  float sum = 0;
  for (int start = 0; start < n; start += TILE) {
    tileA[y][x] = row < n && start + x < n ? A[row * n + start + x] : 0;
    tileB[y][x] = start + y < n && col < n ? B[(start + y) * n + col] : 0;
    __syncthreads(); // the tiles are complete before anyone reads them
    for (int k = 0; k < TILE; ++k)
      sum += tileA[y][k] * tileB[k][x];
    __syncthreads(); // and read by all before they are overwritten
  }
  if (row < n && col < n)
    C[row * n + col] = sum;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 512;
  if (n < 1 || n > 8192) {
    fprintf(stderr, "usage: %s [size from 1 to 8192]\n", argv[0]);
    return 2;
  }
  const size_t bytes = sizeof(float) * n * n;
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = i % 7 - 3; // small whole numbers, so that all sums are exact
    b[i] = i % 5 - 2;
  }
  float *deviceA, *deviceB, *deviceC;
  CHECK(musaMalloc(&deviceA, bytes));
  CHECK(musaMalloc(&deviceB, bytes));
  CHECK(musaMalloc(&deviceC, bytes));
  CHECK(musaMemcpy(deviceA, a.data(), bytes, musaMemcpyHostToDevice));
  CHECK(musaMemcpy(deviceB, b.data(), bytes, musaMemcpyHostToDevice));

  // Events mark points in the stream of work and tell the time between them.
  musaEvent_t before, after;
  CHECK(musaEventCreate(&before));
  CHECK(musaEventCreate(&after));
  const dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
  for (auto kernel : {naive, tiled}) {
    kernel<<<grid, block>>>(deviceA, deviceB, deviceC, n); // the first launch of a kernel compiles it
    CHECK(musaEventRecord(before));
    kernel<<<grid, block>>>(deviceA, deviceB, deviceC, n);
    CHECK(musaGetLastError());
    CHECK(musaEventRecord(after));
    CHECK(musaEventSynchronize(after));
    float milliseconds;
    CHECK(musaEventElapsedTime(&milliseconds, before, after));
    printf("%s: %.3f ms, %.1f GFLOP/s\n", kernel == naive ? "naive" : "tiled", milliseconds,
           2e-6 * n * n * n / milliseconds);
    CHECK(musaMemcpy(c.data(), deviceC, bytes, musaMemcpyDeviceToHost));
    for (int row = 0; row < n; row += 1 + n / 50)
      for (int col = 0; col < n; ++col) {
        float sum = 0;
        for (int k = 0; k < n; ++k)
          sum += a[row * n + k] * b[k * n + col];
        if (c[row * n + col] != sum) {
          printf("wrong at %d, %d: %g instead of %g\n", row, col, c[row * n + col], sum);
          return 1;
        }
      }
  }
  CHECK(musaEventDestroy(before));
  CHECK(musaEventDestroy(after));
  CHECK(musaFree(deviceA));
  CHECK(musaFree(deviceB));
  CHECK(musaFree(deviceC));
  printf("all right\n");
}
