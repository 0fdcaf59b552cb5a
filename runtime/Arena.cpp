// Spans are found best fit by size in an ordered set and merged with their free neighbours through the page table.
// Freed pages stay committed up to kKeep bytes: programs that allocate and free in a loop make no system call.
#include "runtime/Arena.h"

#include "runtime/ArenaGuards.h"
#include "runtime/HostMemory.h"
#include "runtime/Log.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>

namespace helicon {

static constexpr uint64_t kKeep = 256 << 20;
static constexpr uint64_t kSmallLimit = 32 << 10;
static constexpr uint64_t kSmallSpanPages = 4;
static constexpr uint64_t kStaggerFrom = 1 << 20;
static constexpr uint64_t kSystemPage = 4096;

/// 256 ... 2048 in steps of 256, then four sizes for each doubling up to 32 KB.
static unsigned classFor(uint64_t bytes, uint64_t &slotBytes) {
  if (bytes <= 2048) {
    unsigned index = unsigned((bytes + 255) / 256) - 1;
    slotBytes = (index + 1) * 256;
    return index;
  }
  unsigned log = 63 - unsigned(__builtin_clzll(bytes - 1)); // 2^log <= bytes-1 < 2^(log+1)
  uint64_t step = uint64_t(1) << (log - 2);
  uint64_t quarter = (bytes - 1 - (uint64_t(1) << log)) / step;
  slotBytes = (uint64_t(1) << log) + (quarter + 1) * step;
  return 8 + (log - 11) * 4 + unsigned(quarter);
}

static uint64_t roundedUp(uint64_t bytes) { return (bytes + Arena::kPage - 1) / Arena::kPage * Arena::kPage; }

uint64_t Arena::freshId() {
  static std::atomic<uint64_t> next{1};
  return next.fetch_add(1, std::memory_order_relaxed);
}

/// Asking the system takes about 100 us, so an answer is good for an eighth of what it said.
bool Budget::ask(uint64_t bytes) {
  std::lock_guard lock(mutex);
  uint64_t available = hostLimits().physical;
  if (available < bytes + bytes / 16)
    return false;
  credit.store(int64_t(available / 8), std::memory_order_relaxed);
  return true;
}

bool Budget::take(uint64_t bytes) {
  if (used.fetch_add(bytes, std::memory_order_relaxed) + bytes <= limit) {
    auto size = int64_t(bytes);
    if (credit.fetch_sub(size, std::memory_order_relaxed) >= size || ask(bytes))
      return true;
    credit.fetch_add(size, std::memory_order_relaxed);
  }
  used.fetch_sub(bytes, std::memory_order_relaxed);
  return false;
}

void Budget::give(uint64_t bytes) {
  used.fetch_sub(bytes, std::memory_order_relaxed);
  credit.fetch_add(int64_t(bytes), std::memory_order_relaxed);
}

static void *reserveRange(uint64_t bytes, void *where) {
  void *p = mmap(where, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? nullptr : p;
}

std::unique_ptr<Arena> Arena::reserve(uint64_t limit, uint64_t span, std::shared_ptr<Budget> budget, std::string &why,
                                      void *where) {
  std::unique_ptr<Arena> arena(new Arena);
  span = std::max(span / kPage * kPage, uint64_t(1) << 20);
  // 2 MB more than needed, so that the start can be moved to a boundary of huge pages.
  constexpr uint64_t kSlack = 2 << 20;
  char *raw = nullptr;
  while (!(raw = static_cast<char *>(reserveRange(span + kSlack, where)))) {
    span = span / 2 / kPage * kPage;
    if (span < (uint64_t(1) << 20)) {
      why = std::string("cannot reserve address space for device memory: ") + std::strerror(errno);
      return nullptr;
    }
  }
  uintptr_t start = (uintptr_t(raw) + kSlack - 1) & ~(kSlack - 1);
  if (start > uintptr_t(raw))
    munmap(raw, start - uintptr_t(raw));
  if (uintptr_t end = uintptr_t(raw) + span + kSlack; end > start + span)
    munmap(reinterpret_cast<void *>(start + span), end - (start + span));
  arena->base = reinterpret_cast<char *>(start);
  arena->pages = span / kPage;
  arena->maxBytes = std::min(limit, span);
  arena->budget = std::move(budget);
  arena->tableBytes = arena->pages * (sizeof(Span *) + 1);
  void *table =
      mmap(nullptr, arena->tableBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (table == MAP_FAILED) {
    why = std::string("cannot reserve the tables of device memory: ") + std::strerror(errno);
    return nullptr;
  }
  arena->table = static_cast<Span **>(table);
  arena->committed = reinterpret_cast<uint8_t *>(arena->table + arena->pages);
  Span *all = arena->newSpan();
  all->count = arena->pages;
  arena->mapEnds(all, all);
  arena->freeSpans.insert(all);
  return arena;
}

Arena::Arena() = default;
Arena::~Arena() {
  if (base)
    munmap(base, pages * kPage);
  if (table)
    munmap(static_cast<void *>(table), tableBytes);
}

Status Arena::backWith(int fd) {
  void *p = mmap(base, pages * kPage, PROT_NONE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED, fd, 0);
  if (p == MAP_FAILED)
    return Status::OutOfMemory;
  file = fd;
  return Status::Success;
}

Status Arena::charge(uint64_t bytes) {
  std::lock_guard lock(mutex);
  if (bytes > maxBytes || usedBytes > maxBytes - bytes || !take(bytes))
    return Status::OutOfMemory;
  usedBytes += bytes;
  return Status::Success;
}

void Arena::discharge(uint64_t bytes) {
  std::lock_guard lock(mutex);
  usedBytes -= bytes;
  give(bytes);
}

uint64_t Arena::used() const {
  std::lock_guard lock(mutex);
  return usedBytes;
}

void Arena::mapEnds(Span *span, Span *value) {
  table[span->first] = value;
  table[span->first + span->count - 1] = value;
}

Arena::Span *Arena::newSpan() {
  if (idleSpans.empty())
    return &spans.emplace_back();
  Span *span = idleSpans.back();
  idleSpans.pop_back();
  return span;
}

void Arena::dropSpan(Span *span) {
  *span = {};
  idleSpans.push_back(span);
}

bool Arena::commit(Span *span) {
  for (uint64_t page = span->first, end = page + span->count; page < end;) {
    uint64_t run = page;
    while (run < end && committed[run] == committed[page])
      run++;
    uint64_t bytes = (run - page) * kPage;
    if (committed[page]) {
      idleCommitted -= bytes;
    } else {
      if (mprotect(addressOf(page), bytes, PROT_READ | PROT_WRITE) != 0) {
        // What was counted as in use so far is idle again.
        for (uint64_t back = span->first; back < page; back++)
          idleCommitted += kPage;
        if (!saidRefused)
          logWarning("the system refuses to commit " + std::to_string(bytes) + " bytes of device memory (" +
                     std::strerror(errno) + "); see ulimit -v and vm.overcommit_memory");
        saidRefused = true;
        return false;
      }
      if (bytes >= (4 << 20))
        madvise(addressOf(page), bytes, MADV_HUGEPAGE);
      std::memset(committed + page, 1, run - page);
    }
    page = run;
  }
  return true;
}

void Arena::decommit(uint64_t first, uint64_t count) {
  // A fresh mapping gives back memory and commit charge at once; mprotect would keep both.
  const bool gone = file >= 0 ? fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, off_t(first * kPage),
                                          off_t(count * kPage)) == 0 &&
                                    mprotect(addressOf(first), count * kPage, PROT_NONE) == 0
                              : mmap(addressOf(first), count * kPage, PROT_NONE,
                                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED;
  if (!gone)
    return; // stays committed, which costs memory and breaks nothing
  for (uint64_t page = first; page < first + count; page++) {
    if (committed[page])
      idleCommitted -= kPage;
    committed[page] = 0;
  }
}

/// A span of `count` pages, the smallest that does; null when there is none. Accessible if it `commits`.
Arena::Span *Arena::takeSpan(uint64_t count, bool commits) {
  Span key;
  key.count = count;
  if (auto it = freeSpans.lower_bound(&key); it != freeSpans.end()) {
    Span *span = *it;
    freeSpans.erase(it);
    if (span->count > count) {
      Span *rest = newSpan();
      rest->first = span->first + count;
      rest->count = span->count - count;
      mapEnds(rest, rest);
      freeSpans.insert(rest);
      span->count = count;
    }
    span->free = false;
    for (uint64_t page = span->first; page < span->first + count; page++)
      table[page] = span;
    if (!commits || commit(span))
      return span;
    span->free = true;
    giveSpan(span);
    return nullptr;
  }
  return nullptr;
}

/// Puts a span back; its committed pages already count as idle.
void Arena::giveSpan(Span *span) {
  for (uint64_t page = span->first; page < span->first + span->count; page++)
    table[page] = nullptr;
  auto merge = [&](uint64_t page) {
    Span *other = page < pages ? table[page] : nullptr;
    if (!other || !other->free)
      return;
    freeSpans.erase(other);
    mapEnds(other, nullptr);
    span->first = std::min(span->first, other->first);
    span->count += other->count;
    dropSpan(other);
  };
  if (span->first > 0)
    merge(span->first - 1);
  merge(span->first + span->count);
  span->free = true;
  span->slotBytes = 0;
  span->slots = {};
  span->freeSlots = {};
  mapEnds(span, span);
  freeSpans.insert(span);
}

/// Nothing is left in the span. Its pages stay committed while not too many lie idle.
void Arena::retireSpan(Span *span) {
  idleCommitted += span->count * kPage;
  // Another process may still map what was shared: its pages must not become someone else's memory.
  if (idleCommitted > kKeep || span->shared.fd >= 0)
    decommit(span->first, span->count);
  dropShared(span);
  giveSpan(span);
}

Status Arena::allocateLarge(uint64_t bytes, const void *owner, uint32_t flags, void **out) {
  // Arrays that start a power of two apart compete for the same cache sets and memory banks, which costs a kernel that
  // streams through three of them a third of its speed: each large one starts some system pages further in than the
  // last.
  uint64_t stagger = bytes >= kStaggerFrom ? (++colour % 15 + 1) * kSystemPage : 0;
  if (!take(roundedUp(bytes)))
    return Status::OutOfMemory;
  Span *span = takeSpan(roundedUp(bytes + stagger) / kPage);
  if (!span) {
    give(roundedUp(bytes));
    return Status::OutOfMemory;
  }
  span->large = {addressOf(span->first) + stagger, bytes, owner, flags, freshId()};
  span->slotBytes = 0;
  span->takenBytes = roundedUp(bytes);
  usedBytes += span->takenBytes;
  *out = span->large.base;
  return Status::Success;
}

Status Arena::allocateSmall(uint64_t bytes, const void *owner, uint32_t flags, void **out) {
  uint64_t slotBytes = 0;
  unsigned index = classFor(bytes, slotBytes);
  if (partial[index].empty()) {
    if (!take(kSmallSpanPages * kPage))
      return Status::OutOfMemory;
    Span *fresh = takeSpan(kSmallSpanPages);
    if (!fresh) {
      give(kSmallSpanPages * kPage);
      return Status::OutOfMemory;
    }
    uint64_t count = kSmallSpanPages * kPage / slotBytes;
    fresh->slotBytes = uint32_t(slotBytes);
    fresh->classIndex = index;
    fresh->usedSlots = 0;
    fresh->slots.resize(count);
    for (uint64_t slot = count; slot-- > 0;)
      fresh->freeSlots.push_back(uint16_t(slot));
    partial[index].push_back(fresh);
  }
  Span *span = partial[index].back();
  uint16_t slot = span->freeSlots.back();
  span->freeSlots.pop_back();
  if (span->freeSlots.empty())
    partial[index].pop_back();
  span->usedSlots++;
  span->slots[slot] = {owner, freshId(), uint32_t(bytes), flags};
  usedBytes += slotBytes;
  *out = addressOf(span->first) + slot * slotBytes;
  return Status::Success;
}

Status Arena::allocate(uint64_t bytes, const void *owner, uint32_t flags, void **out) {
  std::lock_guard lock(mutex);
  if (bytes > maxBytes || usedBytes + bytes > maxBytes)
    return Status::OutOfMemory;
  return guards ? guards->allocate(bytes, owner, flags, out) : allocateOrdinary(bytes, owner, flags, out);
}

Status Arena::allocateOrdinary(uint64_t bytes, const void *owner, uint32_t flags, void **out) {
  return bytes <= kSmallLimit ? allocateSmall(bytes, owner, flags, out) : allocateLarge(bytes, owner, flags, out);
}

void Arena::releaseSlot(Span *span, uint32_t slot) {
  span->slots[slot] = {};
  usedBytes -= span->slotBytes;
  auto &list = partial[span->classIndex];
  if (span->freeSlots.empty())
    list.push_back(span);
  span->freeSlots.push_back(uint16_t(slot));
  // The last empty span of a class stays, so that one allocation in a loop does not build it anew each time.
  if (--span->usedSlots == 0 && list.size() > 1) {
    list.erase(std::find(list.begin(), list.end(), span));
    give(span->count * kPage);
    retireSpan(span);
  }
}

Status Arena::release(void *p) {
  if (!contains(p))
    return Status::InvalidValue;
  std::lock_guard lock(mutex);
  return guards ? guards->release(p) : releaseOrdinary(p);
}

Status Arena::releaseOrdinary(void *p) {
  Span *span = table[pageOf(p)];
  if (!span || span->free)
    return Status::InvalidValue;
  if (span->slotBytes) {
    uint64_t offset = uint64_t(static_cast<char *>(p) - addressOf(span->first)), slot = offset / span->slotBytes;
    if (offset % span->slotBytes || slot >= span->slots.size() || span->slots[slot].bytes == 0)
      return Status::InvalidValue;
    releaseSlot(span, uint32_t(slot));
    return Status::Success;
  }
  if (span->large.base != p)
    return Status::InvalidValue;
  usedBytes -= span->takenBytes;
  give(span->takenBytes);
  span->large = {};
  retireSpan(span);
  return Status::Success;
}

uint64_t Arena::capacityFor(uint64_t bytes) {
  uint64_t slotBytes = 0;
  if (bytes > kSmallLimit)
    return bytes > UINT64_MAX - kPage ? bytes : roundedUp(bytes);
  classFor(bytes, slotBytes);
  return slotBytes;
}

bool Arena::exchange(void *p, uint32_t from, uint64_t bytes, uint32_t to, Allocation &old, uint64_t &capacity) {
  if (!contains(p))
    return false;
  std::lock_guard lock(mutex);
  if (guards)
    return guards->exchange(p, from, to, old, capacity);
  Span *span = table[pageOf(p)];
  if (!span || span->free)
    return false;
  if (!span->slotBytes) {
    if (span->large.base != p || span->large.flags != from)
      return false;
    old = span->large;
    capacity = span->takenBytes;
    span->large = {p, bytes ? bytes : old.bytes, old.owner, to, freshId()};
    return true;
  }
  const uint64_t offset = uint64_t(static_cast<char *>(p) - addressOf(span->first)), slot = offset / span->slotBytes;
  if (offset % span->slotBytes || slot >= span->slots.size() || span->slots[slot].bytes == 0 ||
      span->slots[slot].flags != from)
    return false;
  Slot &s = span->slots[slot];
  old = {p, s.bytes, s.owner, s.flags, s.id};
  capacity = span->slotBytes;
  s = {s.owner, freshId(), bytes ? uint32_t(bytes) : s.bytes, to};
  return true;
}

bool Arena::find(const void *p, Allocation &out) const {
  if (!contains(p))
    return false;
  std::lock_guard lock(mutex);
  if (guards)
    return guards->find(p, out);
  Span *span = table[pageOf(p)];
  if (!span || span->free)
    return false;
  if (!span->slotBytes) {
    out = span->large;
    return static_cast<const char *>(p) < static_cast<char *>(out.base) + out.bytes;
  }
  char *start = addressOf(span->first);
  uint64_t slot = uint64_t(static_cast<const char *>(p) - start) / span->slotBytes;
  if (slot >= span->slots.size() || span->slots[slot].bytes == 0)
    return false;
  const Slot &s = span->slots[slot];
  out = {start + slot * span->slotBytes, s.bytes, s.owner, s.flags, s.id};
  return static_cast<const char *>(p) < static_cast<char *>(out.base) + out.bytes;
}

void Arena::releaseAll(const void *owner) {
  std::vector<void *> mine;
  {
    std::lock_guard lock(mutex);
    if (guards)
      guards->ownedBy(owner, mine);
    for (uint64_t page = 0; page < pages && !guards;) {
      Span *span = table[page];
      if (!span) {
        page++;
        continue;
      }
      if (!span->free && !span->slotBytes && span->large.owner == owner)
        mine.push_back(span->large.base);
      for (size_t slot = 0; slot < span->slots.size(); slot++)
        if (span->slots[slot].bytes && span->slots[slot].owner == owner)
          mine.push_back(addressOf(span->first) + slot * span->slotBytes);
      page = span->first + span->count;
    }
  }
  for (void *p : mine)
    release(p);
}

} // namespace helicon
