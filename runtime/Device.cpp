// Set-up of the devices: environment, profiles, memory limits, one arena each.
// How large the ranges are: without an address space limit four times what may be allocated, so that fragmentation
// never refuses what the limit allows; under ulimit -v half of what is left in all, because the program needs the rest.
#include "runtime/Device.h"

#include "runtime/Activity.h"
#include "runtime/Arena.h"
#include "runtime/ArenaGuards.h"
#include "runtime/Context.h"
#include "runtime/Environment.h"
#include "runtime/FarMapping.h"
#include "runtime/Handles.h"
#include "runtime/HostMemory.h"
#include "runtime/Log.h"
#include "runtime/Process.h"
#include "runtime/Trace.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <malloc.h>
#include <pthread.h>

namespace helicon {

namespace {
struct Global {
  std::vector<std::unique_ptr<Device>> devices;
  std::unique_ptr<Arena> pinned;
  std::atomic<int> state{-1}; ///< -1: not yet, else the Status
  std::mutex mutex;
};
Global &global() {
  static auto *const kGlobal = new Global;
  return *kGlobal;
}
std::atomic<bool> isForked{false}, isEnding{false};
} // namespace

namespace process {
bool forked() { return isForked.load(std::memory_order_relaxed); }
void watchFork() {
  pthread_atfork(nullptr, nullptr, [] { isForked.store(true, std::memory_order_relaxed); });
}
bool ending() { return isEnding.load(std::memory_order_acquire); }
void setEnding() { isEnding.store(true, std::memory_order_release); }
Arena &pinnedArena() { return *global().pinned; }
} // namespace process

/// Keeps some memory for the program itself: an eighth, at least 64 MB.
static uint64_t usableBytes(uint64_t available) {
  uint64_t reserve = std::max(available / 8, std::min(available / 2, uint64_t(64) << 20));
  return available - reserve;
}

static Status failWith(Status status, const std::string &message) {
  logError(message);
  return status;
}

static Status filterVisible(std::vector<Profile> &profiles) {
  const Environment &env = environment();
  if (!env.visibleDevicesSet)
    return Status::Success;
  std::vector<Profile> visible;
  std::string_view list = env.visibleDevices;
  if (list == "all")
    return Status::Success;
  // As on the real thing, the list ends at the first number that is no device.
  while (!list.empty()) {
    std::string_view item = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), item.size() + 1));
    unsigned long index = 0;
    bool number = !item.empty();
    for (char c : item) {
      number &= c >= '0' && c <= '9';
      index = std::min(index * 10 + (unsigned long)(c - '0'), 1000ul);
    }
    if (!number || index >= profiles.size())
      break;
    visible.push_back(profiles[index]);
  }
  if (visible.empty())
    logWarning("MUSA_VISIBLE_DEVICES='" + env.visibleDevices +
               "' selects no device; valid: all, or numbers from 0 to " + std::to_string(profiles.size() - 1) +
               " with commas");
  profiles = std::move(visible);
  return profiles.empty() ? Status::NoDevice : Status::Success;
}

static Status makeDevices(Global &g, std::vector<Profile> profiles) {
  HostLimits host = hostLimits();
  uint64_t usable = usableBytes(host.physical), addresses = host.addressSpace;
  if (addresses != UINT64_MAX) {
    // Half for all ranges together: the devices' and the pinned one.
    addresses = addresses / 2 / (profiles.size() + 1);
    usable = std::min(usable, addresses);
  }
  std::string why;
  auto budget = std::make_shared<Budget>(usable);
  auto spanFor = [&](uint64_t limit) { return addresses == UINT64_MAX ? limit * 4 : addresses; };
  for (Profile &profile : profiles) {
    uint64_t limit = environment().memory.value_or(profile.globalBytes);
    // HELICON_MEMORY can make the device smaller or larger than the card, never larger than the machine.
    limit = std::min(limit, usable);
    auto arena = Arena::reserve(limit, spanFor(limit), budget, why);
    if (!arena)
      return failWith(Status::OutOfMemory, why);
    int ordinal = int(g.devices.size());
    g.devices.push_back(std::make_unique<Device>(ordinal, std::move(profile), std::move(arena)));
  }
  g.pinned = Arena::reserve(usable, spanFor(usable), budget, why);
  if (environment().strict && g.pinned) {
    const int64_t mappings = mappingsForGuards();
    g.pinned->guardAllocations(mappings);
    for (const auto &device : g.devices)
      device->memory().guardAllocations(mappings);
  }
  return g.pinned ? Status::Success : failWith(Status::OutOfMemory, why);
}

static Status setUp(Global &g) {
  const Environment &env = environment();
  for (const std::string &problem : env.problems)
    logError(problem);
  if (!env.problems.empty())
    return Status::InvalidValue;
  auto profiles = profilesFor(env.devices);
  if (!profiles)
    return failWith(Status::InvalidValue, profiles.message());
  for (const std::string &name : env.unknownNames)
    logWarning(unknownVariable(name));
  if (Status status = filterVisible(*profiles); status != Status::Success)
    return status;
  // The C library sets 64 to 128 MB of addresses aside for each thread that allocates: more than devices leave over.
  if (isAddressSpaceLimited())
    mallopt(M_ARENA_MAX, 1);
  Status status = makeDevices(g, std::move(*profiles));
  if (status != Status::Success)
    g.devices.clear();
  process::watchFork();
  return status;
}

Status initialise() {
  Global &g = global();
  int state = g.state.load(std::memory_order_acquire);
  if (state < 0) {
    std::lock_guard lock(g.mutex);
    state = g.state.load(std::memory_order_relaxed);
    if (state < 0) {
      state = int(setUp(g));
      g.state.store(state, std::memory_order_release);
    }
  }
  if (process::forked()) [[unlikely]] {
    static std::atomic<bool> said{false};
    if (!said.exchange(true))
      logError("this process is a fork of one that used the device before; its worker threads do not exist here. "
               "Use the device only after fork, or call exec");
    return Status::NotInitialized;
  }
  return Status(state);
}

std::span<const std::unique_ptr<Device>> devices() {
  Global &g = global();
  if (g.state.load(std::memory_order_acquire) != 0)
    return {};
  return g.devices;
}

Device *device(int ordinal) {
  auto all = devices();
  return ordinal >= 0 && size_t(ordinal) < all.size() ? all[size_t(ordinal)].get() : nullptr;
}

Device::Device(int ordinal, Profile profile, std::unique_ptr<Arena> memory)
    : index(ordinal), description(std::move(profile)), arena(std::move(memory)) {}
Device::~Device() = default;

uint64_t Device::totalMemory() const { return arena->limit(); }
uint64_t Device::freeMemory() const { return arena->limit() - arena->used(); }

void Device::uuid(unsigned char (&bytes)[16]) const {
  std::memset(bytes, 0, sizeof bytes);
  std::memcpy(bytes, "helicon", 7);
  std::memcpy(bytes + 8, description.name.data(), std::min<size_t>(description.name.size(), 6));
  bytes[15] = static_cast<unsigned char>(index);
}

std::string Device::pciBusId() const {
  char text[32];
  std::snprintf(text, sizeof text, "0000:%02x:00.0", unsigned(index + 1));
  return text;
}

ContextRef Device::usePrimary(unsigned uses) {
  bool isNew = false;
  ContextRef result;
  {
    std::lock_guard lock(mutex);
    primaryUses += uses;
    isNew = !primaryContext;
    if (isNew) {
      primaryContext = ContextRef(new Context(*this, flags, true));
      HandleTable<Context>::get().add(primaryContext);
    }
    result = primaryContext;
  }
  if (isNew) {
    trace::changed({trace::Change::ContextCreated, *result});
    if (activity::isOn()) [[unlikely]]
      activity::contextMade(*result);
  }
  return result;
}

ContextRef Device::primary() { return usePrimary(0); }

ContextRef Device::primaryIfActive() {
  std::lock_guard lock(mutex);
  return primaryContext;
}

ContextRef Device::retainPrimary() { return usePrimary(1); }

Status Device::releasePrimary() {
  {
    std::lock_guard lock(mutex);
    if (primaryUses == 0)
      return Status::InvalidContext;
    if (--primaryUses > 0)
      return Status::Success;
  }
  return resetPrimary();
}

Status Device::resetPrimary() {
  ContextRef old;
  {
    std::lock_guard lock(mutex);
    old = std::move(primaryContext);
    primaryContext = nullptr;
  }
  return old ? old->destroy() : Status::Success;
}

uint32_t Device::primaryFlags() const {
  std::lock_guard lock(mutex);
  return flags;
}

void Device::setPrimaryFlags(uint32_t value) {
  std::lock_guard lock(mutex);
  flags = value;
}

} // namespace helicon
