// Arrays: images that programs can only copy, sample and access as surfaces. Here they are rows in device memory, each
// starting at a multiple of 32 bytes, plane after plane. Handles are looked up, so a stale one gives an error.
#pragma once

#include "include/driver_types.h"
#include "runtime/Context.h"

#include <memory>
#include <vector>

namespace helicon::api {

struct Array {
  Context *context = nullptr;
  musaChannelFormatDesc format{};
  musaExtent extent{}; ///< as asked for: 0 where a dimension is not there
  unsigned flags = 0;
  unsigned texelBytes = 0;
  char *data = nullptr;
  size_t rowBytes = 0, planeBytes = 0;
  bool ownsData = true; ///< false for a level of a mipmapped array

  size_t width() const { return extent.width; }
  size_t rows() const { return extent.height ? extent.height : 1; }
  size_t planes() const { return extent.depth ? extent.depth : 1; }
  size_t bytes() const { return planeBytes * planes(); }
  bool isLayered() const;
  bool isCube() const;
};
using ArrayRef = std::shared_ptr<Array>;

struct MipmappedArray {
  Context *context = nullptr;
  char *data = nullptr;
  std::vector<ArrayRef> levels; ///< never empty
};
using MipmappedRef = std::shared_ptr<MipmappedArray>;

/// Bytes of a texel, 0 when the description is of no format that exists.
HELICON_EXPORT unsigned texelBytes(const musaChannelFormatDesc &);
HELICON_EXPORT unsigned channelsOf(const musaChannelFormatDesc &);
HELICON_EXPORT bool isFloat(const musaChannelFormatDesc &);

/// InvalidChannelDescriptor, InvalidValue for shapes and flags that do not go together or exceed the limits.
HELICON_EXPORT Status createArray(Context &, const musaChannelFormatDesc &, musaExtent, unsigned flags, ArrayRef &out);
/// As many levels as asked for, but no more than there are halvings, and at least one.
HELICON_EXPORT Status createMipmapped(Context &, const musaChannelFormatDesc &, musaExtent, unsigned levels,
                                      unsigned flags, MipmappedRef &out);
/// Wait for the work that may use it. InvalidHandle for what is none.
HELICON_EXPORT Status freeArray(const void *handle);
HELICON_EXPORT Status freeMipmapped(const void *handle);
HELICON_EXPORT ArrayRef findArray(const void *handle);
/// The answer about what no array here has: planes of a format, tiles, memory of its own. InvalidHandle for what is
/// none.
HELICON_EXPORT Status arrayWithout(const void *out, const void *handle);
HELICON_EXPORT Status mipmappedWithout(const void *out, const void *handle);
HELICON_EXPORT MipmappedRef findMipmapped(const void *handle);

} // namespace helicon::api
