// Copies and fills of boxes in pitched memory and arrays.
#include "api/common/ArrayCopies.h"
#include "api/common/Copies.h"
#include "api/musart/Entry.h"

using namespace helicon;
using musart::withStream;

namespace {

/// The first byte of a box, and the bytes from plane to plane.
Status startOf(const musaPitchedPtr &memory, const musaPos &at, size_t width, char *&start, size_t &plane) {
  size_t offset = 0, rows = 0;
  if (!memory.ptr || __builtin_mul_overflow(memory.pitch, memory.ysize, &plane) ||
      __builtin_mul_overflow(plane, at.z, &offset) || __builtin_mul_overflow(memory.pitch, at.y, &rows) ||
      __builtin_add_overflow(offset, rows, &offset) || __builtin_add_overflow(offset, at.x, &offset))
    return Status::InvalidValue;
  if (at.x > memory.pitch || width > memory.pitch - at.x)
    return Status::InvalidPitchValue;
  start = static_cast<char *>(memory.ptr) + offset;
  return Status::Success;
}

/// Where an array takes part, widths and its offsets are in its texels; offsets into memory are bytes.
Status copyWithArrays(Stream &stream, const musaMemcpy3DParms &p, bool asynchronous) {
  const api::ArrayRef to = api::findArray(p.dstArray), from = api::findArray(p.srcArray);
  if ((p.dstArray && !to) || (p.srcArray && !from))
    return Status::InvalidHandle;
  if ((to && p.dstPtr.ptr) || (from && p.srcPtr.ptr))
    return Status::InvalidValue;
  const size_t texel = to ? to->texelBytes : from->texelBytes;
  size_t width = 0;
  auto end = [](const api::ArrayRef &array, const musaPitchedPtr &memory, const musaPos &at, api::BoxEnd &out) {
    out.array = array.get();
    out.memory = static_cast<char *>(memory.ptr);
    out.pitch = memory.pitch;
    out.planeRows = memory.ysize;
    out.y = at.y;
    out.z = at.z;
    return !__builtin_mul_overflow(at.x, array ? array->texelBytes : 1, &out.x);
  };
  api::BoxEnd target, source;
  if (__builtin_mul_overflow(p.extent.width, texel, &width) || !end(to, p.dstPtr, p.dstPos, target) ||
      !end(from, p.srcPtr, p.srcPos, source))
    return Status::InvalidValue;
  for (const api::BoxEnd *e : {&target, &source})
    if (!e->array &&
        (e->x > e->pitch || width > e->pitch - e->x || (p.extent.depth > 1 && e->planeRows < p.extent.height)))
      return Status::InvalidValue;
  return api::copyArrays(stream, target, source, width, p.extent.height, p.extent.depth, p.kind, Status::InvalidValue,
                         asynchronous);
}

Status copyParameters(Stream &stream, const musaMemcpy3DParms *p, bool asynchronous) {
  if (!p)
    return Status::InvalidValue;
  if (p->srcArray || p->dstArray)
    return copyWithArrays(stream, *p, asynchronous);
  const musaExtent &extent = p->extent;
  if (extent.width == 0 || extent.height == 0 || extent.depth == 0)
    return Status::Success;
  // More than one plane needs to know how far apart they are.
  if (extent.depth > 1 && (p->srcPtr.ysize < extent.height || p->dstPtr.ysize < extent.height))
    return Status::InvalidValue;
  char *to = nullptr, *from = nullptr;
  size_t toPlane = 0, fromPlane = 0;
  if (Status status = startOf(p->dstPtr, p->dstPos, extent.width, to, toPlane); status != Status::Success)
    return status;
  if (Status status = startOf(p->srcPtr, p->srcPos, extent.width, from, fromPlane); status != Status::Success)
    return status;
  const api::Box box{to,        p->dstPtr.pitch, toPlane,       from,        p->srcPtr.pitch,
                     fromPlane, extent.width,    extent.height, extent.depth};
  return api::copyBox(stream, box, p->kind, asynchronous);
}

/// Planes follow each other, so a box as wide and high as its memory is one rectangle; else plane by plane.
Status fillBox(Stream &stream, const musaPitchedPtr &memory, int value, const musaExtent &extent, bool asynchronous) {
  if (extent.width == 0 || extent.height == 0 || extent.depth == 0)
    return Status::Success;
  char *start = nullptr;
  size_t plane = 0, last = 0;
  if (Status status = startOf(memory, {0, 0, 0}, extent.width, start, plane); status != Status::Success)
    return status;
  if (extent.depth > 1 && (memory.ysize < extent.height || __builtin_mul_overflow(plane, extent.depth - 1, &last)))
    return Status::InvalidValue;
  const auto byte = static_cast<uint8_t>(value);
  // The last plane first: when it fits, all do, and nothing was written when it doesn't.
  for (size_t z = extent.depth; z-- > 0;) {
    const bool wait = !asynchronous && z == 0;
    if (Status status =
            api::fillRectangle(stream, start + z * plane, memory.pitch, byte, 1, extent.width, extent.height, !wait);
        status != Status::Success)
      return status;
  }
  return Status::Success;
}

musaError_t musaMemcpy3DBody(const char *function, bool perThread, const musaMemcpy3DParms *p) {
  return withStream(function, perThread, nullptr, [&](Stream &stream) { return copyParameters(stream, p, false); });
}

musaError_t musaMemcpy3DAsyncBody(const char *function, bool perThread, const musaMemcpy3DParms *p,
                                  musaStream_t handle) {
  return withStream(function, perThread, handle, [&](Stream &stream) { return copyParameters(stream, p, true); });
}

/// Devices share one address space, so a copy between two of them is a copy. A card refuses host memory here.
Status copyPeer(Stream &stream, const musaMemcpy3DPeerParms *p, bool asynchronous) {
  if (!p)
    return Status::InvalidValue;
  if (!device(p->srcDevice) || !device(p->dstDevice))
    return Status::InvalidDevice;
  const musaMemcpy3DParms plain{p->srcArray, p->srcPos, p->srcPtr, p->dstArray,
                                p->dstPos,   p->dstPtr, p->extent, musaMemcpyDeviceToDevice};
  return copyParameters(stream, &plain, asynchronous);
}

musaError_t musaMemcpy3DPeerBody(const char *function, bool perThread, const musaMemcpy3DPeerParms *p) {
  return withStream(function, perThread, nullptr, [&](Stream &stream) { return copyPeer(stream, p, false); });
}

musaError_t musaMemcpy3DPeerAsyncBody(const char *function, bool perThread, const musaMemcpy3DPeerParms *p,
                                      musaStream_t handle) {
  return withStream(function, perThread, handle, [&](Stream &stream) { return copyPeer(stream, p, true); });
}

musaError_t musaMemset3DBody(const char *function, bool perThread, musaPitchedPtr memory, int value,
                             musaExtent extent) {
  return withStream(function, perThread, nullptr,
                    [&](Stream &stream) { return fillBox(stream, memory, value, extent, false); });
}

musaError_t musaMemset3DAsyncBody(const char *function, bool perThread, musaPitchedPtr memory, int value,
                                  musaExtent extent, musaStream_t handle) {
  return withStream(function, perThread, handle,
                    [&](Stream &stream) { return fillBox(stream, memory, value, extent, true); });
}

} // namespace

HELICON_STREAM_API(musaMemcpy3D, _ptds, (const musaMemcpy3DParms *p), (p))
HELICON_STREAM_API(musaMemcpy3DAsync, _ptsz, (const musaMemcpy3DParms *p, musaStream_t stream), (p, stream))
HELICON_STREAM_API(musaMemcpy3DPeer, _ptds, (const musaMemcpy3DPeerParms *p), (p))
HELICON_STREAM_API(musaMemcpy3DPeerAsync, _ptsz, (const musaMemcpy3DPeerParms *p, musaStream_t stream), (p, stream))
HELICON_STREAM_API(musaMemset3D, _ptds, (musaPitchedPtr pitchedDevPtr, int value, musaExtent extent),
                   (pitchedDevPtr, value, extent))
HELICON_STREAM_API(musaMemset3DAsync, _ptsz,
                   (musaPitchedPtr pitchedDevPtr, int value, musaExtent extent, musaStream_t stream),
                   (pitchedDevPtr, value, extent, stream))
