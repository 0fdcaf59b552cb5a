// The driver API's memory beyond plain allocations: types, exported names and calls. Included by musa.h. Values and
// layouts are those of CUDA 11.8, with the fields that CUDA 12 made of reserved bytes.
#ifndef HELICON_DRIVER_MEMORY_H
#define HELICON_DRIVER_MEMORY_H

typedef enum MUmemLocationType_enum {
  MU_MEM_LOCATION_TYPE_INVALID = 0x0,
  MU_MEM_LOCATION_TYPE_DEVICE = 0x1,
  MU_MEM_LOCATION_TYPE_HOST = 0x2,
  MU_MEM_LOCATION_TYPE_HOST_NUMA = 0x3,
  MU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT = 0x4,
  MU_MEM_LOCATION_TYPE_MAX = 0x7fffffff
} MUmemLocationType;

typedef struct MUmemLocation_st {
  MUmemLocationType type;
  int id; /* of a device or a NUMA node */
} MUmemLocation;

typedef enum MUmemAccess_flags_enum {
  MU_MEM_ACCESS_FLAGS_PROT_NONE = 0x0,
  MU_MEM_ACCESS_FLAGS_PROT_READ = 0x1,
  MU_MEM_ACCESS_FLAGS_PROT_READWRITE = 0x3,
  MU_MEM_ACCESS_FLAGS_PROT_MAX = 0x7fffffff
} MUmemAccess_flags;

typedef struct MUmemAccessDesc_st {
  MUmemLocation location;
  MUmemAccess_flags flags;
} MUmemAccessDesc;

typedef enum MUmemAllocationType_enum {
  MU_MEM_ALLOCATION_TYPE_INVALID = 0x0,
  MU_MEM_ALLOCATION_TYPE_PINNED = 0x1,
  MU_MEM_ALLOCATION_TYPE_MAX = 0x7fffffff
} MUmemAllocationType;

typedef enum MUmemAllocationHandleType_enum {
  MU_MEM_HANDLE_TYPE_NONE = 0x0,
  MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 0x1, /* int */
  MU_MEM_HANDLE_TYPE_WIN32 = 0x2,
  MU_MEM_HANDLE_TYPE_WIN32_KMT = 0x4,
  MU_MEM_HANDLE_TYPE_MAX = 0x7fffffff
} MUmemAllocationHandleType;

/* ---- pools ---- */
typedef struct MUmemPoolProps_st {
  MUmemAllocationType allocType;         /* MU_MEM_ALLOCATION_TYPE_PINNED */
  MUmemAllocationHandleType handleTypes; /* what the pool can be exported as */
  MUmemLocation location;                /* a device */
  void *win32SecurityAttributes;
  size_t maxSize;             /* bytes; 0: what there is */
  unsigned short usage;       /* 0 */
  unsigned char reserved[54]; /* zeros */
} MUmemPoolProps;

/* int for the first three, 64 bits for the others */
typedef enum MUmemPool_attribute_enum {
  MU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1,
  MU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC = 2,
  MU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 3,
  MU_MEMPOOL_ATTR_RELEASE_THRESHOLD = 4,
  MU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT = 5,
  MU_MEMPOOL_ATTR_RESERVED_MEM_HIGH = 6,
  MU_MEMPOOL_ATTR_USED_MEM_CURRENT = 7,
  MU_MEMPOOL_ATTR_USED_MEM_HIGH = 8
} MUmemPool_attribute;

typedef struct MUmemPoolPtrExportData_st {
  unsigned char reserved[64];
} MUmemPoolPtrExportData;

/* ---- virtual memory management ---- */
typedef unsigned long long MUmemGenericAllocationHandle;

typedef enum MUmemAllocationGranularity_flags_enum {
  MU_MEM_ALLOC_GRANULARITY_MINIMUM = 0x0,
  MU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 0x1
} MUmemAllocationGranularity_flags;

typedef enum MUmemAllocationCompType_enum {
  MU_MEM_ALLOCATION_COMP_NONE = 0x0,
  MU_MEM_ALLOCATION_COMP_GENERIC = 0x1
} MUmemAllocationCompType;

#define MU_MEM_CREATE_USAGE_TILE_POOL 0x1

typedef struct MUmemAllocationProp_st {
  MUmemAllocationType type;
  MUmemAllocationHandleType requestedHandleTypes;
  MUmemLocation location;
  void *win32HandleMetaData;
  struct {
    unsigned char compressionType; /* a wish; memory is never compressed */
    unsigned char gpuDirectRDMACapable;
    unsigned short usage;
    unsigned char reserved[4];
  } allocFlags;
} MUmemAllocationProp;

typedef enum MUmemRangeHandleType_enum {
  MU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD = 0x1,
  MU_MEM_RANGE_HANDLE_TYPE_MAX = 0x7fffffff
} MUmemRangeHandleType;

#ifndef HELICON_DRIVER_ARRAYS_H
typedef enum MUresourcetype_enum {
  MU_RESOURCE_TYPE_ARRAY = 0x00,
  MU_RESOURCE_TYPE_MIPMAPPED_ARRAY = 0x01,
  MU_RESOURCE_TYPE_LINEAR = 0x02,
  MU_RESOURCE_TYPE_PITCH2D = 0x03
} MUresourcetype;
#endif

typedef enum MUarraySparseSubresourceType_enum {
  MU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL = 0,
  MU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL = 1
} MUarraySparseSubresourceType;

typedef enum MUmemOperationType_enum {
  MU_MEM_OPERATION_TYPE_MAP = 1,
  MU_MEM_OPERATION_TYPE_UNMAP = 2
} MUmemOperationType;

typedef enum MUmemHandleType_enum { MU_MEM_HANDLE_TYPE_GENERIC = 0 } MUmemHandleType;

/* For sparse arrays, which there are none of. */
typedef struct MUarrayMapInfo_st {
  MUresourcetype resourceType;
  union {
    MUmipmappedArray mipmap;
    MUarray array;
  } resource;
  MUarraySparseSubresourceType subresourceType;
  union {
    struct {
      unsigned int level, layer;
      unsigned int offsetX, offsetY, offsetZ;
      unsigned int extentWidth, extentHeight, extentDepth;
    } sparseLevel;
    struct {
      unsigned int layer;
      unsigned long long offset, size;
    } miptail;
  } subresource;
  MUmemOperationType memOperationType;
  MUmemHandleType memHandleType;
  union {
    MUmemGenericAllocationHandle memHandle;
  } memHandle;
  unsigned long long offset;
  unsigned int deviceBitMask;
  unsigned int flags;
  unsigned int reserved[2];
} MUarrayMapInfo;

/* ---- memory and events of other processes ---- */
typedef enum MUipcMem_flags_enum { MU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS = 0x1 } MUipcMem_flags;

typedef struct MUipcEventHandle_st {
  char reserved[MU_IPC_HANDLE_SIZE];
} MUipcEventHandle;

typedef struct MUipcMemHandle_st {
  char reserved[MU_IPC_HANDLE_SIZE];
} MUipcMemHandle;

/* ---- what managed memory was advised ---- */
typedef enum MUmem_range_attribute_enum {
  MU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY = 1,
  MU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION = 2,
  MU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY = 3,
  MU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION = 4,
  MU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE = 5,
  MU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID = 6,
  MU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE = 7,
  MU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID = 8
} MUmem_range_attribute;

#define muIpcOpenMemHandle muIpcOpenMemHandle_v2
#ifdef MUSA_API_PER_THREAD_DEFAULT_STREAM
#define muMemAllocAsync muMemAllocAsync_ptsz
#define muMemFreeAsync muMemFreeAsync_ptsz
#define muMemAllocFromPoolAsync muMemAllocFromPoolAsync_ptsz
#define muMemMapArrayAsync muMemMapArrayAsync_ptsz
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- memory in stream order, and the pools that it comes from ---- */
MUresult MUSAAPI muMemAllocAsync(MUdeviceptr *dptr, size_t bytesize, MUstream hStream);
MUresult MUSAAPI muMemFreeAsync(MUdeviceptr dptr, MUstream hStream);
MUresult MUSAAPI muMemAllocFromPoolAsync(MUdeviceptr *dptr, size_t bytesize, MUmemoryPool pool, MUstream hStream);
MUresult MUSAAPI muDeviceGetDefaultMemPool(MUmemoryPool *pool_out, MUdevice dev);
MUresult MUSAAPI muDeviceSetMemPool(MUdevice dev, MUmemoryPool pool);
MUresult MUSAAPI muDeviceGetMemPool(MUmemoryPool *pool, MUdevice dev);
MUresult MUSAAPI muMemPoolCreate(MUmemoryPool *pool, const MUmemPoolProps *poolProps);
MUresult MUSAAPI muMemPoolDestroy(MUmemoryPool pool);
MUresult MUSAAPI muMemPoolTrimTo(MUmemoryPool pool, size_t minBytesToKeep);
MUresult MUSAAPI muMemPoolSetAttribute(MUmemoryPool pool, MUmemPool_attribute attr, void *value);
MUresult MUSAAPI muMemPoolGetAttribute(MUmemoryPool pool, MUmemPool_attribute attr, void *value);
MUresult MUSAAPI muMemPoolSetAccess(MUmemoryPool pool, const MUmemAccessDesc *map, size_t count);
MUresult MUSAAPI muMemPoolGetAccess(MUmemAccess_flags *flags, MUmemoryPool memPool, MUmemLocation *location);
MUresult MUSAAPI muMemPoolExportToShareableHandle(void *handle_out, MUmemoryPool pool,
                                                  MUmemAllocationHandleType handleType, unsigned long long flags);
MUresult MUSAAPI muMemPoolImportFromShareableHandle(MUmemoryPool *pool_out, void *handle,
                                                    MUmemAllocationHandleType handleType, unsigned long long flags);
MUresult MUSAAPI muMemPoolExportPointer(MUmemPoolPtrExportData *shareData_out, MUdeviceptr ptr);
MUresult MUSAAPI muMemPoolImportPointer(MUdeviceptr *ptr_out, MUmemoryPool pool, MUmemPoolPtrExportData *shareData);

/* ---- virtual memory management: need no context ---- */
MUresult MUSAAPI muMemGetAllocationGranularity(size_t *granularity, const MUmemAllocationProp *prop,
                                               MUmemAllocationGranularity_flags option);
MUresult MUSAAPI muMemAddressReserve(MUdeviceptr *ptr, size_t size, size_t alignment, MUdeviceptr addr,
                                     unsigned long long flags);
MUresult MUSAAPI muMemAddressFree(MUdeviceptr ptr, size_t size);
MUresult MUSAAPI muMemCreate(MUmemGenericAllocationHandle *handle, size_t size, const MUmemAllocationProp *prop,
                             unsigned long long flags);
MUresult MUSAAPI muMemRelease(MUmemGenericAllocationHandle handle);
MUresult MUSAAPI muMemMap(MUdeviceptr ptr, size_t size, size_t offset, MUmemGenericAllocationHandle handle,
                          unsigned long long flags);
MUresult MUSAAPI muMemUnmap(MUdeviceptr ptr, size_t size);
MUresult MUSAAPI muMemSetAccess(MUdeviceptr ptr, size_t size, const MUmemAccessDesc *desc, size_t count);
MUresult MUSAAPI muMemGetAccess(unsigned long long *flags, const MUmemLocation *location, MUdeviceptr ptr);
MUresult MUSAAPI muMemRetainAllocationHandle(MUmemGenericAllocationHandle *handle, void *addr);
MUresult MUSAAPI muMemGetAllocationPropertiesFromHandle(MUmemAllocationProp *prop, MUmemGenericAllocationHandle handle);
MUresult MUSAAPI muMemExportToShareableHandle(void *shareableHandle, MUmemGenericAllocationHandle handle,
                                              MUmemAllocationHandleType handleType, unsigned long long flags);
MUresult MUSAAPI muMemImportFromShareableHandle(MUmemGenericAllocationHandle *handle, void *osHandle,
                                                MUmemAllocationHandleType shHandleType);
MUresult MUSAAPI muMemGetHandleForAddressRange(void *handle, MUdeviceptr dptr, size_t size,
                                               MUmemRangeHandleType handleType, unsigned long long flags);
MUresult MUSAAPI muMemMapArrayAsync(MUarrayMapInfo *mapInfoList, unsigned int count, MUstream hStream);

/* ---- memory and events of other processes ---- */
MUresult MUSAAPI muIpcGetMemHandle(MUipcMemHandle *pHandle, MUdeviceptr dptr);
MUresult MUSAAPI muIpcOpenMemHandle(MUdeviceptr *pdptr, MUipcMemHandle handle, unsigned int Flags);
MUresult MUSAAPI muIpcCloseMemHandle(MUdeviceptr dptr);
MUresult MUSAAPI muIpcGetEventHandle(MUipcEventHandle *pHandle, MUevent event);
MUresult MUSAAPI muIpcOpenEventHandle(MUevent *phEvent, MUipcEventHandle handle);

/* ---- between devices ---- */
MUresult MUSAAPI muCtxEnablePeerAccess(MUcontext peerContext, unsigned int Flags);
MUresult MUSAAPI muCtxDisablePeerAccess(MUcontext peerContext);
/* calls of an older time, which are refused */
MUresult MUSAAPI muMemPeerRegister(MUdeviceptr peerPointer, MUcontext peerContext, unsigned int Flags);
MUresult MUSAAPI muMemPeerUnregister(MUdeviceptr peerPointer, MUcontext peerContext);
MUresult MUSAAPI muMemPeerGetDevicePointer(MUdeviceptr *pdptr, MUdeviceptr peerPointer, MUcontext peerContext,
                                           unsigned int Flags);

/* ---- what managed memory was advised, what pointers are set to ---- */
MUresult MUSAAPI muMemRangeGetAttribute(void *data, size_t dataSize, MUmem_range_attribute attribute,
                                        MUdeviceptr devPtr, size_t count);
MUresult MUSAAPI muMemRangeGetAttributes(void **data, size_t *dataSizes, MUmem_range_attribute *attributes,
                                         size_t numAttributes, MUdeviceptr devPtr, size_t count);
MUresult MUSAAPI muPointerSetAttribute(const void *value, MUpointer_attribute attribute, MUdeviceptr ptr);

#ifdef __cplusplus
}
#endif

#endif
