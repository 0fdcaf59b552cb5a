// See IpcMemory.h. What is opened lies beside the devices' arenas (MemoryRanges.h), by file and offset.
#include "runtime/IpcMemory.h"

#include "runtime/Arena.h"
#include "runtime/Device.h"
#include "runtime/Log.h"
#include "runtime/MemoryRanges.h"
#include "runtime/Registered.h"
#include "runtime/SharedEvent.h"
#include "runtime/Stream.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <tuple>
#include <unistd.h>
#include <vector>

namespace helicon::ipc {
namespace {

constexpr char kUse[] = "device";
constexpr uint64_t kMemoryMagic = 0x316d656d6c656821, kEventMagic = 0x316e76656c656821, kSystemPage = 4096;

uint64_t checkOf(const IpcHandle &handle) {
  uint64_t words[6], sum = 0xcbf29ce484222325;
  static_assert(offsetof(IpcHandle, check) == sizeof words);
  std::memcpy(words, &handle, sizeof words);
  for (uint64_t word : words)
    sum = (sum ^ word) * 0x100000001b3 + (sum >> 29);
  return sum;
}

IpcHandle handleFor(uint64_t magic, const SharedFile &file, uint64_t offset, uint64_t bytes) {
  IpcHandle handle{magic, getpid(), file.fd, {file.key[0], file.key[1]}, offset, bytes, 0, 0};
  handle.check = checkOf(handle);
  return handle;
}

bool isWhole(const IpcHandle &handle, uint64_t magic) {
  return handle.magic == magic && handle.check == checkOf(handle) && handle.unused == 0 && handle.process > 0;
}

class Opened final : public MemoryRange {
public:
  ~Opened() override {
    if (mapped)
      munmap(mapped, mappedBytes);
  }
  void describe(const void *p, PointerInfo &out) const override {
    out.device = context->device().ordinal();
    if (uintptr_t(p) - uintptr_t(base) >= bytes)
      return;
    out.base = base;
    out.bytes = bytes;
    out.context = context;
    out.flags = kOpenedAllocation;
    out.id = (uint64_t(3) << 61) | id;
  }
  bool reaches(const void *p, uint64_t count) const override {
    const uint64_t offset = uintptr_t(p) - uintptr_t(base);
    return offset <= bytes && count <= bytes - offset;
  }

  void *mapped = nullptr;
  uint64_t mappedBytes = 0, bytes = 0, id = 0;
  char *base = nullptr;
  Context *context = nullptr;
};

/// What this process has opened.
struct Table {
  using Key = std::tuple<const Context *, uint64_t, uint64_t, uint64_t>; ///< of the file, and the offset
  struct Entry {
    std::shared_ptr<Opened> memory;
    uint32_t uses = 0;
  };
  std::mutex mutex;
  std::map<Key, Entry> entries;
  uint64_t serial = 0;
  static Table &get() {
    static auto *const kTable = new Table;
    return *kTable;
  }
};

/// The context is gone, and all that it had open with it.
void closeAll(const Context *context) {
  Table &table = Table::get();
  std::lock_guard lock(table.mutex);
  std::erase_if(table.entries, [&](const auto &entry) {
    if (std::get<0>(entry.first) != context)
      return false;
    memoryRanges::remove(entry.second.memory->mapped);
    return true;
  });
}

Status mapOpened(const IpcHandle &handle, Opened &memory) {
  SharedFile file;
  const uint64_t skipped = handle.offset % kSystemPage;
  if (Status status = SharedFile::openOf(handle.process, handle.descriptor, handle.key, kUse, file);
      status != Status::Success)
    return status == Status::NotFound ? Status::InvalidValue : status;
  const uint64_t all = file.bytes();
  if (handle.bytes == 0 || handle.offset > all || handle.bytes > all - handle.offset) {
    file.close();
    return Status::InvalidValue;
  }
  memory.mappedBytes = (skipped + handle.bytes + kSystemPage - 1) / kSystemPage * kSystemPage;
  void *p = mmap(nullptr, memory.mappedBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file.fd,
                 off_t(handle.offset - skipped));
  file.close(); // the mapping is enough
  if (p == MAP_FAILED) {
    logWarning(std::string("memory of another process can't be mapped: ") + std::strerror(errno));
    return Status::OutOfMemory;
  }
  memory.mapped = p;
  memory.base = static_cast<char *>(p) + skipped;
  memory.bytes = handle.bytes;
  return Status::Success;
}

} // namespace

Status exportMemory(Context &context, const void *pointer, IpcHandle &out) {
  const PointerInfo info = pointerInfo(pointer);
  if (info.kind != MemoryKind::Device || !info.base || !info.inArena || info.pool || info.flags != 0)
    return Status::InvalidValue;
  FilePlace place;
  Status status = Status::InvalidValue;
  Arena &arena = device(info.device)->memory();
  Context &owner = info.context ? *info.context : context;
  owner.whileIdle([&] { status = arena.share(info.base, place); });
  if (status == Status::Success)
    out = handleFor(kMemoryMagic, place.file, place.offset, info.bytes);
  return status;
}

Status openMemory(Context &context, const IpcHandle &handle, void **out) {
  if (!isWhole(handle, kMemoryMagic))
    return Status::InvalidValue;
  if (handle.process == getpid())
    return Status::InvalidContext;
  Table &table = Table::get();
  std::lock_guard lock(table.mutex);
  Table::Entry &entry = table.entries[{&context, handle.key[0], handle.key[1], handle.offset}];
  if (!entry.memory) {
    auto memory = std::make_shared<Opened>();
    if (Status status = mapOpened(handle, *memory); status != Status::Success) {
      table.entries.erase({&context, handle.key[0], handle.key[1], handle.offset});
      return status;
    }
    memory->context = &context;
    memory->id = ++table.serial;
    context.atDestroy(&table, [&context] { closeAll(&context); });
    memoryRanges::add(memory->mapped, memory->mappedBytes, memory);
    entry.memory = std::move(memory);
  }
  entry.uses++;
  *out = entry.memory->base;
  return Status::Success;
}

Status closeMemory(Context &context, const void *pointer) {
  context.synchronise(); // kernels may still use it
  Table &table = Table::get();
  std::shared_ptr<Opened> last; // dropped after the lock
  std::lock_guard lock(table.mutex);
  auto it = std::find_if(table.entries.begin(), table.entries.end(),
                         [&](const auto &entry) { return entry.second.memory->base == pointer; });
  if (it == table.entries.end())
    return Status::InvalidValue;
  if (--it->second.uses == 0) {
    last = std::move(it->second.memory);
    memoryRanges::remove(last->mapped);
    table.entries.erase(it);
  }
  return Status::Success;
}

Status exportEvent(const EventRef &event, IpcHandle &out) {
  std::shared_ptr<SharedEvent> shared;
  const Status status = event->share(shared);
  if (status == Status::Success)
    out = handleFor(kEventMagic, shared->file(), 0, 0);
  return status;
}

Status openEvent(Context &context, const IpcHandle &handle, EventRef &out) {
  if (!isWhole(handle, kEventMagic))
    return Status::MapFailed;
  if (handle.process == getpid())
    return Status::InvalidContext;
  std::shared_ptr<SharedEvent> shared;
  const Status status = SharedEvent::open(handle.process, handle.descriptor, handle.key, shared);
  if (status != Status::Success)
    return status == Status::InvalidValue ? Status::MapFailed : status;
  out = Event::open(context, std::move(shared));
  context.adoptEvent(out);
  return Status::Success;
}

} // namespace helicon::ipc
