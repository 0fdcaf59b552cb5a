// Loads and stores with cache hints, and questions about address spaces. A CPU chooses its cache lines itself, so the
// hints are plain accesses. Overloads rather than templates: programs bring templates of the same names.
#ifndef HELICON_MEMORY_INTRINSICS_H
#define HELICON_MEMORY_INTRINSICS_H

#pragma clang system_header

#include "../vector_types.h"
#include "device_macros.h"

#include <stddef.h>

#define __HELICON_CACHED(TYPE)                                                                                         \
  __HELICON_DEVICE__ TYPE __ldg(const TYPE *p) { return *p; }                                                          \
  __HELICON_DEVICE__ TYPE __ldca(const TYPE *p) { return *p; }                                                         \
  __HELICON_DEVICE__ TYPE __ldcg(const TYPE *p) { return *p; }                                                         \
  __HELICON_DEVICE__ TYPE __ldcs(const TYPE *p) { return *p; }                                                         \
  __HELICON_DEVICE__ TYPE __ldlu(const TYPE *p) { return *p; }                                                         \
  __HELICON_DEVICE__ TYPE __ldcv(const TYPE *p) { return *(const volatile TYPE *)p; }                                  \
  __HELICON_DEVICE__ void __stwb(TYPE *p, TYPE value) { *p = value; }                                                  \
  __HELICON_DEVICE__ void __stcg(TYPE *p, TYPE value) { *p = value; }                                                  \
  __HELICON_DEVICE__ void __stcs(TYPE *p, TYPE value) { *p = value; }                                                  \
  __HELICON_DEVICE__ void __stwt(TYPE *p, TYPE value) { *(volatile TYPE *)p = value; }

// Vectors: an access of a struct cannot be volatile as a whole; __ldcv reads past the compiler's knowledge by a fence.
#define __HELICON_CACHED_VECTOR(TYPE)                                                                                  \
  __HELICON_DEVICE__ TYPE __ldg(const TYPE *p) { return *p; }                                                          \
  __HELICON_DEVICE__ TYPE __ldca(const TYPE *p) { return *p; }                                                         \
  __HELICON_DEVICE__ TYPE __ldcg(const TYPE *p) { return *p; }                                                         \
  __HELICON_DEVICE__ TYPE __ldcs(const TYPE *p) { return *p; }                                                         \
  __HELICON_DEVICE__ TYPE __ldlu(const TYPE *p) { return *p; }                                                         \
  __HELICON_DEVICE__ TYPE __ldcv(const TYPE *p) {                                                                      \
    __atomic_thread_fence(__ATOMIC_ACQUIRE);                                                                           \
    return *p;                                                                                                         \
  }                                                                                                                    \
  __HELICON_DEVICE__ void __stwb(TYPE *p, TYPE value) { *p = value; }                                                  \
  __HELICON_DEVICE__ void __stcg(TYPE *p, TYPE value) { *p = value; }                                                  \
  __HELICON_DEVICE__ void __stcs(TYPE *p, TYPE value) { *p = value; }                                                  \
  __HELICON_DEVICE__ void __stwt(TYPE *p, TYPE value) { *p = value; }

__HELICON_CACHED(char)
__HELICON_CACHED(signed char)
__HELICON_CACHED(unsigned char)
__HELICON_CACHED(short)
__HELICON_CACHED(unsigned short)
__HELICON_CACHED(int)
__HELICON_CACHED(unsigned int)
__HELICON_CACHED(long)
__HELICON_CACHED(unsigned long)
__HELICON_CACHED(long long)
__HELICON_CACHED(unsigned long long)
__HELICON_CACHED(float)
__HELICON_CACHED(double)
__HELICON_CACHED_VECTOR(char2)
__HELICON_CACHED_VECTOR(char4)
__HELICON_CACHED_VECTOR(uchar2)
__HELICON_CACHED_VECTOR(uchar4)
__HELICON_CACHED_VECTOR(short2)
__HELICON_CACHED_VECTOR(short4)
__HELICON_CACHED_VECTOR(ushort2)
__HELICON_CACHED_VECTOR(ushort4)
__HELICON_CACHED_VECTOR(int2)
__HELICON_CACHED_VECTOR(int4)
__HELICON_CACHED_VECTOR(uint2)
__HELICON_CACHED_VECTOR(uint4)
__HELICON_CACHED_VECTOR(longlong2)
__HELICON_CACHED_VECTOR(ulonglong2)
__HELICON_CACHED_VECTOR(float2)
__HELICON_CACHED_VECTOR(float4)
__HELICON_CACHED_VECTOR(double2)
#undef __HELICON_CACHED
#undef __HELICON_CACHED_VECTOR

__HELICON_DEVICE__ unsigned int __isGlobal(const void *p) { return __nvvm_isspacep_global(p); }
__HELICON_DEVICE__ unsigned int __isShared(const void *p) { return __nvvm_isspacep_shared(p); }
__HELICON_DEVICE__ unsigned int __isConstant(const void *p) { return __nvvm_isspacep_const(p); }
__HELICON_DEVICE__ unsigned int __isLocal(const void *p) { return __nvvm_isspacep_local(p); }
extern "C" __attribute__((device)) unsigned int __helicon_is_grid_constant(const void *p);
__HELICON_DEVICE__ unsigned int __isGridConstant(const void *p) { return __helicon_is_grid_constant(p); }

#define __HELICON_ADDRESS(SPACE, NUMBER)                                                                               \
  __HELICON_DEVICE__ size_t __cvta_generic_to_##SPACE(const void *p) {                                                 \
    return (size_t)(const __attribute__((address_space(NUMBER))) void *)p;                                             \
  }                                                                                                                    \
  __HELICON_DEVICE__ void *__cvta_##SPACE##_to_generic(size_t address) {                                               \
    return (void *)(__attribute__((address_space(NUMBER))) void *)address;                                             \
  }
__HELICON_ADDRESS(global, 1)
__HELICON_ADDRESS(shared, 3)
#undef __HELICON_ADDRESS
/// Constant and private memory and kernel parameters have no windows of their own: their addresses are generic ones.
#define __HELICON_ADDRESS(SPACE)                                                                                       \
  __HELICON_DEVICE__ size_t __cvta_generic_to_##SPACE(const void *p) { return (size_t)p; }                             \
  __HELICON_DEVICE__ void *__cvta_##SPACE##_to_generic(size_t address) { return (void *)address; }
__HELICON_ADDRESS(constant)
__HELICON_ADDRESS(local)
__HELICON_ADDRESS(grid_constant)
#undef __HELICON_ADDRESS

#endif
