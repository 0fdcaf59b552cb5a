// See VirtualMemory.h. Memory that can't be exported lies in one sparse file of the process, at offsets that are never
// used twice; what can be exported has a file of its own.
#include "runtime/VirtualMemory.h"

#include "runtime/Arena.h"
#include "runtime/Device.h"
#include "runtime/Log.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace helicon {

static constexpr char kUse[] = "memory";
static constexpr uint64_t kFileBytes = uint64_t(1) << 50; ///< sparse: nothing but numbers

struct VirtualMemory::Physical {
  Device *device = nullptr;
  uint64_t bytes = 0, offset = 0, handle = 0;
  uint32_t uses = 0; ///< of the handle; 0: only mappings are left
  bool isShareable = false, isCharged = false;
  SharedFile file; ///< its own, or the process's

  ~Physical() {
    if (isShareable)
      file.close();
    else if (file.fd >= 0)
      fallocate(file.fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, off_t(offset), off_t(bytes));
    if (isCharged)
      device->memory().discharge(bytes);
  }
};

/// What pointers into reserved addresses are.
class VirtualMemory::Range final : public MemoryRange {
public:
  void describe(const void *p, PointerInfo &out) const override {
    const VirtualMemory &v = VirtualMemory::get();
    std::shared_lock lock(v.mutex);
    auto it = v.mappingAtLocked(uintptr_t(p));
    if (it == v.mappings.end())
      return;
    const Mapping &mapping = it->second;
    out.base = reinterpret_cast<void *>(it->first);
    out.bytes = mapping.bytes;
    out.id = (uint64_t(1) << 61) | mapping.id;
    out.device = mapping.memory->device->ordinal();
    out.isShareable = mapping.memory->isShareable;
    out.access = mapping.mostAccess();
    auto reservation = std::prev(v.reservations.upper_bound(uintptr_t(p)));
    out.reserved = reinterpret_cast<void *>(reservation->first);
    out.reservedBytes = reservation->second;
  }
  /// Mappings side by side are one piece of memory.
  bool reaches(const void *p, uint64_t bytes) const override {
    const VirtualMemory &v = VirtualMemory::get();
    std::shared_lock lock(v.mutex);
    const uint64_t start = uintptr_t(p), end = start + bytes;
    if (end < start)
      return false;
    for (uint64_t at = start; at < end;) {
      auto it = v.mappingAtLocked(at);
      if (it == v.mappings.end() || it->second.mostAccess() == kNone)
        return false;
      at = it->first + it->second.bytes;
    }
    return true;
  }
};

static bool isAligned(uint64_t value) { return value % VirtualMemory::kGranularity == 0; }

VirtualMemory &VirtualMemory::get() {
  static auto *const kMemory = new VirtualMemory;
  return *kMemory;
}

uint32_t VirtualMemory::Mapping::mostAccess() const {
  uint32_t most = kNone;
  for (const auto &[device, flags] : access)
    most |= flags;
  return most;
}

// ---- Addresses ----------------------------------------------------------------------------------------------------

static void *reserveAddresses(uint64_t bytes, void *where, int more) {
  return mmap(where, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | more, -1, 0);
}

Status VirtualMemory::reserve(uint64_t bytes, uint64_t alignment, uint64_t wish, uint64_t &out) {
  if (bytes == 0 || !isAligned(bytes) || !isAligned(wish) || (alignment & (alignment - 1)) != 0)
    return Status::InvalidValue;
  alignment = std::max(alignment, kGranularity);
  uint64_t all = 0;
  if (__builtin_add_overflow(bytes, alignment, &all))
    return Status::OutOfMemory;
  uint64_t start = 0;
  if (wish && wish % alignment == 0 &&
      reserveAddresses(bytes, reinterpret_cast<void *>(wish), MAP_FIXED_NOREPLACE) == reinterpret_cast<void *>(wish)) {
    start = wish;
  } else {
    void *raw = reserveAddresses(all, nullptr, 0);
    if (raw == MAP_FAILED)
      return Status::OutOfMemory;
    start = (uintptr_t(raw) + alignment - 1) & ~(alignment - 1);
    if (start > uintptr_t(raw))
      munmap(raw, start - uintptr_t(raw));
    munmap(reinterpret_cast<void *>(start + bytes), uintptr_t(raw) + all - (start + bytes));
  }
  {
    std::unique_lock lock(mutex);
    reservations[start] = bytes;
  }
  memoryRanges::add(reinterpret_cast<void *>(start), bytes, std::make_shared<Range>());
  out = start;
  return Status::Success;
}

Status VirtualMemory::free(uint64_t address, uint64_t bytes) {
  {
    std::unique_lock lock(mutex);
    auto it = reservations.find(address);
    if (it == reservations.end() || it->second != bytes)
      return Status::InvalidValue;
    auto next = mappings.lower_bound(address);
    if ((next != mappings.end() && next->first < address + bytes) || mappingAtLocked(address) != mappings.end())
      return Status::InvalidValue;
    reservations.erase(it);
  }
  memoryRanges::remove(reinterpret_cast<void *>(address));
  munmap(reinterpret_cast<void *>(address), bytes);
  return Status::Success;
}

/// Reservations side by side are one.
bool VirtualMemory::isReservedLocked(uint64_t address, uint64_t bytes) const {
  const uint64_t end = address + bytes;
  if (end < address)
    return false;
  while (address < end) {
    auto it = reservations.upper_bound(address);
    if (it == reservations.begin())
      return false;
    --it;
    if (address - it->first >= it->second)
      return false;
    address = it->first + it->second;
  }
  return true;
}

VirtualMemory::Mappings::const_iterator VirtualMemory::mappingAtLocked(uint64_t address) const {
  auto it = mappings.upper_bound(address);
  if (it == mappings.begin())
    return mappings.end();
  --it;
  return address - it->first < it->second.bytes ? it : mappings.end();
}

// ---- Memory -------------------------------------------------------------------------------------------------------

uint64_t VirtualMemory::addLocked(PhysicalRef memory) {
  if (memory->handle == 0)
    memory->handle = nextHandle++;
  memory->uses++;
  const uint64_t handle = memory->handle;
  handles[handle] = std::move(memory);
  return handle;
}

Status VirtualMemory::create(Device &device, uint64_t bytes, bool shareable, uint64_t &handle) {
  if (bytes == 0 || !isAligned(bytes))
    return Status::InvalidValue;
  auto memory = std::make_shared<Physical>();
  memory->device = &device;
  memory->bytes = bytes;
  if (Status status = device.memory().charge(bytes); status != Status::Success)
    return status;
  memory->isCharged = true;
  if (shareable) {
    if (Status status = SharedFile::create(kUse, bytes, memory->file); status != Status::Success)
      return status;
    memory->isShareable = true;
  }
  std::unique_lock lock(mutex);
  if (!shareable) {
    if (file.fd < 0)
      if (Status status = SharedFile::create(kUse, kFileBytes, file); status != Status::Success)
        return status;
    if (fileUsed > kFileBytes - bytes)
      return Status::OutOfMemory;
    memory->offset = fileUsed;
    fileUsed += bytes;
    memory->file = file;
  }
  handle = addLocked(std::move(memory));
  return Status::Success;
}

Status VirtualMemory::release(uint64_t handle) {
  PhysicalRef last; // dropped after the lock
  std::unique_lock lock(mutex);
  auto it = handles.find(handle);
  if (it == handles.end())
    return Status::InvalidValue;
  if (--it->second->uses == 0) {
    last = std::move(it->second);
    handles.erase(it);
  }
  lock.unlock();
  return Status::Success;
}

Status VirtualMemory::retain(uint64_t address, uint64_t &handle) {
  std::unique_lock lock(mutex);
  auto it = mappingAtLocked(address);
  if (it == mappings.end())
    return Status::InvalidValue;
  handle = addLocked(it->second.memory);
  return Status::Success;
}

Status VirtualMemory::properties(uint64_t handle, int &device, bool &shareable) const {
  std::shared_lock lock(mutex);
  auto it = handles.find(handle);
  if (it == handles.end())
    return Status::InvalidValue;
  device = it->second->device->ordinal();
  shareable = it->second->isShareable;
  return Status::Success;
}

Status VirtualMemory::exportFile(uint64_t handle, int &fd) const {
  std::shared_lock lock(mutex);
  auto it = handles.find(handle);
  if (it == handles.end() || !it->second->isShareable)
    return Status::InvalidValue;
  const int copy = dup(it->second->file.fd);
  if (copy < 0)
    return Status::OutOfMemory;
  fd = copy;
  return Status::Success;
}

/// The memory counts as the exporter's alone.
Status VirtualMemory::importFile(Device &device, int fd, uint64_t &handle) {
  auto memory = std::make_shared<Physical>();
  if (Status status = SharedFile::adopt(fd, kUse, memory->file); status != Status::Success)
    return status;
  memory->device = &device;
  memory->isShareable = true;
  memory->bytes = memory->file.bytes();
  if (memory->bytes == 0 || memory->bytes == kFileBytes)
    return Status::InvalidValue;
  std::unique_lock lock(mutex);
  handle = addLocked(std::move(memory));
  return Status::Success;
}

// ---- Mappings -----------------------------------------------------------------------------------------------------

Status VirtualMemory::map(uint64_t address, uint64_t bytes, uint64_t offset, uint64_t handle) {
  if (bytes == 0)
    return Status::InvalidValue;
  std::unique_lock lock(mutex);
  auto it = handles.find(handle);
  if (it == handles.end() || !isAligned(address) || !isAligned(bytes))
    return Status::InvalidValue;
  const Physical &memory = *it->second;
  if (offset != 0 || bytes != memory.bytes)
    return Status::NotSupported;
  auto next = mappings.lower_bound(address);
  if (!isReservedLocked(address, bytes) || (next != mappings.end() && next->first < address + bytes) ||
      mappingAtLocked(address) != mappings.end())
    return Status::InvalidValue;
  void *where = reinterpret_cast<void *>(address);
  if (mmap(where, bytes, PROT_NONE, MAP_SHARED | MAP_FIXED | MAP_NORESERVE, memory.file.fd, off_t(memory.offset)) ==
      MAP_FAILED) {
    logWarning(std::string("the system refuses to map device memory: ") + std::strerror(errno));
    return Status::OutOfMemory;
  }
  mappings[address] = {bytes, nextId++, it->second, {}};
  return Status::Success;
}

Status VirtualMemory::unmap(uint64_t address, uint64_t bytes) {
  if (bytes == 0 || !isAligned(address) || !isAligned(bytes))
    return Status::InvalidValue;
  std::vector<PhysicalRef> last; // dropped after the lock
  std::unique_lock lock(mutex);
  const uint64_t end = address + bytes;
  if (!isReservedLocked(address, bytes))
    return Status::InvalidValue;
  const auto first = mappingAtLocked(address), behind = mappingAtLocked(end);
  const bool cutsFirst = first != mappings.end() && first->first != address;
  const bool cutsLast = behind != mappings.end() && behind->first != end;
  if (cutsFirst || cutsLast)
    return Status::InvalidValue;
  for (auto it = mappings.lower_bound(address); it != mappings.end() && it->first < end;) {
    if (reserveAddresses(it->second.bytes, reinterpret_cast<void *>(it->first), MAP_FIXED) == MAP_FAILED)
      return Status::OutOfMemory;
    last.push_back(std::move(it->second.memory));
    it = mappings.erase(it);
  }
  lock.unlock();
  return Status::Success;
}

/// Whole mappings without a gap.
bool VirtualMemory::fillsLocked(uint64_t address, uint64_t bytes) const {
  uint64_t at = address;
  const uint64_t end = address + bytes;
  while (at < end) {
    auto it = mappings.find(at);
    if (it == mappings.end())
      return false;
    at += it->second.bytes;
  }
  return bytes != 0 && at == end;
}

Status VirtualMemory::checkAccess(uint64_t address, uint64_t bytes) const {
  std::shared_lock lock(mutex);
  return fillsLocked(address, bytes) ? Status::Success : Status::InvalidValue;
}

Status VirtualMemory::setAccess(uint64_t address, uint64_t bytes, int device, uint32_t flags) {
  std::unique_lock lock(mutex);
  if (!fillsLocked(address, bytes))
    return Status::InvalidValue;
  for (auto it = mappings.find(address); it != mappings.end() && it->first < address + bytes; ++it) {
    Mapping &mapping = it->second;
    const auto before = mapping.access;
    mapping.access[device] = flags;
    const uint32_t most = mapping.mostAccess();
    const int protection = most == kNone ? PROT_NONE : most == kRead ? PROT_READ : PROT_READ | PROT_WRITE;
    if (mprotect(reinterpret_cast<void *>(it->first), mapping.bytes, protection) != 0) {
      mapping.access = before;
      return Status::OutOfMemory;
    }
  }
  return Status::Success;
}

Status VirtualMemory::access(uint64_t address, int device, uint32_t &flags) const {
  std::shared_lock lock(mutex);
  auto it = mappingAtLocked(address);
  if (it == mappings.end())
    return Status::InvalidValue;
  auto own = it->second.access.find(device);
  flags = own == it->second.access.end() ? uint32_t(kNone) : own->second;
  return Status::Success;
}

} // namespace helicon
