// See Resources.h. Enumerations agree but for the formats of memory, and the driver has flags where the runtime has
// members.
#include "api/musa/Resources.h"

#include "api/common/Arrays.h"
#include "api/musa/Entry.h"
#include "api/musa/Formats.h"

#include <algorithm>

namespace helicon::musa {

constexpr unsigned kTextureFlags = MU_TRSF_READ_AS_INTEGER | MU_TRSF_NORMALIZED_COORDINATES | MU_TRSF_SRGB |
                                   MU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION | MU_TRSF_SEAMLESS_CUBEMAP;

Status fromDriver(const MUSA_RESOURCE_DESC &d, musaResourceDesc &out) {
  if (d.flags != 0)
    return Status::InvalidValue;
  out.resType = static_cast<musaResourceType>(d.resType);
  switch (d.resType) {
  case MU_RESOURCE_TYPE_ARRAY:
    out.res.array.array = reinterpret_cast<musaArray_t>(d.res.array.hArray);
    return Status::Success;
  case MU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
    out.res.mipmap.mipmap = reinterpret_cast<musaMipmappedArray_t>(d.res.mipmap.hMipmappedArray);
    return Status::Success;
  case MU_RESOURCE_TYPE_LINEAR:
    out.res.linear = {pointerOf(d.res.linear.devPtr), {}, d.res.linear.sizeInBytes};
    return channelsOf(d.res.linear.format, d.res.linear.numChannels, out.res.linear.desc);
  case MU_RESOURCE_TYPE_PITCH2D: {
    const auto &p = d.res.pitch2D;
    out.res.pitch2D = {pointerOf(p.devPtr), {}, p.width, p.height, p.pitchInBytes};
    return channelsOf(p.format, p.numChannels, out.res.pitch2D.desc);
  }
  }
  return Status::InvalidValue;
}

MUSA_RESOURCE_DESC resourceForDriver(const musaResourceDesc &d) {
  MUSA_RESOURCE_DESC out{};
  out.resType = static_cast<MUresourcetype>(d.resType);
  switch (d.resType) {
  case musaResourceTypeArray:
    out.res.array.hArray = reinterpret_cast<MUarray>(d.res.array.array);
    break;
  case musaResourceTypeMipmappedArray:
    out.res.mipmap.hMipmappedArray = reinterpret_cast<MUmipmappedArray>(d.res.mipmap.mipmap);
    break;
  case musaResourceTypeLinear: {
    const auto &l = d.res.linear;
    out.res.linear = {addressOf(l.devPtr), formatOf(l.desc), api::channelsOf(l.desc), l.sizeInBytes};
    break;
  }
  case musaResourceTypePitch2D: {
    const auto &p = d.res.pitch2D;
    out.res.pitch2D = {addressOf(p.devPtr), formatOf(p.desc), api::channelsOf(p.desc), p.width, p.height,
                       p.pitchInBytes};
    break;
  }
  }
  return out;
}

Status fromDriver(const MUSA_TEXTURE_DESC &d, api::TextureRequest &out) {
  musaTextureDesc &t = out.texture;
  if (d.flags & ~kTextureFlags)
    return Status::InvalidValue;
  out.driverFlags = d.flags;
  for (int i = 0; i < 3; i++)
    t.addressMode[i] = static_cast<musaTextureAddressMode>(d.addressMode[i]);
  t.filterMode = static_cast<musaTextureFilterMode>(d.filterMode);
  t.readMode = d.flags & MU_TRSF_READ_AS_INTEGER ? musaReadModeElementType : musaReadModeNormalizedFloat;
  t.sRGB = (d.flags & MU_TRSF_SRGB) != 0;
  t.normalizedCoords = (d.flags & MU_TRSF_NORMALIZED_COORDINATES) != 0;
  t.disableTrilinearOptimization = (d.flags & MU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
  t.seamlessCubemap = (d.flags & MU_TRSF_SEAMLESS_CUBEMAP) != 0;
  t.maxAnisotropy = d.maxAnisotropy;
  t.mipmapFilterMode = static_cast<musaTextureFilterMode>(d.mipmapFilterMode);
  t.mipmapLevelBias = d.mipmapLevelBias;
  t.minMipmapLevelClamp = d.minMipmapLevelClamp;
  t.maxMipmapLevelClamp = d.maxMipmapLevelClamp;
  std::copy_n(d.borderColor, 4, t.borderColor);
  return Status::Success;
}

MUSA_TEXTURE_DESC samplingForDriver(const api::TextureRequest &request) {
  const musaTextureDesc &t = request.texture;
  MUSA_TEXTURE_DESC out{};
  for (int i = 0; i < 3; i++)
    out.addressMode[i] = static_cast<MUaddress_mode>(t.addressMode[i]);
  out.filterMode = static_cast<MUfilter_mode>(t.filterMode);
  const auto flag = [](bool set, unsigned bit) { return set ? bit : 0; };
  out.flags = request.driverFlags.value_or(
      flag(t.readMode == musaReadModeElementType, MU_TRSF_READ_AS_INTEGER) | flag(t.sRGB != 0, MU_TRSF_SRGB) |
      flag(t.normalizedCoords != 0, MU_TRSF_NORMALIZED_COORDINATES) |
      flag(t.disableTrilinearOptimization != 0, MU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) |
      flag(t.seamlessCubemap != 0, MU_TRSF_SEAMLESS_CUBEMAP));
  out.maxAnisotropy = t.maxAnisotropy;
  out.mipmapFilterMode = static_cast<MUfilter_mode>(t.mipmapFilterMode);
  out.mipmapLevelBias = t.mipmapLevelBias;
  out.minMipmapLevelClamp = t.minMipmapLevelClamp;
  out.maxMipmapLevelClamp = t.maxMipmapLevelClamp;
  std::copy_n(t.borderColor, 4, out.borderColor);
  return out;
}

musaResourceViewDesc fromDriver(const MUSA_RESOURCE_VIEW_DESC &v) {
  return {static_cast<musaResourceViewFormat>(v.format),
          v.width,
          v.height,
          v.depth,
          v.firstMipmapLevel,
          v.lastMipmapLevel,
          v.firstLayer,
          v.lastLayer};
}

MUSA_RESOURCE_VIEW_DESC viewForDriver(const musaResourceViewDesc &v) {
  return {static_cast<MUresourceViewFormat>(v.format),
          v.width,
          v.height,
          v.depth,
          v.firstMipmapLevel,
          v.lastMipmapLevel,
          v.firstLayer,
          v.lastLayer,
          {}};
}

} // namespace helicon::musa
