// Copies and fills, synchronous and in a stream.
#include "api/common/Copies.h"
#include "api/musart/Entry.h"

using namespace helicon;
using musart::withContext;
using musart::withStream;

namespace {

musaError_t musaMemcpyBody(const char *function, bool perThread, void *dst, const void *src, size_t count,
                           musaMemcpyKind kind) {
  return withStream(function, perThread, nullptr,
                    [&](Stream &stream) { return api::copyLinear(stream, dst, src, count, kind, false); });
}

musaError_t musaMemcpyAsyncBody(const char *function, bool perThread, void *dst, const void *src, size_t count,
                                musaMemcpyKind kind, musaStream_t handle) {
  return withStream(function, perThread, handle,
                    [&](Stream &stream) { return api::copyLinear(stream, dst, src, count, kind, true); });
}

musaError_t musaMemcpy2DBody(const char *function, bool perThread, void *dst, size_t dpitch, const void *src,
                             size_t spitch, size_t width, size_t height, musaMemcpyKind kind) {
  return withStream(function, perThread, nullptr, [&](Stream &stream) {
    return api::copyRectangle(stream, {dst, dpitch, src, spitch, width, height}, kind, false);
  });
}

musaError_t musaMemcpy2DAsyncBody(const char *function, bool perThread, void *dst, size_t dpitch, const void *src,
                                  size_t spitch, size_t width, size_t height, musaMemcpyKind kind,
                                  musaStream_t handle) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    return api::copyRectangle(stream, {dst, dpitch, src, spitch, width, height}, kind, true);
  });
}

musaError_t musaMemsetBody(const char *function, bool perThread, void *devPtr, int value, size_t count) {
  return withStream(function, perThread, nullptr, [&](Stream &stream) {
    return api::fillLinear(stream, devPtr, static_cast<uint8_t>(value), 1, count, false);
  });
}

musaError_t musaMemsetAsyncBody(const char *function, bool perThread, void *devPtr, int value, size_t count,
                                musaStream_t handle) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    return api::fillLinear(stream, devPtr, static_cast<uint8_t>(value), 1, count, true);
  });
}

musaError_t musaMemset2DBody(const char *function, bool perThread, void *devPtr, size_t pitch, int value, size_t width,
                             size_t height) {
  return withStream(function, perThread, nullptr, [&](Stream &stream) {
    return api::fillRectangle(stream, devPtr, pitch, static_cast<uint8_t>(value), 1, width, height, false);
  });
}

musaError_t musaMemset2DAsyncBody(const char *function, bool perThread, void *devPtr, size_t pitch, int value,
                                  size_t width, size_t height, musaStream_t handle) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    return api::fillRectangle(stream, devPtr, pitch, static_cast<uint8_t>(value), 1, width, height, true);
  });
}

Status copyPeer(Stream &stream, void *dst, int dstDevice, const void *src, int srcDevice, size_t count, bool async) {
  if (!device(dstDevice) || !device(srcDevice))
    return Status::InvalidDevice;
  return api::copyLinear(stream, dst, src, count, musaMemcpyDeviceToDevice, async);
}

} // namespace

HELICON_STREAM_API(musaMemcpy, _ptds, (void *dst, const void *src, size_t count, musaMemcpyKind kind),
                   (dst, src, count, kind))
HELICON_STREAM_API(musaMemcpyAsync, _ptsz,
                   (void *dst, const void *src, size_t count, musaMemcpyKind kind, musaStream_t stream),
                   (dst, src, count, kind, stream))
HELICON_STREAM_API(musaMemcpy2D, _ptds,
                   (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                    musaMemcpyKind kind),
                   (dst, dpitch, src, spitch, width, height, kind))
HELICON_STREAM_API(musaMemcpy2DAsync, _ptsz,
                   (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                    musaMemcpyKind kind, musaStream_t stream),
                   (dst, dpitch, src, spitch, width, height, kind, stream))
HELICON_STREAM_API(musaMemset, _ptds, (void *devPtr, int value, size_t count), (devPtr, value, count))
HELICON_STREAM_API(musaMemsetAsync, _ptsz, (void *devPtr, int value, size_t count, musaStream_t stream),
                   (devPtr, value, count, stream))
HELICON_STREAM_API(musaMemset2D, _ptds, (void *devPtr, size_t pitch, int value, size_t width, size_t height),
                   (devPtr, pitch, value, width, height))
HELICON_STREAM_API(musaMemset2DAsync, _ptsz,
                   (void *devPtr, size_t pitch, int value, size_t width, size_t height, musaStream_t stream),
                   (devPtr, pitch, value, width, height, stream))

HELICON_API musaError_t musaMemcpyPeer(void *dst, int dstDevice, const void *src, int srcDevice, size_t count) {
  return withStream(__func__, false, nullptr,
                    [&](Stream &stream) { return copyPeer(stream, dst, dstDevice, src, srcDevice, count, false); });
}

HELICON_API musaError_t musaMemcpyPeerAsync(void *dst, int dstDevice, const void *src, int srcDevice, size_t count,
                                            musaStream_t handle) {
  return withStream(__func__, false, handle,
                    [&](Stream &stream) { return copyPeer(stream, dst, dstDevice, src, srcDevice, count, true); });
}
