// Conversions from floating point at the edges: out of range, infinite, not a number. The values are an H200's.
#include "check.h"

#include <cmath>
#include <type_traits>

constexpr int kInputs = 11;

template <class F, class I> __global__ void convert(const F *in, unsigned long long *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = (typename std::make_unsigned<I>::type)(I)in[i];
}

template <class F, class I> void expect(const char *name, const unsigned long long (&wanted)[kInputs]) {
  const F inputs[kInputs] = {(F)NAN,    (F)-NAN,    (F)INFINITY, (F)-INFINITY, (F)1e30, (F)-1e30,
                             (F)300.75, (F)-300.75, (F)70000.5,  (F)5e9,       (F)-5e9};
  check::Buffer<F> in(kInputs);
  for (int i = 0; i < kInputs; i++)
    in[i] = inputs[i];
  in.upload();
  for (int block : {1, 32, 48}) {
    check::Buffer<unsigned long long> out(kInputs);
    convert<F, I><<<(kInputs + block - 1) / block, block>>>(in.device(), out.device(), kInputs);
    out.download();
    for (int i = 0; i < kInputs; i++)
      check::that(out[i] == wanted[i], std::string(name) + " of " + std::to_string(inputs[i]),
                  std::to_string(out[i]) + " is not " + std::to_string(wanted[i]));
  }
}

int main() {
  const unsigned long long top32 = 0x80000000u, top64 = 0x8000000000000000u, all = ~0ull;
  expect<float, signed char>("float to int8", {0, 0, 0xff, 0, 0xff, 0, 0x2c, 0xd4, 0x70, 0xff, 0});
  expect<float, unsigned char>("float to uint8", {0, 0, 0xff, 0, 0xff, 0, 0x2c, 0, 0x70, 0xff, 0});
  expect<float, short>("float to int16", {0, 0, 0xffff, 0, 0xffff, 0, 0x12c, 0xfed4, 0x1170, 0xffff, 0});
  expect<float, unsigned short>("float to uint16", {0, 0, 0xffff, 0, 0xffff, 0, 0x12c, 0, 0x1170, 0xffff, 0});
  expect<float, int>("float to int",
                     {0, 0, 0x7fffffff, top32, 0x7fffffff, top32, 300, 0xfffffed4, 70000, 0x7fffffff, top32});
  expect<float, unsigned>("float to unsigned", {0, 0, 0xffffffff, 0, 0xffffffff, 0, 300, 0, 70000, 0xffffffff, 0});
  expect<float, long long>("float to int64", {top64, top64, top64 - 1, top64, top64 - 1, top64, 300, -300ull, 70000,
                                              5000000000ull, -5000000000ull});
  expect<float, unsigned long long>("float to uint64", {top64, top64, all, 0, all, 0, 300, 0, 70000, 5000000000ull, 0});
  expect<double, signed char>("double to int8", {0, 0, 0xff, 0, 0xff, 0, 0x2c, 0xd4, 0x70, 0xff, 0});
  expect<double, unsigned short>("double to uint16", {0, 0, 0xffff, 0, 0xffff, 0, 0x12c, 0, 0x1170, 0xffff, 0});
  expect<double, int>("double to int",
                      {top32, top32, 0x7fffffff, top32, 0x7fffffff, top32, 300, 0xfffffed4, 70000, 0x7fffffff, top32});
  expect<double, unsigned>("double to unsigned",
                           {top32, top32, 0xffffffff, 0, 0xffffffff, 0, 300, 0, 70000, 0xffffffff, 0});
  expect<double, long long>("double to int64", {top64, top64, top64 - 1, top64, top64 - 1, top64, 300, -300ull, 70000,
                                                5000000000ull, -5000000000ull});
  expect<double, unsigned long long>("double to uint64",
                                     {top64, top64, all, 0, all, 0, 300, 0, 70000, 5000000000ull, 0});
  return check::finish("language_conversions");
}
