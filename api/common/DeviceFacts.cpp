// Device attributes and properties. The properties are filled from the attributes, so that the two never disagree.
#include "api/common/DeviceFacts.h"

#include "api/common/TextureLimits.h"
#include "include/helicon/device_attributes.h"
#include "include/helicon/driver_enums.h"
#include "runtime/DeviceLaunch.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace helicon::api {
namespace {

int clampToInt(uint64_t value) { return static_cast<int>(std::min<uint64_t>(value, 0x7fffffff)); }

/// Limits and sizes of the card; empty for what is not one of them.
std::optional<int> profileAttribute(const Profile &p, int attribute) {
  switch (attribute) {
  case musaDevAttrMaxThreadsPerBlock:
    return clampToInt(p.maxThreadsPerBlock);
  case musaDevAttrMaxBlockDimX:
    return clampToInt(p.maxBlockDim[0]);
  case musaDevAttrMaxBlockDimY:
    return clampToInt(p.maxBlockDim[1]);
  case musaDevAttrMaxBlockDimZ:
    return clampToInt(p.maxBlockDim[2]);
  case musaDevAttrMaxGridDimX:
    return clampToInt(p.maxGridDim[0]);
  case musaDevAttrMaxGridDimY:
    return clampToInt(p.maxGridDim[1]);
  case musaDevAttrMaxGridDimZ:
    return clampToInt(p.maxGridDim[2]);
  case musaDevAttrMaxSharedMemoryPerBlock:
    return clampToInt(p.sharedPerBlock);
  case musaDevAttrTotalConstantMemory:
    return clampToInt(p.constantBytes);
  case musaDevAttrWarpSize:
    return clampToInt(p.warpSize);
  case musaDevAttrMaxRegistersPerBlock:
    return clampToInt(p.registersPerBlock);
  case musaDevAttrClockRate:
    return clampToInt(p.clockKHz);
  case musaDevAttrMultiProcessorCount:
    return clampToInt(p.multiprocessors);
  case musaDevAttrMemoryClockRate:
    return clampToInt(p.memoryClockKHz);
  case musaDevAttrGlobalMemoryBusWidth:
    return clampToInt(p.memoryBusBits);
  case musaDevAttrL2CacheSize:
    return clampToInt(p.l2Bytes);
  case musaDevAttrMaxThreadsPerMultiProcessor:
    return clampToInt(p.maxThreadsPerMultiprocessor);
  case musaDevAttrComputeCapabilityMajor:
    return clampToInt(p.major);
  case musaDevAttrComputeCapabilityMinor:
    return clampToInt(p.minor);
  case musaDevAttrMaxSharedMemoryPerMultiprocessor:
    return clampToInt(p.sharedPerMultiprocessor);
  case musaDevAttrMaxRegistersPerMultiprocessor:
    return clampToInt(p.registersPerMultiprocessor);
  case musaDevAttrSingleToDoublePrecisionPerfRatio:
    return clampToInt(p.singleToDoubleRatio);
  case musaDevAttrCooperativeLaunch:
    return p.cooperativeLaunch;
  case musaDevAttrMaxSharedMemoryPerBlockOptin:
    return clampToInt(p.sharedPerBlockOptin);
  case musaDevAttrMaxBlocksPerMultiprocessor:
    return clampToInt(p.maxBlocksPerMultiprocessor);
  case musaDevAttrReservedSharedMemoryPerBlock:
    return clampToInt(p.sharedReserved);
  default:
    return std::nullopt;
  }
}

/// What is the same for every profile, because it is Helicon's own doing.
std::optional<int> ownAttribute(int attribute) {
  switch (attribute) {
  case musaDevAttrMaxPitch:
    return kMaxPitch;
  case musaDevAttrTextureAlignment:
  case musaDevAttrSurfaceAlignment:
    return kPitchAlignment;
  case musaDevAttrTexturePitchAlignment:
    return kTexturePitchAlignment;
  case musaDevAttrGpuOverlap:
  case musaDevAttrCanMapHostMemory:
  case musaDevAttrConcurrentKernels:
  case musaDevAttrUnifiedAddressing:
  case musaDevAttrStreamPrioritiesSupported:
  case musaDevAttrGlobalL1CacheSupported:
  case musaDevAttrLocalL1CacheSupported:
  case musaDevAttrManagedMemory:
  case musaDevAttrConcurrentManagedAccess:
  case musaDevAttrCanUseHostPointerForRegisteredMem:
  case musaDevAttrHostRegisterSupported:
  case musaDevAttrHostRegisterReadOnlySupported:
  case MU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS:
  case MU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS:
  case MU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR:
  case MU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V2:
  case MU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V2:
  case MU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES:
  case MU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
  case MU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
  case musaDevAttrIpcEventSupport:
  case musaDevAttrMemoryPoolsSupported:
  case musaDevAttrMemoryPoolSupportedHandleTypes: // file descriptors
    return 1;
  case musaDevAttrAsyncEngineCount:
    return 2;
  default:
    return std::nullopt;
  }
}

/// Numbers that CUDA 11.8 gives no meaning.
bool isGap(int attribute) { return attribute <= 0 || attribute >= musaDevAttrMax; }

} // namespace

std::optional<int> deviceAttribute(const Device &device, int attribute) {
  if (isGap(attribute))
    return std::nullopt;
  if (std::optional<int> value = profileAttribute(device.profile(), attribute))
    return value;
  if (std::optional<int> value = ownAttribute(attribute))
    return value;
  if (std::optional<int> value = textureLimit(attribute))
    return value;
  switch (attribute) {
  case musaDevAttrPciBusId:
    return static_cast<int>(pciAddress(device).bus);
  case musaDevAttrPciDeviceId:
    return static_cast<int>(pciAddress(device).device);
  case musaDevAttrPciDomainId:
    return static_cast<int>(pciAddress(device).domain);
  default:
    return 0; // known, and not offered
  }
}

void fillProperties(const Device &device, musaDeviceProp &out) {
  std::memset(&out, 0, sizeof out);
  const Profile &p = device.profile();
  auto get = [&](musaDeviceAttr attribute) { return deviceAttribute(device, attribute).value_or(0); };
  std::snprintf(out.name, sizeof out.name, "%s", p.marketing.c_str());
  unsigned char uuid[16];
  device.uuid(uuid);
  std::memcpy(out.uuid.bytes, uuid, sizeof uuid);

  out.totalGlobalMem = device.totalMemory();
  out.sharedMemPerBlock = p.sharedPerBlock;
  out.sharedMemPerBlockOptin = p.sharedPerBlockOptin;
  out.sharedMemPerMultiprocessor = p.sharedPerMultiprocessor;
  out.reservedSharedMemPerBlock = p.sharedReserved;
  out.totalConstMem = p.constantBytes;
  out.regsPerBlock = get(musaDevAttrMaxRegistersPerBlock);
  out.regsPerMultiprocessor = get(musaDevAttrMaxRegistersPerMultiprocessor);
  out.warpSize = get(musaDevAttrWarpSize);
  out.memPitch = kMaxPitch;
  out.maxThreadsPerBlock = get(musaDevAttrMaxThreadsPerBlock);
  for (int d = 0; d < 3; ++d) {
    out.maxThreadsDim[d] = clampToInt(p.maxBlockDim[d]);
    out.maxGridSize[d] = clampToInt(p.maxGridDim[d]);
  }
  out.maxThreadsPerMultiProcessor = get(musaDevAttrMaxThreadsPerMultiProcessor);
  out.maxBlocksPerMultiProcessor = get(musaDevAttrMaxBlocksPerMultiprocessor);
  out.multiProcessorCount = get(musaDevAttrMultiProcessorCount);
  out.clockRate = get(musaDevAttrClockRate);
  out.memoryClockRate = get(musaDevAttrMemoryClockRate);
  out.memoryBusWidth = get(musaDevAttrGlobalMemoryBusWidth);
  out.l2CacheSize = get(musaDevAttrL2CacheSize);
  out.major = get(musaDevAttrComputeCapabilityMajor);
  out.minor = get(musaDevAttrComputeCapabilityMinor);
  out.singleToDoublePrecisionPerfRatio = get(musaDevAttrSingleToDoublePrecisionPerfRatio);

  out.textureAlignment = kPitchAlignment;
  out.texturePitchAlignment = kTexturePitchAlignment;
  out.surfaceAlignment = kPitchAlignment;
  fillTextureLimits(out);
  out.deviceOverlap = get(musaDevAttrGpuOverlap);
  out.asyncEngineCount = get(musaDevAttrAsyncEngineCount);
  out.canMapHostMemory = get(musaDevAttrCanMapHostMemory);
  out.concurrentKernels = get(musaDevAttrConcurrentKernels);
  out.unifiedAddressing = get(musaDevAttrUnifiedAddressing);
  out.streamPrioritiesSupported = get(musaDevAttrStreamPrioritiesSupported);
  out.globalL1CacheSupported = get(musaDevAttrGlobalL1CacheSupported);
  out.localL1CacheSupported = get(musaDevAttrLocalL1CacheSupported);
  out.managedMemory = get(musaDevAttrManagedMemory);
  out.concurrentManagedAccess = get(musaDevAttrConcurrentManagedAccess);
  out.canUseHostPointerForRegisteredMem = get(musaDevAttrCanUseHostPointerForRegisteredMem);
  out.cooperativeLaunch = get(musaDevAttrCooperativeLaunch);
  const PciAddress pci = pciAddress(device);
  out.pciDomainID = static_cast<int>(pci.domain);
  out.pciBusID = static_cast<int>(pci.bus);
  out.pciDeviceID = static_cast<int>(pci.device);
}

PciAddress pciAddress(const Device &device) {
  PciAddress out;
  std::sscanf(device.pciBusId().c_str(), "%x:%x:%x", &out.domain, &out.bus, &out.device);
  return out;
}

int deviceByPciBusId(std::string_view text) {
  const std::string copy(text);
  PciAddress wanted;
  const size_t colons = static_cast<size_t>(std::count(copy.begin(), copy.end(), ':'));
  const int fields = colons == 2   ? std::sscanf(copy.c_str(), "%x:%x:%x", &wanted.domain, &wanted.bus, &wanted.device)
                     : colons == 1 ? std::sscanf(copy.c_str(), "%x:%x", &wanted.bus, &wanted.device)
                                   : -1;
  if (fields != static_cast<int>(colons) + 1)
    return -1;
  for (const auto &device : devices()) {
    const PciAddress pci = pciAddress(*device);
    if (pci.domain == wanted.domain && pci.bus == wanted.bus && pci.device == wanted.device)
      return device->ordinal();
  }
  return -1;
}

int registersPerThread(const Profile &profile) {
  return profile.maxThreadsPerBlock ? clampToInt(profile.registersPerBlock / profile.maxThreadsPerBlock) : 0;
}

} // namespace helicon::api

namespace helicon {

const DeviceFactSource kDeviceFactSource = {[](const Device &device, int attribute, int &value) {
  const std::optional<int> found = api::deviceAttribute(device, attribute);
  value = found.value_or(0);
  return found.has_value();
}};

} // namespace helicon
