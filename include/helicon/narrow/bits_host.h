// The host pass's part of bits.h, without 16-bit types of the compiler. Included there, inside the namespace.
// A sum, product or quotient of two narrow numbers that is rounded to double first (53 bits, more than twice 11 and
// two) is rounded once as far as can be seen; the fused form needs its rest.

/// Significand * 2^exponent, rounded.
template <class __F>
static __inline__ __host__ __device__ bits encode(bool negative, unsigned long long significand, int exponent) {
  const bits sign = negative ? (bits)kSign : (bits)0;
  if (!significand)
    return sign;
  int top = 63 - __builtin_clzll(significand) + exponent, smallest = 1 - __F::bias;
  int last = (top > smallest ? top : smallest) - __F::mantissa; // exponent of the result's lowest bit
  int drop = last - exponent;
  if (top > __F::bias)
    return (bits)(sign | __F::infinity);
  if (drop > 62) // less than half of the least number
    return sign;
  unsigned long long kept = drop > 0 ? significand >> drop : significand << -drop;
  if (drop > 0) {
    unsigned long long rest = significand & ((1ull << drop) - 1), half = 1ull << (drop - 1);
    kept += rest > half || (rest == half && (kept & 1));
  }
  // The leading bit, where there is one, counts as one more in the exponent; a carry may run into it.
  return (bits)(sign | (((unsigned)(last + __F::mantissa + __F::bias - 1) << __F::mantissa) + (unsigned)kept));
}

template <class __F> static __inline__ __host__ __device__ bits nearest(double x) {
  unsigned long long word = __builtin_bit_cast(unsigned long long, x), fraction = word & ((1ull << 52) - 1);
  int field = (int)(word >> 52 & 0x7ff);
  bool negative = word >> 63;
  if (field == 0x7ff)
    return fraction ? (bits)kNaN : (bits)((negative ? 0x8000 : 0) | __F::infinity);
  return encode<__F>(negative, field ? fraction | 1ull << 52 : fraction, (field ? field : 1) - 1075);
}

template <class __F> static __inline__ __host__ __device__ float widen(bits x) {
  if (__F::mantissa == 7)
    return __builtin_bit_cast(float, (unsigned)x << 16);
  unsigned sign = (unsigned)(x & kSign) << 16, size = x & 0x7fffu;
  if (size >= __F::infinity)
    return __builtin_bit_cast(float, sign | 0x7f800000u | size << 13);
  if (size < 1u << __F::mantissa) {
    float small = (float)size * 5.9604644775390625e-8f; // 2^-24
    return sign ? -small : small;
  }
  return __builtin_bit_cast(float, sign | ((size << 13) + (112u << 23)));
}

#define __HELICON_NARROW_OPERATION(NAME, OPERATOR)                                                                     \
  template <class __F> static __inline__ __host__ __device__ bits NAME(bits x, bits y) {                               \
    return nearest<__F>((double)widen<__F>(x) OPERATOR(double) widen<__F>(y));                                         \
  }                                                                                                                    \
  template <class __F> static __inline__ __host__ __device__ bits NAME##Alone(bits x, bits y) {                        \
    return NAME<__F>(x, y);                                                                                            \
  }
__HELICON_NARROW_OPERATION(add, +)
__HELICON_NARROW_OPERATION(subtract, -)
__HELICON_NARROW_OPERATION(multiply, *)
__HELICON_NARROW_OPERATION(divide, /)
#undef __HELICON_NARROW_OPERATION

template <class __F> static __inline__ __host__ __device__ bits multiplyAdd(bits x, bits y, bits z) {
  double product = (double)widen<__F>(x) * widen<__F>(y), addend = widen<__F>(z); // the product is exact
  double sum = product + addend, part = sum - product;
  double rest = (product - (sum - part)) + (addend - part);
  unsigned long long word = __builtin_bit_cast(unsigned long long, sum);
  // To odd: where the sum is not exact its last bit is set, towards the rest, so that no tie is taken for one.
  if ((rest > 0 || rest < 0) && !(word & 1))
    word += (rest > 0) == (sum > 0) ? 1 : -1;
  return nearest<__F>(__builtin_bit_cast(double, word));
}
