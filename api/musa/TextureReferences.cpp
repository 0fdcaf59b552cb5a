// Texture references: bound to arrays and memory, set, and asked. What fits together is found out at the next launch.
#include "api/common/Arrays.h"
#include "api/common/DeviceFacts.h"
#include "api/common/TextureLimits.h"
#include "api/musa/Entry.h"
#include "api/musa/Formats.h"
#include "api/musa/References.h"
#include "runtime/Memory.h"

#include "api/musa/Unsuffixed.h"

#include <algorithm>

using namespace helicon;
using musa::TextureReference;
using musa::withContext;

namespace {

/// Runs `body` with the reference locked.
template <class Body> MUresult withReference(const char *function, MUtexref handle, Body &&body) {
  return withContext(function, [&](Context &) -> Status {
    const musa::TextureReferenceRef reference = musa::findTextureReference(handle);
    if (!reference)
      return Status::InvalidHandle;
    const std::lock_guard lock(reference->mutex);
    return body(*reference);
  });
}

/// The same for a body that sets something.
template <class Body> MUresult change(const char *function, MUtexref handle, Body &&body) {
  return withReference(function, handle, [&](TextureReference &reference) {
    const Status status = body(reference);
    if (status == Status::Success)
      reference.change();
    return status;
  });
}

/// Sets one member.
template <class T> MUresult set(const char *function, MUtexref handle, T MUSA_TEXTURE_DESC::*member, T value, T most) {
  return change(function, handle, [&](TextureReference &reference) {
    if (static_cast<unsigned>(value) > static_cast<unsigned>(most))
      return Status::InvalidValue;
    reference.sampling.*member = value;
    return Status::Success;
  });
}

/// Gives one member.
template <class T, class Out>
MUresult get(const char *function, MUtexref handle, T MUSA_TEXTURE_DESC::*member, Out *out) {
  return withReference(function, handle, [&](TextureReference &reference) {
    if (!out)
      return Status::InvalidValue;
    *out = static_cast<Out>(reference.sampling.*member);
    return Status::Success;
  });
}

void bind(TextureReference &reference, const MUSA_RESOURCE_DESC &resource, MUdeviceptr address) {
  reference.resource = resource;
  reference.address = address;
  reference.isBound = true;
}

/// The array's own format is what is read.
void takeFormat(TextureReference &reference, const api::Array &array) {
  reference.format = musa::formatOf(array.format);
  reference.components = api::channelsOf(array.format);
}

bool isDeviceMemory(MUdeviceptr address) {
  return address && pointerInfo(musa::pointerOf(address)).kind != MemoryKind::Unregistered;
}

/// Without an address the reference is bound to nothing.
MUresult muTexRefSetAddressBody(const char *function, size_t *byteOffset, MUtexref handle, MUdeviceptr address,
                                size_t bytes) {
  return change(function, handle, [&](TextureReference &reference) {
    if (!address && bytes == 0) {
      reference.isBound = false;
      return Status::Success;
    }
    musaChannelFormatDesc texel{};
    if (Status status = musa::channelsOf(reference.format, reference.components, texel); status != Status::Success)
      return status;
    const size_t offset = address % api::kPitchAlignment;
    if (!isDeviceMemory(address) || (offset != 0 && !byteOffset) || bytes / api::texelBytes(texel) > api::kMaxLinear)
      return Status::InvalidValue;
    MUSA_RESOURCE_DESC resource{};
    resource.resType = MU_RESOURCE_TYPE_LINEAR;
    resource.res.linear = {address - offset, reference.format, reference.components, bytes + offset};
    bind(reference, resource, address);
    if (byteOffset)
      *byteOffset = offset;
    return Status::Success;
  });
}

MUresult muTexRefSetAddress2DBody(const char *function, MUtexref handle, const MUSA_ARRAY_DESCRIPTOR *d,
                                  MUdeviceptr address, size_t pitch) {
  return change(function, handle, [&](TextureReference &reference) {
    musaChannelFormatDesc texel{};
    if (!d)
      return Status::InvalidValue;
    if (Status status = musa::channelsOf(d->Format, d->NumChannels, texel); status != Status::Success)
      return status;
    const bool otherFormat = reference.format != d->Format || reference.components != d->NumChannels;
    if ((reference.hasFormat && otherFormat) || !isDeviceMemory(address) || address % api::kPitchAlignment != 0 ||
        d->Width == 0 || d->Height == 0 || d->Width > api::kMaxPitchedWidth || d->Height > api::kMaxPitchedHeight ||
        pitch % api::kTexturePitchAlignment != 0 || pitch > api::kMaxPitchedBytes ||
        pitch < d->Width * api::texelBytes(texel))
      return Status::InvalidValue;
    MUSA_RESOURCE_DESC resource{};
    resource.resType = MU_RESOURCE_TYPE_PITCH2D;
    resource.res.pitch2D = {address, d->Format, d->NumChannels, d->Width, d->Height, pitch};
    bind(reference, resource, address);
    reference.format = d->Format;
    reference.components = d->NumChannels;
    return Status::Success;
  });
}

MUresult muTexRefGetAddressBody(const char *function, MUdeviceptr *out, MUtexref handle) {
  return withReference(function, handle, [&](TextureReference &reference) {
    const MUresourcetype type = reference.resource.resType;
    if (!out || !reference.isBound || (type != MU_RESOURCE_TYPE_LINEAR && type != MU_RESOURCE_TYPE_PITCH2D))
      return Status::InvalidValue;
    *out = reference.address;
    return Status::Success;
  });
}

bool isDimension(int dim) { return dim >= 0 && dim < 3; }

} // namespace

HELICON_API MUresult muModuleGetTexRef(MUtexref *pTexRef, MUmodule hmod, const char *name) {
  return withContext(__func__, [&](Context &) {
    const ModuleRef module = findModule(hmod);
    if (!module)
      return Status::InvalidHandle;
    musa::TextureReferenceRef found;
    if (!pTexRef || !name)
      return Status::InvalidValue;
    const Status status = musa::referenceOf(*module, name, found);
    if (status == Status::Success)
      *pTexRef = reinterpret_cast<MUtexref>(found.get());
    return status;
  });
}

HELICON_API MUresult muTexRefCreate(MUtexref *pTexRef) {
  return withContext(__func__, [&](Context &context) {
    if (!pTexRef)
      return Status::InvalidValue;
    *pTexRef = reinterpret_cast<MUtexref>(musa::makeTextureReference(context).get());
    return Status::Success;
  });
}

HELICON_API MUresult muTexRefDestroy(MUtexref hTexRef) {
  return withContext(__func__, [&](Context &) { return musa::destroyTextureReference(hTexRef); });
}

HELICON_API MUresult muTexRefSetArray(MUtexref hTexRef, MUarray hArray, unsigned int flags) {
  return change(__func__, hTexRef, [&](TextureReference &reference) {
    const api::ArrayRef array = api::findArray(hArray);
    if (!array)
      return Status::InvalidHandle;
    if (flags != MU_TRSA_OVERRIDE_FORMAT)
      return Status::InvalidValue;
    MUSA_RESOURCE_DESC resource{};
    resource.resType = MU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = hArray;
    bind(reference, resource, 0);
    takeFormat(reference, *array);
    return Status::Success;
  });
}

HELICON_API MUresult muTexRefSetMipmappedArray(MUtexref hTexRef, MUmipmappedArray hMipmappedArray, unsigned int flags) {
  return change(__func__, hTexRef, [&](TextureReference &reference) {
    const api::MipmappedRef array = api::findMipmapped(hMipmappedArray);
    if (!array)
      return Status::InvalidHandle;
    if (flags != MU_TRSA_OVERRIDE_FORMAT)
      return Status::InvalidValue;
    MUSA_RESOURCE_DESC resource{};
    resource.resType = MU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    resource.res.mipmap.hMipmappedArray = hMipmappedArray;
    bind(reference, resource, 0);
    takeFormat(reference, *array->levels.front());
    return Status::Success;
  });
}

HELICON_API_V2(muTexRefSetAddress, (size_t *byteOffset, MUtexref hTexRef, MUdeviceptr dptr, size_t bytes),
               (byteOffset, hTexRef, dptr, bytes))
HELICON_API_V2(muTexRefGetAddress, (MUdeviceptr * pdptr, MUtexref hTexRef), (pdptr, hTexRef))

// The versions differ in the width of addresses on systems of 32 bits.
HELICON_API_V2(muTexRefSetAddress2D,
               (MUtexref hTexRef, const MUSA_ARRAY_DESCRIPTOR *desc, MUdeviceptr dptr, size_t pitch),
               (hTexRef, desc, dptr, pitch))
HELICON_API MUresult muTexRefSetAddress2D_v3(MUtexref hTexRef, const MUSA_ARRAY_DESCRIPTOR *desc, MUdeviceptr dptr,
                                             size_t pitch) {
  return muTexRefSetAddress2DBody(__func__, hTexRef, desc, dptr, pitch);
}

HELICON_API MUresult muTexRefSetFormat(MUtexref hTexRef, MUarray_format fmt, int numPackedComponents) {
  return change(__func__, hTexRef, [&](TextureReference &reference) {
    musaChannelFormatDesc texel{};
    const auto components = static_cast<unsigned>(numPackedComponents);
    const Status status = musa::channelsOf(fmt, components, texel);
    if (status != Status::Success)
      return status;
    reference.format = fmt;
    reference.components = components;
    reference.hasFormat = true;
    return Status::Success;
  });
}

HELICON_API MUresult muTexRefSetAddressMode(MUtexref hTexRef, int dim, MUaddress_mode am) {
  return change(__func__, hTexRef, [&](TextureReference &reference) {
    if (!isDimension(dim) || static_cast<unsigned>(am) > MU_TR_ADDRESS_MODE_BORDER)
      return Status::InvalidValue;
    reference.sampling.addressMode[dim] = am;
    return Status::Success;
  });
}

HELICON_API MUresult muTexRefSetFilterMode(MUtexref hTexRef, MUfilter_mode fm) {
  return set(__func__, hTexRef, &MUSA_TEXTURE_DESC::filterMode, fm, MU_TR_FILTER_MODE_LINEAR);
}

HELICON_API MUresult muTexRefSetMipmapFilterMode(MUtexref hTexRef, MUfilter_mode fm) {
  return set(__func__, hTexRef, &MUSA_TEXTURE_DESC::mipmapFilterMode, fm, MU_TR_FILTER_MODE_LINEAR);
}

HELICON_API MUresult muTexRefSetMaxAnisotropy(MUtexref hTexRef, unsigned int maxAniso) {
  return set(__func__, hTexRef, &MUSA_TEXTURE_DESC::maxAnisotropy, maxAniso, ~0U);
}

HELICON_API MUresult muTexRefSetFlags(MUtexref hTexRef, unsigned int flags) {
  return change(__func__, hTexRef, [&](TextureReference &reference) {
    if (flags & ~static_cast<unsigned>(MU_TRSF_READ_AS_INTEGER | MU_TRSF_NORMALIZED_COORDINATES | MU_TRSF_SRGB |
                                       MU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION))
      return Status::InvalidValue;
    reference.sampling.flags = flags;
    return Status::Success;
  });
}

HELICON_API MUresult muTexRefSetMipmapLevelBias(MUtexref hTexRef, float bias) {
  return change(__func__, hTexRef, [&](TextureReference &reference) {
    reference.sampling.mipmapLevelBias = bias;
    return Status::Success;
  });
}

HELICON_API MUresult muTexRefSetMipmapLevelClamp(MUtexref hTexRef, float minMipmapLevelClamp,
                                                 float maxMipmapLevelClamp) {
  return change(__func__, hTexRef, [&](TextureReference &reference) {
    reference.sampling.minMipmapLevelClamp = minMipmapLevelClamp;
    reference.sampling.maxMipmapLevelClamp = maxMipmapLevelClamp;
    return Status::Success;
  });
}

HELICON_API MUresult muTexRefSetBorderColor(MUtexref hTexRef, float *pBorderColor) {
  return change(__func__, hTexRef, [&](TextureReference &reference) {
    if (!pBorderColor)
      return Status::InvalidValue;
    std::copy_n(pBorderColor, 4, reference.sampling.borderColor);
    return Status::Success;
  });
}

HELICON_API MUresult muTexRefGetArray(MUarray *phArray, MUtexref hTexRef) {
  return withReference(__func__, hTexRef, [&](TextureReference &reference) {
    if (!phArray || !reference.isBound || reference.resource.resType != MU_RESOURCE_TYPE_ARRAY)
      return Status::InvalidValue;
    *phArray = reference.resource.res.array.hArray;
    return Status::Success;
  });
}

HELICON_API MUresult muTexRefGetMipmappedArray(MUmipmappedArray *phMipmappedArray, MUtexref hTexRef) {
  return withReference(__func__, hTexRef, [&](TextureReference &reference) {
    if (!phMipmappedArray || !reference.isBound || reference.resource.resType != MU_RESOURCE_TYPE_MIPMAPPED_ARRAY)
      return Status::InvalidValue;
    *phMipmappedArray = reference.resource.res.mipmap.hMipmappedArray;
    return Status::Success;
  });
}

HELICON_API MUresult muTexRefGetFormat(MUarray_format *pFormat, int *pNumChannels, MUtexref hTexRef) {
  return withReference(__func__, hTexRef, [&](TextureReference &reference) {
    if (!pFormat && !pNumChannels)
      return Status::InvalidValue;
    if (pFormat)
      *pFormat = reference.format;
    if (pNumChannels)
      *pNumChannels = static_cast<int>(reference.components);
    return Status::Success;
  });
}

HELICON_API MUresult muTexRefGetAddressMode(MUaddress_mode *pam, MUtexref hTexRef, int dim) {
  return withReference(__func__, hTexRef, [&](TextureReference &reference) {
    if (!pam || !isDimension(dim))
      return Status::InvalidValue;
    *pam = reference.sampling.addressMode[dim];
    return Status::Success;
  });
}

HELICON_API MUresult muTexRefGetFilterMode(MUfilter_mode *pfm, MUtexref hTexRef) {
  return get(__func__, hTexRef, &MUSA_TEXTURE_DESC::filterMode, pfm);
}

HELICON_API MUresult muTexRefGetMipmapFilterMode(MUfilter_mode *pfm, MUtexref hTexRef) {
  return get(__func__, hTexRef, &MUSA_TEXTURE_DESC::mipmapFilterMode, pfm);
}

HELICON_API MUresult muTexRefGetMipmapLevelBias(float *pbias, MUtexref hTexRef) {
  return get(__func__, hTexRef, &MUSA_TEXTURE_DESC::mipmapLevelBias, pbias);
}

HELICON_API MUresult muTexRefGetMaxAnisotropy(int *pmaxAniso, MUtexref hTexRef) {
  return get(__func__, hTexRef, &MUSA_TEXTURE_DESC::maxAnisotropy, pmaxAniso);
}

HELICON_API MUresult muTexRefGetFlags(unsigned int *pFlags, MUtexref hTexRef) {
  return get(__func__, hTexRef, &MUSA_TEXTURE_DESC::flags, pFlags);
}

HELICON_API MUresult muTexRefGetMipmapLevelClamp(float *pminMipmapLevelClamp, float *pmaxMipmapLevelClamp,
                                                 MUtexref hTexRef) {
  return withReference(__func__, hTexRef, [&](TextureReference &reference) {
    if (!pminMipmapLevelClamp || !pmaxMipmapLevelClamp)
      return Status::InvalidValue;
    *pminMipmapLevelClamp = reference.sampling.minMipmapLevelClamp;
    *pmaxMipmapLevelClamp = reference.sampling.maxMipmapLevelClamp;
    return Status::Success;
  });
}

HELICON_API MUresult muTexRefGetBorderColor(float *pBorderColor, MUtexref hTexRef) {
  return withReference(__func__, hTexRef, [&](TextureReference &reference) {
    if (!pBorderColor)
      return Status::InvalidValue;
    std::copy_n(reference.sampling.borderColor, 4, pBorderColor);
    return Status::Success;
  });
}
