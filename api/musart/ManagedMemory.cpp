// Hints on managed memory.
#include "api/common/ManagedMemory.h"

#include "api/musart/Entry.h"

using namespace helicon;
using musart::withStream;

namespace {

musaError_t musaMemPrefetchAsyncBody(const char *function, bool perThread, const void *devPtr, size_t count,
                                     int dstDevice, musaStream_t handle) {
  return withStream(function, perThread, handle,
                    [&](Stream &) { return api::checkPrefetch(devPtr, count, dstDevice); });
}

musaError_t musaStreamAttachMemAsyncBody(const char *function, bool perThread, musaStream_t handle, void *devPtr,
                                         size_t length, unsigned flags) {
  return withStream(function, perThread, handle,
                    [&](Stream &stream) { return api::attach(stream, devPtr, length, flags); });
}

} // namespace

HELICON_STREAM_API(musaMemPrefetchAsync, _ptsz, (const void *devPtr, size_t count, int dstDevice, musaStream_t stream),
                   (devPtr, count, dstDevice, stream))
HELICON_STREAM_API(musaStreamAttachMemAsync, _ptsz,
                   (musaStream_t stream, void *devPtr, size_t length, unsigned int flags),
                   (stream, devPtr, length, flags))

HELICON_API musaError_t musaMemAdvise(const void *devPtr, size_t count, musaMemoryAdvise advice, int device) {
  return musart::withContext(__func__, [&](Context &) { return api::checkAdvice(devPtr, count, advice, device); });
}
