// The fast single-precision intrinsics (__sinf, __expf, ...) as short polynomials that stay in the kernel's vector
// code, without a call. Errors are within those of the CUDA guide's table for these intrinsics: absolute 2^-21.4 for
// __sinf and
// __cosf in [-pi, pi], 2 + |1.17 x| ulp for __expf, and so on; they grow outside as the guide's do.
// The coefficients interpolate at Chebyshev nodes of the reduced interval.
#ifndef HELICON_MATH_FAST_H
#define HELICON_MATH_FAST_H

#pragma clang system_header

#include "device_macros.h"

namespace __helicon_fast {

/// 2^n for -126 <= n <= 127.
__HELICON_DEVICE__ float power2(int n) { return __builtin_bit_cast(float, (n + 127) << 23); }

/// m * 2^n with one rounding at most where the result is subnormal; n in [-252, 254].
__HELICON_DEVICE__ float scale(float m, int n) {
  int half = n >> 1;
  return m * power2(half) * power2(n - half);
}

/// e^r for |r| <= ln(2)/2.
__HELICON_DEVICE__ float expReduced(float r) {
  float p = __builtin_fmaf(0.001392617612f, r, 0.008363173075f);
  p = __builtin_fmaf(p, r, 0.04166655466f);
  p = __builtin_fmaf(p, r, 0.1666657703f);
  p = __builtin_fmaf(p, r, 0.5f);
  return __builtin_fmaf(p * r, r, r) + 1.0f;
}

/// x clamped to [low, high]; NaN stays NaN.
__HELICON_DEVICE__ float clamp(float x, float low, float high) { return x < low ? low : x > high ? high : x; }

/// ln(1 + t) for 1 + t in [sqrt(1/2), sqrt(2)].
__HELICON_DEVICE__ float logReduced(float t) {
  float p = __builtin_fmaf(0.08787265491f, t, -0.1415964701f);
  p = __builtin_fmaf(p, t, 0.1483478684f);
  p = __builtin_fmaf(p, t, -0.1658848853f);
  p = __builtin_fmaf(p, t, 0.1997204971f);
  p = __builtin_fmaf(p, t, -0.2500114768f);
  p = __builtin_fmaf(p, t, 0.3333367061f);
  p = __builtin_fmaf(p, t, -0.4999999713f);
  return __builtin_fmaf(p * t, t, t);
}

/// log of x as exponent * perExponent + ln(mantissa) * perLog, with the special cases of log.
__HELICON_DEVICE__ float logarithm(float x, float perExponent, float perLog) {
  bool tiny = x < 1.17549435e-38f;
  unsigned int bits = __builtin_bit_cast(unsigned int, tiny ? x * 0x1p24f : x);
  // 0x3f3504f3 is sqrt(1/2): the difference's exponent field rounds the mantissa into [sqrt(1/2), sqrt(2)).
  int exponent = (int)(bits - 0x3f3504f3u) >> 23;
  float m = __builtin_bit_cast(float, bits - ((unsigned int)exponent << 23));
  float e = (float)(exponent - (tiny ? 24 : 0));
  float result = __builtin_fmaf(e, perExponent, logReduced(m - 1.0f) * perLog);
  result = x == __builtin_inff() ? x : result;
  result = x < 0.0f || x != x ? __builtin_nanf("") : result;
  return x == 0.0f ? -__builtin_inff() : result;
}

/// x - n * pi/2 with n the nearest integer; n comes back in `quadrant`.
__HELICON_DEVICE__ float reduceHalfPi(float x, int &quadrant) {
  float n = __builtin_rintf(x * 0.636619772f);
  quadrant = (int)n;
  float r = __builtin_fmaf(n, -1.57079637f, x);
  r = __builtin_fmaf(n, 4.37113883e-8f, r);
  // Of huge numbers nothing is left; results stay within -1 and 1 all the same.
  return clamp(r, -0.79f, 0.79f);
}
__HELICON_DEVICE__ float sinReduced(float r) {
  float s = r * r;
  float p = __builtin_fmaf(-0.0001958789088f, s, 0.008332748271f);
  p = __builtin_fmaf(p, s, -0.1666666466f);
  return __builtin_fmaf(p * s, r, r);
}
__HELICON_DEVICE__ float cosReduced(float r) {
  float s = r * r;
  float p = __builtin_fmaf(2.454794209e-5f, s, -0.001388830304f);
  p = __builtin_fmaf(p, s, 0.04166666466f);
  return __builtin_fmaf(p * s, s, __builtin_fmaf(-0.5f, s, 1.0f));
}
/// sine of r + quadrant * pi/2
__HELICON_DEVICE__ float sinQuadrant(float r, int quadrant) {
  float v = quadrant & 1 ? cosReduced(r) : sinReduced(r);
  return quadrant & 2 ? -v : v;
}

} // namespace __helicon_fast

__HELICON_DEVICE__ float __fdividef(float x, float y) {
  // As documented: the divisor's reciprocal underflows from 2^126 on.
  float size = __builtin_fabsf(y);
  float quotient = x / y;
  bool underflows = size > 0x1p126f && size < 0x1p128f;
  return underflows ? (__builtin_fabsf(x) == __builtin_inff() ? __builtin_nanf("") : x * 0.0f) : quotient;
}
__HELICON_DEVICE__ float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }

__HELICON_DEVICE__ float __expf(float x) {
  float t = __helicon_fast::clamp(x, -104.0f, 89.0f), n = __builtin_rintf(t * 1.44269504f);
  float r = __builtin_fmaf(n, 1.90465430e-9f, __builtin_fmaf(n, -0.693147182f, t));
  return __helicon_fast::scale(__helicon_fast::expReduced(r), (int)n);
}
__HELICON_DEVICE__ float __exp2f(float x) {
  float t = __helicon_fast::clamp(x, -151.0f, 129.0f), n = __builtin_rintf(t);
  return __helicon_fast::scale(__helicon_fast::expReduced((t - n) * 0.693147181f), (int)n);
}
__HELICON_DEVICE__ float __exp10f(float x) {
  float t = __helicon_fast::clamp(x, -46.0f, 39.0f), n = __builtin_rintf(t * 3.32192809f);
  float r = __builtin_fmaf(n, 1.43209888e-8f, __builtin_fmaf(n, -0.301030010f, t));
  return __helicon_fast::scale(__helicon_fast::expReduced(r * 2.30258509f), (int)n);
}
__HELICON_DEVICE__ float __logf(float x) { return __helicon_fast::logarithm(x, 0.693147181f, 1.0f); }
__HELICON_DEVICE__ float __log2f(float x) { return __helicon_fast::logarithm(x, 1.0f, 1.44269504f); }
__HELICON_DEVICE__ float __log10f(float x) { return __helicon_fast::logarithm(x, 0.301029996f, 0.434294482f); }
__HELICON_DEVICE__ float __powf(float x, float y) { return __exp2f(y * __log2f(x)); }

__HELICON_DEVICE__ float __sinf(float x) {
  int quadrant;
  float r = __helicon_fast::reduceHalfPi(x, quadrant);
  return __helicon_fast::sinQuadrant(r, quadrant);
}
__HELICON_DEVICE__ float __cosf(float x) {
  int quadrant;
  float r = __helicon_fast::reduceHalfPi(x, quadrant);
  return __helicon_fast::sinQuadrant(r, quadrant + 1);
}
__HELICON_DEVICE__ void __sincosf(float x, float *sine, float *cosine) {
  int quadrant;
  float r = __helicon_fast::reduceHalfPi(x, quadrant);
  *sine = __helicon_fast::sinQuadrant(r, quadrant);
  *cosine = __helicon_fast::sinQuadrant(r, quadrant + 1);
}
__HELICON_DEVICE__ float __tanf(float x) {
  float sine, cosine;
  __sincosf(x, &sine, &cosine);
  return sine / cosine;
}

/// From the exponential where nothing cancels, else the first terms of the series.
__HELICON_DEVICE__ float __tanhf(float x) {
  float size = __builtin_fabsf(x), e = __expf(-2.0f * size), s = x * x;
  float small =
      __builtin_fmaf(__builtin_fmaf(__builtin_fmaf(-0.053968254f, s, 0.133333333f), s, -0.333333333f) * s, x, x);
  return size < 0.3f ? small : __builtin_copysignf((1.0f - e) / (1.0f + e), x);
}

#endif
