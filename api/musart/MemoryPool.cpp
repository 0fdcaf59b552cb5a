// Allocation in stream order, and pools.
#include "api/common/MemoryPools.h"
#include "api/musart/Entry.h"

using namespace helicon;
using musart::withContext;
using musart::withDevice;
using musart::withDevices;
using musart::withStream;

namespace {

musaMemPool_t handleOf(const PoolRef &pool) { return reinterpret_cast<musaMemPool_t>(pool.get()); }

musaError_t musaMallocAsyncBody(const char *function, bool perThread, void **devPtr, size_t size, musaStream_t handle) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if (!devPtr)
      return Status::InvalidValue;
    return api::allocateInOrder(MemoryPool::currentOf(stream.context().device()), stream, size, devPtr);
  });
}

musaError_t musaMallocFromPoolAsyncBody(const char *function, bool perThread, void **ptr, size_t size,
                                        musaMemPool_t memPool, musaStream_t handle) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if (!ptr)
      return Status::InvalidValue;
    return api::withPool(memPool, [&](const PoolRef &pool) { return api::allocateInOrder(pool, stream, size, ptr); });
  });
}

musaError_t musaFreeAsyncBody(const char *function, bool perThread, void *devPtr, musaStream_t handle) {
  return withStream(function, perThread, handle,
                    [&](Stream &stream) { return devPtr ? MemoryPool::freeInOrder(devPtr, stream) : Status::Success; });
}

musaError_t poolOf(const char *function, musaMemPool_t *memPool, int ordinal, PoolRef (*which)(Device &)) {
  return withDevice(function, ordinal, [&](Device &device) {
    if (!memPool)
      return Status::InvalidValue;
    *memPool = handleOf(which(device));
    return Status::Success;
  });
}

/// For calls on a pool by its handle.
template <class Body> musaError_t withPool(const char *function, musaMemPool_t handle, Body &&body) {
  return withContext(function, [&](Context &) { return api::withPool(handle, body); });
}

} // namespace

HELICON_STREAM_API(musaMallocAsync, _ptsz, (void **devPtr, size_t size, musaStream_t stream), (devPtr, size, stream))
HELICON_STREAM_API(musaMallocFromPoolAsync, _ptsz,
                   (void **ptr, size_t size, musaMemPool_t memPool, musaStream_t stream), (ptr, size, memPool, stream))
HELICON_STREAM_API(musaFreeAsync, _ptsz, (void *devPtr, musaStream_t stream), (devPtr, stream))

HELICON_API musaError_t musaDeviceGetDefaultMemPool(musaMemPool_t *memPool, int device) {
  return poolOf(__func__, memPool, device, MemoryPool::defaultOf);
}

HELICON_API musaError_t musaDeviceGetMemPool(musaMemPool_t *memPool, int device) {
  return poolOf(__func__, memPool, device, MemoryPool::currentOf);
}

HELICON_API musaError_t musaDeviceSetMemPool(int ordinal, musaMemPool_t memPool) {
  return withDevice(__func__, ordinal,
                    [&](Device &device) { return MemoryPool::setCurrent(device, MemoryPool::find(memPool)); });
}

HELICON_API musaError_t musaMemPoolCreate(musaMemPool_t *memPool, const musaMemPoolProps *poolProps) {
  return withContext(__func__, [&](Context &) {
    PoolRef made;
    if (!memPool)
      return Status::InvalidValue;
    const Status status = api::createPool(poolProps, made);
    if (status == Status::Success)
      *memPool = handleOf(made);
    return status;
  });
}

HELICON_API musaError_t musaMemPoolDestroy(musaMemPool_t memPool) {
  return withPool(__func__, memPool, [](const PoolRef &pool) { return MemoryPool::destroy(pool); });
}

HELICON_API musaError_t musaMemPoolTrimTo(musaMemPool_t memPool, size_t minBytesToKeep) {
  return withPool(__func__, memPool, [&](const PoolRef &pool) {
    if (pool->isImported())
      return Status::InvalidValue;
    pool->trim(minBytesToKeep);
    return Status::Success;
  });
}

HELICON_API musaError_t musaMemPoolSetAttribute(musaMemPool_t memPool, musaMemPoolAttr attr, void *value) {
  return withPool(__func__, memPool,
                  [&](const PoolRef &pool) { return api::setPoolAttribute(*pool, static_cast<int>(attr), value); });
}

HELICON_API musaError_t musaMemPoolGetAttribute(musaMemPool_t memPool, musaMemPoolAttr attr, void *value) {
  return withPool(__func__, memPool,
                  [&](const PoolRef &pool) { return api::poolAttribute(*pool, static_cast<int>(attr), value); });
}

HELICON_API musaError_t musaMemPoolSetAccess(musaMemPool_t memPool, const musaMemAccessDesc *descList, size_t count) {
  return withPool(__func__, memPool, [&](const PoolRef &pool) { return api::setPoolAccess(*pool, descList, count); });
}

HELICON_API musaError_t musaMemPoolGetAccess(musaMemAccessFlags *flags, musaMemPool_t memPool,
                                             musaMemLocation *location) {
  return withPool(__func__, memPool, [&](const PoolRef &pool) {
    int found = 0;
    if (!flags || !location)
      return Status::InvalidValue;
    const Status status = api::poolAccess(*pool, location->type, location->id, found);
    if (status == Status::Success)
      *flags = static_cast<musaMemAccessFlags>(found);
    return status;
  });
}

HELICON_API musaError_t musaMemPoolExportToShareableHandle(void *shareableHandle, musaMemPool_t memPool,
                                                           musaMemAllocationHandleType handleType, unsigned int flags) {
  return withPool(__func__, memPool, [&](const PoolRef &pool) {
    return api::exportPool(*pool, shareableHandle, static_cast<int>(handleType), flags);
  });
}

HELICON_API musaError_t musaMemPoolImportFromShareableHandle(musaMemPool_t *memPool, void *shareableHandle,
                                                             musaMemAllocationHandleType handleType,
                                                             unsigned int flags) {
  return withContext(__func__, [&](Context &context) {
    PoolRef made;
    if (!memPool)
      return Status::InvalidValue;
    const Status status = api::importPool(context.device(), shareableHandle, static_cast<int>(handleType), flags, made);
    if (status == Status::Success)
      *memPool = handleOf(made);
    return status;
  });
}

HELICON_API musaError_t musaMemPoolExportPointer(musaMemPoolPtrExportData *exportData, void *ptr) {
  return withContext(__func__, [&](Context &) { return api::exportPointer(exportData, ptr); });
}

HELICON_API musaError_t musaMemPoolImportPointer(void **ptr, musaMemPool_t memPool,
                                                 musaMemPoolPtrExportData *exportData) {
  return withPool(__func__, memPool, [&](const PoolRef &pool) {
    return ptr ? api::importPointer(*pool, exportData, ptr) : Status::InvalidValue;
  });
}
