// The pools of the process: those that each device has of its own, those that the program made, and those that it has
// destroyed while it still held memory of them.
#include "runtime/Arena.h"
#include "runtime/Device.h"
#include "runtime/Handles.h"
#include "runtime/MemoryPool.h"

#include <algorithm>

namespace helicon {

struct MemoryPool::Registry {
  struct OfDevice {
    PoolRef standard, current, graphs;
  };
  std::mutex mutex;
  std::vector<PoolRef> all; ///< also destroyed ones, as long as they hold memory
  std::vector<OfDevice> devices;

  /// Under the mutex.
  OfDevice &of(Device &device) {
    if (devices.empty())
      devices.resize(helicon::devices().size());
    OfDevice &own = devices[size_t(device.ordinal())];
    if (!own.standard) {
      own.standard = std::make_shared<MemoryPool>(device, 0);
      own.current = own.standard;
      own.graphs = std::make_shared<MemoryPool>(device, 0);
      all.push_back(own.standard);
      all.push_back(own.graphs);
      HandleTable<MemoryPool>::get().add(own.standard);
    }
    return own;
  }
  std::vector<PoolRef> poolsOf(const Device *device) {
    std::lock_guard lock(mutex);
    std::vector<PoolRef> found;
    for (const PoolRef &pool : all)
      if (!device || &pool->device() == device)
        found.push_back(pool);
    return found;
  }
};

/// Never destroyed: destructors of the program may still free memory.
MemoryPool::Registry &MemoryPool::registry() {
  static auto *const kRegistry = new Registry;
  return *kRegistry;
}

void MemoryPool::keep(const PoolRef &pool) {
  Registry &r = registry();
  std::lock_guard lock(r.mutex);
  r.all.push_back(pool);
  HandleTable<MemoryPool>::get().add(pool);
}

PoolRef MemoryPool::find(const void *handle) { return HandleTable<MemoryPool>::get().find(handle); }

PoolRef MemoryPool::defaultOf(Device &device) {
  Registry &r = registry();
  std::lock_guard lock(r.mutex);
  return r.of(device).standard;
}

PoolRef MemoryPool::currentOf(Device &device) {
  Registry &r = registry();
  std::lock_guard lock(r.mutex);
  return r.of(device).current;
}

PoolRef MemoryPool::forGraphs(Device &device) {
  Registry &r = registry();
  std::lock_guard lock(r.mutex);
  return r.of(device).graphs;
}

Status MemoryPool::setCurrent(Device &device, const PoolRef &pool) {
  if (!pool || &pool->device() != &device)
    return Status::InvalidValue;
  Registry &r = registry();
  std::lock_guard lock(r.mutex);
  r.of(device).current = pool;
  return Status::Success;
}

Status MemoryPool::destroy(const PoolRef &pool) {
  Registry &r = registry();
  {
    std::lock_guard lock(r.mutex);
    Registry::OfDevice &own = r.of(pool->device());
    if (pool == own.standard || pool == own.graphs)
      return Status::InvalidValue;
    if (own.current == pool)
      own.current = own.standard;
    HandleTable<MemoryPool>::get().remove(pool.get());
  }
  pool->setAttribute(Attribute::ReleaseThreshold, 0);
  settleAll();
  return Status::Success;
}

void MemoryPool::settleAll() {
  Registry &r = registry();
  for (const PoolRef &pool : r.poolsOf(nullptr))
    pool->settle();
  std::vector<PoolRef> gone; // dropped after the lock
  std::lock_guard lock(r.mutex);
  std::erase_if(r.all, [&](const PoolRef &pool) { // of() would add to the list
    const bool isForGraphs = std::ranges::any_of(r.devices, [&](const auto &own) { return own.graphs == pool; });
    if (isForGraphs || HandleTable<MemoryPool>::get().find(pool.get()) || !pool->isEmpty())
      return false;
    pool->forgetRange();
    gone.push_back(pool);
    return true;
  });
}

bool MemoryPool::reclaim(Device &device) {
  bool any = false;
  for (const PoolRef &pool : registry().poolsOf(&device)) {
    std::lock_guard lock(pool->mutex);
    pool->moveDoneLocked();
    any |= pool->trimLocked(0, true);
  }
  return any;
}

void MemoryPool::resetDevice(Device &device) {
  Registry &r = registry();
  const std::vector<PoolRef> old = r.poolsOf(&device);
  for (const PoolRef &pool : old) {
    pool->dropEverything();
    pool->forgetRange();
  }
  std::lock_guard lock(r.mutex);
  std::erase_if(r.all, [&](const PoolRef &pool) { return &pool->device() == &device; });
  if (r.devices.empty())
    return;
  r.devices[size_t(device.ordinal())] = {};
  for (const PoolRef &pool : old)
    HandleTable<MemoryPool>::get().remove(pool.get());
}

} // namespace helicon
