// Allocation in stream order, and pools. Pools belong to no context, so the calls on them need none.
#include "api/common/MemoryPools.h"
#include "api/musa/Entry.h"

using namespace helicon;
using musa::initialised;
using musa::withDevice;
using musa::withStream;

namespace {

MUmemoryPool handleOf(const PoolRef &pool) { return reinterpret_cast<MUmemoryPool>(pool.get()); }

Status allocate(const PoolRef &pool, Stream &stream, size_t bytes, MUdeviceptr *out) {
  void *made = nullptr;
  const Status status = api::allocateInOrder(pool, stream, bytes, &made);
  if (status == Status::Success)
    *out = musa::addressOf(made);
  return status;
}

MUresult muMemAllocAsyncBody(const char *function, bool perThread, MUdeviceptr *dptr, size_t bytesize,
                             MUstream handle) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if (!dptr)
      return Status::InvalidValue;
    return allocate(MemoryPool::currentOf(stream.context().device()), stream, bytesize, dptr);
  });
}

MUresult muMemAllocFromPoolAsyncBody(const char *function, bool perThread, MUdeviceptr *dptr, size_t bytesize,
                                     MUmemoryPool pool, MUstream handle) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if (!dptr)
      return Status::InvalidValue;
    return api::withPool(pool, [&](const PoolRef &found) { return allocate(found, stream, bytesize, dptr); });
  });
}

MUresult muMemFreeAsyncBody(const char *function, bool perThread, MUdeviceptr dptr, MUstream handle) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    return dptr ? MemoryPool::freeInOrder(musa::pointerOf(dptr), stream) : Status::Success;
  });
}

MUresult poolOf(const char *function, MUmemoryPool *pool, MUdevice ordinal, PoolRef (*which)(Device &)) {
  return withDevice(function, ordinal, [&](Device &device) {
    if (!pool)
      return Status::InvalidValue;
    *pool = handleOf(which(device));
    return Status::Success;
  });
}

/// For calls on a pool by its handle.
template <class Body> MUresult withPool(const char *function, MUmemoryPool handle, Body &&body) {
  return initialised(function, [&] { return api::withPool(handle, body); });
}

} // namespace

HELICON_STREAM_API(muMemAllocAsync, _ptsz, (MUdeviceptr * dptr, size_t bytesize, MUstream hStream),
                   (dptr, bytesize, hStream))
HELICON_STREAM_API(muMemAllocFromPoolAsync, _ptsz,
                   (MUdeviceptr * dptr, size_t bytesize, MUmemoryPool pool, MUstream hStream),
                   (dptr, bytesize, pool, hStream))
HELICON_STREAM_API(muMemFreeAsync, _ptsz, (MUdeviceptr dptr, MUstream hStream), (dptr, hStream))

HELICON_API MUresult muDeviceGetDefaultMemPool(MUmemoryPool *pool_out, MUdevice dev) {
  return poolOf(__func__, pool_out, dev, MemoryPool::defaultOf);
}

HELICON_API MUresult muDeviceGetMemPool(MUmemoryPool *pool, MUdevice dev) {
  return poolOf(__func__, pool, dev, MemoryPool::currentOf);
}

HELICON_API MUresult muDeviceSetMemPool(MUdevice dev, MUmemoryPool pool) {
  return withDevice(__func__, dev,
                    [&](Device &device) { return MemoryPool::setCurrent(device, MemoryPool::find(pool)); });
}

HELICON_API MUresult muMemPoolCreate(MUmemoryPool *pool, const MUmemPoolProps *poolProps) {
  return initialised(__func__, [&] {
    PoolRef made;
    if (!pool)
      return Status::InvalidValue;
    const Status status = api::createPool(poolProps, made);
    if (status == Status::Success)
      *pool = handleOf(made);
    return status;
  });
}

HELICON_API MUresult muMemPoolDestroy(MUmemoryPool pool) {
  return withPool(__func__, pool, [](const PoolRef &found) { return MemoryPool::destroy(found); });
}

HELICON_API MUresult muMemPoolTrimTo(MUmemoryPool pool, size_t minBytesToKeep) {
  return withPool(__func__, pool, [&](const PoolRef &found) {
    if (found->isImported())
      return Status::InvalidValue;
    found->trim(minBytesToKeep);
    return Status::Success;
  });
}

HELICON_API MUresult muMemPoolSetAttribute(MUmemoryPool pool, MUmemPool_attribute attr, void *value) {
  return withPool(__func__, pool,
                  [&](const PoolRef &found) { return api::setPoolAttribute(*found, static_cast<int>(attr), value); });
}

HELICON_API MUresult muMemPoolGetAttribute(MUmemoryPool pool, MUmemPool_attribute attr, void *value) {
  return withPool(__func__, pool,
                  [&](const PoolRef &found) { return api::poolAttribute(*found, static_cast<int>(attr), value); });
}

HELICON_API MUresult muMemPoolSetAccess(MUmemoryPool pool, const MUmemAccessDesc *map, size_t count) {
  return withPool(__func__, pool, [&](const PoolRef &found) { return api::setPoolAccess(*found, map, count); });
}

HELICON_API MUresult muMemPoolGetAccess(MUmemAccess_flags *flags, MUmemoryPool memPool, MUmemLocation *location) {
  return withPool(__func__, memPool, [&](const PoolRef &pool) {
    int found = 0;
    if (!flags || !location)
      return Status::InvalidValue;
    const Status status = api::poolAccess(*pool, location->type, location->id, found);
    if (status == Status::Success)
      *flags = static_cast<MUmemAccess_flags>(found);
    return status;
  });
}

HELICON_API MUresult muMemPoolExportToShareableHandle(void *handle_out, MUmemoryPool pool,
                                                      MUmemAllocationHandleType handleType, unsigned long long flags) {
  return withPool(__func__, pool, [&](const PoolRef &found) {
    return api::exportPool(*found, handle_out, static_cast<int>(handleType), flags);
  });
}

/// The pool is seen as one of the current context's device, or of the first.
HELICON_API MUresult muMemPoolImportFromShareableHandle(MUmemoryPool *pool_out, void *handle,
                                                        MUmemAllocationHandleType handleType,
                                                        unsigned long long flags) {
  return initialised(__func__, [&] {
    PoolRef made;
    if (!pool_out)
      return Status::InvalidValue;
    const ContextRef &context = current::get();
    Device &owner = context && !context->isDestroyed() ? context->device() : *devices()[0];
    const Status status = api::importPool(owner, handle, static_cast<int>(handleType), flags, made);
    if (status == Status::Success)
      *pool_out = handleOf(made);
    return status;
  });
}

HELICON_API MUresult muMemPoolExportPointer(MUmemPoolPtrExportData *shareData_out, MUdeviceptr ptr) {
  return initialised(__func__, [&] { return api::exportPointer(shareData_out, musa::pointerOf(ptr)); });
}

HELICON_API MUresult muMemPoolImportPointer(MUdeviceptr *ptr_out, MUmemoryPool pool,
                                            MUmemPoolPtrExportData *shareData) {
  return withPool(__func__, pool, [&](const PoolRef &found) {
    void *made = nullptr;
    if (!ptr_out)
      return Status::InvalidValue;
    const Status status = api::importPointer(*found, shareData, &made);
    if (status == Status::Success)
      *ptr_out = musa::addressOf(made);
    return status;
  });
}
