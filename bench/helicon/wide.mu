// Several words a thread: vectors of four floats, arrays of structures, a tile loaded by vectors, and matrix fragments
// that go through shared memory.
#include "Device.h"

#include <mma.h>

struct Particle {
  float x, y, z;
};

__global__ void copy4(const float4 *from, float4 *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = from[i];
}

__global__ void saxpy4(int n, float a, const float4 *x, float4 *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float4 s = x[i], t = y[i];
  y[i] = make_float4(a * s.x + t.x, a * s.y + t.y, a * s.z + t.z, a * s.w + t.w);
}

__global__ void move3(Particle *p, const Particle *v, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    p[i].x += v[i].x * dt;
    p[i].y += v[i].y * dt;
    p[i].z += v[i].z * dt;
  }
}

__global__ void complexProduct(const float2 *a, const float2 *b, float2 *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float2 s = a[i], t = b[i];
    c[i] = make_float2(s.x * t.x - s.y * t.y, s.x * t.y + s.y * t.x);
  }
}

// Tiles of 64x64 of the product, four by four a thread, 16 rows of k at a time; loaded by vectors or by words.
template <bool WIDE> __global__ void matMul4(const float *A, const float *B, float *C, int N) {
  __shared__ float tileA[16][64], tileB[16][64];
  const int tid = threadIdx.y * 16 + threadIdx.x, row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
  float sum[4][4] = {};
  for (int t = 0; t < N; t += 16) {
    if (WIDE) {
      const int row = tid / 4, k = tid % 4 * 4;
      float4 a = *(const float4 *)&A[(row0 + row) * N + t + k];
      tileA[k][row] = a.x, tileA[k + 1][row] = a.y, tileA[k + 2][row] = a.z, tileA[k + 3][row] = a.w;
      *(float4 *)&tileB[tid / 16][tid % 16 * 4] = *(const float4 *)&B[(t + tid / 16) * N + col0 + tid % 16 * 4];
    } else {
      for (int i = 0; i < 4; ++i)
        tileA[tid % 16][tid / 16 + i * 16] = A[(row0 + tid / 16 + i * 16) * N + t + tid % 16];
      for (int i = 0; i < 4; ++i)
        tileB[tid / 64 + i * 4][tid % 64] = B[(t + tid / 64 + i * 4) * N + col0 + tid % 64];
    }
    __syncthreads();
    for (int k = 0; k < 16; ++k) {
      float a[4], b[4];
      if (WIDE) {
        *(float4 *)a = *(const float4 *)&tileA[k][threadIdx.y * 4];
        *(float4 *)b = *(const float4 *)&tileB[k][threadIdx.x * 4];
      } else {
        for (int i = 0; i < 4; ++i)
          a[i] = tileA[k][threadIdx.y + i * 16], b[i] = tileB[k][threadIdx.x + i * 16];
      }
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          sum[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    if (WIDE)
      *(float4 *)&C[(row0 + threadIdx.y * 4 + i) * N + col0 + threadIdx.x * 4] =
          make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
    else
      for (int j = 0; j < 4; ++j)
        C[(row0 + threadIdx.y + i * 16) * N + col0 + threadIdx.x + j * 16] = sum[i][j];
}

// Four warps make 64x64 of the product, 2x2 fragments each; tiles of 64x32 and 32x64 halves are copied 16 bytes a
// thread.
__global__ void wmmaShared(const half *A, const half *B, float *C, int N) {
  using namespace nvcuda::wmma;
  __shared__ __align__(16) half tileA[64][40], tileB[32][72];
  const int tid = threadIdx.x, warp = tid / 32, row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
  const int wr = warp / 2 * 32, wc = warp % 2 * 32;
  fragment<accumulator, 16, 16, 16, float> sum[2][2];
  for (auto &line : sum)
    for (auto &f : line)
      fill_fragment(f, 0.0f);
  for (int t = 0; t < N; t += 32) {
    for (int i = tid; i < 256; i += 128) {
      *(int4 *)&tileA[i / 4][i % 4 * 8] = *(const int4 *)&A[(row0 + i / 4) * N + t + i % 4 * 8];
      *(int4 *)&tileB[i / 8][i % 8 * 8] = *(const int4 *)&B[(t + i / 8) * N + col0 + i % 8 * 8];
    }
    __syncthreads();
    for (int k = 0; k < 32; k += 16) {
      fragment<matrix_a, 16, 16, 16, half, row_major> a[2];
      fragment<matrix_b, 16, 16, 16, half, row_major> b[2];
      for (int i = 0; i < 2; ++i) {
        load_matrix_sync(a[i], &tileA[wr + i * 16][k], 40);
        load_matrix_sync(b[i], &tileB[k][wc + i * 16], 72);
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          mma_sync(sum[i][j], a[i], b[j], sum[i][j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      store_matrix_sync(&C[(row0 + wr + i * 16) * N + col0 + wc + j * 16], sum[i][j], N, mem_row_major);
}

__global__ void toHalf(const float *from, half *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = __float2half(from[i]);
}

static void memory() {
  const int n = (int)bench::kWide, blocks = (n / 4 + 255) / 256;
  float *x = allocate<float>(n), *y = allocate<float>(n), *z = allocate<float>(n);
  std::vector<float> host(n);
  for (int i = 0; i < n; ++i)
    host[i] = (float)(i % 1024);
  CHECK(musaMemcpy(x, host.data(), n * sizeof(float), musaMemcpyHostToDevice));
  CHECK(musaMemcpy(y, host.data(), n * sizeof(float), musaMemcpyHostToDevice));
  auto last = [&](const float *at) {
    float value = 0;
    CHECK(musaMemcpy(&value, at + n - 1, sizeof value, musaMemcpyDeviceToHost));
    return value;
  };
  bench::measure("copy4", "GB/s", n * 8e-9, [&] {
    copy4<<<blocks, 256>>>((const float4 *)x, (float4 *)z, n / 4);
    finish();
  });
  bench::require(last(z) == 1023, "copy4");
  bench::measure("saxpy4", "GB/s", n * 12e-9, [&] {
    saxpy4<<<blocks, 256>>>(n / 4, 0.0f, (const float4 *)x, (float4 *)y); // 0 keeps y the same from run to run
    finish();
  });
  bench::require(last(y) == 1023, "saxpy4");
  const int particles = n / 3;
  bench::measure("move3", "GB/s", particles * 36e-9, [&] {
    move3<<<(particles + 255) / 256, 256>>>((Particle *)y, (const Particle *)x, 0.0f, particles);
    finish();
  });
  bench::require(last(y) == 1023, "move3");
  bench::measure("complex", "GB/s", n * 12e-9, [&] {
    complexProduct<<<(n / 2 + 255) / 256, 256>>>((const float2 *)x, (const float2 *)y, (float2 *)z, n / 2);
    finish();
  });
  bench::require(last(z) == 2 * 1022 * 1023, "complex");
}

int main() {
  memory();
  const int n = bench::kMatrix, elements = n * n;
  const double operations = 2e-9 * n * n * n;
  std::vector<float> host(elements);
  float *a = allocate<float>(elements), *b = allocate<float>(elements), *c = allocate<float>(elements);
  half *ha = allocate<half>(elements), *hb = allocate<half>(elements);
  for (int i = 0; i < elements; ++i)
    host[i] = bench::matrixA(i);
  CHECK(musaMemcpy(a, host.data(), elements * sizeof(float), musaMemcpyHostToDevice));
  for (int i = 0; i < elements; ++i)
    host[i] = bench::matrixB(i);
  CHECK(musaMemcpy(b, host.data(), elements * sizeof(float), musaMemcpyHostToDevice));
  toHalf<<<elements / 256, 256>>>(a, ha, elements);
  toHalf<<<elements / 256, 256>>>(b, hb, elements);
  auto run = [&](const char *metric, auto launch) {
    CHECK(musaMemset(c, 0xff, elements * sizeof(float)));
    bench::measure(metric, "GFLOP/s", operations, [&] {
      launch();
      finish();
    });
    CHECK(musaMemcpy(host.data(), c, elements * sizeof(float), musaMemcpyDeviceToHost));
    bench::requireProduct(host.data(), metric);
  };
  const dim3 grid(n / 64, n / 64);
  run("matmul_words4", [&] { matMul4<false><<<grid, dim3(16, 16)>>>(a, b, c, n); });
  run("matmul_vectors4", [&] { matMul4<true><<<grid, dim3(16, 16)>>>(a, b, c, n); });
  run("wmma_shared", [&] { wmmaShared<<<grid, 128>>>(ha, hb, c, n); });
}
