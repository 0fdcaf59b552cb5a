// Copies of bytes. The kind that the name says is checked: HtoD refuses a device source.
#include "api/common/Copies.h"
#include "api/musa/Entry.h"

#include "api/musa/Unsuffixed.h"

using namespace helicon;
using musa::withStream;

namespace {

MUresult copy(const char *function, bool perThread, MUstream handle, void *to, const void *from, size_t bytes,
              CopyKind kind, bool asynchronous) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    return api::copyLinear(stream, to, from, bytes, static_cast<int>(kind), asynchronous);
  });
}

MUresult muMemcpyBody(const char *function, bool perThread, MUdeviceptr dst, MUdeviceptr src, size_t bytes) {
  return copy(function, perThread, nullptr, musa::pointerOf(dst), musa::pointerOf(src), bytes, CopyKind::Default,
              false);
}
MUresult muMemcpyAsyncBody(const char *function, bool perThread, MUdeviceptr dst, MUdeviceptr src, size_t bytes,
                           MUstream stream) {
  return copy(function, perThread, stream, musa::pointerOf(dst), musa::pointerOf(src), bytes, CopyKind::Default, true);
}
MUresult muMemcpyHtoDBody(const char *function, bool perThread, MUdeviceptr dst, const void *src, size_t bytes) {
  return copy(function, perThread, nullptr, musa::pointerOf(dst), src, bytes, CopyKind::HostToDevice, false);
}
MUresult muMemcpyDtoHBody(const char *function, bool perThread, void *dst, MUdeviceptr src, size_t bytes) {
  return copy(function, perThread, nullptr, dst, musa::pointerOf(src), bytes, CopyKind::DeviceToHost, false);
}
MUresult muMemcpyDtoDBody(const char *function, bool perThread, MUdeviceptr dst, MUdeviceptr src, size_t bytes) {
  return copy(function, perThread, nullptr, musa::pointerOf(dst), musa::pointerOf(src), bytes, CopyKind::DeviceToDevice,
              false);
}
MUresult muMemcpyHtoDAsyncBody(const char *function, bool perThread, MUdeviceptr dst, const void *src, size_t bytes,
                               MUstream stream) {
  return copy(function, perThread, stream, musa::pointerOf(dst), src, bytes, CopyKind::HostToDevice, true);
}
MUresult muMemcpyDtoHAsyncBody(const char *function, bool perThread, void *dst, MUdeviceptr src, size_t bytes,
                               MUstream stream) {
  return copy(function, perThread, stream, dst, musa::pointerOf(src), bytes, CopyKind::DeviceToHost, true);
}
MUresult muMemcpyDtoDAsyncBody(const char *function, bool perThread, MUdeviceptr dst, MUdeviceptr src, size_t bytes,
                               MUstream stream) {
  return copy(function, perThread, stream, musa::pointerOf(dst), musa::pointerOf(src), bytes, CopyKind::DeviceToDevice,
              true);
}

/// Contexts share one address space, so a copy between two of them is a copy; their handles must be live.
MUresult copyPeer(const char *function, bool perThread, MUstream handle, MUdeviceptr dst, MUcontext dstContext,
                  MUdeviceptr src, MUcontext srcContext, size_t bytes, bool asynchronous) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if (!findContext(dstContext) || !findContext(srcContext))
      return Status::InvalidContext;
    return api::copyLinear(stream, musa::pointerOf(dst), musa::pointerOf(src), bytes,
                           static_cast<int>(CopyKind::DeviceToDevice), asynchronous);
  });
}
MUresult muMemcpyPeerBody(const char *function, bool perThread, MUdeviceptr dst, MUcontext dstContext, MUdeviceptr src,
                          MUcontext srcContext, size_t bytes) {
  return copyPeer(function, perThread, nullptr, dst, dstContext, src, srcContext, bytes, false);
}
MUresult muMemcpyPeerAsyncBody(const char *function, bool perThread, MUdeviceptr dst, MUcontext dstContext,
                               MUdeviceptr src, MUcontext srcContext, size_t bytes, MUstream stream) {
  return copyPeer(function, perThread, stream, dst, dstContext, src, srcContext, bytes, true);
}

} // namespace

HELICON_STREAM_API_V2(muMemcpy, _ptds, (MUdeviceptr dst, MUdeviceptr src, size_t byteCount), (dst, src, byteCount))
HELICON_STREAM_API(muMemcpyAsync, _ptsz, (MUdeviceptr dst, MUdeviceptr src, size_t byteCount, MUstream hStream),
                   (dst, src, byteCount, hStream))
HELICON_STREAM_API_V2(muMemcpyHtoD, _ptds, (MUdeviceptr dst, const void *src, size_t byteCount), (dst, src, byteCount))
HELICON_STREAM_API_V2(muMemcpyDtoH, _ptds, (void *dst, MUdeviceptr src, size_t byteCount), (dst, src, byteCount))
HELICON_STREAM_API_V2(muMemcpyDtoD, _ptds, (MUdeviceptr dst, MUdeviceptr src, size_t byteCount), (dst, src, byteCount))
HELICON_STREAM_API_V2(muMemcpyHtoDAsync, _ptsz, (MUdeviceptr dst, const void *src, size_t byteCount, MUstream hStream),
                      (dst, src, byteCount, hStream))
HELICON_STREAM_API_V2(muMemcpyDtoHAsync, _ptsz, (void *dst, MUdeviceptr src, size_t byteCount, MUstream hStream),
                      (dst, src, byteCount, hStream))
HELICON_STREAM_API_V2(muMemcpyDtoDAsync, _ptsz, (MUdeviceptr dst, MUdeviceptr src, size_t byteCount, MUstream hStream),
                      (dst, src, byteCount, hStream))
HELICON_STREAM_API(muMemcpyPeer, _ptds,
                   (MUdeviceptr dst, MUcontext dstContext, MUdeviceptr src, MUcontext srcContext, size_t byteCount),
                   (dst, dstContext, src, srcContext, byteCount))
HELICON_STREAM_API(muMemcpyPeerAsync, _ptsz,
                   (MUdeviceptr dst, MUcontext dstContext, MUdeviceptr src, MUcontext srcContext, size_t byteCount,
                    MUstream hStream),
                   (dst, dstContext, src, srcContext, byteCount, hStream))
