// Atomic functions. All are relaxed, as on hardware: ordering is asked for with fences. The three scopes are one, since
// a CPU's atomics hold for the whole machine; that the address is shared memory of a block, where a plain operation is
// enough, is found by the compiler and not told by the scope.
// Source: CUDA C++ Programming Guide, "Atomic Functions".
#ifndef HELICON_ATOMICS_H
#define HELICON_ATOMICS_H

#pragma clang system_header

#include "device_macros.h"

// One function and its _block and _system forms.
#define __HELICON_ATOMIC(NAME, TYPE, EXPRESSION)                                                                       \
  __HELICON_DEVICE__ TYPE NAME(TYPE *address, TYPE value) { return EXPRESSION; }                                       \
  __HELICON_DEVICE__ TYPE NAME##_block(TYPE *address, TYPE value) { return EXPRESSION; }                               \
  __HELICON_DEVICE__ TYPE NAME##_system(TYPE *address, TYPE value) { return EXPRESSION; }

#define __HELICON_ATOMIC_INTEGERS(NAME, BUILTIN)                                                                       \
  __HELICON_ATOMIC(NAME, int, BUILTIN(address, value, __ATOMIC_RELAXED))                                               \
  __HELICON_ATOMIC(NAME, unsigned int, BUILTIN(address, value, __ATOMIC_RELAXED))                                      \
  __HELICON_ATOMIC(NAME, long, BUILTIN(address, value, __ATOMIC_RELAXED))                                              \
  __HELICON_ATOMIC(NAME, unsigned long, BUILTIN(address, value, __ATOMIC_RELAXED))                                     \
  __HELICON_ATOMIC(NAME, long long, BUILTIN(address, value, __ATOMIC_RELAXED))                                         \
  __HELICON_ATOMIC(NAME, unsigned long long, BUILTIN(address, value, __ATOMIC_RELAXED))

__HELICON_ATOMIC_INTEGERS(atomicAdd, __atomic_fetch_add)
__HELICON_ATOMIC_INTEGERS(atomicSub, __atomic_fetch_sub)
__HELICON_ATOMIC_INTEGERS(atomicAnd, __atomic_fetch_and)
__HELICON_ATOMIC_INTEGERS(atomicOr, __atomic_fetch_or)
__HELICON_ATOMIC_INTEGERS(atomicXor, __atomic_fetch_xor)
__HELICON_ATOMIC_INTEGERS(atomicMin, __atomic_fetch_min)
__HELICON_ATOMIC_INTEGERS(atomicMax, __atomic_fetch_max)
__HELICON_ATOMIC_INTEGERS(atomicExch, __atomic_exchange_n)
__HELICON_ATOMIC(atomicAdd, float, __atomic_fetch_add(address, value, __ATOMIC_RELAXED))
__HELICON_ATOMIC(atomicAdd, double, __atomic_fetch_add(address, value, __ATOMIC_RELAXED))
__HELICON_ATOMIC(atomicSub, float, __atomic_fetch_sub(address, value, __ATOMIC_RELAXED))
__HELICON_ATOMIC(atomicSub, double, __atomic_fetch_sub(address, value, __ATOMIC_RELAXED))
__HELICON_ATOMIC(atomicExch, float,
                 __builtin_bit_cast(float, __atomic_exchange_n((int *)address, __builtin_bit_cast(int, value),
                                                               __ATOMIC_RELAXED)))
__HELICON_ATOMIC(atomicExch, double,
                 __builtin_bit_cast(double, __atomic_exchange_n((long *)address, __builtin_bit_cast(long, value),
                                                                __ATOMIC_RELAXED)))

// Vectors of floats: each element is added atomically, not the vector.
__HELICON_ATOMIC(atomicAdd, float2, (float2{atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)}))
__HELICON_ATOMIC(atomicAdd, float4,
                 (float4{atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y),
                         atomicAdd(&address->z, value.z), atomicAdd(&address->w, value.w)}))

/// Counts up to `value` and wraps to 0; counts down to 0 and wraps to `value`.
__HELICON_ATOMIC(atomicInc, unsigned int, __nvvm_atom_inc_gen_ui(address, value))
__HELICON_ATOMIC(atomicDec, unsigned int, __nvvm_atom_dec_gen_ui(address, value))

#define __HELICON_ATOMIC_CAS(NAME, TYPE)                                                                               \
  __HELICON_DEVICE__ TYPE NAME(TYPE *address, TYPE expected, TYPE desired) {                                           \
    __atomic_compare_exchange_n(address, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);               \
    return expected;                                                                                                   \
  }
#define __HELICON_ATOMIC_CAS_SCOPES(TYPE)                                                                              \
  __HELICON_ATOMIC_CAS(atomicCAS, TYPE)                                                                                \
  __HELICON_ATOMIC_CAS(atomicCAS_block, TYPE)                                                                          \
  __HELICON_ATOMIC_CAS(atomicCAS_system, TYPE)
__HELICON_ATOMIC_CAS_SCOPES(unsigned short)
__HELICON_ATOMIC_CAS_SCOPES(int)
__HELICON_ATOMIC_CAS_SCOPES(unsigned int)
__HELICON_ATOMIC_CAS_SCOPES(long)
__HELICON_ATOMIC_CAS_SCOPES(unsigned long)
__HELICON_ATOMIC_CAS_SCOPES(long long)
__HELICON_ATOMIC_CAS_SCOPES(unsigned long long)

#undef __HELICON_ATOMIC
#undef __HELICON_ATOMIC_INTEGERS
#undef __HELICON_ATOMIC_CAS
#undef __HELICON_ATOMIC_CAS_SCOPES

#endif
