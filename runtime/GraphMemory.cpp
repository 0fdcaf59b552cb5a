// The states of graphs' memory, under one mutex.
#include "runtime/GraphMemory.h"

#include "runtime/Arena.h"
#include "runtime/Context.h"
#include "runtime/Device.h"
#include "runtime/Registered.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <sys/mman.h>

namespace helicon {

struct GraphMemory::Ledger {
  struct Counts {
    uint64_t now = 0, most = 0;
    void add(uint64_t bytes) { most = std::max(most, now += bytes); }
  };
  struct OfDevice {
    Counts used, reserved;
  };
  std::mutex mutex;
  std::map<const void *, GraphMemory *> all; ///< by address
  std::map<const Device *, OfDevice> devices;
  OfDevice &of(const GraphMemory &memory) { return devices[&memory.owner.device()]; }
};

GraphMemory::Ledger &GraphMemory::ledger() {
  static auto *const kLedger = new Ledger;
  return *kLedger;
}

Status GraphMemory::create(Context &context, uint64_t bytes, GraphMemoryRef &out) {
  void *base = nullptr;
  if (bytes == 0)
    return Status::InvalidValue;
  if (Status status = context.allocateFlagged(bytes, kGraphAllocation, &base); status != Status::Success)
    return status;
  Allocation made;
  context.device().memory().find(base, made);
  out = std::make_shared<GraphMemory>(context, base, bytes, made.id);
  const std::lock_guard lock(ledger().mutex);
  ledger().all[base] = out.get();
  return Status::Success;
}

GraphMemory::GraphMemory(Context &context, void *base, uint64_t bytes, uint64_t id)
    : owner(context), base(base), size(bytes), id(id) {}

GraphMemory::~GraphMemory() {
  {
    const std::lock_guard lock(ledger().mutex);
    if (auto known = ledger().all.find(base); known != ledger().all.end() && known->second == this)
      ledger().all.erase(known);
    if (live)
      ledger().of(*this).used.now -= size;
    if (reserved)
      ledger().of(*this).reserved.now -= size;
  }
  // A context that was destroyed has given all back, and the address may be another allocation's by now.
  Allocation now;
  if (owner.device().memory().find(base, now) && now.base == base && now.id == id)
    owner.device().memory().release(base);
}

GraphMemoryRef GraphMemory::find(const void *pointer) {
  const std::lock_guard lock(ledger().mutex);
  auto known = ledger().all.find(pointer);
  return known == ledger().all.end() ? nullptr : known->second->weak_from_this().lock();
}

Status GraphMemory::begin() {
  const std::lock_guard lock(ledger().mutex);
  if (!std::exchange(live, true))
    ledger().of(*this).used.add(size);
  if (!std::exchange(reserved, true))
    ledger().of(*this).reserved.add(size);
  return Status::Success;
}

Status GraphMemory::end() {
  const std::lock_guard lock(ledger().mutex);
  if (std::exchange(live, false))
    ledger().of(*this).used.now -= size;
  return Status::Success;
}

Status GraphMemory::owe(bool again) {
  const std::lock_guard lock(ledger().mutex);
  if (owed && !again)
    return Status::InvalidValue;
  owed = true;
  kept = shared_from_this();
  return Status::Success;
}

Status GraphMemory::settle() {
  GraphMemoryRef last; // dropped after the lock
  const std::lock_guard lock(ledger().mutex);
  if (!owed)
    return Status::InvalidValue;
  owed = false;
  last = std::move(kept);
  return Status::Success;
}

bool GraphMemory::isOwed() const {
  const std::lock_guard lock(ledger().mutex);
  return owed;
}

Status GraphMemory::freeNow() {
  const GraphMemoryRef self = shared_from_this();
  if (Status status = settle(); status != Status::Success)
    return status;
  owner.synchronise();
  return end();
}

uint64_t GraphMemory::count(const Device &device, GraphMemoryCount which) {
  const std::lock_guard lock(ledger().mutex);
  const Ledger::OfDevice &of = ledger().devices[&device];
  switch (which) {
  case GraphMemoryCount::UsedNow:
    return of.used.now;
  case GraphMemoryCount::UsedMost:
    return of.used.most;
  case GraphMemoryCount::ReservedNow:
    return of.reserved.now;
  case GraphMemoryCount::ReservedMost:
    return of.reserved.most;
  }
  return 0;
}

void GraphMemory::resetMost(const Device &device, GraphMemoryCount which) {
  const std::lock_guard lock(ledger().mutex);
  Ledger::OfDevice &of = ledger().devices[&device];
  Ledger::Counts &counts = which == GraphMemoryCount::UsedMost ? of.used : of.reserved;
  counts.most = counts.now;
}

/// Only whole pages that are the allocation's alone.
static void dropPages(void *base, uint64_t bytes) {
  constexpr uintptr_t kPage = 4096;
  const uintptr_t first = (uintptr_t(base) + kPage - 1) / kPage * kPage,
                  end = (uintptr_t(base) + bytes) / kPage * kPage;
  if (first < end)
    madvise(reinterpret_cast<void *>(first), end - first, MADV_DONTNEED);
}

void GraphMemory::trim(const Device &device) {
  const std::lock_guard lock(ledger().mutex);
  for (const auto &[base, memory] : ledger().all) {
    if (&memory->owner.device() != &device || memory->live || memory->owed || !memory->reserved)
      continue;
    memory->reserved = false;
    ledger().of(*memory).reserved.now -= memory->size;
    dropPages(memory->base, memory->size);
  }
}

} // namespace helicon
