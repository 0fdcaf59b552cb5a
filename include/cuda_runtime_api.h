// The runtime API for C and C++ under CUDA's names: musa_runtime_api.h, and a second name for all that it declares.
#ifndef HELICON_CUDA_RUNTIME_API_H
#define HELICON_CUDA_RUNTIME_API_H

#include "helicon/cuda_declare.h"

#include "library_types.h"
#include "math_constants.h"
#include "musa_runtime_api.h"

#include "cuda_spelling/runtime.h"

/* The guards of CUDA's own headers: programs ask by them what has been included. */
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __HOST_DEFINES_H__

/* 1000 * major + 10 * minor, as CUDA counts, and so do the two calls below. */
#ifndef CUDART_VERSION
#define CUDART_VERSION __HELICON_CUDA_VERSION
#endif

static __inline__ cudaError_t cudaRuntimeGetVersion(int *runtimeVersion) {
  cudaError_t status = musaRuntimeGetVersion(runtimeVersion);
  if (status == musaSuccess)
    *runtimeVersion = __HELICON_CUDA_VERSION;
  return status;
}
static __inline__ cudaError_t cudaDriverGetVersion(int *driverVersion) {
  cudaError_t status = musaDriverGetVersion(driverVersion);
  if (status == musaSuccess)
    *driverVersion = __HELICON_CUDA_VERSION;
  return status;
}

#ifdef MUSA_API_PER_THREAD_DEFAULT_STREAM
#define __HELICON_CUDA_ENTRY(name) __asm__(#name "_ptsz")
#else
#define __HELICON_CUDA_ENTRY(name) __asm__(#name)
#endif
#ifdef __cplusplus
extern "C" {
#endif
/* The newest form of a driver call under CUDA's name ("cuMemAlloc"). Null, with success, where there is no such call
 * and `driverStatus` (may be null) can say so. */
cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *driverStatus HELICON_DEFAULT(0))
    __HELICON_CUDA_ENTRY(cudaGetDriverEntryPoint);
cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **funcPtr, unsigned int cudaVersion,
                                             unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *driverStatus HELICON_DEFAULT(0))
    __HELICON_CUDA_ENTRY(cudaGetDriverEntryPointByVersion);
#ifdef __cplusplus
}
#endif
#undef __HELICON_CUDA_ENTRY

#endif
