// What a pointer is, attribute by attribute.
#include "api/musa/Entry.h"
#include "runtime/ManagedAdvice.h"
#include "runtime/Memory.h"
#include "runtime/MemoryPool.h"

#include <cstring>
#include <span>

using namespace helicon;
using musa::withContext;

namespace {

template <class T> Status give(void *data, T value) {
  const auto bytes = std::as_bytes(std::span(&value, 1));
  std::memcpy(data, bytes.data(), bytes.size());
  return Status::Success;
}

/// The answer for a pointer that belongs to some allocation.
Status attributeOf(const PointerInfo &info, MUdeviceptr ptr, MUpointer_attribute attribute, void *data) {
  const bool device = info.kind == MemoryKind::Device;
  const bool managed = info.kind == MemoryKind::Managed;
  switch (attribute) {
  case MU_POINTER_ATTRIBUTE_CONTEXT:
    return give(data, reinterpret_cast<MUcontext>(info.context));
  case MU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    return give(data, static_cast<unsigned>(device || managed ? MU_MEMORYTYPE_DEVICE : MU_MEMORYTYPE_HOST));
  case MU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    return info.access == 0 ? Status::InvalidValue : give(data, ptr);
  case MU_POINTER_ATTRIBUTE_HOST_POINTER:
    return device ? Status::InvalidValue : give(data, musa::pointerOf(ptr));
  case MU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    return give(data, syncCopies::get(info) ? 1 : 0);
  case MU_POINTER_ATTRIBUTE_BUFFER_ID:
    return give(data, static_cast<unsigned long long>(info.id));
  case MU_POINTER_ATTRIBUTE_IS_MANAGED:
    return give(data, managed ? 1 : 0);
  case MU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    return give(data, info.device);
  case MU_POINTER_ATTRIBUTE_IS_LEGACY_MUSA_IPC_CAPABLE:
    return give(data, device && info.inArena && !info.pool ? 1 : 0);
  case MU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    return give(data, 0);
  case MU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    return give(data, musa::addressOf(info.reserved ? info.reserved : info.base));
  case MU_POINTER_ATTRIBUTE_RANGE_SIZE:
    return give(data, static_cast<size_t>(info.reserved ? info.reservedBytes : info.bytes));
  case MU_POINTER_ATTRIBUTE_MAPPED:
    return give(data, 1);
  case MU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    return give(data, info.isShareable || (info.pool && info.pool->isShareable()) ? 1ULL : 0ULL);
  case MU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
    return give(data, static_cast<int>(info.access));
  case MU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
    return give(data, static_cast<void *>(info.pool));
  case MU_POINTER_ATTRIBUTE_P2P_TOKENS:
    return Status::NotSupported;
  }
  return Status::InvalidValue;
}

/// Bytes of an attribute's value, to set it to zero; 0 for a number that is none.
size_t sizeOf(MUpointer_attribute attribute) {
  switch (attribute) {
  case MU_POINTER_ATTRIBUTE_CONTEXT:
  case MU_POINTER_ATTRIBUTE_DEVICE_POINTER:
  case MU_POINTER_ATTRIBUTE_HOST_POINTER:
  case MU_POINTER_ATTRIBUTE_BUFFER_ID:
  case MU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
  case MU_POINTER_ATTRIBUTE_RANGE_SIZE:
  case MU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
  case MU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
    return 8;
  case MU_POINTER_ATTRIBUTE_P2P_TOKENS:
    return 16;
  case MU_POINTER_ATTRIBUTE_MEMORY_TYPE:
  case MU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
  case MU_POINTER_ATTRIBUTE_IS_MANAGED:
  case MU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
  case MU_POINTER_ATTRIBUTE_IS_LEGACY_MUSA_IPC_CAPABLE:
  case MU_POINTER_ATTRIBUTE_MAPPED:
  case MU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
  case MU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
    return 4;
  }
  return 0;
}

bool isKnown(const PointerInfo &info) { return info.base && info.kind != MemoryKind::Unregistered; }

} // namespace

HELICON_API MUresult muPointerGetAttribute(void *data, MUpointer_attribute attribute, MUdeviceptr ptr) {
  return withContext(__func__, [&](Context &) {
    if (!data || sizeOf(attribute) == 0)
      return Status::InvalidValue;
    const PointerInfo info = pointerInfo(musa::pointerOf(ptr));
    return isKnown(info) ? attributeOf(info, ptr, attribute, data) : Status::InvalidValue;
  });
}

/// One attribute can be set: that copies of the allocation are synchronous.
HELICON_API MUresult muPointerSetAttribute(const void *value, MUpointer_attribute attribute, MUdeviceptr ptr) {
  return withContext(__func__, [&](Context &) {
    const PointerInfo info = pointerInfo(musa::pointerOf(ptr));
    const bool isOfDevice = info.base && (info.kind == MemoryKind::Device || info.kind == MemoryKind::Managed);
    unsigned wanted = 0;
    if (!value || attribute != MU_POINTER_ATTRIBUTE_SYNC_MEMOPS || !isOfDevice)
      return Status::InvalidValue;
    std::memcpy(&wanted, value, sizeof wanted);
    syncCopies::set(info, wanted != 0);
    return Status::Success;
  });
}

/// Unlike the single form, answers for any pointer: what an unknown one lacks is zero.
HELICON_API MUresult muPointerGetAttributes(unsigned int numAttributes, MUpointer_attribute *attributes, void **data,
                                            MUdeviceptr ptr) {
  return withContext(__func__, [&](Context &) {
    if (numAttributes == 0 || !attributes || !data)
      return Status::InvalidValue;
    const PointerInfo info = pointerInfo(musa::pointerOf(ptr));
    for (unsigned i = 0; i < numAttributes; ++i) {
      const size_t bytes = sizeOf(attributes[i]);
      if (bytes == 0 || !data[i])
        return Status::InvalidValue;
      if (!isKnown(info) || attributeOf(info, ptr, attributes[i], data[i]) != Status::Success)
        std::memset(data[i], 0, bytes);
    }
    return Status::Success;
  });
}
