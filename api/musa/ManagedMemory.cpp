// Hints on managed memory.
#include "api/common/ManagedMemory.h"

#include "api/musa/Entry.h"

using namespace helicon;
using musa::withStream;

namespace {

MUresult muMemPrefetchAsyncBody(const char *function, bool perThread, MUdeviceptr devPtr, size_t count,
                                MUdevice dstDevice, MUstream handle) {
  return withStream(function, perThread, handle,
                    [&](Stream &) { return api::checkPrefetch(musa::pointerOf(devPtr), count, dstDevice); });
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
  return musa::withContext(__func__,
                           [&](Context &) { return api::checkAdvice(musa::pointerOf(devPtr), count, advice, device); });
}
