// Sizes of arrays and textures that are accepted, and what the device attributes say of them: those of the CUDA guide's
// table for compute capability 8.x.
#pragma once

#include "include/helicon/device_prop.h"

#include <cstddef>
#include <optional>

namespace helicon::api {

inline constexpr size_t kMaxWidth1D = 131072;
inline constexpr size_t kMaxMipmapped1D = 32768;
inline constexpr size_t kMaxLinear = 268435456; ///< texels of linear memory
inline constexpr size_t kMaxWidth2D = 131072, kMaxHeight2D = 65536;
inline constexpr size_t kMaxMipmapped2D = 32768;
inline constexpr size_t kMaxPitchedWidth = 131072, kMaxPitchedHeight = 65000, kMaxPitchedBytes = 2097120;
inline constexpr size_t kMaxVolumeSide = 16384;
inline constexpr size_t kMaxLayeredSide = 32768; ///< also cubes and gathers
inline constexpr size_t kMaxLayers = 2048;
inline constexpr size_t kMaxCubeLayers = 2046; ///< faces
/// Rows of a 2-D texture in linear memory start at multiples of this.
inline constexpr size_t kTexturePitchAlignment = 32;

/// The device attribute of that number, if it is one of these.
std::optional<int> textureLimit(int attribute);
void fillTextureLimits(musaDeviceProp &);

} // namespace helicon::api
