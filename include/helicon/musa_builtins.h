// What MUSA's compiler has beyond CUDA's functions and a CPU can mean. Burst functions work on vectors of two or four
// floats (`v`) or on a scalar for all of them (`s`), each element as the plain function does.
#ifndef HELICON_MUSA_BUILTINS_H
#define HELICON_MUSA_BUILTINS_H

#pragma clang system_header

#include "device_macros.h"

namespace helicon_burst {
typedef float Float2 __attribute__((ext_vector_type(2)));
typedef float Float4 __attribute__((ext_vector_type(4)));
} // namespace helicon_burst

__HELICON_DEVICE__ float __musa_exp2_f(float x) { return exp2f(x); }

#define __HELICON_BURST(__N)                                                                                           \
  __HELICON_DEVICE__ helicon_burst::Float##__N __musa_add_f_bst##__N##_vv(helicon_burst::Float##__N a,                 \
                                                                          helicon_burst::Float##__N b) {               \
    return a + b;                                                                                                      \
  }                                                                                                                    \
  __HELICON_DEVICE__ helicon_burst::Float##__N __musa_add_f_bst##__N##_sv(float a, helicon_burst::Float##__N b) {      \
    return a + b;                                                                                                      \
  }                                                                                                                    \
  __HELICON_DEVICE__ helicon_burst::Float##__N __musa_mul_f_bst##__N##_vv(helicon_burst::Float##__N a,                 \
                                                                          helicon_burst::Float##__N b) {               \
    return a * b;                                                                                                      \
  }                                                                                                                    \
  __HELICON_DEVICE__ helicon_burst::Float##__N __musa_mul_f_bst##__N##_sv(float a, helicon_burst::Float##__N b) {      \
    return a * b;                                                                                                      \
  }                                                                                                                    \
  __HELICON_DEVICE__ helicon_burst::Float##__N __musa_max_f_bst##__N##_vv(helicon_burst::Float##__N a,                 \
                                                                          helicon_burst::Float##__N b) {               \
    return __builtin_elementwise_max(a, b);                                                                            \
  }                                                                                                                    \
  __HELICON_DEVICE__ helicon_burst::Float##__N __musa_max_f_bst##__N##_sv(float a, helicon_burst::Float##__N b) {      \
    return __builtin_elementwise_max((helicon_burst::Float##__N)a, b);                                                 \
  }                                                                                                                    \
  __HELICON_DEVICE__ helicon_burst::Float##__N __musa_fma_f_bst##__N##_vvv(                                            \
      helicon_burst::Float##__N a, helicon_burst::Float##__N b, helicon_burst::Float##__N c) {                         \
    return __builtin_elementwise_fma(a, b, c);                                                                         \
  }                                                                                                                    \
  __HELICON_DEVICE__ helicon_burst::Float##__N __musa_fma_f_bst##__N##_vvs(helicon_burst::Float##__N a,                \
                                                                           helicon_burst::Float##__N b, float c) {     \
    return __builtin_elementwise_fma(a, b, (helicon_burst::Float##__N)c);                                              \
  }                                                                                                                    \
  __HELICON_DEVICE__ helicon_burst::Float##__N __musa_fma_f_bst##__N##_svv(float a, helicon_burst::Float##__N b,       \
                                                                           helicon_burst::Float##__N c) {              \
    return __builtin_elementwise_fma((helicon_burst::Float##__N)a, b, c);                                              \
  }                                                                                                                    \
  __HELICON_DEVICE__ helicon_burst::Float##__N __musa_fma_f_bst##__N##_svs(float a, helicon_burst::Float##__N b,       \
                                                                           float c) {                                  \
    return __builtin_elementwise_fma((helicon_burst::Float##__N)a, b, (helicon_burst::Float##__N)c);                   \
  }                                                                                                                    \
  __HELICON_DEVICE__ helicon_burst::Float##__N __musa_exp2_f_bst##__N##_v(helicon_burst::Float##__N x) {               \
    for (int i = 0; i < __N; i++)                                                                                      \
      x[i] = exp2f(x[i]);                                                                                              \
    return x;                                                                                                          \
  }
__HELICON_BURST(2)
__HELICON_BURST(4)
#undef __HELICON_BURST

/// To a byte, to nearest even or towards zero; what is outside goes to the ends, a NaN to 0.
__HELICON_DEVICE__ unsigned char __musa_f2uc_rn_sat(float x) {
  return (unsigned char)__float2uint_rn(fminf(fmaxf(x, 0.f), 255.f));
}
__HELICON_DEVICE__ unsigned char __musa_f2uc_rz_sat(float x) {
  return (unsigned char)__float2uint_rz(fminf(fmaxf(x, 0.f), 255.f));
}

/// Global addresses are generic ones.
template <class __T> __HELICON_DEVICE__ __T *__musa_ptr_gen_to_global(__T *p) { return p; }

/// A word to the compiler of a card about the loop around it.
__HELICON_DEVICE__ void __musa_loop_transparent_outermost() {}

#endif
