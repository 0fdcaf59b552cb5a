// Last error, names and texts.
#include "api/common/DeviceFacts.h"
#include "api/common/Errors.h"
#include "api/musart/Entry.h"

using namespace helicon;

HELICON_API musaError_t musaGetLastError(void) { return musart::takeLastError(); }

HELICON_API musaError_t musaPeekAtLastError(void) { return musart::lastError(); }

static constexpr char kUnrecognized[] = "unrecognized error code";

HELICON_API const char *musaGetErrorName(musaError_t error) {
  const char *name = api::runtimeErrorName(error);
  return name ? name : kUnrecognized;
}

HELICON_API const char *musaGetErrorString(musaError_t error) {
  return api::runtimeErrorName(error) ? api::errorText(error) : kUnrecognized;
}

HELICON_API musaError_t musaDriverGetVersion(int *driverVersion) {
  return musart::plain(__func__, [&] {
    if (!driverVersion)
      return Status::InvalidValue;
    *driverVersion = api::kVersion;
    return Status::Success;
  });
}

HELICON_API musaError_t musaRuntimeGetVersion(int *runtimeVersion) {
  return musart::plain(__func__, [&] {
    if (!runtimeVersion)
      return Status::InvalidValue;
    *runtimeVersion = MUSART_VERSION;
    return Status::Success;
  });
}
