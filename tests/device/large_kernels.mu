// Kernels of thousands of operations in a row: compiling them takes seconds, not minutes (with LLVM's domain
// reassignment it did not end), and the values are the host's.
#include "check.h"

#define STEP(j)                                                                                                        \
  a = a * ((j) % 13 + 3) + b;                                                                                          \
  b ^= a >> ((j) % 7 + 1);                                                                                             \
  if ((a ^ c) & (1u << ((j) % 5)))                                                                                     \
    c += d * (j);                                                                                                      \
  else                                                                                                                 \
    d -= b;
#define STEPS10(j)                                                                                                     \
  STEP(j) STEP(j + 1) STEP(j + 2) STEP(j + 3) STEP(j + 4) STEP(j + 5) STEP(j + 6) STEP(j + 7) STEP(j + 8) STEP(j + 9)
#define STEPS100(j)                                                                                                    \
  STEPS10(j)                                                                                                           \
  STEPS10(j + 10)                                                                                                      \
  STEPS10(j + 20)                                                                                                      \
  STEPS10(j + 30)                                                                                                      \
  STEPS10(j + 40) STEPS10(j + 50) STEPS10(j + 60) STEPS10(j + 70) STEPS10(j + 80) STEPS10(j + 90)

__host__ __device__ unsigned steps(unsigned a, unsigned b) {
  unsigned c = 3, d = 7;
  STEPS100(0)
      STEPS100(100) STEPS100(200) STEPS100(300) STEPS100(400) STEPS100(500) STEPS100(600) STEPS100(700) STEPS100(800)
          STEPS100(900) return a +
      b + c + d;
}

__global__ void large(unsigned *out, unsigned b) { out[threadIdx.x] = steps(threadIdx.x, b); }

int main() {
  const unsigned threads = 64;
  check::Buffer<unsigned> out(threads);
  large<<<1, threads>>>(out.device(), 5);
  out.download();
  for (unsigned t = 0; t < threads; t++)
    check::equal(out[t], steps(t, 5), "a thousand steps", t);
  return check::finish("large_kernels");
}
