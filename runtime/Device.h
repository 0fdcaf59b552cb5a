// The virtual devices of the process and its initialisation. Nothing happens before the first call of initialise():
// no thread, no reservation, no environment read.
#pragma once

#include "runtime/Export.h"
#include "runtime/Profile.h"
#include "runtime/Status.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

namespace helicon {

class Arena;
class Context;
using ContextRef = std::shared_ptr<Context>;

class HELICON_EXPORT Device {
public:
  Device(int ordinal, Profile profile, std::unique_ptr<Arena> memory);
  ~Device();
  Device(const Device &) = delete;

  int ordinal() const { return index; }
  const Profile &profile() const { return description; }
  /// The smaller of the profile's memory and what host and cgroup could give at the start, or HELICON_MEMORY.
  uint64_t totalMemory() const;
  uint64_t freeMemory() const;
  Arena &memory() { return *arena; }
  /// 16 bytes that name the device; the same in every process.
  void uuid(unsigned char (&bytes)[16]) const;
  /// "0000:01:00.0"
  std::string pciBusId() const;

  /// The primary context, created at the first use. Does not change its use count.
  ContextRef primary();
  /// The primary context if it exists.
  ContextRef primaryIfActive();
  ContextRef retainPrimary();
  /// InvalidContext if it was not retained; destroyed at zero.
  Status releasePrimary();
  /// Destroys what the primary context holds, also after an error; the next use makes a fresh one.
  Status resetPrimary();
  uint32_t primaryFlags() const;
  void setPrimaryFlags(uint32_t flags);

private:
  ContextRef usePrimary(unsigned uses); ///< made when there is none, and `uses` more uses

  int index;
  Profile description;
  std::unique_ptr<Arena> arena;
  mutable std::mutex mutex;
  ContextRef primaryContext;
  uint32_t primaryUses = 0;
  uint32_t flags = 0;
};

/// Reads the environment and sets the devices up, once. NoDevice, InvalidValue (a bad HELICON_* value), OutOfMemory;
/// the reason stands on stderr, once. NotInitialized in a child after fork that used the runtime before.
HELICON_EXPORT Status initialise();
/// Empty before initialise() succeeded.
HELICON_EXPORT std::span<const std::unique_ptr<Device>> devices();
/// Null unless 0 <= ordinal < count.
HELICON_EXPORT Device *device(int ordinal);

} // namespace helicon
