// A NaN that 16-bit arithmetic makes is 0x7fff, as on a card: of inline PTX always, of functions and operators but for
// fused operations. Also where the result goes through a loop, a choice or a negation before its bits are seen.
#include "check.h"

#include <musa_bf16.h>
#include <musa_fp16.h>

constexpr int kThreads = 64;

/// NaNs of every kind, and numbers of which arithmetic makes NaNs; infinity is 0x7c00 or 0x7f80.
__device__ unsigned short operand(int i, unsigned short infinity) {
  const unsigned short sign = i & 1 ? 0x8000 : 0,
                       payload = (unsigned short)(4 + i * 37 % (infinity == 0x7c00 ? 0x3f0 : 0x70));
  return sign | infinity | (i % 4 < 2 ? payload : 0);
}

#define TWO_OPERANDS(F)                                                                                                \
  F("add.f16x2")                                                                                                       \
  F("sub.f16x2") F("mul.f16x2") F("max.NaN.f16x2") F("min.NaN.f16x2")
#define TWO_OPERANDS_BF(F) F("add.rn.bf16x2") F("sub.rn.bf16x2") F("mul.rn.bf16x2") F("max.NaN.bf16x2")

/// One row of results: each must be 0x7fff in both halves.
__global__ void inText(unsigned *out, unsigned short zero) {
  const int i = threadIdx.x;
  unsigned n = 0, r;
  auto keep = [&](unsigned value) { out[n++ * kThreads + i] = value; };
  {
    const unsigned nan = operand(i & ~2, 0x7c00), number = 0x3c003c00u + zero, x = nan | nan << 16;
#define ASK(TEXT)                                                                                                      \
  asm(TEXT " %0, %1, %2;" : "=r"(r) : "r"(x), "r"(number));                                                            \
  keep(r);                                                                                                             \
  asm(TEXT " %0, %1, %2;" : "=r"(r) : "r"(number), "r"(x));                                                            \
  keep(r);
    TWO_OPERANDS(ASK)
    asm("min.f16x2 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(x ^ 0x80018001u)); // of a number and a NaN it is the number
    keep(r);
    asm("max.f16x2 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(x ^ 0x80028002u));
    keep(r);
    asm("fma.rn.f16x2 %0, %1, %2, %2;" : "=r"(r) : "r"(x), "r"(number));
    keep(r);
    asm("fma.rn.f16x2 %0, %2, %2, %1;" : "=r"(r) : "r"(x), "r"(number));
    keep(r);
    asm("fma.rn.relu.f16x2 %0, %2, %2, %1;" : "=r"(r) : "r"(x), "r"(number));
    keep(r);
    asm("{ fma.rn.f16x2 %0, %1, %2, %2; fma.rn.f16x2 %0, %0, %2, %2; }" : "=r"(r) : "r"(x), "r"(number));
    keep(r);
    asm("ex2.approx.f16x2 %0, %1;" : "=r"(r) : "r"(x));
    keep(r);
    asm("tanh.approx.f16x2 %0, %1;" : "=r"(r) : "r"(x));
    keep(r);
    const unsigned infinite = 0x7c007c00u + zero;
    asm("sub.f16x2 %0, %1, %1;" : "=r"(r) : "r"(infinite));
    keep(r);
    asm("fma.rn.f16x2 %0, %1, %2, %1;" : "=r"(r) : "r"(infinite), "r"((unsigned)zero));
    keep(r);
  }
  {
    const unsigned nan = operand(i & ~2, 0x7f80), number = 0x3f803f80u + zero, x = nan | nan << 16;
    TWO_OPERANDS_BF(ASK)
    asm("fma.rn.bf16x2 %0, %1, %2, %2;" : "=r"(r) : "r"(x), "r"(number));
    keep(r);
    asm("min.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(x ^ 0x80018001u));
    keep(r);
  }
#undef ASK
  const float wide = __int_as_float(0x7f800001 + i * 0x10203 | (i & 1) << 31);
  unsigned short h;
#define ASK(TEXT)                                                                                                      \
  asm(TEXT " %0, %1;" : "=h"(h) : "f"(wide));                                                                          \
  keep(h | (unsigned)h << 16);
  ASK("cvt.rn.f16.f32")
  ASK("cvt.rz.f16.f32")
  ASK("cvt.rn.relu.f16.f32")
  ASK("cvt.rn.bf16.f32") ASK("cvt.rz.bf16.f32")
#undef ASK
      asm("cvt.rn.f16x2.f32 %0, %1, %1;" : "=r"(r) : "f"(wide));
  keep(r);
  asm("cvt.rn.bf16x2.f32 %0, %1, %1;" : "=r"(r) : "f"(wide));
  keep(r);
  out[n * kThreads + i] = 0; // the end
}

template <class T> __device__ unsigned short bitsOf(T v) { return __builtin_bit_cast(unsigned short, v); }

template <class T> __global__ void inFunctions(unsigned *out, unsigned short infinity, unsigned short one, int times) {
  const int i = threadIdx.x;
  unsigned n = 0;
  auto keep = [&](T value) { out[n++ * kThreads + i] = bitsOf(value) | (unsigned)bitsOf(value) << 16; };
  const T nan = __builtin_bit_cast(T, operand(i & ~2, infinity)), number = __builtin_bit_cast(T, one);
  const T infinite = __builtin_bit_cast(T, operand(i | 2, infinity));
  keep(__hadd(nan, number)), keep(__hadd(number, nan)), keep(nan - number), keep(nan * number), keep(nan / number);
  keep(infinite - infinite), keep(infinite * (number - number)), keep(infinite / infinite);
  keep(__hmax_nan(nan, number)), keep(__hmin(nan, -nan)), keep(hsqrt(nan)), keep(hrcp(nan)), keep(hexp(nan));
  T sum = nan;
  for (int k = 0; k < times; k++)
    sum = sum + number;
  keep(sum);
  const T difference = nan - number;
  keep(i % 3 ? difference : sum);
  out[n * kThreads + i] = 0;
}

template <class F> static int verify(F launch, const std::string &what) {
  check::Buffer<unsigned> out(64 * kThreads);
  launch(out.device());
  out.download();
  int row = 0;
  for (; row < 64 && out[row * kThreads]; row++)
    for (int i = 0; i < kThreads; i++)
      check::that(out[row * kThreads + i] == 0x7fff7fffu, what,
                  "row " + std::to_string(row) + " of lane " + std::to_string(i) + ": got " +
                      check::text(out[row * kThreads + i]));
  return row;
}

int main() {
  check::equal(verify([](unsigned *out) { inText<<<1, kThreads>>>(out, 0); }, "inline PTX"), 37, "rows of inline PTX");
  check::equal(verify([](unsigned *out) { inFunctions<__half><<<1, kThreads>>>(out, 0x7c00, 0x3c00, 3); }, "half"), 15,
               "rows of half");
  check::equal(
      verify([](unsigned *out) { inFunctions<__mt_bfloat16><<<1, kThreads>>>(out, 0x7f80, 0x3f80, 3); }, "bfloat16"),
      15, "rows of bfloat16");
  return check::finish("half_nans");
}
