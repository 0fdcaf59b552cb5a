// Shared memory stands where the compiler takes it to be, on every worker: offsets below the alignment are or-ed to its
// address, and a variable gets the alignment that it asks for.
#include "check.h"

__global__ void offsets(const unsigned *in, unsigned *out) {
  __shared__ unsigned sums[64], own[1024];
  unsigned t = threadIdx.x, i = blockIdx.x * 32 + t, read;
  own[t] = 7 * t;
  sums[t] = t;
  __syncthreads();
  const unsigned at = (unsigned)__cvta_generic_to_shared(&own[t]);
  asm volatile("st.shared.u32 [%1], %2; ld.shared.u32 %0, [%1];" : "=&r"(read) : "r"(at), "r"(in[i]) : "memory");
  sums[t] += read;
  __syncthreads();
  out[i] = own[t] + sums[t];
}

__global__ void aligned(unsigned *out) {
  __shared__ char before[3];
  __shared__ __align__(1024) int swizzled[256];
  __shared__ __align__(256) int rows[64];
  extern __shared__ __align__(128) int tail[];
  before[threadIdx.x % 3] = 1;
  swizzled[threadIdx.x] = rows[threadIdx.x] = tail[threadIdx.x] = before[0];
  if (threadIdx.x == 0)
    out[blockIdx.x] = (size_t)swizzled % 1024 + (size_t)rows % 256 + (size_t)tail % 128 + (unsigned)swizzled[0] - 1;
}

int main() {
  const unsigned blocks = 256;
  check::Buffer<unsigned> in(blocks * 32), out(blocks * 32), rest(blocks, 1u);
  for (unsigned i = 0; i < in.size(); i++)
    in[i] = i * 1000;
  in.upload();
  for (int round = 0; round < 20; round++) {
    offsets<<<blocks, 32>>>(in.device(), out.device());
    out.download();
    for (unsigned i = 0; i < out.size(); i++)
      check::equal(out[i], i % 32 + 2000 * i, "sum", i);
  }
  aligned<<<blocks, 32, 128>>>(rest.device());
  rest.download();
  for (unsigned i = 0; i < blocks; i++)
    check::equal(rest[i], 0u, "alignment", i);
  return check::finish("shared_alignment");
}
