// Stream capture: calls on a stream become nodes of a graph instead of work. A capture is a graph, the stream that it
// began in, and the streams that joined it by waiting for an event recorded in it. Each stream knows the nodes that its
// next one comes after.
//
// What is not allowed meanwhile is refused with the code that a card gives, and makes the captures concerned invalid:
// from then on they give 901 until they are ended. All of it costs one load of a counter while nobody captures.
#pragma once

#include "runtime/CaptureChecks.h"
#include "runtime/Graph.h"

#include <thread>

namespace helicon {

/// The numbers are those of musaStreamCaptureMode and musaStreamCaptureStatus.
enum class CaptureMode : int { Global = 0, ThreadLocal = 1, Relaxed = 2 };
enum class CaptureStatus : int { None = 0, Active = 1, Invalidated = 2 };

struct Capture {
  GraphRef graph;
  Stream *origin = nullptr;
  uint64_t id = 0;
  CaptureMode mode = CaptureMode::Global;
  std::thread::id thread;
  bool isValid = true;
  bool isOurs = true;            ///< it made the graph
  std::vector<Stream *> streams; ///< the origin first
  std::vector<GraphEdge> left;   ///< tips of streams that were destroyed meanwhile
};
using CaptureRef = std::shared_ptr<Capture>;

struct StreamCapture {
  CaptureRef capture;
  std::vector<GraphEdge> tips;
  std::vector<GraphNode *> shown; ///< what the last question about them was answered with
  std::vector<EdgeData> shownData;
};

struct EventCapture {
  CaptureRef capture;
  std::vector<GraphEdge> tips;
};

namespace capture {

/// Puts a call on a stream into a capture, or refuses it. False: the stream does not capture, the call goes on.
HELICON_EXPORT bool takes(Stream &, const std::function<NodeParamsRef()> &make, Status &out);
/// The same for calls that can't be captured; `waits`: those that a capturing stream can't serve either.
HELICON_EXPORT Status refuses(Stream &);
/// musaMallocAsync and musaFreeAsync call these first. True: a capture took the call or refused it; or, for a pointer,
/// it is memory of a graph, which is freed in the stream's order. False: the call goes on.
HELICON_EXPORT bool allocates(Stream &, uint64_t bytes, void **address, Status &out);
HELICON_EXPORT bool frees(Stream &, void *address, Status &out);
/// For calls that wait for a stream or ask for its state.
HELICON_EXPORT Status mayAsk(Stream &);
HELICON_EXPORT Status mayAsk(Event &);
/// For calls that wait for the whole context.
HELICON_EXPORT Status mayWait(Context &);
HELICON_EXPORT CaptureMode exchangeMode(CaptureMode);

/// True when the event belongs to a capture by now.
HELICON_EXPORT bool records(Event &, Stream &, bool external, Status &out);
HELICON_EXPORT bool waits(Stream &, Event &, bool external, Status &out);

/// `graph` null: a new one. The first nodes come after `tips`.
HELICON_EXPORT Status begin(Stream &, CaptureMode, const GraphRef &graph, std::vector<GraphEdge> tips);
/// `isWanted`: the caller gets the graph; it must, unless it gave it.
HELICON_EXPORT Status end(Stream &, bool isWanted, GraphRef &out);
/// For questions about the state: CaptureImplicit for the legacy stream while one that it waits for captures.
HELICON_EXPORT Status status(Stream &, CaptureStatus &out);
/// graphMutex() is held; null unless the stream captures.
HELICON_EXPORT StreamCapture *of(Stream &);
/// The stream goes: its capture with it, or what it did in that of another stream stays.
HELICON_EXPORT void forget(Stream &);

} // namespace capture

} // namespace helicon
