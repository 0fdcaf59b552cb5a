// Flags, enumerations and structs of the driver API; included by musa.h after the handles. Values as in CUDA 11.8.
#ifndef HELICON_DRIVER_TYPES_MUSA_H
#define HELICON_DRIVER_TYPES_MUSA_H

#define MU_DEVICE_CPU ((MUdevice) - 1)
#define MU_DEVICE_INVALID ((MUdevice) - 2)
#define MU_IPC_HANDLE_SIZE 64

#define MU_STREAM_LEGACY ((MUstream)0x1)
#define MU_STREAM_PER_THREAD ((MUstream)0x2)

#define MU_MEMHOSTALLOC_PORTABLE 0x01
#define MU_MEMHOSTALLOC_DEVICEMAP 0x02
#define MU_MEMHOSTALLOC_WRITECOMBINED 0x04
#define MU_MEMHOSTREGISTER_PORTABLE 0x01
#define MU_MEMHOSTREGISTER_DEVICEMAP 0x02
#define MU_MEMHOSTREGISTER_IOMEMORY 0x04
#define MU_MEMHOSTREGISTER_READ_ONLY 0x08

#define MU_LAUNCH_PARAM_END ((void *)0x00)
#define MU_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x01)
#define MU_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x02)

typedef enum MUctx_flags_enum {
  MU_CTX_SCHED_AUTO = 0x00,
  MU_CTX_SCHED_SPIN = 0x01,
  MU_CTX_SCHED_YIELD = 0x02,
  MU_CTX_SCHED_BLOCKING_SYNC = 0x04,
  MU_CTX_BLOCKING_SYNC = 0x04, /* an older spelling */
  MU_CTX_SCHED_MASK = 0x07,
  MU_CTX_MAP_HOST = 0x08,
  MU_CTX_LMEM_RESIZE_TO_MAX = 0x10,
  MU_CTX_FLAGS_MASK = 0x1f
} MUctx_flags;

typedef enum MUstream_flags_enum { MU_STREAM_DEFAULT = 0x0, MU_STREAM_NON_BLOCKING = 0x1 } MUstream_flags;

typedef enum MUevent_flags_enum {
  MU_EVENT_DEFAULT = 0x0,
  MU_EVENT_BLOCKING_SYNC = 0x1,
  MU_EVENT_DISABLE_TIMING = 0x2,
  MU_EVENT_INTERPROCESS = 0x4
} MUevent_flags;

typedef enum MUevent_record_flags_enum {
  MU_EVENT_RECORD_DEFAULT = 0x0,
  MU_EVENT_RECORD_EXTERNAL = 0x1
} MUevent_record_flags;
typedef enum MUevent_wait_flags_enum { MU_EVENT_WAIT_DEFAULT = 0x0, MU_EVENT_WAIT_EXTERNAL = 0x1 } MUevent_wait_flags;

typedef enum MUmemAttach_flags_enum {
  MU_MEM_ATTACH_GLOBAL = 0x1,
  MU_MEM_ATTACH_HOST = 0x2,
  MU_MEM_ATTACH_SINGLE = 0x4
} MUmemAttach_flags;

typedef enum MUoccupancy_flags_enum {
  MU_OCCUPANCY_DEFAULT = 0x0,
  MU_OCCUPANCY_DISABLE_CACHING_OVERRIDE = 0x1
} MUoccupancy_flags;

typedef enum MUmemorytype_enum {
  MU_MEMORYTYPE_HOST = 0x01,
  MU_MEMORYTYPE_DEVICE = 0x02,
  MU_MEMORYTYPE_ARRAY = 0x03,
  MU_MEMORYTYPE_UNIFIED = 0x04
} MUmemorytype;

typedef enum MUcomputemode_enum {
  MU_COMPUTEMODE_DEFAULT = 0,
  MU_COMPUTEMODE_PROHIBITED = 2,
  MU_COMPUTEMODE_EXCLUSIVE_PROCESS = 3
} MUcomputemode;

typedef enum MUfunc_cache_enum {
  MU_FUNC_CACHE_PREFER_NONE = 0x00,
  MU_FUNC_CACHE_PREFER_SHARED = 0x01,
  MU_FUNC_CACHE_PREFER_L1 = 0x02,
  MU_FUNC_CACHE_PREFER_EQUAL = 0x03
} MUfunc_cache;

typedef enum MUsharedconfig_enum {
  MU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE = 0x00,
  MU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE = 0x01,
  MU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE = 0x02
} MUsharedconfig;

typedef enum MUshared_carveout_enum {
  MU_SHAREDMEM_CARVEOUT_DEFAULT = -1,
  MU_SHAREDMEM_CARVEOUT_MAX_L1 = 0,
  MU_SHAREDMEM_CARVEOUT_MAX_SHARED = 100
} MUshared_carveout;

typedef enum MUlimit_enum {
  MU_LIMIT_STACK_SIZE = 0x00,
  MU_LIMIT_PRINTF_FIFO_SIZE = 0x01,
  MU_LIMIT_MALLOC_HEAP_SIZE = 0x02,
  MU_LIMIT_DEV_RUNTIME_SYNC_DEPTH = 0x03,
  MU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT = 0x04,
  MU_LIMIT_MAX_L2_FETCH_GRANULARITY = 0x05,
  MU_LIMIT_PERSISTING_L2_CACHE_SIZE = 0x06,
  MU_LIMIT_MAX
} MUlimit;

typedef enum MUfunction_attribute_enum {
  MU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  MU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
  MU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
  MU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
  MU_FUNC_ATTRIBUTE_NUM_REGS = 4,
  MU_FUNC_ATTRIBUTE_PTX_VERSION = 5,
  MU_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
  MU_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7,
  MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  MU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
  MU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET = 10,
  MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH = 11,
  MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT = 12,
  MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH = 13,
  MU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14,
  MU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE = 15,
  MU_FUNC_ATTRIBUTE_MAX
} MUfunction_attribute;

/* what muPointerGetAttribute writes is given behind each */
typedef enum MUpointer_attribute_enum {
  MU_POINTER_ATTRIBUTE_CONTEXT = 1,        /* MUcontext */
  MU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,    /* unsigned int, MUmemorytype */
  MU_POINTER_ATTRIBUTE_DEVICE_POINTER = 3, /* MUdeviceptr */
  MU_POINTER_ATTRIBUTE_HOST_POINTER = 4,   /* void * */
  MU_POINTER_ATTRIBUTE_P2P_TOKENS = 5,
  MU_POINTER_ATTRIBUTE_SYNC_MEMOPS = 6,    /* int */
  MU_POINTER_ATTRIBUTE_BUFFER_ID = 7,      /* unsigned long long */
  MU_POINTER_ATTRIBUTE_IS_MANAGED = 8,     /* int */
  MU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9, /* int */
  MU_POINTER_ATTRIBUTE_IS_LEGACY_MUSA_IPC_CAPABLE = 10,
  MU_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11, /* MUdeviceptr */
  MU_POINTER_ATTRIBUTE_RANGE_SIZE = 12,       /* size_t */
  MU_POINTER_ATTRIBUTE_MAPPED = 13,           /* int */
  MU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES = 14,
  MU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE = 15,
  MU_POINTER_ATTRIBUTE_ACCESS_FLAGS = 16,
  MU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE = 17
} MUpointer_attribute;

typedef enum MUmem_advise_enum {
  MU_MEM_ADVISE_SET_READ_MOSTLY = 1,
  MU_MEM_ADVISE_UNSET_READ_MOSTLY = 2,
  MU_MEM_ADVISE_SET_PREFERRED_LOCATION = 3,
  MU_MEM_ADVISE_UNSET_PREFERRED_LOCATION = 4,
  MU_MEM_ADVISE_SET_ACCESSED_BY = 5,
  MU_MEM_ADVISE_UNSET_ACCESSED_BY = 6
} MUmem_advise;

typedef enum MUdevice_P2PAttribute_enum {
  MU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK = 0x01,
  MU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED = 0x02,
  MU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED = 0x03,
  MU_DEVICE_P2P_ATTRIBUTE_MUSA_ARRAY_ACCESS_SUPPORTED = 0x04
} MUdevice_P2PAttribute;

typedef enum MUdriverProcAddress_flags_enum {
  MU_GET_PROC_ADDRESS_DEFAULT = 0,
  MU_GET_PROC_ADDRESS_LEGACY_STREAM = 1,
  MU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM = 2
} MUdriverProcAddress_flags;

/* Accepted by muModuleLoadDataEx; those that steer a real chip's compiler do nothing. */
typedef enum MUjit_option_enum {
  MU_JIT_MAX_REGISTERS = 0,
  MU_JIT_THREADS_PER_BLOCK = 1,
  MU_JIT_WALL_TIME = 2,
  MU_JIT_INFO_LOG_BUFFER = 3,
  MU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
  MU_JIT_ERROR_LOG_BUFFER = 5,
  MU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
  MU_JIT_OPTIMIZATION_LEVEL = 7,
  MU_JIT_TARGET_FROM_MUCONTEXT = 8,
  MU_JIT_TARGET = 9,
  MU_JIT_FALLBACK_STRATEGY = 10,
  MU_JIT_GENERATE_DEBUG_INFO = 11,
  MU_JIT_LOG_VERBOSE = 12,
  MU_JIT_GENERATE_LINE_INFO = 13,
  MU_JIT_CACHE_MODE = 14,
  MU_JIT_NEW_SM3X_OPT = 15,
  MU_JIT_FAST_COMPILE = 16,
  MU_JIT_GLOBAL_SYMBOL_NAMES = 17,
  MU_JIT_GLOBAL_SYMBOL_ADDRESSES = 18,
  MU_JIT_GLOBAL_SYMBOL_COUNT = 19,
  MU_JIT_LTO = 20,
  MU_JIT_FTZ = 21,
  MU_JIT_PREC_DIV = 22,
  MU_JIT_PREC_SQRT = 23,
  MU_JIT_FMA = 24,
  MU_JIT_NUM_OPTIONS = 30
} MUjit_option;

typedef enum MUlibraryOption_enum {
  MU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE = 0, /* not supported */
  MU_LIBRARY_BINARY_IS_PRESERVED = 1,
  MU_LIBRARY_NUM_OPTIONS
} MUlibraryOption;

typedef enum MUfunctionLoadingState_enum {
  MU_FUNCTION_LOADING_STATE_UNLOADED = 0,
  MU_FUNCTION_LOADING_STATE_LOADED = 1,
  MU_FUNCTION_LOADING_STATE_MAX
} MUfunctionLoadingState;

typedef enum MUmoduleLoadingMode_enum {
  MU_MODULE_EAGER_LOADING = 0x1,
  MU_MODULE_LAZY_LOADING = 0x2
} MUmoduleLoadingMode;

typedef struct MUdevprop_st {
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int sharedMemPerBlock;
  int totalConstantMemory;
  int SIMDWidth;
  int memPitch;
  int regsPerBlock;
  int clockRate;
  int textureAlign;
} MUdevprop;

/* A rectangle of WidthInBytes x Height; pitches of 0 mean that rows follow each other without a gap. */
typedef struct MUSA_MEMCPY2D_st {
  size_t srcXInBytes;
  size_t srcY;
  MUmemorytype srcMemoryType;
  const void *srcHost;
  MUdeviceptr srcDevice;
  MUarray srcArray;
  size_t srcPitch;
  size_t dstXInBytes;
  size_t dstY;
  MUmemorytype dstMemoryType;
  void *dstHost;
  MUdeviceptr dstDevice;
  MUarray dstArray;
  size_t dstPitch;
  size_t WidthInBytes;
  size_t Height;
} MUSA_MEMCPY2D;

#endif
