// Integer and bit intrinsics, written so that each is a handful of vector instructions.
// Source of the meanings: CUDA Math API, "Integer Intrinsics".
#ifndef HELICON_INTEGER_INTRINSICS_H
#define HELICON_INTEGER_INTRINSICS_H

#pragma clang system_header

#include "device_macros.h"

// Counting and reversing bits. The zero argument has a defined answer everywhere.
__HELICON_DEVICE__ int __popc(unsigned int x) { return __builtin_popcount(x); }
__HELICON_DEVICE__ int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__HELICON_DEVICE__ int __clz(int x) { return __builtin_clzg((unsigned int)x, 32); }
__HELICON_DEVICE__ int __clzll(long long x) { return __builtin_clzg((unsigned long long)x, 64); }
__HELICON_DEVICE__ int __ffs(int x) { return __builtin_ctzg((unsigned int)x, -1) + 1; }
__HELICON_DEVICE__ int __ffsll(long long x) { return __builtin_ctzg((unsigned long long)x, -1) + 1; }
__HELICON_DEVICE__ unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
__HELICON_DEVICE__ unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }

/// `length` bits of x from bit `position` on (MUSA); bits past 31 read as 0.
__HELICON_DEVICE__ unsigned int __bfe_u32(unsigned int x, unsigned int position, unsigned int length) {
  unsigned int shifted = position < 32 ? x >> (position & 31) : 0;
  return length < 32 ? shifted & ((1u << (length & 31)) - 1u) : shifted;
}

/// Position of the `offset`-th set bit of `mask` counted from bit `base` (downwards if negative), or 0xffffffff.
__HELICON_DEVICE_LONG__ unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
  if (offset == 0)
    return base < 32 && (mask >> base & 1u) ? base : 0xffffffffu;
  int step = offset > 0 ? 1 : -1, left = offset > 0 ? offset : -offset;
  for (int bit = (int)base; bit >= 0 && bit < 32; bit += step)
    if ((mask >> bit & 1u) && --left == 0)
      return (unsigned int)bit;
  return 0xffffffffu;
}

/// Four bytes chosen out of the eight of (y:x) by the low three bits of each selector nibble.
__HELICON_DEVICE__ unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
  unsigned long long bytes = (unsigned long long)y << 32 | x;
  unsigned int result = 0;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    unsigned int byte = selector >> (4 * i) & 7u;
    result |= ((unsigned int)(bytes >> (byte * 8)) & 0xffu) << (8 * i);
  }
  return result;
}

// Products
__HELICON_DEVICE__ int __mulhi(int x, int y) { return (int)(((long long)x * y) >> 32); }
__HELICON_DEVICE__ unsigned int __umulhi(unsigned int x, unsigned int y) {
  return (unsigned int)(((unsigned long long)x * y) >> 32);
}
/// Upper half of a 64 x 64 bit product, from four 32-bit products: vectors have no 128-bit multiplication.
__HELICON_DEVICE__ unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  unsigned long long xl = (unsigned int)x, xh = x >> 32, yl = (unsigned int)y, yh = y >> 32;
  unsigned long long middle = xh * yl + (xl * yl >> 32);
  unsigned long long other = xl * yh + (unsigned int)middle;
  return xh * yh + (middle >> 32) + (other >> 32);
}
__HELICON_DEVICE__ long long __mul64hi(long long x, long long y) {
  unsigned long long high = __umul64hi((unsigned long long)x, (unsigned long long)y);
  if (x < 0)
    high -= (unsigned long long)y;
  if (y < 0)
    high -= (unsigned long long)x;
  return (long long)high;
}
__HELICON_DEVICE__ int __mul24(int x, int y) {
  int low = (int)((unsigned int)x << 8) >> 8, high = (int)((unsigned int)y << 8) >> 8;
  return (int)((unsigned int)low * (unsigned int)high);
}
__HELICON_DEVICE__ unsigned int __umul24(unsigned int x, unsigned int y) { return (x & 0xffffffu) * (y & 0xffffffu); }

// Averages, differences
__HELICON_DEVICE__ int __hadd(int x, int y) { return (x & y) + ((x ^ y) >> 1); }
__HELICON_DEVICE__ unsigned int __uhadd(unsigned int x, unsigned int y) { return (x & y) + ((x ^ y) >> 1); }
__HELICON_DEVICE__ int __rhadd(int x, int y) { return (x | y) - ((x ^ y) >> 1); }
__HELICON_DEVICE__ unsigned int __urhadd(unsigned int x, unsigned int y) { return (x | y) - ((x ^ y) >> 1); }
__HELICON_DEVICE__ unsigned int __sad(int x, int y, unsigned int z) {
  return z + (x > y ? (unsigned int)x - (unsigned int)y : (unsigned int)y - (unsigned int)x);
}
__HELICON_DEVICE__ unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) {
  return z + (x > y ? x - y : y - x);
}

// Funnel shifts of (high:low); the _l and _r forms use the amount modulo 32, the c forms clamp it to 32.
__HELICON_DEVICE__ unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
  return (unsigned int)((((unsigned long long)high << 32 | low) << (shift & 31u)) >> 32);
}
__HELICON_DEVICE__ unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
  return shift >= 32u ? low : __funnelshift_l(low, high, shift);
}
__HELICON_DEVICE__ unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
  return (unsigned int)(((unsigned long long)high << 32 | low) >> (shift & 31u));
}
__HELICON_DEVICE__ unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
  return shift >= 32u ? high : __funnelshift_r(low, high, shift);
}

// Dot products of four bytes, or of two 16-bit values with two bytes (the lower or upper pair of y).
#define __HELICON_DOT(RESULT, WORD, BYTE, HALF)                                                                        \
  __HELICON_DEVICE__ RESULT __dp4a(WORD x, WORD y, RESULT sum) {                                                       \
    return sum + (BYTE)(x) * (BYTE)(y) + (BYTE)(x >> 8) * (BYTE)(y >> 8) + (BYTE)(x >> 16) * (BYTE)(y >> 16) +         \
           (BYTE)(x >> 24) * (BYTE)(y >> 24);                                                                          \
  }                                                                                                                    \
  __HELICON_DEVICE__ RESULT __dp2a_lo(WORD x, WORD y, RESULT sum) {                                                    \
    return sum + (HALF)(x) * (BYTE)(y) + (HALF)(x >> 16) * (BYTE)(y >> 8);                                             \
  }                                                                                                                    \
  __HELICON_DEVICE__ RESULT __dp2a_hi(WORD x, WORD y, RESULT sum) {                                                    \
    return sum + (HALF)(x) * (BYTE)(y >> 16) + (HALF)(x >> 16) * (BYTE)(y >> 24);                                      \
  }
__HELICON_DOT(int, int, signed char, short)
__HELICON_DOT(unsigned int, unsigned int, unsigned char, unsigned short)
#undef __HELICON_DOT

__HELICON_DEVICE__ int __dp4a(char4 x, char4 y, int sum) { return sum + x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w; }
__HELICON_DEVICE__ unsigned int __dp4a(uchar4 x, uchar4 y, unsigned int sum) {
  return sum + x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}

__HELICON_DEVICE__ int __dp2a_lo(short2 x, char4 y, int sum) { return sum + x.x * y.x + x.y * y.y; }
__HELICON_DEVICE__ int __dp2a_hi(short2 x, char4 y, int sum) { return sum + x.x * y.z + x.y * y.w; }
__HELICON_DEVICE__ unsigned int __dp2a_lo(ushort2 x, uchar4 y, unsigned int sum) { return sum + x.x * y.x + x.y * y.y; }
__HELICON_DEVICE__ unsigned int __dp2a_hi(ushort2 x, uchar4 y, unsigned int sum) { return sum + x.x * y.z + x.y * y.w; }

__HELICON_DEVICE__ unsigned short __nv_bswap16(unsigned short x) { return __builtin_bswap16(x); }
__HELICON_DEVICE__ unsigned int __nv_bswap32(unsigned int x) { return __builtin_bswap32(x); }
__HELICON_DEVICE__ unsigned long long __nv_bswap64(unsigned long long x) { return __builtin_bswap64(x); }

#endif
