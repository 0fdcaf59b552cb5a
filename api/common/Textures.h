// Texture and surface objects: what the handle's memory says (helicon/texture_layout.h), and what was asked for, which
// the API gives back. The memory of a destroyed object is emptied, and used again only after many others were
// destroyed, so that a fetch from a stale handle is a fault.
#pragma once

#include "include/musa_surface_types.h"
#include "include/musa_texture_types.h"
#include "runtime/Context.h"

namespace helicon::api {

struct TextureRequest {
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
/// InvalidValue for a handle that is none of its kind.
HELICON_EXPORT Status describeTexture(uint64_t handle, TextureRequest &out);
HELICON_EXPORT Status describeSurface(uint64_t handle, musaResourceDesc &out);

} // namespace helicon::api
