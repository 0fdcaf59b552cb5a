// Waits for and writes of words in memory, one by one and as lists.
#include "runtime/StreamMemory.h"
#include "api/musa/Entry.h"
#include "runtime/Memory.h"

#include <vector>

using namespace helicon;
using musa::withStream;

namespace {

using Kind = MemoryOperation::Kind;
constexpr unsigned kMostOperations = 256;

/// InvalidValue for an address that is not aligned, or not of memory that a device reaches.
Status checkWord(MUdeviceptr address, bool isWide) {
  const size_t bytes = isWide ? 8 : 4;
  const PointerInfo info = pointerInfo(musa::pointerOf(address));
  if (address % bytes != 0 || info.kind == MemoryKind::Unregistered || !info.base)
    return Status::InvalidValue;
  const size_t offset = address - musa::addressOf(info.base);
  return offset <= info.bytes && bytes <= info.bytes - offset ? Status::Success : Status::InvalidValue;
}

/// What is flushed and kept in order by some flags is so here without.
Status waitOf(MUdeviceptr address, uint64_t value, bool isWide, unsigned flags, MemoryOperation &out) {
  static_assert(MU_STREAM_WAIT_VALUE_GEQ == int(Kind::WaitGreater) && MU_STREAM_WAIT_VALUE_EQ == int(Kind::WaitEqual) &&
                MU_STREAM_WAIT_VALUE_AND == int(Kind::WaitAnd) && MU_STREAM_WAIT_VALUE_NOR == int(Kind::WaitNor));
  const unsigned kind = flags & ~static_cast<unsigned>(MU_STREAM_WAIT_VALUE_FLUSH);
  if (kind > MU_STREAM_WAIT_VALUE_NOR)
    return Status::InvalidValue;
  out = {static_cast<Kind>(kind), isWide, musa::pointerOf(address), value};
  return checkWord(address, isWide);
}

Status writeOf(MUdeviceptr address, uint64_t value, bool isWide, unsigned flags, MemoryOperation &out) {
  if (flags & ~static_cast<unsigned>(MU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER))
    return Status::InvalidValue;
  out = {Kind::Write, isWide, musa::pointerOf(address), value};
  return checkWord(address, isWide);
}

/// `isNeeded` false: the operation orders what is in order here.
Status operationOf(const MUstreamBatchMemOpParams &p, MemoryOperation &out, bool &isNeeded) {
  isNeeded = true;
  switch (p.operation) {
  case MU_STREAM_MEM_OP_WAIT_VALUE_32:
    return waitOf(p.waitValue.address, p.waitValue.value, false, p.waitValue.flags, out);
  case MU_STREAM_MEM_OP_WAIT_VALUE_64:
    return waitOf(p.waitValue.address, p.waitValue.value64, true, p.waitValue.flags, out);
  case MU_STREAM_MEM_OP_WRITE_VALUE_32:
    return writeOf(p.writeValue.address, p.writeValue.value, false, p.writeValue.flags, out);
  case MU_STREAM_MEM_OP_WRITE_VALUE_64:
    return writeOf(p.writeValue.address, p.writeValue.value64, true, p.writeValue.flags, out);
  case MU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
    isNeeded = false;
    return p.flushRemoteWrites.flags == 0 ? Status::Success : Status::InvalidValue;
  case MU_STREAM_MEM_OP_BARRIER:
    isNeeded = false;
    return p.memoryBarrier.flags <= MU_STREAM_MEMORY_BARRIER_TYPE_GPU ? Status::Success : Status::InvalidValue;
  }
  return Status::InvalidValue;
}

using Maker = Status (*)(MUdeviceptr, uint64_t, bool, unsigned, MemoryOperation &);

MUresult one(const char *function, bool perThread, MUstream handle, Maker make, MUdeviceptr address, uint64_t value,
             bool isWide, unsigned flags) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    MemoryOperation operation;
    const Status status = make(address, value, isWide, flags, operation);
    return status == Status::Success ? enqueueMemoryOperations(stream, {operation}) : status;
  });
}

MUresult muStreamWaitValue32Body(const char *function, bool perThread, MUstream stream, MUdeviceptr address,
                                 muuint32_t value, unsigned flags) {
  return one(function, perThread, stream, waitOf, address, value, false, flags);
}
MUresult muStreamWaitValue64Body(const char *function, bool perThread, MUstream stream, MUdeviceptr address,
                                 muuint64_t value, unsigned flags) {
  return one(function, perThread, stream, waitOf, address, value, true, flags);
}
MUresult muStreamWriteValue32Body(const char *function, bool perThread, MUstream stream, MUdeviceptr address,
                                  muuint32_t value, unsigned flags) {
  return one(function, perThread, stream, writeOf, address, value, false, flags);
}
MUresult muStreamWriteValue64Body(const char *function, bool perThread, MUstream stream, MUdeviceptr address,
                                  muuint64_t value, unsigned flags) {
  return one(function, perThread, stream, writeOf, address, value, true, flags);
}

/// Nothing is done when one of them is bad.
MUresult muStreamBatchMemOpBody(const char *function, bool perThread, MUstream handle, unsigned count,
                                const MUstreamBatchMemOpParams *list, unsigned flags) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if ((count > 0 && !list) || count > kMostOperations || flags != 0)
      return Status::InvalidValue;
    std::vector<MemoryOperation> operations;
    for (unsigned i = 0; i < count; i++) {
      MemoryOperation operation;
      bool isNeeded = false;
      if (Status status = operationOf(list[i], operation, isNeeded); status != Status::Success)
        return status;
      if (isNeeded)
        operations.push_back(operation);
    }
    return operations.empty() ? Status::Success : enqueueMemoryOperations(stream, std::move(operations));
  });
}

} // namespace

HELICON_STREAM_API_V2(muStreamWaitValue32, _ptsz,
                      (MUstream stream, MUdeviceptr addr, muuint32_t value, unsigned int flags),
                      (stream, addr, value, flags))
HELICON_STREAM_API_V2(muStreamWaitValue64, _ptsz,
                      (MUstream stream, MUdeviceptr addr, muuint64_t value, unsigned int flags),
                      (stream, addr, value, flags))
HELICON_STREAM_API_V2(muStreamWriteValue32, _ptsz,
                      (MUstream stream, MUdeviceptr addr, muuint32_t value, unsigned int flags),
                      (stream, addr, value, flags))
HELICON_STREAM_API_V2(muStreamWriteValue64, _ptsz,
                      (MUstream stream, MUdeviceptr addr, muuint64_t value, unsigned int flags),
                      (stream, addr, value, flags))
HELICON_STREAM_API_V2(muStreamBatchMemOp, _ptsz,
                      (MUstream stream, unsigned int count, MUstreamBatchMemOpParams *paramArray, unsigned int flags),
                      (stream, count, paramArray, flags))
