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

/* ---- memory and events of other processes ---- */
musaError_t MUSARTAPI musaIpcGetMemHandle(musaIpcMemHandle_t *handle, void *devPtr);
/* flags: musaIpcMemLazyEnablePeerAccess */
musaError_t MUSARTAPI musaIpcOpenMemHandle(void **devPtr, musaIpcMemHandle_t handle, unsigned int flags);
musaError_t MUSARTAPI musaIpcCloseMemHandle(void *devPtr);
musaError_t MUSARTAPI musaIpcGetEventHandle(musaIpcEventHandle_t *handle, musaEvent_t event);
musaError_t MUSARTAPI musaIpcOpenEventHandle(musaEvent_t *event, musaIpcEventHandle_t handle);

/* ---- between devices ---- */
/* calls of an older time, which are refused */
musaError_t MUSARTAPI musaPeerRegister(void *peerDevicePointer, int peerDevice, unsigned int flags);
musaError_t MUSARTAPI musaPeerUnregister(void *peerDevicePointer, int peerDevice);
musaError_t MUSARTAPI musaPeerGetDevicePointer(void **pDevice, void *peerDevicePointer, int peerDevice,
                                               unsigned int flags);

/* ---- what managed memory was advised; places are kept, and nothing moves ---- */
musaError_t MUSARTAPI musaMemRangeGetAttribute(void *data, size_t dataSize, enum musaMemRangeAttribute attribute,
                                               const void *devPtr, size_t count);
musaError_t MUSARTAPI musaMemRangeGetAttributes(void **data, size_t *dataSizes, enum musaMemRangeAttribute *attributes,
                                                size_t numAttributes, const void *devPtr, size_t count);
musaError_t MUSARTAPI musaMemAdvise_v2(const void *devPtr, size_t count, enum musaMemoryAdvise advice,
                                       struct musaMemLocation location);
musaError_t MUSARTAPI musaMemPrefetchAsync_v2(const void *devPtr, size_t count, struct musaMemLocation location,
                                              unsigned int flags, musaStream_t stream HELICON_DEFAULT(0));

/* ---- many copies by one call; a failed one is numbered in failIdx ---- */
musaError_t MUSARTAPI musaMemcpyBatchAsync(void **dsts, void **srcs, size_t *sizes, size_t count,
                                           struct musaMemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs,
                                           size_t *failIdx, musaStream_t stream);
musaError_t MUSARTAPI musaMemcpy3DBatchAsync(size_t numOps, struct musaMemcpy3DBatchOp *opList, size_t *failIdx,
                                             unsigned long long flags, musaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
