// See ManagedMemory.h. The codes are those that a card gave.
#include "api/common/ManagedMemory.h"

#include "include/driver_types.h"
#include "runtime/Capture.h"
#include "runtime/Device.h"
#include "runtime/Memory.h"
#include "runtime/Stream.h"

#include <cstring>
#include <vector>

namespace helicon::api {
namespace {

bool isManagedRange(const void *pointer, size_t bytes) {
  const PointerInfo info = pointerInfo(pointer);
  if (info.kind != MemoryKind::Managed || !info.base || bytes == 0)
    return false;
  const auto offset = static_cast<size_t>(static_cast<const char *>(pointer) - static_cast<const char *>(info.base));
  return offset <= info.bytes && bytes <= info.bytes - offset;
}

Status checkPlace(const Place &place) {
  switch (place.type) {
  case Place::kDevice:
    return device(place.id) ? Status::Success : Status::InvalidDevice;
  case Place::kHost:
  case Place::kCurrentNuma:
    return Status::Success;
  case Place::kNuma:
    return place.id >= 0 ? Status::Success : Status::InvalidValue;
  default:
    return Status::InvalidValue;
  }
}

Place settled(const Place &place) { return place.type == Place::kCurrentNuma ? Place{Place::kNuma, 0} : place; }

/// As the attributes of an older time have it: a device, -1 for the host, -2 for none.
int32_t numberOf(const Place &place) { return place.type == Place::kDevice ? place.id : place.type == 0 ? -2 : -1; }

} // namespace

Status prefetch(const void *pointer, size_t bytes, Place place) {
  if (!isManagedRange(pointer, bytes))
    return Status::InvalidValue;
  if (Status status = checkPlace(place); status != Status::Success)
    return status;
  advice::prefetched(pointerInfo(pointer), pointer, bytes, settled(place));
  return Status::Success;
}

Status advise(const void *pointer, size_t bytes, int advice, Place place) {
  if (advice < musaMemAdviseSetReadMostly || advice > musaMemAdviseUnsetAccessedBy || !isManagedRange(pointer, bytes))
    return Status::InvalidValue;
  const bool isAccess = advice >= musaMemAdviseSetAccessedBy;
  if (isAccess && place.type >= Place::kNuma)
    return Status::InvalidValue;
  if (advice == musaMemAdviseSetPreferredLocation || isAccess)
    if (Status status = checkPlace(place); status != Status::Success)
      return status;
  advice::set(pointerInfo(pointer), pointer, bytes, advice, settled(place));
  return Status::Success;
}

Status rangeAttribute(void *data, size_t dataSize, int attribute, const void *pointer, size_t bytes) {
  const bool isList = attribute == musaMemRangeAttributeAccessedBy;
  if (!data || dataSize == 0 || dataSize % sizeof(int32_t) != 0 || (!isList && dataSize != sizeof(int32_t)) ||
      !isManagedRange(pointer, bytes))
    return Status::InvalidValue;
  const PointerInfo info = pointerInfo(pointer);
  std::vector<int32_t> value(dataSize / sizeof(int32_t));
  const Place preferred = advice::preferred(info, pointer, bytes), last = advice::lastPrefetched(info, pointer, bytes);
  switch (attribute) {
  case musaMemRangeAttributeReadMostly:
    value[0] = advice::isReadMostly(info, pointer, bytes) ? 1 : 0;
    break;
  case musaMemRangeAttributePreferredLocation:
    value[0] = numberOf(preferred);
    break;
  case musaMemRangeAttributeAccessedBy:
    advice::accessedBy(info, pointer, bytes, value);
    break;
  case musaMemRangeAttributeLastPrefetchLocation:
    value[0] = numberOf(last);
    break;
  case musaMemRangeAttributePreferredLocationType:
    value[0] = preferred.type;
    break;
  case musaMemRangeAttributePreferredLocationId:
    value[0] = preferred.id;
    break;
  case musaMemRangeAttributeLastPrefetchLocationType:
    value[0] = last.type;
    break;
  case musaMemRangeAttributeLastPrefetchLocationId:
    value[0] = last.id;
    break;
  default:
    return Status::InvalidValue;
  }
  std::memcpy(data, value.data(), dataSize);
  return Status::Success;
}

Status attach(Stream &stream, const void *pointer, size_t bytes, unsigned flags) {
  if (capture::any()) [[unlikely]]
    if (Status status = capture::refuses(stream); status != Status::Success)
      return status;
  const PointerInfo info = pointerInfo(pointer);
  if (info.kind != MemoryKind::Managed || info.base != pointer || (bytes != 0 && bytes != info.bytes))
    return Status::InvalidValue;
  if (flags != musaMemAttachGlobal && flags != musaMemAttachHost && flags != musaMemAttachSingle)
    return Status::InvalidValue;
  // Memory can't belong to the legacy stream alone, which has work of everyone in it.
  const bool toLegacy = stream.kind() == Stream::Kind::Legacy;
  return flags == musaMemAttachSingle && toLegacy ? Status::InvalidValue : Status::Success;
}

} // namespace helicon::api
