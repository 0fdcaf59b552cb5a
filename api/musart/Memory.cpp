// Allocation, pinned and managed memory, what a pointer is.
#include "runtime/Memory.h"
#include "api/common/Copies.h"
#include "api/musart/Entry.h"

using namespace helicon;
using musart::outsideCapture;
using musart::withContext;

namespace {

constexpr unsigned kHostAllocFlags = musaHostAllocPortable | musaHostAllocMapped | musaHostAllocWriteCombined;
constexpr unsigned kHostRegisterFlags =
    musaHostRegisterPortable | musaHostRegisterMapped | musaHostRegisterIoMemory | musaHostRegisterReadOnly;

Status allocatePitched(Context &context, void **devPtr, size_t *pitch, size_t width, size_t rows) {
  const size_t row = api::pitchFor(width);
  size_t bytes = 0;
  if (row == 0 && width != 0)
    return Status::InvalidValue;
  if (__builtin_mul_overflow(row, rows, &bytes))
    return Status::OutOfMemory;
  const Status status = context.allocate(bytes, devPtr);
  if (status == Status::Success)
    *pitch = row;
  return status;
}

musaError_t allocateHost(const char *function, void **ptr, size_t size, unsigned flags) {
  return outsideCapture(function, [&](Context &context) {
    if (!ptr || (flags & ~kHostAllocFlags))
      return Status::InvalidValue;
    return context.allocateHost(size, flags, ptr);
  });
}

musaMemoryType typeOf(MemoryKind kind) {
  switch (kind) {
  case MemoryKind::Unregistered:
    return musaMemoryTypeUnregistered;
  case MemoryKind::Pinned:
  case MemoryKind::Registered:
    return musaMemoryTypeHost;
  case MemoryKind::Device:
    return musaMemoryTypeDevice;
  case MemoryKind::Managed:
    return musaMemoryTypeManaged;
  }
  return musaMemoryTypeUnregistered;
}

} // namespace

HELICON_API musaError_t musaMalloc(void **devPtr, size_t size) {
  return outsideCapture(
      __func__, [&](Context &context) { return devPtr ? context.allocate(size, devPtr) : Status::InvalidValue; });
}

HELICON_API musaError_t musaMallocPitch(void **devPtr, size_t *pitch, size_t width, size_t height) {
  return outsideCapture(__func__, [&](Context &context) {
    if (!devPtr || !pitch)
      return Status::InvalidValue;
    return allocatePitched(context, devPtr, pitch, width, height);
  });
}

HELICON_API musaError_t musaMalloc3D(musaPitchedPtr *pitchedDevPtr, musaExtent extent) {
  return outsideCapture(__func__, [&](Context &context) {
    size_t rows = 0;
    if (!pitchedDevPtr)
      return Status::InvalidValue;
    if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
      return Status::OutOfMemory;
    musaPitchedPtr made{.ptr = nullptr, .pitch = 0, .xsize = extent.width, .ysize = extent.height};
    const Status status = allocatePitched(context, &made.ptr, &made.pitch, extent.width, rows);
    if (status == Status::Success)
      *pitchedDevPtr = made;
    return status;
  });
}

HELICON_API musaError_t musaFree(void *devPtr) {
  return outsideCapture(__func__, [&](Context &context) { return devPtr ? context.release(devPtr) : Status::Success; });
}

HELICON_API musaError_t musaMallocHost(void **ptr, size_t size) {
  return allocateHost(__func__, ptr, size, musaHostAllocDefault);
}

HELICON_API musaError_t musaHostAlloc(void **ptr, size_t size, unsigned int flags) {
  return allocateHost(__func__, ptr, size, flags);
}

HELICON_API musaError_t musaFreeHost(void *ptr) {
  return outsideCapture(__func__, [&](Context &context) { return ptr ? context.releaseHost(ptr) : Status::Success; });
}

HELICON_API musaError_t musaHostRegister(void *ptr, size_t size, unsigned int flags) {
  return outsideCapture(__func__, [&](Context &context) {
    if (!ptr || size == 0 || (flags & ~kHostRegisterFlags))
      return Status::InvalidValue;
    return context.registerHost(ptr, size, flags);
  });
}

HELICON_API musaError_t musaHostUnregister(void *ptr) {
  return outsideCapture(__func__,
                        [&](Context &context) { return ptr ? context.unregisterHost(ptr) : Status::InvalidValue; });
}

HELICON_API musaError_t musaHostGetDevicePointer(void **devPtr, void *hostPtr, unsigned int flags) {
  return withContext(__func__, [&](Context &) {
    if (!devPtr || !hostPtr || flags != 0)
      return Status::InvalidValue;
    const MemoryKind kind = pointerInfo(hostPtr).kind;
    if (kind != MemoryKind::Pinned && kind != MemoryKind::Registered && kind != MemoryKind::Managed)
      return Status::InvalidValue;
    *devPtr = hostPtr; // one address space: the device address is the host's
    return Status::Success;
  });
}

HELICON_API musaError_t musaHostGetFlags(unsigned int *flags, void *hostPtr) {
  return withContext(__func__, [&](Context &) {
    const PointerInfo info = pointerInfo(hostPtr);
    if (!flags || info.kind != MemoryKind::Pinned)
      return Status::InvalidValue;
    *flags = info.flags;
    return Status::Success;
  });
}

HELICON_API musaError_t musaMallocManaged(void **devPtr, size_t size, unsigned int flags) {
  return outsideCapture(__func__, [&](Context &context) {
    if (!devPtr || (flags != musaMemAttachGlobal && flags != musaMemAttachHost))
      return Status::InvalidValue;
    return context.allocateManaged(size, flags, devPtr);
  });
}

HELICON_API musaError_t musaMemGetInfo(size_t *free, size_t *total) {
  return withContext(__func__, [&](Context &context) {
    if (!free || !total)
      return Status::InvalidValue;
    *free = context.device().freeMemory();
    *total = context.device().totalMemory();
    return Status::Success;
  });
}

HELICON_API musaError_t musaPointerGetAttributes(musaPointerAttributes *attributes, const void *ptr) {
  return withContext(__func__, [&](Context &) {
    if (!attributes)
      return Status::InvalidValue;
    const PointerInfo info = pointerInfo(ptr);
    void *const address = const_cast<void *>(ptr);
    // An address in the device's range that nothing was allocated at is as unknown as any other.
    const musaMemoryType type =
        info.kind == MemoryKind::Device && !info.base ? musaMemoryTypeUnregistered : typeOf(info.kind);
    attributes->type = type;
    attributes->device = type == musaMemoryTypeUnregistered ? musaInvalidDeviceId : info.device;
    attributes->devicePointer = type == musaMemoryTypeUnregistered || info.access == 0 ? nullptr : address;
    attributes->hostPointer = type == musaMemoryTypeDevice ? nullptr : address;
    return Status::Success;
  });
}
