// Indices of 32 bits that wrap around in shared and private memory, whose addresses have 32 bits on a card: `p[~i]` is
// the element -1 - i.
#include "check.h"

__global__ void reversed(const int *in, int *out, unsigned start) {
  __shared__ int shared[64];
  int mine[16];
  const unsigned t = threadIdx.x;
  shared[t] = in[t];
  for (unsigned i = 0; i < 16; i++)
    mine[i] = in[(t + i) % 64];
  __syncthreads();
  int *end = shared + 64, *last = mine + 16;
  out[t] = end[~t];               // ~t = -1 - t
  out[64 + t] = end[t - 64u];     // from the end by a negative number
  out[128 + t] = last[~(t % 16)]; // a private array
  out[192 + t] = shared[start + t];
  unsigned at = t + 1;
  int sum = 0;
  while (at) // the index goes down to 0, as ~at goes up
    sum += end[~--at];
  out[256 + t] = sum;
}

int main() {
  check::Buffer<int> in(64), out(320);
  for (int i = 0; i < 64; i++)
    in[i] = i * i + 3;
  in.upload();
  reversed<<<1, 64>>>(in.device(), out.device(), 0u);
  out.download();
  int sum = 0;
  for (int t = 0; t < 64; t++) {
    sum += in[63 - t];
    check::equal(out[t], in[63 - t], "end[~t]", t);
    check::equal(out[64 + t], in[t], "end[t - 64]", t);
    check::equal(out[128 + t], in[(t + 15 - t % 16) % 64], "private array", t);
    check::equal(out[192 + t], in[t], "from the start", t);
    check::equal(out[256 + t], sum, "sum from the end", t);
  }
  return check::finish("wrapped_indices");
}
