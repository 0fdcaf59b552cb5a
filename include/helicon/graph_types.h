// Types of graphs and stream capture that the runtime API has, with the values and layouts of CUDA 11.8 and, where that
// had none (edges' data, conditional nodes, generic parameters), of CUDA 12. Included by driver_types.h.
#ifndef HELICON_GRAPH_TYPES_H
#define HELICON_GRAPH_TYPES_H

#define musaGraphKernelNodePortDefault 0
#define musaGraphKernelNodePortProgrammatic 1
#define musaGraphKernelNodePortLaunchCompletion 2

enum musaGraphNodeType {
  musaGraphNodeTypeKernel = 0,
  musaGraphNodeTypeMemcpy = 1,
  musaGraphNodeTypeMemset = 2,
  musaGraphNodeTypeHost = 3,
  musaGraphNodeTypeGraph = 4,
  musaGraphNodeTypeEmpty = 5,
  musaGraphNodeTypeWaitEvent = 6,
  musaGraphNodeTypeEventRecord = 7,
  musaGraphNodeTypeExtSemaphoreSignal = 8,
  musaGraphNodeTypeExtSemaphoreWait = 9,
  musaGraphNodeTypeMemAlloc = 10,
  musaGraphNodeTypeMemFree = 11,
  musaGraphNodeTypeConditional = 13,
  musaGraphNodeTypeCount
};

enum musaGraphInstantiateFlags {
  musaGraphInstantiateFlagAutoFreeOnLaunch = 1, /* memory of the launch before that was not freed */
  musaGraphInstantiateFlagUpload = 2,
  musaGraphInstantiateFlagDeviceLaunch = 4, /* refused: musaErrorNotSupported */
  musaGraphInstantiateFlagUseNodePriority = 8
};

enum musaGraphInstantiateResult {
  musaGraphInstantiateSuccess = 0,
  musaGraphInstantiateError = 1,
  musaGraphInstantiateInvalidStructure = 2,
  musaGraphInstantiateNodeOperationNotSupported = 3,
  musaGraphInstantiateMultipleDevicesNotSupported = 4,
  musaGraphInstantiateConditionalHandleUnused = 5
};

typedef struct musaGraphInstantiateParams_st {
  unsigned long long flags;
  musaStream_t uploadStream;
  musaGraphNode_t errNode_out;
  enum musaGraphInstantiateResult result_out;
} musaGraphInstantiateParams;

enum musaGraphExecUpdateResult {
  musaGraphExecUpdateSuccess = 0,
  musaGraphExecUpdateError = 1,
  musaGraphExecUpdateErrorTopologyChanged = 2,
  musaGraphExecUpdateErrorNodeTypeChanged = 3,
  musaGraphExecUpdateErrorFunctionChanged = 4,
  musaGraphExecUpdateErrorParametersChanged = 5,
  musaGraphExecUpdateErrorNotSupported = 6,
  musaGraphExecUpdateErrorUnsupportedFunctionChange = 7,
  musaGraphExecUpdateErrorAttributesChanged = 8
};

typedef struct musaGraphExecUpdateResultInfo_st {
  enum musaGraphExecUpdateResult result;
  musaGraphNode_t errorNode;     /* in the graph that was given */
  musaGraphNode_t errorFromNode; /* whose edge it is about, or null */
} musaGraphExecUpdateResultInfo;

enum musaGraphDebugDotFlags {
  musaGraphDebugDotFlagsVerbose = 1 << 0,
  musaGraphDebugDotFlagsKernelNodeParams = 1 << 2,
  musaGraphDebugDotFlagsMemcpyNodeParams = 1 << 3,
  musaGraphDebugDotFlagsMemsetNodeParams = 1 << 4,
  musaGraphDebugDotFlagsHostNodeParams = 1 << 5,
  musaGraphDebugDotFlagsEventNodeParams = 1 << 6,
  musaGraphDebugDotFlagsExtSemasSignalNodeParams = 1 << 7,
  musaGraphDebugDotFlagsExtSemasWaitNodeParams = 1 << 8,
  musaGraphDebugDotFlagsKernelNodeAttributes = 1 << 9,
  musaGraphDebugDotFlagsHandles = 1 << 10,
  musaGraphDebugDotFlagsConditionalNodeParams = 1 << 15
};

enum musaStreamUpdateCaptureDependenciesFlags {
  musaStreamAddCaptureDependencies = 0,
  musaStreamSetCaptureDependencies = 1
};

enum musaUserObjectFlags { musaUserObjectNoDestructorSync = 1 };
enum musaUserObjectRetainFlags { musaGraphUserObjectMove = 1 };

enum musaGraphMemAttributeType { /* unsigned long long each; the high marks can be set to 0 */
                                 musaGraphMemAttrUsedMemCurrent = 0,
                                 musaGraphMemAttrUsedMemHigh = 1,
                                 musaGraphMemAttrReservedMemCurrent = 2,
                                 musaGraphMemAttrReservedMemHigh = 3
};

typedef enum musaGraphDependencyType_enum {
  musaGraphDependencyTypeDefault = 0,
  musaGraphDependencyTypeProgrammatic = 1
} musaGraphDependencyType;

typedef struct musaGraphEdgeData_st {
  unsigned char from_port;
  unsigned char to_port;
  unsigned char type; /* musaGraphDependencyType */
  unsigned char reserved[5];
} musaGraphEdgeData;

/* ---- launch attributes, as kernel nodes have them ---- */
enum musaAccessProperty {
  musaAccessPropertyNormal = 0,
  musaAccessPropertyStreaming = 1,
  musaAccessPropertyPersisting = 2
};

struct musaAccessPolicyWindow {
  void *base_ptr;
  size_t num_bytes;
  float hitRatio; /* 0 to 1 */
  enum musaAccessProperty hitProp;
  enum musaAccessProperty missProp;
};

enum musaSynchronizationPolicy {
  musaSyncPolicyAuto = 1,
  musaSyncPolicySpin = 2,
  musaSyncPolicyYield = 3,
  musaSyncPolicyBlockingSync = 4
};

enum musaClusterSchedulingPolicy {
  musaClusterSchedulingPolicyDefault = 0,
  musaClusterSchedulingPolicySpread = 1,
  musaClusterSchedulingPolicyLoadBalancing = 2
};

typedef enum musaLaunchAttributeID {
  musaLaunchAttributeIgnore = 0,
  musaLaunchAttributeAccessPolicyWindow = 1,
  musaLaunchAttributeCooperative = 2,
  musaLaunchAttributeSynchronizationPolicy = 3,
  musaLaunchAttributeClusterDimension = 4,
  musaLaunchAttributeClusterSchedulingPolicyPreference = 5,
  musaLaunchAttributeProgrammaticStreamSerialization = 6,
  musaLaunchAttributeProgrammaticEvent = 7,
  musaLaunchAttributePriority = 8
} musaLaunchAttributeID;

typedef union musaLaunchAttributeValue {
  char pad[64];
  struct musaAccessPolicyWindow accessPolicyWindow;
  int cooperative;
  enum musaSynchronizationPolicy syncPolicy;
  struct {
    unsigned int x;
    unsigned int y;
    unsigned int z;
  } clusterDim;
  enum musaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
  int programmaticStreamSerializationAllowed;
  struct {
    musaEvent_t event;
    int flags;
    int triggerAtBlockStart;
  } programmaticEvent;
  int priority;
} musaLaunchAttributeValue;

#define musaKernelNodeAttrID musaLaunchAttributeID
#define musaKernelNodeAttrValue musaLaunchAttributeValue
#define musaKernelNodeAttributeAccessPolicyWindow musaLaunchAttributeAccessPolicyWindow
#define musaKernelNodeAttributeCooperative musaLaunchAttributeCooperative
#define musaKernelNodeAttributePriority musaLaunchAttributePriority
#define musaKernelNodeAttributeClusterDimension musaLaunchAttributeClusterDimension
#define musaKernelNodeAttributeClusterSchedulingPolicyPreference musaLaunchAttributeClusterSchedulingPolicyPreference

/* ---- parameters of nodes ---- */
struct musaKernelNodeParams {
  void *func; /* as in musaLaunchKernel */
  dim3 gridDim;
  dim3 blockDim;
  unsigned int sharedMemBytes;
  void **kernelParams; /* an address for each parameter, or */
  void **extra;        /* the packed parameters, as in muLaunchKernel */
};

struct musaHostNodeParams {
  musaHostFn_t fn;
  void *userData;
};

struct musaMemcpyNodeParams {
  int flags;
  int reserved[3];
  struct musaMemcpy3DParms copyParams;
};

struct musaChildGraphNodeParams {
  musaGraph_t graph;
};

struct musaEventRecordNodeParams {
  musaEvent_t event;
};

struct musaEventWaitNodeParams {
  musaEvent_t event;
};

struct musaMemFreeNodeParams {
  void *dptr;
};

typedef unsigned long long musaGraphConditionalHandle;

enum musaGraphConditionalHandleFlags { musaGraphCondAssignDefault = 1 };

enum musaGraphConditionalNodeType {
  musaGraphCondTypeIf = 0,    /* a second body is the "else" */
  musaGraphCondTypeWhile = 1, /* one body */
  musaGraphCondTypeSwitch = 2 /* the body of that number, if there is one */
};

struct musaConditionalNodeParams {
  musaGraphConditionalHandle handle;
  enum musaGraphConditionalNodeType type;
  unsigned int size;        /* bodies */
  musaGraph_t *phGraph_out; /* written by the call that adds the node; belongs to it */
};

typedef struct MUexternalSemaphore_st *musaExternalSemaphore_t;

struct musaExternalSemaphoreSignalNodeParams { /* refused with all calls on external semaphores */
  musaExternalSemaphore_t *extSemArray;
  const void *paramsArray;
  unsigned int numExtSems;
};

struct musaExternalSemaphoreWaitNodeParams {
  musaExternalSemaphore_t *extSemArray;
  const void *paramsArray;
  unsigned int numExtSems;
};

/* ---- memory nodes ---- */
struct musaMemAllocNodeParams {
  struct musaMemPoolProps poolProps;
  const struct musaMemAccessDesc *accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  void *dptr; /* written by the call that adds the node */
};

struct musaGraphNodeParams {
  enum musaGraphNodeType type;
  int reserved0[3];
  __extension__ union {
    long long reserved1[29];
    struct musaKernelNodeParams kernel;
    struct musaMemcpyNodeParams memcpy;
    struct musaMemsetParams memset;
    struct musaHostNodeParams host;
    struct musaChildGraphNodeParams graph;
    struct musaEventWaitNodeParams eventWait;
    struct musaEventRecordNodeParams eventRecord;
    struct musaExternalSemaphoreSignalNodeParams extSemSignal;
    struct musaExternalSemaphoreWaitNodeParams extSemWait;
    struct musaMemAllocNodeParams alloc;
    struct musaMemFreeNodeParams free;
    struct musaConditionalNodeParams conditional;
  };
  long long reserved2;
};

#endif
