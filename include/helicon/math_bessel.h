// Bessel functions, in double precision; the float forms are rounded from it. Up to 8 a polynomial of the segment that
// the argument is in, about a zero of the function where there is one; beyond it amplitudes of sine and cosine. Bounds:
// CUDA guide, "Mathematical Functions" (7 ulp up to 8, 5e-12 beyond; the float ones 9 ulp and 2.2e-6; I0, I1: 6 ulp).
// Included by math.h.
#ifndef HELICON_MATH_BESSEL_H
#define HELICON_MATH_BESSEL_H

#pragma clang system_header

#include "device_macros.h"
#include "math_bessel_tables.h"

namespace __helicon_bessel {

constexpr double kTwoByPi = 0.63661977236758134308, kRootHalf = 0.70710678118654752440;

/// terms[0] + terms[1] x + ...
template <int __N> __HELICON_LONG_HOST_DEVICE__ double polynomial(const double (&terms)[__N], double x) {
  double sum = terms[__N - 1];
#pragma unroll
  for (int k = __N - 2; k >= 0; k--)
    sum = __builtin_fma(sum, x, terms[k]);
  return sum;
}
/// The segment's polynomial at x, which is not above the last segment's end.
template <int __N> __HELICON_DEVICE_LONG__ double segment(const double (&rows)[__N][kRow], double x) {
  int index = 0;
#pragma unroll
  for (int i = 0; i + 1 < __N; i++)
    index += x >= rows[i][0];
  const double *row = rows[index];
  double h = (x - row[1]) - row[2], sum = row[kRow - 1];
#pragma unroll
  for (int k = kRow - 2; k >= 4; k--)
    sum = __builtin_fma(sum, h, row[k]);
  return __builtin_fma(h, sum, row[3]);
}

/// J(x) and Y(x) beyond 8 from the amplitudes of cosine and sine of x - (2 order + 1) pi / 4.
template <int __N>
__HELICON_DEVICE_LONG__ double far(const double (&cosine)[__N], const double (&sine)[__N], int order, double x,
                                   bool second) {
  double t = 8 / x, p = polynomial(cosine, t * t), q = t * polynomial(sine, t * t);
  double s = ::sin(x), c = ::cos(x), sum = (s + c) * kRootHalf, difference = (s - c) * kRootHalf;
  double cosinePhase = order ? difference : sum, sinePhase = order ? -sum : difference;
  double wave = second ? __builtin_fma(p, sinePhase, q * cosinePhase) : __builtin_fma(p, cosinePhase, -q * sinePhase);
  double result = __builtin_sqrt(kTwoByPi / x) * wave;
  return x == __builtin_inf() ? 0.0 : result;
}

__HELICON_DEVICE_LONG__ double firstKind0(double x) {
  double size = __builtin_fabs(x);
  if (size <= 8)
    return segment(kJ0, size);
  return far(kCosine0, kSine0, 0, size, false);
}
__HELICON_DEVICE_LONG__ double firstKind1(double x) {
  double size = __builtin_fabs(x);
  double result = size <= 8 ? segment(kJ1, size) : far(kCosine1, kSine1, 1, size, false);
  return x < 0 ? -result : x == 0 ? x : result;
}
__HELICON_DEVICE_LONG__ double secondKind0(double x) {
  if (!(x > 0))
    return x == 0 ? -__builtin_inf() : __builtin_nan("");
  if (x > 8)
    return far(kCosine0, kSine0, 0, x, true);
  if (x >= 1.25)
    return segment(kY0, x);
  // log(x / z) by what is exact beside the zero z, and otherwise by what is exact beside 0.
  double h = (x - kY0Zero[0]) - kY0Zero[1], part = h / kY0Zero[0];
  double ratio = part > -0.5 ? ::log1p(part) : ::log(x) - ::log(kY0Zero[0]);
  double rest = h * (x + kY0Zero[0]) * polynomial(kY0Rest, x * x);
  return kTwoByPi * __builtin_fma(ratio, segment(kJ0, x), rest);
}
__HELICON_DEVICE_LONG__ double secondKind1(double x) {
  if (!(x > 0))
    return x == 0 ? -__builtin_inf() : __builtin_nan("");
  if (x > 8)
    return far(kCosine1, kSine1, 1, x, true);
  if (x >= 1.625)
    return segment(kY1, x);
  double rest = __builtin_fma(::log(x), segment(kJ1, x), x * polynomial(kY1Rest, x * x));
  return x < 0x1p-500 ? -kTwoByPi / x : kTwoByPi * (rest - 1 / x);
}

/// J of order n > 1 for 0 < x <= n: the recurrence runs downwards from an order where J is next to nothing, and the sum
/// of all even orders says what the numbers are to be divided by.
__HELICON_DEVICE_LONG__ double firstKindDownwards(int n, double x) {
  if (x < 1e-4) { // (x/2)^n / n!, the next term of the series is below 1e-9 of it
    double product = 1;
    for (int k = 1; k <= n && product > 0; k++)
      product *= x / 2 / k;
    return product;
  }
  double next = 0, here = 1e-300, wanted = 0, sum = 0;
  for (int k = 2 * ((n + 16 + (int)__builtin_sqrt(160.0 * n)) / 2); k > 0; k--) {
    double below = 2 * k / x * here - next;
    next = here;
    here = below;
    if (__builtin_fabs(here) > 1e200) {
      here *= 1e-250;
      next *= 1e-250;
      wanted *= 1e-250;
      sum *= 1e-250;
    }
    wanted = k - 1 == n ? here : wanted;
    sum += k % 2 ? k == 1 ? here : 2 * here : 0.0;
  }
  return wanted / sum;
}
__HELICON_DEVICE_LONG__ double firstKind(int n, double x) {
  double size = __builtin_fabs(x), result = 0;
  if (n < 0 || x != x)
    return __builtin_nan("");
  if (n == 0 || size == __builtin_inf())
    return n ? 0.0 : firstKind0(x);
  if (n == 1)
    return firstKind1(x);
  if (size <= n) {
    result = size > 0 ? firstKindDownwards(n, size) : 0.0;
  } else {
    double last = firstKind0(size);
    result = firstKind1(size);
    for (int k = 1; k < n; k++) {
      double above = 2 * k / size * result - last;
      last = result;
      result = above;
    }
  }
  return x < 0 && n % 2 ? -result : result;
}
__HELICON_DEVICE_LONG__ double secondKind(int n, double x) {
  if (n < 0)
    return __builtin_nan("");
  double last = secondKind0(x), result = n ? secondKind1(x) : last;
  for (int k = 1; k < n && result > -__builtin_inf(); k++) {
    double above = 2 * k / x * result - last;
    last = result;
    result = above;
  }
  return result;
}

template <int __N, int __M>
__HELICON_LONG_HOST_DEVICE__ double modified(const double (&near)[__N], const double (&far)[__M], double size) {
  if (size <= 8)
    return polynomial(near, size * size / 4);
  bool large = size > 700; // where e^x has no room, and its last factor is to come last
  double power = ::exp(large ? size - 64 : size), rest = large ? 6.2351490808116168829e27 : 1.0;
  double result = polynomial(far, 16 / size - 1) / __builtin_sqrt(size) * power * rest;
  return size < 800 ? result : size * __builtin_inf(); // NaN stays
}
__HELICON_LONG_HOST_DEVICE__ double modified0(double x) { return modified(kI0, kI0Far, __builtin_fabs(x)); }
__HELICON_LONG_HOST_DEVICE__ double modified1(double x) {
  double size = __builtin_fabs(x), result = modified(kI1, kI1Far, size);
  return __builtin_copysign(size <= 8 ? size / 2 * result : result, x);
}

} // namespace __helicon_bessel

#define __HELICON_BESSEL_1(DECLARED, name, FUNCTION)                                                                   \
  DECLARED double name(double x) { return __helicon_bessel::FUNCTION(x); }                                             \
  DECLARED float name##f(float x) { return (float)__helicon_bessel::FUNCTION((double)x); }
#define __HELICON_BESSEL_N(name, FUNCTION)                                                                             \
  __HELICON_DEVICE_LONG__ double name(int n, double x) { return __helicon_bessel::FUNCTION(n, x); }                    \
  __HELICON_DEVICE_LONG__ float name##f(int n, float x) { return (float)__helicon_bessel::FUNCTION(n, (double)x); }
__HELICON_BESSEL_1(__HELICON_DEVICE_LONG__, j0, firstKind0) // the host has its own
__HELICON_BESSEL_1(__HELICON_DEVICE_LONG__, j1, firstKind1)
__HELICON_BESSEL_1(__HELICON_DEVICE_LONG__, y0, secondKind0)
__HELICON_BESSEL_1(__HELICON_DEVICE_LONG__, y1, secondKind1)
__HELICON_BESSEL_N(jn, firstKind)
__HELICON_BESSEL_N(yn, secondKind)
__HELICON_BESSEL_1(__HELICON_LONG_HOST_DEVICE__, cyl_bessel_i0, modified0)
__HELICON_BESSEL_1(__HELICON_LONG_HOST_DEVICE__, cyl_bessel_i1, modified1)
#undef __HELICON_BESSEL_1
#undef __HELICON_BESSEL_N

#endif
