// Two 16-bit or four 8-bit numbers in a word. Written lane by lane in 32-bit arithmetic, which the threads' own vectors
// make parallel. Source of the meanings: CUDA Math API, "SIMD Intrinsics".
#ifndef HELICON_SIMD_INTRINSICS_H
#define HELICON_SIMD_INTRINSICS_H

#pragma clang system_header

#include "device_macros.h"

namespace __helicon_simd {

template <int Width, bool Signed> struct Lanes {
  static constexpr int kCount = 32 / Width;
  static constexpr unsigned int kMask = (1u << Width) - 1u;
  static constexpr int kLow = Signed ? -(1 << (Width - 1)) : 0;
  static constexpr int kHigh = Signed ? (1 << (Width - 1)) - 1 : (1 << Width) - 1;

  __attribute__((always_inline, device)) static int get(unsigned int word, int lane) {
    unsigned int shifted = word << (32 - Width - lane * Width);
    return Signed ? (int)shifted >> (32 - Width) : (int)(shifted >> (32 - Width));
  }
  __attribute__((always_inline, device)) static unsigned int put(int value, int lane) {
    return ((unsigned int)value & kMask) << (lane * Width);
  }
};
__HELICON_DEVICE__ int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
__HELICON_DEVICE__ int difference(int a, int b) { return a > b ? a - b : b - a; }

} // namespace __helicon_simd

// EXPRESSION computes one lane from a and b (ints), with L naming the lanes' type.
#define __HELICON_LANES(NAME, WIDTH, SIGNED, EXPRESSION)                                                               \
  __HELICON_DEVICE__ unsigned int NAME(unsigned int x, unsigned int y) {                                               \
    using __L = __helicon_simd::Lanes<WIDTH, SIGNED>;                                                                  \
    unsigned int result = 0;                                                                                           \
    _Pragma("unroll") for (int lane = 0; lane < __L::kCount; lane++) {                                                 \
      int a = __L::get(x, lane), b = __L::get(y, lane);                                                                \
      result |= __L::put(EXPRESSION, lane);                                                                            \
    }                                                                                                                  \
    return result;                                                                                                     \
  }
#define __HELICON_LANES_1(NAME, WIDTH, SIGNED, EXPRESSION)                                                             \
  __HELICON_DEVICE__ unsigned int NAME(unsigned int x) {                                                               \
    using __L = __helicon_simd::Lanes<WIDTH, SIGNED>;                                                                  \
    unsigned int result = 0;                                                                                           \
    _Pragma("unroll") for (int lane = 0; lane < __L::kCount; lane++) {                                                 \
      int a = __L::get(x, lane);                                                                                       \
      result |= __L::put(EXPRESSION, lane);                                                                            \
    }                                                                                                                  \
    return result;                                                                                                     \
  }
#define __HELICON_LANES_SUM(NAME, WIDTH, SIGNED)                                                                       \
  __HELICON_DEVICE__ unsigned int NAME(unsigned int x, unsigned int y) {                                               \
    using __L = __helicon_simd::Lanes<WIDTH, SIGNED>;                                                                  \
    unsigned int sum = 0;                                                                                              \
    _Pragma("unroll") for (int lane = 0; lane < __L::kCount; lane++) sum +=                                            \
        (unsigned int)__helicon_simd::difference(__L::get(x, lane), __L::get(y, lane));                                \
    return sum;                                                                                                        \
  }
// A comparison: all ones (vcmp) or 1 (vset) in the lanes where it holds.
#define __HELICON_COMPARE(NAME, NUMBER, WIDTH, SIGNED, OPERATOR)                                                       \
  __HELICON_LANES(__vcmp##NAME##NUMBER, WIDTH, SIGNED, (a OPERATOR b ? -1 : 0))                                        \
  __HELICON_LANES(__vset##NAME##NUMBER, WIDTH, SIGNED, (a OPERATOR b ? 1 : 0))

#define __HELICON_SIMD(NUMBER, WIDTH)                                                                                  \
  __HELICON_LANES(__vadd##NUMBER, WIDTH, false, a + b)                                                                 \
  __HELICON_LANES(__vsub##NUMBER, WIDTH, false, a - b)                                                                 \
  __HELICON_LANES(__vaddss##NUMBER, WIDTH, true, __helicon_simd::clamp(a + b, __L::kLow, __L::kHigh))                  \
  __HELICON_LANES(__vaddus##NUMBER, WIDTH, false, __helicon_simd::clamp(a + b, __L::kLow, __L::kHigh))                 \
  __HELICON_LANES(__vsubss##NUMBER, WIDTH, true, __helicon_simd::clamp(a - b, __L::kLow, __L::kHigh))                  \
  __HELICON_LANES(__vsubus##NUMBER, WIDTH, false, __helicon_simd::clamp(a - b, __L::kLow, __L::kHigh))                 \
  __HELICON_LANES(__vavgs##NUMBER, WIDTH, true, (a + b + (a + b >= 0 ? 1 : 0)) >> 1)                                   \
  __HELICON_LANES(__vavgu##NUMBER, WIDTH, false, (a + b + 1) >> 1)                                                     \
  __HELICON_LANES(__vhaddu##NUMBER, WIDTH, false, (a + b) >> 1)                                                        \
  __HELICON_LANES(__vabsdiffs##NUMBER, WIDTH, true, __helicon_simd::difference(a, b))                                  \
  __HELICON_LANES(__vabsdiffu##NUMBER, WIDTH, false, __helicon_simd::difference(a, b))                                 \
  __HELICON_LANES(__vmaxs##NUMBER, WIDTH, true, (a > b ? a : b))                                                       \
  __HELICON_LANES(__vmaxu##NUMBER, WIDTH, false, (a > b ? a : b))                                                      \
  __HELICON_LANES(__vmins##NUMBER, WIDTH, true, (a < b ? a : b))                                                       \
  __HELICON_LANES(__vminu##NUMBER, WIDTH, false, (a < b ? a : b))                                                      \
  __HELICON_LANES_1(__vabs##NUMBER, WIDTH, true, (a < 0 ? -a : a))                                                     \
  __HELICON_LANES_1(__vabsss##NUMBER, WIDTH, true, __helicon_simd::clamp(a < 0 ? -a : a, __L::kLow, __L::kHigh))       \
  __HELICON_LANES_1(__vneg##NUMBER, WIDTH, true, -a)                                                                   \
  __HELICON_LANES_1(__vnegss##NUMBER, WIDTH, true, __helicon_simd::clamp(-a, __L::kLow, __L::kHigh))                   \
  __HELICON_LANES_SUM(__vsads##NUMBER, WIDTH, true)                                                                    \
  __HELICON_LANES_SUM(__vsadu##NUMBER, WIDTH, false)                                                                   \
  __HELICON_COMPARE(eq, NUMBER, WIDTH, false, ==)                                                                      \
  __HELICON_COMPARE(ne, NUMBER, WIDTH, false, !=)                                                                      \
  __HELICON_COMPARE(ges, NUMBER, WIDTH, true, >=)                                                                      \
  __HELICON_COMPARE(geu, NUMBER, WIDTH, false, >=)                                                                     \
  __HELICON_COMPARE(gts, NUMBER, WIDTH, true, >)                                                                       \
  __HELICON_COMPARE(gtu, NUMBER, WIDTH, false, >)                                                                      \
  __HELICON_COMPARE(les, NUMBER, WIDTH, true, <=)                                                                      \
  __HELICON_COMPARE(leu, NUMBER, WIDTH, false, <=)                                                                     \
  __HELICON_COMPARE(lts, NUMBER, WIDTH, true, <)                                                                       \
  __HELICON_COMPARE(ltu, NUMBER, WIDTH, false, <)
__HELICON_SIMD(2, 16)
__HELICON_SIMD(4, 8)
#undef __HELICON_LANES
#undef __HELICON_LANES_1
#undef __HELICON_LANES_SUM
#undef __HELICON_COMPARE
#undef __HELICON_SIMD

#endif
