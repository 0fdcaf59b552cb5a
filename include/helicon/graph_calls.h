// The runtime's calls on graphs and stream capture, for C and C++; included by musa_runtime_api.h. Those that CUDA 12
// gave other parameters have these in C++ beside CUDA 11.8's (musa_runtime_templates.h).
#ifndef HELICON_GRAPH_CALLS_H
#define HELICON_GRAPH_CALLS_H

/* ---- stream capture ---- */
musaError_t MUSARTAPI musaStreamBeginCapture(musaStream_t stream, enum musaStreamCaptureMode mode);
musaError_t MUSARTAPI musaStreamBeginCaptureToGraph(musaStream_t stream, musaGraph_t graph,
                                                    const musaGraphNode_t *dependencies,
                                                    const musaGraphEdgeData *dependencyData, size_t numDependencies,
                                                    enum musaStreamCaptureMode mode);
musaError_t MUSARTAPI musaStreamEndCapture(musaStream_t stream, musaGraph_t *pGraph);
musaError_t MUSARTAPI musaStreamGetCaptureInfo(musaStream_t stream, enum musaStreamCaptureStatus *captureStatus_out,
                                               unsigned long long *id_out HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaStreamGetCaptureInfo_v2(musaStream_t stream, enum musaStreamCaptureStatus *captureStatus_out,
                                                  unsigned long long *id_out HELICON_DEFAULT(0),
                                                  musaGraph_t *graph_out HELICON_DEFAULT(0),
                                                  const musaGraphNode_t **dependencies_out HELICON_DEFAULT(0),
                                                  size_t *numDependencies_out HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaStreamGetCaptureInfo_v3(musaStream_t stream, enum musaStreamCaptureStatus *captureStatus_out,
                                                  unsigned long long *id_out HELICON_DEFAULT(0),
                                                  musaGraph_t *graph_out HELICON_DEFAULT(0),
                                                  const musaGraphNode_t **dependencies_out HELICON_DEFAULT(0),
                                                  const musaGraphEdgeData **edgeData_out HELICON_DEFAULT(0),
                                                  size_t *numDependencies_out HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaStreamUpdateCaptureDependencies(musaStream_t stream, musaGraphNode_t *dependencies,
                                                          size_t numDependencies,
                                                          unsigned int flags HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaStreamUpdateCaptureDependencies_v2(musaStream_t stream, musaGraphNode_t *dependencies,
                                                             const musaGraphEdgeData *dependencyData,
                                                             size_t numDependencies,
                                                             unsigned int flags HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaThreadExchangeStreamCaptureMode(enum musaStreamCaptureMode *mode);

/* ---- graphs: a handle that is none gives musaErrorInvalidValue ---- */
musaError_t MUSARTAPI musaGraphCreate(musaGraph_t *pGraph, unsigned int flags);
musaError_t MUSARTAPI musaGraphClone(musaGraph_t *pGraphClone, musaGraph_t originalGraph);
musaError_t MUSARTAPI musaGraphDestroy(musaGraph_t graph);
musaError_t MUSARTAPI musaGraphDestroyNode(musaGraphNode_t node);
musaError_t MUSARTAPI musaGraphDebugDotPrint(musaGraph_t graph, const char *path, unsigned int flags);
musaError_t MUSARTAPI musaGraphNodeFindInClone(musaGraphNode_t *pNode, musaGraphNode_t originalNode,
                                               musaGraph_t clonedGraph);
musaError_t MUSARTAPI musaGraphNodeGetType(musaGraphNode_t node, enum musaGraphNodeType *pType);
/* the lists: `numNodes` says how many there is room for, and is told how many were written; without room all are
 * counted */
musaError_t MUSARTAPI musaGraphGetNodes(musaGraph_t graph, musaGraphNode_t *nodes, size_t *numNodes);
musaError_t MUSARTAPI musaGraphGetRootNodes(musaGraph_t graph, musaGraphNode_t *pRootNodes, size_t *pNumRootNodes);
musaError_t MUSARTAPI musaGraphGetEdges(musaGraph_t graph, musaGraphNode_t *from, musaGraphNode_t *to,
                                        size_t *numEdges);
musaError_t MUSARTAPI musaGraphGetEdges_v2(musaGraph_t graph, musaGraphNode_t *from, musaGraphNode_t *to,
                                           musaGraphEdgeData *edgeData, size_t *numEdges);
musaError_t MUSARTAPI musaGraphNodeGetDependencies(musaGraphNode_t node, musaGraphNode_t *pDependencies,
                                                   size_t *pNumDependencies);
musaError_t MUSARTAPI musaGraphNodeGetDependencies_v2(musaGraphNode_t node, musaGraphNode_t *pDependencies,
                                                      musaGraphEdgeData *edgeData, size_t *pNumDependencies);
musaError_t MUSARTAPI musaGraphNodeGetDependentNodes(musaGraphNode_t node, musaGraphNode_t *pDependentNodes,
                                                     size_t *pNumDependentNodes);
musaError_t MUSARTAPI musaGraphNodeGetDependentNodes_v2(musaGraphNode_t node, musaGraphNode_t *pDependentNodes,
                                                        musaGraphEdgeData *edgeData, size_t *pNumDependentNodes);
musaError_t MUSARTAPI musaGraphAddDependencies(musaGraph_t graph, const musaGraphNode_t *from,
                                               const musaGraphNode_t *to, size_t numDependencies);
musaError_t MUSARTAPI musaGraphAddDependencies_v2(musaGraph_t graph, const musaGraphNode_t *from,
                                                  const musaGraphNode_t *to, const musaGraphEdgeData *edgeData,
                                                  size_t numDependencies);
musaError_t MUSARTAPI musaGraphRemoveDependencies(musaGraph_t graph, const musaGraphNode_t *from,
                                                  const musaGraphNode_t *to, size_t numDependencies);
musaError_t MUSARTAPI musaGraphRemoveDependencies_v2(musaGraph_t graph, const musaGraphNode_t *from,
                                                     const musaGraphNode_t *to, const musaGraphEdgeData *edgeData,
                                                     size_t numDependencies);

/* ---- nodes ---- */
musaError_t MUSARTAPI musaGraphAddNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                       const musaGraphNode_t *pDependencies, size_t numDependencies,
                                       struct musaGraphNodeParams *nodeParams);
musaError_t MUSARTAPI musaGraphAddNode_v2(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                          const musaGraphNode_t *pDependencies, const musaGraphEdgeData *dependencyData,
                                          size_t numDependencies, struct musaGraphNodeParams *nodeParams);
musaError_t MUSARTAPI musaGraphNodeSetParams(musaGraphNode_t node, struct musaGraphNodeParams *nodeParams);
musaError_t MUSARTAPI musaGraphAddKernelNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                             const musaGraphNode_t *pDependencies, size_t numDependencies,
                                             const struct musaKernelNodeParams *pNodeParams);
musaError_t MUSARTAPI musaGraphKernelNodeGetParams(musaGraphNode_t node, struct musaKernelNodeParams *pNodeParams);
musaError_t MUSARTAPI musaGraphKernelNodeSetParams(musaGraphNode_t node,
                                                   const struct musaKernelNodeParams *pNodeParams);
musaError_t MUSARTAPI musaGraphKernelNodeCopyAttributes(musaGraphNode_t hSrc, musaGraphNode_t hDst);
musaError_t MUSARTAPI musaGraphKernelNodeGetAttribute(musaGraphNode_t hNode, musaKernelNodeAttrID attr,
                                                      musaKernelNodeAttrValue *value_out);
musaError_t MUSARTAPI musaGraphKernelNodeSetAttribute(musaGraphNode_t hNode, musaKernelNodeAttrID attr,
                                                      const musaKernelNodeAttrValue *value);
musaError_t MUSARTAPI musaGraphAddMemcpyNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                             const musaGraphNode_t *pDependencies, size_t numDependencies,
                                             const struct musaMemcpy3DParms *pCopyParams);
musaError_t MUSARTAPI musaGraphAddMemcpyNode1D(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                               const musaGraphNode_t *pDependencies, size_t numDependencies, void *dst,
                                               const void *src, size_t count, enum musaMemcpyKind kind);
musaError_t MUSARTAPI musaGraphAddMemcpyNodeToSymbol(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                                     const musaGraphNode_t *pDependencies, size_t numDependencies,
                                                     const void *symbol, const void *src, size_t count, size_t offset,
                                                     enum musaMemcpyKind kind);
musaError_t MUSARTAPI musaGraphAddMemcpyNodeFromSymbol(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                                       const musaGraphNode_t *pDependencies, size_t numDependencies,
                                                       void *dst, const void *symbol, size_t count, size_t offset,
                                                       enum musaMemcpyKind kind);
musaError_t MUSARTAPI musaGraphMemcpyNodeGetParams(musaGraphNode_t node, struct musaMemcpy3DParms *pNodeParams);
musaError_t MUSARTAPI musaGraphMemcpyNodeSetParams(musaGraphNode_t node, const struct musaMemcpy3DParms *pNodeParams);
musaError_t MUSARTAPI musaGraphMemcpyNodeSetParams1D(musaGraphNode_t node, void *dst, const void *src, size_t count,
                                                     enum musaMemcpyKind kind);
musaError_t MUSARTAPI musaGraphMemcpyNodeSetParamsToSymbol(musaGraphNode_t node, const void *symbol, const void *src,
                                                           size_t count, size_t offset, enum musaMemcpyKind kind);
musaError_t MUSARTAPI musaGraphMemcpyNodeSetParamsFromSymbol(musaGraphNode_t node, void *dst, const void *symbol,
                                                             size_t count, size_t offset, enum musaMemcpyKind kind);
musaError_t MUSARTAPI musaGraphAddMemsetNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                             const musaGraphNode_t *pDependencies, size_t numDependencies,
                                             const struct musaMemsetParams *pMemsetParams);
musaError_t MUSARTAPI musaGraphMemsetNodeGetParams(musaGraphNode_t node, struct musaMemsetParams *pNodeParams);
musaError_t MUSARTAPI musaGraphMemsetNodeSetParams(musaGraphNode_t node, const struct musaMemsetParams *pNodeParams);
musaError_t MUSARTAPI musaGraphAddHostNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                           const musaGraphNode_t *pDependencies, size_t numDependencies,
                                           const struct musaHostNodeParams *pNodeParams);
musaError_t MUSARTAPI musaGraphHostNodeGetParams(musaGraphNode_t node, struct musaHostNodeParams *pNodeParams);
musaError_t MUSARTAPI musaGraphHostNodeSetParams(musaGraphNode_t node, const struct musaHostNodeParams *pNodeParams);
musaError_t MUSARTAPI musaGraphAddChildGraphNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                                 const musaGraphNode_t *pDependencies, size_t numDependencies,
                                                 musaGraph_t childGraph);
musaError_t MUSARTAPI musaGraphChildGraphNodeGetGraph(musaGraphNode_t node, musaGraph_t *pGraph);
musaError_t MUSARTAPI musaGraphAddEmptyNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                            const musaGraphNode_t *pDependencies, size_t numDependencies);
musaError_t MUSARTAPI musaGraphAddEventRecordNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                                  const musaGraphNode_t *pDependencies, size_t numDependencies,
                                                  musaEvent_t event);
musaError_t MUSARTAPI musaGraphEventRecordNodeGetEvent(musaGraphNode_t node, musaEvent_t *event_out);
musaError_t MUSARTAPI musaGraphEventRecordNodeSetEvent(musaGraphNode_t node, musaEvent_t event);
musaError_t MUSARTAPI musaGraphAddEventWaitNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                                const musaGraphNode_t *pDependencies, size_t numDependencies,
                                                musaEvent_t event);
musaError_t MUSARTAPI musaGraphEventWaitNodeGetEvent(musaGraphNode_t node, musaEvent_t *event_out);
musaError_t MUSARTAPI musaGraphEventWaitNodeSetEvent(musaGraphNode_t node, musaEvent_t event);
musaError_t MUSARTAPI musaGraphAddMemAllocNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                               const musaGraphNode_t *pDependencies, size_t numDependencies,
                                               struct musaMemAllocNodeParams *nodeParams);
musaError_t MUSARTAPI musaGraphMemAllocNodeGetParams(musaGraphNode_t node, struct musaMemAllocNodeParams *params_out);
musaError_t MUSARTAPI musaGraphAddMemFreeNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                              const musaGraphNode_t *pDependencies, size_t numDependencies, void *dptr);
musaError_t MUSARTAPI musaGraphMemFreeNodeGetParams(musaGraphNode_t node, void *dptr_out);
musaError_t MUSARTAPI musaGraphConditionalHandleCreate(musaGraphConditionalHandle *pHandle_out, musaGraph_t graph,
                                                       unsigned int defaultLaunchValue HELICON_DEFAULT(0),
                                                       unsigned int flags HELICON_DEFAULT(0));

/* ---- executable graphs ---- */
musaError_t MUSARTAPI musaGraphInstantiate(musaGraphExec_t *pGraphExec, musaGraph_t graph, musaGraphNode_t *pErrorNode,
                                           char *pLogBuffer, size_t bufferSize);
musaError_t MUSARTAPI musaGraphInstantiateWithFlags(musaGraphExec_t *pGraphExec, musaGraph_t graph,
                                                    unsigned long long flags HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaGraphInstantiateWithParams(musaGraphExec_t *pGraphExec, musaGraph_t graph,
                                                     musaGraphInstantiateParams *instantiateParams);
musaError_t MUSARTAPI musaGraphExecGetFlags(musaGraphExec_t graphExec, unsigned long long *flags);
musaError_t MUSARTAPI musaGraphExecDestroy(musaGraphExec_t graphExec);
musaError_t MUSARTAPI musaGraphUpload(musaGraphExec_t graphExec, musaStream_t stream);
musaError_t MUSARTAPI musaGraphLaunch(musaGraphExec_t graphExec, musaStream_t stream);
musaError_t MUSARTAPI musaGraphExecUpdate(musaGraphExec_t hGraphExec, musaGraph_t hGraph,
                                          musaGraphNode_t *hErrorNode_out,
                                          enum musaGraphExecUpdateResult *updateResult_out);
musaError_t MUSARTAPI musaGraphNodeSetEnabled(musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
                                              unsigned int isEnabled);
musaError_t MUSARTAPI musaGraphNodeGetEnabled(musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
                                              unsigned int *isEnabled);
/* what nodes do at later launches; `node` is of the graph that was instantiated */
musaError_t MUSARTAPI musaGraphExecNodeSetParams(musaGraphExec_t graphExec, musaGraphNode_t node,
                                                 struct musaGraphNodeParams *nodeParams);
musaError_t MUSARTAPI musaGraphExecKernelNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                                       const struct musaKernelNodeParams *pNodeParams);
musaError_t MUSARTAPI musaGraphExecMemcpyNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                                       const struct musaMemcpy3DParms *pNodeParams);
musaError_t MUSARTAPI musaGraphExecMemcpyNodeSetParams1D(musaGraphExec_t hGraphExec, musaGraphNode_t node, void *dst,
                                                         const void *src, size_t count, enum musaMemcpyKind kind);
musaError_t MUSARTAPI musaGraphExecMemcpyNodeSetParamsToSymbol(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                                               const void *symbol, const void *src, size_t count,
                                                               size_t offset, enum musaMemcpyKind kind);
musaError_t MUSARTAPI musaGraphExecMemcpyNodeSetParamsFromSymbol(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                                                 void *dst, const void *symbol, size_t count,
                                                                 size_t offset, enum musaMemcpyKind kind);
musaError_t MUSARTAPI musaGraphExecMemsetNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                                       const struct musaMemsetParams *pNodeParams);
musaError_t MUSARTAPI musaGraphExecHostNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                                     const struct musaHostNodeParams *pNodeParams);
musaError_t MUSARTAPI musaGraphExecChildGraphNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                                           musaGraph_t childGraph);
musaError_t MUSARTAPI musaGraphExecEventRecordNodeSetEvent(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                                           musaEvent_t event);
musaError_t MUSARTAPI musaGraphExecEventWaitNodeSetEvent(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                                         musaEvent_t event);

/* ---- memory of graphs, and objects that live as long as graphs that need them ---- */
musaError_t MUSARTAPI musaDeviceGraphMemTrim(int device);
musaError_t MUSARTAPI musaDeviceGetGraphMemAttribute(int device, enum musaGraphMemAttributeType attr, void *value);
musaError_t MUSARTAPI musaDeviceSetGraphMemAttribute(int device, enum musaGraphMemAttributeType attr, void *value);
musaError_t MUSARTAPI musaUserObjectCreate(musaUserObject_t *object_out, void *ptr, musaHostFn_t destroy,
                                           unsigned int initialRefcount, unsigned int flags);
musaError_t MUSARTAPI musaUserObjectRetain(musaUserObject_t object, unsigned int count HELICON_DEFAULT(1));
musaError_t MUSARTAPI musaUserObjectRelease(musaUserObject_t object, unsigned int count HELICON_DEFAULT(1));
musaError_t MUSARTAPI musaGraphRetainUserObject(musaGraph_t graph, musaUserObject_t object,
                                                unsigned int count HELICON_DEFAULT(1),
                                                unsigned int flags HELICON_DEFAULT(0));
musaError_t MUSARTAPI musaGraphReleaseUserObject(musaGraph_t graph, musaUserObject_t object,
                                                 unsigned int count HELICON_DEFAULT(1));

/* ---- refused with musaErrorNotSupported: there are no semaphores of other APIs here ---- */
musaError_t MUSARTAPI musaGraphAddExternalSemaphoresSignalNode(
    musaGraphNode_t *pGraphNode, musaGraph_t graph, const musaGraphNode_t *pDependencies, size_t numDependencies,
    const struct musaExternalSemaphoreSignalNodeParams *nodeParams);
musaError_t MUSARTAPI musaGraphExternalSemaphoresSignalNodeGetParams(
    musaGraphNode_t hNode, struct musaExternalSemaphoreSignalNodeParams *params_out);
musaError_t MUSARTAPI musaGraphExternalSemaphoresSignalNodeSetParams(
    musaGraphNode_t hNode, const struct musaExternalSemaphoreSignalNodeParams *nodeParams);
musaError_t MUSARTAPI musaGraphAddExternalSemaphoresWaitNode(
    musaGraphNode_t *pGraphNode, musaGraph_t graph, const musaGraphNode_t *pDependencies, size_t numDependencies,
    const struct musaExternalSemaphoreWaitNodeParams *nodeParams);
musaError_t MUSARTAPI musaGraphExternalSemaphoresWaitNodeGetParams(
    musaGraphNode_t hNode, struct musaExternalSemaphoreWaitNodeParams *params_out);
musaError_t MUSARTAPI musaGraphExternalSemaphoresWaitNodeSetParams(
    musaGraphNode_t hNode, const struct musaExternalSemaphoreWaitNodeParams *nodeParams);
musaError_t MUSARTAPI musaGraphExecExternalSemaphoresSignalNodeSetParams(
    musaGraphExec_t hGraphExec, musaGraphNode_t node, const struct musaExternalSemaphoreSignalNodeParams *nodeParams);
musaError_t MUSARTAPI musaGraphExecExternalSemaphoresWaitNodeSetParams(
    musaGraphExec_t hGraphExec, musaGraphNode_t node, const struct musaExternalSemaphoreWaitNodeParams *nodeParams);

/* ---- MUSA's own kinds of nodes, refused likewise: their parameters are not publicly documented ---- */
musaError_t MUSARTAPI musaGraphAddMemAtomicNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                                const musaGraphNode_t *pDependencies, size_t numDependencies,
                                                const void *nodeParams);
musaError_t MUSARTAPI musaGraphMemAtomicNodeGetParams(musaGraphNode_t node, void *nodeParams);
musaError_t MUSARTAPI musaGraphMemAtomicNodeSetParams(musaGraphNode_t node, const void *nodeParams);
musaError_t MUSARTAPI musaGraphExecMemAtomicNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                                          const void *nodeParams);
musaError_t MUSARTAPI musaGraphAddMemAtomicValueNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                                     const musaGraphNode_t *pDependencies, size_t numDependencies,
                                                     const void *nodeParams);
musaError_t MUSARTAPI musaGraphMemAtomicValueNodeGetParams(musaGraphNode_t node, void *nodeParams);
musaError_t MUSARTAPI musaGraphMemAtomicValueNodeSetParams(musaGraphNode_t node, const void *nodeParams);
musaError_t MUSARTAPI musaGraphExecMemAtomicValueNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                                               const void *nodeParams);
musaError_t MUSARTAPI musaGraphAddMemWaitWriteNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                                   const musaGraphNode_t *pDependencies, size_t numDependencies,
                                                   const void *nodeParams);
musaError_t MUSARTAPI musaGraphMemWaitWriteNodeGetParams(musaGraphNode_t node, void *nodeParams);
musaError_t MUSARTAPI musaGraphMemWaitWriteNodeSetParams(musaGraphNode_t node, const void *nodeParams);
musaError_t MUSARTAPI musaGraphExecMemWaitWriteNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                                             const void *nodeParams);
musaError_t MUSARTAPI musaGraphAddMemTransferNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                                  const musaGraphNode_t *pDependencies, size_t numDependencies,
                                                  const void *nodeParams);
musaError_t MUSARTAPI musaGraphMemTransferNodeGetParams(musaGraphNode_t node, void *nodeParams);
musaError_t MUSARTAPI musaGraphMemTransferNodeSetParams(musaGraphNode_t node, const void *nodeParams);
musaError_t MUSARTAPI musaGraphExecMemTransferNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                                            const void *nodeParams);

#endif
