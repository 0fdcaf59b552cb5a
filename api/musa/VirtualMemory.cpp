// Virtual memory management. It belongs to no context, so the calls need none. The codes are those that a card gave.
#include "runtime/VirtualMemory.h"
#include "api/musa/Entry.h"

#include <cstring>

using namespace helicon;
using musa::initialised;

namespace {

VirtualMemory &memory() { return VirtualMemory::get(); }

/// The device that imported memory is seen as: the current context's, or the first.
Device &importingDevice() {
  const ContextRef &context = current::get();
  return context && !context->isDestroyed() ? context->device() : *devices()[0];
}

Status checkProperties(const MUmemAllocationProp &p) {
  const bool isHost =
      p.location.type >= MU_MEM_LOCATION_TYPE_HOST && p.location.type <= MU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT;
  const bool areHandlesKnown = p.requestedHandleTypes == MU_MEM_HANDLE_TYPE_NONE ||
                               p.requestedHandleTypes == MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  if (p.type != MU_MEM_ALLOCATION_TYPE_PINNED || !areHandlesKnown)
    return Status::InvalidValue;
  if (isHost || p.allocFlags.usage != 0)
    return Status::NotSupported; // memory of the host, tiles of sparse arrays
  if (p.location.type != MU_MEM_LOCATION_TYPE_DEVICE)
    return Status::InvalidValue;
  return device(p.location.id) ? Status::Success : Status::InvalidDevice;
}

Status checkAccess(const MUmemAccessDesc &access) {
  const bool areFlagsKnown = access.flags == MU_MEM_ACCESS_FLAGS_PROT_NONE ||
                             access.flags == MU_MEM_ACCESS_FLAGS_PROT_READ ||
                             access.flags == MU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  const bool isDevice = access.location.type == MU_MEM_LOCATION_TYPE_DEVICE && device(access.location.id);
  return areFlagsKnown && isDevice ? Status::Success : Status::InvalidValue;
}

/// All or nothing.
Status setAccess(MUdeviceptr ptr, size_t size, const MUmemAccessDesc *desc, size_t count) {
  if (!desc || count == 0)
    return Status::InvalidValue;
  if (Status status = memory().checkAccess(ptr, size); status != Status::Success)
    return status;
  for (size_t i = 0; i < count; ++i)
    if (Status status = checkAccess(desc[i]); status != Status::Success)
      return status;
  for (size_t i = 0; i < count; ++i)
    if (Status status = memory().setAccess(ptr, size, desc[i].location.id, static_cast<uint32_t>(desc[i].flags));
        status != Status::Success)
      return status;
  return Status::Success;
}

MUresult muMemMapArrayAsyncBody(const char *function, bool perThread, MUarrayMapInfo *, unsigned, MUstream handle) {
  return musa::withStream(function, perThread, handle, [](Stream &) { return Status::NotSupported; });
}

} // namespace

HELICON_API MUresult muMemGetAllocationGranularity(size_t *granularity, const MUmemAllocationProp *prop,
                                                   MUmemAllocationGranularity_flags option) {
  return initialised(__func__, [&] {
    if (!granularity || !prop ||
        (option != MU_MEM_ALLOC_GRANULARITY_MINIMUM && option != MU_MEM_ALLOC_GRANULARITY_RECOMMENDED))
      return Status::InvalidValue;
    *granularity = VirtualMemory::kGranularity;
    return Status::Success;
  });
}

HELICON_API MUresult muMemAddressReserve(MUdeviceptr *ptr, size_t size, size_t alignment, MUdeviceptr addr,
                                         unsigned long long flags) {
  return initialised(__func__, [&] {
    uint64_t made = 0;
    if (!ptr || flags != 0)
      return Status::InvalidValue;
    const Status status = memory().reserve(size, alignment, addr, made);
    if (status == Status::Success)
      *ptr = made;
    return status;
  });
}

HELICON_API MUresult muMemAddressFree(MUdeviceptr ptr, size_t size) {
  return initialised(__func__, [&] { return memory().free(ptr, size); });
}

HELICON_API MUresult muMemCreate(MUmemGenericAllocationHandle *handle, size_t size, const MUmemAllocationProp *prop,
                                 unsigned long long flags) {
  return initialised(__func__, [&] {
    uint64_t made = 0;
    if (!handle || !prop || flags != 0)
      return Status::InvalidValue;
    if (Status status = checkProperties(*prop); status != Status::Success)
      return status;
    const bool isShareable = prop->requestedHandleTypes == MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    const Status status = memory().create(*device(prop->location.id), size, isShareable, made);
    if (status == Status::Success)
      *handle = made;
    return status;
  });
}

HELICON_API MUresult muMemRelease(MUmemGenericAllocationHandle handle) {
  return initialised(__func__, [&] { return memory().release(handle); });
}

HELICON_API MUresult muMemMap(MUdeviceptr ptr, size_t size, size_t offset, MUmemGenericAllocationHandle handle,
                              unsigned long long flags) {
  return initialised(__func__,
                     [&] { return flags != 0 ? Status::InvalidValue : memory().map(ptr, size, offset, handle); });
}

/// Work that may use the memory is waited for, as when plain memory is freed.
HELICON_API MUresult muMemUnmap(MUdeviceptr ptr, size_t size) {
  return initialised(__func__, [&] {
    if (const ContextRef &context = current::get(); context && !context->isDestroyed())
      context->synchronise();
    return memory().unmap(ptr, size);
  });
}

HELICON_API MUresult muMemSetAccess(MUdeviceptr ptr, size_t size, const MUmemAccessDesc *desc, size_t count) {
  return initialised(__func__, [&] { return setAccess(ptr, size, desc, count); });
}

HELICON_API MUresult muMemGetAccess(unsigned long long *flags, const MUmemLocation *location, MUdeviceptr ptr) {
  return initialised(__func__, [&] {
    uint32_t found = 0;
    if (!flags || !location || location->type != MU_MEM_LOCATION_TYPE_DEVICE || !device(location->id))
      return Status::InvalidValue;
    const Status status = memory().access(ptr, location->id, found);
    if (status == Status::Success)
      *flags = found;
    return status;
  });
}

HELICON_API MUresult muMemRetainAllocationHandle(MUmemGenericAllocationHandle *handle, void *addr) {
  return initialised(__func__, [&] {
    uint64_t found = 0;
    if (!handle)
      return Status::InvalidValue;
    const Status status = memory().retain(musa::addressOf(addr), found);
    if (status == Status::Success)
      *handle = found;
    return status;
  });
}

HELICON_API MUresult muMemGetAllocationPropertiesFromHandle(MUmemAllocationProp *prop,
                                                            MUmemGenericAllocationHandle handle) {
  return initialised(__func__, [&] {
    int ordinal = -1;
    bool isShareable = false;
    if (!prop)
      return Status::InvalidValue;
    const Status status = memory().properties(handle, ordinal, isShareable);
    if (status == Status::Success) {
      *prop = {};
      prop->type = MU_MEM_ALLOCATION_TYPE_PINNED;
      prop->requestedHandleTypes = isShareable ? MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR : MU_MEM_HANDLE_TYPE_NONE;
      prop->location = {MU_MEM_LOCATION_TYPE_DEVICE, ordinal};
    }
    return status;
  });
}

HELICON_API MUresult muMemExportToShareableHandle(void *shareableHandle, MUmemGenericAllocationHandle handle,
                                                  MUmemAllocationHandleType handleType, unsigned long long flags) {
  return initialised(__func__, [&] {
    int fd = -1;
    if (!shareableHandle || flags != 0 || handleType != MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
      return Status::InvalidValue;
    const Status status = memory().exportFile(handle, fd);
    if (status == Status::Success)
      std::memcpy(shareableHandle, &fd, sizeof fd);
    return status;
  });
}

HELICON_API MUresult muMemImportFromShareableHandle(MUmemGenericAllocationHandle *handle, void *osHandle,
                                                    MUmemAllocationHandleType shHandleType) {
  return initialised(__func__, [&] {
    uint64_t made = 0;
    if (!handle)
      return Status::InvalidValue;
    if (shHandleType != MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
      return Status::NotSupported;
    const Status status =
        memory().importFile(importingDevice(), static_cast<int>(reinterpret_cast<intptr_t>(osHandle)), made);
    if (status == Status::Success)
      *handle = made;
    return status;
  });
}

HELICON_API MUresult muMemGetHandleForAddressRange(void *, MUdeviceptr, size_t, MUmemRangeHandleType,
                                                   unsigned long long) {
  return initialised(__func__, [] { return Status::NotSupported; });
}

HELICON_STREAM_API(muMemMapArrayAsync, _ptsz, (MUarrayMapInfo * mapInfoList, unsigned int count, MUstream hStream),
                   (mapInfoList, count, hStream))
