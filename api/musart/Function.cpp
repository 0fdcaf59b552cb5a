// Kernels by the address of their host function: attributes, preferences, occupancy.
#include "api/common/Functions.h"
#include "api/musart/Entry.h"
#include "runtime/Program.h"

using namespace helicon;

namespace {

/// For calls on a kernel.
template <class Body> musaError_t withKernel(const char *function, const void *func, Body &&body) {
  return musart::withContext(function, [&](Context &context) -> Status {
    Kernel *kernel = nullptr;
    if (Status status = program::kernelFor(func, context, kernel); status != Status::Success)
      return status;
    return body(*kernel);
  });
}

musaError_t maxActiveBlocks(const char *function, int *numBlocks, const void *func, int blockSize, size_t dynamicShared,
                            unsigned flags) {
  return withKernel(function, func, [&](Kernel &kernel) {
    if (!numBlocks || (flags & ~static_cast<unsigned>(musaOccupancyDisableCachingOverride)))
      return Status::InvalidValue;
    return kernel.occupancy(blockSize, dynamicShared, *numBlocks);
  });
}

} // namespace

Status musart::setFunctionAttribute(Kernel &kernel, musaFuncAttribute attr, int value) {
  switch (attr) {
  case musaFuncAttributeMaxDynamicSharedMemorySize:
    return kernel.setMaxDynamicShared(value);
  case musaFuncAttributePreferredSharedMemoryCarveout:
    return kernel.setSharedCarveout(value);
  case musaFuncAttributeClusterDimMustBeSet:
  case musaFuncAttributeRequiredClusterWidth:
  case musaFuncAttributeRequiredClusterHeight:
  case musaFuncAttributeRequiredClusterDepth:
  case musaFuncAttributeNonPortableClusterSizeAllowed:
  case musaFuncAttributeClusterSchedulingPolicyPreference:
    return Status::NotSupported; // no clusters here
  case musaFuncAttributeMax:
    break;
  }
  return Status::InvalidValue;
}

HELICON_API musaError_t musaFuncGetAttributes(musaFuncAttributes *attr, const void *func) {
  return withKernel(__func__, func, [&](Kernel &kernel) {
    if (!attr)
      return Status::InvalidValue;
    const api::FunctionFacts facts = api::functionFacts(kernel);
    *attr = {};
    attr->sharedSizeBytes = facts.sharedBytes;
    attr->localSizeBytes = facts.localBytes;
    attr->maxThreadsPerBlock = facts.maxThreadsPerBlock;
    attr->numRegs = facts.registers;
    attr->ptxVersion = facts.binaryVersion;
    attr->binaryVersion = facts.binaryVersion;
    attr->maxDynamicSharedSizeBytes = facts.maxDynamicShared;
    attr->preferredShmemCarveout = facts.carveout;
    return Status::Success;
  });
}

HELICON_API musaError_t musaFuncGetName(const char **name, const void *func) {
  return withKernel(__func__, func, [&](Kernel &kernel) {
    if (!name)
      return Status::InvalidValue;
    *name = kernel.info().name.c_str();
    return Status::Success;
  });
}

HELICON_API musaError_t musaFuncSetAttribute(const void *func, musaFuncAttribute attr, int value) {
  return withKernel(__func__, func, [&](Kernel &kernel) { return musart::setFunctionAttribute(kernel, attr, value); });
}

HELICON_API musaError_t musaFuncSetCacheConfig(const void *func, musaFuncCache config) {
  return withKernel(__func__, func, [&](Kernel &) {
    const bool known = config >= musaFuncCachePreferNone && config <= musaFuncCachePreferEqual;
    return known ? Status::Success : Status::InvalidValue;
  });
}

HELICON_API musaError_t musaFuncSetSharedMemConfig(const void *func, musaSharedMemConfig config) {
  return withKernel(__func__, func, [&](Kernel &) {
    const bool known = config >= musaSharedMemBankSizeDefault && config <= musaSharedMemBankSizeEightByte;
    return known ? Status::Success : Status::InvalidValue;
  });
}

HELICON_API musaError_t musaGetFuncBySymbol(musaFunction_t *function, const void *symbol) {
  return withKernel(__func__, symbol, [&](Kernel &kernel) {
    if (!function)
      return Status::InvalidValue;
    *function = reinterpret_cast<musaFunction_t>(&kernel);
    return Status::Success;
  });
}

HELICON_API musaError_t musaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, const void *func, int blockSize,
                                                                      size_t dynamicSMemSize) {
  return maxActiveBlocks(__func__, numBlocks, func, blockSize, dynamicSMemSize, musaOccupancyDefault);
}

HELICON_API musaError_t musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, const void *func,
                                                                               int blockSize, size_t dynamicSMemSize,
                                                                               unsigned int flags) {
  return maxActiveBlocks(__func__, numBlocks, func, blockSize, dynamicSMemSize, flags);
}

HELICON_API musaError_t musaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, const void *func,
                                                                  int numBlocks, int blockSize) {
  return withKernel(__func__, func, [&](Kernel &kernel) {
    return api::availableDynamicShared(kernel, numBlocks, blockSize, dynamicSmemSize);
  });
}
