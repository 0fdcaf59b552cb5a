// Device forms of what libstdc++ keeps for the host: std::swap before C++20, math functions of integer arguments, the
// functions behind failed checks. And CUDA's global min and max, on both sides.
// Included after libstdc++'s <cmath> and <utility>.
#ifndef HELICON_STD_OVERLOADS_H
#define HELICON_STD_OVERLOADS_H

#pragma clang system_header

#include "device_macros.h"

#include <type_traits>
#include <utility>

namespace std {

#if __cplusplus < 202002L
template <class __T>
__attribute__((device, always_inline)) inline
    typename enable_if<is_move_constructible<__T>::value && is_move_assignable<__T>::value>::type
    swap(__T &a, __T &b) noexcept(is_nothrow_move_constructible<__T>::value && is_nothrow_move_assignable<__T>::value) {
  __T held = static_cast<__T &&>(a);
  a = static_cast<__T &&>(b);
  b = static_cast<__T &&>(held);
}
template <class __T, size_t __N> __attribute__((device, always_inline)) inline void swap(__T (&a)[__N], __T (&b)[__N]) {
  for (size_t i = 0; i < __N; i++)
    swap(a[i], b[i]);
}
#endif

// Where a check of the library fails in a kernel, the kernel stops.
#define __HELICON_THROWER(name, PARAMETERS)                                                                            \
  __attribute__((device, noreturn)) inline void name PARAMETERS { __builtin_trap(); }
__HELICON_THROWER(__throw_bad_alloc, ())
__HELICON_THROWER(__throw_bad_array_new_length, ())
__HELICON_THROWER(__throw_bad_function_call, ())
__HELICON_THROWER(__throw_logic_error, (const char *))
__HELICON_THROWER(__throw_domain_error, (const char *))
__HELICON_THROWER(__throw_invalid_argument, (const char *))
__HELICON_THROWER(__throw_length_error, (const char *))
__HELICON_THROWER(__throw_out_of_range, (const char *))
__HELICON_THROWER(__throw_out_of_range_fmt, (const char *, ...))
__HELICON_THROWER(__throw_runtime_error, (const char *))
__HELICON_THROWER(__throw_overflow_error, (const char *))
__HELICON_THROWER(__throw_bad_optional_access, ())
__HELICON_THROWER(__throw_bad_variant_access, (const char *))
__HELICON_THROWER(__throw_bad_variant_access, (bool))
__HELICON_THROWER(__glibcxx_assert_fail, (const char *, int, const char *, const char *))
#undef __HELICON_THROWER

} // namespace std

// sin(1) and std::sin(1) mean sin(1.0); without these they would be ambiguous or call the host's builtin.
#define HELICON_MATH_1(KIND, name)                                                                                     \
  template <class __T>                                                                                                 \
  __HELICON_DEVICE__ typename std::enable_if<std::is_integral<__T>::value, double>::type name(__T x) {                 \
    return name((double)x);                                                                                            \
  }
#define HELICON_MATH_2(KIND, name)
#include "math_list.def"
#define __HELICON_INTEGER_ARGUMENT(name, RESULT)                                                                       \
  template <class __T>                                                                                                 \
  __HELICON_DEVICE__ typename std::enable_if<std::is_integral<__T>::value, RESULT>::type name(__T x) {                 \
    return name((double)x);                                                                                            \
  }
__HELICON_INTEGER_ARGUMENT(ilogb, int)
__HELICON_INTEGER_ARGUMENT(lrint, long)
__HELICON_INTEGER_ARGUMENT(llrint, long long)
__HELICON_INTEGER_ARGUMENT(lround, long)
__HELICON_INTEGER_ARGUMENT(llround, long long)
#undef __HELICON_INTEGER_ARGUMENT
namespace std {
#define HELICON_MATH_1(KIND, name) using ::name;
#define HELICON_MATH_2(KIND, name)
#include "math_list.def"
using ::ilogb;
using ::llrint;
using ::llround;
using ::lrint;
using ::lround;
} // namespace std

// Global min and max. Of mixed signedness the unsigned type wins, of mixed precision the wider, as in CUDA.
#define __HELICON_MINMAX_SIDE(SIDE, A, B, RESULT)                                                                      \
  SIDE RESULT min(A a, B b) { return (RESULT)a < (RESULT)b ? (RESULT)a : (RESULT)b; }                                  \
  SIDE RESULT max(A a, B b) { return (RESULT)a > (RESULT)b ? (RESULT)a : (RESULT)b; }
#define __HELICON_MINMAX(A, B, RESULT)                                                                                 \
  __HELICON_MINMAX_SIDE(__HELICON_DEVICE__, A, B, RESULT)                                                              \
  __HELICON_MINMAX_SIDE(__HELICON_HOST_DEFAULT__, A, B, RESULT)
#define __HELICON_MINMAX_SIGNS(TYPE)                                                                                   \
  __HELICON_MINMAX(TYPE, TYPE, TYPE)                                                                                   \
  __HELICON_MINMAX(unsigned TYPE, unsigned TYPE, unsigned TYPE)                                                        \
  __HELICON_MINMAX(unsigned TYPE, TYPE, unsigned TYPE)                                                                 \
  __HELICON_MINMAX(TYPE, unsigned TYPE, unsigned TYPE)
__HELICON_MINMAX_SIGNS(int)
__HELICON_MINMAX_SIGNS(long)
__HELICON_MINMAX_SIGNS(long long)
#undef __HELICON_MINMAX
#undef __HELICON_MINMAX_SIDE
#undef __HELICON_MINMAX_SIGNS
#define __HELICON_MINMAX_FLOAT_SIDE(SIDE, A, B, RESULT, SUFFIX)                                                        \
  SIDE RESULT min(A a, B b) { return __builtin_fmin##SUFFIX(a, b); }                                                   \
  SIDE RESULT max(A a, B b) { return __builtin_fmax##SUFFIX(a, b); }
#define __HELICON_MINMAX_FLOAT(A, B, RESULT, SUFFIX)                                                                   \
  __HELICON_MINMAX_FLOAT_SIDE(__HELICON_DEVICE__, A, B, RESULT, SUFFIX)                                                \
  __HELICON_MINMAX_FLOAT_SIDE(__HELICON_HOST_DEFAULT__, A, B, RESULT, SUFFIX)
__HELICON_MINMAX_FLOAT(float, float, float, f)
__HELICON_MINMAX_FLOAT(double, double, double, )
__HELICON_MINMAX_FLOAT(float, double, double, )
__HELICON_MINMAX_FLOAT(double, float, double, )
#undef __HELICON_MINMAX_FLOAT
#undef __HELICON_MINMAX_FLOAT_SIDE

__HELICON_DEVICE__ unsigned int umin(unsigned int a, unsigned int b) { return a < b ? a : b; }
__HELICON_DEVICE__ unsigned int umax(unsigned int a, unsigned int b) { return a > b ? a : b; }
__HELICON_DEVICE__ long long llmin(long long a, long long b) { return a < b ? a : b; }
__HELICON_DEVICE__ long long llmax(long long a, long long b) { return a > b ? a : b; }
__HELICON_DEVICE__ unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
__HELICON_DEVICE__ unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }

#endif
