// Prints what a card answers for ../ptx_rows.def: `nvcc -arch=native -I.. ptx_rows.cu -o rows && ./rows >
// ptx_h200.txt`.
#include <cstdio>

#include "ptx_rows.h"

int main() {
  u64 *out;
  cudaMallocManaged(&out, 32 * 512 * sizeof(u64));
  for (const Family &family : families) {
    family.kernel<<<1, 32>>>(out);
    if (cudaError_t error = cudaDeviceSynchronize())
      return fprintf(stderr, "%s\n", cudaGetErrorString(error)), 1;
    for (unsigned n = 0; n < family.count; n++) {
      printf("%s", family.names[n]);
      for (unsigned lane = 0; lane < 32; lane++)
        printf(" %llx", out[n * 32 + lane]);
      printf("\n");
    }
  }
  return 0;
}
