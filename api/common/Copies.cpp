// Checked copies and fills. A rectangle is checked by the span from its first to its last byte, which must lie in one
// allocation where it starts in one.
#include "api/common/Copies.h"

#include "api/common/DeviceFacts.h"

namespace helicon::api {
namespace {

/// Bytes from the first to the last of a box; false when that is no size.
bool spanOf(size_t pitch, size_t plane, size_t width, size_t height, size_t depth, size_t &span) {
  size_t rows = 0, planes = 0;
  return !__builtin_mul_overflow(pitch, height - 1, &rows) && !__builtin_mul_overflow(plane, depth - 1, &planes) &&
         !__builtin_add_overflow(rows, width, &span) && !__builtin_add_overflow(span, planes, &span);
}

/// True when `bytes` from `pointer` stay in the allocation that `pointer` lies in, if it lies in one.
bool staysInside(const void *pointer, size_t bytes) {
  const PointerInfo info = pointerInfo(pointer);
  return !info.base || info.kind == MemoryKind::Unregistered ||
         (info.inRange ? helicon::staysInside(info, pointer, bytes)
                       : reinterpret_cast<uintptr_t>(pointer) - reinterpret_cast<uintptr_t>(info.base) <= info.bytes &&
                             bytes <= info.bytes - (reinterpret_cast<uintptr_t>(pointer) -
                                                    reinterpret_cast<uintptr_t>(info.base)));
}

} // namespace

Status copyLinear(Stream &stream, void *to, const void *from, size_t bytes, int kind, bool asynchronous) {
  if (Status status = checkCopy(to, from, bytes, static_cast<CopyKind>(kind)); status != Status::Success)
    return status;
  return bytes == 0 ? Status::Success : stream.copy(to, from, bytes, asynchronous);
}

Status checkBox(const Box &b, int kind, Stream::Layout &out) {
  out = {};
  if (b.width > b.toPitch || b.width > b.fromPitch || b.toPitch > kMaxPitch || b.fromPitch > kMaxPitch)
    return Status::InvalidPitchValue;
  if (b.width == 0 || b.height == 0 || b.depth == 0)
    return checkCopy(nullptr, nullptr, 0, static_cast<CopyKind>(kind));
  size_t toSpan = 0, fromSpan = 0;
  if (!spanOf(b.toPitch, b.toPlane, b.width, b.height, b.depth, toSpan) ||
      !spanOf(b.fromPitch, b.fromPlane, b.width, b.height, b.depth, fromSpan))
    return Status::InvalidValue;
  if (Status status = checkCopy(b.to, b.from, b.width, static_cast<CopyKind>(kind)); status != Status::Success)
    return status;
  if (!staysInside(b.to, toSpan) || !staysInside(b.from, fromSpan))
    return Status::InvalidValue;
  out = {.toPitch = b.toPitch,
         .fromPitch = b.fromPitch,
         .toPlane = b.toPlane,
         .fromPlane = b.fromPlane,
         .width = b.width,
         .height = b.height,
         .depth = b.depth};
  return Status::Success;
}

Status copyBox(Stream &stream, const Box &b, int kind, bool asynchronous) {
  Stream::Layout layout{};
  const Status status = checkBox(b, kind, layout);
  return status != Status::Success || layout.width == 0 ? status : stream.copy3D(b.to, b.from, layout, asynchronous);
}

Status copyRectangle(Stream &stream, const Rectangle &r, int kind, bool asynchronous) {
  return copyBox(stream, {r.to, r.toPitch, 0, r.from, r.fromPitch, 0, r.width, r.height, 1}, kind, asynchronous);
}

Status fillLinear(Stream &stream, void *to, uint32_t value, uint32_t elementBytes, size_t count, bool asynchronous) {
  return fillRectangle(stream, to, 0, value, elementBytes, count, 1, asynchronous); // one row has no pitch
}

Status fillRectangle(Stream &stream, void *to, size_t pitch, uint32_t value, uint32_t elementBytes, size_t width,
                     size_t height, bool asynchronous) {
  const Status status = checkFillRectangle(to, pitch, elementBytes, width, height);
  return status != Status::Success || width == 0 || height == 0
             ? status
             : stream.fill(to, value, elementBytes, width, pitch, height, asynchronous);
}

Status checkFillRectangle(const void *to, size_t pitch, uint32_t elementBytes, size_t width, size_t height) {
  size_t row = 0, span = 0;
  if (__builtin_mul_overflow(width, static_cast<size_t>(elementBytes), &row))
    return Status::InvalidValue;
  if (row == 0 || height == 0)
    return Status::Success;
  if (height > 1 && row > pitch)
    return Status::InvalidPitchValue;
  if (!spanOf(pitch, 0, row, height, 1, span) || reinterpret_cast<uintptr_t>(to) % elementBytes != 0)
    return Status::InvalidValue;
  return checkFill(to, span);
}

size_t pitchFor(size_t width) {
  return width > kMaxPitch - kPitchAlignment ? 0 : (width + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
}

} // namespace helicon::api
