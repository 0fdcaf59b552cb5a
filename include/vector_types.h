/* The short vector types and dim3. Layouts are those of the CUDA guide's table "Built-in Vector Types": vectors of
 * two and four are aligned to their size, at most 16 bytes; vectors of one and three to their element.
 * Plain structs, usable from C and from any host compiler. */
#ifndef HELICON_VECTOR_TYPES_H
#define HELICON_VECTOR_TYPES_H

#include "host_defines.h"

#define __HELICON_VECTORS(NAME, TYPE, ALIGN2, ALIGN4)                                                                  \
  struct NAME##1 { TYPE x; };                                                                                          \
  struct __align__(ALIGN2) NAME##2 { TYPE x, y; };                                                                     \
  struct NAME##3 { TYPE x, y, z; };                                                                                    \
  struct __align__(ALIGN4) NAME##4 { TYPE x, y, z, w; };                                                               \
  typedef struct NAME##1 NAME##1;                                                                                      \
  typedef struct NAME##2 NAME##2;                                                                                      \
  typedef struct NAME##3 NAME##3;                                                                                      \
  typedef struct NAME##4 NAME##4;

__HELICON_VECTORS(char, signed char, 2, 4)
__HELICON_VECTORS(uchar, unsigned char, 2, 4)
__HELICON_VECTORS(short, short, 4, 8)
__HELICON_VECTORS(ushort, unsigned short, 4, 8)
__HELICON_VECTORS(int, int, 8, 16)
__HELICON_VECTORS(uint, unsigned int, 8, 16)
__HELICON_VECTORS(long, long, 16, 16)
__HELICON_VECTORS(ulong, unsigned long, 16, 16)
__HELICON_VECTORS(longlong, long long, 16, 16)
__HELICON_VECTORS(ulonglong, unsigned long long, 16, 16)
__HELICON_VECTORS(float, float, 8, 16)
__HELICON_VECTORS(double, double, 16, 16)
#undef __HELICON_VECTORS

struct dim3 {
  unsigned int x, y, z;
#ifdef __cplusplus
#if __cplusplus >= 201103L
  __host__ __device__ constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#else
  __host__ __device__ dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
  __host__ __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ operator uint3() const {
    uint3 v = {x, y, z};
    return v;
  }
#endif
#endif
};
typedef struct dim3 dim3;

#endif
