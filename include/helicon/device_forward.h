// Device declarations of what the C library declares for the host. They come before any header of the C++ library: a
// constexpr function there becomes host-and-device unless a device overload in a system header stands before it, and
// would then call a builtin (std::sin(float) -> sinf) instead of ours. The definitions are in math*.h and services.h.
#ifndef HELICON_DEVICE_FORWARD_H
#define HELICON_DEVICE_FORWARD_H

#pragma clang system_header

#include "device_macros.h"

#define HELICON_MATH_1(KIND, name)                                                                                     \
  __HELICON_DEVICE__ double name(double);                                                                              \
  __HELICON_DEVICE__ float name(float);                                                                                \
  __HELICON_DEVICE__ float name##f(float);
#define HELICON_MATH_2(KIND, name)                                                                                     \
  __HELICON_DEVICE__ double name(double, double);                                                                      \
  __HELICON_DEVICE__ float name(float, float);                                                                         \
  __HELICON_DEVICE__ float name##f(float, float);
#include "math_list.def"

// name, result and parameters for double; the same with float and suffix f.
#define __HELICON_MATH_OTHERS(DECLARE)                                                                                 \
  DECLARE(fma, __T, (__T, __T, __T))                                                                                   \
  DECLARE(remquo, __T, (__T, __T, int *))                                                                              \
  DECLARE(modf, __T, (__T, __T *))                                                                                     \
  DECLARE(frexp, __T, (__T, int *))                                                                                    \
  DECLARE(ldexp, __T, (__T, int))                                                                                      \
  DECLARE(scalbn, __T, (__T, int))                                                                                     \
  DECLARE(scalbln, __T, (__T, long))                                                                                   \
  DECLARE(ilogb, int, (__T))                                                                                           \
  DECLARE(lrint, long, (__T))                                                                                          \
  DECLARE(llrint, long long, (__T))                                                                                    \
  DECLARE(lround, long, (__T))                                                                                         \
  DECLARE(llround, long long, (__T))

#define __T double
#define __HELICON_DECLARE(name, RESULT, PARAMETERS) __HELICON_DEVICE__ RESULT name PARAMETERS;
__HELICON_MATH_OTHERS(__HELICON_DECLARE)
#undef __T
#undef __HELICON_DECLARE
#define __T float
#define __HELICON_DECLARE(name, RESULT, PARAMETERS)                                                                    \
  __HELICON_DEVICE__ RESULT name PARAMETERS;                                                                           \
  __HELICON_DEVICE__ RESULT name##f PARAMETERS;
__HELICON_MATH_OTHERS(__HELICON_DECLARE)
#undef __T
#undef __HELICON_DECLARE

__HELICON_DEVICE__ double nan(const char *);
__HELICON_DEVICE__ float nanf(const char *);
__HELICON_DEVICE__ int abs(int);
__HELICON_DEVICE__ long abs(long);
__HELICON_DEVICE__ long long abs(long long);
__HELICON_DEVICE__ float abs(float);
__HELICON_DEVICE__ double abs(double);
__HELICON_DEVICE__ long labs(long);
__HELICON_DEVICE__ long long llabs(long long);

namespace std {
#define HELICON_MATH_1(KIND, name) using ::name;
#define HELICON_MATH_2(KIND, name) using ::name;
#include "math_list.def"
#define __HELICON_USE(name, RESULT, PARAMETERS) using ::name;
__HELICON_MATH_OTHERS(__HELICON_USE)
#undef __HELICON_USE
using ::abs;
using ::labs;
using ::llabs;
using ::nan;
using ::nanf;
} // namespace std
#undef __HELICON_MATH_OTHERS

// Memory: before <new>, whose device forms of operator new and delete call these.
extern "C" {
__attribute__((device)) void *malloc(__SIZE_TYPE__);
__attribute__((device)) void free(void *);
}

#endif
