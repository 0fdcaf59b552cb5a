// Fills with bytes, halves and words, in a row and in a rectangle.
#include "api/common/Copies.h"
#include "api/musa/Entry.h"

#include "api/musa/Unsuffixed.h"

using namespace helicon;
using musa::withStream;

namespace {

MUresult fill(const char *function, bool perThread, MUstream handle, MUdeviceptr dst, uint32_t value,
              uint32_t elementBytes, size_t count, bool asynchronous) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    return api::fillLinear(stream, musa::pointerOf(dst), value, elementBytes, count, asynchronous);
  });
}
MUresult muMemsetD8Body(const char *function, bool perThread, MUdeviceptr dst, unsigned char value, size_t count) {
  return fill(function, perThread, nullptr, dst, value, 1, count, false);
}
MUresult muMemsetD16Body(const char *function, bool perThread, MUdeviceptr dst, unsigned short value, size_t count) {
  return fill(function, perThread, nullptr, dst, value, 2, count, false);
}
MUresult muMemsetD32Body(const char *function, bool perThread, MUdeviceptr dst, unsigned value, size_t count) {
  return fill(function, perThread, nullptr, dst, value, 4, count, false);
}
MUresult muMemsetD8AsyncBody(const char *function, bool perThread, MUdeviceptr dst, unsigned char value, size_t count,
                             MUstream stream) {
  return fill(function, perThread, stream, dst, value, 1, count, true);
}
MUresult muMemsetD16AsyncBody(const char *function, bool perThread, MUdeviceptr dst, unsigned short value, size_t count,
                              MUstream stream) {
  return fill(function, perThread, stream, dst, value, 2, count, true);
}
MUresult muMemsetD32AsyncBody(const char *function, bool perThread, MUdeviceptr dst, unsigned value, size_t count,
                              MUstream stream) {
  return fill(function, perThread, stream, dst, value, 4, count, true);
}

MUresult fill2D(const char *function, bool perThread, MUstream handle, MUdeviceptr dst, size_t pitch, uint32_t value,
                uint32_t elementBytes, size_t width, size_t height, bool asynchronous) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    return api::fillRectangle(stream, musa::pointerOf(dst), pitch, value, elementBytes, width, height, asynchronous);
  });
}
MUresult muMemsetD2D8Body(const char *function, bool perThread, MUdeviceptr dst, size_t pitch, unsigned char value,
                          size_t width, size_t height) {
  return fill2D(function, perThread, nullptr, dst, pitch, value, 1, width, height, false);
}
MUresult muMemsetD2D8AsyncBody(const char *function, bool perThread, MUdeviceptr dst, size_t pitch, unsigned char value,
                               size_t width, size_t height, MUstream stream) {
  return fill2D(function, perThread, stream, dst, pitch, value, 1, width, height, true);
}
MUresult muMemsetD2D16Body(const char *function, bool perThread, MUdeviceptr dst, size_t pitch, unsigned short value,
                           size_t width, size_t height) {
  return fill2D(function, perThread, nullptr, dst, pitch, value, 2, width, height, false);
}
MUresult muMemsetD2D16AsyncBody(const char *function, bool perThread, MUdeviceptr dst, size_t pitch,
                                unsigned short value, size_t width, size_t height, MUstream stream) {
  return fill2D(function, perThread, stream, dst, pitch, value, 2, width, height, true);
}
MUresult muMemsetD2D32Body(const char *function, bool perThread, MUdeviceptr dst, size_t pitch, unsigned value,
                           size_t width, size_t height) {
  return fill2D(function, perThread, nullptr, dst, pitch, value, 4, width, height, false);
}
MUresult muMemsetD2D32AsyncBody(const char *function, bool perThread, MUdeviceptr dst, size_t pitch, unsigned value,
                                size_t width, size_t height, MUstream stream) {
  return fill2D(function, perThread, stream, dst, pitch, value, 4, width, height, true);
}

} // namespace

HELICON_STREAM_API_V2(muMemsetD8, _ptds, (MUdeviceptr dst, unsigned char uc, size_t N), (dst, uc, N))
HELICON_STREAM_API_V2(muMemsetD16, _ptds, (MUdeviceptr dst, unsigned short us, size_t N), (dst, us, N))
HELICON_STREAM_API_V2(muMemsetD32, _ptds, (MUdeviceptr dst, unsigned int ui, size_t N), (dst, ui, N))
HELICON_STREAM_API(muMemsetD8Async, _ptsz, (MUdeviceptr dst, unsigned char uc, size_t N, MUstream hStream),
                   (dst, uc, N, hStream))
HELICON_STREAM_API(muMemsetD16Async, _ptsz, (MUdeviceptr dst, unsigned short us, size_t N, MUstream hStream),
                   (dst, us, N, hStream))
HELICON_STREAM_API(muMemsetD32Async, _ptsz, (MUdeviceptr dst, unsigned int ui, size_t N, MUstream hStream),
                   (dst, ui, N, hStream))
HELICON_STREAM_API_V2(muMemsetD2D8, _ptds,
                      (MUdeviceptr dst, size_t pitch, unsigned char value, size_t Width, size_t Height),
                      (dst, pitch, value, Width, Height))
HELICON_STREAM_API(muMemsetD2D8Async, _ptsz,
                   (MUdeviceptr dst, size_t pitch, unsigned char value, size_t Width, size_t Height, MUstream hStream),
                   (dst, pitch, value, Width, Height, hStream))
HELICON_STREAM_API_V2(muMemsetD2D16, _ptds,
                      (MUdeviceptr dst, size_t pitch, unsigned short value, size_t Width, size_t Height),
                      (dst, pitch, value, Width, Height))
HELICON_STREAM_API(muMemsetD2D16Async, _ptsz,
                   (MUdeviceptr dst, size_t pitch, unsigned short value, size_t Width, size_t Height, MUstream hStream),
                   (dst, pitch, value, Width, Height, hStream))
HELICON_STREAM_API_V2(muMemsetD2D32, _ptds,
                      (MUdeviceptr dst, size_t pitch, unsigned int value, size_t Width, size_t Height),
                      (dst, pitch, value, Width, Height))
HELICON_STREAM_API(muMemsetD2D32Async, _ptsz,
                   (MUdeviceptr dst, size_t pitch, unsigned int value, size_t Width, size_t Height, MUstream hStream),
                   (dst, pitch, value, Width, Height, hStream))
