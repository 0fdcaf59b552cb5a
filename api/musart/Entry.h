// The one way into every call of the runtime API: it finds the context, hands on a sticky error, runs the body and
// keeps the last error. Tools that watch the API hook in here.
#pragma once

#include "api/common/Guard.h"
#include "include/musa_runtime_api.h"
#include "runtime/CaptureChecks.h"
#include "runtime/Context.h"
#include "runtime/Device.h"
#include "runtime/Module.h"
#include "runtime/Stream.h"

// Made by tools/api-calls.py: what the API's files define is what the public functions jump to.
#include "calls/RuntimeLabels.h"

#include <utility>

#define HELICON_API extern "C" __attribute__((visibility("default")))
#define HELICON_UNPACK(...) __VA_ARGS__
/// Exports `name` and its twin whose stream 0 is the calling thread's own. The body is a static function `name`Body
/// that takes the flag first; `parameters` and `arguments` stand in parentheses.
#define HELICON_STREAM_API(name, suffix, parameters, arguments)                                                        \
  HELICON_API musaError_t name parameters { return name##Body(__func__, false, HELICON_UNPACK arguments); }            \
  HELICON_API musaError_t name##suffix parameters { return name##Body(__func__, true, HELICON_UNPACK arguments); }

namespace helicon::musart {

/// Keeps `status` as the thread's last error unless it is none (success, or a query's "not ready").
musaError_t finish(const char *function, Status status);
musaError_t lastError();
musaError_t takeLastError();

/// Sets the devices up at the first call.
Status ready();
/// The calling thread's context: the current one, else the primary one of the thread's device. Gives the sticky error.
Status enterContext(ContextRef &out);
/// The device that calls without a device argument mean.
int currentDevice();
/// The first device of musaSetValidDevices, 0 without.
int firstValidDevice();
/// Drops the peers that `device` was given access to.
void forgetPeers(int device);
/// Makes `device` current to the thread.
Status selectDevice(int device);

/// NotSupported for attributes of clusters, InvalidValue for what is none.
Status setFunctionAttribute(Kernel &kernel, musaFuncAttribute attr, int value);

/// For calls that need nothing.
template <class Body> musaError_t plain(const char *function, Body &&body) {
  return finish(function, api::guarded(std::forward<Body>(body)));
}

/// For calls that need the devices only.
template <class Body> musaError_t withDevices(const char *function, Body &&body) {
  return finish(function, api::guarded([&] {
                  Status status = ready();
                  return status == Status::Success ? std::forward<Body>(body)() : status;
                }));
}

/// For calls on a device by number.
template <class Body> musaError_t withDevice(const char *function, int ordinal, Body &&body) {
  return withDevices(function, [&]() -> Status {
    Device *found = device(ordinal);
    return found ? body(*found) : Status::InvalidDevice;
  });
}

/// For calls that work in a context.
template <class Body> musaError_t withContext(const char *function, Body &&body) {
  return finish(function, api::guarded([&] {
                  ContextRef context;
                  Status status = enterContext(context);
                  return status == Status::Success ? std::forward<Body>(body)(*context) : status;
                }));
}

/// For calls that allocate, free and the like, which a capture that goes on may forbid (900).
template <class Body> musaError_t outsideCapture(const char *function, Body &&body) {
  return withContext(function, [&](Context &context) -> Status {
    if (capture::any()) [[unlikely]]
      if (Status status = capture::mayCall(); status != Status::Success)
        return status;
    return std::forward<Body>(body)(context);
  });
}

/// For calls on a stream. `perThread`: handle 0 is the thread's own stream.
template <class Body> musaError_t withStream(const char *function, bool perThread, musaStream_t handle, Body &&body) {
  return withContext(function, [&](Context &context) -> Status {
    const StreamRef stream = findStream(handle, context, perThread);
    return stream ? body(*stream) : Status::InvalidHandle;
  });
}

} // namespace helicon::musart
