// An allocation with guards is a span of the arena of its own, at least 64 KB of addresses larger; its pages lie so
// that the addresses on both sides stay reserved. Half of the arena's addresses may go there, those of freed memory
// with them: a device without addresses to spare still gives out all of its memory. The pattern is a function of the
// address, so that no constant that a kernel writes equals it everywhere.
#include "runtime/ArenaGuards.h"

#include "runtime/Log.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <sys/mman.h>
#include <utility>

namespace helicon {

static constexpr uint64_t kSystemPage = 4096;
static constexpr uint64_t kRoom = 256;          ///< of the pattern on each side where there are no guard pages
static constexpr uint64_t kLooked = 256;        ///< bytes before an allocation that every check looks at
static constexpr uint64_t kMostFreed = 1 << 16; ///< allocations
static constexpr uint64_t kHugeFrom = 4 << 20;

static std::atomic<int64_t> gMappings{0}; ///< that guards of all arenas have taken

static constexpr auto kPattern = [] {
  std::array<unsigned char, 2 * kSystemPage> bytes{};
  for (size_t i = 0; i < bytes.size(); i++)
    bytes[i] = static_cast<unsigned char>(i % 256 * 37 + 0xb5);
  return bytes;
}();

static const unsigned char *patternAt(const char *p) { return kPattern.data() + uintptr_t(p) % 256; }

static uint64_t roundUp(uint64_t bytes, uint64_t unit) { return (bytes + unit - 1) / unit * unit; }

int64_t mappingsForGuards() {
  int64_t most = 0, now = 0;
  std::ifstream limit("/proc/sys/vm/max_map_count");
  if (!(limit >> most))
    return 0;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    now++;
  return std::max<int64_t>(0, (most - now) / 2);
}

Arena::Guards::Guards(Arena &arena, int64_t mostMappings) : arena(arena), mostMappings(mostMappings) {}

void Arena::Guards::sayPlain(const char *why) {
  if (!std::exchange(saidPlain, true))
    logWarning(std::string("HELICON_STRICT: ") + why +
               "; further allocations have no guard pages, only patterns around them, which are looked at when the "
               "program synchronises, and memory that was freed may be used again");
}

// ---- Patterns -----------------------------------------------------------------------------------------------------

/// In pieces, because an allocation's pages may have been another one's.
template <class F> static void forPieces(char *from, char *to, F function) {
  for (uint64_t bytes = 0; from < to; from += bytes) {
    bytes = std::min<uint64_t>(uint64_t(to - from), kSystemPage);
    function(from, bytes);
  }
}

void Arena::Guards::fillPattern(const Block &block) const {
  auto fill = [](char *p, uint64_t bytes) { std::memcpy(p, patternAt(p), bytes); };
  char *start = static_cast<char *>(block.allocation.base);
  forPieces(block.low, start, fill);
  forPieces(start + block.allocation.bytes, block.high, fill);
}

/// Appends what is not the pattern any more, and makes it that again.
void Arena::Guards::look(const Block &block, uint64_t headBytes, bool isAllocation, std::vector<Overrun> &out) const {
  char *start = static_cast<char *>(block.allocation.base), *end = start + block.allocation.bytes;
  char *head = std::max(block.low, start - std::min<uint64_t>(headBytes, uint64_t(start - block.low)));
  char *first = nullptr, *last = nullptr; // the farthest that were changed
  forPieces(head, start, [&](char *p, uint64_t bytes) {
    if (!first && std::memcmp(p, patternAt(p), bytes) != 0)
      first = std::mismatch(p, p + bytes, patternAt(p), [](char a, unsigned char b) {
                return static_cast<unsigned char>(a) == b;
              }).first;
  });
  forPieces(end, block.high, [&](char *p, uint64_t bytes) {
    if (std::memcmp(p, patternAt(p), bytes) != 0)
      for (uint64_t i = 0; i < bytes; i++)
        if (static_cast<unsigned char>(p[i]) != patternAt(p)[i])
          last = p + i;
  });
  if (first)
    out.push_back({block.allocation, uint64_t(start - first), true, isAllocation});
  if (last)
    out.push_back({block.allocation, uint64_t(last + 1 - end), false, isAllocation});
  if (isAllocation && (first || last))
    fillPattern(block);
}

void Arena::Guards::check(std::vector<Overrun> &out) {
  take(out);
  for (const auto &[start, block] : live)
    look(block, kLooked, true, out);
}

void Arena::Guards::take(std::vector<Overrun> &out) {
  out.insert(out.end(), found.begin(), found.end());
  found.clear();
}

// ---- Allocation and release ---------------------------------------------------------------------------------------

Status Arena::Guards::allocate(uint64_t bytes, const void *owner, uint32_t flags, void **out) {
  Block block;
  block.allocation = {nullptr, bytes, owner, flags, 0};
  if (!allocateGuarded(block))
    if (Status status = allocatePlain(block); status != Status::Success)
      return status;
  block.allocation.id = freshId();
  fillPattern(block);
  *out = block.allocation.base;
  live.emplace(uintptr_t(block.allocation.base), block);
  return Status::Success;
}

/// False when there are no addresses or mappings left for it. Sets all but the id.
bool Arena::Guards::allocateGuarded(Block &block) {
  const uint64_t bytes = roundUp(block.allocation.bytes, kAlign), mapped = roundUp(bytes, kSystemPage);
  if (gMappings.fetch_add(2, std::memory_order_relaxed) + 2 > mostMappings) {
    gMappings.fetch_sub(2, std::memory_order_relaxed);
    sayPlain("the system's limit of memory mappings is near (vm.max_map_count)");
    return false;
  }
  // At least one system page behind it; the last one of the span before it, or of its own, is in front.
  const uint64_t pages = roundUp(mapped + kSystemPage, kPage) / kPage + 1;
  while (guardedPages + freedPages + pages > arena.pages / 2 && dropOldest())
    ;
  Span *span = nullptr;
  if (guardedPages + pages <= arena.pages / 2 && arena.take(mapped)) {
    while (!(span = arena.takeSpan(pages, false)) && dropOldest())
      ;
    if (!span)
      arena.give(mapped);
  }
  char *high = span ? arena.addressOf(span->first + pages - 1) : nullptr;
  if (span && std::any_of(arena.committed + span->first, arena.committed + span->first + pages, std::identity{}))
    arena.decommit(span->first, pages); // kept from an allocation without guards
  if (span && mprotect(high - mapped, mapped, PROT_READ | PROT_WRITE) != 0) {
    arena.give(mapped);
    arena.giveSpan(span);
    span = nullptr;
  }
  if (!span) {
    gMappings.fetch_sub(2, std::memory_order_relaxed);
    sayPlain("there are too few addresses or mappings for guard pages");
    return false;
  }
  if (mapped >= kHugeFrom)
    madvise(high - mapped, mapped, MADV_HUGEPAGE);
  arena.usedBytes += bytes; // what it needs beside is none of the program's
  guardedPages += pages;
  block.span = span;
  block.low = high - mapped;
  block.high = high;
  block.allocation.base = high - bytes;
  return true;
}

/// Between patterns, where there is room for them.
Status Arena::Guards::allocatePlain(Block &block) {
  Allocation &a = block.allocation;
  void *raw = nullptr;
  const uint64_t bytes = roundUp(a.bytes, kAlign);
  uint64_t room = kRoom;
  Status status = arena.allocateOrdinary(bytes + 2 * room, nullptr, 0, &raw);
  while (status != Status::Success && dropOldest())
    status = arena.allocateOrdinary(bytes + 2 * room, nullptr, 0, &raw);
  if (status != Status::Success) {
    room = 0;
    status = arena.allocateOrdinary(bytes, nullptr, 0, &raw);
  }
  if (status != Status::Success)
    return status;
  block.low = static_cast<char *>(raw);
  a.base = block.low + room;
  block.high = static_cast<char *>(a.base) + bytes + room;
  return Status::Success;
}

Status Arena::Guards::release(void *p) {
  auto it = live.find(uintptr_t(p));
  if (it == live.end())
    return Status::InvalidValue;
  const Block block = it->second;
  look(block, UINT64_MAX, false, found);
  live.erase(it);
  if (!block.span)
    return arena.releaseOrdinary(block.low);
  const auto mapped = uint64_t(block.high - block.low);
  arena.usedBytes -= roundUp(block.allocation.bytes, kAlign);
  arena.give(mapped);
  guardedPages -= block.span->count;
  quarantine(block);
  gMappings.fetch_sub(2, std::memory_order_relaxed);
  return Status::Success;
}

/// Memory goes, addresses stay.
void Arena::Guards::quarantine(const Block &block) {
  const uint64_t bytes = block.span->count * kPage;
  if (mmap(arena.addressOf(block.span->first), bytes, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
    madvise(block.low, size_t(block.high - block.low), MADV_DONTNEED); // readable zeros: not seen, but no harm
  arena.dropShared(block.span);
  freed.emplace(uintptr_t(block.allocation.base), block);
  oldest.push_back(uintptr_t(block.allocation.base));
  freedPages += block.span->count;
  while (oldest.size() > kMostFreed || freedPages > arena.pages / 4)
    dropOldest();
}

/// Gives the addresses that have been free for longest back to the arena; false when there are none.
bool Arena::Guards::dropOldest() {
  if (oldest.empty())
    return false;
  auto it = freed.find(oldest.front());
  oldest.pop_front();
  Span *span = it->second.span;
  freedPages -= span->count;
  freed.erase(it);
  arena.giveSpan(span);
  return true;
}

// ---- What an address is -------------------------------------------------------------------------------------------

bool Arena::Guards::find(const void *p, Allocation &out) const {
  auto it = live.upper_bound(uintptr_t(p));
  if (it == live.begin())
    return false;
  out = std::prev(it)->second.allocation;
  return uintptr_t(p) - uintptr_t(out.base) < out.bytes;
}

bool Arena::Guards::exchange(void *p, uint32_t from, uint32_t to, Allocation &old, uint64_t &capacity) {
  auto it = live.find(uintptr_t(p));
  if (it == live.end() || it->second.allocation.flags != from)
    return false;
  old = it->second.allocation;
  capacity = old.bytes;
  it->second.allocation.flags = to;
  return true;
}

bool Arena::Guards::pagesOf(const void *p, Span *&span, char *&low, char *&high) const {
  auto it = live.upper_bound(uintptr_t(p));
  if (it == live.begin())
    return false;
  const Block &block = std::prev(it)->second;
  span = block.span;
  low = block.low;
  high = block.high;
  return true;
}

void Arena::Guards::ownedBy(const void *owner, std::vector<void *> &out) const {
  for (const auto &[start, block] : live)
    if (block.allocation.owner == owner)
      out.push_back(block.allocation.base);
}

static std::string allocationText(const Allocation &a) {
  char text[96];
  std::snprintf(text, sizeof text, "the allocation of %llu bytes at %p", (unsigned long long)a.bytes, a.base);
  return text;
}

/// What it lies in or near to, if that was freed or is near enough to have been meant; else empty.
std::string Arena::Guards::describe(const void *p) const {
  constexpr uint64_t kNear = 1 << 20;
  const auto address = uintptr_t(p);
  if (auto it = freed.upper_bound(address); it != freed.begin()) {
    const Allocation &a = std::prev(it)->second.allocation;
    if (address - uintptr_t(a.base) < a.bytes)
      return "memory that was freed: " + std::to_string(address - uintptr_t(a.base)) + " bytes into " +
             allocationText(a);
  }
  auto next = live.upper_bound(address);
  const Allocation *above = next == live.end() ? nullptr : &next->second.allocation;
  const Allocation *below = next == live.begin() ? nullptr : &std::prev(next)->second.allocation;
  const uint64_t before = above ? uintptr_t(above->base) - address : UINT64_MAX;
  const uint64_t behind = below ? address - uintptr_t(below->base) - below->bytes : UINT64_MAX;
  if (std::min(before, behind) > kNear)
    return {};
  return before < behind ? std::to_string(before) + " bytes before the start of " + allocationText(*above)
                         : std::to_string(behind) + " bytes behind the end of " + allocationText(*below);
}

// ---- The arena's side ---------------------------------------------------------------------------------------------

void Arena::guardAllocations(int64_t mostMappings) {
  std::lock_guard lock(mutex);
  guards = std::make_unique<Guards>(*this, mostMappings);
}

void Arena::checkGuards(bool living, std::vector<Overrun> &out) {
  if (!guards)
    return;
  std::lock_guard lock(mutex);
  if (living)
    guards->check(out);
  else
    guards->take(out);
}

std::string Arena::describe(const void *p) const {
  if (!guards)
    return {};
  std::lock_guard lock(mutex);
  return guards->describe(p);
}

} // namespace helicon
