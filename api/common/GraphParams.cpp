// Checks of nodes' parameters.
#include "api/common/GraphParams.h"

#include "api/common/ArrayCopies.h"
#include "api/common/Copies.h"
#include "api/common/HostFunctions.h"

namespace helicon::api::graphs {
namespace {

/// One end as the checks of array copies have it; InvalidHandle for an array that is none.
Status endOf(const CopyNode::End &end, ArrayRef &keep, BoxEnd &out) {
  if (end.array) {
    keep = findArray(end.array);
    if (!keep)
      return Status::InvalidHandle;
    if (end.pointer)
      return Status::InvalidValue;
  }
  out.array = keep.get();
  out.memory = static_cast<char *>(end.pointer);
  out.pitch = end.pitch;
  out.planeRows = end.rows;
  out.x = end.x;
  out.y = end.y;
  out.z = end.z;
  return Status::Success;
}

bool fits(const BoxEnd &end, size_t width, size_t height, size_t depth) {
  if (end.array)
    return true;
  return end.x <= end.pitch && width <= end.pitch - end.x && (depth <= 1 || end.planeRows >= height);
}

} // namespace

Status resolveCopy(CopyNode &node, size_t width, size_t height, size_t depth, Status badKind) {
  ArrayRef toArray, fromArray;
  BoxEnd to, from;
  if (Status status = endOf(node.toEnd, toArray, to); status != Status::Success)
    return status;
  if (Status status = endOf(node.fromEnd, fromArray, from); status != Status::Success)
    return status;
  if (toArray)
    node.toEnd.texelBytes = toArray->texelBytes;
  if (fromArray)
    node.fromEnd.texelBytes = fromArray->texelBytes;
  if (width && height && depth && (!fits(to, width, height, depth) || !fits(from, width, height, depth)))
    return Status::InvalidValue;
  Box box{};
  if (Status status = boxOf(to, from, width, height, depth, node.kind, badKind, box); status != Status::Success)
    return status;
  node.to = box.to;
  node.from = box.from;
  return checkBox(box, node.kind, node.layout);
}

Status copyOf(const musaMemcpy3DParms &p, CopyNode &out) {
  const ArrayRef to = findArray(p.dstArray), from = findArray(p.srcArray);
  const size_t texel = to ? to->texelBytes : from ? from->texelBytes : 1;
  size_t width = 0;
  auto end = [](const void *array, const ArrayRef &found, const musaPitchedPtr &memory, const musaPos &at,
                CopyNode::End &out) {
    out.array = array;
    out.pointer = memory.ptr;
    out.pitch = memory.pitch;
    out.width = memory.xsize;
    out.rows = memory.ysize;
    out.y = at.y;
    out.z = at.z;
    return !__builtin_mul_overflow(at.x, found ? found->texelBytes : 1, &out.x);
  };
  if (!end(p.dstArray, to, p.dstPtr, p.dstPos, out.toEnd) || !end(p.srcArray, from, p.srcPtr, p.srcPos, out.fromEnd) ||
      __builtin_mul_overflow(p.extent.width, texel, &width))
    return Status::InvalidValue;
  out.kind = p.kind;
  const bool hasArray = p.dstArray || p.srcArray;
  return resolveCopy(out, width, p.extent.height, p.extent.depth,
                     hasArray ? Status::InvalidValue : Status::InvalidMemcpyDirection);
}

Status copyOf(void *to, const void *from, size_t bytes, int kind, CopyNode &out) {
  out.toEnd.pointer = to;
  out.fromEnd.pointer = const_cast<void *>(from);
  for (CopyNode::End *end : {&out.toEnd, &out.fromEnd}) {
    end->pitch = end->width = bytes;
    end->rows = 1;
  }
  out.kind = kind;
  out.to = to;
  out.from = from;
  out.layout = {bytes, bytes, bytes, bytes, bytes, 1, 1}; // one row may be longer than a pitch
  return checkCopy(to, from, bytes, static_cast<CopyKind>(kind));
}

void describe(const CopyNode &node, musaMemcpy3DParms &out) {
  out = {};
  auto end = [](const CopyNode::End &from, musaArray_t &array, musaPitchedPtr &memory, musaPos &at) {
    array = static_cast<musaArray_t>(const_cast<void *>(from.array));
    memory = {.ptr = from.pointer, .pitch = from.pitch, .xsize = from.width, .ysize = from.rows};
    at = {.x = from.x / from.texelBytes, .y = from.y, .z = from.z};
  };
  end(node.toEnd, out.dstArray, out.dstPtr, out.dstPos);
  end(node.fromEnd, out.srcArray, out.srcPtr, out.srcPos);
  const size_t texel = node.toEnd.array ? node.toEnd.texelBytes : node.fromEnd.texelBytes;
  out.extent = {.width = node.layout.width / texel, .height = node.layout.height, .depth = node.layout.depth};
  out.kind = static_cast<musaMemcpyKind>(node.kind);
}

Status fillOf(const FillNode &node, NodeParamsRef &out) {
  const bool isElement = node.elementBytes == 1 || node.elementBytes == 2 || node.elementBytes == 4;
  if (!node.to || !isElement || node.width == 0 || node.height == 0)
    return Status::InvalidValue;
  if (Status status = checkFillRectangle(node.to, node.pitch, node.elementBytes, node.width, node.height);
      status != Status::Success)
    return status;
  out = std::make_shared<NodeParams>(node);
  return Status::Success;
}

Maker copyMaker(const musaMemcpy3DParms *p) {
  return [p](Context &, const NodeParams *, NodeParamsRef &out) {
    CopyNode node;
    const Status status = p ? copyOf(*p, node) : Status::InvalidValue;
    if (status == Status::Success)
      out = std::make_shared<NodeParams>(node);
    return status;
  };
}

Maker copyMaker(void *to, const void *from, size_t bytes, int kind) {
  return [=](Context &, const NodeParams *, NodeParamsRef &out) {
    CopyNode node;
    const Status status = copyOf(to, from, bytes, kind, node);
    if (status == Status::Success)
      out = std::make_shared<NodeParams>(node);
    return status;
  };
}

Maker fillMaker(const musaMemsetParams *p) {
  return [p](Context &, const NodeParams *, NodeParamsRef &out) {
    return p ? fillOf({p->dst, p->pitch, p->value, p->elementSize, p->width, p->height}, out) : Status::InvalidValue;
  };
}

Maker hostMaker(void (*function)(void *), void *userData) {
  return [=](Context &, const NodeParams *, NodeParamsRef &out) {
    if (!function)
      return Status::InvalidValue;
    out = hostNode(function, userData);
    return Status::Success;
  };
}

Status readExtra(void **extra, LaunchRequest &request) {
  void *const kEnd = nullptr, *const kBuffer = reinterpret_cast<void *>(1), *const kBytes = reinterpret_cast<void *>(2);
  bool haveSize = false;
  for (int i = 0; extra[i] != kEnd; i += 2) {
    if (extra[i] == kBuffer) {
      request.packed = extra[i + 1];
    } else if (extra[i] == kBytes && extra[i + 1]) {
      request.packedBytes = *static_cast<const size_t *>(extra[i + 1]);
      haveSize = true;
    } else {
      return Status::InvalidValue;
    }
  }
  return request.packed && haveSize ? Status::Success : Status::InvalidValue;
}

Status kernelOf(Context &context, Kernel &kernel, const LaunchRequest &request, const NodeParams *now,
                NodeParamsRef &out) {
  KernelNode node;
  if (Status status = makeKernelNode(context, kernel, request, node); status != Status::Success)
    return status;
  if (const auto *old = now ? std::get_if<KernelNode>(now) : nullptr)
    node.attributes = old->attributes;
  out = std::make_shared<NodeParams>(std::move(node));
  return Status::Success;
}

} // namespace helicon::api::graphs
