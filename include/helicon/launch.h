// What clang's front end looks up by name to compile <<<>>>. mcc gives these symbols the SDK's names in the object
// (__musaPushCallConfiguration, musaLaunchKernel), which is where they are implemented. In device code, where mcc lets
// kernels be launched, the first is replaced with the rest of the launch.
#ifndef HELICON_LAUNCH_H
#define HELICON_LAUNCH_H

#pragma clang system_header

#include "../musa_runtime_api.h"
#include "../vector_types.h"

extern "C" {
__attribute__((host, device)) unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t sharedBytes = 0,
                                                                       musaStream_t stream = 0);
musaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t sharedBytes,
                             musaStream_t stream);
// -fgpu-default-stream=per-thread launches through these.
musaError_t cudaLaunchKernel_ptsz(const void *function, dim3 grid, dim3 block, void **arguments, size_t sharedBytes,
                                  musaStream_t stream);
}

#endif
