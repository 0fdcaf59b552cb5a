// The rules of captures. Everything is under graphMutex().
#include "runtime/Capture.h"

#include "runtime/GraphCommands.h"
#include "runtime/GraphMemory.h"

#include <algorithm>
#include <utility>

namespace helicon::capture {

std::atomic<uint32_t> running{0};

namespace {

std::vector<CaptureRef> &all() {
  static auto *const kAll = new std::vector<CaptureRef>;
  return *kAll;
}

thread_local CaptureMode threadMode = CaptureMode::Global;

void invalidate(Capture &capture) { capture.isValid = false; }

/// A blocking stream of the context captures: the legacy stream would wait for it, and it for that.
bool invalidateBlocking(const Context &context) {
  bool found = false;
  for (const CaptureRef &capture : all())
    for (const Stream *stream : capture->streams)
      if (&stream->context() == &context && !(stream->flags() & kStreamNonBlocking)) {
        invalidate(*capture);
        found = true;
      }
  return found;
}

bool isImplicit(const Stream &stream) { return stream.kind() == Stream::Kind::Legacy; }

void leave(Stream &stream) {
  stream.captured.store(false, std::memory_order_relaxed);
  stream.capture.reset();
}

void join(Stream &stream, const CaptureRef &capture, std::vector<GraphEdge> tips) {
  stream.capture = std::make_unique<StreamCapture>();
  stream.capture->capture = capture;
  stream.capture->tips = std::move(tips);
  stream.captured.store(true, std::memory_order_relaxed);
  capture->streams.push_back(&stream);
}

void append(std::vector<GraphEdge> &tips, const std::vector<GraphEdge> &more) {
  for (const GraphEdge &edge : more)
    if (std::none_of(tips.begin(), tips.end(), [&](const GraphEdge &known) { return known.node == edge.node; }))
      tips.push_back(edge);
}

/// A new node behind what the stream has.
Status add(Stream &stream, NodeParamsRef params) {
  StreamCapture &at = *stream.capture;
  GraphNodeRef node;
  const Status status = at.capture->graph->addNode(std::move(params), at.tips, node);
  if (status == Status::Success)
    at.tips = {{node.get(), {}}};
  else
    invalidate(*at.capture);
  return status;
}

Status stateOf(const StreamCapture &at) { return at.capture->isValid ? Status::Success : Status::CaptureInvalidated; }

} // namespace

bool takes(Stream &stream, const std::function<NodeParamsRef()> &make, Status &out) {
  const std::lock_guard lock(graphMutex());
  if (!stream.capture) {
    if (isImplicit(stream) && invalidateBlocking(stream.context())) {
      out = Status::CaptureImplicit;
      return true;
    }
    return false;
  }
  out = stateOf(*stream.capture);
  if (out != Status::Success)
    return true;
  NodeParamsRef params = make();
  if (params) {
    out = add(stream, std::move(params));
  } else {
    invalidate(*stream.capture->capture);
    out = Status::CaptureUnsupported;
  }
  return true;
}

bool allocates(Stream &stream, uint64_t bytes, void **address, Status &out) {
  if (!any())
    return false;
  GraphMemoryRef memory;
  if (stream.captured.load(std::memory_order_relaxed)) // before the lock: it may take long
    if (out = GraphMemory::create(stream.context(), bytes, memory); out != Status::Success)
      return true;
  const bool taken = takes(stream, [&] { return std::make_shared<NodeParams>(AllocNode{memory}); }, out);
  if (taken && out == Status::Success)
    *address = memory->address();
  return taken;
}

bool frees(Stream &stream, void *address, Status &out) {
  const GraphMemoryRef memory = GraphMemory::find(address);
  if (any()) {
    auto make = [&] { return memory ? std::make_shared<NodeParams>(FreeNode{memory}) : nullptr; };
    if (takes(stream, make, out))
      return true;
  }
  if (!memory)
    return false;
  out = memory->settle();
  if (out == Status::Success)
    out = stream.enqueue(makeMemoryEnd(stream.context(), memory), false);
  return true;
}

Status refuses(Stream &stream) {
  const std::lock_guard lock(graphMutex());
  if (!stream.capture)
    return isImplicit(stream) && invalidateBlocking(stream.context()) ? Status::CaptureImplicit : Status::Success;
  const Status status = stateOf(*stream.capture);
  invalidate(*stream.capture->capture);
  return status == Status::Success ? Status::CaptureUnsupported : status;
}

Status mayAsk(Stream &stream) { return refuses(stream); }

Status mayAsk(Event &event) {
  const std::lock_guard lock(graphMutex());
  if (!event.capture)
    return Status::Success;
  invalidate(*event.capture->capture);
  return Status::CapturedEvent;
}

Status mayWait(Context &context) {
  const std::lock_guard lock(graphMutex());
  Status status = Status::Success;
  for (const CaptureRef &capture : all())
    if (&capture->origin->context() == &context) {
      invalidate(*capture);
      status = Status::CaptureUnsupported;
    }
  return status;
}

Status mayCall() {
  if (threadMode == CaptureMode::Relaxed)
    return Status::Success;
  const std::lock_guard lock(graphMutex());
  Status status = Status::Success;
  for (const CaptureRef &capture : all()) {
    const bool isHere = capture->thread == std::this_thread::get_id();
    const bool concerns = isHere ? capture->mode != CaptureMode::Relaxed
                                 : threadMode == CaptureMode::Global && capture->mode == CaptureMode::Global;
    if (!concerns)
      continue;
    invalidate(*capture);
    status = Status::CaptureUnsupported;
  }
  return status;
}

CaptureMode exchangeMode(CaptureMode mode) { return std::exchange(threadMode, mode); }

bool records(Event &event, Stream &stream, bool external, Status &out) {
  const std::lock_guard lock(graphMutex());
  if (!stream.capture) {
    if (isImplicit(stream) && invalidateBlocking(stream.context())) {
      out = Status::CaptureImplicit;
      return true;
    }
    if (!external) {
      event.capture.reset();
      event.captured.store(false, std::memory_order_relaxed);
    }
    return false;
  }
  StreamCapture &at = *stream.capture;
  out = stateOf(at);
  if (out != Status::Success)
    return true;
  if (external) {
    out = add(stream, std::make_shared<NodeParams>(RecordNode{event.shared_from_this()}));
    return true;
  }
  event.capture = std::make_unique<EventCapture>(EventCapture{at.capture, at.tips});
  event.captured.store(true, std::memory_order_relaxed);
  return true;
}

bool waits(Stream &stream, Event &event, bool external, Status &out) {
  const std::lock_guard lock(graphMutex());
  if (external && stream.capture) {
    out = stateOf(*stream.capture);
    if (out == Status::Success)
      out = add(stream, std::make_shared<NodeParams>(WaitNode{event.shared_from_this()}));
    return true;
  }
  if (!event.capture) {
    if (!stream.capture) {
      if (isImplicit(stream) && invalidateBlocking(stream.context())) {
        out = Status::CaptureImplicit;
        return true;
      }
      return false;
    }
    out = stateOf(*stream.capture);
    if (out == Status::Success) { // what is not captured can't be waited for by what is
      invalidate(*stream.capture->capture);
      out = Status::CaptureIsolation;
    }
    return true;
  }
  const CaptureRef &theirs = event.capture->capture;
  const bool isOver = std::find(all().begin(), all().end(), theirs) == all().end();
  if (!stream.capture && isOver) { // its capture has ended: there is nothing to join
    out = Status::CapturedEvent;
    return true;
  }
  if (stream.capture && stream.capture->capture != theirs) {
    const bool valid = stream.capture->capture->isValid;
    invalidate(*stream.capture->capture);
    invalidate(*theirs);
    out = !valid ? Status::CaptureInvalidated : isOver ? Status::CapturedEvent : Status::CaptureMerge;
    return true;
  }
  if (!theirs->isValid) {
    out = Status::CaptureInvalidated;
    return true;
  }
  if (isImplicit(stream)) { // the legacy stream joins nothing
    invalidate(*theirs);
    out = Status::CaptureImplicit;
    return true;
  }
  out = Status::Success;
  if (!stream.capture)
    join(stream, theirs, event.capture->tips);
  else
    append(stream.capture->tips, event.capture->tips);
  return true;
}

Status begin(Stream &stream, CaptureMode mode, const GraphRef &graph, std::vector<GraphEdge> tips) {
  static uint64_t ids = 0;
  if (int(mode) < 0 || int(mode) > int(CaptureMode::Relaxed))
    return Status::InvalidValue;
  if (isImplicit(stream))
    return Status::CaptureUnsupported;
  const std::lock_guard lock(graphMutex());
  if (stream.capture)
    return Status::IllegalState;
  if (graph && graph->isCaptured)
    return Status::InvalidValue;
  for (const GraphEdge &tip : tips)
    if (!tip.node || tip.node->graph != graph.get())
      return Status::InvalidValue;
  auto made = std::make_shared<Capture>();
  made->graph = graph ? graph : Graph::create(stream.context());
  made->isOurs = !graph;
  made->graph->isCaptured = true;
  made->origin = &stream;
  made->id = ++ids;
  made->mode = mode;
  made->thread = std::this_thread::get_id();
  join(stream, made, std::move(tips));
  all().push_back(std::move(made));
  running.fetch_add(1, std::memory_order_relaxed);
  return Status::Success;
}

/// Takes all streams out of it.
static void finish(const CaptureRef &capture) {
  for (Stream *stream : capture->streams)
    leave(*stream);
  capture->streams.clear();
  capture->graph->isCaptured = false;
  std::erase(all(), capture);
  running.fetch_sub(1, std::memory_order_relaxed);
}

/// A stream that joined has nodes that nothing of the origin comes after.
static bool isUnjoined(const Capture &capture) {
  std::vector<GraphNode *> open;
  static uint64_t walk = uint64_t(1) << 63; // apart from the numbers of other walks
  walk++;
  for (const GraphEdge &tip : capture.origin->capture->tips)
    open.push_back(tip.node);
  while (!open.empty()) {
    GraphNode *node = open.back();
    open.pop_back();
    if (std::exchange(node->mark, walk) == walk)
      continue;
    for (const GraphEdge &edge : node->before)
      open.push_back(edge.node);
  }
  for (const Stream *stream : capture.streams)
    for (const GraphEdge &tip : stream->capture->tips)
      if (tip.node->mark != walk)
        return true;
  return std::any_of(capture.left.begin(), capture.left.end(),
                     [&](const GraphEdge &tip) { return tip.node->mark != walk; });
}

Status end(Stream &stream, bool isWanted, GraphRef &out) {
  const std::lock_guard lock(graphMutex());
  if (!stream.capture)
    return Status::IllegalState;
  const CaptureRef capture = stream.capture->capture;
  if (!isWanted && capture->isOurs)
    return Status::InvalidValue;
  if (capture->origin != &stream) {
    invalidate(*capture);
    return Status::CaptureUnmatched;
  }
  if (capture->mode != CaptureMode::Relaxed && capture->thread != std::this_thread::get_id())
    return Status::CaptureWrongThread;
  Status status = capture->isValid ? Status::Success : Status::CaptureInvalidated;
  if (status == Status::Success && isUnjoined(*capture))
    status = Status::CaptureUnjoined;
  capture->isValid &= status == Status::Success;
  finish(capture);
  if (status == Status::Success)
    out = capture->graph;
  else if (capture->isOurs)
    capture->graph->retire();
  return status;
}

Status status(Stream &stream, CaptureStatus &out) {
  const std::lock_guard lock(graphMutex());
  if (isImplicit(stream)) {
    for (const CaptureRef &capture : all())
      for (const Stream *other : capture->streams)
        if (&other->context() == &stream.context() && !(other->flags() & kStreamNonBlocking))
          return Status::CaptureImplicit;
  }
  out = !stream.capture                    ? CaptureStatus::None
        : stream.capture->capture->isValid ? CaptureStatus::Active
                                           : CaptureStatus::Invalidated;
  return Status::Success;
}

StreamCapture *of(Stream &stream) { return stream.capture.get(); }

void forget(Stream &stream) {
  const std::lock_guard lock(graphMutex());
  if (!stream.capture)
    return;
  const CaptureRef capture = stream.capture->capture;
  if (capture->origin == &stream) {
    invalidate(*capture);
    finish(capture);
    if (capture->isOurs)
      capture->graph->retire();
    return;
  }
  capture->left.insert(capture->left.end(), stream.capture->tips.begin(), stream.capture->tips.end());
  std::erase(capture->streams, &stream);
  leave(stream);
}

} // namespace helicon::capture
