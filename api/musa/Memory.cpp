// Allocation, pinned and managed memory, what a pointer is. Unlike the runtime API, the driver refuses zero bytes and
// the null address.
#include "runtime/Memory.h"
#include "api/common/Copies.h"
#include "api/musa/Entry.h"

#include "api/musa/Unsuffixed.h"

using namespace helicon;
using musa::outsideCapture;
using musa::withContext;

namespace {

constexpr unsigned kHostAllocFlags =
    MU_MEMHOSTALLOC_PORTABLE | MU_MEMHOSTALLOC_DEVICEMAP | MU_MEMHOSTALLOC_WRITECOMBINED;
constexpr unsigned kHostRegisterFlags = MU_MEMHOSTREGISTER_PORTABLE | MU_MEMHOSTREGISTER_DEVICEMAP |
                                        MU_MEMHOSTREGISTER_IOMEMORY | MU_MEMHOSTREGISTER_READ_ONLY;

MUresult muMemGetInfoBody(const char *function, size_t *free, size_t *total) {
  return withContext(function, [&](Context &context) {
    if (!free || !total)
      return Status::InvalidValue;
    *free = context.device().freeMemory();
    *total = context.device().totalMemory();
    return Status::Success;
  });
}

MUresult muMemAllocBody(const char *function, MUdeviceptr *dptr, size_t bytesize) {
  return outsideCapture(function, [&](Context &context) {
    void *made = nullptr;
    if (!dptr || bytesize == 0)
      return Status::InvalidValue;
    const Status status = context.allocate(bytesize, &made);
    if (status == Status::Success)
      *dptr = musa::addressOf(made);
    return status;
  });
}

MUresult muMemAllocPitchBody(const char *function, MUdeviceptr *dptr, size_t *pPitch, size_t width, size_t height,
                             unsigned elementBytes) {
  return outsideCapture(function, [&](Context &context) {
    const bool elementFits = elementBytes == 4 || elementBytes == 8 || elementBytes == 16;
    if (!dptr || !pPitch || width == 0 || height == 0 || !elementFits)
      return Status::InvalidValue;
    const size_t row = api::pitchFor(width);
    size_t bytes = 0;
    if (row == 0)
      return Status::InvalidValue;
    if (__builtin_mul_overflow(row, height, &bytes))
      return Status::OutOfMemory;
    void *made = nullptr;
    const Status status = context.allocate(bytes, &made);
    if (status == Status::Success) {
      *dptr = musa::addressOf(made);
      *pPitch = row;
    }
    return status;
  });
}

MUresult muMemFreeBody(const char *function, MUdeviceptr dptr) {
  return outsideCapture(
      function, [&](Context &context) { return dptr ? context.release(musa::pointerOf(dptr)) : Status::Success; });
}

MUresult muMemGetAddressRangeBody(const char *function, MUdeviceptr *pbase, size_t *psize, MUdeviceptr dptr) {
  return withContext(function, [&](Context &) {
    const PointerInfo info = pointerInfo(musa::pointerOf(dptr));
    if (!info.base || info.kind == MemoryKind::Unregistered || info.access == 0)
      return Status::NotFound;
    if (pbase)
      *pbase = musa::addressOf(info.base);
    if (psize)
      *psize = info.bytes;
    return Status::Success;
  });
}

MUresult allocateHost(const char *function, void **pp, size_t bytesize, unsigned flags) {
  return outsideCapture(function, [&](Context &context) {
    if (!pp || bytesize == 0 || (flags & ~kHostAllocFlags))
      return Status::InvalidValue;
    return context.allocateHost(bytesize, flags, pp);
  });
}

MUresult muMemAllocHostBody(const char *function, void **pp, size_t bytesize) {
  return allocateHost(function, pp, bytesize, 0);
}

MUresult muMemHostGetDevicePointerBody(const char *function, MUdeviceptr *pdptr, void *p, unsigned flags) {
  return withContext(function, [&](Context &) {
    const MemoryKind kind = pointerInfo(p).kind;
    const bool reachable = kind == MemoryKind::Pinned || kind == MemoryKind::Registered || kind == MemoryKind::Managed;
    if (!pdptr || !p || flags != 0 || !reachable)
      return Status::InvalidValue;
    *pdptr = musa::addressOf(p); // one address space: the device address is the host's
    return Status::Success;
  });
}

MUresult muMemHostRegisterBody(const char *function, void *p, size_t bytesize, unsigned flags) {
  return outsideCapture(function, [&](Context &context) {
    if (!p || bytesize == 0 || (flags & ~kHostRegisterFlags))
      return Status::InvalidValue;
    return context.registerHost(p, bytesize, flags);
  });
}

} // namespace

HELICON_API_V2(muMemGetInfo, (size_t *free, size_t *total), (free, total))
HELICON_API_V2(muMemAlloc, (MUdeviceptr * dptr, size_t bytesize), (dptr, bytesize))
HELICON_API_V2(muMemAllocPitch,
               (MUdeviceptr * dptr, size_t *pPitch, size_t widthInBytes, size_t height, unsigned int elementSizeBytes),
               (dptr, pPitch, widthInBytes, height, elementSizeBytes))
HELICON_API_V2(muMemFree, (MUdeviceptr dptr), (dptr))
HELICON_API_V2(muMemGetAddressRange, (MUdeviceptr * pbase, size_t *psize, MUdeviceptr dptr), (pbase, psize, dptr))
HELICON_API_V2(muMemAllocHost, (void **pp, size_t bytesize), (pp, bytesize))
HELICON_API_V2(muMemHostGetDevicePointer, (MUdeviceptr * pdptr, void *p, unsigned int flags), (pdptr, p, flags))
HELICON_API_V2(muMemHostRegister, (void *p, size_t bytesize, unsigned int flags), (p, bytesize, flags))

static MUresult muMemHostAllocBody(const char *function, void **pp, size_t bytesize, unsigned int flags) {
  return allocateHost(function, pp, bytesize, flags);
}
HELICON_API_V2(muMemHostAlloc, (void **pp, size_t bytesize, unsigned int flags), (pp, bytesize, flags))

HELICON_API MUresult muMemAllocManaged(MUdeviceptr *dptr, size_t bytesize, unsigned int flags) {
  return outsideCapture(__func__, [&](Context &context) {
    const bool known = flags == MU_MEM_ATTACH_GLOBAL || flags == MU_MEM_ATTACH_HOST || flags == MU_MEM_ATTACH_SINGLE;
    if (!dptr || bytesize == 0 || !known)
      return Status::InvalidValue;
    void *made = nullptr;
    const Status status = context.allocateManaged(bytesize, flags, &made);
    if (status == Status::Success)
      *dptr = musa::addressOf(made);
    return status;
  });
}

HELICON_API MUresult muMemFreeHost(void *p) {
  return outsideCapture(__func__, [&](Context &context) { return p ? context.releaseHost(p) : Status::InvalidValue; });
}

HELICON_API MUresult muMemHostGetFlags(unsigned int *pFlags, void *p) {
  return withContext(__func__, [&](Context &) {
    const PointerInfo info = pointerInfo(p);
    if (!pFlags || info.kind != MemoryKind::Pinned)
      return Status::InvalidValue;
    *pFlags = info.flags;
    return Status::Success;
  });
}

HELICON_API MUresult muMemHostUnregister(void *p) {
  return outsideCapture(__func__,
                        [&](Context &context) { return p ? context.unregisterHost(p) : Status::InvalidValue; });
}
