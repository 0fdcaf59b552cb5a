// What the tests of 16-bit floats share: the names of both types under one, and a model of the formats that owes
// nothing to the headers: the table of all values, in which a number's neighbours are looked up.
#pragma once

#include "ulps.h"

#include <algorithm>
#include <cstdint>

#include <musa_bf16.h>
#include <musa_fp16.h>

namespace narrow {

/// The value of some bits, by the formats' definition.
template <class T> double valueOf(unsigned bits) {
  constexpr int mantissa = std::is_same<T, __half>::value ? 10 : 7, bias = std::is_same<T, __half>::value ? 15 : 127;
  int field = (bits & 0x7fff) >> mantissa;
  double fraction = bits & ((1u << mantissa) - 1), sign = bits & 0x8000 ? -1 : 1;
  if (field == 2 * bias + 1)
    return fraction != 0 ? NAN : sign * INFINITY;
  return sign * std::ldexp(field ? fraction + (1 << mantissa) : fraction, (field ? field : 1) - bias - mantissa);
}
template <class T> constexpr unsigned kInfinity = std::is_same<T, __half>::value ? 0x7c00 : 0x7f80;

enum Mode { Nearest, Down, Up, Zero };

/// The bits of an exact number, rounded; 0x7fff for NaN.
template <class T> unsigned rounded(long double exact, Mode mode = Nearest) {
  if (std::isnan(exact))
    return 0x7fff;
  bool negative = std::signbit(exact);
  long double size = std::fabs(exact);
  if (std::isinf(size))
    return (negative ? 0x8000 : 0) | kInfinity<T>;
  static const std::vector<double> table = [] {
    std::vector<double> values; // the one behind the largest counts as the next power of two
    for (unsigned bits = 0; bits < kInfinity<T>; bits++)
      values.push_back(valueOf<T>(bits));
    values.push_back(2 * (values.back() - values[kInfinity<T> - 2]) + values[kInfinity<T> - 2]);
    return values;
  }();
  unsigned above = std::lower_bound(table.begin(), table.end(), size) - table.begin();
  unsigned result = above;
  if (above == table.size() || table[above] != size) { // between two
    unsigned below = above - 1;
    bool inwards = mode == Zero || mode == (negative ? Up : Down);
    if (mode == Nearest && above < table.size()) {
      long double left = size - table[below], right = table[above] - size;
      inwards = left < right || (left == right && below % 2 == 0);
    } else if (mode == Nearest) {
      inwards = false;
    }
    result = inwards ? std::min(below, kInfinity<T> - 1) : std::min(above, kInfinity<T>);
  } else if (above == kInfinity<T> && (mode == Zero || mode == (negative ? Up : Down))) {
    result = above - 1; // a finite number, but one place beyond the largest
  }
  return (negative ? 0x8000 : 0) | result;
}

/// x * y + z without rounding that matters: of two numbers far apart the smaller one counts by its sign alone.
inline long double exactSum(long double x, long double y) {
  if (x == 0 || y == 0 || !std::isfinite(x) || !std::isfinite(y))
    return x + y;
  long double &small = std::fabs(x) < std::fabs(y) ? x : y, &large = &small == &x ? y : x;
  int p, q;
  std::frexp(large, &p);
  std::frexp(small, &q);
  if (p - q > 45)
    small = std::copysign(std::ldexp(1.0L, p - 45), small);
  return x + y;
}

template <class T> __host__ __device__ T make(unsigned bits);
template <> __host__ __device__ inline __half make<__half>(unsigned bits) {
  return __ushort_as_half((unsigned short)bits);
}
template <> __host__ __device__ inline __mt_bfloat16 make<__mt_bfloat16>(unsigned bits) {
  return __ushort_as_bfloat16((unsigned short)bits);
}
__host__ __device__ inline unsigned bitsOf(__half v) { return __half_as_ushort(v); }
__host__ __device__ inline unsigned bitsOf(__mt_bfloat16 v) { return __bfloat16_as_ushort(v); }

template <class T> const char *nameOf() { return std::is_same<T, __half>::value ? "half" : "bfloat16"; }
template <class T> bool isNaN(unsigned bits) { return (bits & 0x7fff) > kInfinity<T>; }

/// Equal, except that one NaN is as good as another.
template <class T> void equal(unsigned got, unsigned wanted, const std::string &what) {
  if (got == wanted || (isNaN<T>(got) && isNaN<T>(wanted)))
    return;
  char text[96];
  snprintf(text, sizeof text, "got 0x%04x (%g), wanted 0x%04x (%g)", got, valueOf<T>(got), wanted, valueOf<T>(wanted));
  check::that(false, std::string(nameOf<T>()) + " " + what, text);
}
inline std::string hex(unsigned bits) {
  char text[16];
  snprintf(text, sizeof text, "0x%04x", bits);
  return text;
}

/// Bits for sampled tests: everything special, numbers close to each other, random ones.
template <class Random> unsigned draw(Random &random, unsigned like = 0x3c00) {
  static const unsigned special[] = {0,      0x8000, 1,      0x8001, 2,      0x3ff,  0x400,  0x401,
                                     0x3c00, 0xbc00, 0x3f80, 0xbf80, 0x7bff, 0x7c00, 0xfc00, 0x7c01,
                                     0x7e00, 0xfe00, 0x7f7f, 0x7f80, 0xff80, 0x7f81, 0x7fff, 0xffff};
  switch (random() % 6) {
  case 0:
    return special[random() % 24];
  case 1:
  case 2: // the same exponent, more or less
    return ((like & 0x7fff) + random() % 0x1000 - 0x800) & 0xffff;
  default:
    return random() & 0xffff;
  }
}

} // namespace narrow
