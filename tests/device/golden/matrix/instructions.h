// Rows about mma.sync, ldmatrix, stmatrix and movmatrix: results of registers that hold small whole numbers.
#pragma once

#include "print.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

/// A register of small numbers in a format: 'h' half, 'b' bfloat, 't' tf32, 'i' bytes, 'n' nibbles, '1' bits, 'e' e4m3,
/// 'f' e5m2, 's' a float, 'd' an int, 'D' a double's upper word.
__device__ inline unsigned registerOf(char format, unsigned seed) {
  unsigned x = (seed * 2654435761u) ^ (threadIdx.x * 2246822519u);
  x ^= x >> 15;
  x *= 2246822519u;
  x ^= x >> 13;
  int low = (int)(x & 15) - 7, high = (int)(x >> 8 & 15) - 7;
  switch (format) {
  case 'h':
    return (unsigned)__half_as_ushort(__float2half((float)low)) | (unsigned)__half_as_ushort(__float2half((float)high))
                                                                      << 16;
  case 'b':
    return (unsigned)__bfloat16_as_ushort(__float2bfloat16((float)low)) |
           (unsigned)__bfloat16_as_ushort(__float2bfloat16((float)high)) << 16;
  case 't':
  case 's':
    return __float_as_uint((float)low);
  case 'd':
    return (unsigned)low;
  case 'e': // +-1, 1.125, 1.25, ... and small powers of two
    return (x & 0x87878787u) | 0x38383838u;
  case 'f':
    return (x & 0x83838383u) | 0x3c3c3c3cu;
  default: // any bits will do
    return x;
  }
}

#define MMA_ROWS(ROW4)                                                                                                 \
  ROW4("m16n8k8.row.col.f32.f16.f16.f32", 2, 1, 'h', 's')                                                              \
  ROW4("m16n8k16.row.col.f32.f16.f16.f32", 4, 2, 'h', 's')                                                             \
  ROW4("m16n8k8.row.col.f32.bf16.bf16.f32", 2, 1, 'b', 's')                                                            \
  ROW4("m16n8k16.row.col.f32.bf16.bf16.f32", 4, 2, 'b', 's')                                                           \
  ROW4("m16n8k4.row.col.f32.tf32.tf32.f32", 2, 1, 't', 's')                                                            \
  ROW4("m16n8k8.row.col.f32.tf32.tf32.f32", 4, 2, 't', 's')                                                            \
  ROW4("m16n8k16.row.col.s32.s8.s8.s32", 2, 1, 'i', 'd')                                                               \
  ROW4("m16n8k16.row.col.s32.u8.s8.s32", 2, 1, 'i', 'd')                                                               \
  ROW4("m16n8k32.row.col.s32.s8.s8.s32", 4, 2, 'i', 'd')                                                               \
  ROW4("m16n8k32.row.col.s32.u8.u8.s32", 4, 2, 'i', 'd')                                                               \
  ROW4("m16n8k32.row.col.s32.s8.u8.s32", 4, 2, 'i', 'd')                                                               \
  ROW4("m16n8k32.row.col.satfinite.s32.s8.s8.s32", 4, 2, 'i', 'd')                                                     \
  ROW4("m16n8k32.row.col.s32.s4.s4.s32", 2, 1, 'n', 'd')                                                               \
  ROW4("m16n8k64.row.col.s32.u4.s4.s32", 4, 2, 'n', 'd')                                                               \
  ROW4("m16n8k64.row.col.s32.u4.u4.s32", 4, 2, 'n', 'd')                                                               \
  ROW4("m16n8k128.row.col.s32.b1.b1.s32.xor.popc", 2, 1, '1', 'd')                                                     \
  ROW4("m16n8k256.row.col.s32.b1.b1.s32.xor.popc", 4, 2, '1', 'd')                                                     \
  ROW4("m16n8k256.row.col.s32.b1.b1.s32.and.popc", 4, 2, '1', 'd')                                                     \
  ROW4("m16n8k32.row.col.f32.e4m3.e4m3.f32", 4, 2, 'e', 's')                                                           \
  ROW4("m16n8k32.row.col.f32.e5m2.e5m2.f32", 4, 2, 'f', 's')                                                           \
  ROW4("m16n8k32.row.col.f32.e4m3.e5m2.f32", 4, 2, 'x', 's')
#define MMA_ROWS2(ROW2)                                                                                                \
  ROW2("m16n8k8.row.col.f16.f16.f16.f16", 2, 1, 'h', 'h')                                                              \
  ROW2("m16n8k16.row.col.f16.f16.f16.f16", 4, 2, 'h', 'h')                                                             \
  ROW2("m8n8k16.row.col.s32.s8.s8.s32", 1, 1, 'i', 'd')                                                                \
  ROW2("m8n8k16.row.col.s32.u8.u8.s32", 1, 1, 'i', 'd')                                                                \
  ROW2("m8n8k32.row.col.s32.s4.s4.s32", 1, 1, 'n', 'd')                                                                \
  ROW2("m8n8k128.row.col.s32.b1.b1.s32.xor.popc", 1, 1, '1', 'd')

template <char A, char B, char C> struct Registers {
  unsigned a[4], b[2], c[4], d[4];
  __device__ Registers() {
    for (int i = 0; i < 4; ++i) {
      a[i] = registerOf(A, 10 + i);
      c[i] = registerOf(C, 30 + i);
      d[i] = 0;
    }
    for (int i = 0; i < 2; ++i)
      b[i] = registerOf(B, 20 + i);
  }
  __device__ void show(int *out, int n) const {
    for (int i = 0; i < n; ++i)
      out[threadIdx.x * n + i] = (int)d[i];
  }
};

#define D4 "{%0,%1,%2,%3}"
#define OUT4 "=r"(r.d[0]), "=r"(r.d[1]), "=r"(r.d[2]), "=r"(r.d[3])
#define C4 "r"(r.c[0]), "r"(r.c[1]), "r"(r.c[2]), "r"(r.c[3])
#define ISSUE4_4(NAME)                                                                                                 \
  asm volatile("mma.sync.aligned." NAME " " D4 ",{%4,%5,%6,%7},{%8,%9},{%10,%11,%12,%13};\n"                           \
               : OUT4                                                                                                  \
               : "r"(r.a[0]), "r"(r.a[1]), "r"(r.a[2]), "r"(r.a[3]), "r"(r.b[0]), "r"(r.b[1]), C4)
#define ISSUE4_2(NAME)                                                                                                 \
  asm volatile("mma.sync.aligned." NAME " " D4 ",{%4,%5},{%6},{%7,%8,%9,%10};\n"                                       \
               : OUT4                                                                                                  \
               : "r"(r.a[0]), "r"(r.a[1]), "r"(r.b[0]), C4)
#define ISSUE2_4(NAME)                                                                                                 \
  asm volatile("mma.sync.aligned." NAME " {%0,%1},{%2,%3,%4,%5},{%6,%7},{%8,%9};\n"                                    \
               : "=r"(r.d[0]), "=r"(r.d[1])                                                                            \
               : "r"(r.a[0]), "r"(r.a[1]), "r"(r.a[2]), "r"(r.a[3]), "r"(r.b[0]), "r"(r.b[1]), "r"(r.c[0]),            \
                 "r"(r.c[1]))
#define ISSUE2_2(NAME)                                                                                                 \
  asm volatile("mma.sync.aligned." NAME " {%0,%1},{%2,%3},{%4},{%5,%6};\n"                                             \
               : "=r"(r.d[0]), "=r"(r.d[1])                                                                            \
               : "r"(r.a[0]), "r"(r.a[1]), "r"(r.b[0]), "r"(r.c[0]), "r"(r.c[1]))
#define ISSUE2_1(NAME)                                                                                                 \
  asm volatile("mma.sync.aligned." NAME " {%0,%1},{%2},{%3},{%4,%5};\n"                                                \
               : "=r"(r.d[0]), "=r"(r.d[1])                                                                            \
               : "r"(r.a[0]), "r"(r.b[0]), "r"(r.c[0]), "r"(r.c[1]))

#define FORMAT_A(F) (F == 'x' ? 'e' : F)
#define FORMAT_B(F) (F == 'x' ? 'f' : F)

#define RUN4(NAME, ACOUNT, BCOUNT, F, C)                                                                               \
  if (which == row++) {                                                                                                \
    Registers<FORMAT_A(F), FORMAT_B(F), C> r;                                                                          \
    ISSUE4_##ACOUNT(NAME);                                                                                             \
    r.show(out, 4);                                                                                                    \
  }
#define RUN2(NAME, ACOUNT, BCOUNT, F, C)                                                                               \
  if (which == row++) {                                                                                                \
    Registers<F, F, C> r;                                                                                              \
    ISSUE2_##ACOUNT(NAME);                                                                                             \
    r.show(out, 2);                                                                                                    \
  }
__global__ void multiply4(int *out, int which) {
  int row = 0;
  MMA_ROWS(RUN4)
}
__global__ void multiply2(int *out, int which) {
  int row = 0;
  MMA_ROWS2(RUN2)
}

__global__ void saturatingBytes(int *out) {
  unsigned ones = 0x7f7f7f7fu, d[4];
  int top = 0x7fffff00, bottom = (int)0x80000100;
  asm volatile("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32 {%0,%1,%2,%3},{%4,%4,%5,%5},{%4,%4},"
               "{%6,%7,%6,%7};\n"
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
               : "r"(ones), "r"(threadIdx.x & 4 ? 0x80808080u : ones), "r"(top), "r"(bottom));
  for (int i = 0; i < 4; ++i)
    out[threadIdx.x * 4 + i] = (int)d[i];
}

__global__ void doubles(int *out) {
  int lane = threadIdx.x;
  double a = lane % 7 - 3, b = lane % 5 - 2, c0 = lane, c1 = -lane, d0, d1;
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%4,%5};\n"
               : "=d"(d0), "=d"(d1)
               : "d"(a), "d"(b), "d"(c0), "d"(c1));
  out[lane * 2] = (int)d0;
  out[lane * 2 + 1] = (int)d1;
}

template <int COUNT, bool TRANS> __global__ void loadMatrices(int *out) {
  __shared__ __align__(16) unsigned short tile[32 * 8];
  int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32)
    tile[i] = (unsigned short)i;
  __syncwarp();
  // Rows in an order of their own, so that a wrong lane's address shows.
  unsigned row = (unsigned)__cvta_generic_to_shared(tile + (lane * 5 % 32) * 8), d[4] = {0, 0, 0, 0};
  if (COUNT == 1 && !TRANS)
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(d[0]) : "r"(row));
  if (COUNT == 1 && TRANS)
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(d[0]) : "r"(row));
  if (COUNT == 2 && !TRANS)
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(d[0]), "=r"(d[1]) : "r"(row));
  if (COUNT == 2 && TRANS)
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(d[0]), "=r"(d[1]) : "r"(row));
  if (COUNT == 4 && !TRANS)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(row));
  if (COUNT == 4 && TRANS)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(row));
  for (int i = 0; i < COUNT; ++i)
    out[lane * COUNT + i] = (int)d[i];
}

template <bool TRANS> __global__ void storeMatrices(int *out) {
  __shared__ __align__(16) unsigned short tile[32 * 8];
  int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32)
    tile[i] = 0;
  __syncwarp();
  unsigned row = (unsigned)__cvta_generic_to_shared(tile + (lane * 5 % 32) * 8), v[4];
  for (int i = 0; i < 4; ++i)
    v[i] = (unsigned)((lane * 4 + i) * 2 | ((lane * 4 + i) * 2 + 1) << 16);
  if (TRANS)
    asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1,%2,%3,%4};" ::"r"(row), "r"(v[0]), "r"(v[1]),
                 "r"(v[2]), "r"(v[3])
                 : "memory");
  else
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};" ::"r"(row), "r"(v[0]), "r"(v[1]),
                 "r"(v[2]), "r"(v[3])
                 : "memory");
  __syncwarp();
  for (int i = lane; i < 256; i += 32)
    out[i] = tile[i];
}

__global__ void transposed(int *out) {
  unsigned v = threadIdx.x * 2 | (threadIdx.x * 2 + 1) << 16, d;
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(d) : "r"(v));
  out[threadIdx.x] = (int)d;
}

inline void instructionRows() {
#define NAME_OF(NAME, ACOUNT, BCOUNT, F, C) "mma." NAME,
  int row = 0;
  for (const char *name : {MMA_ROWS(NAME_OF)}) {
    Buffer out(128);
    multiply4<<<1, 32>>>(out.device, row++);
    out.print(name, 128, 8);
  }
  row = 0;
  for (const char *name : {MMA_ROWS2(NAME_OF)}) {
    Buffer out(64);
    multiply2<<<1, 32>>>(out.device, row++);
    out.print(name, 64, 8);
  }
  auto show = [](const char *name, void (*kernel)(int *), int n, int digits) {
    Buffer out(n);
    kernel<<<1, 32>>>(out.device);
    out.print(name, n, digits);
  };
  show("mma satfinite", saturatingBytes, 128, 8);
  show("mma f64", doubles, 64, 8);
  show("ldmatrix x1", loadMatrices<1, false>, 32, 8);
  show("ldmatrix x1 trans", loadMatrices<1, true>, 32, 8);
  show("ldmatrix x2", loadMatrices<2, false>, 64, 8);
  show("ldmatrix x2 trans", loadMatrices<2, true>, 64, 8);
  show("ldmatrix x4", loadMatrices<4, false>, 128, 8);
  show("ldmatrix x4 trans", loadMatrices<4, true>, 128, 8);
  show("stmatrix x4", storeMatrices<false>, 256, 4);
  show("stmatrix x4 trans", storeMatrices<true>, 256, 4);
  show("movmatrix", transposed, 32, 8);
}
