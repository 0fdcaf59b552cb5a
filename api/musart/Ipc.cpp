// Memory and events of other processes.
#include "api/musart/Entry.h"
#include "runtime/IpcMemory.h"

#include <cstring>

using namespace helicon;
using musart::withContext;

HELICON_API musaError_t musaIpcGetMemHandle(musaIpcMemHandle_t *handle, void *devPtr) {
  return withContext(__func__, [&](Context &context) {
    IpcHandle made{};
    if (!handle || !devPtr)
      return Status::InvalidValue;
    const Status status = ipc::exportMemory(context, devPtr, made);
    if (status == Status::Success)
      std::memcpy(handle, &made, sizeof made);
    return status;
  });
}

HELICON_API musaError_t musaIpcOpenMemHandle(void **devPtr, musaIpcMemHandle_t handle, unsigned int flags) {
  return withContext(__func__, [&](Context &context) {
    IpcHandle given{};
    std::memcpy(&given, &handle, sizeof given);
    if (!devPtr || flags != musaIpcMemLazyEnablePeerAccess)
      return Status::InvalidValue;
    return ipc::openMemory(context, given, devPtr);
  });
}

HELICON_API musaError_t musaIpcCloseMemHandle(void *devPtr) {
  return withContext(__func__, [&](Context &context) { return ipc::closeMemory(context, devPtr); });
}

HELICON_API musaError_t musaIpcGetEventHandle(musaIpcEventHandle_t *handle, musaEvent_t event) {
  return withContext(__func__, [&](Context &) {
    IpcHandle made{};
    if (!handle || !event)
      return Status::InvalidValue;
    const EventRef found = findEvent(event);
    const Status status = found ? ipc::exportEvent(found, made) : Status::InvalidHandle;
    if (status == Status::Success)
      std::memcpy(handle, &made, sizeof made);
    return status;
  });
}

HELICON_API musaError_t musaIpcOpenEventHandle(musaEvent_t *event, musaIpcEventHandle_t handle) {
  return withContext(__func__, [&](Context &context) {
    IpcHandle given{};
    EventRef opened;
    std::memcpy(&given, &handle, sizeof given);
    if (!event)
      return Status::InvalidValue;
    const Status status = ipc::openEvent(context, given, opened);
    if (status == Status::Success)
      *event = reinterpret_cast<musaEvent_t>(opened.get());
    return status;
  });
}
