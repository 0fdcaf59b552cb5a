// Graphs and stream capture of the driver API; included by musa.h. Values and layouts as in CUDA 11.8.
#ifndef HELICON_DRIVER_GRAPHS_H
#define HELICON_DRIVER_GRAPHS_H

typedef struct MUuserObject_st *MUuserObject;
typedef struct MUexternalSemaphore_st *MUexternalSemaphore;

typedef enum MUgraphNodeType_enum {
  MU_GRAPH_NODE_TYPE_KERNEL = 0,
  MU_GRAPH_NODE_TYPE_MEMCPY = 1,
  MU_GRAPH_NODE_TYPE_MEMSET = 2,
  MU_GRAPH_NODE_TYPE_HOST = 3,
  MU_GRAPH_NODE_TYPE_GRAPH = 4,
  MU_GRAPH_NODE_TYPE_EMPTY = 5,
  MU_GRAPH_NODE_TYPE_WAIT_EVENT = 6,
  MU_GRAPH_NODE_TYPE_EVENT_RECORD = 7,
  MU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL = 8,
  MU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT = 9,
  MU_GRAPH_NODE_TYPE_MEM_ALLOC = 10,
  MU_GRAPH_NODE_TYPE_MEM_FREE = 11,
  MU_GRAPH_NODE_TYPE_CONDITIONAL = 13
} MUgraphNodeType;

typedef enum MUgraphInstantiate_flags_enum {
  MUSA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH = 1,
  MUSA_GRAPH_INSTANTIATE_FLAG_UPLOAD = 2,
  MUSA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH = 4, /* refused: MUSA_ERROR_NOT_SUPPORTED */
  MUSA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY = 8
} MUgraphInstantiate_flags;

typedef enum MUgraphExecUpdateResult_enum {
  MU_GRAPH_EXEC_UPDATE_SUCCESS = 0,
  MU_GRAPH_EXEC_UPDATE_ERROR = 1,
  MU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED = 2,
  MU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED = 3,
  MU_GRAPH_EXEC_UPDATE_ERROR_FUNCTION_CHANGED = 4,
  MU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED = 5,
  MU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED = 6,
  MU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE = 7,
  MU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED = 8
} MUgraphExecUpdateResult;

typedef enum MUgraphDebugDot_flags_enum {
  MU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE = 1 << 0,
  MU_GRAPH_DEBUG_DOT_FLAGS_RUNTIME_TYPES = 1 << 1,
  MU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS = 1 << 2,
  MU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_NODE_PARAMS = 1 << 3,
  MU_GRAPH_DEBUG_DOT_FLAGS_MEMSET_NODE_PARAMS = 1 << 4,
  MU_GRAPH_DEBUG_DOT_FLAGS_HOST_NODE_PARAMS = 1 << 5,
  MU_GRAPH_DEBUG_DOT_FLAGS_EVENT_NODE_PARAMS = 1 << 6,
  MU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_ATTRIBUTES = 1 << 9,
  MU_GRAPH_DEBUG_DOT_FLAGS_HANDLES = 1 << 10
} MUgraphDebugDot_flags;

typedef enum MUuserObject_flags_enum { MU_USER_OBJECT_NO_DESTRUCTOR_SYNC = 1 } MUuserObject_flags;
typedef enum MUuserObjectRetain_flags_enum { MU_GRAPH_USER_OBJECT_MOVE = 1 } MUuserObjectRetain_flags;

typedef enum MUstreamCaptureStatus_enum {
  MU_STREAM_CAPTURE_STATUS_NONE = 0,
  MU_STREAM_CAPTURE_STATUS_ACTIVE = 1,
  MU_STREAM_CAPTURE_STATUS_INVALIDATED = 2
} MUstreamCaptureStatus;

typedef enum MUstreamCaptureMode_enum {
  MU_STREAM_CAPTURE_MODE_GLOBAL = 0,
  MU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1,
  MU_STREAM_CAPTURE_MODE_RELAXED = 2
} MUstreamCaptureMode;

typedef enum MUstreamUpdateCaptureDependencies_flags_enum {
  MU_STREAM_ADD_CAPTURE_DEPENDENCIES = 0,
  MU_STREAM_SET_CAPTURE_DEPENDENCIES = 1
} MUstreamUpdateCaptureDependencies_flags;

typedef enum MUgraphMem_attribute_enum { /* muuint64_t each; the high marks can be set to 0 */
                                         MU_GRAPH_MEM_ATTR_USED_MEM_CURRENT = 0,
                                         MU_GRAPH_MEM_ATTR_USED_MEM_HIGH = 1,
                                         MU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT = 2,
                                         MU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH = 3
} MUgraphMem_attribute;

/* ---- launch attributes, as kernel nodes have them ---- */
typedef enum MUaccessProperty_enum {
  MU_ACCESS_PROPERTY_NORMAL = 0,
  MU_ACCESS_PROPERTY_STREAMING = 1,
  MU_ACCESS_PROPERTY_PERSISTING = 2
} MUaccessProperty;

typedef struct MUaccessPolicyWindow_st {
  void *base_ptr;
  size_t num_bytes;
  float hitRatio; /* 0 to 1 */
  MUaccessProperty hitProp;
  MUaccessProperty missProp;
} MUaccessPolicyWindow;

typedef enum MUlaunchAttributeID_enum {
  MU_LAUNCH_ATTRIBUTE_IGNORE = 0,
  MU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW = 1,
  MU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2,
  MU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY = 3,
  MU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,
  MU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE = 5,
  MU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION = 6,
  MU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT = 7,
  MU_LAUNCH_ATTRIBUTE_PRIORITY = 8
} MUlaunchAttributeID;

typedef union MUlaunchAttributeValue_union {
  char pad[64];
  MUaccessPolicyWindow accessPolicyWindow;
  int cooperative;
  struct {
    unsigned int x;
    unsigned int y;
    unsigned int z;
  } clusterDim;
  int syncPolicy;                        /* MUsynchronizationPolicy */
  int clusterSchedulingPolicyPreference; /* MUclusterSchedulingPolicy */
  int programmaticStreamSerializationAllowed;
  struct {
    MUevent event;
    int flags;
    int triggerAtBlockStart;
  } programmaticEvent;
  int priority;
} MUlaunchAttributeValue;

typedef enum MUsynchronizationPolicy_enum {
  MU_SYNC_POLICY_AUTO = 1,
  MU_SYNC_POLICY_SPIN = 2,
  MU_SYNC_POLICY_YIELD = 3,
  MU_SYNC_POLICY_BLOCKING_SYNC = 4
} MUsynchronizationPolicy;

typedef enum MUclusterSchedulingPolicy_enum {
  MU_CLUSTER_SCHEDULING_POLICY_DEFAULT = 0,
  MU_CLUSTER_SCHEDULING_POLICY_SPREAD = 1,
  MU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING = 2
} MUclusterSchedulingPolicy;

typedef MUlaunchAttributeID MUkernelNodeAttrID;
typedef MUlaunchAttributeValue MUkernelNodeAttrValue;
#define MU_KERNEL_NODE_ATTRIBUTE_ACCESS_POLICY_WINDOW MU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW
#define MU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE MU_LAUNCH_ATTRIBUTE_COOPERATIVE
#define MU_KERNEL_NODE_ATTRIBUTE_PRIORITY MU_LAUNCH_ATTRIBUTE_PRIORITY

/* ---- parameters of nodes ---- */
typedef struct MUSA_KERNEL_NODE_PARAMS_st {
  MUfunction func;
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  void **kernelParams;
  void **extra;
} MUSA_KERNEL_NODE_PARAMS;

typedef struct MUSA_MEMSET_NODE_PARAMS_st {
  MUdeviceptr dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize; /* 1, 2 or 4 bytes */
  size_t width;             /* elements */
  size_t height;
} MUSA_MEMSET_NODE_PARAMS;

typedef struct MUSA_HOST_NODE_PARAMS_st {
  MUhostFn fn;
  void *userData;
} MUSA_HOST_NODE_PARAMS;

typedef struct MUSA_EXT_SEM_SIGNAL_NODE_PARAMS_st { /* refused with all calls on external semaphores */
  MUexternalSemaphore *extSemArray;
  const void *paramsArray;
  unsigned int numExtSems;
} MUSA_EXT_SEM_SIGNAL_NODE_PARAMS;

typedef struct MUSA_EXT_SEM_WAIT_NODE_PARAMS_st {
  MUexternalSemaphore *extSemArray;
  const void *paramsArray;
  unsigned int numExtSems;
} MUSA_EXT_SEM_WAIT_NODE_PARAMS;

typedef struct MUSA_MEM_ALLOC_NODE_PARAMS_st {
  MUmemPoolProps poolProps;
  const MUmemAccessDesc *accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  MUdeviceptr dptr; /* written by the call that adds the node */
} MUSA_MEM_ALLOC_NODE_PARAMS;

/* ---- the exported names ---- */
#ifdef MUSA_API_PER_THREAD_DEFAULT_STREAM
#define muStreamBeginCapture muStreamBeginCapture_v2_ptsz
#define muStreamEndCapture muStreamEndCapture_ptsz
#define muStreamIsCapturing muStreamIsCapturing_ptsz
#define muStreamGetCaptureInfo muStreamGetCaptureInfo_ptsz
#define muStreamGetCaptureInfo_v2 muStreamGetCaptureInfo_v2_ptsz
#define muStreamUpdateCaptureDependencies muStreamUpdateCaptureDependencies_ptsz
#define muGraphUpload muGraphUpload_ptsz
#define muGraphLaunch muGraphLaunch_ptsz
#else
#define muStreamBeginCapture muStreamBeginCapture_v2
#endif
#define muGraphInstantiate muGraphInstantiate_v2

#ifdef __cplusplus
extern "C" {
#endif

/* ---- graphs: a handle that is none gives MUSA_ERROR_INVALID_VALUE ---- */
MUresult MUSAAPI muGraphCreate(MUgraph *phGraph, unsigned int flags);
MUresult MUSAAPI muGraphClone(MUgraph *phGraphClone, MUgraph originalGraph);
MUresult MUSAAPI muGraphDestroy(MUgraph hGraph);
MUresult MUSAAPI muGraphDestroyNode(MUgraphNode hNode);
MUresult MUSAAPI muGraphDebugDotPrint(MUgraph hGraph, const char *path, unsigned int flags);
MUresult MUSAAPI muGraphNodeFindInClone(MUgraphNode *phNode, MUgraphNode hOriginalNode, MUgraph hClonedGraph);
MUresult MUSAAPI muGraphNodeGetType(MUgraphNode hNode, MUgraphNodeType *type);
MUresult MUSAAPI muGraphGetNodes(MUgraph hGraph, MUgraphNode *nodes, size_t *numNodes);
MUresult MUSAAPI muGraphGetRootNodes(MUgraph hGraph, MUgraphNode *rootNodes, size_t *numRootNodes);
MUresult MUSAAPI muGraphGetEdges(MUgraph hGraph, MUgraphNode *from, MUgraphNode *to, size_t *numEdges);
MUresult MUSAAPI muGraphNodeGetDependencies(MUgraphNode hNode, MUgraphNode *dependencies, size_t *numDependencies);
MUresult MUSAAPI muGraphNodeGetDependentNodes(MUgraphNode hNode, MUgraphNode *dependentNodes,
                                              size_t *numDependentNodes);
MUresult MUSAAPI muGraphAddDependencies(MUgraph hGraph, const MUgraphNode *from, const MUgraphNode *to,
                                        size_t numDependencies);
MUresult MUSAAPI muGraphRemoveDependencies(MUgraph hGraph, const MUgraphNode *from, const MUgraphNode *to,
                                           size_t numDependencies);
MUresult MUSAAPI muGraphAddKernelNode(MUgraphNode *phGraphNode, MUgraph hGraph, const MUgraphNode *dependencies,
                                      size_t numDependencies, const MUSA_KERNEL_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphKernelNodeGetParams(MUgraphNode hNode, MUSA_KERNEL_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphKernelNodeSetParams(MUgraphNode hNode, const MUSA_KERNEL_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphKernelNodeCopyAttributes(MUgraphNode dst, MUgraphNode src);
MUresult MUSAAPI muGraphKernelNodeGetAttribute(MUgraphNode hNode, MUkernelNodeAttrID attr,
                                               MUkernelNodeAttrValue *value_out);
MUresult MUSAAPI muGraphKernelNodeSetAttribute(MUgraphNode hNode, MUkernelNodeAttrID attr,
                                               const MUkernelNodeAttrValue *value);
MUresult MUSAAPI muGraphAddMemcpyNode(MUgraphNode *phGraphNode, MUgraph hGraph, const MUgraphNode *dependencies,
                                      size_t numDependencies, const MUSA_MEMCPY3D *copyParams, MUcontext ctx);
MUresult MUSAAPI muGraphMemcpyNodeGetParams(MUgraphNode hNode, MUSA_MEMCPY3D *nodeParams);
MUresult MUSAAPI muGraphMemcpyNodeSetParams(MUgraphNode hNode, const MUSA_MEMCPY3D *nodeParams);
MUresult MUSAAPI muGraphAddMemsetNode(MUgraphNode *phGraphNode, MUgraph hGraph, const MUgraphNode *dependencies,
                                      size_t numDependencies, const MUSA_MEMSET_NODE_PARAMS *memsetParams,
                                      MUcontext ctx);
MUresult MUSAAPI muGraphMemsetNodeGetParams(MUgraphNode hNode, MUSA_MEMSET_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphMemsetNodeSetParams(MUgraphNode hNode, const MUSA_MEMSET_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphAddHostNode(MUgraphNode *phGraphNode, MUgraph hGraph, const MUgraphNode *dependencies,
                                    size_t numDependencies, const MUSA_HOST_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphHostNodeGetParams(MUgraphNode hNode, MUSA_HOST_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphHostNodeSetParams(MUgraphNode hNode, const MUSA_HOST_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphAddChildGraphNode(MUgraphNode *phGraphNode, MUgraph hGraph, const MUgraphNode *dependencies,
                                          size_t numDependencies, MUgraph childGraph);
MUresult MUSAAPI muGraphChildGraphNodeGetGraph(MUgraphNode hNode, MUgraph *phGraph);
MUresult MUSAAPI muGraphAddEmptyNode(MUgraphNode *phGraphNode, MUgraph hGraph, const MUgraphNode *dependencies,
                                     size_t numDependencies);
MUresult MUSAAPI muGraphAddEventRecordNode(MUgraphNode *phGraphNode, MUgraph hGraph, const MUgraphNode *dependencies,
                                           size_t numDependencies, MUevent event);
MUresult MUSAAPI muGraphEventRecordNodeGetEvent(MUgraphNode hNode, MUevent *event_out);
MUresult MUSAAPI muGraphEventRecordNodeSetEvent(MUgraphNode hNode, MUevent event);
MUresult MUSAAPI muGraphAddEventWaitNode(MUgraphNode *phGraphNode, MUgraph hGraph, const MUgraphNode *dependencies,
                                         size_t numDependencies, MUevent event);
MUresult MUSAAPI muGraphEventWaitNodeGetEvent(MUgraphNode hNode, MUevent *event_out);
MUresult MUSAAPI muGraphEventWaitNodeSetEvent(MUgraphNode hNode, MUevent event);
MUresult MUSAAPI muGraphAddMemAllocNode(MUgraphNode *phGraphNode, MUgraph hGraph, const MUgraphNode *dependencies,
                                        size_t numDependencies, MUSA_MEM_ALLOC_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphMemAllocNodeGetParams(MUgraphNode hNode, MUSA_MEM_ALLOC_NODE_PARAMS *params_out);
MUresult MUSAAPI muGraphAddMemFreeNode(MUgraphNode *phGraphNode, MUgraph hGraph, const MUgraphNode *dependencies,
                                       size_t numDependencies, MUdeviceptr dptr);
MUresult MUSAAPI muGraphMemFreeNodeGetParams(MUgraphNode hNode, MUdeviceptr *dptr_out);
MUresult MUSAAPI muGraphAddExternalSemaphoresSignalNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                                                        const MUgraphNode *dependencies, size_t numDependencies,
                                                        const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphExternalSemaphoresSignalNodeGetParams(MUgraphNode hNode,
                                                              MUSA_EXT_SEM_SIGNAL_NODE_PARAMS *params_out);
MUresult MUSAAPI muGraphExternalSemaphoresSignalNodeSetParams(MUgraphNode hNode,
                                                              const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphAddExternalSemaphoresWaitNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                                                      const MUgraphNode *dependencies, size_t numDependencies,
                                                      const MUSA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphExternalSemaphoresWaitNodeGetParams(MUgraphNode hNode,
                                                            MUSA_EXT_SEM_WAIT_NODE_PARAMS *params_out);
MUresult MUSAAPI muGraphExternalSemaphoresWaitNodeSetParams(MUgraphNode hNode,
                                                            const MUSA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);

/* ---- executable graphs ---- */
MUresult MUSAAPI muGraphInstantiate(MUgraphExec *phGraphExec, MUgraph hGraph, MUgraphNode *phErrorNode, char *logBuffer,
                                    size_t bufferSize);
MUresult MUSAAPI muGraphInstantiateWithFlags(MUgraphExec *phGraphExec, MUgraph hGraph, unsigned long long flags);
MUresult MUSAAPI muGraphExecGetFlags(MUgraphExec hGraphExec, unsigned long long *flags);
MUresult MUSAAPI muGraphExecDestroy(MUgraphExec hGraphExec);
MUresult MUSAAPI muGraphUpload(MUgraphExec hGraphExec, MUstream hStream);
MUresult MUSAAPI muGraphLaunch(MUgraphExec hGraphExec, MUstream hStream);
MUresult MUSAAPI muGraphExecUpdate(MUgraphExec hGraphExec, MUgraph hGraph, MUgraphNode *hErrorNode_out,
                                   MUgraphExecUpdateResult *updateResult_out);
MUresult MUSAAPI muGraphNodeSetEnabled(MUgraphExec hGraphExec, MUgraphNode hNode, unsigned int isEnabled);
MUresult MUSAAPI muGraphNodeGetEnabled(MUgraphExec hGraphExec, MUgraphNode hNode, unsigned int *isEnabled);
MUresult MUSAAPI muGraphExecKernelNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                                const MUSA_KERNEL_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphExecMemcpyNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                                const MUSA_MEMCPY3D *copyParams, MUcontext ctx);
MUresult MUSAAPI muGraphExecMemsetNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                                const MUSA_MEMSET_NODE_PARAMS *memsetParams, MUcontext ctx);
MUresult MUSAAPI muGraphExecHostNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                              const MUSA_HOST_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphExecChildGraphNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode, MUgraph childGraph);
MUresult MUSAAPI muGraphExecEventRecordNodeSetEvent(MUgraphExec hGraphExec, MUgraphNode hNode, MUevent event);
MUresult MUSAAPI muGraphExecEventWaitNodeSetEvent(MUgraphExec hGraphExec, MUgraphNode hNode, MUevent event);
MUresult MUSAAPI muGraphExecExternalSemaphoresSignalNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                                                  const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphExecExternalSemaphoresWaitNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                                                const MUSA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);

/* ---- memory of graphs, and objects that live as long as graphs that need them ---- */
MUresult MUSAAPI muDeviceGraphMemTrim(MUdevice device);
MUresult MUSAAPI muDeviceGetGraphMemAttribute(MUdevice device, MUgraphMem_attribute attr, void *value);
MUresult MUSAAPI muDeviceSetGraphMemAttribute(MUdevice device, MUgraphMem_attribute attr, void *value);
MUresult MUSAAPI muUserObjectCreate(MUuserObject *object_out, void *ptr, MUhostFn destroy, unsigned int initialRefcount,
                                    unsigned int flags);
MUresult MUSAAPI muUserObjectRetain(MUuserObject object, unsigned int count);
MUresult MUSAAPI muUserObjectRelease(MUuserObject object, unsigned int count);
MUresult MUSAAPI muGraphRetainUserObject(MUgraph graph, MUuserObject object, unsigned int count, unsigned int flags);
MUresult MUSAAPI muGraphReleaseUserObject(MUgraph graph, MUuserObject object, unsigned int count);

/* ---- stream capture ---- */
MUresult MUSAAPI muStreamBeginCapture(MUstream hStream, MUstreamCaptureMode mode);
MUresult MUSAAPI muThreadExchangeStreamCaptureMode(MUstreamCaptureMode *mode);
MUresult MUSAAPI muStreamEndCapture(MUstream hStream, MUgraph *phGraph);
MUresult MUSAAPI muStreamIsCapturing(MUstream hStream, MUstreamCaptureStatus *captureStatus);
MUresult MUSAAPI muStreamGetCaptureInfo(MUstream hStream, MUstreamCaptureStatus *captureStatus_out, muuint64_t *id_out);
MUresult MUSAAPI muStreamGetCaptureInfo_v2(MUstream hStream, MUstreamCaptureStatus *captureStatus_out,
                                           muuint64_t *id_out, MUgraph *graph_out, const MUgraphNode **dependencies_out,
                                           size_t *numDependencies_out);
MUresult MUSAAPI muStreamUpdateCaptureDependencies(MUstream hStream, MUgraphNode *dependencies, size_t numDependencies,
                                                   unsigned int flags);

#ifdef __cplusplus
}
#endif

#endif
