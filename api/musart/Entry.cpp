// State of the runtime API: the thread's last error and device. The context itself is kept by the driver side.
#include "api/musart/Entry.h"

#include "api/common/HostFunctions.h"

namespace helicon::musart {
namespace {

struct ThreadState {
  musaError_t lastError = musaSuccess;
  int device = -1; ///< -1: not chosen, which means the first of the valid devices
};
thread_local ThreadState state;

} // namespace

musaError_t finish(const char *function, Status status) {
  static_cast<void>(function);
  const auto code = static_cast<musaError_t>(status);
  if (status != Status::Success && status != Status::NotReady)
    state.lastError = code;
  return code;
}

musaError_t lastError() { return state.lastError; }

musaError_t takeLastError() { return std::exchange(state.lastError, musaSuccess); }

Status ready() {
  const Status status = initialise();
  // A bad environment is no bad argument of the call that met it.
  return status == Status::InvalidValue ? Status::NotInitialized : status;
}

int currentDevice() {
  if (const ContextRef &context = current::get(); context && !context->isDestroyed())
    return context->device().ordinal();
  return state.device < 0 ? firstValidDevice() : state.device;
}

Status selectDevice(int ordinal) {
  Device *chosen = device(ordinal);
  if (!chosen)
    return Status::InvalidDevice;
  ContextRef primary = chosen->primary();
  if (!primary)
    return Status::OutOfMemory;
  state.device = ordinal;
  current::set(std::move(primary));
  return Status::Success;
}

Status enterContext(ContextRef &out) {
  if (api::insideHostFunction())
    return Status::NotPermitted;
  if (Status status = ready(); status != Status::Success)
    return status;
  if (const ContextRef &context = current::get(); context && !context->isDestroyed()) {
    out = context;
    return out->error();
  } else if (context && !context->isPrimary()) {
    return Status::ContextIsDestroyed;
  }
  // None yet, or the primary one was reset.
  if (Status status = selectDevice(currentDevice()); status != Status::Success)
    return status;
  out = current::get();
  return out->error();
}

} // namespace helicon::musart
