// Pointer classification and the checks in front of copies. Registered host ranges are few: an ordered map.
#include "runtime/Memory.h"

#include "runtime/Arena.h"
#include "runtime/Context.h"
#include "runtime/Device.h"
#include "runtime/MemoryRanges.h"
#include "runtime/Process.h"
#include "runtime/Registered.h"

namespace helicon {

RegisteredRanges &RegisteredRanges::get() {
  static auto *const kRanges = new RegisteredRanges;
  return *kRanges;
}

Status RegisteredRanges::insert(void *start, uint64_t bytes, uint32_t flags, Context *owner) {
  uintptr_t first = uintptr_t(start), end = first + bytes;
  auto next = ranges.lower_bound(first);
  if (next != ranges.end() && next->first < end)
    return Status::HostMemoryAlreadyRegistered;
  if (next != ranges.begin()) {
    auto before = std::prev(next);
    if (before->first + before->second.bytes > first)
      return Status::HostMemoryAlreadyRegistered;
  }
  ranges[first] = {bytes, flags, {owner}, ++serial};
  count.store(ranges.size(), std::memory_order_release);
  return Status::Success;
}

Status RegisteredRanges::add(void *start, uint64_t bytes, uint32_t flags, Context *owner) {
  std::unique_lock lock(mutex);
  return insert(start, bytes, flags, owner);
}

bool RegisteredRanges::isManaged(uintptr_t start) const {
  auto it = ranges.find(start);
  return it != ranges.end() && (it->second.flags & kManagedAllocation);
}

void RegisteredRanges::addManaged(void *start, uint64_t bytes, Context *owner) {
  std::unique_lock lock(mutex);
  if (isManaged(uintptr_t(start)))
    ranges[uintptr_t(start)].owners.push_back(owner);
  else
    insert(start, bytes, kManagedAllocation, owner); // where the program registered the place itself, it stays that
}

Status RegisteredRanges::remove(void *start) {
  std::unique_lock lock(mutex);
  if (isManaged(uintptr_t(start)) || ranges.erase(uintptr_t(start)) == 0)
    return Status::HostMemoryNotRegistered;
  count.store(ranges.size(), std::memory_order_release);
  return Status::Success;
}

void RegisteredRanges::removeManaged(void *start) {
  std::unique_lock lock(mutex);
  if (isManaged(uintptr_t(start)))
    ranges.erase(uintptr_t(start));
  count.store(ranges.size(), std::memory_order_release);
}

void RegisteredRanges::removeAll(const Context *owner) {
  std::unique_lock lock(mutex);
  for (auto it = ranges.begin(); it != ranges.end();) {
    std::erase(it->second.owners, owner);
    it = it->second.owners.empty() ? ranges.erase(it) : std::next(it);
  }
  count.store(ranges.size(), std::memory_order_release);
}

bool RegisteredRanges::find(const void *p, PointerInfo &out) const {
  if (count.load(std::memory_order_acquire) == 0)
    return false;
  std::shared_lock lock(mutex);
  auto next = ranges.upper_bound(uintptr_t(p));
  if (next == ranges.begin())
    return false;
  auto it = std::prev(next);
  if (uintptr_t(p) - it->first >= it->second.bytes)
    return false;
  // A managed variable of the program lies in its own data segment.
  out.kind = it->second.flags & kManagedAllocation ? MemoryKind::Managed : MemoryKind::Registered;
  out.base = reinterpret_cast<void *>(it->first);
  out.bytes = it->second.bytes;
  out.context = it->second.owners.front();
  out.device = out.context->device().ordinal();
  out.flags = it->second.flags & ~kManagedAllocation;
  out.id = (uint64_t(1) << 63) | it->second.id;
  return true;
}

static void fill(PointerInfo &info, const Allocation &allocation) {
  info.base = allocation.base;
  info.bytes = allocation.bytes;
  void *owner = const_cast<void *>(allocation.owner);
  if (allocation.flags & kPoolAllocation)
    info.pool = static_cast<MemoryPool *>(owner);
  else
    info.context = static_cast<Context *>(owner);
  info.id = allocation.id;
}

PointerInfo pointerInfo(const void *pointer) {
  PointerInfo info;
  Allocation allocation;
  for (const auto &device : devices()) {
    Arena &arena = device->memory();
    if (!arena.contains(pointer))
      continue;
    info.kind = MemoryKind::Device;
    info.inArena = true;
    info.device = device->ordinal();
    if (arena.find(pointer, allocation) && !(allocation.flags & kIdleAllocation)) {
      fill(info, allocation);
      info.flags = allocation.flags & ~(kManagedAllocation | kPoolAllocation);
      if (allocation.flags & kManagedAllocation)
        info.kind = MemoryKind::Managed;
    }
    return info;
  }
  if (!devices().empty() && process::pinnedArena().contains(pointer)) {
    info.kind = MemoryKind::Pinned;
    if (process::pinnedArena().find(pointer, allocation)) {
      fill(info, allocation);
      info.flags = allocation.flags;
      info.device = info.context->device().ordinal();
    }
    return info;
  }
  if (const auto range = memoryRanges::find(pointer)) {
    info.kind = MemoryKind::Device;
    info.inRange = true;
    range->describe(pointer, info);
    return info;
  }
  RegisteredRanges::get().find(pointer, info);
  return info;
}

std::string arenaText(const void *pointer) {
  for (const auto &device : devices())
    if (device->memory().contains(pointer))
      return device->memory().describe(pointer);
  if (!devices().empty() && process::pinnedArena().contains(pointer))
    return process::pinnedArena().describe(pointer);
  if (const auto range = memoryRanges::find(pointer)) {
    PointerInfo info;
    range->describe(pointer, info);
    return !info.base         ? "reserved addresses where no memory is mapped"
           : info.access == 0 ? "mapped memory to which no device was given access"
           : info.access == 1 ? "mapped memory to which devices have read access only"
                              : "";
  }
  return {};
}

bool staysInside(const PointerInfo &info, const void *p, uint64_t bytes) {
  if (info.kind == MemoryKind::Unregistered || info.kind == MemoryKind::Registered ||
      (info.kind == MemoryKind::Managed && !info.inArena))
    return true; // pageable memory beyond a registered range is still the program's own
  if (!info.base)
    return false;
  if (info.inRange) {
    const auto range = memoryRanges::find(p);
    return range && range->reaches(p, bytes);
  }
  uint64_t offset = uint64_t(static_cast<const char *>(p) - static_cast<char *>(info.base));
  return bytes <= info.bytes && offset <= info.bytes - bytes;
}

Status checkCopy(const void *to, const void *from, uint64_t bytes, CopyKind kind) {
  if (kind < CopyKind::HostToHost || kind > CopyKind::Default)
    return Status::InvalidMemcpyDirection;
  if (bytes == 0)
    return Status::Success;
  if (!to || !from)
    return Status::InvalidValue;
  PointerInfo target = pointerInfo(to), source = pointerInfo(from);
  if (!staysInside(target, to, bytes) || !staysInside(source, from, bytes))
    return Status::InvalidValue;
  if (kind == CopyKind::Default)
    return Status::Success;
  // Managed, pinned and registered memory may stand at either end; plain device and plain host memory may not.
  auto agrees = [](const PointerInfo &info, bool wantsDevice) {
    return wantsDevice ? info.kind != MemoryKind::Unregistered : info.kind != MemoryKind::Device;
  };
  bool toDevice = kind == CopyKind::HostToDevice || kind == CopyKind::DeviceToDevice;
  bool fromDevice = kind == CopyKind::DeviceToHost || kind == CopyKind::DeviceToDevice;
  return agrees(target, toDevice) && agrees(source, fromDevice) ? Status::Success : Status::InvalidValue;
}

Status checkFill(const void *to, uint64_t bytes) {
  if (bytes == 0)
    return Status::Success;
  PointerInfo info = pointerInfo(to);
  if (!to || info.kind == MemoryKind::Unregistered || !staysInside(info, to, bytes))
    return Status::InvalidValue;
  return Status::Success;
}

} // namespace helicon
