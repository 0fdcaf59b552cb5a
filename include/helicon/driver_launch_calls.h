// The driver API's launches with attributes, attributes of streams, and calls of newer versions; included by musa.h.
#ifndef HELICON_DRIVER_LAUNCH_CALLS_H
#define HELICON_DRIVER_LAUNCH_CALLS_H

typedef struct MUlaunchAttribute_st {
  MUlaunchAttributeID id;
  char pad[8 - sizeof(MUlaunchAttributeID)];
  MUlaunchAttributeValue value;
} MUlaunchAttribute;

typedef struct MUlaunchConfig_st {
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  MUstream hStream;
  MUlaunchAttribute *attrs; /* may be null when numAttrs is 0 */
  unsigned int numAttrs;
} MUlaunchConfig;

typedef MUlaunchAttributeID MUstreamAttrID;
typedef MUlaunchAttributeValue MUstreamAttrValue;
#define MU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW MU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW
#define MU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY MU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY
#define MU_STREAM_ATTRIBUTE_PRIORITY MU_LAUNCH_ATTRIBUTE_PRIORITY

/* Affinity to some of the multiprocessors, which no device here offers. */
typedef enum MUexecAffinityType_enum {
  MU_EXEC_AFFINITY_TYPE_SM_COUNT = 0,
  MU_EXEC_AFFINITY_TYPE_MAX
} MUexecAffinityType;
typedef struct MUexecAffinityParam_st {
  MUexecAffinityType type;
  union {
    struct {
      unsigned int val;
    } smCount;
  } param;
} MUexecAffinityParam;

/* Linking at run time: the state of one link, and what is added to it. Only fat binaries (both of the first two) can be
 * linked here; they are those of mcc -fgpu-rdc --cuda-device-only. */
typedef struct MUlinkState_st *MUlinkState;
typedef enum MUjitInputType_enum {
  MU_JIT_INPUT_MUBIN = 0,
  MU_JIT_INPUT_PTX = 1,
  MU_JIT_INPUT_FATBINARY = 2,
  MU_JIT_INPUT_OBJECT = 3,
  MU_JIT_INPUT_LIBRARY = 4,
  MU_JIT_NUM_INPUT_TYPES
} MUjitInputType;

#define muLinkCreate muLinkCreate_v2
#define muLinkAddData muLinkAddData_v2
#define muLinkAddFile muLinkAddFile_v2

#ifdef MUSA_API_PER_THREAD_DEFAULT_STREAM
#define muLaunchKernelEx muLaunchKernelEx_ptsz
#define muStreamSetAttribute muStreamSetAttribute_ptsz
#define muStreamGetAttribute muStreamGetAttribute_ptsz
#define muStreamCopyAttributes muStreamCopyAttributes_ptsz
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* See musaLaunchKernelExC. */
MUresult MUSAAPI muLaunchKernelEx(const MUlaunchConfig *config, MUfunction f, void **kernelParams, void **extra);
MUresult MUSAAPI muStreamSetAttribute(MUstream hStream, MUstreamAttrID attr, const MUstreamAttrValue *value);
MUresult MUSAAPI muStreamGetAttribute(MUstream hStream, MUstreamAttrID attr, MUstreamAttrValue *value_out);
MUresult MUSAAPI muStreamCopyAttributes(MUstream dst, MUstream src);
MUresult MUSAAPI muCtxResetPersistingL2Cache(void);
/* The error log (MU_JIT_ERROR_LOG_BUFFER, with its size in bytes as a value) says what is wrong with an input. */
MUresult MUSAAPI muLinkCreate(unsigned int numOptions, MUjit_option *options, void **optionValues,
                              MUlinkState *stateOut);
MUresult MUSAAPI muLinkAddData(MUlinkState state, MUjitInputType type, void *data, size_t size, const char *name,
                               unsigned int numOptions, MUjit_option *options, void **optionValues);
MUresult MUSAAPI muLinkAddFile(MUlinkState state, MUjitInputType type, const char *path, unsigned int numOptions,
                               MUjit_option *options, void **optionValues);
/* The bytes belong to the state: load them before it is destroyed. `sizeOut` may be null. */
MUresult MUSAAPI muLinkComplete(MUlinkState state, void **mubinOut, size_t *sizeOut);
MUresult MUSAAPI muLinkDestroy(MUlinkState state);
/* With `numParams` 0 as muCtxCreate; else not supported. */
MUresult MUSAAPI muCtxCreate_v3(MUcontext *pctx, MUexecAffinityParam *paramsArray, int numParams, unsigned int flags,
                                MUdevice dev);
MUresult MUSAAPI muDeviceGetExecAffinitySupport(int *pi, MUexecAffinityType type, MUdevice dev);
MUresult MUSAAPI muCtxGetExecAffinity(MUexecAffinityParam *pExecAffinity, MUexecAffinityType type);

#ifdef __cplusplus
}
#endif

#endif
