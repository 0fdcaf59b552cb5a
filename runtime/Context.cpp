// Contexts and the tables of their objects. Destroying waits for the work, then gives everything back; the object
// itself lives on as long as someone holds a reference, so that a stale handle meets a defined answer.
#include "runtime/Context.h"

#include "runtime/Activity.h"
#include "runtime/Arena.h"
#include "runtime/Capture.h"
#include "runtime/Device.h"
#include "runtime/Environment.h"
#include "runtime/GraphMemory.h"
#include "runtime/Handles.h"
#include "runtime/MemoryPool.h"
#include "runtime/Module.h"
#include "runtime/PerThread.h"
#include "runtime/PrintBuffer.h"
#include "runtime/Process.h"
#include "runtime/ProgramModules.h"
#include "runtime/Registered.h"
#include "runtime/Scheduler.h"
#include "runtime/Stream.h"
#include "runtime/Trace.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

namespace helicon {

static uint64_t nextSerial() {
  static std::atomic<uint64_t> next{1};
  return next.fetch_add(1, std::memory_order_relaxed);
}

namespace {
/// The threads that have a per-thread stream and are still alive, by a serial number that is never used again.
struct LiveThreads {
  std::mutex mutex;
  std::unordered_set<uint64_t> serials;
  static LiveThreads &get() {
    static auto *const kThreads = new LiveThreads;
    return *kThreads;
  }
};

struct ThreadIdentity {
  const uint64_t serial = nextSerial();
  ThreadIdentity() {
    std::lock_guard lock(LiveThreads::get().mutex);
    LiveThreads::get().serials.insert(serial);
  }
  ~ThreadIdentity() {
    std::lock_guard lock(LiveThreads::get().mutex);
    LiveThreads::get().serials.erase(serial);
  }
};

uint64_t threadSerial() {
  static thread_local ThreadIdentity identity;
  return identity.serial;
}

bool isAlive(uint64_t serial) {
  std::lock_guard lock(LiveThreads::get().mutex);
  return LiveThreads::get().serials.contains(serial);
}
} // namespace

Context::Context(Device &device, uint32_t flags, bool primary)
    : owner(device), creationFlags(flags), primary(primary), serial(nextSerial()),
      checks(environment().strict ? std::make_unique<MemoryChecks>() : nullptr),
      limits{1024, 1 << 20, 8 << 20, 2, 2048, 128, 0} {
  legacy = std::make_shared<Stream>(*this, Stream::Kind::Legacy, kStreamDefault, kLowestPriority);
}

Context::~Context() = default;

Status Context::create(Device &device, uint32_t flags, ContextRef &out) {
  out = ContextRef(new Context(device, flags, false));
  HandleTable<Context>::get().add(out);
  trace::changed({trace::Change::ContextCreated, *out});
  if (activity::isOn()) [[unlikely]]
    activity::contextMade(*out);
  return Status::Success;
}

void Context::attach() { uses.fetch_add(1, std::memory_order_relaxed); }

Status Context::detach() {
  if (isDestroyed())
    return Status::InvalidContext;
  return uses.fetch_sub(1, std::memory_order_acq_rel) == 1 ? destroy() : Status::Success;
}

void Context::fail(Status status) {
  int32_t none = 0;
  stickyError.compare_exchange_strong(none, int32_t(status), std::memory_order_acq_rel);
}

std::vector<StreamRef> Context::allStreams() {
  std::lock_guard lock(mutex);
  std::vector<StreamRef> all(streams.begin(), streams.end());
  all.push_back(legacy);
  for (auto &[thread, stream] : perThread)
    all.push_back(stream);
  return all;
}

Status Context::synchronise() {
  for (const StreamRef &stream : allStreams())
    if (CommandRef tail = Scheduler::get().pendingTail(*stream))
      Scheduler::get().wait(*tail, true);
  for (const CommandRef &orphan : Scheduler::get().orphans(*this))
    Scheduler::get().wait(*orphan, true);
  flushPrints();
  MemoryPool::afterWait();
  return settled();
}

Status Context::waitForAll() {
  if (capture::any()) [[unlikely]]
    if (Status status = capture::mayWait(*this); status != Status::Success)
      return status;
  const activity::Waiting waiting(activity::WaitFor::Context, *this, nullptr, nullptr);
  const Status status = synchronise();
  trace::synchronised(*this, nullptr);
  return status;
}

Status Context::destroy() {
  if (destroyed.exchange(true))
    return Status::InvalidContext;
  ContextRef self = shared_from_this();
  trace::changed({trace::Change::ContextDestroyStarting, *this});
  synchronise();
  HandleTable<Context>::get().remove(this);
  freeEverything();
  return Status::Success;
}

void Context::freeEverything() {
  decltype(streams) oldStreams;
  decltype(events) oldEvents;
  decltype(modules) oldModules;
  decltype(perThread) oldPerThread;
  decltype(destroyHooks) hooks;
  {
    std::lock_guard lock(mutex);
    oldStreams.swap(streams);
    oldEvents.swap(events);
    oldModules.swap(modules);
    oldPerThread.swap(perThread);
    hooks.swap(destroyHooks);
  }
  for (const auto &[key, hook] : hooks)
    hook();
  for (const StreamRef &stream : oldStreams)
    capture::forget(*stream);
  for (const auto &[thread, stream] : oldPerThread)
    capture::forget(*stream);
  for (const StreamRef &stream : oldStreams)
    HandleTable<Stream>::get().remove(stream.get());
  for (const EventRef &event : oldEvents)
    HandleTable<Event>::get().remove(event.get());
  program::forget(*this);
  for (const ModuleRef &module : oldModules)
    module->retire();
  Scheduler::get().locked([&] { blockingStreams.clear(); });
  oldModules.clear(); // before the memory: variables lie in it
  if (primary)
    MemoryPool::resetDevice(owner);
  owner.memory().releaseAll(this);
  process::pinnedArena().releaseAll(this);
  RegisteredRanges::get().removeAll(this);
}

// ---- Memory -------------------------------------------------------------------------------------------------------

Status Context::allocate(uint64_t bytes, void **out) {
  *out = nullptr;
  return bytes == 0 ? Status::Success : allocateFlagged(bytes, 0, out);
}

Status Context::allocateManaged(uint64_t bytes, uint32_t flags, void **out) {
  *out = nullptr;
  return bytes == 0 ? Status::Success : allocateFlagged(bytes, flags | kManagedAllocation, out);
}

static void tellAllocation(const Context &context, Status status, const void *address, uint64_t bytes,
                           MemoryKind kind) {
  if (activity::isOn() && status == Status::Success) [[unlikely]]
    activity::memoryChanged(context, false, address, bytes, kind, nullptr);
}

static void tellRelease(const PointerInfo &info) {
  if (activity::isOn() && info.context) [[unlikely]]
    activity::memoryChanged(*info.context, true, info.base, info.bytes, info.kind, nullptr);
}

/// What pools keep for later is given back before an allocation fails.
Status Context::allocateFlagged(uint64_t bytes, uint32_t flags, void **out) {
  Status status = owner.memory().allocate(bytes, this, flags, out);
  if (status == Status::OutOfMemory && MemoryPool::reclaim(owner))
    status = owner.memory().allocate(bytes, this, flags, out);
  tellAllocation(*this, status, *out, bytes, flags & kManagedAllocation ? MemoryKind::Managed : MemoryKind::Device);
  return status;
}

Status Context::allocateHost(uint64_t bytes, uint32_t flags, void **out) {
  *out = nullptr;
  if (bytes == 0)
    return Status::Success;
  const Status status = process::pinnedArena().allocate(bytes, this, flags, out);
  tellAllocation(*this, status, *out, bytes, MemoryKind::Pinned);
  return status;
}

Status Context::release(void *pointer) {
  if (!pointer)
    return Status::Success;
  // Any device's memory may be freed while another one is current.
  PointerInfo info = pointerInfo(pointer);
  if (info.pool && info.base == pointer) {
    synchroniseDevice(info.pool->device());
    return info.pool->freeNow(pointer);
  }
  if ((info.kind != MemoryKind::Device && info.kind != MemoryKind::Managed) || info.base != pointer ||
      (info.flags & kHeapAllocation) || !info.context)
    return Status::InvalidValue;
  if (info.flags & kGraphAllocation) {
    const GraphMemoryRef memory = GraphMemory::find(pointer);
    return memory ? memory->freeNow() : Status::InvalidValue;
  }
  info.context->synchronise(); // kernels may still use it
  tellRelease(info);
  const Status status = info.context->device().memory().release(pointer);
  return info.context->checks ? info.context->settled() : status;
}

Status Context::releaseHost(void *pointer) {
  if (!pointer)
    return Status::Success;
  PointerInfo info = pointerInfo(pointer);
  if (info.kind != MemoryKind::Pinned || info.base != pointer || !info.context)
    return Status::InvalidValue;
  info.context->synchronise();
  tellRelease(info);
  const Status status = process::pinnedArena().release(pointer);
  return info.context->checks ? info.context->settled() : status;
}

/// Pools belong to no context: whoever works on the device may use their memory.
void Context::synchroniseDevice(Device &device) {
  synchronise();
  if (ContextRef primary = device.primaryIfActive(); primary && primary.get() != this)
    primary->synchronise();
}

void Context::whileIdle(const std::function<void()> &action) {
  for (bool isDone = false; !isDone;) {
    synchroniseDevice(owner);
    std::vector<StreamRef> all = allStreams();
    if (ContextRef primary = owner.primaryIfActive(); primary && primary.get() != this)
      for (StreamRef &stream : primary->allStreams())
        all.push_back(std::move(stream));
    Scheduler::get().locked([&] {
      isDone = std::none_of(all.begin(), all.end(),
                            [](const StreamRef &stream) { return stream->tail && !stream->tail->done(); });
      if (isDone)
        action();
    });
  }
}

/// True when memory lies behind the whole range: mincore answers without touching it, a piece at a time.
static bool isMapped(uintptr_t start, uint64_t bytes) {
  constexpr uintptr_t kPage = 4096, kPiece = 64 << 20;
  if (bytes > UINTPTR_MAX - kPage - start)
    return false;
  std::vector<unsigned char> resident(kPiece / kPage);
  for (uintptr_t at = start / kPage * kPage, end = start + bytes; at < end; at += std::min(kPiece, end - at))
    if (mincore(reinterpret_cast<void *>(at), std::min(kPiece, end - at), resident.data()) != 0)
      return false;
  return true;
}

Status Context::registerHost(void *pointer, uint64_t bytes, uint32_t flags) {
  if (!pointer || bytes == 0)
    return Status::InvalidValue;
  PointerInfo info = pointerInfo(pointer);
  if (info.kind != MemoryKind::Unregistered)
    return info.kind == MemoryKind::Device ? Status::InvalidValue : Status::HostMemoryAlreadyRegistered;
  if (!isMapped(uintptr_t(pointer), bytes))
    return Status::InvalidValue;
  return RegisteredRanges::get().add(pointer, bytes, flags, this);
}

Status Context::unregisterHost(void *pointer) {
  if (!pointer)
    return Status::InvalidValue;
  synchronise();
  return RegisteredRanges::get().remove(pointer);
}

void *Context::heapAllocate(uint64_t bytes) {
  if (bytes == 0)
    return nullptr;
  uint64_t limit = limits[int(Limit::MallocHeapSize)].load(std::memory_order_relaxed);
  uint64_t rounded = (bytes + 15) / 16 * 16;
  if (rounded < bytes || heapUsed.fetch_add(rounded, std::memory_order_relaxed) + rounded > limit) {
    heapUsed.fetch_sub(rounded, std::memory_order_relaxed);
    return nullptr;
  }
  void *result = nullptr;
  if (owner.memory().allocate(bytes, this, kHeapAllocation, &result) != Status::Success) {
    heapUsed.fetch_sub(rounded, std::memory_order_relaxed);
    return nullptr;
  }
  return result;
}

bool Context::heapRelease(void *pointer) {
  Allocation allocation;
  if (!owner.memory().find(pointer, allocation) || allocation.base != pointer || allocation.owner != this ||
      !(allocation.flags & kHeapAllocation))
    return false;
  if (owner.memory().release(pointer) != Status::Success)
    return false;
  heapUsed.fetch_sub((allocation.bytes + 15) / 16 * 16, std::memory_order_relaxed);
  return true;
}

// ---- Streams, events, modules -------------------------------------------------------------------------------------

const CommandRef &Context::legacyTail() const { return legacy->tail; }

StreamRef Context::addStream(bool perThreadKind, uint32_t flags, int priority) {
  auto kind = perThreadKind ? Stream::Kind::PerThread : Stream::Kind::Created;
  auto stream = std::make_shared<Stream>(*this, kind, flags, priority);
  if (!(flags & kStreamNonBlocking))
    Scheduler::get().locked([&] { blockingStreams.push_back(stream.get()); });
  if (activity::isOn()) [[unlikely]]
    activity::streamMade(*stream);
  return stream;
}

Status Context::createStream(uint32_t flags, int priority, StreamRef &out) {
  if (flags & ~uint32_t(kStreamNonBlocking))
    return Status::InvalidValue;
  out = addStream(false, flags, std::clamp(priority, kHighestPriority, kLowestPriority));
  HandleTable<Stream>::get().add(out);
  {
    std::lock_guard lock(mutex);
    streams.insert(out);
  }
  trace::changed({trace::Change::StreamCreated, *this, out.get()});
  return Status::Success;
}

Status Context::destroyStream(const StreamRef &stream) {
  if (stream->kind() != Stream::Kind::Created)
    return Status::InvalidHandle;
  trace::changed({trace::Change::StreamDestroyStarting, *this, stream.get()});
  // What is queued still runs: commands do not need the stream. Its order against the legacy stream must stay, too.
  capture::forget(*stream);
  HandleTable<Stream>::get().remove(stream.get());
  Scheduler::get().retire(*stream);
  std::lock_guard lock(mutex);
  streams.erase(stream);
  return Status::Success;
}

StreamRef Context::legacyStream() { return legacy; }
uint64_t Context::legacyStreamId() const { return legacy->id(); }

StreamRef Context::perThreadStream() {
  uint64_t thread = threadSerial();
  {
    std::lock_guard lock(mutex);
    if (auto it = perThread.find(thread); it != perThread.end())
      return it->second;
  }
  StreamRef fresh = addStream(true, kStreamDefault, kLowestPriority);
  std::vector<StreamRef> left; // streams of threads that have ended since
  {
    std::lock_guard lock(mutex);
    std::erase_if(perThread, [&](const auto &entry) {
      if (isAlive(entry.first))
        return false;
      left.push_back(entry.second);
      return true;
    });
    perThread[thread] = fresh;
  }
  for (const StreamRef &stream : left) {
    capture::forget(*stream);
    Scheduler::get().retire(*stream);
  }
  return fresh;
}

Status Context::createEvent(uint32_t flags, EventRef &out) {
  if (flags & ~uint32_t(kEventBlockingSync | kEventDisableTiming | kEventInterprocess))
    return Status::InvalidValue;
  if ((flags & kEventInterprocess) && !(flags & kEventDisableTiming))
    return Status::InvalidValue;
  out = std::make_shared<Event>(*this, flags);
  HandleTable<Event>::get().add(out);
  std::lock_guard lock(mutex);
  events.insert(out);
  return Status::Success;
}

void Context::adoptEvent(const EventRef &event) {
  HandleTable<Event>::get().add(event);
  std::lock_guard lock(mutex);
  events.insert(event);
}

Status Context::destroyEvent(const EventRef &event) {
  HandleTable<Event>::get().remove(event.get());
  std::lock_guard lock(mutex);
  events.erase(event);
  return Status::Success;
}

void Context::adopt(ModuleRef module) {
  std::lock_guard lock(mutex);
  modules.insert(std::move(module));
}

Status Context::unloadModule(const ModuleRef &module) {
  synchronise(); // its kernels may run
  {
    std::lock_guard lock(mutex);
    if (modules.erase(module) == 0)
      return Status::InvalidHandle;
  }
  trace::changed({trace::Change::ModuleUnloadStarting, *this, nullptr, module.get()});
  module->retire();
  return Status::Success;
}

void Context::atDestroy(const void *key, std::function<void()> hook) {
  std::lock_guard lock(mutex);
  destroyHooks.emplace(key, std::move(hook));
}

bool Context::beginDeviceLaunch() {
  uint64_t most = limits[int(Limit::PendingLaunches)].load(std::memory_order_relaxed);
  if (deviceLaunches.fetch_add(1, std::memory_order_relaxed) < most)
    return true;
  endDeviceLaunch();
  return false;
}

Status Context::limit(Limit which, uint64_t &value) const {
  if (int(which) < 0 || int(which) > 6)
    return Status::InvalidValue;
  value = limits[int(which)].load(std::memory_order_relaxed);
  return Status::Success;
}

Status Context::setLimit(Limit which, uint64_t value) {
  if (int(which) < 0 || int(which) > 6)
    return Status::InvalidValue;
  limits[int(which)].store(value, std::memory_order_relaxed);
  return Status::Success;
}

ContextRef findContext(const void *handle) { return HandleTable<Context>::get().find(handle); }

StreamRef findStream(const void *handle, Context &context, bool defaultIsPerThread) {
  switch (uintptr_t(handle)) {
  case 0:
    return defaultIsPerThread ? context.perThreadStream() : context.legacyStream();
  case 1:
    return context.legacyStream();
  case 2:
    return context.perThreadStream();
  default:
    return HandleTable<Stream>::get().find(handle);
  }
}

EventRef findEvent(const void *handle) { return HandleTable<Event>::get().find(handle); }
ModuleRef findModule(const void *handle) { return HandleTable<Module>::get().find(handle); }

// ---- The calling thread's contexts --------------------------------------------------------------------------------

namespace current {

struct StackTag {};
static std::vector<ContextRef> &stack() { return PerThread<std::vector<ContextRef>, StackTag>::get(); }

static const ContextRef kNone;

const ContextRef &get() {
  const std::vector<ContextRef> &contexts = stack();
  return contexts.empty() ? kNone : contexts.back();
}
void push(ContextRef context) { stack().push_back(std::move(context)); }

ContextRef pop() {
  std::vector<ContextRef> &contexts = stack();
  if (contexts.empty())
    return nullptr;
  ContextRef top = std::move(contexts.back());
  contexts.pop_back();
  return top;
}

void set(ContextRef context) {
  std::vector<ContextRef> &contexts = stack();
  if (!contexts.empty())
    contexts.pop_back();
  if (context)
    contexts.push_back(std::move(context));
}

void drop(const Context *context) {
  std::vector<ContextRef> &contexts = stack();
  if (!contexts.empty() && contexts.back().get() == context)
    contexts.pop_back();
}

} // namespace current

} // namespace helicon
