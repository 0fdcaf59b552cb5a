// See Formats.h.
#include "api/musa/Formats.h"

#include "runtime/Log.h"

namespace helicon::musa {
namespace {

constexpr struct {
  MUarray_format format;
  int bits;
  musaChannelFormatKind kind;
} kFormats[] = {{MU_AD_FORMAT_UNSIGNED_INT8, 8, musaChannelFormatKindUnsigned},
                {MU_AD_FORMAT_UNSIGNED_INT16, 16, musaChannelFormatKindUnsigned},
                {MU_AD_FORMAT_UNSIGNED_INT32, 32, musaChannelFormatKindUnsigned},
                {MU_AD_FORMAT_SIGNED_INT8, 8, musaChannelFormatKindSigned},
                {MU_AD_FORMAT_SIGNED_INT16, 16, musaChannelFormatKindSigned},
                {MU_AD_FORMAT_SIGNED_INT32, 32, musaChannelFormatKindSigned},
                {MU_AD_FORMAT_HALF, 16, musaChannelFormatKindFloat},
                {MU_AD_FORMAT_FLOAT, 32, musaChannelFormatKindFloat}};

/// Compressed blocks, pictures of several planes, and integers that are always normalised.
bool isOther(MUarray_format format) {
  return (format >= MU_AD_FORMAT_BC1_UNORM && format <= MU_AD_FORMAT_BC7_UNORM_SRGB) || format == MU_AD_FORMAT_NV12 ||
         (format >= MU_AD_FORMAT_UNORM_INT8X1 && format <= MU_AD_FORMAT_SNORM_INT16X4);
}

} // namespace

Status channelsOf(MUarray_format format, unsigned components, musaChannelFormatDesc &out) {
  if (isOther(format)) {
    logError("arrays of the format " + std::to_string(format) +
             " (compressed, of several planes, or always normalised) are not supported");
    return Status::NotSupported;
  }
  if (components != 1 && components != 2 && components != 4)
    return Status::InvalidValue;
  for (const auto &known : kFormats)
    if (known.format == format) {
      const int second = components > 1 ? known.bits : 0, others = components > 2 ? known.bits : 0;
      out = {known.bits, second, others, others, known.kind};
      return Status::Success;
    }
  return Status::InvalidValue;
}

MUarray_format formatOf(const musaChannelFormatDesc &description) {
  for (const auto &known : kFormats)
    if (known.bits == description.x && known.kind == description.f)
      return known.format;
  return MU_AD_FORMAT_FLOAT; // no live array has another
}

} // namespace helicon::musa
