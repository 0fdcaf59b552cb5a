// See Arrays.h. The limits are those that the device attributes tell.
#include "api/common/Arrays.h"

#include "api/common/TextureLimits.h"
#include "include/musa_runtime_api.h"
#include "runtime/Handles.h"
#include "runtime/Log.h"
#include "runtime/Registered.h"

#include <algorithm>
#include <bit>

namespace helicon::api {
namespace {

constexpr size_t kRowAlignment = 32;
constexpr unsigned kKnownFlags =
    musaArrayLayered | musaArraySurfaceLoadStore | musaArrayCubemap | musaArrayTextureGather | musaArrayColorAttachment;
/// Device code counts texels in 31 bits.
constexpr size_t kMaxTexels = size_t(1) << 31;

size_t roundUp(size_t n, size_t unit) { return (n + unit - 1) / unit * unit; }

bool fits(const musaExtent &e, size_t width, size_t height, size_t depth) {
  return e.width <= width && e.height <= height && e.depth <= depth;
}

/// Is this a shape of its kind, within the limits?
bool isShape(const musaExtent &e, unsigned flags) {
  if (e.width == 0)
    return false;
  const bool layered = flags & musaArrayLayered;
  if ((flags & musaArrayTextureGather) &&
      (e.height == 0 || e.depth != 0 || !fits(e, kMaxLayeredSide, kMaxLayeredSide, 0)))
    return false;
  if (flags & musaArrayCubemap)
    return e.width == e.height && e.width <= kMaxLayeredSide &&
           (layered ? e.depth != 0 && e.depth % 6 == 0 && e.depth <= kMaxCubeLayers : e.depth == 6);
  if (layered)
    return e.depth != 0 && fits(e, kMaxLayeredSide, kMaxLayeredSide, kMaxLayers);
  if (e.depth != 0)
    return e.height != 0 && (fits(e, kMaxVolumeSide, kMaxVolumeSide, kMaxVolumeSide) ||
                             fits(e, kMaxVolumeSide / 2, kMaxVolumeSide / 2, kMaxVolumeSide * 2));
  return e.height != 0 ? fits(e, kMaxWidth2D, kMaxHeight2D, 0) : e.width <= kMaxWidth1D;
}

/// Rows and planes of an array of this shape; false when it has more texels than device code can count.
bool layOut(Array &array) {
  size_t texels = 0;
  array.rowBytes = roundUp(array.width() * array.texelBytes, kRowAlignment);
  const size_t row = array.rowBytes / array.texelBytes;
  if (__builtin_mul_overflow(row, array.rows(), &texels) || __builtin_mul_overflow(texels, array.planes(), &texels) ||
      texels * channelsOf(array.format) >= kMaxTexels)
    return false;
  array.planeBytes = array.rowBytes * array.rows();
  return true;
}

Status describe(const musaChannelFormatDesc &format, musaExtent extent, unsigned flags, Array &out) {
  if (texelBytes(format) == 0)
    return Status::InvalidChannelDescriptor;
  if (flags & (musaArraySparse | musaArrayDeferredMapping)) {
    logError("sparse arrays and arrays that are mapped later are not supported");
    return Status::NotSupported;
  }
  if ((flags & ~kKnownFlags) || !isShape(extent, flags))
    return Status::InvalidValue;
  out.format = format;
  out.extent = extent;
  out.flags = flags;
  out.texelBytes = texelBytes(format);
  if (!layOut(out)) {
    logError("an array of 2^31 components or more is not supported");
    return Status::OutOfMemory;
  }
  return Status::Success;
}

/// The handle lives until the context goes.
template <class T> void add(Context &context, const std::shared_ptr<T> &object) {
  auto &table = HandleTable<T>::get();
  table.add(object);
  context.atDestroy(&table, [&] { table.removeIf([&](const T &other) { return other.context == &context; }); });
}

} // namespace

bool Array::isLayered() const { return flags & musaArrayLayered; }
bool Array::isCube() const { return flags & musaArrayCubemap; }

unsigned channelsOf(const musaChannelFormatDesc &f) { return f.w ? 4 : f.z ? 3 : f.y ? 2 : f.x ? 1 : 0; }

bool isFloat(const musaChannelFormatDesc &f) { return f.f == musaChannelFormatKindFloat; }

unsigned texelBytes(const musaChannelFormatDesc &f) {
  const unsigned channels = channelsOf(f);
  if (f.f != musaChannelFormatKindSigned && f.f != musaChannelFormatKindUnsigned && !isFloat(f))
    return 0;
  if ((f.x != 8 && f.x != 16 && f.x != 32) || (isFloat(f) && f.x == 8) || channels == 3)
    return 0;
  if ((channels > 1 && f.y != f.x) || (channels > 2 && (f.z != f.x || f.w != f.x)))
    return 0;
  return channels * static_cast<unsigned>(f.x) / 8;
}

Status createArray(Context &context, const musaChannelFormatDesc &format, musaExtent extent, unsigned flags,
                   ArrayRef &out) {
  auto array = std::make_shared<Array>();
  if (Status status = describe(format, extent, flags, *array); status != Status::Success)
    return status;
  array->context = &context;
  void *data = nullptr;
  if (Status status = context.allocateFlagged(array->bytes(), kArrayAllocation, &data); status != Status::Success)
    return status;
  array->data = static_cast<char *>(data);
  add(context, array);
  out = std::move(array);
  return Status::Success;
}

Status createMipmapped(Context &context, const musaChannelFormatDesc &format, musaExtent extent, unsigned levels,
                       unsigned flags, MipmappedRef &out) {
  auto whole = std::make_shared<MipmappedArray>();
  whole->context = &context;
  const bool layered = flags & (musaArrayLayered | musaArrayCubemap);
  const size_t longest = std::max({extent.width, extent.height, layered ? 0 : extent.depth});
  const auto most = static_cast<unsigned>(std::bit_width(std::max<size_t>(longest, 1)));
  levels = std::clamp(levels, 1U, most);
  size_t bytes = 0;
  for (unsigned l = 0; l < levels; l++) {
    auto half = [&](size_t n) { return n == 0 ? 0 : std::max<size_t>(n >> l, 1); };
    auto level = std::make_shared<Array>();
    const musaExtent part{half(extent.width), half(extent.height), layered ? extent.depth : half(extent.depth)};
    if (Status status = describe(format, part, flags, *level); status != Status::Success)
      return status;
    level->context = &context;
    level->ownsData = false;
    level->data = reinterpret_cast<char *>(bytes); // an offset, until there is memory
    bytes += roundUp(level->bytes(), 256);
    whole->levels.push_back(std::move(level));
  }
  void *data = nullptr;
  if (Status status = context.allocateFlagged(bytes, kArrayAllocation, &data); status != Status::Success)
    return status;
  whole->data = static_cast<char *>(data);
  for (const ArrayRef &level : whole->levels) {
    level->data = whole->data + reinterpret_cast<size_t>(level->data);
    add(context, level);
  }
  add(context, whole);
  out = std::move(whole);
  return Status::Success;
}

Status freeArray(const void *handle) {
  const ArrayRef array = findArray(handle);
  if (!array || !array->ownsData)
    return Status::InvalidHandle;
  HandleTable<Array>::get().remove(handle);
  return array->context->release(array->data);
}

Status freeMipmapped(const void *handle) {
  const MipmappedRef whole = findMipmapped(handle);
  if (!whole)
    return Status::InvalidHandle;
  HandleTable<MipmappedArray>::get().remove(handle);
  for (const ArrayRef &level : whole->levels)
    HandleTable<Array>::get().remove(level.get());
  return whole->context->release(whole->data);
}

Status arrayWithout(const void *out, const void *handle) {
  return out && !findArray(handle) ? Status::InvalidHandle : Status::InvalidValue;
}
Status mipmappedWithout(const void *out, const void *handle) {
  return out && !findMipmapped(handle) ? Status::InvalidHandle : Status::InvalidValue;
}

ArrayRef findArray(const void *handle) { return HandleTable<Array>::get().find(handle); }
MipmappedRef findMipmapped(const void *handle) { return HandleTable<MipmappedArray>::get().find(handle); }

} // namespace helicon::api
