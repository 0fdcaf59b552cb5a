// Virtual memory management: reserved addresses, physical memory, and what is mapped where. Physical memory is a piece
// of a memory file, so that it may stand at several addresses; a mapping opens when a device is given access. Belongs
// to no context. Granularity 2 MB, as on cards. Addresses, handles and mappings are few: ordered maps under one lock.
#pragma once

#include "runtime/Export.h"
#include "runtime/MemoryRanges.h"
#include "runtime/SharedFile.h"
#include "runtime/Status.h"

#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>
#include <unordered_map>

namespace helicon {

class Device;

class HELICON_EXPORT VirtualMemory {
public:
  static constexpr uint64_t kGranularity = 2 << 20;
  enum Access : uint32_t { kNone = 0, kRead = 1, kReadWrite = 3 };

  static VirtualMemory &get();

  /// `wish`: an address, taken where it is free. Alignment 0: the granularity.
  Status reserve(uint64_t bytes, uint64_t alignment, uint64_t wish, uint64_t &out);
  /// A whole reservation without a mapping.
  Status free(uint64_t address, uint64_t bytes);
  Status create(Device &, uint64_t bytes, bool shareable, uint64_t &handle);
  /// One use less; the memory lives on where it is mapped.
  Status release(uint64_t handle);
  /// All of the memory; NotSupported for a part.
  Status map(uint64_t address, uint64_t bytes, uint64_t offset, uint64_t handle);
  /// All mappings in the range, which must cut none.
  Status unmap(uint64_t address, uint64_t bytes);
  /// Of all mappings in the range, which they must fill. Devices share one address space: memory is as open as the
  /// device with the most access has it.
  Status setAccess(uint64_t address, uint64_t bytes, int device, uint32_t flags);
  /// The same, checked only.
  Status checkAccess(uint64_t address, uint64_t bytes) const;
  Status access(uint64_t address, int device, uint32_t &flags) const;
  /// The handle of what is mapped at `address`, with one use more.
  Status retain(uint64_t address, uint64_t &handle);
  Status properties(uint64_t handle, int &device, bool &shareable) const;
  Status exportFile(uint64_t handle, int &fd) const;
  Status importFile(Device &, int fd, uint64_t &handle);

private:
  struct Physical;
  using PhysicalRef = std::shared_ptr<Physical>;
  struct Mapping {
    uint64_t bytes = 0, id = 0;
    PhysicalRef memory;
    std::map<int, uint32_t> access;
    uint32_t mostAccess() const;
  };
  class Range;
  using Mappings = std::map<uint64_t, Mapping>;

  VirtualMemory() = default;
  bool isReservedLocked(uint64_t address, uint64_t bytes) const;
  Mappings::const_iterator mappingAtLocked(uint64_t address) const;
  bool fillsLocked(uint64_t address, uint64_t bytes) const;
  uint64_t addLocked(PhysicalRef);

  mutable std::shared_mutex mutex;
  std::map<uint64_t, uint64_t> reservations; ///< bytes by address
  Mappings mappings;
  std::unordered_map<uint64_t, PhysicalRef> handles;
  uint64_t nextHandle = 1, nextId = 1;
  SharedFile file; ///< of all memory that is not shareable
  uint64_t fileUsed = 0;
};

} // namespace helicon
