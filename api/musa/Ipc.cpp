// Memory and events of other processes.
#include "api/musa/Entry.h"
#include "runtime/IpcMemory.h"

#include <cstring>

#undef muIpcOpenMemHandle

using namespace helicon;
using musa::withContext;

namespace {

MUresult muIpcOpenMemHandleBody(const char *function, MUdeviceptr *pdptr, MUipcMemHandle handle, unsigned flags) {
  return withContext(function, [&](Context &context) {
    IpcHandle given{};
    void *opened = nullptr;
    std::memcpy(&given, &handle, sizeof given);
    if (!pdptr || flags != MU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS)
      return Status::InvalidValue;
    const Status status = ipc::openMemory(context, given, &opened);
    if (status == Status::Success)
      *pdptr = musa::addressOf(opened);
    return status;
  });
}

} // namespace

HELICON_API_V2(muIpcOpenMemHandle, (MUdeviceptr * pdptr, MUipcMemHandle handle, unsigned int Flags),
               (pdptr, handle, Flags))

HELICON_API MUresult muIpcGetMemHandle(MUipcMemHandle *pHandle, MUdeviceptr dptr) {
  return withContext(__func__, [&](Context &context) {
    IpcHandle made{};
    if (!pHandle || !dptr)
      return Status::InvalidValue;
    const Status status = ipc::exportMemory(context, musa::pointerOf(dptr), made);
    if (status == Status::Success)
      std::memcpy(pHandle, &made, sizeof made);
    return status;
  });
}

HELICON_API MUresult muIpcCloseMemHandle(MUdeviceptr dptr) {
  return withContext(__func__, [&](Context &context) { return ipc::closeMemory(context, musa::pointerOf(dptr)); });
}

HELICON_API MUresult muIpcGetEventHandle(MUipcEventHandle *pHandle, MUevent event) {
  return musa::withEvent(__func__, event, [&](const EventRef &found) {
    IpcHandle made{};
    if (!pHandle)
      return Status::InvalidValue;
    const Status status = ipc::exportEvent(found, made);
    if (status == Status::Success)
      std::memcpy(pHandle, &made, sizeof made);
    return status;
  });
}

HELICON_API MUresult muIpcOpenEventHandle(MUevent *phEvent, MUipcEventHandle handle) {
  return withContext(__func__, [&](Context &context) {
    IpcHandle given{};
    EventRef opened;
    std::memcpy(&given, &handle, sizeof given);
    if (!phEvent)
      return Status::InvalidValue;
    const Status status = ipc::openEvent(context, given, opened);
    if (status == Status::Success)
      *phEvent = reinterpret_cast<MUevent>(opened.get());
    return status;
  });
}
