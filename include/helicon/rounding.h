// Single-precision arithmetic and conversions that round up, down or towards zero. The exact result is first rounded to
// odd in double (inexact results get an odd last bit), which keeps enough to round once more in any direction.
#ifndef HELICON_ROUNDING_H
#define HELICON_ROUNDING_H

#pragma clang system_header

#include "device_macros.h"

namespace __helicon_rounding {

enum Mode { Down, Up, Zero };

__HELICON_DEVICE__ float neighbour(float x, int step) {
  return __builtin_bit_cast(float, __builtin_bit_cast(int, x) + step);
}
__HELICON_DEVICE__ double neighbour(double x, int step) {
  return __builtin_bit_cast(double, __builtin_bit_cast(long, x) + step);
}
/// `nearest` moved one place if the exact value lies on its other side; `rest` has the sign of exact - nearest.
template <Mode mode, class __T> __HELICON_DEVICE__ __T directed(__T nearest, double rest) {
  bool negative = nearest < 0;
  bool inwards = negative ? rest > 0 : rest < 0, outwards = negative ? rest < 0 : rest > 0;
  if (nearest == 0)
    return nearest; // an exact zero: what is not exact never rounds to it here
  if (mode == Zero)
    return inwards ? neighbour(nearest, -1) : nearest;
  bool moves = mode == Up ? rest > 0 : rest < 0;
  return !moves ? nearest : neighbour(nearest, outwards ? 1 : -1);
}
__HELICON_DEVICE__ double toOdd(double nearest, double rest) {
  bool inexact = rest > 0 || rest < 0, even = !(__builtin_bit_cast(long, nearest) & 1);
  return inexact && even ? neighbour(nearest, (rest > 0) == (nearest > 0) ? 1 : -1) : nearest;
}
template <Mode mode> __HELICON_DEVICE__ float narrow(double x) {
  float nearest = (float)x;
  if (nearest == 0 && x != 0) { // too small for half of the least float
    float least = __builtin_copysignf(0x1p-149f, nearest);
    return (mode == Up && x > 0) || (mode == Down && x < 0) ? least : nearest;
  }
  return directed<mode>(nearest, x - (double)nearest);
}

template <Mode mode> __HELICON_DEVICE__ float add(double x, double y) {
#pragma clang fp contract(off) // the rest of the sum is that of this very sum
  double sum = x + y, part = sum - x;
  double rest = (x - (sum - part)) + (y - part);
  if (sum == 0 && mode == Down && (__builtin_signbit(x) || __builtin_signbit(y)))
    return -0.0f;
  return narrow<mode>(toOdd(sum, rest));
}
template <Mode mode> __HELICON_DEVICE__ float multiply(float x, float y) { return narrow<mode>((double)x * y); }
template <Mode mode> __HELICON_DEVICE__ float multiplyAdd(float x, float y, float z) {
#pragma clang fp contract(off)
  double product = (double)x * y;
  return add<mode>(product, (double)z);
}
template <Mode mode> __HELICON_DEVICE__ float divide(float x, float y) {
  double quotient = (double)x / y, rest = __builtin_fma(-quotient, (double)y, (double)x);
  return narrow<mode>(toOdd(quotient, y < 0 ? -rest : rest));
}
template <Mode mode> __HELICON_DEVICE__ float root(float x) {
  double r = __builtin_sqrt((double)x);
  return narrow<mode>(toOdd(r, __builtin_fma(-r, r, (double)x)));
}

/// Sign of x - (T)nearest for 64-bit integers; a nearest beyond the type's range is above every x.
__HELICON_DEVICE__ double restOf(long long x, double nearest) {
  if (nearest >= 0x1p63)
    return -1;
  long long back = (long long)nearest;
  return x > back ? 1 : x < back ? -1 : 0;
}
__HELICON_DEVICE__ double restOf(unsigned long long x, double nearest) {
  if (nearest >= 0x1p64)
    return -1;
  unsigned long long back = (unsigned long long)nearest;
  return x > back ? 1 : x < back ? -1 : 0;
}
template <Mode mode, class __T> __HELICON_DEVICE__ double toDouble(__T x) {
  double nearest = (double)x;
  return directed<mode>(nearest, restOf(x, nearest));
}
template <Mode mode, class __T> __HELICON_DEVICE__ float toFloat(__T x) {
  double nearest = (double)x;
  return narrow<mode>(toOdd(nearest, restOf(x, nearest)));
}

} // namespace __helicon_rounding

#define __HELICON_DIRECTED(SUFFIX, MODE)                                                                               \
  __HELICON_DEVICE__ float __fadd_##SUFFIX(float x, float y) { return __helicon_rounding::add<MODE>(x, y); }           \
  __HELICON_DEVICE__ float __fsub_##SUFFIX(float x, float y) { return __helicon_rounding::add<MODE>(x, -y); }          \
  __HELICON_DEVICE__ float __fmul_##SUFFIX(float x, float y) { return __helicon_rounding::multiply<MODE>(x, y); }      \
  __HELICON_DEVICE__ float __fdiv_##SUFFIX(float x, float y) { return __helicon_rounding::divide<MODE>(x, y); }        \
  __HELICON_DEVICE__ float __frcp_##SUFFIX(float x) { return __helicon_rounding::divide<MODE>(1.0f, x); }              \
  __HELICON_DEVICE__ float __fsqrt_##SUFFIX(float x) { return __helicon_rounding::root<MODE>(x); }                     \
  __HELICON_DEVICE__ float __fmaf_##SUFFIX(float x, float y, float z) {                                                \
    return __helicon_rounding::multiplyAdd<MODE>(x, y, z);                                                             \
  }                                                                                                                    \
  __HELICON_DEVICE__ float __double2float_##SUFFIX(double x) { return __helicon_rounding::narrow<MODE>(x); }           \
  __HELICON_DEVICE__ float __int2float_##SUFFIX(int x) { return __helicon_rounding::narrow<MODE>((double)x); }         \
  __HELICON_DEVICE__ float __uint2float_##SUFFIX(unsigned int x) {                                                     \
    return __helicon_rounding::narrow<MODE>((double)x);                                                                \
  }                                                                                                                    \
  __HELICON_DEVICE__ float __ll2float_##SUFFIX(long long x) { return __helicon_rounding::toFloat<MODE>(x); }           \
  __HELICON_DEVICE__ float __ull2float_##SUFFIX(unsigned long long x) { return __helicon_rounding::toFloat<MODE>(x); } \
  __HELICON_DEVICE__ double __ll2double_##SUFFIX(long long x) { return __helicon_rounding::toDouble<MODE>(x); }        \
  __HELICON_DEVICE__ double __ull2double_##SUFFIX(unsigned long long x) {                                              \
    return __helicon_rounding::toDouble<MODE>(x);                                                                      \
  }
__HELICON_DIRECTED(rd, __helicon_rounding::Down)
__HELICON_DIRECTED(ru, __helicon_rounding::Up)
__HELICON_DIRECTED(rz, __helicon_rounding::Zero)
#undef __HELICON_DIRECTED

#endif
