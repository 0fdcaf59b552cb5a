// Device memory that lies outside of the devices' arenas: pools that other processes may open, what was opened from
// other processes, reserved addresses. Ordered by address, never overlapping. A look-up costs one load while there is
// none.
#pragma once

#include "runtime/Memory.h"

#include <cstdint>
#include <map>
#include <memory>

namespace helicon {

class MemoryRange {
public:
  virtual ~MemoryRange() = default;
  /// What lies at an address of the range; leaves `out` without a base where there is nothing.
  virtual void describe(const void *p, PointerInfo &out) const = 0;
  /// True when `bytes` from `p` may be copied: an allocation may border on another.
  virtual bool reaches(const void *p, uint64_t bytes) const = 0;
};

namespace memoryRanges {
/// Kept until it is removed.
void add(const void *start, uint64_t bytes, std::shared_ptr<const MemoryRange>);
void remove(const void *start);
/// Null: none there.
std::shared_ptr<const MemoryRange> find(const void *p);
} // namespace memoryRanges

} // namespace helicon
