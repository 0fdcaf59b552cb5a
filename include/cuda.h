// The driver API under CUDA's names: musa.h, and a second name for all that it declares.
#ifndef HELICON_CUDA_H
#define HELICON_CUDA_H

#include "helicon/cuda_declare.h"

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
/* CUDA 13's form; what the parameters would ask for (an affinity of multiprocessors) no device here has. */
struct CUctxCreateParams;
static __inline__ CUresult cuCtxCreate(CUcontext *context, CUctxCreateParams *parameters, unsigned int flags,
                                       CUdevice device) {
  return parameters ? CUDA_ERROR_NOT_SUPPORTED : cuCtxCreate(context, flags, device);
}
#endif

#endif
