// Which freed block a new allocation gets: one freed in the same stream, one that is free for all, one whose release
// has happened or lies before the stream's next work; else fresh memory. Sizes are the arena's own, so most blocks fit
// exactly; a large one may be a quarter larger than asked for. Blocks are neither split nor joined: what is not asked
// for again goes back to the arena at the next wait, by the threshold.
#include "runtime/MemoryPool.h"

#include "runtime/Arena.h"
#include "runtime/Capture.h"
#include "runtime/Command.h"
#include "runtime/Copies.h"
#include "runtime/Device.h"
#include "runtime/Environment.h"
#include "runtime/Registered.h"
#include "runtime/Scheduler.h"
#include "runtime/Stream.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace helicon {

static constexpr uint64_t kExactUpTo = 64 << 10; ///< blocks up to here are taken for their own size alone
static constexpr size_t kStreamsLookedAt = 64;   ///< of others, for a block whose release has happened
static constexpr int kOrdersLookedAt = 4;        ///< of them, for one that the stream waits for

namespace {
/// Memory that goes when the stream comes there. Skipped when the context has failed: resetting it frees everything.
class ReleaseCommand final : public Command {
public:
  ReleaseCommand(Context &context, std::function<void()> release)
      : Command(Kind::Work, context), release(std::move(release)) {
    items = 1;
  }
  uint64_t runItems(Worker &, uint64_t, uint64_t count) override {
    release();
    return count;
  }

private:
  std::function<void()> release;
};

bool isFree(const CommandRef &until) { return !until || until->done(); }
} // namespace

MemoryPool::MemoryPool(Device &device, uint64_t mostBytes)
    : owner(device), mostBytes(mostBytes), caches(!environment().strict) {}
MemoryPool::~MemoryPool() { markUnsettledLocked(false); }

Status MemoryPool::obtain(uint64_t capacity, uint32_t flags, void **out) {
  if (!own)
    return owner.memory().allocate(capacity, this, flags, out);
  if (Status status = owner.memory().charge(capacity); status != Status::Success)
    return status;
  const Status status = arena().allocate(capacity, this, flags, out);
  if (status != Status::Success)
    owner.memory().discharge(capacity);
  return status;
}

Status MemoryPool::giveUp(void *base, uint64_t capacity) {
  const Status status = arena().release(base);
  if (own && status == Status::Success)
    owner.memory().discharge(capacity);
  return status;
}

// ---- Allocation ---------------------------------------------------------------------------------------------------

Status MemoryPool::allocate(uint64_t bytes, Stream *stream, void **out) {
  *out = nullptr;
  if (bytes == 0)
    return Status::Success;
  if (imported)
    return Status::InvalidValue;
  if (bytes > owner.memory().limit())
    return Status::OutOfMemory;
  const uint64_t capacity = caches ? Arena::capacityFor(bytes) : bytes;
  Status status = attempt(bytes, capacity, stream, false, out);
  if (status != Status::OutOfMemory)
    return status;
  // What is kept for later, here and in other pools; then what is only free once another stream has come so far.
  if (reclaim(owner))
    status = attempt(bytes, capacity, stream, false, out);
  if (status == Status::OutOfMemory)
    status = attempt(bytes, capacity, stream, true, out);
  if (status == Status::OutOfMemory && waitForFrees() && reclaim(owner))
    status = attempt(bytes, capacity, stream, false, out);
  return status;
}

/// `forced`: takes a block that other streams still use, and lets `stream` wait for them.
Status MemoryPool::attempt(uint64_t bytes, uint64_t capacity, Stream *stream, bool forced, void **out) {
  std::lock_guard lock(mutex);
  Block block;
  Allocation old;
  uint64_t unused = 0;
  if (forced && (!stream || !internalDependencies || !takeForcedLocked(capacity, *stream, block)))
    return Status::OutOfMemory;
  if (!block.base && !takeLocked(capacity, stream, block)) {
    if (mostBytes && (capacity > mostBytes || reserved > mostBytes - capacity))
      return Status::OutOfMemory;
    const uint32_t flags = caches ? kPoolAllocation | kIdleAllocation : kPoolAllocation;
    if (Status status = obtain(capacity, flags, &block.base); status != Status::Success)
      return status;
    reserved += capacity;
    reservedHigh = std::max(reservedHigh, reserved);
  }
  if (caches)
    arena().exchange(block.base, kPoolAllocation | kIdleAllocation, bytes, kPoolAllocation, old, unused);
  used += bytes;
  usedHigh = std::max(usedHigh, used);
  *out = block.base;
  return Status::Success;
}

bool MemoryPool::takeLocked(uint64_t capacity, Stream *stream, Block &out) {
  const uint64_t most = capacity <= kExactUpTo ? capacity : capacity + capacity / 4;
  for (auto it = shelves.lower_bound(capacity); it != shelves.end() && it->first <= most; ++it) {
    Shelf &shelf = it->second;
    if (stream)
      if (auto own = shelf.byStream.find(stream->id()); own != shelf.byStream.end() && !own->second.empty()) {
        out = std::move(own->second.back());
        own->second.pop_back();
        return true;
      }
    if (!shelf.settled.empty()) {
      out = std::move(shelf.settled.back());
      shelf.settled.pop_back();
      return true;
    }
    if (stream && takeFromOthersLocked(shelf, *stream, out))
      return true;
  }
  return false;
}

/// The oldest block of each other stream: if that one can't be had, no later one can.
bool MemoryPool::takeFromOthersLocked(Shelf &shelf, Stream &stream, Block &out) const {
  size_t looked = 0;
  int orders = 0;
  for (auto &[id, blocks] : shelf.byStream) {
    if (blocks.empty())
      continue;
    if (looked++ == kStreamsLookedAt)
      return false;
    const CommandRef &until = blocks.front().until;
    bool may = isFree(until) ? opportunistic
                             : followEvents && orders++ < kOrdersLookedAt && Scheduler::get().ordered(*until, stream);
    if (!may)
      continue;
    out = std::move(blocks.front());
    blocks.pop_front();
    return true;
  }
  return false;
}

/// Any block that is large enough, the smallest of them.
bool MemoryPool::takeForcedLocked(uint64_t capacity, Stream &stream, Block &out) {
  for (auto it = shelves.lower_bound(capacity); it != shelves.end(); ++it)
    for (auto &[id, blocks] : it->second.byStream) {
      if (blocks.empty())
        continue;
      out = std::move(blocks.front());
      blocks.pop_front();
      if (!isFree(out.until))
        Scheduler::get().submit(makeMarker(stream.context()), stream, {&out.until, 1});
      return true;
    }
  return false;
}

// ---- Release ------------------------------------------------------------------------------------------------------

Status MemoryPool::freeBehind(void *pointer, Stream *stream) {
  if (imported)
    return releaseImported(pointer);
  Allocation old;
  uint64_t capacity = 0;
  if (!arena().exchange(pointer, kPoolAllocation, 0, kPoolAllocation | kIdleAllocation, old, capacity))
    return Status::InvalidValue;
  Block block{pointer, nullptr};
  const bool isPending = stream && !Scheduler::get().idle(*stream);
  if (isPending) {
    block.until =
        caches ? makeMarker(stream->context())
               : std::make_shared<ReleaseCommand>(stream->context(), [self = shared_from_this(), pointer, capacity] {
                   self->giveUp(pointer, capacity);
                 });
    stream->enqueue(block.until, false);
  }
  std::lock_guard lock(mutex);
  used -= old.bytes;
  if (caches) {
    shelveLocked(std::move(block), capacity, stream);
    return Status::Success;
  }
  reserved -= capacity;
  return isPending ? Status::Success : giveUp(pointer, capacity);
}

void MemoryPool::shelveLocked(Block block, uint64_t capacity, Stream *stream) {
  Shelf &shelf = shelves[capacity];
  if (!stream || (!block.until && opportunistic))
    shelf.settled.push_back(std::move(block));
  else
    shelf.byStream[stream->id()].push_back(std::move(block));
  markUnsettledLocked(true);
}

Status MemoryPool::freeNow(void *pointer) { return freeBehind(pointer, nullptr); }

Status MemoryPool::freeInOrder(void *pointer, Stream &stream) {
  if (Status status = Status::Success; capture::frees(stream, pointer, status))
    return status;
  const PointerInfo info = pointerInfo(pointer);
  if (!info.base || info.base != pointer)
    return Status::InvalidValue;
  const Status status = freeInOrder(info, stream);
  if (activity::isOn() && status == Status::Success) [[unlikely]]
    activity::memoryChanged(stream.context(), true, pointer, info.bytes, info.kind, &stream);
  return status;
}

Status MemoryPool::freeInOrder(const PointerInfo &info, Stream &stream) {
  void *pointer = info.base;
  if (info.pool)
    return info.pool->freeBehind(pointer, &stream);
  if (info.kind == MemoryKind::Managed)
    return Status::NotSupported;
  Allocation old;
  uint64_t capacity = 0;
  if (info.kind != MemoryKind::Device || info.flags != 0)
    return Status::InvalidValue;
  Arena &arena = helicon::device(info.device)->memory(); // an ordinary allocation
  if (!arena.exchange(pointer, 0, 0, kIdleAllocation, old, capacity))
    return Status::InvalidValue;
  if (Scheduler::get().idle(stream))
    return arena.release(pointer);
  return stream.enqueue(
      std::make_shared<ReleaseCommand>(stream.context(), [&arena, pointer] { arena.release(pointer); }), false);
}

// ---- After waits --------------------------------------------------------------------------------------------------

void MemoryPool::markUnsettledLocked(bool value) {
  if (std::exchange(isUnsettled, value) != value)
    unsettled.fetch_add(value ? 1 : UINT32_MAX, std::memory_order_relaxed);
}

/// True when some blocks are still in use.
bool MemoryPool::moveDoneLocked() {
  bool left = false;
  for (auto &[capacity, shelf] : shelves) {
    for (auto it = shelf.byStream.begin(); it != shelf.byStream.end();) {
      std::deque<Block> &blocks = it->second;
      while (!blocks.empty() && isFree(blocks.front().until)) {
        shelf.settled.push_back({blocks.front().base, nullptr});
        blocks.pop_front();
      }
      left |= !blocks.empty();
      it = blocks.empty() ? shelf.byStream.erase(it) : std::next(it);
    }
  }
  return left;
}

/// Large blocks first. `toOrBelow`: until no more than `keep` is left; else never below it.
bool MemoryPool::trimLocked(uint64_t keep, bool toOrBelow) {
  bool any = false;
  for (auto it = shelves.rbegin(); it != shelves.rend(); ++it) {
    const uint64_t capacity = it->first;
    std::vector<Block> &blocks = it->second.settled;
    while (!blocks.empty() && reserved > keep && (toOrBelow || reserved - capacity >= keep)) {
      giveUp(blocks.back().base, capacity);
      blocks.pop_back();
      reserved -= capacity;
      any = true;
    }
  }
  std::erase_if(shelves,
                [](const auto &entry) { return entry.second.settled.empty() && entry.second.byStream.empty(); });
  return any;
}

void MemoryPool::settle() {
  std::lock_guard lock(mutex);
  if (!isUnsettled)
    return;
  const bool left = moveDoneLocked();
  if (reserved > threshold)
    trimLocked(threshold, true);
  markUnsettledLocked(left);
}

void MemoryPool::trim(uint64_t keep) {
  std::lock_guard lock(mutex);
  moveDoneLocked();
  trimLocked(keep, false);
}

/// Waits until what was freed in streams is free. Only where memory has run out.
bool MemoryPool::waitForFrees() {
  std::vector<CommandRef> pending;
  {
    std::lock_guard lock(mutex);
    if (!internalDependencies)
      return false;
    for (const auto &[capacity, shelf] : shelves)
      for (const auto &[id, blocks] : shelf.byStream)
        for (const Block &block : blocks)
          if (!isFree(block.until))
            pending.push_back(block.until);
  }
  for (const CommandRef &command : pending)
    Scheduler::get().wait(*command, true);
  return !pending.empty();
}

void MemoryPool::dropEverything() {
  std::lock_guard lock(mutex);
  shelves.clear();
  if (own)
    owner.memory().discharge(reserved);
  arena().releaseAll(this);
  reserved = used = 0;
  markUnsettledLocked(false);
}

// ---- Attributes ---------------------------------------------------------------------------------------------------

Status MemoryPool::attribute(Attribute which, uint64_t &value) const {
  if (imported)
    return Status::InvalidValue;
  std::lock_guard lock(mutex);
  switch (which) {
  case Attribute::FollowEvents:
    value = followEvents;
    return Status::Success;
  case Attribute::Opportunistic:
    value = opportunistic;
    return Status::Success;
  case Attribute::InternalDependencies:
    value = internalDependencies;
    return Status::Success;
  case Attribute::ReleaseThreshold:
    value = threshold;
    return Status::Success;
  case Attribute::ReservedCurrent:
    value = reserved;
    return Status::Success;
  case Attribute::ReservedHigh:
    value = reservedHigh;
    return Status::Success;
  case Attribute::UsedCurrent:
    value = used;
    return Status::Success;
  case Attribute::UsedHigh:
    value = usedHigh;
    return Status::Success;
  }
  return Status::InvalidValue;
}

Status MemoryPool::setAttribute(Attribute which, uint64_t value) {
  if (imported)
    return Status::InvalidValue;
  std::lock_guard lock(mutex);
  switch (which) {
  case Attribute::FollowEvents:
    followEvents = value != 0;
    return Status::Success;
  case Attribute::Opportunistic:
    opportunistic = value != 0;
    return Status::Success;
  case Attribute::InternalDependencies:
    internalDependencies = value != 0;
    return Status::Success;
  case Attribute::ReleaseThreshold:
    threshold = value;
    markUnsettledLocked(true);
    return Status::Success;
  case Attribute::ReservedHigh:
  case Attribute::UsedHigh:
    if (value != 0)
      return Status::InvalidValue;
    (which == Attribute::UsedHigh ? usedHigh : reservedHigh) = which == Attribute::UsedHigh ? used : reserved;
    return Status::Success;
  case Attribute::ReservedCurrent:
  case Attribute::UsedCurrent:
    break;
  }
  return Status::InvalidValue;
}

uint32_t MemoryPool::access(int device) const {
  constexpr uint32_t kReadWrite = 3;
  if (device == owner.ordinal())
    return kReadWrite;
  std::lock_guard lock(mutex);
  auto it = accessOf.find(device);
  return it == accessOf.end() ? 0 : it->second;
}

void MemoryPool::setAccess(int device, uint32_t flags) {
  std::lock_guard lock(mutex);
  accessOf[device] = flags;
}

} // namespace helicon
