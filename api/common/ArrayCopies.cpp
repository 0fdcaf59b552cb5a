// See ArrayCopies.h: an array is pitched memory whose bounds are known, so a copy is checked here and then is a box.
#include "api/common/ArrayCopies.h"

#include "api/common/Copies.h"

#include <algorithm>

namespace helicon::api {
namespace {

bool kindSuits(const BoxEnd &to, const BoxEnd &from, CopyKind kind) {
  if (kind == CopyKind::Default)
    return true;
  if (kind < CopyKind::HostToHost || kind > CopyKind::Default)
    return false;
  const bool toDevice = kind == CopyKind::HostToDevice || kind == CopyKind::DeviceToDevice;
  const bool fromDevice = kind == CopyKind::DeviceToHost || kind == CopyKind::DeviceToDevice;
  return (!to.array || toDevice) && (!from.array || fromDevice);
}

bool inside(size_t start, size_t length, size_t whole) { return start <= whole && length <= whole - start; }

/// The box's first byte, pitch and plane at this end.
Status locate(const BoxEnd &end, size_t width, size_t height, size_t depth, char *&start, size_t &pitch,
              size_t &plane) {
  char *base = end.memory;
  pitch = end.pitch;
  if (end.array) {
    const Array &a = *end.array;
    if (!inside(end.x, width, a.width() * a.texelBytes) || !inside(end.y, height, a.rows()) ||
        !inside(end.z, depth, a.planes()))
      return Status::InvalidValue;
    base = a.data;
    pitch = a.rowBytes;
    plane = a.planeBytes;
  } else if (!base || __builtin_mul_overflow(pitch, end.planeRows, &plane)) {
    return Status::InvalidValue;
  }
  size_t rows = 0, planes = 0, offset = 0;
  if (__builtin_mul_overflow(pitch, end.y, &rows) || __builtin_mul_overflow(plane, end.z, &planes) ||
      __builtin_add_overflow(rows, planes, &offset) || __builtin_add_overflow(offset, end.x, &offset))
    return Status::InvalidValue;
  start = base + offset;
  return Status::Success;
}

} // namespace

Status boxOf(const BoxEnd &to, const BoxEnd &from, size_t width, size_t height, size_t depth, int kind, Status badKind,
             Box &box) {
  box = {};
  if (!kindSuits(to, from, static_cast<CopyKind>(kind)))
    return badKind;
  if (width == 0 || height == 0 || depth == 0)
    return Status::Success;
  char *target = nullptr, *source = nullptr;
  if (Status status = locate(to, width, height, depth, target, box.toPitch, box.toPlane); status != Status::Success)
    return status;
  if (Status status = locate(from, width, height, depth, source, box.fromPitch, box.fromPlane);
      status != Status::Success)
    return status;
  box.to = target;
  box.from = source;
  box.width = width;
  box.height = height;
  box.depth = depth;
  return Status::Success;
}

Status copyArrays(Stream &stream, const BoxEnd &to, const BoxEnd &from, size_t width, size_t height, size_t depth,
                  int kind, Status badKind, bool asynchronous) {
  Box box{};
  const Status status = boxOf(to, from, width, height, depth, kind, badKind, box);
  return status != Status::Success || box.width == 0 ? status : copyBox(stream, box, kind, asynchronous);
}

Status copyRows(Stream &stream, const BoxEnd &to, const BoxEnd &from, size_t count, int kind, bool asynchronous) {
  if (!kindSuits(to, from, static_cast<CopyKind>(kind)))
    return Status::InvalidMemcpyDirection;
  auto rowOf = [](const BoxEnd &end) { return end.array ? end.array->width() * end.array->texelBytes : SIZE_MAX; };
  auto left = [&](const BoxEnd &end) { // bytes to the end of an array
    if (!end.array)
      return SIZE_MAX;
    const size_t all = rowOf(end) * end.array->rows(), used = rowOf(end) * end.y + end.x;
    return end.x <= rowOf(end) && end.y < end.array->rows() ? all - used : 0;
  };
  if (count == 0)
    return Status::Success;
  if ((!to.array && !to.memory) || (!from.array && !from.memory) || count > left(to) || count > left(from))
    return Status::InvalidValue;
  BoxEnd target = to, source = from;
  auto advance = [&](BoxEnd &end, size_t bytes) {
    if (!end.array) {
      end.memory += bytes;
      return;
    }
    end.y += (end.x + bytes) / rowOf(end);
    end.x = (end.x + bytes) % rowOf(end);
  };
  while (count > 0) { // a rest of a row, whole rows, a beginning of one
    size_t width = std::min({count, rowOf(target) - target.x, rowOf(source) - source.x}), height = 1;
    if (target.x == 0 && source.x == 0 && count >= width &&
        (!target.array || !source.array || rowOf(target) == rowOf(source)))
      height = count / width;
    target.pitch = source.pitch = width; // memory without an array is one row after the other
    const bool last = width * height == count;
    if (Status status = copyArrays(stream, target, source, width, height, 1, kind, Status::InvalidMemcpyDirection,
                                   asynchronous || !last);
        status != Status::Success)
      return status;
    count -= width * height;
    advance(target, width * height);
    advance(source, width * height);
  }
  return Status::Success;
}

} // namespace helicon::api
