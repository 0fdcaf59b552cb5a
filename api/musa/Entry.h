// The one way into every call of the driver API: it asks for muInit, for a current context where the call needs one,
// hands on a sticky error, and turns the runtime's codes into the driver's. Tools that watch the API hook in here.
#pragma once

#include "api/common/Guard.h"
#include "include/musa.h"
#include "runtime/CaptureChecks.h"
#include "runtime/Context.h"
#include "runtime/Device.h"
#include "runtime/Stream.h"

// Made by tools/api-calls.py: what the API's files define is what the public functions jump to.
#include "calls/DriverLabels.h"

#include <utility>

#define HELICON_API extern "C" __attribute__((visibility("default")))
#define HELICON_UNPACK(...) __VA_ARGS__
#define HELICON_BODY(function, perThread, ...) function##Body(__func__, perThread, __VA_ARGS__)
/// Exports `name`. The body is a static function `stem`Body that takes the function's name and a flag first;
/// `parameters` and `arguments` stand in parentheses. The flag: handle 0 is the calling thread's own stream.
#define HELICON_ENTRY(name, stem, perThread, parameters, arguments)                                                    \
  HELICON_API MUresult name parameters { return HELICON_BODY(stem, perThread, HELICON_UNPACK arguments); }
/// A call with its per-thread twin.
#define HELICON_STREAM_API(name, suffix, parameters, arguments)                                                        \
  HELICON_ENTRY(name, name, false, parameters, arguments)                                                              \
  HELICON_ENTRY(name##suffix, name, true, parameters, arguments)
/// A call with its _v2 name, and the per-thread twins of both.
#define HELICON_STREAM_API_V2(name, suffix, parameters, arguments)                                                     \
  HELICON_STREAM_API(name, suffix, parameters, arguments)                                                              \
  HELICON_ENTRY(name##_v2, name, false, parameters, arguments)                                                         \
  HELICON_ENTRY(name##_v2##suffix, name, true, parameters, arguments)
/// A call with its _v2 name.
#define HELICON_API_V2(name, parameters, arguments)                                                                    \
  HELICON_API MUresult name parameters { return name##Body(__func__, HELICON_UNPACK arguments); }                      \
  HELICON_API MUresult name##_v2 parameters { return name##Body(__func__, HELICON_UNPACK arguments); }

namespace helicon::musa {

/// The driver's code for a runtime outcome: it has no codes of its own for a bad configuration, pitch or direction.
MUresult finish(const char *function, Status status);
/// NotInitialized before muInit or a first call of the runtime API.
Status ready();
/// The current context; InvalidContext without one, its sticky error when it has one.
Status enterContext(ContextRef &out);
/// True when a context is current and usable; for calls that give their own answer without one.
bool hasContext();

/// For calls that need nothing.
template <class Body> MUresult plain(const char *function, Body &&body) {
  return finish(function, api::guarded(std::forward<Body>(body)));
}

/// For calls that need muInit only.
template <class Body> MUresult initialised(const char *function, Body &&body) {
  return finish(function, api::guarded([&] {
                  Status status = ready();
                  return status == Status::Success ? std::forward<Body>(body)() : status;
                }));
}

/// For calls on a device by number.
template <class Body> MUresult withDevice(const char *function, MUdevice ordinal, Body &&body) {
  return initialised(function, [&]() -> Status {
    Device *found = device(ordinal);
    return found ? body(*found) : Status::InvalidDevice;
  });
}

/// For calls that work in the current context.
template <class Body> MUresult withContext(const char *function, Body &&body) {
  return finish(function, api::guarded([&] {
                  ContextRef context;
                  Status status = enterContext(context);
                  return status == Status::Success ? std::forward<Body>(body)(*context) : status;
                }));
}

/// For calls that allocate, free and the like, which a capture that goes on may forbid (900).
template <class Body> MUresult outsideCapture(const char *function, Body &&body) {
  return withContext(function, [&](Context &context) -> Status {
    if (capture::any()) [[unlikely]]
      if (Status status = capture::mayCall(); status != Status::Success)
        return status;
    return std::forward<Body>(body)(context);
  });
}

/// For calls on a stream.
template <class Body> MUresult withStream(const char *function, bool perThread, MUstream handle, Body &&body) {
  return withContext(function, [&](Context &context) -> Status {
    const StreamRef stream = findStream(handle, context, perThread);
    return stream ? body(*stream) : Status::InvalidHandle;
  });
}

/// For calls on an event.
template <class Body> MUresult withEvent(const char *function, MUevent handle, Body &&body) {
  return withContext(function, [&](Context &) -> Status {
    const EventRef event = findEvent(handle);
    return event ? body(event) : Status::InvalidHandle;
  });
}

inline void *pointerOf(MUdeviceptr address) { return reinterpret_cast<void *>(address); }
inline MUdeviceptr addressOf(const void *pointer) { return reinterpret_cast<MUdeviceptr>(pointer); }

} // namespace helicon::musa
