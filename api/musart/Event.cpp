// Events.
#include "api/musart/Entry.h"

using namespace helicon;
using musart::withContext;
using musart::withStream;

namespace {

constexpr unsigned kEventFlags = musaEventBlockingSync | musaEventDisableTiming | musaEventInterprocess;

musaError_t create(const char *function, musaEvent_t *out, unsigned flags) {
  return withContext(function, [&](Context &context) {
    // An event that another process may open has no time of its own.
    const bool untimed = flags & musaEventDisableTiming;
    if (!out || (flags & ~kEventFlags) || ((flags & musaEventInterprocess) && !untimed))
      return Status::InvalidValue;
    EventRef event;
    const Status status = context.createEvent(flags, event);
    if (status == Status::Success)
      *out = reinterpret_cast<musaEvent_t>(event.get());
    return status;
  });
}

Status record(Stream &stream, musaEvent_t handle, unsigned flags) {
  if (flags & ~static_cast<unsigned>(musaEventRecordExternal))
    return Status::InvalidValue;
  const EventRef event = findEvent(handle);
  if (!event || &event->context() != &stream.context())
    return Status::InvalidHandle;
  return event->record(stream, flags & musaEventRecordExternal);
}

musaError_t musaEventRecordBody(const char *function, bool perThread, musaEvent_t event, musaStream_t handle) {
  return withStream(function, perThread, handle, [&](Stream &stream) { return record(stream, event, 0); });
}

musaError_t musaEventRecordWithFlagsBody(const char *function, bool perThread, musaEvent_t event, musaStream_t handle,
                                         unsigned flags) {
  return withStream(function, perThread, handle, [&](Stream &stream) { return record(stream, event, flags); });
}

/// For calls on an event.
template <class Body> musaError_t withEvent(const char *function, musaEvent_t handle, Body &&body) {
  return withContext(function, [&](Context &) -> Status {
    const EventRef event = findEvent(handle);
    return event ? body(event) : Status::InvalidHandle;
  });
}

} // namespace

HELICON_API musaError_t musaEventCreate(musaEvent_t *event) { return create(__func__, event, musaEventDefault); }

HELICON_API musaError_t musaEventCreateWithFlags(musaEvent_t *event, unsigned int flags) {
  return create(__func__, event, flags);
}

HELICON_STREAM_API(musaEventRecord, _ptsz, (musaEvent_t event, musaStream_t stream), (event, stream))
HELICON_STREAM_API(musaEventRecordWithFlags, _ptsz, (musaEvent_t event, musaStream_t stream, unsigned int flags),
                   (event, stream, flags))

HELICON_API musaError_t musaEventQuery(musaEvent_t event) {
  return withEvent(__func__, event, [](const EventRef &found) { return found->query(); });
}

HELICON_API musaError_t musaEventSynchronize(musaEvent_t event) {
  return withEvent(__func__, event, [](const EventRef &found) { return found->synchronise(); });
}

HELICON_API musaError_t musaEventDestroy(musaEvent_t event) {
  return withEvent(__func__, event, [](const EventRef &found) { return found->context().destroyEvent(found); });
}

static musaError_t elapsed(const char *function, float *ms, musaEvent_t start, musaEvent_t end) {
  return withEvent(function, start, [&](const EventRef &first) {
    const EventRef last = findEvent(end);
    if (!ms)
      return Status::InvalidValue;
    return last ? Event::elapsed(*first, *last, *ms) : Status::InvalidHandle;
  });
}

HELICON_API musaError_t musaEventElapsedTime(float *ms, musaEvent_t start, musaEvent_t end) {
  return elapsed(__func__, ms, start, end);
}

HELICON_API musaError_t musaEventElapsedTime_v2(float *ms, musaEvent_t start, musaEvent_t end) {
  return elapsed(__func__, ms, start, end);
}
