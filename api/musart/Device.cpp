// Devices: count, properties, the thread's choice, flags, reset.
#include "api/common/DeviceFacts.h"
#include "api/musart/Entry.h"

#include <cstdio>
#include <cstring>
#include <mutex>
#include <vector>

using namespace helicon;
using musart::withContext;
using musart::withDevice;
using musart::withDevices;

namespace {

constexpr unsigned kKnownFlags = musaDeviceScheduleMask | musaDeviceMapHost | musaDeviceLmemResizeToMax;

bool flagsAreValid(unsigned flags) {
  const unsigned schedule = flags & musaDeviceScheduleMask;
  return (flags & ~kKnownFlags) == 0 && (schedule & (schedule - 1)) == 0;
}

std::mutex validMutex;
std::vector<int> &validDevices() {
  static auto *list = new std::vector<int>; // outlives destructors that still call the API
  return *list;
}

/// How well a device answers to what the program asks for; fields that are 0 ask for nothing.
int scoreOf(const musaDeviceProp &wanted, const musaDeviceProp &has) {
  int score = 0;
  if (wanted.name[0] && std::strncmp(wanted.name, has.name, sizeof has.name) == 0)
    score += 4;
  if (wanted.major && (has.major > wanted.major || (has.major == wanted.major && has.minor >= wanted.minor)))
    score += 2;
  score += wanted.totalGlobalMem && has.totalGlobalMem >= wanted.totalGlobalMem;
  score += wanted.multiProcessorCount && has.multiProcessorCount >= wanted.multiProcessorCount;
  score += wanted.sharedMemPerBlock && has.sharedMemPerBlock >= wanted.sharedMemPerBlock;
  score += wanted.regsPerBlock && has.regsPerBlock >= wanted.regsPerBlock;
  score += wanted.maxThreadsPerBlock && has.maxThreadsPerBlock >= wanted.maxThreadsPerBlock;
  return score;
}

musaError_t getProperties(const char *function, musaDeviceProp *prop, int ordinal) {
  return withDevice(function, ordinal, [&](Device &device) {
    if (!prop)
      return Status::InvalidValue;
    api::fillProperties(device, *prop);
    return Status::Success;
  });
}

} // namespace

int musart::firstValidDevice() {
  const std::lock_guard lock(validMutex);
  return validDevices().empty() ? 0 : validDevices().front();
}

HELICON_API musaError_t musaGetDeviceCount(int *count) {
  return musart::plain(__func__, [&] {
    if (!count)
      return Status::InvalidValue;
    *count = 0;
    if (Status status = musart::ready(); status != Status::Success)
      return status;
    *count = static_cast<int>(devices().size());
    return Status::Success;
  });
}

HELICON_API musaError_t musaGetDeviceProperties_v2(musaDeviceProp *prop, int device) {
  return getProperties(__func__, prop, device);
}

#undef musaGetDeviceProperties
HELICON_API musaError_t musaGetDeviceProperties(musaDeviceProp *prop, int device) {
  return getProperties(__func__, prop, device);
}

HELICON_API musaError_t musaDeviceGetAttribute(int *value, musaDeviceAttr attr, int ordinal) {
  return withDevice(__func__, ordinal, [&](Device &device) {
    if (!value)
      return Status::InvalidValue;
    const std::optional<int> found = api::deviceAttribute(device, static_cast<int>(attr));
    if (!found)
      return Status::InvalidValue;
    *value = *found;
    return Status::Success;
  });
}

HELICON_API musaError_t musaChooseDevice(int *device, const musaDeviceProp *prop) {
  return withDevices(__func__, [&] {
    if (!device || !prop)
      return Status::InvalidValue;
    int best = -1;
    for (const auto &candidate : devices()) {
      musaDeviceProp has;
      api::fillProperties(*candidate, has);
      if (const int score = scoreOf(*prop, has); score > best) {
        best = score;
        *device = candidate->ordinal();
      }
    }
    return Status::Success;
  });
}

HELICON_API musaError_t musaSetDevice(int device) {
  return withDevices(__func__, [&] { return musart::selectDevice(device); });
}

HELICON_API musaError_t musaInitDevice(int ordinal, unsigned int deviceFlags, unsigned int flags) {
  return withDevice(__func__, ordinal, [&](Device &device) {
    if (flags & ~static_cast<unsigned>(musaInitDeviceFlagsAreValid))
      return Status::InvalidValue;
    if (flags & musaInitDeviceFlagsAreValid) {
      if (!flagsAreValid(deviceFlags))
        return Status::InvalidValue;
      device.setPrimaryFlags(deviceFlags);
    }
    return device.primary() ? Status::Success : Status::OutOfMemory;
  });
}

HELICON_API musaError_t musaGetDevice(int *device) {
  return withDevices(__func__, [&] {
    if (!device)
      return Status::InvalidValue;
    *device = musart::currentDevice();
    return Status::Success;
  });
}

HELICON_API musaError_t musaSetValidDevices(int *list, int length) {
  return withDevices(__func__, [&] {
    if (length < 0 || (length > 0 && !list))
      return Status::InvalidValue;
    for (int i = 0; i < length; ++i)
      if (!device(list[i]))
        return Status::InvalidDevice;
    const std::lock_guard lock(validMutex);
    validDevices().assign(list, list + length);
    return Status::Success;
  });
}

HELICON_API musaError_t musaSetDeviceFlags(unsigned int flags) {
  return withDevices(__func__, [&] {
    if (!flagsAreValid(flags))
      return Status::InvalidValue;
    device(musart::currentDevice())->setPrimaryFlags(flags);
    return Status::Success;
  });
}

HELICON_API musaError_t musaGetDeviceFlags(unsigned int *flags) {
  return withDevices(__func__, [&] {
    if (!flags)
      return Status::InvalidValue;
    *flags = device(musart::currentDevice())->primaryFlags() | musaDeviceMapHost;
    return Status::Success;
  });
}

static musaError_t resetDevice(const char *function) {
  return withDevices(function, [&] {
    const int ordinal = musart::currentDevice();
    musart::forgetPeers(ordinal);
    return device(ordinal)->resetPrimary();
  });
}

HELICON_API musaError_t musaDeviceReset(void) { return resetDevice(__func__); }
HELICON_API musaError_t musaThreadExit(void) { return resetDevice(__func__); }

static musaError_t synchroniseDevice(const char *function) {
  return withContext(function, [](Context &context) { return context.waitForAll(); });
}

HELICON_API musaError_t musaDeviceSynchronize(void) { return synchroniseDevice(__func__); }
HELICON_API musaError_t musaThreadSynchronize(void) { return synchroniseDevice(__func__); }

HELICON_API musaError_t musaDeviceGetByPCIBusId(int *device, const char *pciBusId) {
  return withDevices(__func__, [&] {
    if (!device || !pciBusId)
      return Status::InvalidValue;
    const int found = api::deviceByPciBusId(pciBusId);
    if (found < 0)
      return Status::InvalidDevice;
    *device = found;
    return Status::Success;
  });
}

HELICON_API musaError_t musaDeviceGetPCIBusId(char *pciBusId, int length, int ordinal) {
  return withDevice(__func__, ordinal, [&](Device &device) {
    const std::string id = device.pciBusId();
    if (!pciBusId || length <= static_cast<int>(id.size()))
      return Status::InvalidValue;
    std::snprintf(pciBusId, static_cast<size_t>(length), "%s", id.c_str());
    return Status::Success;
  });
}
