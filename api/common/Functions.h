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

/// Dynamic shared memory that each of `numBlocks` blocks on one multiprocessor may have.
HELICON_EXPORT Status availableDynamicShared(const Kernel &kernel, int numBlocks, int blockSize, size_t *bytes);

/// The block size with the most active threads on a multiprocessor, and a grid that fills the device with it.
HELICON_EXPORT Status maxPotentialBlockSize(const Kernel &kernel, size_t (*sharedForBlock)(int), size_t dynamicShared,
                                            int limit, int *minGridSize, int *blockSize);

} // namespace helicon::api
