// Copies to, from and between arrays, byte after byte and row after row; boxes are in BoxCopy.cpp.
#include "api/common/ArrayCopies.h"
#include "api/musa/Entry.h"

#include "api/musa/Unsuffixed.h"

using namespace helicon;
using api::BoxEnd;
using musa::withStream;

namespace {

/// Byte `offset` of an array; InvalidHandle where there is none, InvalidValue within a texel. `keep` holds it.
Status endOf(MUarray handle, size_t offset, api::ArrayRef &keep, BoxEnd &out) {
  keep = api::findArray(handle);
  if (!keep)
    return Status::InvalidHandle;
  const size_t row = keep->width() * keep->texelBytes;
  if (offset % keep->texelBytes != 0)
    return Status::InvalidValue;
  out.array = keep.get();
  out.x = offset % row;
  out.y = offset / row;
  return Status::Success;
}

BoxEnd endOf(const void *memory) {
  BoxEnd end;
  end.memory = static_cast<char *>(const_cast<void *>(memory));
  return end;
}

MUresult toArray(const char *function, bool perThread, MUstream handle, MUarray dst, size_t offset, const void *src,
                 size_t bytes, CopyKind kind, bool asynchronous) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    api::ArrayRef array;
    BoxEnd to;
    const Status status = endOf(dst, offset, array, to);
    return status == Status::Success
               ? api::copyRows(stream, to, endOf(src), bytes, static_cast<int>(kind), asynchronous)
               : status;
  });
}

MUresult fromArray(const char *function, bool perThread, MUstream handle, void *dst, MUarray src, size_t offset,
                   size_t bytes, CopyKind kind, bool asynchronous) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    api::ArrayRef array;
    BoxEnd from;
    const Status status = endOf(src, offset, array, from);
    return status == Status::Success
               ? api::copyRows(stream, endOf(dst), from, bytes, static_cast<int>(kind), asynchronous)
               : status;
  });
}

MUresult muMemcpyHtoABody(const char *function, bool perThread, MUarray dst, size_t offset, const void *src,
                          size_t bytes) {
  return toArray(function, perThread, nullptr, dst, offset, src, bytes, CopyKind::HostToDevice, false);
}
MUresult muMemcpyHtoAAsyncBody(const char *function, bool perThread, MUarray dst, size_t offset, const void *src,
                               size_t bytes, MUstream stream) {
  return toArray(function, perThread, stream, dst, offset, src, bytes, CopyKind::HostToDevice, true);
}
MUresult muMemcpyDtoABody(const char *function, bool perThread, MUarray dst, size_t offset, MUdeviceptr src,
                          size_t bytes) {
  return toArray(function, perThread, nullptr, dst, offset, musa::pointerOf(src), bytes, CopyKind::DeviceToDevice,
                 false);
}
MUresult muMemcpyAtoHBody(const char *function, bool perThread, void *dst, MUarray src, size_t offset, size_t bytes) {
  return fromArray(function, perThread, nullptr, dst, src, offset, bytes, CopyKind::DeviceToHost, false);
}
MUresult muMemcpyAtoHAsyncBody(const char *function, bool perThread, void *dst, MUarray src, size_t offset,
                               size_t bytes, MUstream stream) {
  return fromArray(function, perThread, stream, dst, src, offset, bytes, CopyKind::DeviceToHost, true);
}
MUresult muMemcpyAtoDBody(const char *function, bool perThread, MUdeviceptr dst, MUarray src, size_t offset,
                          size_t bytes) {
  return fromArray(function, perThread, nullptr, musa::pointerOf(dst), src, offset, bytes, CopyKind::DeviceToDevice,
                   false);
}

/// Texels may be of two formats, but not of two sizes.
MUresult muMemcpyAtoABody(const char *function, bool perThread, MUarray dst, size_t dstOffset, MUarray src,
                          size_t srcOffset, size_t bytes) {
  return withStream(function, perThread, nullptr, [&](Stream &stream) {
    api::ArrayRef toArray, fromArray;
    BoxEnd to, from;
    if (Status status = endOf(dst, dstOffset, toArray, to); status != Status::Success)
      return status;
    if (Status status = endOf(src, srcOffset, fromArray, from); status != Status::Success)
      return status;
    if (toArray->texelBytes != fromArray->texelBytes || bytes % toArray->texelBytes != 0)
      return Status::InvalidValue;
    return api::copyRows(stream, to, from, bytes, static_cast<int>(CopyKind::DeviceToDevice), false);
  });
}

} // namespace

HELICON_STREAM_API_V2(muMemcpyHtoA, _ptds, (MUarray dst, size_t dstOffset, const void *src, size_t byteCount),
                      (dst, dstOffset, src, byteCount))
HELICON_STREAM_API_V2(muMemcpyAtoH, _ptds, (void *dst, MUarray src, size_t srcOffset, size_t byteCount),
                      (dst, src, srcOffset, byteCount))
HELICON_STREAM_API_V2(muMemcpyDtoA, _ptds, (MUarray dst, size_t dstOffset, MUdeviceptr src, size_t byteCount),
                      (dst, dstOffset, src, byteCount))
HELICON_STREAM_API_V2(muMemcpyAtoD, _ptds, (MUdeviceptr dst, MUarray src, size_t srcOffset, size_t byteCount),
                      (dst, src, srcOffset, byteCount))
HELICON_STREAM_API_V2(muMemcpyAtoA, _ptds,
                      (MUarray dst, size_t dstOffset, MUarray src, size_t srcOffset, size_t byteCount),
                      (dst, dstOffset, src, srcOffset, byteCount))
HELICON_STREAM_API_V2(muMemcpyHtoAAsync, _ptsz,
                      (MUarray dst, size_t dstOffset, const void *src, size_t byteCount, MUstream hStream),
                      (dst, dstOffset, src, byteCount, hStream))
HELICON_STREAM_API_V2(muMemcpyAtoHAsync, _ptsz,
                      (void *dst, MUarray src, size_t srcOffset, size_t byteCount, MUstream hStream),
                      (dst, src, srcOffset, byteCount, hStream))
