// What nodes of graphs do, in the driver API's structures.
#include "api/common/GraphParams.h"
#include "api/musa/Entry.h"
#include "runtime/GraphMemory.h"
#include "runtime/Launch.h"
#include "runtime/Library.h"

using namespace helicon;
using musa::withContext;
namespace graphs = helicon::api::graphs;
using graphs::Maker;
using graphs::Spot;

namespace {

using Node = MUgraphNode;
using GraphHandle = MUgraph;
using Exec = MUgraphExec;

Maker kernelMaker(const MUSA_KERNEL_NODE_PARAMS *p) {
  return [p](Context &context, const NodeParams *now, NodeParamsRef &out) {
    if (!p || (p->kernelParams && p->extra))
      return Status::InvalidValue;
    Kernel *kernel = nullptr;
    if (Status status = kernelOf(p->func, context, kernel); status != Status::Success)
      return status;
    LaunchRequest request{.grid = {p->gridDimX, p->gridDimY, p->gridDimZ},
                          .block = {p->blockDimX, p->blockDimY, p->blockDimZ}};
    request.dynamicShared = p->sharedMemBytes;
    request.parameters = p->kernelParams;
    if (p->extra)
      if (Status status = graphs::readExtra(p->extra, request); status != Status::Success)
        return status;
    return graphs::kernelOf(context, *kernel, request, now, out);
  };
}

void describe(const KernelNode &node, MUSA_KERNEL_NODE_PARAMS &out) {
  out = {reinterpret_cast<MUfunction>(node.kernel),
         node.grid[0],
         node.grid[1],
         node.grid[2],
         node.block[0],
         node.block[1],
         node.block[2],
         static_cast<unsigned>(node.dynamicShared),
         const_cast<void **>(node.addresses.data()),
         nullptr};
}

/// Where one end of a copy is; a pitch of 0 means rows without a gap.
Status endOf(MUmemorytype type, const void *host, MUdeviceptr device, MUarray array, size_t width, CopyNode::End &out) {
  switch (type) {
  case MU_MEMORYTYPE_HOST:
    out.pointer = const_cast<void *>(host);
    break;
  case MU_MEMORYTYPE_DEVICE:
  case MU_MEMORYTYPE_UNIFIED:
    out.pointer = musa::pointerOf(device);
    break;
  case MU_MEMORYTYPE_ARRAY:
    out.array = array;
    return array ? Status::Success : Status::InvalidHandle;
  default:
    return Status::InvalidValue;
  }
  if (out.pitch == 0 && __builtin_add_overflow(out.x, width, &out.pitch))
    return Status::InvalidValue;
  return out.pointer ? Status::Success : Status::InvalidValue;
}

int kindOf(MUmemorytype to, MUmemorytype from) {
  if (to == MU_MEMORYTYPE_UNIFIED || from == MU_MEMORYTYPE_UNIFIED)
    return static_cast<int>(CopyKind::Default);
  const bool toHost = to == MU_MEMORYTYPE_HOST, fromHost = from == MU_MEMORYTYPE_HOST;
  return static_cast<int>(fromHost ? toHost ? CopyKind::HostToHost : CopyKind::HostToDevice
                          : toHost ? CopyKind::DeviceToHost
                                   : CopyKind::DeviceToDevice);
}

Maker copyMaker(const MUSA_MEMCPY3D *p) {
  return [p](Context &, const NodeParams *, NodeParamsRef &out) {
    if (!p || p->srcLOD != 0 || p->dstLOD != 0)
      return Status::InvalidValue;
    CopyNode node;
    auto place = [](CopyNode::End &end, size_t x, size_t y, size_t z, size_t pitch, size_t height, size_t rows) {
      end.x = x;
      end.y = y;
      end.z = z;
      end.pitch = pitch;
      end.rows = height ? height : y + rows;
    };
    place(node.toEnd, p->dstXInBytes, p->dstY, p->dstZ, p->dstPitch, p->dstHeight, p->Height);
    place(node.fromEnd, p->srcXInBytes, p->srcY, p->srcZ, p->srcPitch, p->srcHeight, p->Height);
    node.kind = kindOf(p->dstMemoryType, p->srcMemoryType);
    if (Status s = endOf(p->dstMemoryType, p->dstHost, p->dstDevice, p->dstArray, p->WidthInBytes, node.toEnd);
        s != Status::Success)
      return s;
    if (Status s = endOf(p->srcMemoryType, p->srcHost, p->srcDevice, p->srcArray, p->WidthInBytes, node.fromEnd);
        s != Status::Success)
      return s;
    if (Status s = graphs::resolveCopy(node, p->WidthInBytes, p->Height, p->Depth, Status::InvalidValue);
        s != Status::Success)
      return s;
    out = std::make_shared<NodeParams>(node);
    return Status::Success;
  };
}

MUmemorytype typeOf(const CopyNode::End &end, int kind, bool isTo) {
  if (end.array)
    return MU_MEMORYTYPE_ARRAY;
  switch (static_cast<CopyKind>(kind)) {
  case CopyKind::HostToHost:
    return MU_MEMORYTYPE_HOST;
  case CopyKind::HostToDevice:
    return isTo ? MU_MEMORYTYPE_DEVICE : MU_MEMORYTYPE_HOST;
  case CopyKind::DeviceToHost:
    return isTo ? MU_MEMORYTYPE_HOST : MU_MEMORYTYPE_DEVICE;
  case CopyKind::DeviceToDevice:
    return MU_MEMORYTYPE_DEVICE;
  case CopyKind::Default:
    return MU_MEMORYTYPE_UNIFIED;
  }
  return MU_MEMORYTYPE_UNIFIED;
}

void describe(const CopyNode &node, MUSA_MEMCPY3D &out) {
  out = {};
  const CopyNode::End &to = node.toEnd, &from = node.fromEnd;
  out.dstMemoryType = typeOf(to, node.kind, true);
  out.srcMemoryType = typeOf(from, node.kind, false);
  out.dstXInBytes = to.x, out.dstY = to.y, out.dstZ = to.z, out.dstPitch = to.pitch, out.dstHeight = to.rows;
  out.srcXInBytes = from.x, out.srcY = from.y, out.srcZ = from.z, out.srcPitch = from.pitch, out.srcHeight = from.rows;
  out.dstArray = static_cast<MUarray>(const_cast<void *>(to.array));
  out.srcArray = static_cast<MUarray>(const_cast<void *>(from.array));
  if (out.dstMemoryType == MU_MEMORYTYPE_HOST)
    out.dstHost = to.pointer;
  else
    out.dstDevice = musa::addressOf(to.pointer);
  if (out.srcMemoryType == MU_MEMORYTYPE_HOST)
    out.srcHost = from.pointer;
  else
    out.srcDevice = musa::addressOf(from.pointer);
  out.WidthInBytes = node.layout.width;
  out.Height = node.layout.height;
  out.Depth = node.layout.depth;
}

Maker fillMaker(const MUSA_MEMSET_NODE_PARAMS *p) {
  return [p](Context &, const NodeParams *, NodeParamsRef &out) {
    if (!p)
      return Status::InvalidValue;
    return graphs::fillOf({musa::pointerOf(p->dst), p->pitch, p->value, p->elementSize, p->width, p->height}, out);
  };
}

Maker hostMaker(const MUSA_HOST_NODE_PARAMS *p) {
  return graphs::hostMaker(p ? p->fn : nullptr, p ? p->userData : nullptr);
}

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

/// Memory and devices are one context's here, so the context that a copy names need only be one.
Status checkContext(MUcontext context) { return findContext(context) ? Status::Success : Status::InvalidContext; }

/// A node that works in a context that the program names.
Status addIn(MUcontext context, const Spot &spot, const Maker &maker) {
  if (!spot.out || !Graph::find(spot.graph))
    return Status::InvalidValue;
  const Status status = checkContext(context);
  return status == Status::Success ? graphs::add(spot, maker) : status;
}

Status setIn(MUcontext context, Exec exec, Node node, const Maker &maker) {
  if (!GraphExec::find(exec))
    return Status::InvalidValue;
  const Status status = checkContext(context);
  return status == Status::Success ? graphs::setInExec(exec, node, maker) : status;
}

} // namespace

HELICON_API MUresult muGraphAddKernelNode(Node *phGraphNode, GraphHandle hGraph, const Node *dependencies,
                                          size_t numDependencies, const MUSA_KERNEL_NODE_PARAMS *nodeParams) {
  return withContext(__func__, [&](Context &) {
    return graphs::add({phGraphNode, hGraph, dependencies, nullptr, numDependencies}, kernelMaker(nodeParams));
  });
}
HELICON_API MUresult muGraphKernelNodeSetParams(Node hNode, const MUSA_KERNEL_NODE_PARAMS *nodeParams) {
  return withContext(__func__, [&](Context &) { return graphs::set(hNode, kernelMaker(nodeParams)); });
}
HELICON_API MUresult muGraphExecKernelNodeSetParams(Exec hGraphExec, Node hNode,
                                                    const MUSA_KERNEL_NODE_PARAMS *nodeParams) {
  return withContext(__func__,
                     [&](Context &) { return graphs::setInExec(hGraphExec, hNode, kernelMaker(nodeParams)); });
}
HELICON_API MUresult muGraphKernelNodeGetParams(Node hNode, MUSA_KERNEL_NODE_PARAMS *nodeParams) {
  return withContext(__func__, [&](Context &) {
    return getParams<KernelNode>(hNode, nodeParams,
                                 [](const KernelNode &found, MUSA_KERNEL_NODE_PARAMS &out) { describe(found, out); });
  });
}

HELICON_API MUresult muGraphAddMemcpyNode(Node *phGraphNode, GraphHandle hGraph, const Node *dependencies,
                                          size_t numDependencies, const MUSA_MEMCPY3D *copyParams, MUcontext ctx) {
  return withContext(__func__, [&](Context &) {
    return addIn(ctx, {phGraphNode, hGraph, dependencies, nullptr, numDependencies}, copyMaker(copyParams));
  });
}
HELICON_API MUresult muGraphMemcpyNodeSetParams(Node hNode, const MUSA_MEMCPY3D *nodeParams) {
  return withContext(__func__, [&](Context &) { return graphs::set(hNode, copyMaker(nodeParams)); });
}
HELICON_API MUresult muGraphExecMemcpyNodeSetParams(Exec hGraphExec, Node hNode, const MUSA_MEMCPY3D *copyParams,
                                                    MUcontext ctx) {
  return withContext(__func__, [&](Context &) { return setIn(ctx, hGraphExec, hNode, copyMaker(copyParams)); });
}
HELICON_API MUresult muGraphMemcpyNodeGetParams(Node hNode, MUSA_MEMCPY3D *nodeParams) {
  return withContext(__func__, [&](Context &) {
    return getParams<CopyNode>(hNode, nodeParams,
                               [](const CopyNode &found, MUSA_MEMCPY3D &out) { describe(found, out); });
  });
}

HELICON_API MUresult muGraphAddMemsetNode(Node *phGraphNode, GraphHandle hGraph, const Node *dependencies,
                                          size_t numDependencies, const MUSA_MEMSET_NODE_PARAMS *memsetParams,
                                          MUcontext ctx) {
  return withContext(__func__, [&](Context &) {
    return addIn(ctx, {phGraphNode, hGraph, dependencies, nullptr, numDependencies}, fillMaker(memsetParams));
  });
}
HELICON_API MUresult muGraphMemsetNodeSetParams(Node hNode, const MUSA_MEMSET_NODE_PARAMS *nodeParams) {
  return withContext(__func__, [&](Context &) { return graphs::set(hNode, fillMaker(nodeParams)); });
}
HELICON_API MUresult muGraphExecMemsetNodeSetParams(Exec hGraphExec, Node hNode,
                                                    const MUSA_MEMSET_NODE_PARAMS *memsetParams, MUcontext ctx) {
  return withContext(__func__, [&](Context &) { return setIn(ctx, hGraphExec, hNode, fillMaker(memsetParams)); });
}
HELICON_API MUresult muGraphMemsetNodeGetParams(Node hNode, MUSA_MEMSET_NODE_PARAMS *nodeParams) {
  return withContext(__func__, [&](Context &) {
    return getParams<FillNode>(hNode, nodeParams, [](const FillNode &found, MUSA_MEMSET_NODE_PARAMS &out) {
      out = {musa::addressOf(found.to), found.pitch, found.value, found.elementBytes, found.width, found.height};
    });
  });
}

HELICON_API MUresult muGraphAddHostNode(Node *phGraphNode, GraphHandle hGraph, const Node *dependencies,
                                        size_t numDependencies, const MUSA_HOST_NODE_PARAMS *nodeParams) {
  return withContext(__func__, [&](Context &) {
    return graphs::add({phGraphNode, hGraph, dependencies, nullptr, numDependencies}, hostMaker(nodeParams));
  });
}
HELICON_API MUresult muGraphHostNodeSetParams(Node hNode, const MUSA_HOST_NODE_PARAMS *nodeParams) {
  return withContext(__func__, [&](Context &) { return graphs::set(hNode, hostMaker(nodeParams)); });
}
HELICON_API MUresult muGraphExecHostNodeSetParams(Exec hGraphExec, Node hNode,
                                                  const MUSA_HOST_NODE_PARAMS *nodeParams) {
  return withContext(__func__, [&](Context &) { return graphs::setInExec(hGraphExec, hNode, hostMaker(nodeParams)); });
}
HELICON_API MUresult muGraphHostNodeGetParams(Node hNode, MUSA_HOST_NODE_PARAMS *nodeParams) {
  return withContext(__func__, [&](Context &) {
    return getParams<HostNode>(hNode, nodeParams, [](const HostNode &found, MUSA_HOST_NODE_PARAMS &out) {
      out = {found.function, found.userData};
    });
  });
}

HELICON_API MUresult muGraphAddMemAllocNode(Node *phGraphNode, GraphHandle hGraph, const Node *dependencies,
                                            size_t numDependencies, MUSA_MEM_ALLOC_NODE_PARAMS *p) {
  return withContext(__func__, [&](Context &) {
    if (!p || p->poolProps.allocType != MU_MEM_ALLOCATION_TYPE_PINNED ||
        p->poolProps.handleTypes != MU_MEM_HANDLE_TYPE_NONE ||
        p->poolProps.location.type != MU_MEM_LOCATION_TYPE_DEVICE || (p->accessDescCount > 0 && !p->accessDescs))
      return Status::InvalidValue;
    void *address = nullptr;
    const Status status = graphs::addAlloc({phGraphNode, hGraph, dependencies, nullptr, numDependencies},
                                           p->poolProps.location.id, p->bytesize, &address);
    if (status == Status::Success)
      p->dptr = musa::addressOf(address);
    return status;
  });
}
HELICON_API MUresult muGraphMemAllocNodeGetParams(Node hNode, MUSA_MEM_ALLOC_NODE_PARAMS *paramsOut) {
  return withContext(__func__, [&](Context &) {
    return getParams<AllocNode>(hNode, paramsOut, [](const AllocNode &found, MUSA_MEM_ALLOC_NODE_PARAMS &out) {
      out = {};
      out.poolProps.allocType = MU_MEM_ALLOCATION_TYPE_PINNED;
      out.poolProps.location = {MU_MEM_LOCATION_TYPE_DEVICE, found.memory->context().device().ordinal()};
      out.bytesize = found.memory->bytes();
      out.dptr = musa::addressOf(found.memory->address());
    });
  });
}
HELICON_API MUresult muGraphAddMemFreeNode(Node *phGraphNode, GraphHandle hGraph, const Node *dependencies,
                                           size_t numDependencies, MUdeviceptr dptr) {
  return withContext(__func__, [&](Context &) {
    return graphs::addFree({phGraphNode, hGraph, dependencies, nullptr, numDependencies}, musa::pointerOf(dptr));
  });
}
HELICON_API MUresult muGraphMemFreeNodeGetParams(Node hNode, MUdeviceptr *dptrOut) {
  return withContext(__func__, [&](Context &) {
    return getParams<FreeNode>(hNode, dptrOut, [](const FreeNode &found, MUdeviceptr &out) {
      out = musa::addressOf(found.memory->address());
    });
  });
}
