// See ManagedAdvice.h. Allocations are known by their id, which is never used again: what is left of freed ones is
// dropped when there is much of it.
#include "runtime/ManagedAdvice.h"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <unordered_set>

namespace helicon {
namespace {

constexpr uint64_t kPage = 4096;
constexpr int kSetReadMostly = 1, kUnsetReadMostly = 2, kSetPreferred = 3, kUnsetPreferred = 4, kSetAccessedBy = 5,
              kUnsetAccessedBy = 6;
constexpr size_t kMostAllocations = 1 << 14;

struct Said {
  bool readMostly = false;
  Place preferred, prefetched;
  std::set<int32_t> accessedBy; ///< -1: the host
};

/// Runs of pages, from the key to `end`; pages in none were never spoken of.
struct Run {
  uint64_t end = 0;
  Said said;
};
struct Entry {
  const void *base = nullptr;
  std::map<uint64_t, Run> runs;
};

struct Table {
  std::mutex mutex;
  std::map<uint64_t, Entry> entries; ///< by the allocation's id
  std::unordered_set<uint64_t> synchronous;
  static Table &get() {
    static auto *const kTable = new Table;
    return *kTable;
  }

  /// Drops what belongs to allocations that are gone. Under the mutex.
  void tidy() {
    if (entries.size() > kMostAllocations)
      std::erase_if(entries, [](const auto &entry) { return pointerInfo(entry.second.base).id != entry.first; });
  }
};

/// A run ends, and another begins, at `page`.
void cut(std::map<uint64_t, Run> &runs, uint64_t page) {
  auto it = runs.upper_bound(page);
  if (it == runs.begin())
    return;
  --it;
  if (it->first == page || it->second.end <= page)
    return;
  runs[page] = it->second;
  it->second.end = page;
}

struct Pages {
  uint64_t first, end;
  Pages(const void *start, uint64_t bytes)
      : first(uintptr_t(start) / kPage), end((uintptr_t(start) + bytes + kPage - 1) / kPage) {}
};

void change(const PointerInfo &info, const void *start, uint64_t bytes, const std::function<void(Said &)> &action) {
  const Pages pages(start, bytes);
  Table &table = Table::get();
  std::lock_guard lock(table.mutex);
  table.tidy();
  Entry &entry = table.entries[info.id];
  entry.base = info.base;
  auto &runs = entry.runs;
  cut(runs, pages.first);
  cut(runs, pages.end);
  for (uint64_t at = pages.first; at < pages.end;) {
    auto it = runs.lower_bound(at);
    if (it == runs.end() || it->first > at)
      it = runs.emplace(at, Run{it == runs.end() ? pages.end : std::min(it->first, pages.end), {}}).first;
    action(it->second.said);
    at = it->second.end;
  }
}

void forEach(const PointerInfo &info, const void *start, uint64_t bytes,
             const std::function<void(const Said &)> &action) {
  static const Said kNothing;
  const Pages pages(start, bytes);
  Table &table = Table::get();
  std::lock_guard lock(table.mutex);
  auto entry = table.entries.find(info.id);
  if (entry == table.entries.end())
    return action(kNothing);
  const auto &runs = entry->second.runs;
  for (uint64_t at = pages.first; at < pages.end;) {
    auto it = runs.upper_bound(at);
    const bool isIn = it != runs.begin() && std::prev(it)->second.end > at;
    action(isIn ? std::prev(it)->second.said : kNothing);
    at = isIn ? std::prev(it)->second.end : it == runs.end() ? pages.end : it->first;
  }
}

Place common(const PointerInfo &info, const void *start, uint64_t bytes, Place Said::*which) {
  std::optional<Place> found;
  bool isCommon = true;
  forEach(info, start, bytes, [&](const Said &said) {
    isCommon &= !found || *found == said.*which;
    found = said.*which;
  });
  return isCommon && found ? *found : Place{};
}

} // namespace

namespace advice {

void set(const PointerInfo &info, const void *start, uint64_t bytes, int kind, const Place &place) {
  change(info, start, bytes, [&](Said &said) {
    const int32_t who = place.type == Place::kDevice ? place.id : -1;
    if (kind == kSetReadMostly || kind == kUnsetReadMostly)
      said.readMostly = kind == kSetReadMostly;
    else if (kind == kSetPreferred || kind == kUnsetPreferred)
      said.preferred = kind == kSetPreferred ? place : Place{};
    else if (kind == kSetAccessedBy)
      said.accessedBy.insert(who);
    else if (kind == kUnsetAccessedBy)
      said.accessedBy.erase(who);
  });
}

void prefetched(const PointerInfo &info, const void *start, uint64_t bytes, const Place &place) {
  change(info, start, bytes, [&](Said &said) { said.prefetched = place; });
}

bool isReadMostly(const PointerInfo &info, const void *start, uint64_t bytes) {
  bool all = true;
  forEach(info, start, bytes, [&](const Said &said) { all &= said.readMostly; });
  return all;
}

Place preferred(const PointerInfo &info, const void *start, uint64_t bytes) {
  return common(info, start, bytes, &Said::preferred);
}

Place lastPrefetched(const PointerInfo &info, const void *start, uint64_t bytes) {
  return common(info, start, bytes, &Said::prefetched);
}

void accessedBy(const PointerInfo &info, const void *start, uint64_t bytes, std::span<int32_t> out) {
  std::optional<std::set<int32_t>> all;
  forEach(info, start, bytes, [&](const Said &said) {
    if (!all)
      all = said.accessedBy;
    else
      std::erase_if(*all, [&](int32_t who) { return !said.accessedBy.contains(who); });
  });
  std::fill(out.begin(), out.end(), -2);
  size_t count = 0;
  if (!all)
    return;
  for (int32_t who : *all)
    if (who >= 0 && count < out.size())
      out[count++] = who;
  if (all->contains(-1) && count < out.size())
    out[count] = -1;
}

} // namespace advice

namespace syncCopies {

void set(const PointerInfo &info, bool value) {
  Table &table = Table::get();
  std::lock_guard lock(table.mutex);
  if (value)
    table.synchronous.insert(info.id);
  else
    table.synchronous.erase(info.id);
}

bool get(const PointerInfo &info) {
  Table &table = Table::get();
  std::lock_guard lock(table.mutex);
  return table.synchronous.contains(info.id);
}

} // namespace syncCopies
} // namespace helicon
