// See MemoryRanges.h.
#include "runtime/MemoryRanges.h"

#include <atomic>
#include <mutex>
#include <shared_mutex>

namespace helicon::memoryRanges {
namespace {
struct Table {
  std::shared_mutex mutex;
  std::atomic<size_t> count{0};
  struct Entry {
    uint64_t bytes;
    std::shared_ptr<const MemoryRange> range;
  };
  std::map<uintptr_t, Entry> entries;
  static Table &get() {
    static auto *const kTable = new Table; // destructors of the program may still free memory
    return *kTable;
  }
};
} // namespace

void add(const void *start, uint64_t bytes, std::shared_ptr<const MemoryRange> range) {
  Table &t = Table::get();
  std::unique_lock lock(t.mutex);
  t.entries[uintptr_t(start)] = {bytes, std::move(range)};
  t.count.store(t.entries.size(), std::memory_order_release);
}

void remove(const void *start) {
  Table &t = Table::get();
  std::shared_ptr<const MemoryRange> last; // dropped after the lock
  std::unique_lock lock(t.mutex);
  if (auto it = t.entries.find(uintptr_t(start)); it != t.entries.end()) {
    last = std::move(it->second.range);
    t.entries.erase(it);
  }
  t.count.store(t.entries.size(), std::memory_order_release);
  lock.unlock();
}

std::shared_ptr<const MemoryRange> find(const void *p) {
  Table &t = Table::get();
  if (t.count.load(std::memory_order_acquire) == 0)
    return nullptr;
  std::shared_lock lock(t.mutex);
  auto it = t.entries.upper_bound(uintptr_t(p));
  if (it == t.entries.begin())
    return nullptr;
  --it;
  return uintptr_t(p) - it->first < it->second.bytes ? it->second.range : nullptr;
}

} // namespace helicon::memoryRanges
