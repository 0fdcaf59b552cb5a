// Atomic functions on 16 bytes: compare-and-swap and exchange of any trivially copyable type of that size and
// alignment. Source: CUDA C++ Programming Guide, "Atomic Functions".
#ifndef HELICON_ATOMICS_WIDE_H
#define HELICON_ATOMICS_WIDE_H

#pragma clang system_header

#include "device_macros.h"

template <class __Type, bool is16> struct __helicon_if_16 {};
template <class __Type> struct __helicon_if_16<__Type, true> {
  typedef __Type type;
};
#define __HELICON_WIDE(__Type)                                                                                         \
  typename __helicon_if_16<__Type,                                                                                     \
                           sizeof(__Type) == 16 && alignof(__Type) >= 16 && __is_trivially_copyable(__Type)>::type

#define __HELICON_ATOMIC_16(SUFFIX)                                                                                    \
  template <class __Type>                                                                                              \
  __HELICON_DEVICE__ __HELICON_WIDE(__Type) atomicCAS##SUFFIX(__Type *address, __Type expected, __Type desired) {      \
    unsigned __int128 __old;                                                                                           \
    asm volatile("atom.cas.b128 %0, [%1], %2, %3;"                                                                     \
                 : "=q"(__old)                                                                                         \
                 : "l"(address), "q"(__builtin_bit_cast(unsigned __int128, expected)),                                 \
                   "q"(__builtin_bit_cast(unsigned __int128, desired))                                                 \
                 : "memory");                                                                                          \
    return __builtin_bit_cast(__Type, __old);                                                                          \
  }                                                                                                                    \
  template <class __Type>                                                                                              \
  __HELICON_DEVICE__ __HELICON_WIDE(__Type) atomicExch##SUFFIX(__Type *address, __Type value) {                        \
    unsigned __int128 __old;                                                                                           \
    asm volatile("atom.exch.b128 %0, [%1], %2;"                                                                        \
                 : "=q"(__old)                                                                                         \
                 : "l"(address), "q"(__builtin_bit_cast(unsigned __int128, value))                                     \
                 : "memory");                                                                                          \
    return __builtin_bit_cast(__Type, __old);                                                                          \
  }
__HELICON_ATOMIC_16()
__HELICON_ATOMIC_16(_block)
__HELICON_ATOMIC_16(_system)

#undef __HELICON_WIDE
#undef __HELICON_ATOMIC_16

#endif
