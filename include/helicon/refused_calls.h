// Calls of the runtime API that exist and refuse, with musaErrorNotSupported: what a CPU has no counterpart of (memory
// and semaphores of graphics APIs, clusters), and what the SDK does not document. C and C++; part of
// musa_runtime_api.h.
#ifndef HELICON_REFUSED_CALLS_H
#define HELICON_REFUSED_CALLS_H

typedef struct MUexternalMemory_st *musaExternalMemory_t;

enum musaExternalMemoryHandleType {
  musaExternalMemoryHandleTypeOpaqueFd = 1,
  musaExternalMemoryHandleTypeOpaqueWin32 = 2,
  musaExternalMemoryHandleTypeOpaqueWin32Kmt = 3,
  musaExternalMemoryHandleTypeD3D12Heap = 4,
  musaExternalMemoryHandleTypeD3D12Resource = 5,
  musaExternalMemoryHandleTypeD3D11Resource = 6,
  musaExternalMemoryHandleTypeD3D11ResourceKmt = 7,
  musaExternalMemoryHandleTypeMtSciBuf = 8
};
#define musaExternalMemoryDedicated 0x1

struct musaExternalMemoryHandleDesc {
  enum musaExternalMemoryHandleType type;
  union {
    int fd;
    struct {
      void *handle;
      const void *name;
    } win32;
    const void *mtSciBufObject;
  } handle;
  unsigned long long size; /* bytes */
  unsigned int flags;
};
struct musaExternalMemoryBufferDesc {
  unsigned long long offset; /* bytes */
  unsigned long long size;   /* bytes */
  unsigned int flags;
};
struct musaExternalMemoryMipmappedArrayDesc {
  unsigned long long offset; /* bytes */
  struct musaChannelFormatDesc formatDesc;
  struct musaExtent extent;
  unsigned int flags;
  unsigned int numLevels;
};

enum musaExternalSemaphoreHandleType {
  musaExternalSemaphoreHandleTypeOpaqueFd = 1,
  musaExternalSemaphoreHandleTypeOpaqueWin32 = 2,
  musaExternalSemaphoreHandleTypeOpaqueWin32Kmt = 3,
  musaExternalSemaphoreHandleTypeD3D12Fence = 4,
  musaExternalSemaphoreHandleTypeD3D11Fence = 5,
  musaExternalSemaphoreHandleTypeMtSciSync = 6,
  musaExternalSemaphoreHandleTypeKeyedMutex = 7,
  musaExternalSemaphoreHandleTypeKeyedMutexKmt = 8,
  musaExternalSemaphoreHandleTypeTimelineSemaphoreFd = 9,
  musaExternalSemaphoreHandleTypeTimelineSemaphoreWin32 = 10
};
struct musaExternalSemaphoreHandleDesc {
  enum musaExternalSemaphoreHandleType type;
  union {
    int fd;
    struct {
      void *handle;
      const void *name;
    } win32;
    const void *mtSciSyncObj;
  } handle;
  unsigned int flags;
};
struct musaExternalSemaphoreSignalParams {
  struct {
    struct {
      unsigned long long value;
    } fence;
    union {
      void *fence;
      unsigned long long reserved;
    } mtSciSync;
    struct {
      unsigned long long key;
    } keyedMutex;
    unsigned int reserved[12];
  } params;
  unsigned int flags;
  unsigned int reserved[16];
};
struct musaExternalSemaphoreWaitParams {
  struct {
    struct {
      unsigned long long value;
    } fence;
    union {
      void *fence;
      unsigned long long reserved;
    } mtSciSync;
    struct {
      unsigned long long key;
      unsigned int timeoutMs;
    } keyedMutex;
    unsigned int reserved[10];
  } params;
  unsigned int flags;
  unsigned int reserved[16];
};

/* ---- memory and semaphores of other APIs ---- */
musaError_t MUSARTAPI musaImportExternalMemory(musaExternalMemory_t *extMem_out,
                                               const struct musaExternalMemoryHandleDesc *memHandleDesc);
musaError_t MUSARTAPI musaExternalMemoryGetMappedBuffer(void **devPtr, musaExternalMemory_t extMem,
                                                        const struct musaExternalMemoryBufferDesc *bufferDesc);
musaError_t MUSARTAPI
musaExternalMemoryGetMappedMipmappedArray(musaMipmappedArray_t *mipmap, musaExternalMemory_t extMem,
                                          const struct musaExternalMemoryMipmappedArrayDesc *mipmapDesc);
musaError_t MUSARTAPI musaDestroyExternalMemory(musaExternalMemory_t extMem);
musaError_t MUSARTAPI musaImportExternalSemaphore(musaExternalSemaphore_t *extSem_out,
                                                  const struct musaExternalSemaphoreHandleDesc *semHandleDesc);
musaError_t MUSARTAPI musaSignalExternalSemaphoresAsync(const musaExternalSemaphore_t *extSemArray,
                                                        const struct musaExternalSemaphoreSignalParams *paramsArray,
                                                        unsigned int numExtSems,
                                                        musaStream_t stream HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaWaitExternalSemaphoresAsync(const musaExternalSemaphore_t *extSemArray,
                                                      const struct musaExternalSemaphoreWaitParams *paramsArray,
                                                      unsigned int numExtSems, musaStream_t stream HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaDestroyExternalSemaphore(musaExternalSemaphore_t extSem);
musaError_t MUSARTAPI musaDeviceGetMtSciSyncAttributes(void *mtSciSyncAttrList, int device, int flags);

/* ---- clusters, several devices in one launch, notifications ---- */
musaError_t MUSARTAPI musaOccupancyMaxPotentialClusterSize(int *clusterSize, const void *func,
                                                           const musaLaunchConfig_t *launchConfig);
musaError_t MUSARTAPI musaOccupancyMaxActiveClusters(int *numClusters, const void *func,
                                                     const musaLaunchConfig_t *launchConfig);
struct musaLaunchParams {
  void *func;
  dim3 gridDim;
  dim3 blockDim;
  void **args;
  size_t sharedMem;
  musaStream_t stream;
};
#define musaCooperativeLaunchMultiDeviceNoPreSync 0x01
#define musaCooperativeLaunchMultiDeviceNoPostSync 0x02
musaError_t MUSARTAPI musaLaunchCooperativeKernelMultiDevice(struct musaLaunchParams *launchParamsList,
                                                             unsigned int numDevices,
                                                             unsigned int flags HELICON_DEFAULT(0));
typedef struct musaAsyncCallbackEntry *musaAsyncCallbackHandle_t;
struct musaAsyncNotificationInfo;
typedef void (*musaAsyncCallback)(struct musaAsyncNotificationInfo *info, void *userData,
                                  musaAsyncCallbackHandle_t handle);
musaError_t MUSARTAPI musaDeviceRegisterAsyncNotification(int device, musaAsyncCallback callbackFunc, void *userData,
                                                          musaAsyncCallbackHandle_t *callback);
musaError_t MUSARTAPI musaDeviceUnregisterAsyncNotification(int device, musaAsyncCallbackHandle_t callback);

/* ---- other devices' writes, internal tables, the profiler of old ---- */
enum musaFlushGPUDirectRDMAWritesTarget { musaFlushGPUDirectRDMAWritesTargetCurrentDevice = 0 };
enum musaFlushGPUDirectRDMAWritesScope {
  musaFlushGPUDirectRDMAWritesToOwner = 100,
  musaFlushGPUDirectRDMAWritesToAllDevices = 200
};
musaError_t MUSARTAPI musaDeviceFlushGPUDirectRDMAWrites(enum musaFlushGPUDirectRDMAWritesTarget target,
                                                         enum musaFlushGPUDirectRDMAWritesScope scope);
musaError_t MUSARTAPI musaGetExportTable(const void **ppExportTable, const musaUUID_t *pExportTableId);
enum musaOutputMode { musaKeyValuePair = 0, musaCSV = 1 };
musaError_t MUSARTAPI musaProfilerInitialize(const char *configFile, const char *outputFile,
                                             enum musaOutputMode outputMode);

#endif
