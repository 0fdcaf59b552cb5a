// The C math library on the device. Functions of the table are calls that stay whole until they are vectorised; what
// LLVM has an instruction for is a builtin; the rest is math_own.h. Error bounds are those of the CUDA guide, appendix
// "Mathematical Functions"; with __HELICON_FAST_MATH__ the single-precision functions of its table "Functions Affected
// by -use_fast_math" become their intrinsics.
#ifndef HELICON_MATH_H
#define HELICON_MATH_H

#pragma clang system_header

#include "device_forward.h"
#include "math_fast.h"
#include "math_own.h"

#define __HELICON_TABLE_1(name)                                                                                        \
  extern "C" __attribute__((device, const)) double __helicon_##name(double);                                           \
  extern "C" __attribute__((device, const)) float __helicon_##name##f(float);
#define __HELICON_TABLE_2(name)                                                                                        \
  extern "C" __attribute__((device, const)) double __helicon_##name(double, double);                                   \
  extern "C" __attribute__((device, const)) float __helicon_##name##f(float, float);

// The float form by kind.
#define __HELICON_FLOAT_TABLE(name) __helicon_##name##f
#ifdef __HELICON_FAST_MATH__
#define __HELICON_FLOAT_FAST(name) __##name##f
#else
#define __HELICON_FLOAT_FAST(name) __helicon_##name##f
#endif
#define __HELICON_FLOAT_BUILTIN(name) __builtin_##name##f
#define __HELICON_FLOAT_OWN(name) __helicon_own::name<float>
#define __HELICON_FLOAT_EDGED(name) __helicon_edges::name
#define __HELICON_FLOAT_FAST_EDGED(name) __HELICON_FLOAT_FAST(name)
#define __HELICON_DOUBLE_TABLE(name) __helicon_##name
#define __HELICON_DOUBLE_FAST(name) __helicon_##name
#define __HELICON_DOUBLE_BUILTIN(name) __builtin_##name
#define __HELICON_DOUBLE_OWN(name) __helicon_own::name<double>
#define __HELICON_DOUBLE_EDGED(name) __helicon_edges::name
#define __HELICON_DOUBLE_FAST_EDGED(name) __helicon_edges::name
#define __HELICON_EXTERN_TABLE(ARGUMENTS, name) __HELICON_TABLE_##ARGUMENTS(name)
#define __HELICON_EXTERN_FAST(ARGUMENTS, name) __HELICON_TABLE_##ARGUMENTS(name)
#define __HELICON_EXTERN_BUILTIN(ARGUMENTS, name)
#define __HELICON_EXTERN_OWN(ARGUMENTS, name)
#define __HELICON_EXTERN_EDGED(ARGUMENTS, name)
#define __HELICON_EXTERN_FAST_EDGED(ARGUMENTS, name)

#include "math_edges.h"

#define HELICON_MATH_1(KIND, name)                                                                                     \
  __HELICON_EXTERN_##KIND(1, name) __HELICON_DEVICE__ double name(double x) {                                          \
    return __HELICON_DOUBLE_##KIND(name)(x);                                                                           \
  }                                                                                                                    \
  __HELICON_DEVICE__ float name##f(float x) { return __HELICON_FLOAT_##KIND(name)(x); }                                \
  __HELICON_DEVICE__ float name(float x) { return __HELICON_FLOAT_##KIND(name)(x); }
#define HELICON_MATH_2(KIND, name)                                                                                     \
  __HELICON_EXTERN_##KIND(2, name) __HELICON_DEVICE__ double name(double x, double y) {                                \
    return __HELICON_DOUBLE_##KIND(name)(x, y);                                                                        \
  }                                                                                                                    \
  __HELICON_DEVICE__ float name##f(float x, float y) { return __HELICON_FLOAT_##KIND(name)(x, y); }                    \
  __HELICON_DEVICE__ float name(float x, float y) { return __HELICON_FLOAT_##KIND(name)(x, y); }
#include "math_list.def"

// Other shapes.
#define __HELICON_SHAPED(name, RESULT, PARAMETERS, CALL_DOUBLE, CALL_FLOAT)                                            \
  __HELICON_DEVICE__ RESULT(double) name PARAMETERS(double) { return CALL_DOUBLE; }                                    \
  __HELICON_DEVICE__ RESULT(float) name##f PARAMETERS(float) { return CALL_FLOAT; }                                    \
  __HELICON_DEVICE__ RESULT(float) name PARAMETERS(float) { return CALL_FLOAT; }
#define __HELICON_SAME(__T) __T
#define __HELICON_INT(__T) int
#define __HELICON_LONG(__T) long
#define __HELICON_LONG_LONG(__T) long long
#define __HELICON_P1(__T) (__T x)
#define __HELICON_P3(__T) (__T x, __T y, __T z)
#define __HELICON_P2I(__T) (__T x, __T y, int *q)
#define __HELICON_PP(__T) (__T x, __T * whole)
#define __HELICON_PE(__T) (__T x, int *exponent)
#define __HELICON_PN(__T) (__T x, int n)
#define __HELICON_PL(__T) (__T x, long n)
#define __HELICON_OWN(name, RESULT, PARAMETERS, CALL)                                                                  \
  __HELICON_SHAPED(name, RESULT, PARAMETERS, __helicon_own::CALL, __helicon_own::CALL)

__HELICON_SHAPED(fma, __HELICON_SAME, __HELICON_P3, __builtin_fma(x, y, z), __builtin_fmaf(x, y, z))
__HELICON_OWN(remquo, __HELICON_SAME, __HELICON_P2I, remquo(x, y, q))
__HELICON_OWN(modf, __HELICON_SAME, __HELICON_PP, modf(x, whole))
__HELICON_OWN(frexp, __HELICON_SAME, __HELICON_PE, frexp(x, exponent))
__HELICON_OWN(ldexp, __HELICON_SAME, __HELICON_PN, ldexp(x, n))
__HELICON_OWN(scalbn, __HELICON_SAME, __HELICON_PN, ldexp(x, n))
__HELICON_OWN(scalbln, __HELICON_SAME, __HELICON_PL, ldexp(x, (int)(n > 100000 ? 100000 : n < -100000 ? -100000 : n)))
__HELICON_OWN(ilogb, __HELICON_INT, __HELICON_P1, ilogb(x))
__HELICON_SHAPED(lrint, __HELICON_LONG, __HELICON_P1, (long)__builtin_rint(x), (long)__builtin_rintf(x))
__HELICON_SHAPED(llrint, __HELICON_LONG_LONG, __HELICON_P1, (long long)__builtin_rint(x), (long long)__builtin_rintf(x))
__HELICON_SHAPED(lround, __HELICON_LONG, __HELICON_P1, (long)__builtin_round(x), (long)__builtin_roundf(x))
__HELICON_SHAPED(llround, __HELICON_LONG_LONG, __HELICON_P1, (long long)__builtin_round(x),
                 (long long)__builtin_roundf(x))

__HELICON_DEVICE__ double nan(const char *) { return __builtin_nan(""); }
__HELICON_DEVICE__ float nanf(const char *) { return __builtin_nanf(""); }
__HELICON_DEVICE__ int abs(int x) { return __builtin_abs(x); }
__HELICON_DEVICE__ long abs(long x) { return __builtin_labs(x); }
__HELICON_DEVICE__ long long abs(long long x) { return __builtin_llabs(x); }
__HELICON_DEVICE__ float abs(float x) { return __builtin_fabsf(x); }
__HELICON_DEVICE__ double abs(double x) { return __builtin_fabs(x); }
__HELICON_DEVICE__ long labs(long x) { return __builtin_labs(x); }
__HELICON_DEVICE__ long long llabs(long long x) { return __builtin_llabs(x); }

#include "math_bessel.h"
#include "math_extra.h"
#include "math_special.h"

#undef __HELICON_TABLE_1
#undef __HELICON_TABLE_2
#undef __HELICON_FLOAT_TABLE
#undef __HELICON_FLOAT_FAST
#undef __HELICON_FLOAT_BUILTIN
#undef __HELICON_FLOAT_OWN
#undef __HELICON_FLOAT_EDGED
#undef __HELICON_FLOAT_FAST_EDGED
#undef __HELICON_DOUBLE_TABLE
#undef __HELICON_DOUBLE_FAST
#undef __HELICON_DOUBLE_BUILTIN
#undef __HELICON_DOUBLE_OWN
#undef __HELICON_DOUBLE_EDGED
#undef __HELICON_DOUBLE_FAST_EDGED
#undef __HELICON_EXTERN_TABLE
#undef __HELICON_EXTERN_FAST
#undef __HELICON_EXTERN_BUILTIN
#undef __HELICON_EXTERN_OWN
#undef __HELICON_EXTERN_EDGED
#undef __HELICON_EXTERN_FAST_EDGED
#undef __HELICON_SHAPED
#undef __HELICON_SAME
#undef __HELICON_INT
#undef __HELICON_LONG
#undef __HELICON_LONG_LONG
#undef __HELICON_P1
#undef __HELICON_P3
#undef __HELICON_P2I
#undef __HELICON_PP
#undef __HELICON_PE
#undef __HELICON_PN
#undef __HELICON_PL
#undef __HELICON_OWN

#endif
