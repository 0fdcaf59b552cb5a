/* Records of the activity API: what a client finds in its buffers. Fields and their order are CUPTI's by the rename
   rule, as CUDA's documentation lists them; a later version of a record is the earlier one with fields behind it, so a
   client may read a record as any version up to the one that is written (named in docs/mupti.md). Times are in
   nanoseconds of the clock that muptiGetTimestamp reads, sizes in bytes; ids are those that muptiGetContextId and its
   kin give. */
#ifndef HELICON_MUPTI_RECORDS_H
#define HELICON_MUPTI_RECORDS_H

#include "../mupti_callbacks.h"
#include "../musa.h"
#include "mupti_kinds.h"

#include <stdint.h>

#define HELICON_MUPTI_RECORD __attribute__((aligned(8)))

/* What every record begins with. */
typedef struct HELICON_MUPTI_RECORD {
  MUpti_ActivityKind kind;
} MUpti_Activity;

/* Who an overhead belongs to, by the object's kind: pt for processes and threads, dcs for the others. */
typedef union {
  struct {
    uint32_t processId, threadId;
  } pt;
  struct {
    uint32_t deviceId, contextId, streamId;
  } dcs;
} MUpti_ActivityObjectKindId;

/* ---- kernels ---- */
#define HELICON_MUPTI_KERNEL_4                                                                                         \
  MUpti_ActivityKind kind;                                                                                             \
  union {                                                                                                              \
    uint8_t both;                                                                                                      \
    struct {                                                                                                           \
      uint8_t requested : 4;                                                                                           \
      uint8_t executed : 4;                                                                                            \
    } config;                                                                                                          \
  } cacheConfig; /* 0: none was asked for */                                                                           \
  uint8_t sharedMemoryConfig;                                                                                          \
  uint16_t registersPerThread;                                                                                         \
  MUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheRequested, partitionedGlobalCacheExecuted;          \
  uint64_t start, end, completed; /* completed: with what its device code launched, as `end` is here */                \
  uint32_t deviceId, contextId, streamId;                                                                              \
  int32_t gridX, gridY, gridZ, blockX, blockY, blockZ;                                                                 \
  int32_t staticSharedMemory, dynamicSharedMemory; /* a block */                                                       \
  uint32_t localMemoryPerThread, localMemoryTotal;                                                                     \
  uint32_t correlationId;                                                                                              \
  int64_t gridId;                                                                                                      \
  const char *name; /* mangled; valid as long as the process */                                                        \
  void *reserved0;                                                                                                     \
  uint64_t queued, submitted; /* 0 unless latency timestamps are enabled */                                            \
  uint8_t launchType;         /* MUpti_ActivityLaunchType */                                                           \
  uint8_t isSharedMemoryCarveoutRequested, sharedMemoryCarveoutRequested, padding;                                     \
  uint32_t sharedMemoryExecuted;
#define HELICON_MUPTI_KERNEL_5                                                                                         \
  uint64_t graphNodeId; /* 0 where no graph launched it, like graphId */                                               \
  MUpti_FuncShmemLimitConfig shmemLimitConfig;                                                                         \
  uint32_t graphId;
#define HELICON_MUPTI_KERNEL_6 MUaccessPolicyWindow *pAccessPolicyWindow; /* null */
#define HELICON_MUPTI_KERNEL_7                                                                                         \
  uint32_t channelID; /* 0 */                                                                                          \
  MUpti_ChannelType channelType;
#define HELICON_MUPTI_KERNEL_8                                                                                         \
  uint32_t clusterX, clusterY, clusterZ, clusterSchedulingPolicy; /* 0: no clusters */                                 \
  uint64_t localMemoryTotal_v2;
#define HELICON_MUPTI_KERNEL_9 uint32_t maxPotentialClusterSize, maxActiveClusters;

typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_KERNEL_4
} MUpti_ActivityKernel4;
typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_KERNEL_4 HELICON_MUPTI_KERNEL_5
} MUpti_ActivityKernel5;
typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_KERNEL_4 HELICON_MUPTI_KERNEL_5 HELICON_MUPTI_KERNEL_6
} MUpti_ActivityKernel6;
typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_KERNEL_4 HELICON_MUPTI_KERNEL_5 HELICON_MUPTI_KERNEL_6 HELICON_MUPTI_KERNEL_7
} MUpti_ActivityKernel7;
typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_KERNEL_4 HELICON_MUPTI_KERNEL_5 HELICON_MUPTI_KERNEL_6 HELICON_MUPTI_KERNEL_7 HELICON_MUPTI_KERNEL_8
} MUpti_ActivityKernel8;
typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_KERNEL_4 HELICON_MUPTI_KERNEL_5 HELICON_MUPTI_KERNEL_6 HELICON_MUPTI_KERNEL_7
      HELICON_MUPTI_KERNEL_8 HELICON_MUPTI_KERNEL_9
} MUpti_ActivityKernel9;

/* ---- copies ---- */
#define HELICON_MUPTI_COPY                                                                                             \
  MUpti_ActivityKind kind;                                                                                             \
  uint8_t copyKind, srcKind, dstKind; /* MUpti_ActivityMemcpyKind, MUpti_ActivityMemoryKind */                         \
  uint8_t flags;                      /* MUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC */                                           \
  uint64_t bytes, start, end;                                                                                          \
  uint32_t deviceId, contextId, streamId;
#define HELICON_MUPTI_COPY_1                                                                                           \
  uint32_t correlationId;                                                                                              \
  uint32_t runtimeCorrelationId; /* 0 for a call of the driver API */                                                  \
  uint32_t pad;                                                                                                        \
  void *reserved0;
#define HELICON_MUPTI_PEER_1                                                                                           \
  uint32_t srcDeviceId, srcContextId, dstDeviceId, dstContextId, correlationId;                                        \
  void *reserved0;

typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_COPY HELICON_MUPTI_COPY_1
} MUpti_ActivityMemcpy;
typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_COPY HELICON_MUPTI_COPY_1 uint64_t graphNodeId;
} MUpti_ActivityMemcpy3;
typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_COPY HELICON_MUPTI_COPY_1 uint64_t graphNodeId;
  uint32_t graphId, padding;
} MUpti_ActivityMemcpy4;
typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_COPY HELICON_MUPTI_COPY_1 uint64_t graphNodeId;
  uint32_t graphId, channelID;
  MUpti_ChannelType channelType;
  uint32_t pad2;
} MUpti_ActivityMemcpy5;

typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_COPY HELICON_MUPTI_PEER_1
} MUpti_ActivityMemcpyPtoP;
typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_COPY HELICON_MUPTI_PEER_1 uint64_t graphNodeId;
} MUpti_ActivityMemcpyPtoP2;
typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_COPY HELICON_MUPTI_PEER_1 uint64_t graphNodeId;
  uint32_t graphId, padding;
} MUpti_ActivityMemcpyPtoP3;
typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_COPY HELICON_MUPTI_PEER_1 uint64_t graphNodeId;
  uint32_t graphId, channelID;
  MUpti_ChannelType channelType;
} MUpti_ActivityMemcpyPtoP4;
typedef MUpti_ActivityMemcpyPtoP MUpti_ActivityMemcpy2;

/* ---- fills ---- */
#define HELICON_MUPTI_FILL                                                                                             \
  MUpti_ActivityKind kind;                                                                                             \
  uint32_t value;                                                                                                      \
  uint64_t bytes, start, end;                                                                                          \
  uint32_t deviceId, contextId, streamId, correlationId;                                                               \
  uint16_t flags, memoryKind; /* MUPTI_ACTIVITY_FLAG_MEMSET_ASYNC, MUpti_ActivityMemoryKind */                         \
  uint32_t pad;                                                                                                        \
  void *reserved0;

typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_FILL
} MUpti_ActivityMemset;
typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_FILL uint64_t graphNodeId;
} MUpti_ActivityMemset2;
typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_FILL uint64_t graphNodeId;
  uint32_t graphId, padding;
} MUpti_ActivityMemset3;
typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_FILL uint64_t graphNodeId;
  uint32_t graphId, channelID;
  MUpti_ChannelType channelType;
  uint32_t pad2;
} MUpti_ActivityMemset4;

/* ---- calls, waits, events ---- */
typedef struct HELICON_MUPTI_RECORD {
  MUpti_ActivityKind kind; /* DRIVER or RUNTIME */
  MUpti_CallbackId cbid;
  uint64_t start, end;
  uint32_t processId;
  uint32_t threadId; /* see muptiSetThreadIdType */
  uint32_t correlationId;
  uint32_t returnValue;
} MUpti_ActivityAPI;

typedef struct HELICON_MUPTI_RECORD {
  MUpti_ActivityKind kind;
  MUpti_ExternalCorrelationKind externalKind;
  uint64_t externalId;
  uint32_t correlationId, reserved;
} MUpti_ActivityExternalCorrelation;

#define MUPTI_SYNCHRONIZATION_INVALID_VALUE ((uint32_t)-1)

typedef struct HELICON_MUPTI_RECORD {
  MUpti_ActivityKind kind;
  MUpti_ActivitySynchronizationType type;
  uint64_t start, end; /* of the calling thread's wait */
  uint32_t correlationId, contextId;
  uint32_t streamId; /* MUPTI_SYNCHRONIZATION_INVALID_VALUE for waits for an event or a context */
  union {            /* the same for waits for a stream or a context */
    uint32_t musaEventId;
    uint32_t cudaEventId;
  };
} MUpti_ActivitySynchronization;

typedef struct HELICON_MUPTI_RECORD {
  MUpti_ActivityKind kind;
  uint32_t correlationId, contextId, streamId, eventId, pad;
} MUpti_ActivityMusaEvent;

typedef struct HELICON_MUPTI_RECORD {
  MUpti_ActivityKind kind;
  MUpti_ActivityOverheadKind overheadKind;
  MUpti_ActivityObjectKind objectKind;
  MUpti_ActivityObjectKindId objectId;
  uint64_t start, end;
} MUpti_ActivityOverhead;

/* ---- objects and memory ---- */
typedef struct HELICON_MUPTI_RECORD {
  MUpti_ActivityKind kind;
  MUpti_ActivityFlag flags;
  uint64_t globalMemoryBandwidth; /* kilobytes a second */
  uint64_t globalMemorySize;
  uint32_t constantMemorySize, l2CacheSize, numThreadsPerWarp;
  uint32_t coreClockRate; /* kHz */
  uint32_t numMemcpyEngines, numMultiprocessors, maxIPC, maxWarpsPerMultiprocessor, maxBlocksPerMultiprocessor;
  uint32_t maxSharedMemoryPerMultiprocessor, maxRegistersPerMultiprocessor, maxRegistersPerBlock;
  uint32_t maxSharedMemoryPerBlock, maxThreadsPerBlock, maxBlockDimX, maxBlockDimY, maxBlockDimZ;
  uint32_t maxGridDimX, maxGridDimY, maxGridDimZ, computeCapabilityMajor, computeCapabilityMinor;
  uint32_t id, eccEnabled;
  MUuuid uuid;
  const char *name;
  union {
    uint8_t isMusaVisible;
    uint8_t isCudaVisible;
  };
  uint8_t isMigEnabled, reserved[6];
  uint32_t gpuInstanceId, computeInstanceId;
  MUuuid migUuid;
} MUpti_ActivityDevice4;

typedef struct HELICON_MUPTI_RECORD {
  MUpti_ActivityKind kind;
  uint32_t contextId, deviceId;
  uint16_t computeApiKind; /* MUpti_ActivityComputeApiKind */
  uint16_t nullStreamId;   /* the low 16 bits of its id */
} MUpti_ActivityContext;

typedef struct HELICON_MUPTI_RECORD {
  MUpti_ActivityKind kind;
  uint32_t contextId, streamId, priority;
  MUpti_ActivityStreamFlag flag;
  uint32_t correlationId;
} MUpti_ActivityStream;

#define HELICON_MUPTI_MEMORY                                                                                           \
  MUpti_ActivityKind kind;                                                                                             \
  MUpti_ActivityMemoryOperationType memoryOperationType;                                                               \
  MUpti_ActivityMemoryKind memoryKind;                                                                                 \
  uint32_t correlationId;                                                                                              \
  uint64_t address, bytes, timestamp, PC; /* PC: 0 */                                                                  \
  uint32_t processId, deviceId, contextId;                                                                             \
  uint32_t streamId; /* MUPTI_SYNCHRONIZATION_INVALID_VALUE unless isAsync */                                          \
  const char *name;  /* null */                                                                                        \
  uint32_t isAsync, pad1;
#define HELICON_MUPTI_POOL                                                                                             \
  MUpti_ActivityMemoryPoolType memoryPoolType;                                                                         \
  uint32_t pad2;                                                                                                       \
  uint64_t address, releaseThreshold;                                                                                  \
  union {                                                                                                              \
    uint64_t size, processId;                                                                                          \
  } pool;

typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_MEMORY
  struct {
    HELICON_MUPTI_POOL
  } memoryPoolConfig;
} MUpti_ActivityMemory2;
typedef struct HELICON_MUPTI_RECORD {
  HELICON_MUPTI_MEMORY
  struct {
    HELICON_MUPTI_POOL uint64_t utilizedSize;
  } memoryPoolConfig; /* nothing but zeros: the pool is not told */
} MUpti_ActivityMemory3;

#undef HELICON_MUPTI_KERNEL_4
#undef HELICON_MUPTI_KERNEL_5
#undef HELICON_MUPTI_KERNEL_6
#undef HELICON_MUPTI_KERNEL_7
#undef HELICON_MUPTI_KERNEL_8
#undef HELICON_MUPTI_KERNEL_9
#undef HELICON_MUPTI_COPY
#undef HELICON_MUPTI_COPY_1
#undef HELICON_MUPTI_PEER_1
#undef HELICON_MUPTI_FILL
#undef HELICON_MUPTI_MEMORY
#undef HELICON_MUPTI_POOL

/* ---- MUSA's own kinds ---- */
/* Enough for clients that name them to compile. No such record is ever written, and the layouts are not the SDK's. */
typedef struct HELICON_MUPTI_RECORD {
  MUpti_ActivityKind kind;
  uint64_t bytes, start, end;
  uint32_t deviceId, contextId, streamId, correlationId;
} MUpti_ActivityMemoryTransfer;

typedef struct HELICON_MUPTI_RECORD {
  MUpti_ActivityKind kind;
  uint8_t atomicKind, srcKind, dstKind, flags;
  uint64_t elementCount, start, end;
  uint32_t deviceId, contextId, streamId, correlationId;
} MUpti_ActivityMemoryAtomic;

typedef struct HELICON_MUPTI_RECORD {
  MUpti_ActivityKind kind;
  uint8_t atomicValueKind, dstKind;
  uint64_t start, end;
  uint32_t deviceId, contextId, streamId, correlationId;
  uint64_t graphNodeId;
  uint32_t graphId;
} MUpti_ActivityMemoryAtomicValue;

#undef HELICON_MUPTI_RECORD

#endif
