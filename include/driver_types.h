// Types and constants that the runtime API and the driver API share. Values are those of CUDA 11.8 under MUSA's
// names. Handles are the driver's own: a musaStream_t is an MUstream, so that both APIs may be used on one stream.
#ifndef HELICON_DRIVER_TYPES_H
#define HELICON_DRIVER_TYPES_H

#include "vector_types.h"

#include "helicon/device_attributes.h"
#include "helicon/device_prop.h"
#include "helicon/error_codes.h"
#include "helicon/memory_types.h"

#include <limits.h> /* programs take PATH_MAX and INT_MAX from here */
#include <stddef.h>

/* ---- flags ---- */
#define musaHostAllocDefault 0x00
#define musaHostAllocPortable 0x01      /* pinned for every context */
#define musaHostAllocMapped 0x02        /* with a device address */
#define musaHostAllocWriteCombined 0x04 /* fast to write, slow to read on the host */

#define musaHostRegisterDefault 0x00
#define musaHostRegisterPortable 0x01
#define musaHostRegisterMapped 0x02
#define musaHostRegisterIoMemory 0x04
#define musaHostRegisterReadOnly 0x08

#define musaPeerAccessDefault 0x00

#define musaStreamDefault 0x00
#define musaStreamNonBlocking 0x01 /* no order with the legacy default stream */

#define musaStreamLegacy ((musaStream_t)0x1)
#define musaStreamPerThread ((musaStream_t)0x2)
#define musaStreamTailLaunch ((musaStream_t)0x3)    /* device side only */
#define musaStreamFireAndForget ((musaStream_t)0x4) /* device side only */

#define musaEventDefault 0x00
#define musaEventBlockingSync 0x01
#define musaEventDisableTiming 0x02
#define musaEventInterprocess 0x04
#define musaEventRecordDefault 0x00
#define musaEventRecordExternal 0x01
#define musaEventWaitDefault 0x00
#define musaEventWaitExternal 0x01

#define musaDeviceScheduleAuto 0x00
#define musaDeviceScheduleSpin 0x01
#define musaDeviceScheduleYield 0x02
#define musaDeviceScheduleBlockingSync 0x04
#define musaDeviceBlockingSync 0x04 /* an older spelling */
#define musaDeviceScheduleMask 0x07
#define musaDeviceMapHost 0x08
#define musaDeviceLmemResizeToMax 0x10
#define musaDeviceSyncMemops 0x80
#define musaDeviceMask 0xff
#define musaInitDeviceFlagsAreValid 0x01

#define musaArrayDefault 0x00
#define musaArrayLayered 0x01
#define musaArraySurfaceLoadStore 0x02
#define musaArrayCubemap 0x04
#define musaArrayTextureGather 0x08
#define musaArrayColorAttachment 0x20
#define musaArraySparse 0x40
#define musaArrayDeferredMapping 0x80

#define musaMemAttachGlobal 0x01
#define musaMemAttachHost 0x02
#define musaMemAttachSingle 0x04

#define musaIpcMemLazyEnablePeerAccess 0x01
#define MUSA_IPC_HANDLE_SIZE 64

#define musaOccupancyDefault 0x00
#define musaOccupancyDisableCachingOverride 0x01

#define musaCpuDeviceId ((int)-1)
#define musaInvalidDeviceId ((int)-2)

#define musaCooperativeLaunchMultiDeviceNoPreSync 0x01
#define musaCooperativeLaunchMultiDeviceNoPostSync 0x02

/* ---- handles ---- */
typedef struct MUstream_st *musaStream_t;
typedef struct MUevent_st *musaEvent_t;
typedef struct MUfunc_st *musaFunction_t;
typedef struct MUkern_st *musaKernel_t;
typedef struct MUlib_st *musaLibrary_t;
typedef struct MUgraph_st *musaGraph_t;
typedef struct MUgraphNode_st *musaGraphNode_t;
typedef struct MUgraphExec_st *musaGraphExec_t;
typedef struct MUuserObject_st *musaUserObject_t;
typedef struct MUmemPoolHandle_st *musaMemPool_t;
typedef struct musaArray *musaArray_t;
typedef const struct musaArray *musaArray_const_t;
typedef struct musaMipmappedArray *musaMipmappedArray_t;
typedef const struct musaMipmappedArray *musaMipmappedArray_const_t;
typedef unsigned long long musaTextureObject_t;
typedef unsigned long long musaSurfaceObject_t;

/* ---- copies and extents ---- */
enum musaMemcpyKind {
  musaMemcpyHostToHost = 0,
  musaMemcpyHostToDevice = 1,
  musaMemcpyDeviceToHost = 2,
  musaMemcpyDeviceToDevice = 3,
  musaMemcpyDefault = 4 /* the pointers say which */
};

struct musaPitchedPtr {
  void *ptr;
  size_t pitch; /* bytes from row to row */
  size_t xsize; /* elements of a row */
  size_t ysize; /* rows */
};

/* width is in elements where an array takes part, else in bytes */
struct musaExtent {
  size_t width;
  size_t height;
  size_t depth;
};

struct musaPos {
  size_t x;
  size_t y;
  size_t z;
};

struct musaMemcpy3DParms {
  musaArray_t srcArray;
  struct musaPos srcPos;
  struct musaPitchedPtr srcPtr;
  musaArray_t dstArray;
  struct musaPos dstPos;
  struct musaPitchedPtr dstPtr;
  struct musaExtent extent;
  enum musaMemcpyKind kind;
};

struct musaMemcpy3DPeerParms {
  musaArray_t srcArray;
  struct musaPos srcPos;
  struct musaPitchedPtr srcPtr;
  int srcDevice;
  musaArray_t dstArray;
  struct musaPos dstPos;
  struct musaPitchedPtr dstPtr;
  int dstDevice;
  struct musaExtent extent;
};

struct musaMemcpy3DBatchOp {
  struct musaMemcpy3DOperand src;
  struct musaMemcpy3DOperand dst;
  struct musaExtent extent; /* elements; bytes between pointers */
  enum musaMemcpySrcAccessOrder srcAccessOrder;
  unsigned int flags;
};

struct musaMemsetParams {
  void *dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize; /* 1, 2 or 4 bytes */
  size_t width;             /* elements */
  size_t height;
};

enum musaChannelFormatKind {
  musaChannelFormatKindSigned = 0,
  musaChannelFormatKindUnsigned = 1,
  musaChannelFormatKindFloat = 2,
  musaChannelFormatKindNone = 3
};

struct musaChannelFormatDesc {
  int x; /* bits of each component */
  int y;
  int z;
  int w;
  enum musaChannelFormatKind f;
};

/* ---- what no array of Helicon's has: see musaArrayGetSparseProperties and musaArrayGetMemoryRequirements ---- */
#define musaArraySparsePropertiesSingleMipTail 0x1

struct musaArraySparseProperties {
  struct {
    unsigned int width;
    unsigned int height;
    unsigned int depth;
  } tileExtent; /* texels */
  unsigned int miptailFirstLevel;
  unsigned long long miptailSize; /* bytes */
  unsigned int flags;
  unsigned int reserved[4];
};

struct musaArrayMemoryRequirements {
  size_t size; /* bytes */
  size_t alignment;
  unsigned int reserved[4];
};

/* ---- what textures and surfaces are made of ---- */
enum musaResourceType {
  musaResourceTypeArray = 0,
  musaResourceTypeMipmappedArray = 1,
  musaResourceTypeLinear = 2,
  musaResourceTypePitch2D = 3
};

struct musaResourceDesc {
  enum musaResourceType resType;
  union {
    struct {
      musaArray_t array;
    } array;
    struct {
      musaMipmappedArray_t mipmap;
    } mipmap;
    struct {
      void *devPtr;
      struct musaChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void *devPtr;
      struct musaChannelFormatDesc desc;
      size_t width; /* texels */
      size_t height;
      size_t pitchInBytes;
    } pitch2D;
  } res;
};

enum musaResourceViewFormat {
  musaResViewFormatNone = 0x00, /* the resource's own */
  musaResViewFormatUnsignedChar1 = 0x01,
  musaResViewFormatUnsignedChar2 = 0x02,
  musaResViewFormatUnsignedChar4 = 0x03,
  musaResViewFormatSignedChar1 = 0x04,
  musaResViewFormatSignedChar2 = 0x05,
  musaResViewFormatSignedChar4 = 0x06,
  musaResViewFormatUnsignedShort1 = 0x07,
  musaResViewFormatUnsignedShort2 = 0x08,
  musaResViewFormatUnsignedShort4 = 0x09,
  musaResViewFormatSignedShort1 = 0x0a,
  musaResViewFormatSignedShort2 = 0x0b,
  musaResViewFormatSignedShort4 = 0x0c,
  musaResViewFormatUnsignedInt1 = 0x0d,
  musaResViewFormatUnsignedInt2 = 0x0e,
  musaResViewFormatUnsignedInt4 = 0x0f,
  musaResViewFormatSignedInt1 = 0x10,
  musaResViewFormatSignedInt2 = 0x11,
  musaResViewFormatSignedInt4 = 0x12,
  musaResViewFormatHalf1 = 0x13,
  musaResViewFormatHalf2 = 0x14,
  musaResViewFormatHalf4 = 0x15,
  musaResViewFormatFloat1 = 0x16,
  musaResViewFormatFloat2 = 0x17,
  musaResViewFormatFloat4 = 0x18,
  musaResViewFormatUnsignedBlockCompressed1 = 0x19,
  musaResViewFormatUnsignedBlockCompressed2 = 0x1a,
  musaResViewFormatUnsignedBlockCompressed3 = 0x1b,
  musaResViewFormatUnsignedBlockCompressed4 = 0x1c,
  musaResViewFormatSignedBlockCompressed4 = 0x1d,
  musaResViewFormatUnsignedBlockCompressed5 = 0x1e,
  musaResViewFormatSignedBlockCompressed5 = 0x1f,
  musaResViewFormatUnsignedBlockCompressed6H = 0x20,
  musaResViewFormatSignedBlockCompressed6H = 0x21,
  musaResViewFormatUnsignedBlockCompressed7 = 0x22
};

/* Part of an array, in the eyes of a texture. */
struct musaResourceViewDesc {
  enum musaResourceViewFormat format;
  size_t width;
  size_t height;
  size_t depth;
  unsigned int firstMipmapLevel;
  unsigned int lastMipmapLevel;
  unsigned int firstLayer;
  unsigned int lastLayer;
};

/* ---- pointers ---- */
enum musaMemoryType {
  musaMemoryTypeUnregistered = 0,
  musaMemoryTypeHost = 1,
  musaMemoryTypeDevice = 2,
  musaMemoryTypeManaged = 3
};

struct musaPointerAttributes {
  enum musaMemoryType type;
  int device;
  void *devicePointer; /* null where the device cannot reach it */
  void *hostPointer;   /* null where the host may not */
};

enum musaMemoryAdvise {
  musaMemAdviseSetReadMostly = 1,
  musaMemAdviseUnsetReadMostly = 2,
  musaMemAdviseSetPreferredLocation = 3,
  musaMemAdviseUnsetPreferredLocation = 4,
  musaMemAdviseSetAccessedBy = 5,
  musaMemAdviseUnsetAccessedBy = 6
};

enum musaMemRangeAttribute {
  musaMemRangeAttributeReadMostly = 1,
  musaMemRangeAttributePreferredLocation = 2,
  musaMemRangeAttributeAccessedBy = 3,
  musaMemRangeAttributeLastPrefetchLocation = 4,
  musaMemRangeAttributePreferredLocationType = 5,
  musaMemRangeAttributePreferredLocationId = 6,
  musaMemRangeAttributeLastPrefetchLocationType = 7,
  musaMemRangeAttributeLastPrefetchLocationId = 8
};

/* ---- functions ---- */
struct musaFuncAttributes {
  size_t sharedSizeBytes; /* static */
  size_t constSizeBytes;
  size_t localSizeBytes; /* per thread */
  int maxThreadsPerBlock;
  int numRegs;
  int ptxVersion;
  int binaryVersion; /* 31 for mp_31 */
  int cacheModeCA;
  int maxDynamicSharedSizeBytes;
  int preferredShmemCarveout; /* percent, -1: no preference */
  int clusterDimMustBeSet;
  int requiredClusterWidth;
  int requiredClusterHeight;
  int requiredClusterDepth;
  int clusterSchedulingPolicyPreference;
  int nonPortableClusterSizeAllowed;
  int reserved[16];
};

enum musaFuncAttribute {
  musaFuncAttributeMaxDynamicSharedMemorySize = 8,
  musaFuncAttributePreferredSharedMemoryCarveout = 9,
  musaFuncAttributeClusterDimMustBeSet = 10,
  musaFuncAttributeRequiredClusterWidth = 11,
  musaFuncAttributeRequiredClusterHeight = 12,
  musaFuncAttributeRequiredClusterDepth = 13,
  musaFuncAttributeNonPortableClusterSizeAllowed = 14,
  musaFuncAttributeClusterSchedulingPolicyPreference = 15,
  musaFuncAttributeMax
};

enum musaFuncCache {
  musaFuncCachePreferNone = 0,
  musaFuncCachePreferShared = 1,
  musaFuncCachePreferL1 = 2,
  musaFuncCachePreferEqual = 3
};

enum musaSharedMemConfig {
  musaSharedMemBankSizeDefault = 0,
  musaSharedMemBankSizeFourByte = 1,
  musaSharedMemBankSizeEightByte = 2
};

enum musaSharedCarveout {
  musaSharedmemCarveoutDefault = -1,
  musaSharedmemCarveoutMaxL1 = 0,
  musaSharedmemCarveoutMaxShared = 100
};

enum musaComputeMode {
  musaComputeModeDefault = 0,
  musaComputeModeExclusive = 1,
  musaComputeModeProhibited = 2,
  musaComputeModeExclusiveProcess = 3
};

enum musaLimit {
  musaLimitStackSize = 0,      /* per thread */
  musaLimitPrintfFifoSize = 1, /* device printf's buffer */
  musaLimitMallocHeapSize = 2, /* device malloc's heap */
  musaLimitDevRuntimeSyncDepth = 3,
  musaLimitDevRuntimePendingLaunchCount = 4,
  musaLimitMaxL2FetchGranularity = 5,
  musaLimitPersistingL2CacheSize = 6
};

enum musaDeviceP2PAttr {
  musaDevP2PAttrPerformanceRank = 1,
  musaDevP2PAttrAccessSupported = 2,
  musaDevP2PAttrNativeAtomicSupported = 3,
  musaDevP2PAttrMusaArrayAccessSupported = 4
};

/* ---- between processes ---- */
typedef struct musaIpcEventHandle_st {
  char reserved[MUSA_IPC_HANDLE_SIZE];
} musaIpcEventHandle_t;

typedef struct musaIpcMemHandle_st {
  char reserved[MUSA_IPC_HANDLE_SIZE];
} musaIpcMemHandle_t;

/* ---- host functions, capture ---- */
typedef void (*musaHostFn_t)(void *userData);

enum musaStreamCaptureStatus {
  musaStreamCaptureStatusNone = 0,
  musaStreamCaptureStatusActive = 1,
  musaStreamCaptureStatusInvalidated = 2
};

enum musaStreamCaptureMode {
  musaStreamCaptureModeGlobal = 0,
  musaStreamCaptureModeThreadLocal = 1,
  musaStreamCaptureModeRelaxed = 2
};

#include "helicon/graph_types.h"

#endif
