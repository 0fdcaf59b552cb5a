// What both APIs do with memory pools. Their structs have the same fields under types of their own, hence templates.
#pragma once

#include "runtime/Device.h"
#include "runtime/MemoryPool.h"
#include "runtime/Stream.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace helicon::api {

inline constexpr int kPinned = 1, kOnDevice = 1, kOnHost = 2; ///< allocation and location types
inline constexpr int kFileDescriptor = 1;                     ///< the handle type that there is

/// A live pool, by its handle in either API.
template <class Body> Status withPool(const void *handle, Body &&body) {
  const PoolRef pool = MemoryPool::find(handle);
  return pool ? body(pool) : Status::InvalidValue;
}

HELICON_EXPORT Status allocateInOrder(const PoolRef &pool, Stream &stream, size_t bytes, void **out);
/// The first three attributes are an int in the program's memory, the others 64 bits.
HELICON_EXPORT Status poolAttribute(const MemoryPool &, int attribute, void *value);
HELICON_EXPORT Status setPoolAttribute(MemoryPool &, int attribute, const void *value);
HELICON_EXPORT Status checkPoolAccess(const MemoryPool &, int locationType, int id, int flags);
HELICON_EXPORT Status poolAccess(const MemoryPool &, int locationType, int id, int &flags);
HELICON_EXPORT Status exportPool(const MemoryPool &, void *handle, int handleType, unsigned long long flags);
HELICON_EXPORT Status importPool(Device &, void *handle, int handleType, unsigned long long flags, PoolRef &out);

template <class Props> Status createPool(const Props *props, PoolRef &out) {
  if (!props)
    return Status::InvalidValue;
  const int handles = static_cast<int>(props->handleTypes);
  Device *owner = static_cast<int>(props->location.type) == kOnDevice ? device(props->location.id) : nullptr;
  const bool isPlain = props->usage == 0 && std::all_of(std::begin(props->reserved), std::end(props->reserved),
                                                        [](unsigned char byte) { return byte == 0; });
  if (static_cast<int>(props->allocType) != kPinned || (handles != 0 && handles != kFileDescriptor) || !owner ||
      !isPlain)
    return Status::InvalidValue;
  return MemoryPool::create(*owner, props->maxSize, handles == kFileDescriptor, out);
}

/// All or nothing.
template <class Description> Status setPoolAccess(MemoryPool &pool, const Description *list, size_t count) {
  if (count != 0 && !list)
    return Status::InvalidValue;
  for (size_t i = 0; i < count; ++i)
    if (Status status = checkPoolAccess(pool, list[i].location.type, list[i].location.id, list[i].flags);
        status != Status::Success)
      return status;
  for (size_t i = 0; i < count; ++i)
    pool.setAccess(list[i].location.id, static_cast<uint32_t>(list[i].flags));
  return Status::Success;
}

template <class Data> Status exportPointer(Data *data, const void *pointer) {
  static_assert(sizeof(Data) == 64 && sizeof(MemoryPool::Pointer) <= sizeof(Data));
  MemoryPool::Pointer exported{};
  if (!data || !pointer)
    return Status::InvalidValue;
  const Status status = MemoryPool::exportPointer(pointer, exported);
  if (status == Status::Success) {
    std::memset(data, 0, sizeof *data);
    std::memcpy(data, &exported, sizeof exported);
  }
  return status;
}

template <class Data> Status importPointer(MemoryPool &pool, const Data *data, void **out) {
  MemoryPool::Pointer exported{};
  if (!data)
    return Status::InvalidValue;
  std::memcpy(&exported, data, sizeof exported);
  return pool.importPointer(exported, out);
}

} // namespace helicon::api
