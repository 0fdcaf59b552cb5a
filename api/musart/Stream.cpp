// Streams, and host functions in them.
#include "api/common/HostFunctions.h"
#include "api/common/LaunchAttributes.h"
#include "api/musart/Entry.h"

#include <algorithm>

using namespace helicon;
using musart::withContext;
using musart::withStream;

namespace {

musaError_t create(const char *function, musaStream_t *out, unsigned flags, int priority) {
  return withContext(function, [&](Context &context) {
    if (!out || (flags & ~static_cast<unsigned>(musaStreamNonBlocking)))
      return Status::InvalidValue;
    StreamRef stream;
    const Status status = context.createStream(flags, std::clamp(priority, kHighestPriority, kLowestPriority), stream);
    if (status == Status::Success)
      *out = reinterpret_cast<musaStream_t>(stream.get());
    return status;
  });
}

musaError_t musaStreamSynchronizeBody(const char *function, bool perThread, musaStream_t handle) {
  return withStream(function, perThread, handle, [](Stream &stream) { return stream.synchronise(); });
}

musaError_t musaStreamQueryBody(const char *function, bool perThread, musaStream_t handle) {
  return withStream(function, perThread, handle, [](Stream &stream) { return stream.query(); });
}

musaError_t musaStreamWaitEventBody(const char *function, bool perThread, musaStream_t handle, musaEvent_t event,
                                    unsigned flags) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if (flags & ~static_cast<unsigned>(musaEventWaitExternal))
      return Status::InvalidValue;
    const EventRef found = findEvent(event);
    return found ? stream.waitEvent(*found, flags & musaEventWaitExternal) : Status::InvalidHandle;
  });
}

musaError_t musaStreamGetPriorityBody(const char *function, bool perThread, musaStream_t handle, int *priority) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if (!priority)
      return Status::InvalidValue;
    *priority = stream.priority();
    return Status::Success;
  });
}

musaError_t musaStreamSetAttributeBody(const char *function, bool perThread, musaStream_t handle, musaStreamAttrID attr,
                                       const musaStreamAttrValue *value) {
  return withStream(function, perThread, handle,
                    [&](Stream &stream) { return api::setStreamAttribute(stream, attr, value); });
}

musaError_t musaStreamGetAttributeBody(const char *function, bool perThread, musaStream_t handle, musaStreamAttrID attr,
                                       musaStreamAttrValue *value) {
  return withStream(function, perThread, handle,
                    [&](Stream &stream) { return api::getStreamAttribute(stream, attr, value); });
}

musaError_t musaStreamCopyAttributesBody(const char *function, bool perThread, musaStream_t to, musaStream_t from) {
  return withStream(function, perThread, to, [&](Stream &stream) {
    const StreamRef source = findStream(from, stream.context(), perThread);
    return source ? api::copyStreamAttributes(stream, *source) : Status::InvalidHandle;
  });
}

musaError_t musaStreamGetFlagsBody(const char *function, bool perThread, musaStream_t handle, unsigned *flags) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if (!flags)
      return Status::InvalidValue;
    *flags = stream.flags();
    return Status::Success;
  });
}

musaError_t musaStreamGetIdBody(const char *function, bool perThread, musaStream_t handle, unsigned long long *id) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if (!id)
      return Status::InvalidValue;
    *id = stream.id();
    return Status::Success;
  });
}

musaError_t musaStreamGetDeviceBody(const char *function, bool perThread, musaStream_t handle, int *device) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if (!device)
      return Status::InvalidValue;
    *device = stream.context().device().ordinal();
    return Status::Success;
  });
}

musaError_t musaStreamAddCallbackBody(const char *function, bool perThread, musaStream_t handle,
                                      musaStreamCallback_t callback, void *userData, unsigned flags) {
  return withStream(function, perThread, handle,
                    [&](Stream &stream) { return api::addCallback(stream, handle, callback, userData, flags); });
}

musaError_t musaLaunchHostFuncBody(const char *function, bool perThread, musaStream_t handle, musaHostFn_t fn,
                                   void *userData) {
  return withStream(function, perThread, handle,
                    [&](Stream &stream) { return api::launchHostFunction(stream, fn, userData); });
}

} // namespace

HELICON_API musaError_t musaStreamCreate(musaStream_t *stream) {
  return create(__func__, stream, musaStreamDefault, kLowestPriority);
}

HELICON_API musaError_t musaStreamCreateWithFlags(musaStream_t *stream, unsigned int flags) {
  return create(__func__, stream, flags, kLowestPriority);
}

HELICON_API musaError_t musaStreamCreateWithPriority(musaStream_t *stream, unsigned int flags, int priority) {
  return create(__func__, stream, flags, priority);
}

HELICON_API musaError_t musaStreamDestroy(musaStream_t handle) {
  return withContext(__func__, [&](Context &context) {
    const StreamRef stream = findStream(handle, context);
    // The default streams are nobody's to destroy.
    if (!stream || stream->kind() != Stream::Kind::Created)
      return Status::InvalidHandle;
    return stream->context().destroyStream(stream);
  });
}

HELICON_STREAM_API(musaStreamSynchronize, _ptsz, (musaStream_t stream), (stream))
HELICON_STREAM_API(musaStreamQuery, _ptsz, (musaStream_t stream), (stream))
HELICON_STREAM_API(musaStreamWaitEvent, _ptsz, (musaStream_t stream, musaEvent_t event, unsigned int flags),
                   (stream, event, flags))
HELICON_STREAM_API(musaStreamGetPriority, _ptsz, (musaStream_t stream, int *priority), (stream, priority))
HELICON_STREAM_API(musaStreamGetFlags, _ptsz, (musaStream_t stream, unsigned int *flags), (stream, flags))
HELICON_STREAM_API(musaStreamGetId, _ptsz, (musaStream_t stream, unsigned long long *id), (stream, id))
HELICON_STREAM_API(musaStreamGetDevice, _ptsz, (musaStream_t stream, int *device), (stream, device))
HELICON_STREAM_API(musaStreamAddCallback, _ptsz,
                   (musaStream_t stream, musaStreamCallback_t callback, void *userData, unsigned int flags),
                   (stream, callback, userData, flags))
HELICON_STREAM_API(musaLaunchHostFunc, _ptsz, (musaStream_t stream, musaHostFn_t fn, void *userData),
                   (stream, fn, userData))
HELICON_STREAM_API(musaStreamSetAttribute, _ptsz,
                   (musaStream_t hStream, musaStreamAttrID attr, const musaStreamAttrValue *value),
                   (hStream, attr, value))
HELICON_STREAM_API(musaStreamGetAttribute, _ptsz,
                   (musaStream_t hStream, musaStreamAttrID attr, musaStreamAttrValue *value_out),
                   (hStream, attr, value_out))
HELICON_STREAM_API(musaStreamCopyAttributes, _ptsz, (musaStream_t dst, musaStream_t src), (dst, src))
