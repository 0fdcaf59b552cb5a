// Functions: attributes, preferences, launches, occupancy.
#include "api/common/Functions.h"
#include "api/common/HostFunctions.h"
#include "api/musa/Entry.h"
#include "runtime/Launch.h"

using namespace helicon;
using musa::withContext;
using musa::withStream;

namespace {

template <class Body> MUresult withFunction(const char *function, MUfunction handle, Body &&body) {
  return withContext(function, [&](Context &) -> Status {
    Kernel *kernel = findKernel(handle);
    return kernel ? body(*kernel) : Status::InvalidHandle;
  });
}

Status getAttribute(const Kernel &kernel, MUfunction_attribute attribute, int &out) {
  const api::FunctionFacts facts = api::functionFacts(kernel);
  switch (attribute) {
  case MU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    out = facts.maxThreadsPerBlock;
    return Status::Success;
  case MU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    out = static_cast<int>(facts.sharedBytes);
    return Status::Success;
  case MU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    out = static_cast<int>(facts.localBytes);
    return Status::Success;
  case MU_FUNC_ATTRIBUTE_NUM_REGS:
    out = facts.registers;
    return Status::Success;
  case MU_FUNC_ATTRIBUTE_PTX_VERSION:
  case MU_FUNC_ATTRIBUTE_BINARY_VERSION:
    out = facts.binaryVersion;
    return Status::Success;
  case MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    out = facts.maxDynamicShared;
    return Status::Success;
  case MU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    out = facts.carveout;
    return Status::Success;
  case MU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
  case MU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
  case MU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
  case MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
  case MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
  case MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
  case MU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
  case MU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    out = 0;
    return Status::Success;
  case MU_FUNC_ATTRIBUTE_MAX:
    break;
  }
  return Status::InvalidValue;
}

/// Reads the list of names and values that ends with MU_LAUNCH_PARAM_END.
Status readExtra(void **extra, LaunchRequest &request) {
  bool haveSize = false;
  for (int i = 0; extra[i] != MU_LAUNCH_PARAM_END; i += 2) {
    if (extra[i] == MU_LAUNCH_PARAM_BUFFER_POINTER) {
      request.packed = extra[i + 1];
    } else if (extra[i] == MU_LAUNCH_PARAM_BUFFER_SIZE && extra[i + 1]) {
      request.packedBytes = *static_cast<const size_t *>(extra[i + 1]);
      haveSize = true;
    } else {
      return Status::InvalidValue;
    }
  }
  return request.packed && haveSize ? Status::Success : Status::InvalidValue;
}

Status launchOn(Stream &stream, MUfunction f, const LaunchRequest &request) {
  Kernel *kernel = findKernel(f);
  return kernel ? launch(stream, *kernel, request) : Status::InvalidHandle;
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
      if (Status status = readExtra(extra, request); status != Status::Success)
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
  return withFunction(__func__, hfunc,
                      [&](Kernel &kernel) { return pi ? getAttribute(kernel, attrib, *pi) : Status::InvalidValue; });
}

HELICON_API MUresult muFuncSetAttribute(MUfunction hfunc, MUfunction_attribute attrib, int value) {
  return withFunction(__func__, hfunc, [&](Kernel &kernel) {
    switch (attrib) {
    case MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      return kernel.setMaxDynamicShared(value);
    case MU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      return kernel.setSharedCarveout(value);
    case MU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
    case MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
    case MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
    case MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
    case MU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
    case MU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
      return Status::NotSupported; // no clusters here
    default:
      return Status::InvalidValue;
    }
  });
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
