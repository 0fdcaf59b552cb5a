// muPTI's activity records: what calls were made and what ran on the device, when, and how the two belong together. The
// client gives buffers and gets them back full. C and C++; link with -lmupti. docs/mupti.md tells which kinds there
// are.
#ifndef MUPTI_ACTIVITY_H
#define MUPTI_ACTIVITY_H

#include "musa.h"

#include "mupti_callbacks.h"
#include "mupti_result.h"

#include "helicon/mupti_records.h"

#include <stddef.h>
#include <stdint.h>

#define MUPTI_TIMESTAMP_UNKNOWN ((uint64_t)0)
#define MUPTI_AUTO_BOOST_INVALID_CLIENT_PID 0
#define MUPTI_GRID_ID_UNKNOWN ((int64_t)0)
#define MUPTI_SOURCE_LOCATOR_ID_UNKNOWN 0
#define MUPTI_FUNCTION_INDEX_ID_INVALID 0
#define MUPTI_CORRELATION_ID_UNKNOWN 0
/* What a record's first byte must be aligned to. */
#define ACTIVITY_RECORD_ALIGNMENT 8

/* Type and meaning of a value stand behind each. */
typedef enum {
  /* size_t, bytes: times the pool limit it is what records may take that are not in a client's buffer yet. */
  MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE = 0,
  MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE_CDP = 1,                 /* size_t; kept */
  MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_POOL_LIMIT = 2,               /* size_t */
  MUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_POOL_SIZE = 3,          /* size_t; kept */
  MUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_POOL_LIMIT = 4,         /* size_t; kept */
  MUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER = 5,             /* uint8_t; kept */
  MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_PRE_ALLOCATE_VALUE = 6,       /* size_t; kept */
  MUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_PRE_ALLOCATE_VALUE = 7, /* size_t; kept */
  MUPTI_ACTIVITY_ATTR_MEM_ALLOCATION_TYPE_HOST_PINNED = 8,        /* uint8_t; kept */
  MUPTI_ACTIVITY_ATTR_PER_THREAD_ACTIVITY_BUFFER = 9,             /* uint8_t; kept: all threads share one buffer */
  MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_FORCE_INT = 0x7fffffff
} MUpti_ActivityAttribute;

typedef enum {
  MUPTI_ACTIVITY_THREAD_ID_TYPE_DEFAULT = 0, /* the low half of pthread_self() */
  MUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM = 1,  /* gettid() */
  MUPTI_ACTIVITY_THREAD_ID_TYPE_SIZE = 2,
  MUPTI_ACTIVITY_THREAD_ID_TYPE_FORCE_INT = 0x7fffffff
} MUpti_ActivityThreadIdType;

/* An empty buffer, aligned to 8 bytes; `maxNumRecords` 0: as many as it holds. Records are dropped, and counted, when
   it has no room for one. Called, like the next, by a thread of the library or by one that flushes; neither may flush
   itself. */
typedef void(MUPTIAPI *MUpti_BuffersCallbackRequestFunc)(uint8_t **buffer, size_t *size, size_t *maxNumRecords);
/* It is the client's again. `context` is null and `streamId` 0: buffers hold records of all contexts. */
typedef void(MUPTIAPI *MUpti_BuffersCallbackCompleteFunc)(MUcontext context, uint32_t streamId, uint8_t *buffer,
                                                          size_t size, size_t validSize);
typedef uint64_t(MUPTIAPI *MUpti_TimestampCallbackFunc)(void);

#ifdef __cplusplus
extern "C" {
#endif

/* Each call may also give NOT_INITIALIZED: in a child of a process that used the library before it forked. */

/* ---- buffers ---- */
/* INVALID_PARAMETER for null. New ones may be registered; a buffer that is out goes to the new ones. */
MUptiResult MUPTIAPI muptiActivityRegisterCallbacks(MUpti_BuffersCallbackRequestFunc funcBufferRequested,
                                                    MUpti_BuffersCallbackCompleteFunc funcBufferCompleted);
/* The record behind `*record`, or the first where that is null. MAX_LIMIT_REACHED behind the last. */
MUptiResult MUPTIAPI muptiActivityGetNextRecord(uint8_t *buffer, size_t validBufferSizeBytes, MUpti_Activity **record);
/* Since the last call. The count is one for all contexts and streams. */
MUptiResult MUPTIAPI muptiActivityGetNumDroppedRecords(MUcontext context, uint32_t streamId, size_t *dropped);
/* Gives the client all records of work and calls that have ended, on the calling thread. 0, or
   MUPTI_ACTIVITY_FLAG_FLUSH_FORCED: an empty buffer is given back as well. INVALID_OPERATION without callbacks, or
   from one of them. Records of work that runs come when it has ended, with either flag. */
MUptiResult MUPTIAPI muptiActivityFlushAll(uint32_t flag);
/* The same; `context` and `streamId` are not looked at. */
MUptiResult MUPTIAPI muptiActivityFlush(MUcontext context, uint32_t streamId, uint32_t flag);
/* Milliseconds after which buffers that are full are delivered at the latest; 0: when there is something to do. */
MUptiResult MUPTIAPI muptiActivityFlushPeriod(uint32_t time);

/* ---- what is recorded ---- */
/* INVALID_KIND for a kind that there is not, or not here. */
MUptiResult MUPTIAPI muptiActivityEnable(MUpti_ActivityKind kind);
/* Also tells devices, contexts and streams that are there already. */
MUptiResult MUPTIAPI muptiActivityEnableAndDump(MUpti_ActivityKind kind);
/* Work that was asked for before is still told when it ends. */
MUptiResult MUPTIAPI muptiActivityDisable(MUpti_ActivityKind kind);
/* For one context: kinds of work. NOT_COMPATIBLE for the others, INVALID_CONTEXT for none. */
MUptiResult MUPTIAPI muptiActivityEnableContext(MUcontext context, MUpti_ActivityKind kind);
MUptiResult MUPTIAPI muptiActivityDisableContext(MUcontext context, MUpti_ActivityKind kind);
/* `queued` and `submitted` of kernels from now on. */
MUptiResult MUPTIAPI muptiActivityEnableLatencyTimestamps(uint8_t enable);
/* NOT_SUPPORTED but for 0. */
MUptiResult MUPTIAPI muptiActivityEnableLaunchAttributes(uint8_t enable);

/* `valueSize`: bytes of `value`, in and out. PARAMETER_SIZE_NOT_SUFFICIENT when they are too few. */
MUptiResult MUPTIAPI muptiActivityGetAttribute(MUpti_ActivityAttribute attr, size_t *valueSize, void *value);
MUptiResult MUPTIAPI muptiActivitySetAttribute(MUpti_ActivityAttribute attr, size_t *valueSize, void *value);

/* ---- correlation with what the client knows ---- */
/* The calling thread's calls belong to `id` until it is popped; each kind has ids of its own. INVALID_PARAMETER for
   kinds that there are not. */
MUptiResult MUPTIAPI muptiActivityPushExternalCorrelationId(MUpti_ExternalCorrelationKind kind, uint64_t id);
/* QUEUE_EMPTY when none was pushed. `lastId` may be null. */
MUptiResult MUPTIAPI muptiActivityPopExternalCorrelationId(MUpti_ExternalCorrelationKind kind, uint64_t *lastId);

/* ---- time and names ---- */
/* Nanoseconds of CLOCK_MONOTONIC, or what the client's function gives. */
MUptiResult MUPTIAPI muptiGetTimestamp(uint64_t *timestamp);
/* Null: the library's clock again. NOT_COMPATIBLE while anything is enabled. It is called from many threads, and must
   neither block nor call the API. */
MUptiResult MUPTIAPI muptiActivityRegisterTimestampCallback(MUpti_TimestampCallbackFunc funcTimestamp);
MUptiResult MUPTIAPI muptiGetContextId(MUcontext context, uint32_t *contextId);
/* `context` null: the current one. `perThreadStream`: the null stream is the thread's own. INVALID_STREAM for a stream
   of another context, or none. */
MUptiResult MUPTIAPI muptiGetStreamIdEx(MUcontext context, MUstream stream, uint8_t perThreadStream,
                                        uint32_t *streamId);
MUptiResult MUPTIAPI muptiGetStreamId(MUcontext context, MUstream stream, uint32_t *streamId);
/* As in the records of what launches of the executable graph ran. */
MUptiResult MUPTIAPI muptiGetGraphId(MUgraph graph, uint32_t *pId);
MUptiResult MUPTIAPI muptiGetGraphNodeId(MUgraphNode node, uint64_t *nodeId);
MUptiResult MUPTIAPI muptiSetThreadIdType(MUpti_ActivityThreadIdType type);
MUptiResult MUPTIAPI muptiGetThreadIdType(MUpti_ActivityThreadIdType *type);
/* The calling thread's last error of a call of this header, which is forgotten then. */
MUptiResult MUPTIAPI muptiGetLastError(void);
/* `*support`: 1, for every device and capability that Helicon has. */
MUptiResult MUPTIAPI muptiComputeCapabilitySupported(int major, int minor, int *support);
MUptiResult MUPTIAPI muptiDeviceSupported(MUdevice dev, int *support);

#ifdef __cplusplus
}
#endif

#endif
