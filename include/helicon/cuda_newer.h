// Calls that CUDA 13 gave other parameters, beside the forms of CUDA 12. Programs use either without asking the
// version. Included by cuda_runtime.h; C++ only.
#ifndef HELICON_CUDA_NEWER_H
#define HELICON_CUDA_NEWER_H

#include "../cuda_runtime_api.h"

namespace helicon_detail {
/// The device number that CUDA 12 has for a place; musaInvalidDeviceId where there is none.
inline int deviceOf(cudaMemLocation location) {
  switch (location.type) {
  case cudaMemLocationTypeDevice:
    return location.id;
  case cudaMemLocationTypeHost:
  case cudaMemLocationTypeHostNuma:
  case cudaMemLocationTypeHostNumaCurrent:
    return cudaCpuDeviceId;
  default:
    return cudaInvalidDeviceId;
  }
}
} // namespace helicon_detail

/// `flags` must be 0.
inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, cudaMemLocation location, unsigned int flags,
                                        cudaStream_t stream = 0) {
  if (flags != 0)
    return cudaErrorInvalidValue;
  return cudaMemPrefetchAsync(pointer, bytes, helicon_detail::deviceOf(location), stream);
}
inline cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation location) {
  return cudaMemAdvise(pointer, bytes, advice, helicon_detail::deviceOf(location));
}

#endif
