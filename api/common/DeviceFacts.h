// What both APIs say of a device, from its profile in one place. What a card has and Helicon lacks (memory pools,
// clusters) is given as 0, so that programs which ask first don't use it.
#pragma once

#include "include/helicon/device_prop.h"
#include "runtime/Device.h"

#include <optional>
#include <string_view>

namespace helicon::api {

inline constexpr int kVersion = 50200;
/// What the libraries say under CUDA's names: the version of CUDA whose structures these are. Sources that are compiled
/// with our headers have the headers' number.
inline constexpr int kCudaVersion = 11080;
/// Rows of pitched memory start at multiples of this; also what is reported as the texture alignment.
inline constexpr unsigned kPitchAlignment = 256;
inline constexpr unsigned kMaxPitch = 0x7fffffff;

/// Numbers of musaDeviceAttr and MUdevice_attribute, which agree. Empty for a number that is none.
HELICON_EXPORT std::optional<int> deviceAttribute(const Device &device, int attribute);
HELICON_EXPORT void fillProperties(const Device &device, musaDeviceProp &out);

struct PciAddress {
  unsigned domain = 0, bus = 0, device = 0;
};
HELICON_EXPORT PciAddress pciAddress(const Device &device);
/// "0000:01:00.0", "01:00.0" or "0000:01:00"; -1 when no device has that address.
HELICON_EXPORT int deviceByPciBusId(std::string_view text);

/// Registers a thread may have when the largest block runs. Kernels here have no registers of a GPU, so this upper
/// bound stands for what the card's compiler would report.
HELICON_EXPORT int registersPerThread(const Profile &profile);

} // namespace helicon::api
