// Classes of bfloats, which the optimiser also makes of comparisons: every number against every class, by its bits.
#include <musa_bf16.h>

#include <cstdio>
#include <vector>

template <int Class> __device__ unsigned bit(__bf16 x) { return __builtin_isfpclass(x, Class) ? Class : 0; }

__global__ void classes(unsigned *out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned short bits = static_cast<unsigned short>(i);
  __bf16 x;
  __builtin_memcpy(&x, &bits, sizeof x);
  out[i] = bit<0x1>(x) | bit<0x2>(x) | bit<0x4>(x) | bit<0x8>(x) | bit<0x10>(x) | bit<0x20>(x) | bit<0x40>(x) |
           bit<0x80>(x) | bit<0x100>(x) | bit<0x200>(x);
}

/// clang's numbers: signalling and quiet NaN, then -inf, -normal, -denormal, -0, +0, +denormal, +normal, +inf.
unsigned classOf(unsigned bits) {
  const unsigned exponent = bits >> 7 & 0xff, fraction = bits & 0x7f;
  const bool negative = bits >> 15;
  if (exponent == 0xff && fraction)
    return fraction & 0x40 ? 0x2 : 0x1;
  if (exponent == 0xff)
    return negative ? 0x4 : 0x200;
  if (exponent)
    return negative ? 0x8 : 0x100;
  return fraction ? (negative ? 0x10 : 0x80) : (negative ? 0x20 : 0x40);
}

int main() {
  unsigned *out;
  musaMallocManaged(&out, 65536 * sizeof(unsigned));
  classes<<<256, 256>>>(out);
  if (musaDeviceSynchronize() != musaSuccess)
    return 2;
  int wrong = 0;
  for (unsigned i = 0; i < 65536; ++i)
    if (out[i] != classOf(i) && wrong++ < 5)
      std::printf("%04x: %x, not %x\n", i, out[i], classOf(i));
  std::printf("%d wrong\n", wrong);
  musaFree(out);
  return wrong ? 1 : 0;
}
