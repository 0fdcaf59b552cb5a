// Checked mode's way to hand out an arena's memory (HELICON_STRICT): each allocation ends, but for the bytes up to the
// next multiple of 256, at pages that nobody may touch, and begins behind such pages; what is left between is filled
// with a pattern and looked at. What was freed stays untouchable for a while. Two mappings of the system for each
// living allocation; where those run out (vm.max_map_count), or the addresses, allocations have patterns alone. Under
// the arena's mutex. Looking costs time for each living allocation, some 100 ns.
#pragma once

#include "runtime/Arena.h"

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace helicon {

/// Something wrote around an allocation.
struct Overrun {
  Allocation allocation;
  uint64_t bytes = 0;       ///< how far
  bool beforeStart = false; ///< else past the end
  bool isAllocation = true; ///< it still is one
};

class Arena::Guards {
public:
  /// `mostMappings`: of the system, that guards of all arenas together may take.
  Guards(Arena &arena, int64_t mostMappings);

  Status allocate(uint64_t bytes, const void *owner, uint32_t flags, void **out);
  Status release(void *p);
  bool find(const void *p, Allocation &out) const;
  /// The size stays: what lies around the allocation depends on it.
  bool exchange(void *p, uint32_t from, uint32_t to, Allocation &old, uint64_t &capacity);
  /// Of the allocation at `p`; `span` null: it lies in an ordinary one at `low`.
  bool pagesOf(const void *p, Span *&span, char *&low, char *&high) const;
  void ownedBy(const void *owner, std::vector<void *> &out) const;
  /// Appends what was written around living allocations, and around those freed since the last time.
  void check(std::vector<Overrun> &out);
  /// Only the latter.
  void take(std::vector<Overrun> &out);
  std::string describe(const void *p) const;

private:
  struct Block {
    Allocation allocation;
    char *low = nullptr, *high = nullptr; ///< what may be touched; the pattern fills what is not the allocation's
    Span *span = nullptr;                 ///< null: no guard pages, it lies in an ordinary allocation at `low`
  };
  bool allocateGuarded(Block &block);
  Status allocatePlain(Block &block);
  void fillPattern(const Block &) const;
  void look(const Block &, uint64_t headBytes, bool isAllocation, std::vector<Overrun> &out) const;
  void quarantine(const Block &);
  bool dropOldest();
  void sayPlain(const char *why);

  Arena &arena;
  const int64_t mostMappings;
  std::map<uintptr_t, Block> live;           ///< by the allocation's start
  std::map<uintptr_t, Block> freed;          ///< the same, still untouchable
  std::deque<uintptr_t> oldest;              ///< keys of `freed`, in order
  uint64_t guardedPages = 0, freedPages = 0; ///< the arena's
  std::vector<Overrun> found;                ///< at release
  bool saidPlain = false;
};

/// Half of the mappings that the system still grants this process.
int64_t mappingsForGuards();

} // namespace helicon
