// How many blocks a multiprocessor of a profile holds.
#pragma once

#include "kernel-ir/Image.h"
#include "runtime/Profile.h"

#include <algorithm>
#include <cstdint>

namespace helicon {

inline uint64_t defaultDynamicShared(const Profile &profile, const KernelInfo &info) {
  return profile.sharedPerBlock > info.staticSharedBytes ? profile.sharedPerBlock - info.staticSharedBytes : 0;
}

/// `shared`: static and dynamic bytes of a block. 0 when a block does not fit at all.
inline uint32_t blocksPerMultiprocessor(const Profile &profile, uint32_t threads, uint64_t shared) {
  constexpr uint64_t kSharedStep = 256; // granularity of shared memory
  uint32_t warp = std::max(profile.warpSize, 1u);
  uint32_t rounded = (threads + warp - 1) / warp * warp;
  if (threads == 0 || threads > profile.maxThreadsPerBlock || shared > profile.sharedPerBlockOptin)
    return 0;
  uint64_t blocks = std::min(profile.maxBlocksPerMultiprocessor, profile.maxThreadsPerMultiprocessor / rounded);
  uint64_t each = (shared + profile.sharedReserved + kSharedStep - 1) / kSharedStep * kSharedStep;
  if (each)
    blocks = std::min(blocks, profile.sharedPerMultiprocessor / each);
  return uint32_t(blocks);
}

} // namespace helicon
