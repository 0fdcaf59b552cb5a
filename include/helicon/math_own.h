// Functions of the C math library that are short exact arithmetic: written once for float and double, without tables
// and with few branches, so that they vectorise. All are exact or correctly rounded unless said otherwise.
#ifndef HELICON_MATH_OWN_H
#define HELICON_MATH_OWN_H

#pragma clang system_header

#include "device_macros.h"

namespace __helicon_own {

template <class __T> struct Format;
template <> struct Format<float> {
  using Bits = unsigned int;
  using Signed = int;
  static constexpr int kMantissa = 23, kBias = 127;
  static constexpr float kUp = 0x1p25f; ///< makes every subnormal normal
  static constexpr int kUpExponent = 25;
};
template <> struct Format<double> {
  using Bits = unsigned long;
  using Signed = long;
  static constexpr int kMantissa = 52, kBias = 1023;
  static constexpr double kUp = 0x1p54;
  static constexpr int kUpExponent = 54;
};
template <class __T> using Bits = typename Format<__T>::Bits;

template <class __T> __HELICON_DEVICE__ Bits<__T> bitsOf(__T x) { return __builtin_bit_cast(Bits<__T>, x); }
template <class __T> __HELICON_DEVICE__ __T fromBits(Bits<__T> bits) { return __builtin_bit_cast(__T, bits); }
template <class __T> __HELICON_DEVICE__ __T infinity() { return (__T)__builtin_inff(); }
template <class __T> __HELICON_DEVICE__ __T notANumber() { return (__T)__builtin_nanf(""); }
/// 2^n of a normal number.
template <class __T> __HELICON_DEVICE__ __T power2(int n) {
  return fromBits<__T>((Bits<__T>)(n + Format<__T>::kBias) << Format<__T>::kMantissa);
}

__HELICON_DEVICE__ float absolute(float x) { return __builtin_fabsf(x); }
__HELICON_DEVICE__ double absolute(double x) { return __builtin_fabs(x); }
__HELICON_DEVICE__ float truncated(float x) { return __builtin_truncf(x); }
__HELICON_DEVICE__ double truncated(double x) { return __builtin_trunc(x); }
__HELICON_DEVICE__ float multiplyAdd(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__HELICON_DEVICE__ double multiplyAdd(double x, double y, double z) { return __builtin_fma(x, y, z); }
__HELICON_DEVICE__ float withSign(float x, float sign) { return __builtin_copysignf(x, sign); }
__HELICON_DEVICE__ double withSign(double x, double sign) { return __builtin_copysign(x, sign); }
template <class __T> __HELICON_DEVICE__ bool isFinite(__T x) { return absolute(x) < infinity<__T>(); }
template <class __T> __HELICON_DEVICE__ bool isInfinite(__T x) { return absolute(x) == infinity<__T>(); }

/// Exponent e of a finite nonzero x, with 1 <= |x| / 2^e < 2.
template <class __T> __HELICON_DEVICE__ int exponentOf(__T x) {
  bool small = absolute(x) < power2<__T>(1 - Format<__T>::kBias);
  Bits<__T> bits = bitsOf(absolute(small ? x * Format<__T>::kUp : x));
  return (int)(bits >> Format<__T>::kMantissa) - Format<__T>::kBias - (small ? Format<__T>::kUpExponent : 0);
}

template <class __T> __HELICON_DEVICE__ __T ldexp(__T x, int n) {
  // Three steps at most; on the way down the steps keep clear of the subnormals, so that only the last one rounds.
  constexpr int high = Format<__T>::kBias, low = -Format<__T>::kBias + 1 + Format<__T>::kMantissa + 1;
  for (int i = 0; i < 2; i++) {
    int step = n > high ? high : n < 1 - Format<__T>::kBias ? low : 0;
    x *= power2<__T>(step);
    n -= step;
  }
  n = n > high ? high : n < 1 - Format<__T>::kBias ? 1 - Format<__T>::kBias : n;
  return x * power2<__T>(n);
}

template <class __T> __HELICON_DEVICE__ __T frexp(__T x, int *exponent) {
  bool plain = isFinite(x) && x != (__T)0;
  int e = plain ? exponentOf(x) + 1 : 0;
  *exponent = e;
  return plain ? ldexp(x, -e) : x + x;
}

template <class __T> __HELICON_DEVICE__ __T modf(__T x, __T *whole) {
  __T w = truncated(x);
  *whole = w;
  return withSign(isFinite(x) ? x - w : x == x ? (__T)0 : x, x);
}

template <class __T> __HELICON_DEVICE__ int ilogb(__T x) {
  if (x == (__T)0 || x != x)
    return -2147483647 - 1;
  return isFinite(x) ? exponentOf(x) : 2147483647;
}
template <class __T> __HELICON_DEVICE__ __T logb(__T x) {
  if (x == (__T)0)
    return -infinity<__T>();
  return isFinite(x) ? (__T)exponentOf(x) : x * x;
}

template <class __T> __HELICON_DEVICE__ __T nextafter(__T x, __T y) {
  if (x != x || y != y)
    return x + y;
  if (x == y)
    return y;
  if (x == (__T)0)
    return withSign(fromBits<__T>(1), y);
  return fromBits<__T>(bitsOf(x) + ((x < y) == (x > (__T)0) ? (Bits<__T>)1 : (Bits<__T>)-1));
}

template <class __T> __HELICON_DEVICE__ __T fdim(__T x, __T y) { return x <= y ? (__T)0 : x - y; }

/// |x| mod |y| for finite x and y != 0: subtracts multiples of y * 2^k, the quotient of each step below 2^(mantissa -
/// 1). Exact: with q the truncated rounded quotient, x - q * y lies in [-y, y) and is a multiple of y's last place.
template <class __T> __HELICON_DEVICE__ __T positiveRemainder(__T x, __T y) {
  constexpr int kStep = Format<__T>::kMantissa - 1;
  x = absolute(x);
  y = absolute(y);
  while (x >= y) {
    int gap = exponentOf(x) - exponentOf(y);
    __T scaled = gap > kStep ? ldexp(y, gap - kStep) : y;
    __T r = multiplyAdd(-truncated(x / scaled), scaled, x);
    x = r < (__T)0 ? r + scaled : r;
  }
  return x;
}

template <class __T> __HELICON_DEVICE__ bool hasNoRemainder(__T x, __T y) {
  return !isFinite(x) || y != y || y == (__T)0;
}

template <class __T> __HELICON_DEVICE__ __T fmod(__T x, __T y) {
  if (hasNoRemainder(x, y))
    return notANumber<__T>();
  if (!isFinite(y))
    return x;
  return withSign(positiveRemainder(x, y), x);
}

/// IEEE remainder, with the low three bits of the quotient and its sign in `quotient`.
template <class __T> __HELICON_DEVICE__ __T remquo(__T x, __T y, int *quotient) {
  *quotient = 0;
  if (hasNoRemainder(x, y))
    return notANumber<__T>();
  if (!isFinite(y))
    return x;
  __T b = absolute(y);
  // The quotient modulo 8 survives the reduction by 8y, which is left out where 8y overflows (then x < 8y anyway).
  __T eight = b * (__T)8;
  __T r = isFinite(eight) ? positiveRemainder(x, eight) : absolute(x);
  int q = 0;
  for (int k = 4; k >= 1; k >>= 1) {
    __T multiple = b * (__T)k;
    bool fits = r >= multiple; // false where the multiple is infinite
    r = fits ? r - multiple : r;
    q += fits ? k : 0;
  }
  // Round to the nearest multiple, ties to the even one; r - (b - r) is exact, 2r might overflow.
  __T distance = b - r;
  bool up = r > distance || (r == distance && (q & 1));
  r = up ? -distance : r;
  q += up ? 1 : 0;
  bool negative = (bitsOf(x) ^ bitsOf(y)) >> (sizeof(__T) * 8 - 1);
  *quotient = negative ? -(q & 7) : q & 7;
  __T result = r == (__T)0 ? (__T)0 : r;
  return bitsOf(x) >> (sizeof(__T) * 8 - 1) ? -result : result;
}
template <class __T> __HELICON_DEVICE__ __T remainder(__T x, __T y) {
  int quotient;
  return remquo(x, y, &quotient);
}

} // namespace __helicon_own

#endif
