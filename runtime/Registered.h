// Host ranges that the program registered (musaHostRegister), and its managed variables, ordered by address, never
// overlapping. A managed variable belongs to every context that uses it, and is one as long as any of them lives.
#pragma once

#include "runtime/Memory.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <shared_mutex>
#include <vector>

namespace helicon {

/// Flag of an allocation in a device's arena: managed memory.
inline constexpr uint32_t kManagedAllocation = 1u << 31;
/// Made by device code's malloc; only device code's free may release it.
inline constexpr uint32_t kHeapAllocation = 1u << 30;
/// A MemoryPool's, which is the owner.
inline constexpr uint32_t kPoolAllocation = 1u << 29;
/// The program has freed it, and the pool or a command that is still to run holds it: no allocation to the program.
inline constexpr uint32_t kIdleAllocation = 1u << 28;
/// A graph's, which gives it back.
inline constexpr uint32_t kGraphAllocation = 1u << 27;
/// Another process's, opened here.
inline constexpr uint32_t kOpenedAllocation = 1u << 26;
/// The rows of an array.
inline constexpr uint32_t kArrayAllocation = 1u << 25;

class RegisteredRanges {
public:
  static RegisteredRanges &get();
  Status add(void *start, uint64_t bytes, uint32_t flags, Context *owner);
  void addManaged(void *start, uint64_t bytes, Context *owner);
  Status remove(void *start);
  void removeAll(const Context *owner);
  /// The variable's storage is going away.
  void removeManaged(void *start);
  bool find(const void *p, PointerInfo &out) const;

private:
  struct Range {
    uint64_t bytes = 0;
    uint32_t flags = 0;
    std::vector<Context *> owners; ///< never empty; one but for managed variables
    uint64_t id = 0;
  };
  Status insert(void *start, uint64_t bytes, uint32_t flags, Context *owner);
  bool isManaged(uintptr_t start) const;

  mutable std::shared_mutex mutex;
  std::map<uintptr_t, Range> ranges;
  std::atomic<size_t> count{0}; ///< look-ups cost one load while nothing is registered
  uint64_t serial = 0;
};

} // namespace helicon
