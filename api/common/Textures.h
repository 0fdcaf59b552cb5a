// Texture and surface objects: what the handle's memory says (helicon/texture_layout.h), and what was asked for, which
// the API gives back. The memory of a destroyed object is emptied, and used again only after many others were
// destroyed, so that a fetch from a stale handle is a fault.
#pragma once

#include "include/musa_surface_types.h"
#include "include/musa_texture_types.h"
#include "runtime/Context.h"

#include <optional>

namespace helicon::api {

struct TextureRequest {
  /// Of the driver API: its flags (MU_TRSF_...). Integers of 8 and 16 bits are then normalised where the read mode says
  /// so, and everything else is read as it is.
  std::optional<unsigned> driverFlags;
  musaResourceDesc resource{};
  musaTextureDesc texture{};
  musaResourceViewDesc view{};
  bool hasView = false;
};

/// InvalidValue, InvalidHandle, InvalidChannelDescriptor, InvalidFilterSetting or InvalidNormSetting as the SDK; what
/// is not offered (seamless cubes, sRGB, compressed views) is NotSupported, and said.
HELICON_EXPORT Status createTexture(Context &, const TextureRequest &, uint64_t &handle);
HELICON_EXPORT Status createSurface(Context &, const musaResourceDesc &, uint64_t &handle);
/// Waits for the work that may use it. A handle of nothing is passed over, as on hardware.
HELICON_EXPORT Status destroyTexture(uint64_t handle);
/// Writes `handle` (0: none) into the variable behind a reference, when the work that may use the old one is done, and
/// destroys the old one.
HELICON_EXPORT Status rebind(Context &, void *variable, uint64_t handle, uint64_t old);
/// InvalidValue for a handle that is none of its kind.
HELICON_EXPORT Status describeTexture(uint64_t handle, TextureRequest &out);
HELICON_EXPORT Status describeSurface(uint64_t handle, musaResourceDesc &out);

} // namespace helicon::api
