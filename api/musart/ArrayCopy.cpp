// Copies to, from and between arrays. Offsets and widths are bytes here; boxes (musaMemcpy3D) are in Copy3D.cpp.
#include "api/common/ArrayCopies.h"
#include "api/musart/Entry.h"

using namespace helicon;
using api::BoxEnd;
using musart::withStream;

namespace {

BoxEnd endOf(const api::Array &array, size_t x, size_t y) {
  BoxEnd end;
  end.array = &array;
  end.x = x;
  end.y = y;
  return end;
}

BoxEnd endOf(const void *memory, size_t pitch) {
  BoxEnd end;
  end.memory = static_cast<char *>(const_cast<void *>(memory));
  end.pitch = pitch;
  return end;
}

/// Runs `body` with the array behind a handle.
template <class Body>
musaError_t withArray(const char *function, bool perThread, musaStream_t handle, musaArray_const_t array, Body &&body) {
  return withStream(function, perThread, handle, [&](Stream &stream) -> Status {
    const api::ArrayRef found = api::findArray(array);
    return found ? body(stream, *found) : Status::InvalidHandle;
  });
}

musaError_t toArray(const char *function, bool perThread, musaArray_t dst, size_t x, size_t y, const void *src,
                    size_t count, musaMemcpyKind kind, musaStream_t handle, bool asynchronous) {
  return withArray(function, perThread, handle, dst, [&](Stream &stream, const api::Array &array) {
    return api::copyRows(stream, endOf(array, x, y), endOf(src, 0), count, kind, asynchronous);
  });
}
musaError_t musaMemcpyToArrayBody(const char *function, bool perThread, musaArray_t dst, size_t x, size_t y,
                                  const void *src, size_t count, musaMemcpyKind kind) {
  return toArray(function, perThread, dst, x, y, src, count, kind, nullptr, false);
}
musaError_t musaMemcpyToArrayAsyncBody(const char *function, bool perThread, musaArray_t dst, size_t x, size_t y,
                                       const void *src, size_t count, musaMemcpyKind kind, musaStream_t stream) {
  return toArray(function, perThread, dst, x, y, src, count, kind, stream, true);
}

musaError_t fromArray(const char *function, bool perThread, void *dst, musaArray_const_t src, size_t x, size_t y,
                      size_t count, musaMemcpyKind kind, musaStream_t handle, bool asynchronous) {
  return withArray(function, perThread, handle, src, [&](Stream &stream, const api::Array &array) {
    return api::copyRows(stream, endOf(dst, 0), endOf(array, x, y), count, kind, asynchronous);
  });
}
musaError_t musaMemcpyFromArrayBody(const char *function, bool perThread, void *dst, musaArray_const_t src, size_t x,
                                    size_t y, size_t count, musaMemcpyKind kind) {
  return fromArray(function, perThread, dst, src, x, y, count, kind, nullptr, false);
}
musaError_t musaMemcpyFromArrayAsyncBody(const char *function, bool perThread, void *dst, musaArray_const_t src,
                                         size_t x, size_t y, size_t count, musaMemcpyKind kind, musaStream_t stream) {
  return fromArray(function, perThread, dst, src, x, y, count, kind, stream, true);
}

musaError_t musaMemcpyArrayToArrayBody(const char *function, bool perThread, musaArray_t dst, size_t xDst, size_t yDst,
                                       musaArray_const_t src, size_t xSrc, size_t ySrc, size_t count,
                                       musaMemcpyKind kind) {
  return withArray(function, perThread, nullptr, dst, [&](Stream &stream, const api::Array &to) {
    const api::ArrayRef from = api::findArray(src);
    return from ? api::copyRows(stream, endOf(to, xDst, yDst), endOf(*from, xSrc, ySrc), count, kind, false)
                : Status::InvalidHandle;
  });
}

/// A row of memory may not be longer than its pitch.
Status checkPitch(size_t pitch, size_t width) { return width > pitch ? Status::InvalidPitchValue : Status::Success; }

musaError_t toArray2D(const char *function, bool perThread, musaArray_t dst, size_t x, size_t y, const void *src,
                      size_t pitch, size_t width, size_t height, musaMemcpyKind kind, musaStream_t handle,
                      bool asynchronous) {
  return withArray(function, perThread, handle, dst, [&](Stream &stream, const api::Array &array) {
    if (Status status = checkPitch(pitch, width); status != Status::Success)
      return status;
    return api::copyArrays(stream, endOf(array, x, y), endOf(src, pitch), width, height, 1, kind,
                           Status::InvalidMemcpyDirection, asynchronous);
  });
}
musaError_t musaMemcpy2DToArrayBody(const char *function, bool perThread, musaArray_t dst, size_t x, size_t y,
                                    const void *src, size_t pitch, size_t width, size_t height, musaMemcpyKind kind) {
  return toArray2D(function, perThread, dst, x, y, src, pitch, width, height, kind, nullptr, false);
}
musaError_t musaMemcpy2DToArrayAsyncBody(const char *function, bool perThread, musaArray_t dst, size_t x, size_t y,
                                         const void *src, size_t pitch, size_t width, size_t height,
                                         musaMemcpyKind kind, musaStream_t stream) {
  return toArray2D(function, perThread, dst, x, y, src, pitch, width, height, kind, stream, true);
}

musaError_t fromArray2D(const char *function, bool perThread, void *dst, size_t pitch, musaArray_const_t src, size_t x,
                        size_t y, size_t width, size_t height, musaMemcpyKind kind, musaStream_t handle,
                        bool asynchronous) {
  return withArray(function, perThread, handle, src, [&](Stream &stream, const api::Array &array) {
    if (Status status = checkPitch(pitch, width); status != Status::Success)
      return status;
    return api::copyArrays(stream, endOf(dst, pitch), endOf(array, x, y), width, height, 1, kind,
                           Status::InvalidMemcpyDirection, asynchronous);
  });
}
musaError_t musaMemcpy2DFromArrayBody(const char *function, bool perThread, void *dst, size_t pitch,
                                      musaArray_const_t src, size_t x, size_t y, size_t width, size_t height,
                                      musaMemcpyKind kind) {
  return fromArray2D(function, perThread, dst, pitch, src, x, y, width, height, kind, nullptr, false);
}
musaError_t musaMemcpy2DFromArrayAsyncBody(const char *function, bool perThread, void *dst, size_t pitch,
                                           musaArray_const_t src, size_t x, size_t y, size_t width, size_t height,
                                           musaMemcpyKind kind, musaStream_t stream) {
  return fromArray2D(function, perThread, dst, pitch, src, x, y, width, height, kind, stream, true);
}

musaError_t musaMemcpy2DArrayToArrayBody(const char *function, bool perThread, musaArray_t dst, size_t xDst,
                                         size_t yDst, musaArray_const_t src, size_t xSrc, size_t ySrc, size_t width,
                                         size_t height, musaMemcpyKind kind) {
  return withArray(function, perThread, nullptr, dst, [&](Stream &stream, const api::Array &to) {
    const api::ArrayRef from = api::findArray(src);
    if (!from)
      return Status::InvalidHandle;
    return api::copyArrays(stream, endOf(to, xDst, yDst), endOf(*from, xSrc, ySrc), width, height, 1, kind,
                           Status::InvalidMemcpyDirection, false);
  });
}

} // namespace

HELICON_STREAM_API(musaMemcpyToArray, _ptds,
                   (musaArray_t dst, size_t x, size_t y, const void *src, size_t count, musaMemcpyKind kind),
                   (dst, x, y, src, count, kind))
HELICON_STREAM_API(musaMemcpyToArrayAsync, _ptsz,
                   (musaArray_t dst, size_t x, size_t y, const void *src, size_t count, musaMemcpyKind kind,
                    musaStream_t stream),
                   (dst, x, y, src, count, kind, stream))
HELICON_STREAM_API(musaMemcpyFromArray, _ptds,
                   (void *dst, musaArray_const_t src, size_t x, size_t y, size_t count, musaMemcpyKind kind),
                   (dst, src, x, y, count, kind))
HELICON_STREAM_API(musaMemcpyFromArrayAsync, _ptsz,
                   (void *dst, musaArray_const_t src, size_t x, size_t y, size_t count, musaMemcpyKind kind,
                    musaStream_t stream),
                   (dst, src, x, y, count, kind, stream))
HELICON_STREAM_API(musaMemcpyArrayToArray, _ptds,
                   (musaArray_t dst, size_t xDst, size_t yDst, musaArray_const_t src, size_t xSrc, size_t ySrc,
                    size_t count, musaMemcpyKind kind),
                   (dst, xDst, yDst, src, xSrc, ySrc, count, kind))
HELICON_STREAM_API(musaMemcpy2DToArray, _ptds,
                   (musaArray_t dst, size_t x, size_t y, const void *src, size_t pitch, size_t width, size_t height,
                    musaMemcpyKind kind),
                   (dst, x, y, src, pitch, width, height, kind))
HELICON_STREAM_API(musaMemcpy2DToArrayAsync, _ptsz,
                   (musaArray_t dst, size_t x, size_t y, const void *src, size_t pitch, size_t width, size_t height,
                    musaMemcpyKind kind, musaStream_t stream),
                   (dst, x, y, src, pitch, width, height, kind, stream))
HELICON_STREAM_API(musaMemcpy2DFromArray, _ptds,
                   (void *dst, size_t pitch, musaArray_const_t src, size_t x, size_t y, size_t width, size_t height,
                    musaMemcpyKind kind),
                   (dst, pitch, src, x, y, width, height, kind))
HELICON_STREAM_API(musaMemcpy2DFromArrayAsync, _ptsz,
                   (void *dst, size_t pitch, musaArray_const_t src, size_t x, size_t y, size_t width, size_t height,
                    musaMemcpyKind kind, musaStream_t stream),
                   (dst, pitch, src, x, y, width, height, kind, stream))
HELICON_STREAM_API(musaMemcpy2DArrayToArray, _ptds,
                   (musaArray_t dst, size_t xDst, size_t yDst, musaArray_const_t src, size_t xSrc, size_t ySrc,
                    size_t width, size_t height, musaMemcpyKind kind),
                   (dst, xDst, yDst, src, xSrc, ySrc, width, height, kind))
