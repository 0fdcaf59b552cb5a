/* make_NAME(...) for every short vector type, on host and device, from C and C++. */
#ifndef HELICON_VECTOR_FUNCTIONS_H
#define HELICON_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#if defined(__HELICON_MUSA_MODE__)
#pragma clang system_header
#endif

#define __HELICON_MAKE(NAME, TYPE)                                                                                     \
  static __inline__ __host__ __device__ NAME##1 make_##NAME##1(TYPE x) {                                               \
    NAME##1 v = {x};                                                                                                   \
    return v;                                                                                                          \
  }                                                                                                                    \
  static __inline__ __host__ __device__ NAME##2 make_##NAME##2(TYPE x, TYPE y) {                                       \
    NAME##2 v = {x, y};                                                                                                \
    return v;                                                                                                          \
  }                                                                                                                    \
  static __inline__ __host__ __device__ NAME##3 make_##NAME##3(TYPE x, TYPE y, TYPE z) {                               \
    NAME##3 v = {x, y, z};                                                                                             \
    return v;                                                                                                          \
  }                                                                                                                    \
  static __inline__ __host__ __device__ NAME##4 make_##NAME##4(TYPE x, TYPE y, TYPE z, TYPE w) {                       \
    NAME##4 v = {x, y, z, w};                                                                                          \
    return v;                                                                                                          \
  }

__HELICON_MAKE(char, signed char)
__HELICON_MAKE(uchar, unsigned char)
__HELICON_MAKE(short, short)
__HELICON_MAKE(ushort, unsigned short)
__HELICON_MAKE(int, int)
__HELICON_MAKE(uint, unsigned int)
__HELICON_MAKE(long, long)
__HELICON_MAKE(ulong, unsigned long)
__HELICON_MAKE(longlong, long long)
__HELICON_MAKE(ulonglong, unsigned long long)
__HELICON_MAKE(float, float)
__HELICON_MAKE(double, double)
#undef __HELICON_MAKE

#endif
