// Arithmetic of the 8-bit floats on their bits, the same on host and device: widening is exact, every conversion rounds
// once, to nearest even (an e8m0, which is a power of two, towards zero or up). OCP 8-bit Floating Point Specification;
// where that leaves a choice, what a card gives.
#ifndef HELICON_NARROW_FP8_BITS_H
#define HELICON_NARROW_FP8_BITS_H

#pragma GCC system_header

namespace __helicon_narrow {

typedef unsigned char bits8;

/// Four bits of exponent, three of fraction: no infinity, all ones are the one NaN of each sign.
struct E4m3Format {
  enum : int { mantissa = 3, bias = 7 };
  enum : unsigned { largest = 0x7e, beyond = 0x7f };
};
/// The upper half of a half.
struct E5m2Format {
  enum : int { mantissa = 2, bias = 15 };
  enum : unsigned { largest = 0x7b, beyond = 0x7c };
};

__HELICON_NARROW__ unsigned wordOf(float x) { return __builtin_bit_cast(unsigned, x); }
__HELICON_NARROW__ float floatOf(unsigned x) { return __builtin_bit_cast(float, x); }

/// Cut off towards zero, the last bit set where something was cut off, so that a second rounding to few places gives
/// what one would. What is beyond every float becomes infinite.
__HELICON_NARROW__ float toOddFloat(double x) {
  const unsigned long long word = __builtin_bit_cast(unsigned long long, x);
  const unsigned long long fraction = word & ((1ull << 52) - 1);
  const unsigned sign = (unsigned)(word >> 32) & 0x80000000u;
  const int exponent = (int)(word >> 52 & 0x7ff) - 1023;
  const int small = exponent < -126 ? -126 - exponent : 0, shift = 29 + (small > 34 ? 34 : small);
  const unsigned long long number = exponent < -126 ? fraction | 1ull << 52 : fraction;
  const unsigned odd = (number & ((1ull << shift) - 1)) != 0;
  const unsigned finite = (exponent < -126 ? 0 : (unsigned)(exponent + 127) << 23) | (unsigned)(number >> shift) | odd;
  const unsigned endless = exponent == 1024 && fraction ? 0x7fc00000u : 0x7f800000u;
  return floatOf(sign | ((word << 1) == 0 ? 0 : exponent > 127 ? endless : finite));
}

/// In units of the last place small numbers are integers, which the addition of 2^23 such units rounds to.
template <class __F> __HELICON_NARROW__ bits8 nearest8(float x, bool saturates) {
  const unsigned word = wordOf(x), size = word & 0x7fffffffu;
  const int shift = 23 - __F::mantissa;
  const unsigned smallest = (unsigned)(128 - __F::bias) << 23; // normal one, as a float
  const unsigned units = smallest + ((unsigned)(23 - __F::mantissa) << 23);
  const unsigned small = wordOf(floatOf(size) + floatOf(units)) - units;
  const unsigned large =
      (size - ((unsigned)(127 - __F::bias) << 23) + ((1u << (shift - 1)) - 1) + (size >> shift & 1)) >> shift;
  const unsigned rounded = size < smallest ? small : large;
  const unsigned fitting =
      rounded > (unsigned)__F::largest ? (saturates ? (unsigned)__F::largest : (unsigned)__F::beyond) : rounded;
  return (bits8)(size > 0x7f800000u ? 0x7fu : fitting | (word >> 24 & 0x80));
}

/// Exact, and without denormal floats on the way, which a program may have switched off.
template <class __F> __HELICON_NARROW__ float widen8(bits8 x) {
  const unsigned size = x & 0x7fu, sign = (unsigned)(x & 0x80) << 24;
  const float small = (float)size * floatOf((unsigned)(128 - __F::bias - __F::mantissa) << 23);
  const float large = floatOf((size << (23 - __F::mantissa)) + ((unsigned)(127 - __F::bias) << 23));
  const float number = size < 1u << __F::mantissa ? small : large;
  const bool isInfinite = __F::beyond == 0x7c && size == 0x7c, isNaN = size > __F::beyond || (size == 0x7f);
  return floatOf(sign | (isNaN ? 0x7fc00000u : isInfinite ? 0x7f800000u : wordOf(number)));
}

/// The power of two at or above (up) or below a number's size; the sign does not count.
__HELICON_NARROW__ bits8 powerOf(float x, bool saturates, bool up) {
  const unsigned size = wordOf(x) & 0x7fffffffu, fraction = size & 0x7fffffu, exponent = size >> 23;
  // 0 stands for 2^-127, which is half of the smallest normal float.
  const unsigned raised = exponent + (up && fraction > (exponent ? 0u : 0x400000u));
  const unsigned fitting = saturates && raised > 0xfe ? 0xfeu : raised;
  return (bits8)(size > 0x7f800000u ? 0xffu : fitting);
}
__HELICON_NARROW__ bits powerToBfloat(bits8 x) {
  return (bits)(x == 0xff ? 0x7fffu : x == 0 ? 0x0040u : (unsigned)x << 7);
}
__HELICON_NARROW__ float powerToFloat(bits8 x) {
  return floatOf(x == 0xff ? 0x7fffffffu : x == 0 ? 0x00400000u : (unsigned)x << 23);
}

} // namespace __helicon_narrow

#endif
