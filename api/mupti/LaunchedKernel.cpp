// The kernel of a launch, from the parameters that the call came with. Nothing is loaded for it.
#include "api/mupti/LaunchedKernel.h"

#include "include/mupti_callbacks.h"
#include "runtime/Library.h"
#include "runtime/Module.h"
#include "runtime/Program.h"

#include "calls/generated_musa_meta.h"
#include "calls/generated_musa_runtime_api_meta.h"

namespace helicon::mupti {
namespace {

template <class Parameters> const Parameters &as(const trace::Call &call) {
  return *static_cast<const Parameters *>(call.parameters);
}

/// What a call of the runtime API launches: a host function, or a handle.
const void *launchedByRuntime(const trace::Call &call) {
  switch (call.id) {
  case MUPTI_RUNTIME_TRACE_CBID_musaLaunch_v3020:
  case MUPTI_RUNTIME_TRACE_CBID_musaLaunch_ptsz_v7000:
    return as<musaLaunch_v3020_params>(call).func;
  case MUPTI_RUNTIME_TRACE_CBID_musaLaunchKernel_v7000:
  case MUPTI_RUNTIME_TRACE_CBID_musaLaunchKernel_ptsz_v7000:
    return as<musaLaunchKernel_v7000_params>(call).func;
  case MUPTI_RUNTIME_TRACE_CBID_musaLaunchCooperativeKernel_v9000:
  case MUPTI_RUNTIME_TRACE_CBID_musaLaunchCooperativeKernel_ptsz_v9000:
    return as<musaLaunchCooperativeKernel_v9000_params>(call).func;
  case MUPTI_RUNTIME_TRACE_CBID_musaLaunchKernelExC_v11060:
  case MUPTI_RUNTIME_TRACE_CBID_musaLaunchKernelExC_ptsz_v11060:
    return as<musaLaunchKernelExC_v11060_params>(call).func;
  default:
    return nullptr;
  }
}

const void *launchedByDriver(const trace::Call &call) {
  switch (call.id) {
  case MUPTI_DRIVER_TRACE_CBID_muLaunch:
    return as<muLaunch_params>(call).f;
  case MUPTI_DRIVER_TRACE_CBID_muLaunchGrid:
    return as<muLaunchGrid_params>(call).f;
  case MUPTI_DRIVER_TRACE_CBID_muLaunchGridAsync:
    return as<muLaunchGridAsync_params>(call).f;
  case MUPTI_DRIVER_TRACE_CBID_muLaunchKernel:
  case MUPTI_DRIVER_TRACE_CBID_muLaunchKernel_ptsz:
    return as<muLaunchKernel_params>(call).f;
  case MUPTI_DRIVER_TRACE_CBID_muLaunchCooperativeKernel:
  case MUPTI_DRIVER_TRACE_CBID_muLaunchCooperativeKernel_ptsz:
    return as<muLaunchCooperativeKernel_params>(call).f;
  case MUPTI_DRIVER_TRACE_CBID_muLaunchKernelEx:
  case MUPTI_DRIVER_TRACE_CBID_muLaunchKernelEx_ptsz:
    return as<muLaunchKernelEx_params>(call).f;
  default:
    return nullptr;
  }
}

} // namespace

std::string launchedKernel(const trace::Call &call) {
  const void *handle = nullptr;
  if (call.domain == trace::Domain::Runtime)
    handle = launchedByRuntime(call);
  else if (call.domain == trace::Domain::Driver)
    handle = launchedByDriver(call);
  if (!handle)
    return {};
  if (const char *name = program::kernelName(handle))
    return name;
  if (const Kernel *kernel = findKernel(handle))
    return kernel->info().name;
  if (const auto kernel = findLibraryKernel(handle))
    return kernel->info().name;
  return {};
}

} // namespace helicon::mupti
