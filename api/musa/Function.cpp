// Functions: attributes, preferences, launches, occupancy.
#include "api/common/Functions.h"
#include "api/common/GraphParams.h"
#include "api/common/HostFunctions.h"
#include "api/common/LaunchAttributes.h"
#include "api/musa/Entry.h"
#include "api/musa/FunctionAttributes.h"
#include "runtime/Launch.h"
#include "runtime/Library.h"

using namespace helicon;
using musa::withContext;
using musa::withStream;

namespace {

template <class Body> MUresult withFunction(const char *function, MUfunction handle, Body &&body) {
  return withContext(function, [&](Context &context) -> Status {
    Kernel *kernel = nullptr;
    const Status status = kernelOf(handle, context, kernel);
    return status == Status::Success ? body(*kernel) : status;
  });
}

Status launchOn(Stream &stream, MUfunction f, const LaunchRequest &request) {
  Kernel *kernel = nullptr;
  const Status status = kernelOf(f, stream.context(), kernel);
  return status == Status::Success ? launch(stream, *kernel, request) : status;
}

MUresult muLaunchKernelBody(const char *function, bool perThread, MUfunction f, unsigned gridX, unsigned gridY,
                            unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedMemBytes,
                            MUstream handle, void **kernelParams, void **extra) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    LaunchRequest request{.grid = {gridX, gridY, gridZ}, .block = {blockX, blockY, blockZ}};
    request.dynamicShared = sharedMemBytes;
    request.parameters = kernelParams;
    if (kernelParams && extra)
      return Status::InvalidValue;
    if (extra)
      if (Status status = api::graphs::readExtra(extra, request); status != Status::Success)
        return status;
    return launchOn(stream, f, request);
  });
}

MUresult muLaunchCooperativeKernelBody(const char *function, bool perThread, MUfunction f, unsigned gridX,
                                       unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY,
                                       unsigned blockZ, unsigned sharedMemBytes, MUstream handle, void **kernelParams) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    LaunchRequest request{.grid = {gridX, gridY, gridZ}, .block = {blockX, blockY, blockZ}};
    request.dynamicShared = sharedMemBytes;
    request.cooperative = true;
    request.parameters = kernelParams;
    return launchOn(stream, f, request);
  });
}

MUresult muLaunchKernelExBody(const char *function, bool perThread, const MUlaunchConfig *config, MUfunction f,
                              void **kernelParams, void **extra) {
  static_assert(sizeof(MUlaunchAttribute) == sizeof(musaLaunchAttribute));
  return withStream(function, perThread, config ? config->hStream : nullptr, [&](Stream &stream) {
    if (!config || (kernelParams && extra))
      return Status::InvalidValue;
    LaunchRequest request{.grid = {config->gridDimX, config->gridDimY, config->gridDimZ},
                          .block = {config->blockDimX, config->blockDimY, config->blockDimZ}};
    request.dynamicShared = config->sharedMemBytes;
    request.parameters = kernelParams;
    if (extra)
      if (Status status = api::graphs::readExtra(extra, request); status != Status::Success)
        return status;
    Kernel *kernel = nullptr;
    if (Status status = kernelOf(f, stream.context(), kernel); status != Status::Success)
      return status;
    api::LaunchExtras extras;
    const auto *attributes = reinterpret_cast<const musaLaunchAttribute *>(config->attrs);
    const Status status = api::readLaunchAttributes(attributes, config->numAttrs, request, extras);
    return status == Status::Success ? api::launchWith(stream, *kernel, request, extras) : status;
  });
}

MUresult muLaunchHostFuncBody(const char *function, bool perThread, MUstream handle, MUhostFn fn, void *userData) {
  return withStream(function, perThread, handle,
                    [&](Stream &stream) { return api::launchHostFunction(stream, fn, userData); });
}

MUresult maxActiveBlocks(const char *function, int *numBlocks, MUfunction func, int blockSize, size_t dynamicShared,
                         unsigned flags) {
  return withFunction(function, func, [&](Kernel &kernel) {
    if (!numBlocks || (flags & ~static_cast<unsigned>(MU_OCCUPANCY_DISABLE_CACHING_OVERRIDE)))
      return Status::InvalidValue;
    return kernel.occupancy(blockSize, dynamicShared, *numBlocks);
  });
}

MUresult potentialBlockSize(const char *function, int *minGridSize, int *blockSize, MUfunction func,
                            MUoccupancyB2DSize sharedForBlock, size_t dynamicShared, int limit, unsigned flags) {
  return withFunction(function, func, [&](Kernel &kernel) {
    if (flags & ~static_cast<unsigned>(MU_OCCUPANCY_DISABLE_CACHING_OVERRIDE))
      return Status::InvalidValue;
    return api::maxPotentialBlockSize(kernel, sharedForBlock, dynamicShared, limit, minGridSize, blockSize);
  });
}

} // namespace

HELICON_API MUresult muFuncGetAttribute(int *pi, MUfunction_attribute attrib, MUfunction hfunc) {
  return withFunction(__func__, hfunc, [&](Kernel &kernel) {
    return pi ? musa::getAttribute(kernel, attrib, *pi) : Status::InvalidValue;
  });
}

HELICON_API MUresult muFuncSetAttribute(MUfunction hfunc, MUfunction_attribute attrib, int value) {
  return withFunction(__func__, hfunc, [&](Kernel &kernel) { return musa::setAttribute(kernel, attrib, value); });
}

HELICON_API MUresult muFuncSetCacheConfig(MUfunction hfunc, MUfunc_cache config) {
  return withFunction(__func__, hfunc, [&](Kernel &) {
    return config <= MU_FUNC_CACHE_PREFER_EQUAL ? Status::Success : Status::InvalidValue;
  });
}

HELICON_API MUresult muFuncSetSharedMemConfig(MUfunction hfunc, MUsharedconfig config) {
  return withFunction(__func__, hfunc, [&](Kernel &) {
    return config <= MU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE ? Status::Success : Status::InvalidValue;
  });
}

HELICON_API MUresult muFuncGetModule(MUmodule *hmod, MUfunction hfunc) {
  return withFunction(__func__, hfunc, [&](Kernel &kernel) {
    if (!hmod)
      return Status::InvalidValue;
    *hmod = reinterpret_cast<MUmodule>(&kernel.module());
    return Status::Success;
  });
}

HELICON_API MUresult muFuncGetName(const char **name, MUfunction hfunc) {
  return withFunction(__func__, hfunc, [&](Kernel &kernel) {
    if (!name)
      return Status::InvalidValue;
    *name = kernel.info().name.c_str();
    return Status::Success;
  });
}

HELICON_API MUresult muFuncGetParamInfo(MUfunction func, size_t paramIndex, size_t *paramOffset, size_t *paramSize) {
  return withFunction(__func__, func, [&](Kernel &kernel) {
    return api::parameterFacts(kernel.info(), paramIndex, paramOffset, paramSize);
  });
}

/// A module holds all its functions; their code for a launch shape is compiled at the first launch.
HELICON_API MUresult muFuncIsLoaded(MUfunctionLoadingState *state, MUfunction function) {
  return withFunction(__func__, function, [&](Kernel &) {
    if (!state)
      return Status::InvalidValue;
    *state = MU_FUNCTION_LOADING_STATE_LOADED;
    return Status::Success;
  });
}

HELICON_API MUresult muFuncLoad(MUfunction function) {
  return withFunction(__func__, function, [](Kernel &) { return Status::Success; });
}

HELICON_STREAM_API(muLaunchKernel, _ptsz,
                   (MUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,
                    unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes,
                    MUstream hStream, void **kernelParams, void **extra),
                   (f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream,
                    kernelParams, extra))
HELICON_STREAM_API(muLaunchCooperativeKernel, _ptsz,
                   (MUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,
                    unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes,
                    MUstream hStream, void **kernelParams),
                   (f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream,
                    kernelParams))
HELICON_STREAM_API(muLaunchKernelEx, _ptsz,
                   (const MUlaunchConfig *config, MUfunction f, void **kernelParams, void **extra),
                   (config, f, kernelParams, extra))
HELICON_STREAM_API(muLaunchHostFunc, _ptsz, (MUstream hStream, MUhostFn fn, void *userData), (hStream, fn, userData))

HELICON_API MUresult muOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, MUfunction func, int blockSize,
                                                                 size_t dynamicSMemSize) {
  return maxActiveBlocks(__func__, numBlocks, func, blockSize, dynamicSMemSize, MU_OCCUPANCY_DEFAULT);
}

HELICON_API MUresult muOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, MUfunction func,
                                                                          int blockSize, size_t dynamicSMemSize,
                                                                          unsigned int flags) {
  return maxActiveBlocks(__func__, numBlocks, func, blockSize, dynamicSMemSize, flags);
}

HELICON_API MUresult muOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, MUfunction func,
                                                      MUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                      size_t dynamicSMemSize, int blockSizeLimit) {
  return potentialBlockSize(__func__, minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize,
                            blockSizeLimit, MU_OCCUPANCY_DEFAULT);
}

HELICON_API MUresult muOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, MUfunction func,
                                                               MUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                               size_t dynamicSMemSize, int blockSizeLimit,
                                                               unsigned int flags) {
  return potentialBlockSize(__func__, minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize,
                            blockSizeLimit, flags);
}

HELICON_API MUresult muOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, MUfunction func, int numBlocks,
                                                             int blockSize) {
  return withFunction(__func__, func, [&](Kernel &kernel) {
    return api::availableDynamicShared(kernel, numBlocks, blockSize, dynamicSmemSize);
  });
}
