// Launches, by name of the host function, and the call configuration that <<<>>> passes.
#include "runtime/Launch.h"
#include "api/common/LaunchAttributes.h"
#include "api/musart/Entry.h"
#include "runtime/PerThread.h"
#include "runtime/Program.h"

#include <vector>

using namespace helicon;

namespace {

musaError_t launchKernel(const char *function, bool perThread, const void *func, dim3 grid, dim3 block, void **args,
                         size_t sharedMem, musaStream_t handle, bool cooperative) {
  return musart::withStream(function, perThread, handle, [&](Stream &stream) {
    Kernel *kernel = nullptr;
    if (Status status = program::kernelFor(func, stream.context(), kernel); status != Status::Success)
      return status;
    LaunchRequest request;
    request.grid[0] = grid.x, request.grid[1] = grid.y, request.grid[2] = grid.z;
    request.block[0] = block.x, request.block[1] = block.y, request.block[2] = block.z;
    request.dynamicShared = sharedMem;
    request.cooperative = cooperative;
    request.parameters = args;
    request.hostFunction = func;
    return launch(stream, *kernel, request);
  });
}

musaError_t musaLaunchKernelBody(const char *function, bool perThread, const void *func, dim3 grid, dim3 block,
                                 void **args, size_t sharedMem, musaStream_t stream) {
  return launchKernel(function, perThread, func, grid, block, args, sharedMem, stream, false);
}

musaError_t musaLaunchCooperativeKernelBody(const char *function, bool perThread, const void *func, dim3 grid,
                                            dim3 block, void **args, size_t sharedMem, musaStream_t stream) {
  return launchKernel(function, perThread, func, grid, block, args, sharedMem, stream, true);
}

musaError_t musaLaunchKernelExCBody(const char *function, bool perThread, const musaLaunchConfig_t *config,
                                    const void *func, void **args) {
  const musaStream_t handle = config ? config->stream : nullptr;
  return musart::withStream(function, perThread, handle, [&](Stream &stream) {
    if (!config)
      return Status::InvalidValue;
    Kernel *kernel = nullptr;
    if (Status status = program::kernelFor(func, stream.context(), kernel); status != Status::Success)
      return status;
    LaunchRequest request{.grid = {config->gridDim.x, config->gridDim.y, config->gridDim.z},
                          .block = {config->blockDim.x, config->blockDim.y, config->blockDim.z}};
    request.dynamicShared = config->dynamicSmemBytes;
    request.parameters = args;
    api::LaunchExtras extras;
    const Status status = api::readLaunchAttributes(config->attrs, config->numAttrs, request, extras);
    return status == Status::Success ? api::launchWith(stream, *kernel, request, extras) : status;
  });
}

struct CallConfiguration {
  dim3 grid, block;
  size_t sharedMem;
  musaStream_t stream;
};
struct ConfigurationsTag {};
/// A stack, because arguments of a launch may launch in turn.
std::vector<CallConfiguration> &configurations() {
  return PerThread<std::vector<CallConfiguration>, ConfigurationsTag>::get();
}

} // namespace

HELICON_STREAM_API(musaLaunchKernel, _ptsz,
                   (const void *func, dim3 gridDim, dim3 blockDim, void **args, size_t sharedMem, musaStream_t stream),
                   (func, gridDim, blockDim, args, sharedMem, stream))
HELICON_STREAM_API(musaLaunchCooperativeKernel, _ptsz,
                   (const void *func, dim3 gridDim, dim3 blockDim, void **args, size_t sharedMem, musaStream_t stream),
                   (func, gridDim, blockDim, args, sharedMem, stream))

HELICON_STREAM_API(musaLaunchKernelExC, _ptsz, (const musaLaunchConfig_t *config, const void *func, void **args),
                   (config, func, args))

/// 0: go on with the launch. Compiled code skips it otherwise.
HELICON_API unsigned int __musaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem,
                                                     struct MUstream_st *stream) {
  return musart::plain(__func__,
                       [&] {
                         configurations().push_back({gridDim, blockDim, sharedMem, stream});
                         return Status::Success;
                       }) == musaSuccess
             ? 0
             : 1;
}

HELICON_API musaError_t __musaPopCallConfiguration(dim3 *gridDim, dim3 *blockDim, size_t *sharedMem, void *stream) {
  return musart::plain(__func__, [&] {
    std::vector<CallConfiguration> &waiting = configurations();
    if (waiting.empty())
      return static_cast<Status>(musaErrorMissingConfiguration);
    const CallConfiguration last = waiting.back();
    waiting.pop_back();
    *gridDim = last.grid;
    *blockDim = last.block;
    *sharedMem = last.sharedMem;
    *static_cast<musaStream_t *>(stream) = last.stream;
    return Status::Success;
  });
}
