// Special functions that neither the C library nor the table has, on both sides: norms, reciprocal roots, the normal
// distribution, inverse and scaled error functions. Single precision goes through double, where nothing is lost;
// double precision carries the rounding error of the critical step along. Bounds: CUDA guide, "Mathematical Functions".
// Included by math.h.
#ifndef HELICON_MATH_SPECIAL_H
#define HELICON_MATH_SPECIAL_H

#pragma clang system_header

#include "device_macros.h"
#include "math_own.h"

#define __HELICON_SPECIAL__ __HELICON_LONG_HOST_DEVICE__

namespace __helicon_special {

__HELICON_SPECIAL__ bool isFinite(double x) { return __builtin_fabs(x) < __builtin_inf(); }
__HELICON_SPECIAL__ bool isInfinite(double x) { return __builtin_fabs(x) == __builtin_inf(); }

/// 2^-e for the binary exponent e of x (both ends clamped to normal numbers), so that x * scale is near 1.
__HELICON_SPECIAL__ double scaleFor(double x) {
  int e = (int)(__builtin_bit_cast(unsigned long, x) >> 52 & 2047);
  int inverse = 2046 - e;
  inverse = inverse < 1 ? 1 : inverse > 2046 - 52 ? 2046 - 52 : inverse;
  return __builtin_bit_cast(double, (unsigned long)inverse << 52);
}

/// A sum of squares as high + low, each addend scaled.
struct Squares { // no initialisers: C++11 would not take it for an aggregate
  double high, low;
};
__HELICON_SPECIAL__ Squares addSquare(Squares sum, double x) {
#pragma clang fp contract(off) // the rounding errors below are those of the separate operations
  double square = x * x, error = __builtin_fma(x, x, -square);
  double high = sum.high + square, part = high - sum.high;
  double lost = (sum.high - (high - part)) + (square - part);
  return {high, sum.low + (lost + error)};
}
__HELICON_SPECIAL__ double root(Squares s) {
  double r = __builtin_sqrt(s.high);
  double rest = __builtin_fma(-r, r, s.high) + s.low;
  return r > 0 ? r + rest / (2 * r) : r;
}
__HELICON_SPECIAL__ double reciprocalRoot(Squares s) {
  double r = 1 / __builtin_sqrt(s.high), product = s.high * r;
  double rest = __builtin_fma(s.high, r, -product) + s.low * r;
  double error = __builtin_fma(-product, r, 1.0) - rest * r;
  return s.high > 0 ? __builtin_fma(0.5 * r, error, r) : r;
}

/// sqrt(sum of squares), or its reciprocal, of up to four numbers without overflow or underflow in between.
__HELICON_SPECIAL__ double norm(bool reciprocal, double a, double b, double c = 0, double d = 0) {
  double largest = __builtin_fmax(__builtin_fmax(__builtin_fabs(a), __builtin_fabs(b)),
                                  __builtin_fmax(__builtin_fabs(c), __builtin_fabs(d)));
  if (isInfinite(largest))
    return reciprocal ? 0.0 : largest;
  double scale = scaleFor(largest);
  Squares s = addSquare(addSquare(addSquare(addSquare({}, a * scale), b * scale), c * scale), d * scale);
  return reciprocal ? reciprocalRoot(s) * scale : root(s) / scale;
}
__HELICON_SPECIAL__ double norm(bool reciprocal, int count, const double *a) {
  double largest = 0;
  for (int i = 0; i < count; i++)
    largest = __builtin_fmax(largest, __builtin_fabs(a[i]));
  if (isInfinite(largest))
    return reciprocal ? 0.0 : largest;
  double scale = scaleFor(largest);
  Squares s{};
  for (int i = 0; i < count; i++)
    s = addSquare(s, a[i] * scale);
  return reciprocal ? reciprocalRoot(s) * scale : root(s) / scale;
}
/// Squares of floats and their sums have room in double.
__HELICON_SPECIAL__ double squares(float a, float b, float c = 0, float d = 0) {
  return (double)a * a + (double)b * b + (double)c * c + (double)d * d;
}
__HELICON_SPECIAL__ bool anyInfinite(float a, float b, float c = 0, float d = 0) {
  return isInfinite(a) || isInfinite(b) || isInfinite(c) || isInfinite(d);
}

__HELICON_SPECIAL__ double reciprocalCubeRoot(double x) {
#pragma clang fp contract(off) // the rounding errors below are those of the separate operations
  double r = 1 / ::cbrt(x);
  double square = r * r, squareLow = __builtin_fma(r, r, -square);
  double product = x * r, productLow = __builtin_fma(x, r, -product);
  double whole = product * square;
  double rest = __builtin_fma(product, square, -whole) + product * squareLow + productLow * square;
  double error = (1 - whole) - rest;
  return __builtin_fabs(error) < 0.5 ? r + r * error / 3 : r;
}

/// exp(x^2) * erfc(x)
__HELICON_SPECIAL__ double scaledErfc(double x) {
  if (x < 20) {
    double square = x * x, low = __builtin_fma(x, x, -square), e = ::exp(square);
    return isInfinite(e) ? e : __builtin_fma(e, low, e) * ::erfc(x); // erfc(x) is 2 there
  }
  // Asymptotic series; its tenth term is below 2^-65 from 20 on.
  double t = 0.5 / (x * x), sum = 0;
#pragma unroll
  for (int k = 9; k >= 1; k--)
    sum = -(2 * k - 1) * t * (1 + sum);
  double first = 0.56418958354775628695 / x;
  return __builtin_fma(first, sum, first);
}

__HELICON_SPECIAL__ double normalDistribution(double x) {
  double a = x * -0.70710678118654757, low = __builtin_fma(x, -0.70710678118654757, -a) + x * 4.8336466567264567e-17;
  double half = 0.5 * ::erfc(a);
  double slope = 0.56418958354775628695 * ::exp(-a * a); // of -erfc/2; erfc magnifies the error of its argument
  return isFinite(x) ? __builtin_fma(-low, slope, half) : half;
}

/// y with erf(y) = x, for |x| <= 1/2: Halley's method from the first terms of the series.
__HELICON_SPECIAL__ double inverseErfCentral(double x) {
  double y = 0.88622692545275801365 * x * __builtin_fma(0.26179938779914943654 * x, x, 1.0);
  for (int i = 0; i < 3; i++) {
    double u = (::erf(y) - x) * 0.88622692545275801365 * ::exp(y * y);
    y -= u / __builtin_fma(y, u, 1.0);
  }
  return y;
}
/// y with erfc(y) = q, for 0 < q <= 1/2: Newton's method on log(erfc(y)) - log(q), which is nearly a parabola.
__HELICON_SPECIAL__ double inverseErfcTail(double q) {
  // First guess: Winitzki's formula on log(q * (2 - q)).
  double logQ = ::log(q), l = logQ + 0.69314718055994531 - q * (0.5 + 0.125 * q), t = 4.3307467508 + 0.5 * l;
  double y = __builtin_sqrt(__builtin_sqrt(t * t - l * 6.80272108844) - t);
  for (int i = 0; i < 4; i++) {
    double scaled = scaledErfc(y);
    y = __builtin_fma((::log(scaled) - y * y) - logQ, 0.88622692545275801365 * scaled, y);
  }
  return y;
}
__HELICON_SPECIAL__ double inverseErf(double x) {
  double size = __builtin_fabs(x);
  if (size <= 0.5)
    return x == 0 ? x : inverseErfCentral(x);
  if (!(size < 1))
    return size == 1 ? x * __builtin_inf() : __builtin_nan("");
  return __builtin_copysign(inverseErfcTail(1 - size), x);
}
__HELICON_SPECIAL__ double inverseErfc(double q) {
  if (q >= 0.5 && q <= 1.5)
    return q == 1 ? 0.0 : inverseErfCentral(1 - q);
  if (!(q > 0 && q < 2))
    return q == 0 ? __builtin_inf() : q == 2 ? -__builtin_inf() : __builtin_nan("");
  return q < 1 ? inverseErfcTail(q) : -inverseErfcTail(2 - q);
}

} // namespace __helicon_special

// One argument: NAME(double), NAMEf(float), NAME(float), the float ones rounded from double.
#define __HELICON_SPECIAL_1(name, FUNCTION)                                                                            \
  __HELICON_SPECIAL__ double name(double x) { return __helicon_special::FUNCTION(x); }                                 \
  __HELICON_SPECIAL__ float name##f(float x) { return (float)__helicon_special::FUNCTION((double)x); }                 \
  __HELICON_SPECIAL__ float name(float x) { return name##f(x); }
__HELICON_SPECIAL_1(rcbrt, reciprocalCubeRoot)
__HELICON_SPECIAL_1(erfcx, scaledErfc)
__HELICON_SPECIAL_1(normcdf, normalDistribution)
__HELICON_SPECIAL_1(erfinv, inverseErf)
__HELICON_SPECIAL_1(erfcinv, inverseErfc)
__HELICON_SPECIAL__ double normcdfinv(double p) {
  return 0.0 - 1.4142135623730951 * __helicon_special::inverseErfc(2 * p); // the zero at 1/2 is positive
}
__HELICON_SPECIAL__ float normcdfinvf(float p) { return (float)normcdfinv((double)p); }
__HELICON_SPECIAL__ float normcdfinv(float p) { return normcdfinvf(p); }
#undef __HELICON_SPECIAL_1

#define __HELICON_NORM(name, PARAMETERS_DOUBLE, PARAMETERS_FLOAT, ...)                                                 \
  __HELICON_SPECIAL__ double name PARAMETERS_DOUBLE { return __helicon_special::norm(false, __VA_ARGS__); }            \
  __HELICON_SPECIAL__ double r##name PARAMETERS_DOUBLE { return __helicon_special::norm(true, __VA_ARGS__); }          \
  __HELICON_SPECIAL__ float name##f PARAMETERS_FLOAT {                                                                 \
    return __helicon_special::anyInfinite(__VA_ARGS__)                                                                 \
               ? __builtin_inff()                                                                                      \
               : (float)__builtin_sqrt(__helicon_special::squares(__VA_ARGS__));                                       \
  }                                                                                                                    \
  __HELICON_SPECIAL__ float r##name##f PARAMETERS_FLOAT {                                                              \
    return __helicon_special::anyInfinite(__VA_ARGS__)                                                                 \
               ? 0.0f                                                                                                  \
               : (float)(1 / __builtin_sqrt(__helicon_special::squares(__VA_ARGS__)));                                 \
  }                                                                                                                    \
  __HELICON_SPECIAL__ float name PARAMETERS_FLOAT { return name##f(__VA_ARGS__); }                                     \
  __HELICON_SPECIAL__ float r##name PARAMETERS_FLOAT { return r##name##f(__VA_ARGS__); }
__HELICON_NORM(norm3d, (double a, double b, double c), (float a, float b, float c), a, b, c)
__HELICON_NORM(norm4d, (double a, double b, double c, double d), (float a, float b, float c, float d), a, b, c, d)
#undef __HELICON_NORM

__HELICON_SPECIAL__ double rhypot(double a, double b) { return __helicon_special::norm(true, a, b); }
__HELICON_SPECIAL__ float rhypotf(float a, float b) {
  return __helicon_special::anyInfinite(a, b) ? 0.0f : (float)(1 / __builtin_sqrt(__helicon_special::squares(a, b)));
}
__HELICON_SPECIAL__ float rhypot(float a, float b) { return rhypotf(a, b); }

__HELICON_SPECIAL__ double norm(int count, const double *a) { return __helicon_special::norm(false, count, a); }
__HELICON_SPECIAL__ double rnorm(int count, const double *a) { return __helicon_special::norm(true, count, a); }
__HELICON_SPECIAL__ float normf(int count, const float *a) {
  double sum = 0;
  bool infinite = false;
  for (int i = 0; i < count; i++) {
    sum += (double)a[i] * a[i];
    infinite = infinite || __helicon_special::isInfinite(a[i]);
  }
  return infinite ? __builtin_inff() : (float)__builtin_sqrt(sum);
}
__HELICON_SPECIAL__ float rnormf(int count, const float *a) {
  double sum = 0;
  bool infinite = false;
  for (int i = 0; i < count; i++) {
    sum += (double)a[i] * a[i];
    infinite = infinite || __helicon_special::isInfinite(a[i]);
  }
  return infinite ? 0.0f : (float)(1 / __builtin_sqrt(sum));
}

#undef __HELICON_SPECIAL__

#endif
