// Adds two vectors, one thread an element.      mcc vecadd.mu -o vecadd && ./vecadd
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

// Runs once for every thread of the grid. blockIdx says which block this thread is in, threadIdx where in the block.
__global__ void vecAdd(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) // the last block reaches beyond the end
    c[i] = a[i] + b[i];
}

int main() {
  const int n = 1000000;
  const size_t bytes = n * sizeof(float);
  std::vector<float> a(n), b(n), c(n);
  for (int i = 0; i < n; ++i) {
    a[i] = 0.5f * i;
    b[i] = 2.0f * i;
  }

  // Device memory is apart from the host's: allocate it there, and copy to it and back.
  float *deviceA, *deviceB, *deviceC;
  CHECK(musaMalloc(&deviceA, bytes));
  CHECK(musaMalloc(&deviceB, bytes));
  CHECK(musaMalloc(&deviceC, bytes));
  CHECK(musaMemcpy(deviceA, a.data(), bytes, musaMemcpyHostToDevice));
  CHECK(musaMemcpy(deviceB, b.data(), bytes, musaMemcpyHostToDevice));

  const int threads = 256, blocks = (n + threads - 1) / threads;
  vecAdd<<<blocks, threads>>>(deviceA, deviceB, deviceC, n); // returns at once
  CHECK(musaGetLastError());                                 // could it be launched?

  // This copy waits for the kernel.
  CHECK(musaMemcpy(c.data(), deviceC, bytes, musaMemcpyDeviceToHost));
  CHECK(musaFree(deviceA));
  CHECK(musaFree(deviceB));
  CHECK(musaFree(deviceC));

  for (int i = 0; i < n; ++i)
    if (c[i] != a[i] + b[i]) {
      printf("wrong at %d: %g instead of %g\n", i, c[i], a[i] + b[i]);
      return 1;
    }
  printf("%d sums, all right\n", n);
}
