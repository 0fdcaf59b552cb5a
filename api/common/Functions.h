// What both APIs say of a kernel.
#pragma once

#include "runtime/Module.h"

#include <cstddef>

namespace helicon::api {

struct FunctionFacts {
  uint32_t sharedBytes = 0; ///< static
  uint32_t localBytes = 0;  ///< per thread
  int maxThreadsPerBlock = 0;
  int registers = 0;     ///< see registersPerThread()
  int binaryVersion = 0; ///< 31 for mp_31
  int maxDynamicShared = 0;
  int carveout = -1;
};
HELICON_EXPORT FunctionFacts functionFacts(const Kernel &kernel);

/// Offset in the argument buffer and size of one parameter (`size` may be null). InvalidValue for a number past the
/// last.
HELICON_EXPORT Status parameterFacts(const KernelInfo &kernel, size_t index, size_t *offset, size_t *size);

/// Dynamic shared memory that each of `numBlocks` blocks on one multiprocessor may have.
HELICON_EXPORT Status availableDynamicShared(const Kernel &kernel, int numBlocks, int blockSize, size_t *bytes);

/// The block size with the most active threads on a multiprocessor, and a grid that fills the device with it.
HELICON_EXPORT Status maxPotentialBlockSize(const Kernel &kernel, size_t (*sharedForBlock)(int), size_t dynamicShared,
                                            int limit, int *minGridSize, int *blockSize);

} // namespace helicon::api
