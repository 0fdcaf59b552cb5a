// Math functions that CUDA has beyond the C library: reciprocal roots, functions of multiples of pi, exp10, sincos.
// Included by math.h. Names that the host's C library lacks exist on the host too.
#ifndef HELICON_MATH_EXTRA_H
#define HELICON_MATH_EXTRA_H

#pragma clang system_header

#include "device_forward.h"

__HELICON_TABLE_1(exp10)

__HELICON_DEVICE__ double exp10(double x) { return __helicon_exp10(x); }
__HELICON_DEVICE__ float exp10f(float x) { return __HELICON_FLOAT_FAST(exp10)(x); }
__HELICON_DEVICE__ float exp10(float x) { return exp10f(x); }
__HELICON_DEVICE__ double sinpi(double x) { return __helicon_edges::sinpi(x); }
__HELICON_DEVICE__ float sinpif(float x) { return __helicon_edges::sinpi(x); }
__HELICON_DEVICE__ float sinpi(float x) { return __helicon_edges::sinpi(x); }
__HELICON_DEVICE__ double cospi(double x) { return __helicon_edges::cospi(x); }
__HELICON_DEVICE__ float cospif(float x) { return __helicon_edges::cospi(x); }
__HELICON_DEVICE__ float cospi(float x) { return __helicon_edges::cospi(x); }

__HELICON_DEVICE__ void sincos(double x, double *sine, double *cosine) {
  *sine = __helicon_sin(x);
  *cosine = __helicon_cos(x);
}
__HELICON_DEVICE__ void sincosf(float x, float *sine, float *cosine) {
#ifdef __HELICON_FAST_MATH__
  __sincosf(x, sine, cosine);
#else
  *sine = __helicon_sinf(x);
  *cosine = __helicon_cosf(x);
#endif
}
__HELICON_DEVICE__ void sincos(float x, float *sine, float *cosine) { sincosf(x, sine, cosine); }
__HELICON_DEVICE__ void sincospi(double x, double *sine, double *cosine) {
  *sine = __helicon_edges::sinpi(x);
  *cosine = __helicon_edges::cospi(x);
}
__HELICON_DEVICE__ void sincospif(float x, float *sine, float *cosine) {
  *sine = __helicon_edges::sinpi(x);
  *cosine = __helicon_edges::cospi(x);
}
__HELICON_DEVICE__ void sincospi(float x, float *sine, float *cosine) { sincospif(x, sine, cosine); }

__HELICON_DEVICE__ float rsqrtf(float x) { return 1.0f / __builtin_sqrtf(x); }
__HELICON_HOST_DEFAULT__ float rsqrtf(float x) { return 1.0f / __builtin_sqrtf(x); }
__HELICON_DEVICE__ float rsqrt(float x) { return rsqrtf(x); }
__HELICON_HOST_DEFAULT__ float rsqrt(float x) { return 1.0f / __builtin_sqrtf(x); }
/// 1 ulp: the rounding errors of root and quotient are taken back by one Newton step.
__HELICON_HOST_DEVICE__ double __heliconReciprocalRoot(double x) {
  double r = 1.0 / __builtin_sqrt(x), product = x * r;
  double rest = __builtin_fma(x, r, -product);
  double error = __builtin_fma(-product, r, 1.0) - rest * r;
  double refined = __builtin_fma(0.5 * r, error, r);
  return __builtin_fabs(error) < 1.0 ? refined : r; // 0, infinity and NaN have no error to take back
}
__HELICON_DEVICE__ double rsqrt(double x) { return __heliconReciprocalRoot(x); }
__HELICON_HOST_DEFAULT__ double rsqrt(double x) { return __heliconReciprocalRoot(x); }

#ifdef __HELICON_FAST_MATH__
__HELICON_DEVICE__ float fdividef(float x, float y) { return __fdividef(x, y); }
#else
__HELICON_DEVICE__ float fdividef(float x, float y) { return x / y; }
#endif

#endif
