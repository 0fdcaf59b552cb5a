// A context: owner of allocations, streams, events and modules on one device, with the sticky error of a failed kernel.
// Kept by a use count (attach, detach); at zero everything it holds is freed. Handles of the C API are the addresses of
// these objects; find*() turns a handle back, giving null for one that is stale or was never one.
#pragma once

#include "runtime/Export.h"
#include "runtime/Memory.h"
#include "runtime/MemoryChecks.h"
#include "runtime/Status.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace helicon {

class Device;
class Event;
class Module;
class Stream;
class Context;
using ContextRef = std::shared_ptr<Context>;
using StreamRef = std::shared_ptr<Stream>;
using EventRef = std::shared_ptr<Event>;
using ModuleRef = std::shared_ptr<Module>;

enum class Limit : int32_t {
  StackSize = 0,
  PrintfFifoSize = 1,
  MallocHeapSize = 2,
  SyncDepth = 3,
  PendingLaunches = 4,
  L2FetchGranularity = 5,
  PersistingL2 = 6
};

class HELICON_EXPORT Context : public std::enable_shared_from_this<Context> {
public:
  /// A created (not primary) context with use count 1.
  static Status create(Device &, uint32_t flags, ContextRef &out);
  ~Context();
  Context(const Context &) = delete;

  Device &device() const { return owner; }
  uint32_t flags() const { return creationFlags; }
  bool isPrimary() const { return primary; }
  bool isDestroyed() const { return destroyed.load(std::memory_order_acquire); }

  /// attach / detach; detach at one destroys.
  void attach();
  Status detach();
  /// Waits for the work, then frees everything; later use of the handle gives InvalidContext or ContextIsDestroyed.
  Status destroy();

  /// The sticky error: Success, or what killed the context (700, 710, 719, ...). Every call returns it first.
  Status error() const { return static_cast<Status>(stickyError.load(std::memory_order_acquire)); }
  void fail(Status);
  /// The same after the program has waited; checked mode looks at what lies around its memory before.
  Status settled() {
    if (checks) [[unlikely]]
      checks->look(*this);
    return error();
  }
  /// Null unless in checked mode.
  MemoryChecks *memoryChecks() { return checks.get(); }
  /// Waits for all work of all streams; gives the sticky error.
  Status synchronise();
  /// The same for the program, which may not while one of them is captured.
  Status waitForAll();

  // Memory. Zero bytes give a null pointer and Success.
  Status allocate(uint64_t bytes, void **out);
  Status allocateManaged(uint64_t bytes, uint32_t flags, void **out);
  /// Device memory with flags of Registered.h.
  Status allocateFlagged(uint64_t bytes, uint32_t flags, void **out);
  Status allocateHost(uint64_t bytes, uint32_t flags, void **out);
  /// Device and managed memory; waits for the work that may use it. InvalidValue unless a live allocation starts here.
  Status release(void *pointer);
  Status releaseHost(void *pointer);
  Status registerHost(void *pointer, uint64_t bytes, uint32_t flags);
  Status unregisterHost(void *pointer);

  /// Runs `action` when no work of this context and of the device's primary one is there that could use memory, and
  /// keeps such work from starting meanwhile.
  void whileIdle(const std::function<void()> &action);

  // Streams and events.
  Status createStream(uint32_t flags, int priority, StreamRef &out);
  Status destroyStream(const StreamRef &);
  StreamRef legacyStream();
  std::vector<StreamRef> allStreams();
  StreamRef perThreadStream();
  Status createEvent(uint32_t flags, EventRef &out);
  Status destroyEvent(const EventRef &);
  void adoptEvent(const EventRef &); ///< one that was opened from another process

  // Modules (muModuleLoadData and friends). The bytes are copied where they must live on.
  Status loadModule(const void *bundle, uint64_t bytes, ModuleRef &out); ///< bytes 0: unknown
  Status loadModuleFile(const char *path, ModuleRef &out);
  Status unloadModule(const ModuleRef &);
  void adopt(ModuleRef); ///< a module made elsewhere (Program)

  Status limit(Limit, uint64_t &value) const;
  Status setLimit(Limit, uint64_t value);
  uint64_t id() const { return serial; }
  /// What tools want to hear of this context alone, see Activity.h.
  std::atomic<uint32_t> &recorded() { return recordedKinds; }
  const std::atomic<uint32_t> &recorded() const { return recordedKinds; }
  uint64_t legacyStreamId() const;

  /// `hook` is called once when everything the context holds is freed; for tables of objects that others keep. A second
  /// one with the same key changes nothing.
  void atDestroy(const void *key, std::function<void()> hook);

  /// Counts a launch of device code, unless there are as many as musaLimitDevRuntimePendingLaunchCount that have not
  /// ended.
  bool beginDeviceLaunch();
  void endDeviceLaunch() { deviceLaunches.fetch_sub(1, std::memory_order_relaxed); }

  // Device code's malloc and free.
  void *heapAllocate(uint64_t bytes);
  bool heapRelease(void *pointer);

private:
  friend class Device;
  friend class Stream;
  friend class Scheduler;
  Context(Device &, uint32_t flags, bool primary);
  void freeEverything();
  void synchroniseDevice(Device &device);
  StreamRef addStream(bool perThread, uint32_t flags, int priority);
  const std::shared_ptr<class Command> &legacyTail() const;

  Device &owner;
  const uint32_t creationFlags;
  const bool primary;
  const uint64_t serial;
  std::atomic<uint32_t> uses{1};
  std::atomic<bool> destroyed{false};
  std::atomic<int32_t> stickyError{0};
  const std::unique_ptr<MemoryChecks> checks;
  mutable std::mutex mutex;
  StreamRef legacy;
  std::unordered_map<uint64_t, StreamRef> perThread; ///< by thread serial
  std::unordered_set<StreamRef> streams;
  std::unordered_set<EventRef> events;
  std::unordered_set<ModuleRef> modules;
  std::unordered_map<const void *, std::function<void()>> destroyHooks;
  std::atomic<uint64_t> limits[7];
  std::atomic<uint64_t> deviceLaunches{0};
  // Under the scheduler's mutex.
  std::vector<Stream *> blockingStreams;
  std::vector<std::shared_ptr<class Command>> orphans; ///< pending work of destroyed streams
  std::atomic<uint64_t> heapUsed{0};                   ///< bytes that device code allocated
  std::atomic<uint32_t> recordedKinds{0};
};

HELICON_EXPORT ContextRef findContext(const void *handle);
/// Handles 0 (legacy), 1 (musaStreamLegacy) and 2 (musaStreamPerThread) are resolved in `current`; any other is looked
/// up.
HELICON_EXPORT StreamRef findStream(const void *handle, Context &current, bool defaultIsPerThread = false);
HELICON_EXPORT EventRef findEvent(const void *handle);
HELICON_EXPORT ModuleRef findModule(const void *handle);

/// The calling thread's stack of contexts.
namespace current {
/// Null when none is set.
HELICON_EXPORT const ContextRef &get();
HELICON_EXPORT void push(ContextRef);
HELICON_EXPORT ContextRef pop();
/// Replaces the top (null pops it), pushes when the stack is empty.
HELICON_EXPORT void set(ContextRef);
/// Takes the context off this thread's stack top, as destroy and detach do for the calling thread.
HELICON_EXPORT void drop(const Context *);
} // namespace current

} // namespace helicon
