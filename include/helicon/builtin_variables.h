// threadIdx, blockIdx, blockDim, gridDim and warpSize. The first four are objects without storage: each member is a
// property that reads a special register, so no symbol is left in either pass; the objects can be copied
// (`auto t = threadIdx` keeps reading the registers, which do not change within a thread).
#ifndef HELICON_BUILTIN_VARIABLES_H
#define HELICON_BUILTIN_VARIABLES_H

#pragma clang system_header

#include "../vector_types.h"
#include "device_macros.h"

#define __HELICON_REGISTER(VARIABLE, REGISTER)                                                                         \
  struct __helicon_##VARIABLE##_t {                                                                                    \
    typedef void __helicon_registers;                                                                                  \
    __declspec(property(get = __get_x)) unsigned int x;                                                                \
    __declspec(property(get = __get_y)) unsigned int y;                                                                \
    __declspec(property(get = __get_z)) unsigned int z;                                                                \
    static __inline__ __attribute__((always_inline, device)) unsigned int __get_x() {                                  \
      return __nvvm_read_ptx_sreg_##REGISTER##_x();                                                                    \
    }                                                                                                                  \
    static __inline__ __attribute__((always_inline, device)) unsigned int __get_y() {                                  \
      return __nvvm_read_ptx_sreg_##REGISTER##_y();                                                                    \
    }                                                                                                                  \
    static __inline__ __attribute__((always_inline, device)) unsigned int __get_z() {                                  \
      return __nvvm_read_ptx_sreg_##REGISTER##_z();                                                                    \
    }                                                                                                                  \
    __inline__ __attribute__((always_inline, device)) operator uint3() const {                                         \
      return uint3{__get_x(), __get_y(), __get_z()};                                                                   \
    }                                                                                                                  \
  };                                                                                                                   \
  extern const __attribute__((device, weak)) __helicon_##VARIABLE##_t VARIABLE;

__HELICON_REGISTER(threadIdx, tid)
__HELICON_REGISTER(blockIdx, ctaid)
__HELICON_REGISTER(blockDim, ntid)
__HELICON_REGISTER(gridDim, nctaid)
#undef __HELICON_REGISTER

// Lanes that exchange data together, on every profile (the host's property may say 128 on older cards).
static const __attribute__((device)) int warpSize = 32;

#endif
