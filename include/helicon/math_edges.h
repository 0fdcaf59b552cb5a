// Functions of the table that lose their way at the ends of the range, and what is done there: a branch that no warp
// takes unless a lane needs it. Found by tests/device/accuracy/measure.mu over all floats; bounds as in math.h.
// Included by math.h.
#ifndef HELICON_MATH_EDGES_H
#define HELICON_MATH_EDGES_H

#pragma clang system_header

__HELICON_TABLE_1(tan)
__HELICON_TABLE_1(sinh)
__HELICON_TABLE_1(cosh)
__HELICON_TABLE_1(asinh)
__HELICON_TABLE_1(acosh)
__HELICON_TABLE_1(tanh)
__HELICON_TABLE_1(exp)
__HELICON_TABLE_1(log)
__HELICON_TABLE_1(log1p)
__HELICON_TABLE_1(tgamma)
__HELICON_TABLE_1(lgamma)
__HELICON_TABLE_1(sinpi)
__HELICON_TABLE_1(cospi)

namespace __helicon_edges {

/// e^x / 2 where e^x alone would overflow: e^(x - ln 2), whose subtraction is exact from 64 (float) and 512 (double)
/// on.
__HELICON_DEVICE__ float halfExp(float x) {
  float e = __helicon_expf(x - 0x1.62ep-1f); // ln 2 = this + 4.54e-6
  return e < __builtin_inff() ? __builtin_fmaf(e, -0x1.0bfbe8p-15f, e) : e;
}
__HELICON_DEVICE__ double halfExp(double x) {
  double half = __helicon_cosh(x - 0x1.62e42fefa38p-1); // carries more digits than exp does
  return half < __builtin_inf() ? 2 * __builtin_fma(half, -0x1.ef35793c7673p-45, half) : half;
}
__HELICON_DEVICE__ float size(float x) { return __builtin_fabsf(x); }
__HELICON_DEVICE__ double size(double x) { return __builtin_fabs(x); }

#define __HELICON_EDGES(T, SUFFIX, EXP, SQUARE, TINY)                                                                  \
  __HELICON_DEVICE__ T sinh(T x) {                                                                                     \
    T result = __helicon_sinh##SUFFIX(x);                                                                              \
    if (size(x) > (T)EXP)                                                                                              \
      result = __builtin_copysign##SUFFIX(halfExp(size(x)), x);                                                        \
    return result;                                                                                                     \
  }                                                                                                                    \
  __HELICON_DEVICE__ T cosh(T x) {                                                                                     \
    T result = __helicon_cosh##SUFFIX(x);                                                                              \
    if (size(x) > (T)EXP)                                                                                              \
      result = halfExp(size(x));                                                                                       \
    return result;                                                                                                     \
  }                                                                                                                    \
  __HELICON_DEVICE__ T tanh(T x) { /* x itself where the rest is below half an ulp */                                  \
    T result = __helicon_tanh##SUFFIX(x);                                                                              \
    return size(x) < (T)TINY ? x : result;                                                                             \
  }                                                                                                                    \
  __HELICON_DEVICE__ T asinh(T x) { /* the square would overflow, or is nothing */                                     \
    T result = __helicon_asinh##SUFFIX(x);                                                                             \
    if (size(x) > (T)SQUARE)                                                                                           \
      result = __builtin_copysign##SUFFIX(__helicon_log##SUFFIX(size(x)) + (T)0.69314718055994531, x);                 \
    return size(x) < (T)TINY ? x : result;                                                                             \
  }                                                                                                                    \
  __HELICON_DEVICE__ T acosh(T x) {                                                                                    \
    T result = __helicon_acosh##SUFFIX(x);                                                                             \
    if (x > (T)SQUARE)                                                                                                 \
      result = __helicon_log##SUFFIX(x) + (T)0.69314718055994531;                                                      \
    return result;                                                                                                     \
  }                                                                                                                    \
  __HELICON_DEVICE__ T log1p(T x) { /* 1 is lost beside x, or x beside 1 */                                            \
    T result = __helicon_log1p##SUFFIX(x);                                                                             \
    if (x > (T)0x1p64)                                                                                                 \
      result = __helicon_log##SUFFIX(x);                                                                               \
    return size(x) < (T)(TINY * TINY * 0.5) ? x : result;                                                              \
  }                                                                                                                    \
  /* x less the even number nearest to it, exactly; an integer keeps the sign of x on its zero */                      \
  __HELICON_DEVICE__ T turn(T x) {                                                                                     \
    T rest = __builtin_fma##SUFFIX(-2, __builtin_rint##SUFFIX(x * (T)0.5), x);                                         \
    return rest == 0 ? __builtin_copysign##SUFFIX(rest, x) : rest;                                                     \
  }                                                                                                                    \
  __HELICON_DEVICE__ T sinpi(T x) {                                                                                    \
    T r = turn(x), result = __helicon_sinpi##SUFFIX(r);                                                                \
    return size(r) == 1 ? __builtin_copysign##SUFFIX((T)0, x) : result;                                                \
  }                                                                                                                    \
  /* a zero is positive, as on a card */                                                                               \
  __HELICON_DEVICE__ T cospi(T x) { return __helicon_cospi##SUFFIX(turn(x)) + (T)0; }
__HELICON_EDGES(float, f, 88, 0x1p40, 0x1p-12)
__HELICON_EDGES(double, , 709, 0x1p400, 0x1p-27)
#undef __HELICON_EDGES

/// The table's gives 0 for the smallest number.
__HELICON_DEVICE__ double tan(double x) {
  double result = __helicon_tan(x);
  return size(x) < 0x1p-27 ? x : result;
}

/// Results below the normal numbers, rounded once.
__HELICON_DEVICE__ float tgamma(float x) {
  float result = __helicon_tgammaf(x);
  if (x < -30)
    result = (float)__helicon_tgamma((double)x);
  return result;
}
/// The same by gamma(x) = gamma(x + 12) / (x (x + 1) ... (x + 11)), where x + 11 is exact.
__HELICON_DEVICE__ double tgamma(double x) {
  double result = __helicon_tgamma(x);
  if (x < -168 && x > -190) {
    double product = x;
    _Pragma("unroll") for (int i = 1; i < 12; i++) product *= x + i;
    result = __helicon_tgamma(x + 12) / product;
  }
  return result;
}
/// The table's ends at 4e36; from 1e10 on Stirling's series has one term left.
__HELICON_DEVICE__ float lgamma(float x) {
  float result = __helicon_lgammaf(x);
  if (x > 1e35f)
    result = x * (__helicon_logf(x) - 1.0f);
  return result;
}
__HELICON_DEVICE__ double lgamma(double x) {
  double result = __helicon_lgamma(x);
  if (x > 1e300)
    result = x * (__helicon_log(x) - 1.0);
  return result;
}

} // namespace __helicon_edges

#endif
