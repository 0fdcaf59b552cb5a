// Arrays and mipmapped arrays: the runtime API's, described in the driver's words.
#include "api/common/Arrays.h"
#include "api/common/TextureLimits.h"
#include "api/musa/Entry.h"
#include "api/musa/Formats.h"

#include "api/musa/Unsuffixed.h"

using namespace helicon;
using musa::withContext;

namespace {

// The flags are the runtime's.
static_assert(MUSA_ARRAY3D_LAYERED == musaArrayLayered && MUSA_ARRAY3D_SURFACE_LDST == musaArraySurfaceLoadStore &&
              MUSA_ARRAY3D_CUBEMAP == musaArrayCubemap && MUSA_ARRAY3D_TEXTURE_GATHER == musaArrayTextureGather &&
              MUSA_ARRAY3D_COLOR_ATTACHMENT == musaArrayColorAttachment && MUSA_ARRAY3D_SPARSE == musaArraySparse &&
              MUSA_ARRAY3D_DEFERRED_MAPPING == musaArrayDeferredMapping);

Status create(Context &context, MUarray *out, const MUSA_ARRAY3D_DESCRIPTOR &d) {
  musaChannelFormatDesc format{};
  api::ArrayRef made;
  Status status = musa::channelsOf(d.Format, d.NumChannels, format);
  if (status == Status::Success)
    status = api::createArray(context, format, {d.Width, d.Height, d.Depth}, d.Flags, made);
  if (status == Status::Success)
    *out = reinterpret_cast<MUarray>(made.get());
  return status;
}

MUresult muArrayCreateBody(const char *function, MUarray *out, const MUSA_ARRAY_DESCRIPTOR *d) {
  return withContext(function, [&](Context &context) {
    return out && d ? create(context, out, {d->Width, d->Height, 0, d->Format, d->NumChannels, 0})
                    : Status::InvalidValue;
  });
}

MUresult muArray3DCreateBody(const char *function, MUarray *out, const MUSA_ARRAY3D_DESCRIPTOR *d) {
  return withContext(function,
                     [&](Context &context) { return out && d ? create(context, out, *d) : Status::InvalidValue; });
}

Status describe(MUarray handle, MUSA_ARRAY3D_DESCRIPTOR &out) {
  const api::ArrayRef array = api::findArray(handle);
  if (!array)
    return Status::InvalidHandle;
  const musaExtent &e = array->extent;
  out = {e.width, e.height, e.depth, musa::formatOf(array->format), api::channelsOf(array->format), array->flags};
  return Status::Success;
}

MUresult muArrayGetDescriptorBody(const char *function, MUSA_ARRAY_DESCRIPTOR *out, MUarray handle) {
  return withContext(function, [&](Context &) {
    MUSA_ARRAY3D_DESCRIPTOR whole{};
    if (!out)
      return Status::InvalidValue;
    const Status status = describe(handle, whole);
    if (status == Status::Success)
      *out = {whole.Width, whole.Height, whole.Format, whole.NumChannels};
    return status;
  });
}

MUresult muArray3DGetDescriptorBody(const char *function, MUSA_ARRAY3D_DESCRIPTOR *out, MUarray handle) {
  return withContext(function, [&](Context &) { return out ? describe(handle, *out) : Status::InvalidValue; });
}

} // namespace

HELICON_API_V2(muArrayCreate, (MUarray * pHandle, const MUSA_ARRAY_DESCRIPTOR *pAllocateArray),
               (pHandle, pAllocateArray))
HELICON_API_V2(muArray3DCreate, (MUarray * pHandle, const MUSA_ARRAY3D_DESCRIPTOR *pAllocateArray),
               (pHandle, pAllocateArray))
HELICON_API_V2(muArrayGetDescriptor, (MUSA_ARRAY_DESCRIPTOR * pArrayDescriptor, MUarray hArray),
               (pArrayDescriptor, hArray))
HELICON_API_V2(muArray3DGetDescriptor, (MUSA_ARRAY3D_DESCRIPTOR * pArrayDescriptor, MUarray hArray),
               (pArrayDescriptor, hArray))

HELICON_API MUresult muArrayDestroy(MUarray hArray) {
  return withContext(__func__, [&](Context &) { return api::freeArray(hArray); });
}

HELICON_API MUresult muMipmappedArrayCreate(MUmipmappedArray *pHandle,
                                            const MUSA_ARRAY3D_DESCRIPTOR *pMipmappedArrayDesc,
                                            unsigned int numMipmapLevels) {
  return withContext(__func__, [&](Context &context) {
    if (!pHandle || !pMipmappedArrayDesc)
      return Status::InvalidValue;
    const MUSA_ARRAY3D_DESCRIPTOR &d = *pMipmappedArrayDesc;
    musaChannelFormatDesc format{};
    api::MipmappedRef made;
    Status status = musa::channelsOf(d.Format, d.NumChannels, format);
    if (status == Status::Success)
      status = api::createMipmapped(context, format, {d.Width, d.Height, d.Depth}, numMipmapLevels, d.Flags, made);
    if (status == Status::Success)
      *pHandle = reinterpret_cast<MUmipmappedArray>(made.get());
    return status;
  });
}

HELICON_API MUresult muMipmappedArrayGetLevel(MUarray *pLevelArray, MUmipmappedArray hMipmappedArray,
                                              unsigned int level) {
  return withContext(__func__, [&](Context &) {
    const api::MipmappedRef found = api::findMipmapped(hMipmappedArray);
    if (!found)
      return Status::InvalidHandle;
    if (!pLevelArray || level >= found->levels.size())
      return Status::InvalidValue;
    *pLevelArray = reinterpret_cast<MUarray>(found->levels[level].get());
    return Status::Success;
  });
}

HELICON_API MUresult muMipmappedArrayDestroy(MUmipmappedArray hMipmappedArray) {
  return withContext(__func__, [&](Context &) { return api::freeMipmapped(hMipmappedArray); });
}

HELICON_API MUresult muArrayGetPlane(MUarray *pPlaneArray, MUarray hArray, unsigned int) {
  return withContext(__func__,
                     [&](Context &) { return api::arrayWithout(static_cast<const void *>(pPlaneArray), hArray); });
}

HELICON_API MUresult muArrayGetSparseProperties(MUSA_ARRAY_SPARSE_PROPERTIES *sparseProperties, MUarray array) {
  return withContext(__func__, [&](Context &) { return api::arrayWithout(sparseProperties, array); });
}

HELICON_API MUresult muMipmappedArrayGetSparseProperties(MUSA_ARRAY_SPARSE_PROPERTIES *sparseProperties,
                                                         MUmipmappedArray mipmap) {
  return withContext(__func__, [&](Context &) { return api::mipmappedWithout(sparseProperties, mipmap); });
}

HELICON_API MUresult muArrayGetMemoryRequirements(MUSA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements, MUarray array,
                                                  MUdevice dev) {
  return withContext(__func__, [&](Context &) {
    return device(dev) ? api::arrayWithout(memoryRequirements, array) : Status::InvalidDevice;
  });
}

HELICON_API MUresult muMipmappedArrayGetMemoryRequirements(MUSA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements,
                                                           MUmipmappedArray mipmap, MUdevice dev) {
  return withContext(__func__, [&](Context &) {
    return device(dev) ? api::mipmappedWithout(memoryRequirements, mipmap) : Status::InvalidDevice;
  });
}

HELICON_API MUresult muDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements, MUarray_format format,
                                                        unsigned numChannels, MUdevice dev) {
  return musa::withDevice(__func__, dev, [&](Device &) {
    musaChannelFormatDesc channels{};
    if (!maxWidthInElements)
      return Status::InvalidValue;
    const Status status = musa::channelsOf(format, numChannels, channels);
    if (status == Status::Success)
      *maxWidthInElements = api::kMaxLinear;
    return status;
  });
}
