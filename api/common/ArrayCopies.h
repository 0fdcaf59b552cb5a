// Copies with an array at one end or both, for both APIs.
#pragma once

#include "api/common/Arrays.h"
#include "api/common/Copies.h"
#include "runtime/Stream.h"

namespace helicon::api {

/// One end of a copy of a box: an array, or pitched memory.
struct BoxEnd {
  const Array *array = nullptr;
  char *memory = nullptr;          ///< without an array
  size_t pitch = 0, planeRows = 0; ///< likewise
  size_t x = 0, y = 0, z = 0;      ///< x in bytes
};

/// `width` in bytes. The kind must name the device at the arrays' ends, else `badKind`. InvalidValue for a box that
/// leaves an array.
HELICON_EXPORT Status copyArrays(Stream &, const BoxEnd &to, const BoxEnd &from, size_t width, size_t height,
                                 size_t depth, int kind, Status badKind, bool asynchronous);
/// The checks alone, and the box that the ends mean.
HELICON_EXPORT Status boxOf(const BoxEnd &to, const BoxEnd &from, size_t width, size_t height, size_t depth, int kind,
                            Status badKind, Box &out);
/// `count` bytes, row after row from (x, y) on.
HELICON_EXPORT Status copyRows(Stream &, const BoxEnd &to, const BoxEnd &from, size_t count, int kind,
                               bool asynchronous);

} // namespace helicon::api
