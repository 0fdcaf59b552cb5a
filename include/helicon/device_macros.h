// How device functions are declared in these headers. They are system headers, so that a function that a program never
// calls costs no warning, and so that clang lets a device overload stand before libstdc++'s constexpr one.
#ifndef HELICON_DEVICE_MACROS_H
#define HELICON_DEVICE_MACROS_H

#include "../host_defines.h"

#define __HELICON_DEVICE__ static __inline__ __attribute__((always_inline, device))
#define __HELICON_HOST_DEVICE__ static __inline__ __attribute__((always_inline, host, device))
/// The same in headers that serve plain C++ too, of any compiler.
#define __HELICON_CUDA__ __attribute__((always_inline)) inline __host__ __device__
/// For long functions: inlining them is prepare's choice.
#define __HELICON_DEVICE_LONG__ static __inline__ __attribute__((device))
#define __HELICON_LONG_HOST_DEVICE__ static __inline__ __attribute__((host, device))
/// The host's form of a device function, for names that programs define themselves where they think nobody does (under
/// #ifndef __CUDACC__): a template, so that a plain function of the same parameters may stand beside it and is
/// preferred.
#define __HELICON_HOST_DEFAULT__                                                                                       \
  template <class __Default = void> static __inline__ __attribute__((always_inline, host))

#endif
