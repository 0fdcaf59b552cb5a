// Checks of the hints on managed memory.
#include "api/common/ManagedMemory.h"

#include "include/driver_types.h"
#include "runtime/Capture.h"
#include "runtime/Device.h"
#include "runtime/Memory.h"
#include "runtime/Stream.h"

namespace helicon::api {
namespace {

bool isManagedRange(const void *pointer, size_t bytes) {
  const PointerInfo info = pointerInfo(pointer);
  if (info.kind != MemoryKind::Managed || !info.base || bytes == 0)
    return false;
  const auto offset = static_cast<size_t>(static_cast<const char *>(pointer) - static_cast<const char *>(info.base));
  return offset <= info.bytes && bytes <= info.bytes - offset;
}

bool isPlace(int place) { return place == musaCpuDeviceId || device(place); }

} // namespace

Status checkPrefetch(const void *pointer, size_t bytes, int place) {
  if (!isManagedRange(pointer, bytes))
    return Status::InvalidValue;
  return isPlace(place) ? Status::Success : Status::InvalidDevice;
}

Status checkAdvice(const void *pointer, size_t bytes, int advice, int place) {
  if (advice < musaMemAdviseSetReadMostly || advice > musaMemAdviseUnsetAccessedBy || !isManagedRange(pointer, bytes))
    return Status::InvalidValue;
  const bool hasPlace = advice == musaMemAdviseSetPreferredLocation || advice >= musaMemAdviseSetAccessedBy;
  return !hasPlace || isPlace(place) ? Status::Success : Status::InvalidDevice;
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
