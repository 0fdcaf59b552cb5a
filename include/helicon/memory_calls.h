// The runtime API's calls on memory beyond plain allocations: pools and allocation in stream order, memory and events
// of other processes, copies between devices and in batches, what managed memory was advised. Included by
// musa_runtime_api.h.
#ifndef HELICON_MEMORY_CALLS_H
#define HELICON_MEMORY_CALLS_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- memory in stream order, and the pools that it comes from ---- */
musaError_t MUSARTAPI musaMallocAsync(void **devPtr, size_t size, musaStream_t stream);
musaError_t MUSARTAPI musaFreeAsync(void *devPtr, musaStream_t stream);
musaError_t MUSARTAPI musaMallocFromPoolAsync(void **ptr, size_t size, musaMemPool_t memPool, musaStream_t stream);
musaError_t MUSARTAPI musaDeviceGetDefaultMemPool(musaMemPool_t *memPool, int device);
musaError_t MUSARTAPI musaDeviceSetMemPool(int device, musaMemPool_t memPool);
musaError_t MUSARTAPI musaDeviceGetMemPool(musaMemPool_t *memPool, int device);
musaError_t MUSARTAPI musaMemPoolCreate(musaMemPool_t *memPool, const struct musaMemPoolProps *poolProps);
musaError_t MUSARTAPI musaMemPoolDestroy(musaMemPool_t memPool);
musaError_t MUSARTAPI musaMemPoolTrimTo(musaMemPool_t memPool, size_t minBytesToKeep);
musaError_t MUSARTAPI musaMemPoolSetAttribute(musaMemPool_t memPool, enum musaMemPoolAttr attr, void *value);
musaError_t MUSARTAPI musaMemPoolGetAttribute(musaMemPool_t memPool, enum musaMemPoolAttr attr, void *value);
musaError_t MUSARTAPI musaMemPoolSetAccess(musaMemPool_t memPool, const struct musaMemAccessDesc *descList,
                                           size_t count);
musaError_t MUSARTAPI musaMemPoolGetAccess(enum musaMemAccessFlags *flags, musaMemPool_t memPool,
                                           struct musaMemLocation *location);
musaError_t MUSARTAPI musaMemPoolExportToShareableHandle(void *shareableHandle, musaMemPool_t memPool,
                                                         enum musaMemAllocationHandleType handleType,
                                                         unsigned int flags);
musaError_t MUSARTAPI musaMemPoolImportFromShareableHandle(musaMemPool_t *memPool, void *shareableHandle,
                                                           enum musaMemAllocationHandleType handleType,
                                                           unsigned int flags);
musaError_t MUSARTAPI musaMemPoolExportPointer(struct musaMemPoolPtrExportData *exportData, void *ptr);
musaError_t MUSARTAPI musaMemPoolImportPointer(void **ptr, musaMemPool_t memPool,
                                               struct musaMemPoolPtrExportData *exportData);

#ifdef __cplusplus
}
#endif

#endif
