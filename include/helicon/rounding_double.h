// Double-precision arithmetic that rounds up, down or towards zero: the nearest result, moved one place where the sign
// of what was rounded away asks for it. That rest is exact (Knuth's sum, residuals by fused multiply-add) after scaling
// operands out of the range where it would underflow. 10 to 40 operations each, without branches.
#ifndef HELICON_ROUNDING_DOUBLE_H
#define HELICON_ROUNDING_DOUBLE_H

#pragma clang system_header

#include "rounding.h"

namespace __helicon_rounding {

/// `nearest` rounded in the mode instead; `rest` has the sign of exact - nearest, where both are finite.
template <Mode mode> __HELICON_DEVICE__ double settle(double nearest, double rest, bool finiteOperands) {
  double infinity = __builtin_inf();
  if (__builtin_fabs(nearest) == infinity) { // exact results beyond the greatest number lie below infinity
    bool stays = !finiteOperands || (mode == Up && nearest > 0) || (mode == Down && nearest < 0);
    return stays ? nearest : neighbour(nearest, -1);
  }
  if (nearest == 0)
    return mode == Up && rest > 0 ? 0x1p-1074 : mode == Down && rest < 0 ? -0x1p-1074 : nearest;
  return directed<mode>(nearest, rest);
}
__HELICON_DEVICE__ bool finite(double x) { return __builtin_fabs(x) < __builtin_inf(); }

/// x + y = sum + the rest returned.
__HELICON_DEVICE__ double restOfSum(double x, double y, double sum) {
#pragma clang fp contract(off)
  double part = sum - x;
  return (x - (sum - part)) + (y - part);
}
template <Mode mode> __HELICON_DEVICE__ double addDouble(double x, double y) {
  double sum = x + y;
  if (sum == 0)
    return mode == Down && (__builtin_signbit(x) || __builtin_signbit(y)) ? -0.0 : sum;
  return settle<mode>(sum, restOfSum(x, y, sum), finite(x) && finite(y));
}

/// The sign of x * y, which is not 0.
__HELICON_DEVICE__ double signOfProduct(double x, double y) { return (x < 0) == (y < 0) ? 1.0 : -1.0; }
template <Mode mode> __HELICON_DEVICE__ double multiplyDouble(double x, double y) {
#pragma clang fp contract(off)
  double product = x * y;
  bool tiny = __builtin_fabs(product) < 0x1p-900;
  double up = tiny ? 0x1p500 : 1.0, back = tiny ? 0x1p1000 : 1.0;
  double rest = __builtin_fma(x * up, y * up, -(product * back));
  rest = product == 0 && x != 0 && y != 0 ? signOfProduct(x, y) : rest;
  return settle<mode>(product, rest, finite(x) && finite(y));
}
template <Mode mode> __HELICON_DEVICE__ double divideDouble(double x, double y) {
#pragma clang fp contract(off)
  double quotient = x / y, up = __builtin_fabs(x) < 0x1p-800 ? 0x1p200 : 1.0;
  double rest = __builtin_fma(-(quotient * up), y, x * up);
  rest = y < 0 ? -rest : rest;
  rest = quotient == 0 && x != 0 && finite(y) ? signOfProduct(x, y) : rest;
  return settle<mode>(quotient, finite(y) ? rest : 0.0, finite(x) && y != 0);
}
template <Mode mode> __HELICON_DEVICE__ double rootDouble(double x) {
  bool tiny = x < 0x1p-800;
  double r = __builtin_sqrt(x), s = r * (tiny ? 0x1p100 : 1.0);
  return settle<mode>(r, __builtin_fma(-s, s, x * (tiny ? 0x1p200 : 1.0)), false);
}

template <Mode mode> __HELICON_DEVICE__ double multiplyAddDouble(double x, double y, double z) {
#pragma clang fp contract(off)
  double nearest = __builtin_fma(x, y, z), product = x * y;
  bool noProduct = x == 0 || y == 0;
  // Into the range where products and sums have their whole rest: two factors, and one for what they multiply.
  double size = __builtin_fmax(__builtin_fabs(product), __builtin_fabs(z));
  double largest = __builtin_fmax(__builtin_fabs(x), __builtin_fabs(y));
  double k = size > 0x1p900 ? 0x1p-200 : size < 0x1p-700 ? 0x1p500 : 1.0;
  double k2 = size > 0x1p900 ? 1.0 : k, all = k * k2;
  bool xLarger = __builtin_fabs(x) == largest;
  double a = (xLarger ? x : y) * k, b = (xLarger ? y : x) * k2, c = z * all, n = nearest * all;
  c = c == 0 && z != 0 ? __builtin_copysign(0x1p-1074, z) : c; // what is lost in scaling keeps its sign
  double p = a * b, pLow = __builtin_fma(a, b, -p);
  bool lost = p == 0 && !noProduct;
  p = lost ? __builtin_copysign(0x1p-1074, signOfProduct(x, y)) : p;
  pLow = lost ? 0.0 : pLow;
  double sum = p + c, sumLow = restOfSum(p, c, sum), low = sumLow + pLow, lowest = restOfSum(sumLow, pLow, low);
  double high = sum - n, rest = high + low;
  rest = rest != 0 ? rest : lowest;
  if (nearest == 0 && (noProduct || rest == 0))
    return mode == Down && (__builtin_signbit(x) != __builtin_signbit(y) || __builtin_signbit(z)) ? -0.0 : nearest;
  return settle<mode>(nearest, rest, finite(x) && finite(y) && finite(z));
}

} // namespace __helicon_rounding

#define __HELICON_DIRECTED(SUFFIX, MODE)                                                                               \
  __HELICON_DEVICE__ double __dadd_##SUFFIX(double x, double y) { return __helicon_rounding::addDouble<MODE>(x, y); }  \
  __HELICON_DEVICE__ double __dsub_##SUFFIX(double x, double y) { return __helicon_rounding::addDouble<MODE>(x, -y); } \
  __HELICON_DEVICE__ double __dmul_##SUFFIX(double x, double y) {                                                      \
    return __helicon_rounding::multiplyDouble<MODE>(x, y);                                                             \
  }                                                                                                                    \
  __HELICON_DEVICE__ double __ddiv_##SUFFIX(double x, double y) {                                                      \
    return __helicon_rounding::divideDouble<MODE>(x, y);                                                               \
  }                                                                                                                    \
  __HELICON_DEVICE__ double __drcp_##SUFFIX(double x) { return __helicon_rounding::divideDouble<MODE>(1.0, x); }       \
  __HELICON_DEVICE__ double __dsqrt_##SUFFIX(double x) { return __helicon_rounding::rootDouble<MODE>(x); }             \
  __HELICON_DEVICE__ double __fma_##SUFFIX(double x, double y, double z) {                                             \
    return __helicon_rounding::multiplyAddDouble<MODE>(x, y, z);                                                       \
  }                                                                                                                    \
  __HELICON_DEVICE__ float __fmaf_ieee_##SUFFIX(float x, float y, float z) { return __fmaf_##SUFFIX(x, y, z); }
__HELICON_DIRECTED(rd, __helicon_rounding::Down)
__HELICON_DIRECTED(ru, __helicon_rounding::Up)
__HELICON_DIRECTED(rz, __helicon_rounding::Zero)
#undef __HELICON_DIRECTED

#define __HELICON_PAIRS(SUFFIX)                                                                                        \
  __HELICON_DEVICE__ float2 __fadd2_##SUFFIX(float2 x, float2 y) {                                                     \
    return {__fadd_##SUFFIX(x.x, y.x), __fadd_##SUFFIX(x.y, y.y)};                                                     \
  }                                                                                                                    \
  __HELICON_DEVICE__ float2 __fmul2_##SUFFIX(float2 x, float2 y) {                                                     \
    return {__fmul_##SUFFIX(x.x, y.x), __fmul_##SUFFIX(x.y, y.y)};                                                     \
  }                                                                                                                    \
  __HELICON_DEVICE__ float2 __ffma2_##SUFFIX(float2 x, float2 y, float2 z) {                                           \
    return {__fmaf_##SUFFIX(x.x, y.x, z.x), __fmaf_##SUFFIX(x.y, y.y, z.y)};                                           \
  }
__HELICON_PAIRS(rn)
__HELICON_PAIRS(rd)
__HELICON_PAIRS(ru)
__HELICON_PAIRS(rz)
#undef __HELICON_PAIRS

#endif
