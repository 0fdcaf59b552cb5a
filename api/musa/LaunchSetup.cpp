// Launches of CUDA's first versions: block, shared memory and arguments are set with the function, and stay for the
// next launch.
#include "runtime/LaunchSetup.h"
#include "api/musa/Entry.h"
#include "api/musa/References.h"
#include "runtime/Launch.h"

#include <cstring>

using namespace helicon;
using musa::withContext;
using musa::withStream;

namespace {

/// Runs `body` with a function's kernel and its setup, locked.
template <class Body> MUresult withSetup(const char *function, MUfunction handle, Body &&body) {
  return withContext(function, [&](Context &) -> Status {
    Kernel *kernel = findKernel(handle);
    if (!kernel)
      return Status::InvalidHandle;
    LaunchSetup &setup = kernel->launchSetup();
    const std::lock_guard lock(setup.mutex);
    return body(*kernel, setup);
  });
}

MUresult setArgument(const char *function, MUfunction handle, int offset, const void *value, size_t bytes) {
  return withSetup(function, handle, [&](Kernel &, LaunchSetup &setup) {
    constexpr size_t kMost = LaunchSetup::kMostArguments;
    if (!value || offset < 0 || static_cast<size_t>(offset) > kMost || bytes > kMost - static_cast<size_t>(offset))
      return Status::InvalidValue;
    std::memcpy(setup.arguments + offset, value, bytes);
    return Status::Success;
  });
}

MUresult launchGrid(const char *function, MUfunction handle, int width, int height, MUstream stream) {
  return withStream(function, false, stream, [&](Stream &found) -> Status {
    Kernel *kernel = findKernel(handle);
    if (!kernel)
      return Status::InvalidHandle;
    if (width <= 0 || height <= 0)
      return Status::InvalidValue;
    LaunchSetup &setup = kernel->launchSetup();
    const std::lock_guard lock(setup.mutex);
    LaunchRequest request{.grid = {static_cast<uint32_t>(width), static_cast<uint32_t>(height), 1},
                          .block = {setup.block[0], setup.block[1], setup.block[2]}};
    request.dynamicShared = setup.dynamicShared;
    request.packed = setup.arguments;
    request.packedBytes = setup.argumentBytes;
    return launch(found, *kernel, request);
  });
}

} // namespace

HELICON_API MUresult muFuncSetBlockShape(MUfunction hfunc, int x, int y, int z) {
  return withSetup(__func__, hfunc, [&](Kernel &kernel, LaunchSetup &setup) {
    const Profile &profile = kernel.module().context().device().profile();
    const int64_t sides[3] = {x, y, z};
    int64_t threads = 1;
    for (int d = 0; d < 3; d++) {
      if (sides[d] <= 0 || sides[d] > profile.maxBlockDim[d])
        return Status::InvalidValue;
      threads *= sides[d];
    }
    if (threads > profile.maxThreadsPerBlock)
      return Status::InvalidValue;
    for (int d = 0; d < 3; d++)
      setup.block[d] = static_cast<uint32_t>(sides[d]);
    return Status::Success;
  });
}

HELICON_API MUresult muFuncSetSharedSize(MUfunction hfunc, unsigned int bytes) {
  return withSetup(__func__, hfunc, [&](Kernel &, LaunchSetup &setup) {
    setup.dynamicShared = bytes;
    return Status::Success;
  });
}

HELICON_API MUresult muParamSetSize(MUfunction hfunc, unsigned int numbytes) {
  return withSetup(__func__, hfunc, [&](Kernel &, LaunchSetup &setup) {
    if (numbytes > LaunchSetup::kMostArguments)
      return Status::InvalidValue;
    setup.argumentBytes = numbytes;
    return Status::Success;
  });
}

HELICON_API MUresult muParamSeti(MUfunction hfunc, int offset, unsigned int value) {
  return setArgument(__func__, hfunc, offset, &value, sizeof value);
}

HELICON_API MUresult muParamSetf(MUfunction hfunc, int offset, float value) {
  return setArgument(__func__, hfunc, offset, &value, sizeof value);
}

HELICON_API MUresult muParamSetv(MUfunction hfunc, int offset, void *ptr, unsigned int numbytes) {
  return setArgument(__func__, hfunc, offset, ptr, numbytes);
}

/// What a reference is set to reaches its module's kernels anyway, so nothing is left to do.
HELICON_API MUresult muParamSetTexRef(MUfunction hfunc, int texunit, MUtexref hTexRef) {
  return withSetup(__func__, hfunc, [&](Kernel &, LaunchSetup &) {
    const auto reference = musa::findTextureReference(hTexRef);
    if (!reference)
      return Status::InvalidHandle;
    return texunit == MU_PARAM_TR_DEFAULT && reference->variable ? Status::Success : Status::InvalidValue;
  });
}

HELICON_API MUresult muLaunch(MUfunction f) { return launchGrid(__func__, f, 1, 1, nullptr); }

HELICON_API MUresult muLaunchGrid(MUfunction f, int grid_width, int grid_height) {
  return launchGrid(__func__, f, grid_width, grid_height, nullptr);
}

HELICON_API MUresult muLaunchGridAsync(MUfunction f, int grid_width, int grid_height, MUstream hStream) {
  return launchGrid(__func__, f, grid_width, grid_height, hStream);
}
