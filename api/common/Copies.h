// The checks and the work of copies and fills, the same for both APIs. All take host addresses, which device addresses
// are here. Nothing is done for zero bytes, whatever the pointers.
#pragma once

#include "runtime/Memory.h"
#include "runtime/Stream.h"

#include <cstddef>

namespace helicon::api {

HELICON_EXPORT Status copyLinear(Stream &stream, void *to, const void *from, size_t bytes, int kind, bool asynchronous);

struct Rectangle {
  void *to;
  size_t toPitch;
  const void *from;
  size_t fromPitch;
  size_t width; ///< bytes
  size_t height;
};
/// InvalidPitchValue where a row is wider than a pitch.
HELICON_EXPORT Status copyRectangle(Stream &stream, const Rectangle &, int kind, bool asynchronous);

/// A box: `height` rows of `width` bytes in each of `depth` planes.
struct Box {
  void *to;
  size_t toPitch, toPlane; ///< bytes from row to row and from plane to plane
  const void *from;
  size_t fromPitch, fromPlane;
  size_t width, height, depth;
};
/// The checks alone; a box without bytes has no layout.
HELICON_EXPORT Status checkBox(const Box &, int kind, Stream::Layout &out);
HELICON_EXPORT Status copyBox(Stream &stream, const Box &, int kind, bool asynchronous);

/// `count` elements of `elementBytes` (1, 2, 4).
/// The checks of a fill; `bytes` of a row.
HELICON_EXPORT Status checkFillRectangle(const void *to, size_t pitch, uint32_t elementBytes, size_t width,
                                         size_t height);
HELICON_EXPORT Status fillLinear(Stream &stream, void *to, uint32_t value, uint32_t elementBytes, size_t count,
                                 bool asynchronous);
/// `width` elements in each of `height` rows, which start `pitch` bytes apart.
HELICON_EXPORT Status fillRectangle(Stream &stream, void *to, size_t pitch, uint32_t value, uint32_t elementBytes,
                                    size_t width, size_t height, bool asynchronous);

/// The row length of pitched memory; 0 when it doesn't fit.
HELICON_EXPORT size_t pitchFor(size_t width);

} // namespace helicon::api
