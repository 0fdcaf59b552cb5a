// One reserved address range and the allocator in it. Pages of 64 KB are committed (made accessible) as they are
// allocated; small sizes share spans of one size class. All book-keeping lies outside of the range, so a kernel that
// writes where it should not can't damage it. Allocation and release cost one lock and a few loads; no system call
// while committed pages are at hand. Assumes that addresses are cheap: the range is larger than what may be allocated.
#pragma once

#include "runtime/SharedFile.h"
#include "runtime/Status.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace helicon {

struct Allocation {
  void *base = nullptr;
  uint64_t bytes = 0; ///< as asked for
  const void *owner = nullptr;
  uint32_t flags = 0;
  uint64_t id = 0;
};

/// Memory that all arenas of the process share: what host and cgroup could give at the start. Since the program's own
/// memory grows too, the system is asked again each time that a good part of its last answer was used up.
class Budget {
public:
  explicit Budget(uint64_t limit) : limit(limit) {}
  bool take(uint64_t bytes);
  void give(uint64_t bytes);

private:
  bool ask(uint64_t bytes);
  const uint64_t limit;
  std::atomic<uint64_t> used{0};
  std::atomic<int64_t> credit{0}; ///< bytes to hand out before the system is asked again
  std::mutex mutex;
};

struct Overrun;

/// Where an allocation lies in a memory file.
struct FilePlace {
  SharedFile file; ///< the arena's to close
  uint64_t offset = 0;
};

class Arena {
public:
  static constexpr uint64_t kAlign = 256;
  static constexpr uint64_t kPage = 64 << 10;

  /// `limit`: bytes that may be allocated at once; `span`: addresses to ask for, halved while the system refuses.
  /// Null when not even 1 MB can be had; `why` says so. No `budget`: nothing is counted. `where`: a wish.
  static std::unique_ptr<Arena> reserve(uint64_t limit, uint64_t span, std::shared_ptr<Budget> budget, std::string &why,
                                        void *where = nullptr);
  ~Arena();
  Arena(const Arena &) = delete;
  /// Before the first allocation: the memory is that of a sparse file at least as long as the range, for other
  /// processes to map. The file stays the caller's.
  Status backWith(int fd);
  const char *start() const { return base; }
  uint64_t range() const { return pages * kPage; }
  uint64_t offsetOf(const void *p) const { return uintptr_t(p) - uintptr_t(base); }

  bool contains(const void *p) const { return uintptr_t(p) - uintptr_t(base) < pages * kPage; }
  /// OutOfMemory beyond the limit or when the system refuses. `bytes` > 0. The content is undefined.
  Status allocate(uint64_t bytes, const void *owner, uint32_t flags, void **out);
  /// InvalidValue unless a live allocation starts at `p`.
  Status release(void *p);
  /// The live allocation that holds `p`.
  bool find(const void *p, Allocation &out) const;
  void releaseAll(const void *owner);
  /// Bytes that an allocation of `bytes` takes up, and that exchange() may hand out.
  static uint64_t capacityFor(uint64_t bytes);
  /// For pools, which hand one allocation out again and again: the live allocation that starts at `p`, with exactly the
  /// flags `from`, becomes one of `bytes` (0: as before) with the flags `to`; `old` is what it was, `capacity` what it
  /// takes up. False if there is none such.
  bool exchange(void *p, uint32_t from, uint64_t bytes, uint32_t to, Allocation &old, uint64_t &capacity);

  /// Checked mode: from here on allocations lie between guards (ArenaGuards.h); before the first of them.
  void guardAllocations(int64_t mostMappings);
  /// Appends what was written around allocations; around the living ones only if `living`.
  void checkGuards(bool living, std::vector<Overrun> &out);
  /// What guards know about an address that is in no allocation; empty: nothing.
  std::string describe(const void *p) const;

  /// Puts the pages that hold a live allocation into a memory file, for other processes to map; they stay there until
  /// nothing is allocated in them any more. While nobody uses the memory. InvalidValue: no allocation there.
  Status share(const void *p, FilePlace &out);

  /// Counts memory that lies elsewhere as this arena's. OutOfMemory as for an allocation.
  Status charge(uint64_t bytes);
  void discharge(uint64_t bytes);

  uint64_t limit() const { return maxBytes; }
  uint64_t used() const;

private:
  struct Slot {
    const void *owner = nullptr;
    uint64_t id = 0;
    uint32_t bytes = 0; ///< 0: free
    uint32_t flags = 0;
  };
  struct Span {
    uint64_t first = 0, count = 0; ///< pages
    bool free = true;
    uint32_t slotBytes = 0; ///< 0: one large allocation
    uint32_t usedSlots = 0;
    uint32_t classIndex = 0;
    uint64_t takenBytes = 0; ///< a large one counts as that many
    Allocation large;
    SharedFile shared; ///< behind its pages from `sharedFrom` on
    char *sharedFrom = nullptr;
    std::vector<Slot> slots;
    std::vector<uint16_t> freeSlots;
  };
  struct BySize {
    bool operator()(const Span *a, const Span *b) const {
      return a->count != b->count ? a->count < b->count : a->first < b->first;
    }
  };

  class Guards;

  Arena();
  static uint64_t freshId();
  Status allocateOrdinary(uint64_t bytes, const void *owner, uint32_t flags, void **out);
  Status releaseOrdinary(void *p);
  Status allocateSmall(uint64_t bytes, const void *owner, uint32_t flags, void **out);
  Status allocateLarge(uint64_t bytes, const void *owner, uint32_t flags, void **out);
  Span *newSpan();
  void dropSpan(Span *);
  Span *takeSpan(uint64_t count, bool commits = true);
  void giveSpan(Span *);
  void retireSpan(Span *);
  bool commit(Span *);
  void decommit(uint64_t first, uint64_t count);
  void mapEnds(Span *, Span *value);
  Status shareSpan(Span *, char *from, uint64_t bytes);
  void dropShared(Span *);
  void releaseSlot(Span *, uint32_t slot);
  bool take(uint64_t bytes) { return !budget || budget->take(bytes); }
  void give(uint64_t bytes) {
    if (budget)
      budget->give(bytes);
  }
  char *addressOf(uint64_t page) const { return base + page * kPage; }
  uint64_t pageOf(const void *p) const { return (uintptr_t(p) - uintptr_t(base)) / kPage; }

  static constexpr unsigned kClasses = 24;
  char *base = nullptr;
  uint64_t pages = 0;
  uint64_t maxBytes = 0;
  std::shared_ptr<Budget> budget;
  mutable std::mutex mutex;
  uint64_t usedBytes = 0;
  uint64_t idleCommitted = 0;   ///< bytes of free pages that stay committed
  Span **table = nullptr;       ///< span of each page (used spans: all pages; free ones: both ends)
  uint8_t *committed = nullptr; ///< one for each page
  uint64_t tableBytes = 0;
  std::deque<Span> spans;        ///< all that ever were; a leak checker looks in here, not into the table's mapping
  std::vector<Span *> idleSpans; ///< those that describe no pages
  std::set<Span *, BySize> freeSpans;
  std::vector<Span *> partial[kClasses]; ///< spans of a class with free slots
  uint32_t colour = 0;
  int file = -1; ///< behind the range; -1: memory of this process alone
  bool saidRefused = false;
  std::unique_ptr<Guards> guards; ///< null: not in checked mode
};

} // namespace helicon
