// Hints on managed memory.
#include "api/common/ManagedMemory.h"

#include "api/musa/Entry.h"

using namespace helicon;
using musa::withStream;

namespace {

MUresult muMemPrefetchAsyncBody(const char *function, bool perThread, MUdeviceptr devPtr, size_t count,
                                MUdevice dstDevice, MUstream handle) {
  return withStream(function, perThread, handle,
                    [&](Stream &) { return api::prefetch(musa::pointerOf(devPtr), count, api::placeOf(dstDevice)); });
}

MUresult muStreamAttachMemAsyncBody(const char *function, bool perThread, MUstream handle, MUdeviceptr dptr,
                                    size_t length, unsigned flags) {
  return withStream(function, perThread, handle,
                    [&](Stream &stream) { return api::attach(stream, musa::pointerOf(dptr), length, flags); });
}

} // namespace

HELICON_STREAM_API(muMemPrefetchAsync, _ptsz, (MUdeviceptr devPtr, size_t count, MUdevice dstDevice, MUstream hStream),
                   (devPtr, count, dstDevice, hStream))
HELICON_STREAM_API(muStreamAttachMemAsync, _ptsz,
                   (MUstream hStream, MUdeviceptr dptr, size_t length, unsigned int flags),
                   (hStream, dptr, length, flags))

HELICON_API MUresult muMemAdvise(MUdeviceptr devPtr, size_t count, MUmem_advise advice, MUdevice device) {
  return musa::withContext(
      __func__, [&](Context &) { return api::advise(musa::pointerOf(devPtr), count, advice, api::placeOf(device)); });
}

HELICON_API MUresult muMemRangeGetAttribute(void *data, size_t dataSize, MUmem_range_attribute attribute,
                                            MUdeviceptr devPtr, size_t count) {
  return musa::withContext(__func__, [&](Context &) {
    return api::rangeAttribute(data, dataSize, static_cast<int>(attribute), musa::pointerOf(devPtr), count);
  });
}

HELICON_API MUresult muMemRangeGetAttributes(void **data, size_t *dataSizes, MUmem_range_attribute *attributes,
                                             size_t numAttributes, MUdeviceptr devPtr, size_t count) {
  return musa::withContext(__func__, [&](Context &) {
    return api::rangeAttributes(data, dataSizes, attributes, numAttributes, musa::pointerOf(devPtr), count);
  });
}
