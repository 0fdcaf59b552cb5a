// Where memory lies and what a pointer is. Device, pinned and managed memory each come from one reserved address range
// (PROT_NONE, committed as allocated), so the kind of a pointer is arithmetic. On the CPU the host can read all of it.
#pragma once

#include "runtime/Export.h"
#include "runtime/Status.h"

#include <cstdint>
#include <string>

namespace helicon {

class Context;
class MemoryPool;

enum class MemoryKind : uint8_t {
  Unregistered, ///< ordinary host memory
  Pinned,       ///< allocateHost
  Registered,   ///< host memory given to registerHost
  Device,
  Managed,
};

struct PointerInfo {
  MemoryKind kind = MemoryKind::Unregistered;
  void *base = nullptr;       ///< start of the allocation; null for Unregistered and for addresses in no allocation
  uint64_t bytes = 0;         ///< as asked for
  Context *context = nullptr; ///< null for what belongs to none, as memory of pools
  MemoryPool *pool = nullptr; ///< that it comes from
  int device = -1;
  uint32_t flags = 0;   ///< of allocateHost or registerHost
  bool inArena = false; ///< in a device's own range; false for managed variables of the program
  bool inRange = false; ///< in one of MemoryRanges.h
  uint64_t id = 0;      ///< unique in the process
  // Of reserved addresses (VirtualMemory.h).
  bool isShareable = false;
  uint32_t access = 3;      ///< 0: none, 1: read, 3: read and write
  void *reserved = nullptr; ///< the reservation; null: none
  uint64_t reservedBytes = 0;
};

/// What `pointer` points at; interior pointers too.
HELICON_EXPORT PointerInfo pointerInfo(const void *pointer);
/// True when `bytes` from `pointer`, which `info` is about, stay in what the program may copy from or to there.
HELICON_EXPORT bool staysInside(const PointerInfo &info, const void *pointer, uint64_t bytes);
/// Checked mode: where an address of device or pinned memory that is in no allocation lies, in words ("4 bytes behind
/// the end of the allocation of ..."). Empty: not known.
std::string arenaText(const void *pointer);

enum class CopyKind : int32_t { HostToHost = 0, HostToDevice = 1, DeviceToHost = 2, DeviceToDevice = 3, Default = 4 };

/// The checks every copy goes through, in the order of the real API: unknown kind (21), zero bytes (fine), null
/// pointers, an end that does not agree with the kind, a range that leaves its allocation (1).
HELICON_EXPORT Status checkCopy(const void *to, const void *from, uint64_t bytes, CopyKind kind);
/// For memset: null, or a range that is not wholly in one device-accessible allocation.
HELICON_EXPORT Status checkFill(const void *to, uint64_t bytes);

} // namespace helicon
