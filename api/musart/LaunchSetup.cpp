// Launches of CUDA's first versions: a configuration, arguments one by one, and the launch. Configurations stack up, as
// arguments of a launch may launch in turn.
#include "api/musart/Entry.h"
#include "runtime/Launch.h"
#include "runtime/PerThread.h"
#include "runtime/Program.h"

#include <algorithm>
#include <cstring>
#include <vector>

using namespace helicon;
using musart::plain;

namespace {

constexpr size_t kMostArguments = 4096; ///< bytes

struct Configured {
  LaunchRequest request;
  musaStream_t stream;
  std::vector<char> arguments;
};
struct ConfiguredTag {};
std::vector<Configured> &configured() { return PerThread<std::vector<Configured>, ConfiguredTag>::get(); }

Status take(Configured &out) {
  if (configured().empty())
    return static_cast<Status>(musaErrorMissingConfiguration);
  out = std::move(configured().back());
  configured().pop_back();
  return Status::Success;
}

musaError_t musaLaunchBody(const char *function, bool perThread, const void *func) {
  Configured call{};
  if (const musaError_t code = plain(function, [&] { return take(call); }); code != musaSuccess)
    return code;
  return musart::withStream(function, perThread, call.stream, [&](Stream &stream) {
    Kernel *kernel = nullptr;
    if (Status status = program::kernelFor(func, stream.context(), kernel); status != Status::Success)
      return status;
    call.request.packed = call.arguments.data();
    call.request.packedBytes = call.arguments.size();
    return launch(stream, *kernel, call.request);
  });
}

} // namespace

HELICON_API musaError_t musaConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem, musaStream_t stream) {
  return musart::withContext(__func__, [&](Context &) {
    Configured call{};
    std::copy_n(&gridDim.x, 3, call.request.grid);
    std::copy_n(&blockDim.x, 3, call.request.block);
    call.request.dynamicShared = sharedMem;
    call.stream = stream;
    call.arguments.reserve(kMostArguments); // so that there is an address, even without arguments
    configured().push_back(std::move(call));
    return Status::Success;
  });
}

HELICON_API musaError_t musaSetupArgument(const void *arg, size_t size, size_t offset) {
  return plain(__func__, [&] {
    if (configured().empty())
      return static_cast<Status>(musaErrorMissingConfiguration);
    if (!arg || offset > kMostArguments || size > kMostArguments - offset)
      return Status::InvalidValue;
    std::vector<char> &arguments = configured().back().arguments;
    arguments.resize(std::max(arguments.size(), offset + size));
    std::memcpy(arguments.data() + offset, arg, size);
    return Status::Success;
  });
}

HELICON_STREAM_API(musaLaunch, _ptsz, (const void *func), (func))

HELICON_API musaError_t musaSetDoubleForDevice(double *d) {
  return plain(__func__, [&] { return d ? Status::Success : Status::InvalidValue; });
}

HELICON_API musaError_t musaSetDoubleForHost(double *d) {
  return plain(__func__, [&] { return d ? Status::Success : Status::InvalidValue; });
}
