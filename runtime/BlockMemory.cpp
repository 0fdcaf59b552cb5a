#include "runtime/BlockMemory.h"

#include "kernel-ir/Abi.h"
#include "runtime/Arena.h"
#include "runtime/FarMapping.h"
#include "runtime/HostMemory.h"
#include "runtime/Log.h"

#include <algorithm>
#include <cstring>

namespace helicon {

static constexpr uint64_t kVectorBytes = 64;

/// Null when not even a little address space can be had. Workers use it until the process is gone.
static Arena *blockArena() {
  static Arena *const kArena = [] {
    constexpr uint64_t kUsual = uint64_t(64) << 30, kLeast = 4 << 20;
    uint64_t span = kUsual;
    if (isAddressSpaceLimited())
      span = std::clamp(hostLimits().addressSpace / 16, kLeast, kUsual);
    std::string why;
    auto arena = Arena::reserve(span, span, nullptr, why, FarMapping::place(span, kUsual));
    if (!arena)
      logError(why);
    return arena.release();
  }();
  return kArena;
}

BlockMemory::~BlockMemory() {
  if (memory)
    blockArena()->release(memory);
}

bool BlockMemory::grow(uint64_t bytes, char *&start) {
  static_assert(kSharedAlign % Arena::kAlign == 0);
  Arena *arena = blockArena();
  void *fresh = nullptr;
  const uint64_t whole = bytes + kVectorBytes + kSharedAlign - Arena::kAlign;
  if (!arena || arena->allocate(whole, nullptr, 0, &fresh) != Status::Success)
    return false;
  // Uninitialised shared memory reads as zero at first: a program's mistake is at least the same each time.
  std::memset(fresh, 0, whole);
  if (memory)
    arena->release(memory);
  memory = fresh;
  start = reinterpret_cast<char *>((uintptr_t(fresh) + kSharedAlign - 1) / kSharedAlign * kSharedAlign);
  capacity = bytes;
  return true;
}

} // namespace helicon
