// Kernels that compute the rows of ptx_rows.def, a family each, in plain CUDA: inline_ptx.mu compares them with what a
// card gave (golden/README.md), and the same text built by nvcc prints them there. One warp; each lane has its own
// inputs.
#pragma once

typedef unsigned long long u64;
typedef unsigned short u16;

__device__ inline u64 mix(u64 v) {
  v ^= v >> 31;
  v *= 0x7fb5d329728ea185ull;
  v ^= v >> 27;
  v *= 0x81dadef4bc2dd44dull;
  return v ^ v >> 33;
}
/// Numbers of all sizes, with the special ones among them.
__device__ inline u64 inputOf(unsigned lane, unsigned which) {
  u64 v = mix(lane * 977u + which * 131u + 1);
  if (lane == 3 * which % 32)
    return 0;
  if (lane == (3 * which + 1) % 32)
    return ~0ull;
  if (lane == (3 * which + 2) % 32)
    return 0x8000000080000000ull;
  return lane % 4 == 3 ? v >> (v & 63) : v;
}
__device__ inline float floatOf(unsigned lane, unsigned which) {
  const unsigned special[] = {0x00000000u, 0x80000000u, 0x7f800000u, 0xff800000u, 0x7fc00000u,
                              0x00000001u, 0x807fffffu, 0x7f7fffffu, 0x3f800000u, 0xbf800000u,
                              0x4f000000u, 0xcf000000u, 0x00800000u, 0x3f000000u};
  u64 v = mix(lane * 523u + which * 71u + 5);
  unsigned bits = (unsigned)v;
  if (lane % 2 == which % 2)
    bits = (bits & 0x81ffffffu) + (which == 2 ? 0x3c000000u : 0x3e000000u); // sizes that meet
  if (lane % 5 == 0 || lane % 7 == which)
    bits = special[(lane + 5 * which) % 14];
  return __uint_as_float(bits);
}
__device__ inline double doubleOf(unsigned lane, unsigned which) {
  const u64 special[] = {0,
                         0x8000000000000000ull,
                         0x7ff0000000000000ull,
                         0xfff0000000000000ull,
                         0x7ff8000000000000ull,
                         0x36a0000000000001ull,
                         0x47efffffffffffffull,
                         0x3fe0000000000000ull,
                         0x41dfffffffe00000ull,
                         0xc1e0000000000000ull};
  u64 v = mix(lane * 331u + which * 37u + 9);
  v = (v & 0x803fffffffffffffull) + (lane % 3 ? 0x3fd0000000000000ull : 0x4190000000000000ull);
  if (lane % 4 == which)
    v = special[(lane / 4 + 3 * which) % 10];
  return __longlong_as_double((long long)v);
}

__device__ inline u64 bitsOf(unsigned v) { return v; }
__device__ inline u64 bitsOf(u64 v) { return v; }
__device__ inline u64 bitsOf(u16 v) { return v; }
__device__ inline u64 bitsOf(float v) { return v != v ? 0x7fffffffull : __float_as_uint(v); } // one NaN is any
__device__ inline u64 bitsOf(double v) { return v != v ? 0x7fffffffffffffffull : (u64)__double_as_longlong(v); }

#define ROW(name, type, constraint, text, ...)                                                                         \
  {                                                                                                                    \
    type r;                                                                                                            \
    asm volatile(text : constraint(r) : __VA_ARGS__);                                                                  \
    out[n++ * 32 + lane] = bitsOf(r);                                                                                  \
  }
#define INPUTS                                                                                                         \
  unsigned lane = threadIdx.x, n = 0;                                                                                  \
  u64 x = inputOf(lane, 3), y = inputOf(lane, 4);                                                                      \
  unsigned a = (unsigned)inputOf(lane, 0), b = (unsigned)inputOf(lane, 1), c = (unsigned)inputOf(lane, 2);             \
  u16 s = (u16)inputOf(lane, 5), t = (u16)inputOf(lane, 6);                                                            \
  float f = floatOf(lane, 0), g = floatOf(lane, 1), h = floatOf(lane, 2);                                              \
  double d = doubleOf(lane, 0), e = doubleOf(lane, 1);                                                                 \
  (void)a, (void)b, (void)c, (void)x, (void)y, (void)s, (void)t, (void)f, (void)g, (void)h, (void)d, (void)e;

__global__ void rowsInteger(u64 *out){INPUTS
#define ROWS_INTEGER
#include "ptx_rows.def"
#undef ROWS_INTEGER
} __global__ void rowsBits(u64 *out){INPUTS
#define ROWS_BITS
#include "ptx_rows.def"
#undef ROWS_BITS
} __global__ void rowsFloat(u64 *out){INPUTS
#define ROWS_FLOAT
#include "ptx_rows.def"
#undef ROWS_FLOAT
} __global__ void rowsConvert(u64 *out){INPUTS
#define ROWS_CONVERT
#include "ptx_rows.def"
#undef ROWS_CONVERT
} __global__ void rowsVideo(u64 *out){INPUTS
#define ROWS_VIDEO
#include "ptx_rows.def"
#undef ROWS_VIDEO
} __global__ void rowsWarp(u64 *out){INPUTS
#define ROWS_WARP
#include "ptx_rows.def"
#undef ROWS_WARP
} __global__ void rowsHalf(u64 *out) {
  INPUTS
#define ROWS_HALF
#include "ptx_rows.def"
#undef ROWS_HALF
}
#undef ROW

struct Family {
  void (*kernel)(u64 *);
  const char *const *names;
  unsigned count;
};

#define ROW(name, ...) #name,
#define ROWS_INTEGER
static const char *const namesInteger[] = {
#include "ptx_rows.def"
};
#undef ROWS_INTEGER
#define ROWS_BITS
static const char *const namesBits[] = {
#include "ptx_rows.def"
};
#undef ROWS_BITS
#define ROWS_FLOAT
static const char *const namesFloat[] = {
#include "ptx_rows.def"
};
#undef ROWS_FLOAT
#define ROWS_CONVERT
static const char *const namesConvert[] = {
#include "ptx_rows.def"
};
#undef ROWS_CONVERT
#define ROWS_VIDEO
static const char *const namesVideo[] = {
#include "ptx_rows.def"
};
#undef ROWS_VIDEO
#define ROWS_WARP
static const char *const namesWarp[] = {
#include "ptx_rows.def"
};
#undef ROWS_WARP
#define ROWS_HALF
static const char *const namesHalf[] = {
#include "ptx_rows.def"
};
#undef ROWS_HALF
#undef ROW

#define FAMILY(name) {rows##name, names##name, sizeof(names##name) / sizeof(names##name[0])}
static const Family families[] = {FAMILY(Integer), FAMILY(Bits), FAMILY(Float), FAMILY(Convert),
                                  FAMILY(Video),   FAMILY(Warp), FAMILY(Half)};
#undef FAMILY
