// Memory that kernels index by themselves, shared memory and the frames of groups with their local arrays: in a range
// of its own, far from everything else of the process (FarMapping.h). All blocks' memory lies in that one range, as
// close together as a heap's, since workers go from block to block.
#pragma once

#include <cstdint>

namespace helicon {

class BlockMemory {
public:
  BlockMemory() = default;
  ~BlockMemory();
  BlockMemory(const BlockMemory &) = delete;

  /// At least `bytes`, aligned to kSharedAlign and followed by a few bytes that a full-width load at its end may touch;
  /// zero where it is new. `start` changes only where there were fewer. False when the memory can't be had.
  bool reserve(uint64_t bytes, char *&start) { return bytes <= capacity || grow(bytes, start); }

private:
  bool grow(uint64_t bytes, char *&start);

  void *memory = nullptr;
  uint64_t capacity = 0;
};

} // namespace helicon
