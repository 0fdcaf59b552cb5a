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

static MUresult version(const char *function, int value, int *out) {
  return musa::plain(function, [&] {
    if (!out)
      return Status::InvalidValue;
    *out = value;
    return Status::Success;
  });
}

/// `text`: of the code in the caller's spelling, null when there is no such code.
static MUresult textOf(const char *function, const char *text, const char **out) {
  return musa::plain(function, [&] {
    if (!out)
      return Status::InvalidValue;
    *out = text;
    return text ? Status::Success : Status::InvalidValue;
  });
}

HELICON_API MUresult muDriverGetVersion(int *driverVersion) { return version(__func__, api::kVersion, driverVersion); }

HELICON_API MUresult cuDriverGetVersion(int *driverVersion) {
  return version(__func__, api::kCudaVersion, driverVersion);
}

HELICON_API MUresult muGetErrorString(MUresult error, const char **pStr) {
  return textOf(__func__, api::driverErrorName(error) ? api::errorText(error) : nullptr, pStr);
}

HELICON_API MUresult cuGetErrorString(MUresult error, const char **pStr) {
  return textOf(__func__, api::driverErrorName(error) ? api::cudaErrorText(error) : nullptr, pStr);
}

HELICON_API MUresult muGetErrorName(MUresult error, const char **pStr) {
  return textOf(__func__, api::driverErrorName(error), pStr);
}

HELICON_API MUresult cuGetErrorName(MUresult error, const char **pStr) {
  return textOf(__func__, api::cudaDriverErrorName(error), pStr);
}
