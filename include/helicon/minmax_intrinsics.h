// Minima and maxima of three, of a sum and a third, and with relu, on 32-bit integers and pairs of 16-bit ones (sm_90's
// DPX instructions), and those that tell which operand won. Source of the meanings: CUDA Math API, "SIMD Intrinsics".
#ifndef HELICON_MINMAX_INTRINSICS_H
#define HELICON_MINMAX_INTRINSICS_H

#pragma clang system_header

#include "device_macros.h"

namespace __helicon_minmax {

template <class __T> __HELICON_DEVICE__ __T larger(__T a, __T b) { return a > b ? a : b; }
template <class __T> __HELICON_DEVICE__ __T smaller(__T a, __T b) { return a < b ? a : b; }

/// The lower and upper half of a word as numbers of type T.
template <class __T> __HELICON_DEVICE__ __T low(unsigned int word) { return (__T)word; }
template <class __T> __HELICON_DEVICE__ __T high(unsigned int word) { return (__T)(word >> 16); }
template <class __T> __HELICON_DEVICE__ unsigned int join(__T lower, __T upper) {
  return (unsigned short)lower | (unsigned int)(unsigned short)upper << 16;
}

} // namespace __helicon_minmax

// SUFFIX names the type, EXPRESSION(a, b, c) one number; sums wrap in the number's width.
#define __HELICON_THREE(NAME, T, EXPRESSION)                                                                           \
  __HELICON_DEVICE__ T NAME(T a, T b, T c) {                                                                           \
    using __N = T;                                                                                                     \
    return EXPRESSION;                                                                                                 \
  }
#define __HELICON_THREE_PAIRS(NAME, T, EXPRESSION)                                                                     \
  __HELICON_DEVICE__ unsigned int NAME(unsigned int x, unsigned int y, unsigned int z) {                               \
    using __N = T;                                                                                                     \
    auto one = [](T a, T b, T c) -> T { return EXPRESSION; };                                                          \
    return __helicon_minmax::join<T>(                                                                                  \
        one(__helicon_minmax::low<T>(x), __helicon_minmax::low<T>(y), __helicon_minmax::low<T>(z)),                    \
        one(__helicon_minmax::high<T>(x), __helicon_minmax::high<T>(y), __helicon_minmax::high<T>(z)));                \
  }
// Which of larger and smaller a function takes, and how it is called.
#define __HELICON_BOTH(DEFINE, SUFFIX, T, WIDE, NAME, CHOICE)                                                          \
  DEFINE(__vi##NAME##3_##SUFFIX, T, __helicon_minmax::CHOICE<__N>(a, __helicon_minmax::CHOICE<__N>(b, c)))             \
  DEFINE(__viadd##NAME##_##SUFFIX, T, __helicon_minmax::CHOICE<__N>((__N)((WIDE)a + (WIDE)b), c))
#define __HELICON_BOTH_RELU(DEFINE, SUFFIX, T, WIDE, NAME, CHOICE)                                                     \
  DEFINE(__vi##NAME##3_##SUFFIX##_relu, T,                                                                             \
         __helicon_minmax::larger<__N>(0, __helicon_minmax::CHOICE<__N>(a, __helicon_minmax::CHOICE<__N>(b, c))))      \
  DEFINE(__viadd##NAME##_##SUFFIX##_relu, T,                                                                           \
         __helicon_minmax::larger<__N>(0, __helicon_minmax::CHOICE<__N>((__N)((WIDE)a + (WIDE)b), c)))
#define __HELICON_CHOICES(NAME, CHOICE)                                                                                \
  __HELICON_BOTH(__HELICON_THREE, s32, int, unsigned int, NAME, CHOICE)                                                \
  __HELICON_BOTH(__HELICON_THREE, u32, unsigned int, unsigned int, NAME, CHOICE)                                       \
  __HELICON_BOTH(__HELICON_THREE_PAIRS, s16x2, short, int, NAME, CHOICE)                                               \
  __HELICON_BOTH(__HELICON_THREE_PAIRS, u16x2, unsigned short, int, NAME, CHOICE)                                      \
  __HELICON_BOTH_RELU(__HELICON_THREE, s32, int, unsigned int, NAME, CHOICE)                                           \
  __HELICON_BOTH_RELU(__HELICON_THREE_PAIRS, s16x2, short, int, NAME, CHOICE)                                          \
  __HELICON_DEVICE__ int __vi##NAME##_s32_relu(int a, int b) {                                                         \
    return __helicon_minmax::larger<int>(0, __helicon_minmax::CHOICE<int>(a, b));                                      \
  }                                                                                                                    \
  __HELICON_DEVICE__ unsigned int __vi##NAME##_s16x2_relu(unsigned int a, unsigned int b) {                            \
    return __vi##NAME##3_s16x2_relu(a, b, b);                                                                          \
  }
__HELICON_CHOICES(max, larger)
__HELICON_CHOICES(min, smaller)
#undef __HELICON_CHOICES
#undef __HELICON_BOTH
#undef __HELICON_BOTH_RELU
#undef __HELICON_THREE
#undef __HELICON_THREE_PAIRS

// The predicate is true where the first operand is the result, equal operands included.
#define __HELICON_WHICH(NAME, SUFFIX, PAIRS, T, T16, OPERATOR)                                                         \
  __HELICON_DEVICE__ T NAME##_##SUFFIX(T a, T b, bool *first) {                                                        \
    *first = a OPERATOR b;                                                                                             \
    return a OPERATOR b ? a : b;                                                                                       \
  }                                                                                                                    \
  __HELICON_DEVICE__ unsigned int NAME##_##PAIRS(unsigned int a, unsigned int b, bool *high, bool *low) {              \
    *low = __helicon_minmax::low<T16>(a) OPERATOR __helicon_minmax::low<T16>(b);                                       \
    *high = __helicon_minmax::high<T16>(a) OPERATOR __helicon_minmax::high<T16>(b);                                    \
    return ((*low ? a : b) & 0xffffu) | ((*high ? a : b) & 0xffff0000u);                                               \
  }
__HELICON_WHICH(__vibmax, s32, s16x2, int, short, >=)
__HELICON_WHICH(__vibmax, u32, u16x2, unsigned int, unsigned short, >=)
__HELICON_WHICH(__vibmin, s32, s16x2, int, short, <=)
__HELICON_WHICH(__vibmin, u32, u16x2, unsigned int, unsigned short, <=)
#undef __HELICON_WHICH

#endif
