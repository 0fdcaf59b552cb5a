// Hints on managed memory.
#include "api/common/ManagedMemory.h"

#include "api/musart/Entry.h"

using namespace helicon;
using musart::withStream;

namespace {

musaError_t musaMemPrefetchAsyncBody(const char *function, bool perThread, const void *devPtr, size_t count,
                                     int dstDevice, musaStream_t handle) {
  return withStream(function, perThread, handle,
                    [&](Stream &) { return api::prefetch(devPtr, count, api::placeOf(dstDevice)); });
}

musaError_t musaMemPrefetchAsync_v2Body(const char *function, bool perThread, const void *devPtr, size_t count,
                                        const musaMemLocation &location, unsigned flags, musaStream_t handle) {
  return withStream(function, perThread, handle, [&](Stream &) {
    return flags != 0 ? Status::InvalidValue : api::prefetch(devPtr, count, api::placeOf(location));
  });
}

musaError_t musaStreamAttachMemAsyncBody(const char *function, bool perThread, musaStream_t handle, void *devPtr,
                                         size_t length, unsigned flags) {
  return withStream(function, perThread, handle,
                    [&](Stream &stream) { return api::attach(stream, devPtr, length, flags); });
}

} // namespace

HELICON_STREAM_API(musaMemPrefetchAsync, _ptsz, (const void *devPtr, size_t count, int dstDevice, musaStream_t stream),
                   (devPtr, count, dstDevice, stream))
HELICON_STREAM_API(musaMemPrefetchAsync_v2, _ptsz,
                   (const void *devPtr, size_t count, musaMemLocation location, unsigned int flags,
                    musaStream_t stream),
                   (devPtr, count, location, flags, stream))
HELICON_STREAM_API(musaStreamAttachMemAsync, _ptsz,
                   (musaStream_t stream, void *devPtr, size_t length, unsigned int flags),
                   (stream, devPtr, length, flags))

HELICON_API musaError_t musaMemAdvise(const void *devPtr, size_t count, musaMemoryAdvise advice, int device) {
  return musart::withContext(__func__,
                             [&](Context &) { return api::advise(devPtr, count, advice, api::placeOf(device)); });
}

HELICON_API musaError_t musaMemAdvise_v2(const void *devPtr, size_t count, musaMemoryAdvise advice,
                                         musaMemLocation location) {
  return musart::withContext(__func__, [&](Context &) {
    // Unlike in the older form, the place counts for every advice.
    const bool isPlace =
        location.type > musaMemLocationTypeInvalid && location.type <= musaMemLocationTypeHostNumaCurrent;
    return isPlace ? api::advise(devPtr, count, advice, api::placeOf(location)) : Status::InvalidValue;
  });
}

HELICON_API musaError_t musaMemRangeGetAttribute(void *data, size_t dataSize, musaMemRangeAttribute attribute,
                                                 const void *devPtr, size_t count) {
  return musart::withContext(__func__, [&](Context &) {
    return api::rangeAttribute(data, dataSize, static_cast<int>(attribute), devPtr, count);
  });
}

HELICON_API musaError_t musaMemRangeGetAttributes(void **data, size_t *dataSizes, musaMemRangeAttribute *attributes,
                                                  size_t numAttributes, const void *devPtr, size_t count) {
  return musart::withContext(__func__, [&](Context &) {
    return api::rangeAttributes(data, dataSizes, attributes, numAttributes, devPtr, count);
  });
}
