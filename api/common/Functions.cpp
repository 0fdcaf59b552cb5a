// Function facts and occupancy searches, by the profile of the device that the kernel's module was loaded on.
#include "api/common/Functions.h"

#include "api/common/DeviceFacts.h"
#include "runtime/Context.h"

#include <algorithm>

namespace helicon::api {
namespace {

const Profile &profileOf(const Kernel &kernel) { return kernel.module().context().device().profile(); }

} // namespace

FunctionFacts functionFacts(const Kernel &kernel) {
  const Profile &profile = profileOf(kernel);
  FunctionFacts facts;
  facts.sharedBytes = kernel.info().staticSharedBytes;
  facts.localBytes = kernel.info().localBytes;
  facts.maxThreadsPerBlock = static_cast<int>(kernel.maxThreadsPerBlock());
  facts.registers = registersPerThread(profile);
  facts.binaryVersion = static_cast<int>(profile.major * 10 + profile.minor);
  facts.maxDynamicShared = static_cast<int>(kernel.maxDynamicShared());
  facts.carveout = kernel.sharedCarveout();
  return facts;
}

Status parameterFacts(const KernelInfo &kernel, size_t index, size_t *offset, size_t *size) {
  if (!offset || index >= kernel.parameters.size())
    return Status::InvalidValue;
  *offset = kernel.parameters[index].offset;
  if (size)
    *size = kernel.parameters[index].size;
  return Status::Success;
}

Status availableDynamicShared(const Kernel &kernel, int numBlocks, int blockSize, size_t *bytes) {
  if (!bytes || numBlocks <= 0)
    return Status::InvalidValue;
  int active = 0;
  if (Status status = kernel.occupancy(blockSize, 0, active); status != Status::Success)
    return status;
  if (numBlocks > active)
    return Status::InvalidValue;
  const Profile &profile = profileOf(kernel);
  const uint64_t taken = kernel.info().staticSharedBytes + profile.sharedReserved;
  const uint64_t share = profile.sharedPerMultiprocessor / static_cast<uint64_t>(numBlocks);
  *bytes = share > taken ? std::min<uint64_t>(share - taken, kernel.maxDynamicShared()) : 0;
  return Status::Success;
}

Status maxPotentialBlockSize(const Kernel &kernel, size_t (*sharedForBlock)(int), size_t dynamicShared, int limit,
                             int *minGridSize, int *blockSize) {
  if (!minGridSize || !blockSize)
    return Status::InvalidValue;
  int largest = static_cast<int>(kernel.maxThreadsPerBlock());
  if (limit > 0)
    largest = std::min(largest, limit);
  int bestThreads = 0;
  for (int size = largest; size > 0; size = (size - 1) / 32 * 32) {
    int blocks = 0;
    const size_t shared = sharedForBlock ? sharedForBlock(size) : dynamicShared;
    if (Status status = kernel.occupancy(size, shared, blocks); status != Status::Success)
      return status;
    if (blocks * size > bestThreads) {
      bestThreads = blocks * size;
      *blockSize = size;
      *minGridSize = blocks * static_cast<int>(profileOf(kernel).multiprocessors);
    }
  }
  return bestThreads > 0 ? Status::Success : Status::InvalidValue;
}

} // namespace helicon::api
