// The driver API under CUDA's names: musa.h, and a second name for all that it declares.
#ifndef HELICON_CUDA_H
#define HELICON_CUDA_H

#include "helicon/cuda_declare.h"

#define __cuda_cuda_h__ /* see cuda_runtime_api.h */

#include "musa.h"

#include "cuda_spelling/driver.h"

/* 1000 * major + 10 * minor, as CUDA counts, and so does the call below. */
#ifndef CUDA_VERSION
#define CUDA_VERSION __HELICON_CUDA_VERSION
#endif

static __inline__ CUresult cuDriverGetVersion(int *driverVersion) {
  CUresult status = muDriverGetVersion(driverVersion);
  if (status == MUSA_SUCCESS)
    *driverVersion = __HELICON_CUDA_VERSION;
  return status;
}

#ifdef __cplusplus
/* CUDA 13's form. What the parameters can ask for (an affinity to multiprocessors, a graphics client) no device here
 * has. */
struct CUctxCreateParams {
  void *execAffinityParams;
  int numExecAffinityParams;
  void *cigParams;
};
static __inline__ CUresult cuCtxCreate(CUcontext *context, CUctxCreateParams *parameters, unsigned int flags,
                                       CUdevice device) {
  if (parameters && (parameters->execAffinityParams || parameters->numExecAffinityParams || parameters->cigParams))
    return CUDA_ERROR_NOT_SUPPORTED;
  return cuCtxCreate(context, flags, device);
}
#endif

#endif
