// Built-in variables in every block shape, their copies and conversions; device, constant, managed, shared variables.
#include "check.h"

struct Seen {
  unsigned thread[3], block[3], blockSize[3], grid[3], warp;
};

__device__ uint3 throughUint3(uint3 v) { return v; }
__device__ dim3 throughDim3(dim3 v) { return v; }

__global__ void look(Seen *out) {
  auto t = threadIdx;
  uint3 b = blockIdx;
  dim3 size(blockDim);
  const dim3 grid = gridDim;
  unsigned rank = t.x + blockDim.x * (t.y + blockDim.y * t.z);
  unsigned block = b.x + gridDim.x * (b.y + gridDim.y * b.z);
  Seen &s = out[block * (blockDim.x * blockDim.y * blockDim.z) + rank];
  s = {{throughUint3(threadIdx).x, t.y, throughDim3(threadIdx).z},
       {b.x, b.y, blockIdx.z},
       {size.x, size.y, size.z},
       {grid.x, throughDim3(gridDim).y, grid.z},
       (unsigned)warpSize};
}

void variables() {
  for (dim3 shape : check::shapes()) {
    dim3 grid(3, 2, 2);
    unsigned n = check::threads(shape);
    check::Buffer<Seen> out(n * 12);
    look<<<grid, shape>>>(out.device());
    out.download();
    for (unsigned i = 0; i < n * 12; i++) {
      unsigned t = i % n, b = i / n;
      Seen w = {{t % shape.x, t / shape.x % shape.y, t / shape.x / shape.y},
                {b % 3, b / 3 % 2, b / 6},
                {shape.x, shape.y, shape.z},
                {3, 2, 2},
                32};
      check::that(memcmp(&w, &out[i], sizeof w) == 0, "built-in variables", "thread " + std::to_string(i));
    }
  }
}

__constant__ float weights[4] = {1, 2, 3, 4};
__constant__ int untouched[2] = {7, 8};
__device__ int counter = 5;
__device__ float *pointer;
__device__ int table[] = {3, 1, 4, 1, 5};
__managed__ int total = 11;
__shared__ int fileScope[64];

template <class T> __global__ void gather(T *out, T factor) {
  extern __shared__ unsigned char raw[];
  __shared__ T tile[64];
  T *dynamic = reinterpret_cast<T *>(raw);
  int t = threadIdx.x;
  tile[t] = weights[t % 4] * factor;
  dynamic[t] = table[t % 5];
  fileScope[t] = t;
  __syncthreads();
  out[t] = tile[63 - t] + dynamic[63 - t] + fileScope[63 - t] + untouched[t % 2];
  if (t == 0) {
    counter += 1;
    total *= 2;
    pointer = reinterpret_cast<float *>(out);
  }
}

void storage() {
  float fresh[4] = {10, 20, 30, 40};
  CHECK_API(musaMemcpyToSymbol(weights, fresh, sizeof fresh));
  check::Buffer<float> out(64);
  gather<float><<<1, 64, 64 * sizeof(float)>>>(out.device(), 2.0f);
  out.download();
  const int wanted[] = {3, 1, 4, 1, 5};
  for (int t = 0; t < 64; t++)
    check::equal(out[t], fresh[(63 - t) % 4] * 2 + wanted[(63 - t) % 5] + (63 - t) + 7 + t % 2, "variables", t);
  int seen = 0;
  CHECK_API(musaMemcpyFromSymbol(&seen, counter, sizeof seen));
  check::equal(seen, 6, "device variable with initial value");
  check::equal(total, 22, "managed variable");
  total = 4;
  check::Buffer<double> wide(64);
  gather<double><<<1, 64, 64 * sizeof(double)>>>(wide.device(), 0.5);
  wide.download();
  for (int t = 0; t < 64; t++)
    check::equal(wide[t], fresh[(63 - t) % 4] * 0.5 + wanted[(63 - t) % 5] + (63 - t) + 7 + t % 2, "variables", t);
  check::equal(total, 8, "managed variable written by the host");
}

__global__ void __launch_bounds__(128, 2) bounded(const __grid_constant__ int value, int *__restrict__ out) {
  out[threadIdx.x] = value;
}

int main() {
  variables();
  storage();
  check::Buffer<int> out(128);
  bounded<<<1, 128>>>(9, out.device());
  out.download();
  for (int t = 0; t < 128; t++)
    check::equal(out[t], 9, "launch bounds", t);
  return check::finish("language_variables");
}
