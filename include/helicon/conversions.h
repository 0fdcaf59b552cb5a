// Conversions and type casts. Float to integer saturates and NaN gives 0: that is what a plain cast does under mcc's
// flags, so each form is a rounding followed by a cast.
#ifndef HELICON_CONVERSIONS_H
#define HELICON_CONVERSIONS_H

#pragma clang system_header

#include "device_macros.h"

// Float to integer, in the four rounding modes.
#define __HELICON_TO_INTEGER(FROM, SUFFIX, NAME, TYPE)                                                                 \
  __HELICON_DEVICE__ TYPE __##FROM##2##NAME##_rn(FROM x) { return (TYPE)__builtin_rint##SUFFIX(x); }                   \
  __HELICON_DEVICE__ TYPE __##FROM##2##NAME##_rz(FROM x) { return (TYPE)x; }                                           \
  __HELICON_DEVICE__ TYPE __##FROM##2##NAME##_ru(FROM x) { return (TYPE)__builtin_ceil##SUFFIX(x); }                   \
  __HELICON_DEVICE__ TYPE __##FROM##2##NAME##_rd(FROM x) { return (TYPE)__builtin_floor##SUFFIX(x); }
__HELICON_TO_INTEGER(float, f, int, int)
__HELICON_TO_INTEGER(float, f, uint, unsigned int)
__HELICON_TO_INTEGER(float, f, ll, long long)
__HELICON_TO_INTEGER(float, f, ull, unsigned long long)
__HELICON_TO_INTEGER(double, , int, int)
__HELICON_TO_INTEGER(double, , uint, unsigned int)
__HELICON_TO_INTEGER(double, , ll, long long)
__HELICON_TO_INTEGER(double, , ull, unsigned long long)
#undef __HELICON_TO_INTEGER

// Integer to float, to nearest.
__HELICON_DEVICE__ float __int2float_rn(int x) { return (float)x; }
__HELICON_DEVICE__ float __uint2float_rn(unsigned int x) { return (float)x; }
__HELICON_DEVICE__ float __ll2float_rn(long long x) { return (float)x; }
__HELICON_DEVICE__ float __ull2float_rn(unsigned long long x) { return (float)x; }
__HELICON_DEVICE__ double __int2double_rn(int x) { return (double)x; }
__HELICON_DEVICE__ double __uint2double_rn(unsigned int x) { return (double)x; }
__HELICON_DEVICE__ double __ll2double_rn(long long x) { return (double)x; }
__HELICON_DEVICE__ double __ull2double_rn(unsigned long long x) { return (double)x; }
__HELICON_DEVICE__ float __double2float_rn(double x) { return (float)x; }

// Bits
__HELICON_DEVICE__ int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__HELICON_DEVICE__ unsigned int __float_as_uint(float x) { return __builtin_bit_cast(unsigned int, x); }
__HELICON_DEVICE__ float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__HELICON_DEVICE__ float __uint_as_float(unsigned int x) { return __builtin_bit_cast(float, x); }
__HELICON_DEVICE__ long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
__HELICON_DEVICE__ double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
__HELICON_DEVICE__ int __double2loint(double x) { return (int)__builtin_bit_cast(unsigned long long, x); }
__HELICON_DEVICE__ int __double2hiint(double x) { return (int)(__builtin_bit_cast(unsigned long long, x) >> 32); }
__HELICON_DEVICE__ double __hiloint2double(int high, int low) {
  return __builtin_bit_cast(double, (unsigned long long)(unsigned int)high << 32 | (unsigned int)low);
}

#endif
