// What test.sh steps through with gdb; the lines marked below are named there.
#include <cstdio>
#include <musa_runtime.h>

struct Pair {
  int first;
  float second;
};

__device__ int limit = 500;
__constant__ int least[2] = {-9, 9};

__device__ int square(int value) {
  Pair pair{value, 0.5f};
  int result = value * pair.first; // line of square
  return result < limit && result > least[0] ? result : limit;
}

__global__ void scale(int *out, int factor) {
  __shared__ int tile[8];
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  int scaled = index * factor;
  tile[threadIdx.x] = scaled; // line of scale
  __syncthreads();
  out[index] = square(tile[7 - threadIdx.x]);
}

int main() {
  int *out;
  musaMalloc(&out, 16 * sizeof(int));
  scale<<<2, 8>>>(out, 3);
  int host[16];
  if (musaMemcpy(host, out, sizeof host, musaMemcpyDeviceToHost) != musaSuccess)
    return 1;
  printf("answers %d %d\n", host[0], host[15]);
  return 0;
}
