// Device memory of other processes. The exporter's pages become a memory file at the first export (Arena::share); the
// handle names the file by process and descriptor, so it needs no helper process and no name, and nothing is left when
// a process dies: who has opened the memory keeps it. Both must see each other in /proc, and be the same user's.
#pragma once

#include "runtime/Context.h"
#include "runtime/Status.h"

#include <cstdint>

namespace helicon {

/// Travels as 64 bytes.
struct IpcHandle {
  uint64_t magic;
  int32_t process, descriptor;
  uint64_t key[2];
  uint64_t offset, bytes; ///< of memory in its file
  uint64_t check;         ///< of what is before
  uint64_t unused;
};
static_assert(sizeof(IpcHandle) == 64);

namespace ipc {
/// A pointer into an allocation means all of it. InvalidValue for what is no plain device memory of this process.
HELICON_EXPORT Status exportMemory(Context &, const void *pointer, IpcHandle &out);
/// The same address for the same handle; each opening needs a closing. InvalidContext for this process's own memory,
/// InvalidValue for a handle that is damaged, or whose process or memory is gone.
HELICON_EXPORT Status openMemory(Context &, const IpcHandle &, void **out);
HELICON_EXPORT Status closeMemory(Context &, const void *pointer);
HELICON_EXPORT Status exportEvent(const EventRef &, IpcHandle &out);
/// InvalidContext for this process's own event, MapFailed for one that is not there.
HELICON_EXPORT Status openEvent(Context &, const IpcHandle &, EventRef &out);
} // namespace ipc

} // namespace helicon
