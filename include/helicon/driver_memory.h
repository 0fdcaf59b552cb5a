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

#ifdef MUSA_API_PER_THREAD_DEFAULT_STREAM
#define muMemAllocAsync muMemAllocAsync_ptsz
#define muMemFreeAsync muMemFreeAsync_ptsz
#define muMemAllocFromPoolAsync muMemAllocFromPoolAsync_ptsz
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

#ifdef __cplusplus
}
#endif

#endif
