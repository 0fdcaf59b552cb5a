// What nodes of graphs do, in the runtime API's structures.
#include "api/common/GraphParams.h"
#include "api/musart/Entry.h"
#include "api/musart/Symbols.h"
#include "runtime/GraphMemory.h"
#include "runtime/Launch.h"
#include "runtime/Library.h"
#include "runtime/Program.h"

#include <algorithm>

using namespace helicon;
using musart::withContext;
namespace graphs = helicon::api::graphs;
using graphs::Maker;
using graphs::Spot;

namespace {

using Node = musaGraphNode_t;
using GraphHandle = musaGraph_t;
using Exec = musaGraphExec_t;

Maker kernelMaker(const musaKernelNodeParams *p) {
  return [p](Context &context, const NodeParams *now, NodeParamsRef &out) {
    if (!p || (p->kernelParams && p->extra))
      return Status::InvalidValue;
    Kernel *kernel = nullptr; // a host function, or one of the driver API
    if (Status status = program::kernelFor(p->func, context, kernel); status != Status::Success) {
      const bool unknown = status == Status::InvalidDeviceFunction;
      if (!unknown || kernelOf(p->func, context, kernel) != Status::Success)
        return status;
    }
    LaunchRequest request;
    request.grid[0] = p->gridDim.x, request.grid[1] = p->gridDim.y, request.grid[2] = p->gridDim.z;
    request.block[0] = p->blockDim.x, request.block[1] = p->blockDim.y, request.block[2] = p->blockDim.z;
    request.dynamicShared = p->sharedMemBytes;
    request.parameters = p->kernelParams;
    request.hostFunction = p->func;
    if (p->extra)
      if (Status status = graphs::readExtra(p->extra, request); status != Status::Success)
        return status;
    return graphs::kernelOf(context, *kernel, request, now, out);
  };
}

void describe(const KernelNode &node, musaKernelNodeParams &out) {
  out = {};
  out.func = const_cast<void *>(node.function ? node.function : node.kernel);
  out.gridDim = {node.grid[0], node.grid[1], node.grid[2]};
  out.blockDim = {node.block[0], node.block[1], node.block[2]};
  out.sharedMemBytes = static_cast<unsigned>(node.dynamicShared);
  out.kernelParams = const_cast<void **>(node.addresses.data());
}

Maker toSymbol(const void *symbol, const void *src, size_t count, size_t offset, int kind) {
  return [=](Context &context, const NodeParams *now, NodeParamsRef &out) {
    char *to = nullptr;
    if (kind != musaMemcpyHostToDevice && kind != musaMemcpyDeviceToDevice && kind != musaMemcpyDefault)
      return Status::InvalidMemcpyDirection;
    if (Status status = musart::partOfSymbol(symbol, context, count, offset, to); status != Status::Success)
      return status;
    return graphs::copyMaker(to, src, count, kind)(context, now, out);
  };
}

Maker fromSymbol(void *dst, const void *symbol, size_t count, size_t offset, int kind) {
  return [=](Context &context, const NodeParams *now, NodeParamsRef &out) {
    char *from = nullptr;
    if (kind != musaMemcpyDeviceToHost && kind != musaMemcpyDeviceToDevice && kind != musaMemcpyDefault)
      return Status::InvalidMemcpyDirection;
    if (Status status = musart::partOfSymbol(symbol, context, count, offset, from); status != Status::Success)
      return status;
    return graphs::copyMaker(dst, from, count, kind)(context, now, out);
  };
}

Maker hostMaker(const musaHostNodeParams *p) {
  return graphs::hostMaker(p ? p->fn : nullptr, p ? p->userData : nullptr);
}

/// Where the parameters of a node of type T go.
template <class T, class Out, class Describe> Status getParams(Node node, Out *out, Describe &&describe) {
  NodeParamsRef keep;
  const T *found = nullptr;
  if (!out)
    return Status::InvalidValue;
  const Status status = graphs::get(node, keep, found);
  if (status == Status::Success)
    describe(*found, *out);
  return status;
}

Status addAlloc(const Spot &spot, musaMemAllocNodeParams *p) {
  if (!p || p->poolProps.allocType != musaMemAllocationTypePinned ||
      p->poolProps.handleTypes != musaMemHandleTypeNone || p->poolProps.location.type != musaMemLocationTypeDevice ||
      p->bytesize == 0 || (p->accessDescCount > 0 && !p->accessDescs))
    return Status::InvalidValue;
  return graphs::addAlloc(spot, p->poolProps.location.id, p->bytesize, &p->dptr);
}

void describe(const AllocNode &node, musaMemAllocNodeParams &out) {
  out = {};
  out.poolProps.allocType = musaMemAllocationTypePinned;
  out.poolProps.location = {musaMemLocationTypeDevice, node.memory->context().device().ordinal()};
  out.bytesize = node.memory->bytes();
  out.dptr = node.memory->address();
}

/// A node of any kind that has parameters of its own; null for what has none, or is made otherwise.
Maker makerOf(const musaGraphNodeParams &p) {
  switch (p.type) {
  case musaGraphNodeTypeKernel:
    return kernelMaker(&p.kernel);
  case musaGraphNodeTypeMemcpy:
    return graphs::copyMaker(&p.memcpy.copyParams);
  case musaGraphNodeTypeMemset:
    return graphs::fillMaker(&p.memset);
  case musaGraphNodeTypeHost:
    return hostMaker(&p.host);
  case musaGraphNodeTypeWaitEvent:
    return graphs::eventMaker(p.eventWait.event, false);
  case musaGraphNodeTypeEventRecord:
    return graphs::eventMaker(p.eventRecord.event, true);
  case musaGraphNodeTypeEmpty:
    return graphs::emptyMaker();
  default:
    return nullptr;
  }
}

Status addAny(const Spot &spot, musaGraphNodeParams *p) {
  if (!p)
    return Status::InvalidValue;
  if (p->reserved2 != 0 || std::any_of(p->reserved0, p->reserved0 + 3, [](int word) { return word != 0; }))
    return Status::InvalidValue;
  switch (p->type) {
  case musaGraphNodeTypeGraph:
    return graphs::addChild(spot, p->graph.graph);
  case musaGraphNodeTypeMemAlloc:
    return addAlloc(spot, &p->alloc);
  case musaGraphNodeTypeMemFree:
    return graphs::addFree(spot, p->free.dptr);
  case musaGraphNodeTypeConditional:
    return graphs::addConditional(spot, p->conditional.handle, p->conditional.type, p->conditional.size,
                                  &p->conditional.phGraph_out);
  case musaGraphNodeTypeExtSemaphoreSignal:
  case musaGraphNodeTypeExtSemaphoreWait:
    return Status::NotSupported;
  default:
    const Maker maker = makerOf(*p);
    return maker ? graphs::add(spot, maker) : Status::InvalidValue;
  }
}

} // namespace

/// The calls that add a node, set its parameters and set them in an executable graph: the same but for what they act
/// on.
#define HELICON_NODE_CALLS(addName, setName, execName, parameters, maker)                                              \
  HELICON_API musaError_t addName(Node *pGraphNode, GraphHandle graph, const Node *pDependencies,                      \
                                  size_t numDependencies, HELICON_UNPACK parameters) {                                 \
    return withContext(__func__, [&](Context &) {                                                                      \
      return graphs::add({pGraphNode, graph, pDependencies, nullptr, numDependencies}, maker);                         \
    });                                                                                                                \
  }                                                                                                                    \
  HELICON_API musaError_t setName(Node node, HELICON_UNPACK parameters) {                                              \
    return withContext(__func__, [&](Context &) { return graphs::set(node, maker); });                                 \
  }                                                                                                                    \
  HELICON_API musaError_t execName(Exec hGraphExec, Node node, HELICON_UNPACK parameters) {                            \
    return withContext(__func__, [&](Context &) { return graphs::setInExec(hGraphExec, node, maker); });               \
  }

HELICON_NODE_CALLS(musaGraphAddKernelNode, musaGraphKernelNodeSetParams, musaGraphExecKernelNodeSetParams,
                   (const musaKernelNodeParams *pNodeParams), kernelMaker(pNodeParams))
HELICON_NODE_CALLS(musaGraphAddMemcpyNode, musaGraphMemcpyNodeSetParams, musaGraphExecMemcpyNodeSetParams,
                   (const musaMemcpy3DParms *pNodeParams), graphs::copyMaker(pNodeParams))
HELICON_NODE_CALLS(musaGraphAddMemcpyNode1D, musaGraphMemcpyNodeSetParams1D, musaGraphExecMemcpyNodeSetParams1D,
                   (void *dst, const void *src, size_t count, musaMemcpyKind kind),
                   graphs::copyMaker(dst, src, count, kind))
HELICON_NODE_CALLS(musaGraphAddMemcpyNodeToSymbol, musaGraphMemcpyNodeSetParamsToSymbol,
                   musaGraphExecMemcpyNodeSetParamsToSymbol,
                   (const void *symbol, const void *src, size_t count, size_t offset, musaMemcpyKind kind),
                   toSymbol(symbol, src, count, offset, kind))
HELICON_NODE_CALLS(musaGraphAddMemcpyNodeFromSymbol, musaGraphMemcpyNodeSetParamsFromSymbol,
                   musaGraphExecMemcpyNodeSetParamsFromSymbol,
                   (void *dst, const void *symbol, size_t count, size_t offset, musaMemcpyKind kind),
                   fromSymbol(dst, symbol, count, offset, kind))
HELICON_NODE_CALLS(musaGraphAddMemsetNode, musaGraphMemsetNodeSetParams, musaGraphExecMemsetNodeSetParams,
                   (const musaMemsetParams *pNodeParams), graphs::fillMaker(pNodeParams))
HELICON_NODE_CALLS(musaGraphAddHostNode, musaGraphHostNodeSetParams, musaGraphExecHostNodeSetParams,
                   (const musaHostNodeParams *pNodeParams), hostMaker(pNodeParams))

HELICON_API musaError_t musaGraphKernelNodeGetParams(Node node, musaKernelNodeParams *pNodeParams) {
  return withContext(__func__, [&](Context &) {
    return getParams<KernelNode>(node, pNodeParams,
                                 [](const KernelNode &found, musaKernelNodeParams &out) { describe(found, out); });
  });
}

HELICON_API musaError_t musaGraphMemcpyNodeGetParams(Node node, musaMemcpy3DParms *pNodeParams) {
  return withContext(__func__, [&](Context &) {
    return getParams<CopyNode>(node, pNodeParams,
                               [](const CopyNode &found, musaMemcpy3DParms &out) { graphs::describe(found, out); });
  });
}

HELICON_API musaError_t musaGraphMemsetNodeGetParams(Node node, musaMemsetParams *pNodeParams) {
  return withContext(__func__, [&](Context &) {
    return getParams<FillNode>(node, pNodeParams, [](const FillNode &found, musaMemsetParams &out) {
      out = {found.to, found.pitch, found.value, found.elementBytes, found.width, found.height};
    });
  });
}

HELICON_API musaError_t musaGraphHostNodeGetParams(Node node, musaHostNodeParams *pNodeParams) {
  return withContext(__func__, [&](Context &) {
    return getParams<HostNode>(node, pNodeParams, [](const HostNode &found, musaHostNodeParams &out) {
      out = {found.function, found.userData};
    });
  });
}

HELICON_API musaError_t musaGraphAddMemAllocNode(Node *pGraphNode, GraphHandle graph, const Node *pDependencies,
                                                 size_t numDependencies, musaMemAllocNodeParams *nodeParams) {
  return withContext(__func__, [&](Context &) {
    return addAlloc({pGraphNode, graph, pDependencies, nullptr, numDependencies}, nodeParams);
  });
}

HELICON_API musaError_t musaGraphMemAllocNodeGetParams(Node node, musaMemAllocNodeParams *paramsOut) {
  return withContext(__func__, [&](Context &) {
    return getParams<AllocNode>(node, paramsOut,
                                [](const AllocNode &found, musaMemAllocNodeParams &out) { describe(found, out); });
  });
}

HELICON_API musaError_t musaGraphAddMemFreeNode(Node *pGraphNode, GraphHandle graph, const Node *pDependencies,
                                                size_t numDependencies, void *dptr) {
  return withContext(__func__, [&](Context &) {
    return graphs::addFree({pGraphNode, graph, pDependencies, nullptr, numDependencies}, dptr);
  });
}

HELICON_API musaError_t musaGraphMemFreeNodeGetParams(Node node, void *dptrOut) {
  return withContext(__func__, [&](Context &) {
    return getParams<FreeNode>(node, static_cast<void **>(dptrOut),
                               [](const FreeNode &found, void *&out) { out = found.memory->address(); });
  });
}

HELICON_API musaError_t musaGraphAddNode(Node *pGraphNode, GraphHandle graph, const Node *pDependencies,
                                         size_t numDependencies, musaGraphNodeParams *nodeParams) {
  return withContext(__func__, [&](Context &) {
    return addAny({pGraphNode, graph, pDependencies, nullptr, numDependencies}, nodeParams);
  });
}

HELICON_API musaError_t musaGraphAddNode_v2(Node *pGraphNode, GraphHandle graph, const Node *pDependencies,
                                            const musaGraphEdgeData *dependencyData, size_t numDependencies,
                                            musaGraphNodeParams *nodeParams) {
  return withContext(__func__, [&](Context &) {
    return addAny({pGraphNode, graph, pDependencies, dependencyData, numDependencies}, nodeParams);
  });
}

HELICON_API musaError_t musaGraphNodeSetParams(Node node, musaGraphNodeParams *nodeParams) {
  return withContext(__func__, [&](Context &) {
    const Maker maker = nodeParams ? makerOf(*nodeParams) : nullptr;
    return maker ? graphs::set(node, maker) : Status::InvalidValue;
  });
}

HELICON_API musaError_t musaGraphExecNodeSetParams(Exec graphExec, Node node, musaGraphNodeParams *nodeParams) {
  return withContext(__func__, [&](Context &) {
    if (nodeParams && nodeParams->type == musaGraphNodeTypeGraph)
      return graphs::setChildInExec(graphExec, node, nodeParams->graph.graph);
    const Maker maker = nodeParams ? makerOf(*nodeParams) : nullptr;
    return maker ? graphs::setInExec(graphExec, node, maker) : Status::InvalidValue;
  });
}
