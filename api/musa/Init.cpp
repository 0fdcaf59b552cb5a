// Initialisation, versions, error names, and the look-up of entries by name.
#include "api/common/DeviceFacts.h"
#include "api/common/Errors.h"
#include "api/musa/Entry.h"

using namespace helicon;

HELICON_API MUresult muInit(unsigned int flags) {
  return musa::plain(__func__, [&] {
    if (flags != 0)
      return Status::InvalidValue;
    const Status status = initialise();
    // A bad environment is no bad argument of the call that met it.
    return status == Status::InvalidValue ? Status::NotInitialized : status;
  });
}

HELICON_API MUresult muDriverGetVersion(int *driverVersion) {
  return musa::plain(__func__, [&] {
    if (!driverVersion)
      return Status::InvalidValue;
    *driverVersion = api::kVersion;
    return Status::Success;
  });
}

HELICON_API MUresult muGetErrorString(MUresult error, const char **pStr) {
  return musa::plain(__func__, [&] {
    if (!pStr)
      return Status::InvalidValue;
    *pStr = api::driverErrorName(error) ? api::errorText(error) : nullptr;
    return *pStr ? Status::Success : Status::InvalidValue;
  });
}

HELICON_API MUresult muGetErrorName(MUresult error, const char **pStr) {
  return musa::plain(__func__, [&] {
    if (!pStr)
      return Status::InvalidValue;
    *pStr = api::driverErrorName(error);
    return *pStr ? Status::Success : Status::InvalidValue;
  });
}
