// Devices.
#include "api/common/DeviceFacts.h"
#include "api/musa/Entry.h"

#include "api/musa/Unsuffixed.h"

#include <cstdio>
#include <cstring>

using namespace helicon;
using musa::initialised;
using musa::withDevice;

namespace {

MUresult muDeviceTotalMemBody(const char *function, size_t *bytes, MUdevice dev) {
  return withDevice(function, dev, [&](Device &device) {
    if (!bytes)
      return Status::InvalidValue;
    *bytes = device.totalMemory();
    return Status::Success;
  });
}

MUresult muDeviceGetUuidBody(const char *function, MUuuid *uuid, MUdevice dev) {
  return withDevice(function, dev, [&](Device &device) {
    if (!uuid)
      return Status::InvalidValue;
    unsigned char bytes[16];
    device.uuid(bytes);
    std::memcpy(uuid->bytes, bytes, sizeof bytes);
    return Status::Success;
  });
}

} // namespace

HELICON_API MUresult muDeviceGet(MUdevice *out, int ordinal) {
  return initialised(__func__, [&] {
    if (!out)
      return Status::InvalidValue;
    if (!device(ordinal))
      return Status::InvalidDevice;
    *out = ordinal;
    return Status::Success;
  });
}

HELICON_API MUresult muDeviceGetCount(int *count) {
  return initialised(__func__, [&] {
    if (!count)
      return Status::InvalidValue;
    *count = static_cast<int>(devices().size());
    return Status::Success;
  });
}

HELICON_API MUresult muDeviceGetName(char *name, int len, MUdevice dev) {
  return withDevice(__func__, dev, [&](Device &device) {
    if (!name || len <= 0)
      return Status::InvalidValue;
    std::snprintf(name, static_cast<size_t>(len), "%s", device.profile().marketing.c_str());
    return Status::Success;
  });
}

HELICON_API_V2(muDeviceGetUuid, (MUuuid * uuid, MUdevice dev), (uuid, dev))
HELICON_API_V2(muDeviceTotalMem, (size_t *bytes, MUdevice dev), (bytes, dev))

/// Names of Windows; none here.
HELICON_API MUresult muDeviceGetLuid(char *luid, unsigned int *deviceNodeMask, MUdevice dev) {
  return withDevice(__func__, dev,
                    [&](Device &) { return luid && deviceNodeMask ? Status::NotSupported : Status::InvalidValue; });
}

HELICON_API MUresult muDeviceGetAttribute(int *pi, MUdevice_attribute attrib, MUdevice dev) {
  return withDevice(__func__, dev, [&](Device &device) {
    if (!pi)
      return Status::InvalidValue;
    const std::optional<int> found = api::deviceAttribute(device, static_cast<int>(attrib));
    if (!found)
      return Status::InvalidValue;
    *pi = *found;
    return Status::Success;
  });
}

HELICON_API MUresult muDeviceGetProperties(MUdevprop *prop, MUdevice dev) {
  return withDevice(__func__, dev, [&](Device &device) {
    if (!prop)
      return Status::InvalidValue;
    musaDeviceProp all;
    api::fillProperties(device, all);
    prop->maxThreadsPerBlock = all.maxThreadsPerBlock;
    for (int d = 0; d < 3; ++d) {
      prop->maxThreadsDim[d] = all.maxThreadsDim[d];
      prop->maxGridSize[d] = all.maxGridSize[d];
    }
    prop->sharedMemPerBlock = static_cast<int>(all.sharedMemPerBlock);
    prop->totalConstantMemory = static_cast<int>(all.totalConstMem);
    prop->SIMDWidth = all.warpSize;
    prop->memPitch = static_cast<int>(all.memPitch);
    prop->regsPerBlock = all.regsPerBlock;
    prop->clockRate = all.clockRate;
    prop->textureAlign = static_cast<int>(all.textureAlignment);
    return Status::Success;
  });
}

HELICON_API MUresult muDeviceComputeCapability(int *major, int *minor, MUdevice dev) {
  return withDevice(__func__, dev, [&](Device &device) {
    if (!major || !minor)
      return Status::InvalidValue;
    *major = static_cast<int>(device.profile().major);
    *minor = static_cast<int>(device.profile().minor);
    return Status::Success;
  });
}

HELICON_API MUresult muDeviceGetByPCIBusId(MUdevice *dev, const char *pciBusId) {
  return initialised(__func__, [&] {
    if (!dev || !pciBusId)
      return Status::InvalidValue;
    const int found = api::deviceByPciBusId(pciBusId);
    if (found < 0)
      return Status::InvalidDevice;
    *dev = found;
    return Status::Success;
  });
}

HELICON_API MUresult muDeviceGetPCIBusId(char *pciBusId, int len, MUdevice dev) {
  return withDevice(__func__, dev, [&](Device &device) {
    const std::string id = device.pciBusId();
    if (!pciBusId || len <= static_cast<int>(id.size()))
      return Status::InvalidValue;
    std::snprintf(pciBusId, static_cast<size_t>(len), "%s", id.c_str());
    return Status::Success;
  });
}

HELICON_API MUresult muDeviceCanAccessPeer(int *canAccessPeer, MUdevice dev, MUdevice peerDev) {
  return initialised(__func__, [&] {
    if (!device(dev) || !device(peerDev))
      return Status::InvalidDevice;
    if (!canAccessPeer)
      return Status::InvalidValue;
    *canAccessPeer = dev != peerDev;
    return Status::Success;
  });
}

HELICON_API MUresult muDeviceGetP2PAttribute(int *value, MUdevice_P2PAttribute attrib, MUdevice srcDevice,
                                             MUdevice dstDevice) {
  return initialised(__func__, [&] {
    if (!device(srcDevice) || !device(dstDevice) || srcDevice == dstDevice)
      return Status::InvalidDevice;
    if (!value)
      return Status::InvalidValue;
    switch (attrib) {
    case MU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK:
      *value = 0;
      return Status::Success;
    case MU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED:
    case MU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED:
      *value = 1;
      return Status::Success;
    case MU_DEVICE_P2P_ATTRIBUTE_MUSA_ARRAY_ACCESS_SUPPORTED:
      *value = 0;
      return Status::Success;
    }
    return Status::InvalidValue;
  });
}
