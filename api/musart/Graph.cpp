// Graphs: what the driver API has under the same parameters, launches, and the forms with edges' data.
#include "api/common/Graphs.h"
#include "api/musart/Entry.h"
#include "runtime/GraphMemory.h"

using namespace helicon;
using musart::withContext;
using musart::withDevice;
using musart::withStream;
namespace graphs = helicon::api::graphs;

namespace {

using Node = musaGraphNode_t;
using GraphHandle = musaGraph_t;
using Exec = musaGraphExec_t;
using EventHandle = musaEvent_t;
using ObjectHandle = musaUserObject_t;
using HostFunction = musaHostFn_t;
using NodeKind = musaGraphNodeType;
using AttributeId = musaLaunchAttributeID;
using AttributeValue = musaLaunchAttributeValue;
using CaptureModeKind = musaStreamCaptureMode;
using SignalParams = musaExternalSemaphoreSignalNodeParams;
using WaitParams = musaExternalSemaphoreWaitNodeParams;

musaError_t musaGraphLaunchBody(const char *function, bool perThread, Exec exec, musaStream_t handle) {
  return withStream(function, perThread, handle, [&](Stream &stream) { return graphs::launch(stream, exec); });
}

musaError_t musaGraphUploadBody(const char *function, bool perThread, Exec exec, musaStream_t handle) {
  return withStream(function, perThread, handle, [&](Stream &stream) { return graphs::upload(stream, exec); });
}

musaError_t musaGraphInstantiateWithParamsBody(const char *function, bool perThread, Exec *out, GraphHandle graph,
                                               musaGraphInstantiateParams *params) {
  return withContext(function, [&](Context &context) {
    if (!params)
      return Status::InvalidValue;
    if (!findStream(params->uploadStream, context, perThread))
      return Status::InvalidHandle;
    InstantiateOutcome outcome;
    const Status status = graphs::instantiate(out, graph, params->flags, outcome);
    params->result_out = static_cast<musaGraphInstantiateResult>(outcome.result);
    params->errNode_out = reinterpret_cast<Node>(outcome.node);
    return status;
  });
}

} // namespace

#define HELICON_GRAPH_CALL(name, parameters, ...)                                                                      \
  HELICON_API musaError_t musa##name parameters {                                                                      \
    return withContext(__func__, [&]([[maybe_unused]] Context &context) -> Status { return __VA_ARGS__; });            \
  }
#include "api/common/GraphCalls.def"

HELICON_API musaError_t musaGraphKernelNodeCopyAttributes(Node hSrc, Node hDst) {
  return withContext(__func__, [&](Context &) { return graphs::copyAttributes(hSrc, hDst); });
}

HELICON_STREAM_API(musaGraphLaunch, _ptsz, (Exec graphExec, musaStream_t stream), (graphExec, stream))
HELICON_STREAM_API(musaGraphUpload, _ptsz, (Exec graphExec, musaStream_t stream), (graphExec, stream))
HELICON_STREAM_API(musaGraphInstantiateWithParams, _ptsz,
                   (Exec * pGraphExec, GraphHandle graph, musaGraphInstantiateParams *instantiateParams),
                   (pGraphExec, graph, instantiateParams))

HELICON_API musaError_t musaGraphExecUpdate(Exec hGraphExec, GraphHandle hGraph, Node *hErrorNodeOut,
                                            musaGraphExecUpdateResult *updateResultOut) {
  return withContext(__func__, [&](Context &) {
    return graphs::update(hGraphExec, hGraph, hErrorNodeOut, nullptr, reinterpret_cast<int *>(updateResultOut));
  });
}

HELICON_API musaError_t musaGraphGetEdges_v2(GraphHandle graph, Node *from, Node *to, musaGraphEdgeData *edgeData,
                                             size_t *numEdges) {
  return withContext(__func__, [&](Context &) { return graphs::edges(graph, from, to, edgeData, numEdges); });
}

HELICON_API musaError_t musaGraphNodeGetDependencies_v2(Node node, Node *pDependencies, musaGraphEdgeData *edgeData,
                                                        size_t *pNumDependencies) {
  return withContext(
      __func__, [&](Context &) { return graphs::neighbours(node, true, pDependencies, edgeData, pNumDependencies); });
}

HELICON_API musaError_t musaGraphNodeGetDependentNodes_v2(Node node, Node *pDependentNodes, musaGraphEdgeData *edgeData,
                                                          size_t *pNumDependentNodes) {
  return withContext(__func__, [&](Context &) {
    return graphs::neighbours(node, false, pDependentNodes, edgeData, pNumDependentNodes);
  });
}

HELICON_API musaError_t musaGraphAddDependencies_v2(GraphHandle graph, const Node *from, const Node *to,
                                                    const musaGraphEdgeData *edgeData, size_t numDependencies) {
  return withContext(__func__,
                     [&](Context &) { return graphs::changeEdges(graph, true, from, to, edgeData, numDependencies); });
}

HELICON_API musaError_t musaGraphRemoveDependencies_v2(GraphHandle graph, const Node *from, const Node *to,
                                                       const musaGraphEdgeData *edgeData, size_t numDependencies) {
  return withContext(__func__,
                     [&](Context &) { return graphs::changeEdges(graph, false, from, to, edgeData, numDependencies); });
}

HELICON_API musaError_t musaGraphConditionalHandleCreate(musaGraphConditionalHandle *pHandleOut, GraphHandle graph,
                                                         unsigned int defaultLaunchValue, unsigned int flags) {
  return withContext(__func__,
                     [&](Context &) { return graphs::createCondition(pHandleOut, graph, defaultLaunchValue, flags); });
}

HELICON_API musaError_t musaDeviceGraphMemTrim(int device) {
  return withDevice(__func__, device, [](Device &found) {
    GraphMemory::trim(found);
    return Status::Success;
  });
}

HELICON_API musaError_t musaDeviceGetGraphMemAttribute(int device, musaGraphMemAttributeType attr, void *value) {
  return withDevice(__func__, device, [&](Device &found) { return graphs::memoryAttribute(found, attr, value); });
}

HELICON_API musaError_t musaDeviceSetGraphMemAttribute(int device, musaGraphMemAttributeType attr, void *value) {
  return withDevice(__func__, device, [&](Device &found) { return graphs::setMemoryAttribute(found, attr, value); });
}

// MUSA's own kinds of nodes: what their parameters look like is not public.
#define HELICON_REFUSED_NODE(kind)                                                                                     \
  HELICON_API musaError_t musaGraphAdd##kind##Node(Node *, GraphHandle, const Node *, size_t, const void *) {          \
    return withContext(__func__, [](Context &) { return Status::NotSupported; });                                      \
  }                                                                                                                    \
  HELICON_API musaError_t musaGraph##kind##NodeGetParams(Node, void *) {                                               \
    return withContext(__func__, [](Context &) { return Status::NotSupported; });                                      \
  }                                                                                                                    \
  HELICON_API musaError_t musaGraph##kind##NodeSetParams(Node, const void *) {                                         \
    return withContext(__func__, [](Context &) { return Status::NotSupported; });                                      \
  }                                                                                                                    \
  HELICON_API musaError_t musaGraphExec##kind##NodeSetParams(Exec, Node, const void *) {                               \
    return withContext(__func__, [](Context &) { return Status::NotSupported; });                                      \
  }
HELICON_REFUSED_NODE(MemAtomic)
HELICON_REFUSED_NODE(MemAtomicValue)
HELICON_REFUSED_NODE(MemWaitWrite)
HELICON_REFUSED_NODE(MemTransfer)
