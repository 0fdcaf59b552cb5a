// Many copies by one call. Those between pointers are all checked before the first is begun;
// `failIdx` says which it was, SIZE_MAX where the call itself is wrong. They run in stream order.
#include "api/common/ArrayCopies.h"
#include "api/common/Copies.h"
#include "api/musart/Entry.h"

#include <cstdint>

using namespace helicon;
using musart::withStream;

namespace {

bool isOrder(musaMemcpySrcAccessOrder order) {
  return order >= musaMemcpySrcAccessOrderStream && order <= musaMemcpySrcAccessOrderAny;
}

/// The first belongs to the first copy, and they ascend.
bool areAttributesInOrder(const musaMemcpyAttributes *attrs, const size_t *indices, size_t numAttrs, size_t count) {
  if (!attrs || !indices || numAttrs == 0 || numAttrs > count || indices[0] != 0)
    return false;
  for (size_t i = 0; i < numAttrs; ++i)
    if (indices[i] >= count || (i > 0 && indices[i] <= indices[i - 1]) || !isOrder(attrs[i].srcAccessOrder))
      return false;
  return true;
}

musaError_t musaMemcpyBatchAsyncBody(const char *function, bool perThread, void **dsts, void **srcs,
                                     const size_t *sizes, size_t count, const musaMemcpyAttributes *attrs,
                                     const size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, musaStream_t handle) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if (failIdx)
      *failIdx = SIZE_MAX;
    if (!dsts || !srcs || !sizes || count == 0 || stream.kind() == Stream::Kind::Legacy ||
        !areAttributesInOrder(attrs, attrsIdxs, numAttrs, count))
      return Status::InvalidValue;
    auto fail = [&](size_t index, Status status) {
      if (failIdx)
        *failIdx = index;
      return status;
    };
    for (size_t i = 0; i < count; ++i)
      if (Status status = checkCopy(dsts[i], srcs[i], sizes[i], CopyKind::Default); status != Status::Success)
        return fail(i, status);
    for (size_t i = 0; i < count; ++i)
      if (Status status = api::copyLinear(stream, dsts[i], srcs[i], sizes[i], musaMemcpyDefault, true);
          status != Status::Success)
        return fail(i, status);
    for (size_t i = 0; i < numAttrs; ++i) // sources that are the program's again when the call returns
      if (attrs[i].srcAccessOrder == musaMemcpySrcAccessOrderDuringApiCall)
        return stream.synchronise();
    return Status::Success;
  });
}

/// An end of a copy; false for what is none. `keep` holds the array.
bool toEnd(const musaMemcpy3DOperand &operand, const musaExtent &extent, api::ArrayRef &keep, api::BoxEnd &out,
           size_t texel) {
  if (operand.type == musaMemcpyOperandTypeArray) {
    out.array = keep.get();
    out.y = operand.op.array.offset.y;
    out.z = operand.op.array.offset.z;
    return keep && !__builtin_mul_overflow(operand.op.array.offset.x, keep->texelBytes, &out.x);
  }
  const auto &memory = operand.op.ptr;
  const size_t row = memory.rowLength ? memory.rowLength : extent.width;
  out.memory = static_cast<char *>(memory.ptr);
  out.planeRows = memory.layerHeight ? memory.layerHeight : extent.height;
  return operand.type == musaMemcpyOperandTypePointer && memory.ptr && row >= extent.width &&
         out.planeRows >= extent.height && !__builtin_mul_overflow(row, texel, &out.pitch);
}

Status copyOperation(Stream &stream, const musaMemcpy3DBatchOp &op) {
  auto arrayOf = [](const musaMemcpy3DOperand &operand) {
    return operand.type == musaMemcpyOperandTypeArray ? api::findArray(operand.op.array.array) : api::ArrayRef();
  };
  api::ArrayRef to = arrayOf(op.dst), from = arrayOf(op.src);
  const size_t texel = to ? to->texelBytes : from ? from->texelBytes : 1;
  api::BoxEnd target, source;
  size_t width = 0;
  if (!isOrder(op.srcAccessOrder) || !toEnd(op.dst, op.extent, to, target, texel) ||
      !toEnd(op.src, op.extent, from, source, texel) || __builtin_mul_overflow(op.extent.width, texel, &width))
    return Status::InvalidValue;
  return api::copyArrays(stream, target, source, width, op.extent.height, op.extent.depth, musaMemcpyDefault,
                         Status::InvalidValue, op.srcAccessOrder != musaMemcpySrcAccessOrderDuringApiCall);
}

musaError_t musaMemcpy3DBatchAsyncBody(const char *function, bool perThread, size_t numOps,
                                       const musaMemcpy3DBatchOp *opList, size_t *failIdx, unsigned long long flags,
                                       musaStream_t handle) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if (failIdx)
      *failIdx = SIZE_MAX;
    if (!opList || numOps == 0 || flags != 0 || stream.kind() == Stream::Kind::Legacy)
      return Status::InvalidValue;
    for (size_t i = 0; i < numOps; ++i)
      if (Status status = copyOperation(stream, opList[i]); status != Status::Success) {
        if (failIdx)
          *failIdx = i;
        return status;
      }
    return Status::Success;
  });
}

} // namespace

HELICON_STREAM_API(musaMemcpyBatchAsync, _ptsz,
                   (void **dsts, void **srcs, size_t *sizes, size_t count, musaMemcpyAttributes *attrs,
                    size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, musaStream_t stream),
                   (dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, stream))
HELICON_STREAM_API(musaMemcpy3DBatchAsync, _ptsz,
                   (size_t numOps, musaMemcpy3DBatchOp *opList, size_t *failIdx, unsigned long long flags,
                    musaStream_t stream),
                   (numOps, opList, failIdx, flags, stream))
