// What every driver call asks first, and the driver's codes.
#include "api/musa/Entry.h"

#include "api/common/HostFunctions.h"

namespace helicon::musa {

MUresult finish(const char *function, Status status) {
  static_cast<void>(function);
  switch (status) {
  case Status::InvalidConfiguration:
  case Status::InvalidPitchValue:
  case Status::InvalidDevicePointer:
  case Status::InvalidMemcpyDirection:
  case Status::InvalidChannelDescriptor:
  case Status::InvalidFilterSetting:
  case Status::InvalidNormSetting:
    return MUSA_ERROR_INVALID_VALUE;
  case Status::InvalidSymbol:
    return MUSA_ERROR_NOT_FOUND;
  case Status::InvalidDeviceFunction:
    return MUSA_ERROR_INVALID_HANDLE;
  default:
    return static_cast<MUresult>(status);
  }
}

Status ready() {
  if (devices().empty())
    return Status::NotInitialized;
  return initialise(); // cheap after the first time; fails in a child of fork
}

Status enterContext(ContextRef &out) {
  if (api::insideHostFunction())
    return Status::NotPermitted;
  if (Status status = ready(); status != Status::Success)
    return status;
  const ContextRef &context = current::get();
  if (!context)
    return Status::InvalidContext;
  if (context->isDestroyed())
    return Status::ContextIsDestroyed;
  out = context;
  return out->error();
}

bool hasContext() { return current::get() != nullptr; }

} // namespace helicon::musa
