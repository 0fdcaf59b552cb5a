// Streams.
#include "api/common/HostFunctions.h"
#include "api/common/LaunchAttributes.h"
#include "api/musa/Entry.h"

#include "api/musa/Unsuffixed.h"

#include <algorithm>

using namespace helicon;
using musa::withContext;
using musa::withStream;

namespace {

MUresult create(const char *function, MUstream *out, unsigned flags, int priority) {
  return withContext(function, [&](Context &context) {
    if (!out || (flags & ~static_cast<unsigned>(MU_STREAM_NON_BLOCKING)))
      return Status::InvalidValue;
    StreamRef stream;
    const Status status = context.createStream(flags, std::clamp(priority, kHighestPriority, kLowestPriority), stream);
    if (status == Status::Success)
      *out = reinterpret_cast<MUstream>(stream.get());
    return status;
  });
}

MUresult muStreamDestroyBody(const char *function, MUstream handle) {
  return withContext(function, [&](Context &context) {
    const StreamRef stream = findStream(handle, context);
    // The default streams are nobody's to destroy.
    if (!stream || stream->kind() != Stream::Kind::Created)
      return Status::InvalidHandle;
    return stream->context().destroyStream(stream);
  });
}

MUresult muStreamSynchronizeBody(const char *function, bool perThread, MUstream handle) {
  return withStream(function, perThread, handle, [](Stream &stream) { return stream.synchronise(); });
}

MUresult muStreamQueryBody(const char *function, bool perThread, MUstream handle) {
  return withStream(function, perThread, handle, [](Stream &stream) { return stream.query(); });
}

MUresult muStreamWaitEventBody(const char *function, bool perThread, MUstream handle, MUevent event, unsigned flags) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if (flags & ~static_cast<unsigned>(MU_EVENT_WAIT_EXTERNAL))
      return Status::InvalidValue;
    const EventRef found = findEvent(event);
    return found ? stream.waitEvent(*found, flags & MU_EVENT_WAIT_EXTERNAL) : Status::InvalidHandle;
  });
}

MUresult muStreamGetPriorityBody(const char *function, bool perThread, MUstream handle, int *priority) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if (!priority)
      return Status::InvalidValue;
    *priority = stream.priority();
    return Status::Success;
  });
}

MUresult muStreamGetFlagsBody(const char *function, bool perThread, MUstream handle, unsigned *flags) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if (!flags)
      return Status::InvalidValue;
    *flags = stream.flags();
    return Status::Success;
  });
}

MUresult muStreamGetCtxBody(const char *function, bool perThread, MUstream handle, MUcontext *pctx) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    if (!pctx)
      return Status::InvalidValue;
    *pctx = reinterpret_cast<MUcontext>(&stream.context());
    return Status::Success;
  });
}

MUresult muStreamAddCallbackBody(const char *function, bool perThread, MUstream handle, MUstreamCallback callback,
                                 void *userData, unsigned flags) {
  return withStream(function, perThread, handle,
                    [&](Stream &stream) { return api::addCallback(stream, handle, callback, userData, flags); });
}

const musaLaunchAttributeValue *common(const MUstreamAttrValue *value) {
  return reinterpret_cast<const musaLaunchAttributeValue *>(value);
}

MUresult muStreamSetAttributeBody(const char *function, bool perThread, MUstream handle, MUstreamAttrID attr,
                                  const MUstreamAttrValue *value) {
  return withStream(function, perThread, handle,
                    [&](Stream &stream) { return api::setStreamAttribute(stream, attr, common(value)); });
}

MUresult muStreamGetAttributeBody(const char *function, bool perThread, MUstream handle, MUstreamAttrID attr,
                                  MUstreamAttrValue *value) {
  return withStream(function, perThread, handle, [&](Stream &stream) {
    return api::getStreamAttribute(stream, attr, const_cast<musaLaunchAttributeValue *>(common(value)));
  });
}

MUresult muStreamCopyAttributesBody(const char *function, bool perThread, MUstream to, MUstream from) {
  return withStream(function, perThread, to, [&](Stream &stream) {
    const StreamRef source = findStream(from, stream.context(), perThread);
    return source ? api::copyStreamAttributes(stream, *source) : Status::InvalidHandle;
  });
}

} // namespace

HELICON_API MUresult muStreamCreate(MUstream *phStream, unsigned int flags) {
  return create(__func__, phStream, flags, kLowestPriority);
}

HELICON_API MUresult muStreamCreateWithPriority(MUstream *phStream, unsigned int flags, int priority) {
  return create(__func__, phStream, flags, priority);
}

HELICON_API_V2(muStreamDestroy, (MUstream hStream), (hStream))
HELICON_STREAM_API(muStreamSynchronize, _ptsz, (MUstream hStream), (hStream))
HELICON_STREAM_API(muStreamQuery, _ptsz, (MUstream hStream), (hStream))
HELICON_STREAM_API(muStreamWaitEvent, _ptsz, (MUstream hStream, MUevent hEvent, unsigned int flags),
                   (hStream, hEvent, flags))
HELICON_STREAM_API(muStreamGetPriority, _ptsz, (MUstream hStream, int *priority), (hStream, priority))
HELICON_STREAM_API(muStreamGetFlags, _ptsz, (MUstream hStream, unsigned int *flags), (hStream, flags))
HELICON_STREAM_API(muStreamGetCtx, _ptsz, (MUstream hStream, MUcontext *pctx), (hStream, pctx))
HELICON_STREAM_API(muStreamAddCallback, _ptsz,
                   (MUstream hStream, MUstreamCallback callback, void *userData, unsigned int flags),
                   (hStream, callback, userData, flags))
HELICON_STREAM_API(muStreamSetAttribute, _ptsz, (MUstream hStream, MUstreamAttrID attr, const MUstreamAttrValue *value),
                   (hStream, attr, value))
HELICON_STREAM_API(muStreamGetAttribute, _ptsz, (MUstream hStream, MUstreamAttrID attr, MUstreamAttrValue *value_out),
                   (hStream, attr, value_out))
HELICON_STREAM_API(muStreamCopyAttributes, _ptsz, (MUstream dst, MUstream src), (dst, src))
