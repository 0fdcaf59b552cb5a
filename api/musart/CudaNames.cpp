// The calls whose answer depends on the spelling of the caller. All others of CUDA's names are jumps to MUSA's, made by
// tools/cuda-names.py.
#include "api/common/DeviceFacts.h"
#include "api/common/Errors.h"
#include "api/musart/Entry.h"

using namespace helicon;

namespace {

constexpr char kUnrecognized[] = "unrecognized error code";

musaError_t version(const char *function, int *out) {
  return musart::plain(function, [&] {
    if (!out)
      return Status::InvalidValue;
    *out = api::kCudaVersion;
    return Status::Success;
  });
}

} // namespace

HELICON_API const char *cudaGetErrorName(musaError_t error) {
  const char *name = api::cudaRuntimeErrorName(error);
  return name ? name : kUnrecognized;
}

HELICON_API const char *cudaGetErrorString(musaError_t error) {
  return api::cudaRuntimeErrorName(error) ? api::cudaErrorText(error) : kUnrecognized;
}

HELICON_API musaError_t cudaRuntimeGetVersion(int *runtimeVersion) { return version(__func__, runtimeVersion); }

HELICON_API musaError_t cudaDriverGetVersion(int *driverVersion) { return version(__func__, driverVersion); }
