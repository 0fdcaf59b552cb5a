// Pools that several processes use: the exporter's memory is one sparse memory file with an arena over it, the importer
// maps the whole file, and an allocation is an offset in it. One descriptor and one mapping for any number of
// allocations. The importer's book-keeping says which of them the program may name.
#include "runtime/Arena.h"
#include "runtime/Device.h"
#include "runtime/FarMapping.h"
#include "runtime/Log.h"
#include "runtime/MemoryPool.h"
#include "runtime/MemoryRanges.h"
#include "runtime/Registered.h"
#include "runtime/SharedFile.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <shared_mutex>
#include <sys/mman.h>

namespace helicon {

static constexpr char kUse[] = "pool";
static constexpr uint64_t kMagic = 0x6c6f6f7061737548;

/// The memory of a pool that can be exported.
class MemoryPool::Own final : public MemoryRange {
public:
  ~Own() override { file.close(); }

  void describe(const void *p, PointerInfo &out) const override {
    Allocation allocation;
    out.device = device;
    if (!arena->find(p, allocation) || (allocation.flags & kIdleAllocation))
      return;
    out.base = allocation.base;
    out.bytes = allocation.bytes;
    out.id = allocation.id;
    out.pool = static_cast<MemoryPool *>(const_cast<void *>(allocation.owner));
  }
  bool reaches(const void *p, uint64_t bytes) const override {
    Allocation a;
    if (!arena->find(p, a) || (a.flags & kIdleAllocation))
      return false;
    return bytes <= a.bytes - (uintptr_t(p) - uintptr_t(a.base));
  }

  std::unique_ptr<Arena> arena;
  SharedFile file;
  int device = -1;
  const char *start = nullptr;
};

/// Another process's.
class MemoryPool::Imported final : public MemoryRange {
public:
  ~Imported() override {
    if (start)
      munmap(start, bytes);
    file.close();
  }

  void describe(const void *p, PointerInfo &out) const override {
    std::shared_lock lock(mutex);
    out.device = device;
    auto it = live.upper_bound(uintptr_t(p));
    if (it == live.begin())
      return;
    --it;
    if (uintptr_t(p) - it->first >= it->second.bytes)
      return;
    out.base = reinterpret_cast<void *>(it->first);
    out.bytes = it->second.bytes;
    out.id = it->second.id;
    out.pool = pool;
  }
  bool reaches(const void *p, uint64_t count) const override {
    PointerInfo info;
    describe(p, info);
    return info.base && count <= info.bytes - (uintptr_t(p) - uintptr_t(info.base));
  }

  struct Entry {
    uint64_t bytes, id;
    uint32_t uses;
  };
  mutable std::shared_mutex mutex;
  std::map<uintptr_t, Entry> live;
  SharedFile file;
  char *start = nullptr;
  uint64_t bytes = 0, serial = 0;
  MemoryPool *pool = nullptr;
  int device = -1;
};

Arena &MemoryPool::arena() const { return own ? *own->arena : owner.memory(); }

Status MemoryPool::create(Device &device, uint64_t mostBytes, bool shareable, PoolRef &out) {
  auto pool = std::make_shared<MemoryPool>(device, mostBytes);
  if (shareable) {
    auto memory = std::make_shared<Own>();
    const uint64_t limit = mostBytes ? std::min(mostBytes, device.memory().limit()) : device.memory().limit();
    std::string why;
    // Addresses to spare, so that a fragmented pool still gives out all of its memory, where addresses are cheap.
    const uint64_t range = device.memory().range();
    memory->arena =
        Arena::reserve(limit, isAddressSpaceLimited() ? range / 4 : std::min(range, 4 * limit), nullptr, why);
    if (!memory->arena) {
      logWarning("a memory pool that can be shared: " + why);
      return Status::OutOfMemory;
    }
    if (Status status = SharedFile::create(kUse, memory->arena->range(), memory->file); status != Status::Success)
      return status;
    if (Status status = memory->arena->backWith(memory->file.fd); status != Status::Success)
      return status;
    memory->device = device.ordinal();
    memoryRanges::add(memory->arena->start(), memory->arena->range(), memory);
    pool->own = std::move(memory);
  }
  keep(pool);
  out = std::move(pool);
  return Status::Success;
}

Status MemoryPool::import(Device &device, int fd, PoolRef &out) {
  auto memory = std::make_shared<Imported>();
  if (Status status = SharedFile::adopt(fd, kUse, memory->file); status != Status::Success)
    return status;
  memory->bytes = memory->file.bytes();
  void *start = mmap(nullptr, memory->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, memory->file.fd, 0);
  if (start == MAP_FAILED) {
    logWarning(std::string("the pool of another process can't be mapped: ") + std::strerror(errno));
    return Status::OutOfMemory;
  }
  auto pool = std::make_shared<MemoryPool>(device, 0);
  memory->start = static_cast<char *>(start);
  memory->device = device.ordinal();
  memory->pool = pool.get();
  memoryRanges::add(start, memory->bytes, memory);
  pool->imported = std::move(memory);
  keep(pool);
  out = std::move(pool);
  return Status::Success;
}

/// The last that held memory of the pool, or its handle, is gone.
void MemoryPool::forgetRange() {
  if (own)
    memoryRanges::remove(own->arena->start());
  if (imported)
    memoryRanges::remove(imported->start);
}

Status MemoryPool::exportFile(int &fd) const {
  if (!own)
    return Status::InvalidValue;
  const int copy = dup(own->file.fd);
  if (copy < 0)
    return Status::OutOfMemory;
  fd = copy;
  return Status::Success;
}

Status MemoryPool::exportPointer(const void *pointer, Pointer &out) {
  const PointerInfo info = pointerInfo(pointer);
  if (!info.base || info.base != pointer || !info.pool || !info.pool->own)
    return Status::InvalidValue;
  const Own &own = *info.pool->own;
  out = {kMagic, {own.file.key[0], own.file.key[1]}, own.arena->offsetOf(pointer), info.bytes};
  return Status::Success;
}

Status MemoryPool::importPointer(const Pointer &from, void **out) {
  if (!imported || from.magic != kMagic || from.key[0] != imported->file.key[0] ||
      from.key[1] != imported->file.key[1] || from.bytes == 0 || from.offset > imported->bytes ||
      from.bytes > imported->bytes - from.offset)
    return Status::InvalidValue;
  char *pointer = imported->start + from.offset;
  std::unique_lock lock(imported->mutex);
  auto &live = imported->live;
  // What the exporter freed and allocated anew while it is still imported here is a mistake of the programs.
  auto next = live.lower_bound(uintptr_t(pointer));
  const bool isSame = next != live.end() && next->first == uintptr_t(pointer);
  if ((isSame && next->second.bytes != from.bytes) ||
      (!isSame && next != live.end() && next->first < uintptr_t(pointer) + from.bytes) ||
      (next != live.begin() && std::prev(next)->first + std::prev(next)->second.bytes > uintptr_t(pointer)))
    return Status::InvalidValue;
  if (isSame)
    next->second.uses++;
  else
    live[uintptr_t(pointer)] = {from.bytes, (uint64_t(1) << 62) | ++imported->serial, 1};
  *out = pointer;
  return Status::Success;
}

Status MemoryPool::releaseImported(void *pointer) {
  std::unique_lock lock(imported->mutex);
  auto it = imported->live.find(uintptr_t(pointer));
  if (it == imported->live.end())
    return Status::InvalidValue;
  if (--it->second.uses == 0)
    imported->live.erase(it);
  return Status::Success;
}

bool MemoryPool::isEmpty() const {
  if (imported) {
    std::shared_lock lock(imported->mutex);
    return imported->live.empty();
  }
  std::lock_guard lock(mutex);
  return reserved == 0;
}

} // namespace helicon
