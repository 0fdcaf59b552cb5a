// What ran and when, for tools (libmupti's activity API): the places in the runtime that tell. While nobody asks, a
// piece of work costs the one load of trace::listening. Otherwise its command carries a Record, stamped by the worker
// that begins it and put into a queue (ActivityRecords.h) when it ends, before what comes after it in its stream may
// begin.
#pragma once

#include "runtime/Export.h"
#include "runtime/Memory.h"
#include "runtime/Trace.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace helicon {

class Context;
class Event;
class KernelCommand;
class Stream;

namespace activity {

/// What is asked for: bits of `wanted`, and of Context::wanted for one context alone. Set before trace::kWorkRecords.
constexpr uint32_t kKernels = 1U << 0, kCopies = 1U << 1, kPeerCopies = 1U << 2, kFills = 1U << 3, kWaits = 1U << 4,
                   kEvents = 1U << 5, kMemory = 1U << 6, kContexts = 1U << 7, kStreams = 1U << 8, kOverheads = 1U << 9,
                   kConcurrentKernels = 1U << 10, ///< kernels again, told as the other kind
    kQueueTimes = 1U << 11;                       ///< when kernels were put into their streams
HELICON_EXPORT extern std::atomic<uint32_t> wanted;
inline bool isOn() { return trace::isHeard(trace::kWorkRecords); }

struct Record;
struct Discard {
  HELICON_EXPORT void operator()(Record *record) const;
};
using RecordRef = std::unique_ptr<Record, Discard>;

// For callers that found isOn(). Null where nobody wants it, or of no bytes. `stream` is null for what is part of a
// graph's run.
RecordRef ofKernel(const KernelCommand &, const Stream *stream);
RecordRef ofCopy(const Context &, const Stream *stream, const void *to, const void *from, uint64_t bytes,
                 bool asynchronous);
RecordRef ofFill(const Context &, const Stream *stream, const void *to, uint64_t bytes, uint32_t value,
                 bool asynchronous);
/// Of a node of a graph that is not told about, but whose work has the same origin.
RecordRef silent(const Record &origin);
/// What all work of a launched graph has in common.
RecordRef ofGraph(const Stream &, uint64_t graph);
/// Puts the work into the graph's run.
void adopt(Record &, const Record &origin, uint64_t node);

/// It begins to run, or has ended. What never began is not told.
void begins(Record &);
void ends(RecordRef);

void eventRecorded(const Event &, const Stream &);
void contextMade(const Context &);
void streamMade(const Stream &);
/// The contexts and streams that there are, as kContexts and kStreams in `what` ask for.
HELICON_EXPORT void tellExisting(uint32_t what);
/// `pool`: of a stream-ordered allocation, or its release.
void memoryChanged(const Context &, bool isRelease, const void *address, uint64_t bytes, MemoryKind,
                   const Stream *pool);

/// The numbers are those of MUpti_ActivitySynchronizationType.
enum class WaitFor : uint8_t { Event = 1, StreamWaitsForEvent = 2, Stream = 3, Context = 4 };

/// The calling thread waits while this lives.
class Waiting {
public:
  Waiting(WaitFor what, const Context &context, const Stream *stream, const Event *event) {
    if (isOn()) [[unlikely]]
      record = make(what, context, stream, event);
  }
  ~Waiting() {
    if (record) [[unlikely]]
      ends(std::move(record));
  }
  Waiting(const Waiting &) = delete;

private:
  static RecordRef make(WaitFor, const Context &, const Stream *, const Event *);
  RecordRef record;
};

/// The calling thread compiles a kernel while this lives.
class Compiling {
public:
  Compiling() {
    if (isOn()) [[unlikely]]
      record = make();
  }
  ~Compiling() {
    if (record) [[unlikely]]
      ends(std::move(record));
  }
  Compiling(const Compiling &) = delete;

private:
  static RecordRef make();
  RecordRef record;
};

} // namespace activity
} // namespace helicon
