// Events.
#include "api/musa/Entry.h"

#include "api/musa/Unsuffixed.h"

using namespace helicon;
using musa::withContext;
using musa::withEvent;
using musa::withStream;

namespace {

constexpr unsigned kEventFlags = MU_EVENT_BLOCKING_SYNC | MU_EVENT_DISABLE_TIMING | MU_EVENT_INTERPROCESS;

Status record(Stream &stream, MUevent handle, unsigned flags) {
  if (flags & ~static_cast<unsigned>(MU_EVENT_RECORD_EXTERNAL))
    return Status::InvalidValue;
  const EventRef event = findEvent(handle);
  if (!event || &event->context() != &stream.context())
    return Status::InvalidHandle;
  return event->record(stream, flags & MU_EVENT_RECORD_EXTERNAL);
}

MUresult muEventRecordBody(const char *function, bool perThread, MUevent event, MUstream handle) {
  return withStream(function, perThread, handle, [&](Stream &stream) { return record(stream, event, 0); });
}

MUresult muEventRecordWithFlagsBody(const char *function, bool perThread, MUevent event, MUstream handle,
                                    unsigned flags) {
  return withStream(function, perThread, handle, [&](Stream &stream) { return record(stream, event, flags); });
}

MUresult muEventDestroyBody(const char *function, MUevent event) {
  return withEvent(function, event, [](const EventRef &found) { return found->context().destroyEvent(found); });
}

} // namespace

HELICON_API MUresult muEventCreate(MUevent *phEvent, unsigned int flags) {
  return withContext(__func__, [&](Context &context) {
    // An event that another process may open has no time of its own.
    const bool untimed = flags & MU_EVENT_DISABLE_TIMING;
    if (!phEvent || (flags & ~kEventFlags) || ((flags & MU_EVENT_INTERPROCESS) && !untimed))
      return Status::InvalidValue;
    EventRef event;
    const Status status = context.createEvent(flags, event);
    if (status == Status::Success)
      *phEvent = reinterpret_cast<MUevent>(event.get());
    return status;
  });
}

HELICON_STREAM_API(muEventRecord, _ptsz, (MUevent hEvent, MUstream hStream), (hEvent, hStream))
HELICON_STREAM_API(muEventRecordWithFlags, _ptsz, (MUevent hEvent, MUstream hStream, unsigned int flags),
                   (hEvent, hStream, flags))

HELICON_API MUresult muEventQuery(MUevent hEvent) {
  return withEvent(__func__, hEvent, [](const EventRef &found) { return found->query(); });
}

HELICON_API MUresult muEventSynchronize(MUevent hEvent) {
  return withEvent(__func__, hEvent, [](const EventRef &found) { return found->synchronise(); });
}

HELICON_API_V2(muEventDestroy, (MUevent hEvent), (hEvent))

HELICON_API MUresult muEventElapsedTime(float *pMilliseconds, MUevent hStart, MUevent hEnd) {
  return withEvent(__func__, hStart, [&](const EventRef &first) {
    const EventRef last = findEvent(hEnd);
    if (!pMilliseconds)
      return Status::InvalidValue;
    return last ? Event::elapsed(*first, *last, *pMilliseconds) : Status::InvalidHandle;
  });
}
