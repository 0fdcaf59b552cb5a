// Arithmetic of the two 16-bit formats on their bits: what __half and __mt_bfloat16 rest on. The device pass uses the
// compiler's own types, which the vectoriser knows; the host pass computes with floats and integers alone, so that
// every C++ compiler can read this. Both give the same bits: each operation is rounded once, to nearest even unless
// told, and a NaN is 0x7fff, but for those that a fused operation passes on.
#ifndef HELICON_NARROW_BITS_H
#define HELICON_NARROW_BITS_H

#pragma GCC system_header

#include "../../host_defines.h"

#define __HELICON_NARROW__ static __inline__ __attribute__((always_inline)) __host__ __device__

namespace __helicon_narrow {

typedef unsigned short bits;
enum Mode { Nearest, Down, Up, Zero };

struct HalfFormat {
  enum : int { mantissa = 10, bias = 15 };
  enum : bits { one = 0x3c00, infinity = 0x7c00 };
#ifdef __HELICON_DEVICE_PASS__
  typedef _Float16 number;
#endif
};
struct BfloatFormat {
  enum : int { mantissa = 7, bias = 127 };
  enum : bits { one = 0x3f80, infinity = 0x7f80 };
#ifdef __HELICON_DEVICE_PASS__
  typedef __bf16 number;
#endif
};
enum : bits { kNaN = 0x7fff, kSign = 0x8000 };

template <class __F> __HELICON_NARROW__ bool isNaN(bits x) { return (x & 0x7fff) > __F::infinity; }

#ifdef __HELICON_DEVICE_PASS__
#include "bits_device.h"
#else
#include "bits_host.h"
#endif

// What both passes share.

/// In the given direction; `__T` is float or double.
template <class __F, Mode mode, class __T> __HELICON_NARROW__ bits rounded(__T x) {
  bits near = nearest<__F>(x);
  if (mode == Nearest)
    return near;
  __T back = (__T)widen<__F>(near);
  bool tooHigh = back > x, tooLow = back < x, negative = near & kSign;
  bool lower = mode == Down ? tooHigh : mode == Zero ? tooHigh && !negative : false;
  bool higher = mode == Up ? tooLow : mode == Zero ? tooLow && negative : false;
  // One step along the number line is one in the bits, away from zero or towards it.
  int step = lower || higher ? (lower == negative ? 1 : -1) : 0;
  return (bits)(near + step);
}

/// Between 0 and 1; a NaN and both zeros give 0.
template <class __F> __HELICON_NARROW__ bits saturate(bits x) {
  bits low = x > __F::infinity ? (bits)0 : x; // a set sign makes it larger too
  return low > __F::one ? (bits)__F::one : low;
}
template <class __F> __HELICON_NARROW__ bits relu(bits x) {
  bits positive = x & kSign ? (bits)0 : x;
  return isNaN<__F>(x) ? (bits)kNaN : positive;
}
template <class __F> __HELICON_NARROW__ bits least(bits x, bits y) {
  float p = widen<__F>(x), q = widen<__F>(y);
  bits r = p < q ? x : p == q ? (bits)(x | y) : y; // equal numbers differ in the sign of a zero at most
  r = isNaN<__F>(y) ? x : r;
  return isNaN<__F>(r) ? (bits)kNaN : r;
}
template <class __F> __HELICON_NARROW__ bits greatest(bits x, bits y) {
  float p = widen<__F>(x), q = widen<__F>(y);
  bits r = p > q ? x : p == q ? (bits)(x & y) : y;
  r = isNaN<__F>(y) ? x : r;
  return isNaN<__F>(r) ? (bits)kNaN : r;
}

/// From any integer, rounded once.
template <class __F, Mode mode, class __I> __HELICON_NARROW__ bits fromInteger(__I x) {
  if (sizeof(__I) < 4 || __F::mantissa == 10) // what is inexact as a float is beyond every half
    return rounded<__F, mode>((float)x);
  if (sizeof(__I) < 8)
    return rounded<__F, mode>((double)x);
  // An odd last bit stands for what does not fit a double.
  bool fits = x < (__I)(1ll << 52) && (x >= 0 || x > (__I) - (1ll << 52));
  __I kept = (__I)((x >> 12 << 12) | ((x & 0xfff) != 0 ? 0x1000 : 0));
  return rounded<__F, mode>((double)(fits ? x : kept));
}

template <Mode mode> __HELICON_NARROW__ float integral(float x) {
  return mode == Nearest ? __builtin_rintf(x)
         : mode == Down  ? __builtin_floorf(x)
         : mode == Up    ? __builtin_ceilf(x)
                         : __builtin_truncf(x);
}
/// To an integer; beyond its range the end of it. A NaN gives 0, with 64 bits the highest bit alone, as on hardware.
template <class __I, Mode mode> __HELICON_NARROW__ __I toInteger(float x) {
  float whole = integral<mode>(x);
  constexpr bool isSigned = (__I)-1 < (__I)0;
  constexpr __I lowest = isSigned ? (__I)(1ull << (sizeof(__I) * 8 - 1)) : (__I)0, highest = (__I)~lowest;
#ifdef __HELICON_DEVICE_PASS__ // a plain cast does just that from 32 bits on
  if (sizeof(__I) >= 4)
    return (__I)whole;
  const int wide = (int)whole, low = (int)lowest, high = (int)highest;
  return (__I)(wide < low ? low : wide > high ? high : wide);
#else
  constexpr float beyond = (float)(1ull << (sizeof(__I) * 8 - 2)) * (isSigned ? 2 : 4);
  if (whole != whole)
    return sizeof(__I) == 8 ? (__I)(1ull << 63) : (__I)0;
  if (whole >= beyond)
    return highest;
  return whole <= (isSigned ? -beyond : 0.0f) ? lowest : (__I)whole;
#endif
}

} // namespace __helicon_narrow

#endif
