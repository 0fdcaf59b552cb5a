// See MemoryPools.h. The codes are those that a card gave.
#include "api/common/MemoryPools.h"

#include "runtime/Activity.h"
#include "runtime/Capture.h"

namespace helicon::api {
namespace {

constexpr int kNoAccess = 0, kReadOnly = 1, kReadWrite = 3;

bool isInt(int attribute) { return attribute <= static_cast<int>(MemoryPool::Attribute::InternalDependencies); }

} // namespace

Status allocateInOrder(const PoolRef &pool, Stream &stream, size_t bytes, void **out) {
  void *made = nullptr;
  if (Status error = stream.context().error(); error != Status::Success)
    return error;
  if (Status status = Status::Success; capture::allocates(stream, bytes, out, status))
    return status;
  const Status status = pool->allocate(bytes, &stream, &made);
  if (status == Status::Success)
    *out = made;
  if (activity::isOn() && made) [[unlikely]]
    activity::memoryChanged(stream.context(), false, made, bytes, MemoryKind::Device, &stream);
  return status;
}

Status poolAttribute(const MemoryPool &pool, int attribute, void *value) {
  uint64_t found = 0;
  if (!value)
    return Status::InvalidValue;
  const Status status = pool.attribute(static_cast<MemoryPool::Attribute>(attribute), found);
  if (status != Status::Success)
    return status;
  const int small = static_cast<int>(found);
  if (isInt(attribute))
    std::memcpy(value, &small, sizeof small);
  else
    std::memcpy(value, &found, sizeof found);
  return status;
}

Status setPoolAttribute(MemoryPool &pool, int attribute, const void *value) {
  uint64_t wanted = 0;
  int small = 0;
  if (!value || attribute <= 0 || attribute > static_cast<int>(MemoryPool::Attribute::UsedHigh))
    return Status::InvalidValue;
  if (isInt(attribute))
    std::memcpy(&small, value, sizeof small);
  else
    std::memcpy(&wanted, value, sizeof wanted);
  return pool.setAttribute(static_cast<MemoryPool::Attribute>(attribute), isInt(attribute) ? small != 0 : wanted);
}

Status checkPoolAccess(const MemoryPool &pool, int locationType, int id, int flags) {
  if (locationType != kOnDevice)
    return Status::NotSupported;
  if (!device(id))
    return Status::InvalidDevice;
  if (flags == kReadOnly)
    return Status::NotSupported;
  if (flags != kNoAccess && flags != kReadWrite)
    return Status::InvalidValue;
  return flags == kNoAccess && id == pool.device().ordinal() ? Status::InvalidDevice : Status::Success;
}

Status poolAccess(const MemoryPool &pool, int locationType, int id, int &flags) {
  if (locationType == kOnHost) {
    flags = kNoAccess;
    return Status::Success;
  }
  if (locationType != kOnDevice || !device(id))
    return Status::InvalidValue;
  flags = static_cast<int>(pool.access(id));
  return Status::Success;
}

Status exportPool(const MemoryPool &pool, void *handle, int handleType, unsigned long long flags) {
  int fd = -1;
  if (!handle || handleType != kFileDescriptor || flags != 0)
    return Status::InvalidValue;
  const Status status = pool.exportFile(fd);
  if (status == Status::Success)
    std::memcpy(handle, &fd, sizeof fd);
  return status;
}

Status importPool(Device &device, void *handle, int handleType, unsigned long long flags, PoolRef &out) {
  if (handleType != kFileDescriptor || flags != 0)
    return Status::InvalidValue;
  return MemoryPool::import(device, static_cast<int>(reinterpret_cast<intptr_t>(handle)), out);
}

} // namespace helicon::api
