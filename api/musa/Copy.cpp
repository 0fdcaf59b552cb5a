// Copies. The kind that the name says is checked: HtoD refuses a device source.
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

/// One end of a 2-D copy.
struct End {
  char *start = nullptr;
  bool host = false;
  bool unified = false;
};

Status endOf(MUmemorytype type, const void *host, MUdeviceptr device, size_t pitch, size_t x, size_t y, End &out) {
  switch (type) {
  case MU_MEMORYTYPE_HOST:
    out = {static_cast<char *>(const_cast<void *>(host)), true, false};
    break;
  case MU_MEMORYTYPE_DEVICE:
    out = {static_cast<char *>(musa::pointerOf(device)), false, false};
    break;
  case MU_MEMORYTYPE_UNIFIED:
    out = {static_cast<char *>(musa::pointerOf(device)), false, true};
    break;
  case MU_MEMORYTYPE_ARRAY:
    return Status::NotSupported;
  default:
    return Status::InvalidValue;
  }
  size_t offset = 0;
  if (!out.start || __builtin_mul_overflow(y, pitch, &offset) || __builtin_add_overflow(offset, x, &offset))
    return Status::InvalidValue;
  out.start += offset;
  return Status::Success;
}

CopyKind kindOf(const End &to, const End &from) {
  if (to.unified || from.unified)
    return CopyKind::Default;
  if (from.host)
    return to.host ? CopyKind::HostToHost : CopyKind::HostToDevice;
  return to.host ? CopyKind::DeviceToHost : CopyKind::DeviceToDevice;
}

MUresult copy2D(const char *function, bool perThread, MUstream handle, const MUSA_MEMCPY2D *c, bool asynchronous) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if (!c)
      return Status::InvalidValue;
    const size_t srcPitch = c->srcPitch ? c->srcPitch : c->srcXInBytes + c->WidthInBytes;
    const size_t dstPitch = c->dstPitch ? c->dstPitch : c->dstXInBytes + c->WidthInBytes;
    if (c->WidthInBytes == 0 || c->Height == 0)
      return Status::Success;
    if (c->srcXInBytes > srcPitch - c->WidthInBytes || c->dstXInBytes > dstPitch - c->WidthInBytes)
      return Status::InvalidValue;
    End from, to;
    if (Status s = endOf(c->srcMemoryType, c->srcHost, c->srcDevice, srcPitch, c->srcXInBytes, c->srcY, from);
        s != Status::Success)
      return s;
    if (Status s = endOf(c->dstMemoryType, c->dstHost, c->dstDevice, dstPitch, c->dstXInBytes, c->dstY, to);
        s != Status::Success)
      return s;
    const api::Rectangle rectangle{to.start, dstPitch, from.start, srcPitch, c->WidthInBytes, c->Height};
    return api::copyRectangle(stream, rectangle, static_cast<int>(kindOf(to, from)), asynchronous);
  });
}
MUresult muMemcpy2DBody(const char *function, bool perThread, const MUSA_MEMCPY2D *c) {
  return copy2D(function, perThread, nullptr, c, false);
}
MUresult muMemcpy2DUnalignedBody(const char *function, bool perThread, const MUSA_MEMCPY2D *c) {
  return copy2D(function, perThread, nullptr, c, false);
}
MUresult muMemcpy2DAsyncBody(const char *function, bool perThread, const MUSA_MEMCPY2D *c, MUstream stream) {
  return copy2D(function, perThread, stream, c, true);
}

} // namespace

HELICON_STREAM_API(muMemcpy, _ptds, (MUdeviceptr dst, MUdeviceptr src, size_t byteCount), (dst, src, byteCount))
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
HELICON_STREAM_API_V2(muMemcpy2D, _ptds, (const MUSA_MEMCPY2D *pCopy), (pCopy))
HELICON_STREAM_API_V2(muMemcpy2DUnaligned, _ptds, (const MUSA_MEMCPY2D *pCopy), (pCopy))
HELICON_STREAM_API_V2(muMemcpy2DAsync, _ptsz, (const MUSA_MEMCPY2D *pCopy, MUstream hStream), (pCopy, hStream))
