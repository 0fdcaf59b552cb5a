// Fills with bytes, halves and words, in a row and in a rectangle.
#include "api/common/Copies.h"
#include "api/musa/Entry.h"

#include "api/musa/Unsuffixed.h"

using namespace helicon;
using musa::withStream;

namespace {

/// `width` elements of the value's size in each of `height` rows; one row has no pitch.
template <class Value>
MUresult fill(const char *function, bool perThread, MUstream handle, MUdeviceptr dst, size_t pitch, Value value,
              size_t width, size_t height, bool asynchronous) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    return api::fillRectangle(stream, musa::pointerOf(dst), pitch, value, sizeof value, width, height, asynchronous);
  });
}

MUresult muMemsetD8Body(const char *function, bool perThread, MUdeviceptr dst, unsigned char value, size_t count) {
  return fill(function, perThread, nullptr, dst, 0, value, count, 1, false);
}
MUresult muMemsetD8AsyncBody(const char *function, bool perThread, MUdeviceptr dst, unsigned char value, size_t count,
                             MUstream stream) {
  return fill(function, perThread, stream, dst, 0, value, count, 1, true);
}
MUresult muMemsetD16Body(const char *function, bool perThread, MUdeviceptr dst, unsigned short value, size_t count) {
  return fill(function, perThread, nullptr, dst, 0, value, count, 1, false);
}
MUresult muMemsetD16AsyncBody(const char *function, bool perThread, MUdeviceptr dst, unsigned short value, size_t count,
                              MUstream stream) {
  return fill(function, perThread, stream, dst, 0, value, count, 1, true);
}
MUresult muMemsetD32Body(const char *function, bool perThread, MUdeviceptr dst, unsigned value, size_t count) {
  return fill(function, perThread, nullptr, dst, 0, value, count, 1, false);
}
MUresult muMemsetD32AsyncBody(const char *function, bool perThread, MUdeviceptr dst, unsigned value, size_t count,
                              MUstream stream) {
  return fill(function, perThread, stream, dst, 0, value, count, 1, true);
}

MUresult muMemsetD2D8Body(const char *function, bool perThread, MUdeviceptr dst, size_t pitch, unsigned char value,
                          size_t width, size_t height) {
  return fill(function, perThread, nullptr, dst, pitch, value, width, height, false);
}
MUresult muMemsetD2D8AsyncBody(const char *function, bool perThread, MUdeviceptr dst, size_t pitch, unsigned char value,
                               size_t width, size_t height, MUstream stream) {
  return fill(function, perThread, stream, dst, pitch, value, width, height, true);
}
MUresult muMemsetD2D16Body(const char *function, bool perThread, MUdeviceptr dst, size_t pitch, unsigned short value,
                           size_t width, size_t height) {
  return fill(function, perThread, nullptr, dst, pitch, value, width, height, false);
}
MUresult muMemsetD2D16AsyncBody(const char *function, bool perThread, MUdeviceptr dst, size_t pitch,
                                unsigned short value, size_t width, size_t height, MUstream stream) {
  return fill(function, perThread, stream, dst, pitch, value, width, height, true);
}
MUresult muMemsetD2D32Body(const char *function, bool perThread, MUdeviceptr dst, size_t pitch, unsigned value,
                           size_t width, size_t height) {
  return fill(function, perThread, nullptr, dst, pitch, value, width, height, false);
}
MUresult muMemsetD2D32AsyncBody(const char *function, bool perThread, MUdeviceptr dst, size_t pitch, unsigned value,
                                size_t width, size_t height, MUstream stream) {
  return fill(function, perThread, stream, dst, pitch, value, width, height, true);
}

} // namespace

HELICON_STREAM_API_V2(muMemsetD8, _ptds, (MUdeviceptr dst, unsigned char uc, size_t count), (dst, uc, count))
HELICON_STREAM_API_V2(muMemsetD16, _ptds, (MUdeviceptr dst, unsigned short us, size_t count), (dst, us, count))
HELICON_STREAM_API_V2(muMemsetD32, _ptds, (MUdeviceptr dst, unsigned int ui, size_t count), (dst, ui, count))
HELICON_STREAM_API(muMemsetD8Async, _ptsz, (MUdeviceptr dst, unsigned char uc, size_t count, MUstream hStream),
                   (dst, uc, count, hStream))
HELICON_STREAM_API(muMemsetD16Async, _ptsz, (MUdeviceptr dst, unsigned short us, size_t count, MUstream hStream),
                   (dst, us, count, hStream))
HELICON_STREAM_API(muMemsetD32Async, _ptsz, (MUdeviceptr dst, unsigned int ui, size_t count, MUstream hStream),
                   (dst, ui, count, hStream))
HELICON_STREAM_API_V2(muMemsetD2D8, _ptds,
                      (MUdeviceptr dst, size_t pitch, unsigned char value, size_t width, size_t height),
                      (dst, pitch, value, width, height))
HELICON_STREAM_API(muMemsetD2D8Async, _ptsz,
                   (MUdeviceptr dst, size_t pitch, unsigned char value, size_t width, size_t height, MUstream hStream),
                   (dst, pitch, value, width, height, hStream))
HELICON_STREAM_API_V2(muMemsetD2D16, _ptds,
                      (MUdeviceptr dst, size_t pitch, unsigned short value, size_t width, size_t height),
                      (dst, pitch, value, width, height))
HELICON_STREAM_API(muMemsetD2D16Async, _ptsz,
                   (MUdeviceptr dst, size_t pitch, unsigned short value, size_t width, size_t height, MUstream hStream),
                   (dst, pitch, value, width, height, hStream))
HELICON_STREAM_API_V2(muMemsetD2D32, _ptds,
                      (MUdeviceptr dst, size_t pitch, unsigned int value, size_t width, size_t height),
                      (dst, pitch, value, width, height))
HELICON_STREAM_API(muMemsetD2D32Async, _ptsz,
                   (MUdeviceptr dst, size_t pitch, unsigned int value, size_t width, size_t height, MUstream hStream),
                   (dst, pitch, value, width, height, hStream))
