// Copies of rectangles and boxes between memory of the host, of the device and arrays: one body for two and three
// dimensions, and for copies between contexts, which share one address space here.
#include "api/common/ArrayCopies.h"
#include "api/musa/Entry.h"

#include "api/musa/Unsuffixed.h"

using namespace helicon;
using musa::withStream;

namespace {

/// One end, in the words of the structures that programs fill.
struct Side {
  MUmemorytype type;
  const void *host;
  MUdeviceptr device;
  MUarray array;
  size_t x, y, z, level;
  size_t pitch, height; ///< 0: no gap
};

struct Request {
  Side to, from;
  size_t width, height, depth;
};

bool isHost(const Side &s) { return s.type == MU_MEMORYTYPE_HOST; }

CopyKind kindOf(const Side &to, const Side &from) {
  if (to.type == MU_MEMORYTYPE_UNIFIED || from.type == MU_MEMORYTYPE_UNIFIED)
    return CopyKind::Default;
  if (isHost(from))
    return isHost(to) ? CopyKind::HostToHost : CopyKind::HostToDevice;
  return isHost(to) ? CopyKind::DeviceToHost : CopyKind::DeviceToDevice;
}

/// Rows and planes of memory; InvalidValue where the box is wider or higher than what the program says there is.
Status layOut(const Side &s, const Request &r, api::BoxEnd &out) {
  size_t row = 0, rows = 0;
  if (!out.memory || __builtin_add_overflow(s.x, r.width, &row) || __builtin_add_overflow(s.y, r.height, &rows))
    return Status::InvalidValue;
  out.pitch = s.pitch ? s.pitch : row;
  out.planeRows = s.height ? s.height : rows;
  const bool planes = r.depth > 1 || s.z > 0;
  return row > out.pitch || (planes && rows > out.planeRows) ? Status::InvalidValue : Status::Success;
}

Status endOf(const Side &s, const Request &r, api::ArrayRef &keep, api::BoxEnd &out) {
  if (s.level != 0)
    return Status::InvalidValue;
  out.x = s.x;
  out.y = s.y;
  out.z = s.z;
  switch (s.type) {
  case MU_MEMORYTYPE_HOST:
    out.memory = static_cast<char *>(const_cast<void *>(s.host));
    return layOut(s, r, out);
  case MU_MEMORYTYPE_DEVICE:
  case MU_MEMORYTYPE_UNIFIED:
    out.memory = static_cast<char *>(musa::pointerOf(s.device));
    return layOut(s, r, out);
  case MU_MEMORYTYPE_ARRAY:
    keep = api::findArray(s.array);
    out.array = keep.get();
    return keep ? Status::Success : Status::InvalidHandle;
  }
  return Status::InvalidValue;
}

Status copyBox(Stream &stream, const Request &r, bool asynchronous) {
  if (r.width == 0 || r.height == 0 || r.depth == 0)
    return Status::Success;
  api::ArrayRef toArray, fromArray;
  api::BoxEnd to, from;
  if (Status status = endOf(r.from, r, fromArray, from); status != Status::Success)
    return status;
  if (Status status = endOf(r.to, r, toArray, to); status != Status::Success)
    return status;
  if (toArray && fromArray && toArray->texelBytes != fromArray->texelBytes)
    return Status::InvalidValue;
  return api::copyArrays(stream, to, from, r.width, r.height, r.depth, static_cast<int>(kindOf(r.to, r.from)),
                         Status::InvalidValue, asynchronous);
}

Request requestOf(const MUSA_MEMCPY2D &c) {
  return {{c.dstMemoryType, c.dstHost, c.dstDevice, c.dstArray, c.dstXInBytes, c.dstY, 0, 0, c.dstPitch, 0},
          {c.srcMemoryType, c.srcHost, c.srcDevice, c.srcArray, c.srcXInBytes, c.srcY, 0, 0, c.srcPitch, 0},
          c.WidthInBytes,
          c.Height,
          1};
}

/// Also for copies between contexts, whose structure differs in what is not looked at here.
template <class Copy> Request requestOf(const Copy &c) {
  return {{c.dstMemoryType, c.dstHost, c.dstDevice, c.dstArray, c.dstXInBytes, c.dstY, c.dstZ, c.dstLOD, c.dstPitch,
           c.dstHeight},
          {c.srcMemoryType, c.srcHost, c.srcDevice, c.srcArray, c.srcXInBytes, c.srcY, c.srcZ, c.srcLOD, c.srcPitch,
           c.srcHeight},
          c.WidthInBytes,
          c.Height,
          c.Depth};
}

template <class Copy>
MUresult copy(const char *function, bool perThread, MUstream handle, const Copy *c, bool asynchronous) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    return c ? copyBox(stream, requestOf(*c), asynchronous) : Status::InvalidValue;
  });
}

MUresult copyPeer(const char *function, bool perThread, MUstream handle, const MUSA_MEMCPY3D_PEER *c,
                  bool asynchronous) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if (!c)
      return Status::InvalidValue;
    if (!findContext(c->dstContext) || !findContext(c->srcContext))
      return Status::InvalidContext;
    return copyBox(stream, requestOf(*c), asynchronous);
  });
}

MUresult muMemcpy2DBody(const char *function, bool perThread, const MUSA_MEMCPY2D *c) {
  return copy(function, perThread, nullptr, c, false);
}
MUresult muMemcpy2DUnalignedBody(const char *function, bool perThread, const MUSA_MEMCPY2D *c) {
  return copy(function, perThread, nullptr, c, false);
}
MUresult muMemcpy2DAsyncBody(const char *function, bool perThread, const MUSA_MEMCPY2D *c, MUstream stream) {
  return copy(function, perThread, stream, c, true);
}
MUresult muMemcpy3DBody(const char *function, bool perThread, const MUSA_MEMCPY3D *c) {
  return copy(function, perThread, nullptr, c, false);
}
MUresult muMemcpy3DAsyncBody(const char *function, bool perThread, const MUSA_MEMCPY3D *c, MUstream stream) {
  return copy(function, perThread, stream, c, true);
}
MUresult muMemcpy3DPeerBody(const char *function, bool perThread, const MUSA_MEMCPY3D_PEER *c) {
  return copyPeer(function, perThread, nullptr, c, false);
}
MUresult muMemcpy3DPeerAsyncBody(const char *function, bool perThread, const MUSA_MEMCPY3D_PEER *c, MUstream stream) {
  return copyPeer(function, perThread, stream, c, true);
}

} // namespace

HELICON_STREAM_API_V2(muMemcpy2D, _ptds, (const MUSA_MEMCPY2D *pCopy), (pCopy))
HELICON_STREAM_API_V2(muMemcpy2DUnaligned, _ptds, (const MUSA_MEMCPY2D *pCopy), (pCopy))
HELICON_STREAM_API_V2(muMemcpy2DAsync, _ptsz, (const MUSA_MEMCPY2D *pCopy, MUstream hStream), (pCopy, hStream))
HELICON_STREAM_API_V2(muMemcpy3D, _ptds, (const MUSA_MEMCPY3D *pCopy), (pCopy))
HELICON_STREAM_API_V2(muMemcpy3DAsync, _ptsz, (const MUSA_MEMCPY3D *pCopy, MUstream hStream), (pCopy, hStream))
HELICON_STREAM_API(muMemcpy3DPeer, _ptds, (const MUSA_MEMCPY3D_PEER *pCopy), (pCopy))
HELICON_STREAM_API(muMemcpy3DPeerAsync, _ptsz, (const MUSA_MEMCPY3D_PEER *pCopy, MUstream hStream), (pCopy, hStream))
