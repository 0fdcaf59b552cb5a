// Arrays and mipmapped arrays: making, asking, freeing.
#include "api/common/Arrays.h"
#include "api/common/TextureLimits.h"
#include "api/musart/Entry.h"

using namespace helicon;
using musart::outsideCapture;
using musart::withContext;

namespace {

Status allocate(Context &context, musaArray_t *array, const musaChannelFormatDesc *desc, musaExtent extent,
                unsigned flags) {
  if (!array || !desc)
    return Status::InvalidValue;
  api::ArrayRef made;
  const Status status = api::createArray(context, *desc, extent, flags, made);
  if (status == Status::Success)
    *array = reinterpret_cast<musaArray_t>(made.get());
  return status;
}

} // namespace

HELICON_API musaChannelFormatDesc musaCreateChannelDesc(int x, int y, int z, int w, musaChannelFormatKind f) {
  return {x, y, z, w, f};
}

HELICON_API musaError_t musaGetChannelDesc(musaChannelFormatDesc *desc, musaArray_const_t array) {
  return withContext(__func__, [&](Context &) {
    const api::ArrayRef found = api::findArray(array);
    if (!found)
      return Status::InvalidHandle;
    if (!desc)
      return Status::InvalidValue;
    *desc = found->format;
    return Status::Success;
  });
}

HELICON_API musaError_t musaMallocArray(musaArray_t *array, const musaChannelFormatDesc *desc, size_t width,
                                        size_t height, unsigned flags) {
  return outsideCapture(__func__, [&](Context &context) {
    if (flags & (musaArrayLayered | musaArrayCubemap))
      return Status::InvalidValue;
    return allocate(context, array, desc, {width, height, 0}, flags);
  });
}

HELICON_API musaError_t musaMalloc3DArray(musaArray_t *array, const musaChannelFormatDesc *desc, musaExtent extent,
                                          unsigned flags) {
  return outsideCapture(__func__, [&](Context &context) { return allocate(context, array, desc, extent, flags); });
}

HELICON_API musaError_t musaMallocMipmappedArray(musaMipmappedArray_t *array, const musaChannelFormatDesc *desc,
                                                 musaExtent extent, unsigned levels, unsigned flags) {
  return outsideCapture(__func__, [&](Context &context) {
    if (!array || !desc)
      return Status::InvalidValue;
    api::MipmappedRef made;
    const Status status = api::createMipmapped(context, *desc, extent, levels, flags, made);
    if (status == Status::Success)
      *array = reinterpret_cast<musaMipmappedArray_t>(made.get());
    return status;
  });
}

HELICON_API musaError_t musaGetMipmappedArrayLevel(musaArray_t *levelArray, musaMipmappedArray_const_t array,
                                                   unsigned level) {
  return withContext(__func__, [&](Context &) {
    const api::MipmappedRef found = api::findMipmapped(array);
    if (!found)
      return Status::InvalidHandle;
    if (!levelArray || level >= found->levels.size())
      return Status::InvalidValue;
    *levelArray = reinterpret_cast<musaArray_t>(found->levels[level].get());
    return Status::Success;
  });
}

HELICON_API musaError_t musaFreeArray(musaArray_t array) {
  return outsideCapture(__func__, [&](Context &) { return array ? api::freeArray(array) : Status::Success; });
}

HELICON_API musaError_t musaFreeMipmappedArray(musaMipmappedArray_t array) {
  return outsideCapture(__func__, [&](Context &) { return array ? api::freeMipmapped(array) : Status::Success; });
}

HELICON_API musaError_t musaArrayGetPlane(musaArray_t *planeArray, musaArray_t array, unsigned int) {
  return withContext(__func__, [&](Context &) { return api::arrayWithout(static_cast<void *>(planeArray), array); });
}

HELICON_API musaError_t musaArrayGetSparseProperties(musaArraySparseProperties *sparseProperties, musaArray_t array) {
  return withContext(__func__, [&](Context &) { return api::arrayWithout(sparseProperties, array); });
}

HELICON_API musaError_t musaMipmappedArrayGetSparseProperties(musaArraySparseProperties *sparseProperties,
                                                              musaMipmappedArray_t mipmap) {
  return withContext(__func__, [&](Context &) { return api::mipmappedWithout(sparseProperties, mipmap); });
}

HELICON_API musaError_t musaArrayGetMemoryRequirements(musaArrayMemoryRequirements *memoryRequirements,
                                                       musaArray_t array, int number) {
  return withContext(__func__, [&](Context &) {
    return device(number) ? api::arrayWithout(memoryRequirements, array) : Status::InvalidDevice;
  });
}

HELICON_API musaError_t musaMipmappedArrayGetMemoryRequirements(musaArrayMemoryRequirements *memoryRequirements,
                                                                musaMipmappedArray_t mipmap, int number) {
  return withContext(__func__, [&](Context &) {
    return device(number) ? api::mipmappedWithout(memoryRequirements, mipmap) : Status::InvalidDevice;
  });
}

HELICON_API musaError_t musaDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements,
                                                             const musaChannelFormatDesc *fmtDesc, int number) {
  return musart::withDevice(__func__, number, [&](Device &) {
    if (!maxWidthInElements || !fmtDesc)
      return Status::InvalidValue;
    if (api::texelBytes(*fmtDesc) == 0)
      return Status::InvalidChannelDescriptor;
    *maxWidthInElements = api::kMaxLinear;
    return Status::Success;
  });
}

HELICON_API musaError_t musaArrayGetInfo(musaChannelFormatDesc *desc, musaExtent *extent, unsigned *flags,
                                         musaArray_t array) {
  return withContext(__func__, [&](Context &) {
    const api::ArrayRef found = api::findArray(array);
    if (!found)
      return Status::InvalidHandle;
    if (desc)
      *desc = found->format;
    if (extent)
      *extent = found->extent;
    if (flags)
      *flags = found->flags;
    return Status::Success;
  });
}
