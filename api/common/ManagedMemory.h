// Hints on managed memory. There is one memory here, so nothing moves; what is given is checked as the real calls check
// it, and kept for the calls that ask (runtime/ManagedAdvice.h).
#pragma once

#include "runtime/Context.h"
#include "runtime/ManagedAdvice.h"

#include <cstddef>

namespace helicon::api {

/// A device's number, or -1 for the host.
inline Place placeOf(int device) { return device == -1 ? Place{Place::kHost, -1} : Place{Place::kDevice, device}; }
template <class Location> Place placeOf(const Location &location) {
  return location.type == Place::kHost ? Place{Place::kHost, -1}
                                       : Place{static_cast<int32_t>(location.type), location.id};
}

/// `bytes` from `pointer` lie in managed memory, and `place` is a device, the host, or one of its nodes.
HELICON_EXPORT Status prefetch(const void *pointer, size_t bytes, Place place);
/// `advice`: musaMemoryAdvise. The place matters only where the advice has one.
HELICON_EXPORT Status advise(const void *pointer, size_t bytes, int advice, Place place);
/// `attribute`: musaMemRangeAttribute.
HELICON_EXPORT Status rangeAttribute(void *data, size_t dataSize, int attribute, const void *pointer, size_t bytes);
template <class Attribute>
Status rangeAttributes(void **data, const size_t *dataSizes, const Attribute *attributes, size_t count,
                       const void *pointer, size_t bytes) {
  if (!data || !dataSizes || !attributes || count == 0)
    return Status::InvalidValue;
  for (size_t i = 0; i < count; ++i)
    if (Status status = rangeAttribute(data[i], dataSizes[i], static_cast<int>(attributes[i]), pointer, bytes);
        status != Status::Success)
      return status;
  return Status::Success;
}
/// `bytes` 0 or the whole allocation; `flags`: exactly one of musaMemAttach*.
/// A capture can't take it: 900.
HELICON_EXPORT Status attach(Stream &stream, const void *pointer, size_t bytes, unsigned flags);

} // namespace helicon::api
