// The standard library in kernels: what is constexpr and what the headers overload; new and delete; lambdas.
#include "check.h"

#include <algorithm>
#include <array>
#include <complex>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

template <class F> __device__ auto apply(F f, int x) { return f(x); }

__global__ void library(float *out, std::array<int, 4> values) {
  int t = threadIdx.x;
  float *r = out + t * 16;
  int a = t, b = 100 - t;
  std::swap(a, b);
  int pair[2] = {1, 2}, other[2] = {3, 4};
  std::swap(pair, other);
  r[0] = a + 1000.0f * b + pair[1];
  r[1] = std::min(t, 7) + std::max(3.5f, (float)t) + std::max({1, t, 5}) + min(t, 9) + max(t, 4u);
  r[2] = values[t % 4] + std::get<1>(std::make_tuple(1, t, 2.0f)) + std::pair<int, int>(t, 1).first;
  std::complex<float> z(1.0f, (float)t), w = z * z + std::complex<float>(0, 1);
  w /= std::complex<float>(0, 2);
  r[3] = w.real();
  r[4] = w.imag();
  r[5] = std::abs(std::complex<float>(3, 4)) + std::norm(z);
  std::optional<int> maybe = t % 2 ? std::optional<int>(t) : std::nullopt;
  r[6] = maybe.value_or(-1);
  std::variant<int, float> either = t % 2 ? std::variant<int, float>(t) : std::variant<int, float>(0.5f);
  r[7] = either.index() == 0 ? std::get<0>(either) : *std::get_if<float>(&either);
  r[8] = std::numeric_limits<short>::max() + std::abs(-t) + std::abs(-0.5f) + std::pow(2, 3) + std::sqrt(16.0f);
  r[9] = a + 5;
  r[10] = (float)std::clamp(t, 10, 20);
  r[11] = (float)std::get<int>(std::tuple<int, float>(t, 0.5f));
  int captured = t * 10;
  r[12] = apply([=](int x) { return x + captured; }, 5);
  int *heap = new int[3]{1, 2, t};
  r[13] = heap[0] + heap[1] + heap[2];
  delete[] heap;
  r[14] = std::isnan(r[0]) + std::isinf(1.0f / (float)(t * 0)) * 2 + std::signbit(-1.0f * t - 1) * 4;
  r[15] = std::fmod(t, 3) + std::hypot(3, 4) + std::lround(2.5f) + std::floor(2.7) + std::fma(2.0f, 3.0f, 1.0f);
}

template <class F> __global__ void run(F f, int *out) { out[threadIdx.x] = f((int)threadIdx.x); }

int main() {
  const int n = 70;
  check::Buffer<float> out(n * 16);
  library<<<1, n>>>(out.device(), {10, 20, 30, 40});
  out.download();
  for (int t = 0; t < n; t++) {
    std::complex<float> z(1.0f, (float)t), w = (z * z + std::complex<float>(0, 1)) / std::complex<float>(0, 2);
    const float wanted[16] = {100 - t + 1000.0f * t + 4,
                              std::min(t, 7) + std::max(3.5f, (float)t) + std::max({1, t, 5}) + std::min(t, 9) +
                                  std::max(t, 4),
                              10.0f * (t % 4 + 1) + t + t,
                              w.real(),
                              w.imag(),
                              5.0f + 1 + t * t,
                              t % 2 ? (float)t : -1.0f,
                              t % 2 ? (float)t : 0.5f,
                              32767 + t + 0.5f + 8 + 4,
                              100.0f - t + 5,
                              (float)std::clamp(t, 10, 20),
                              (float)t,
                              5.0f + t * 10,
                              3.0f + t,
                              6,
                              (float)(t % 3) + 5 + 3 + 2 + 7};
    for (int k = 0; k < 16; k++)
      check::equal(out[t * 16 + k], wanted[k], "library " + std::to_string(k), t);
  }
  int scale = 3;
  check::Buffer<int> values(n);
  run<<<1, n>>>([=] __device__(int t) { return t * scale; }, values.device());
  values.download();
  for (int t = 0; t < n; t++)
    check::equal(values[t], t * 3, "lambda as kernel argument", t);
  return check::finish("language_std");
}
