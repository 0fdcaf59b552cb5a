// Executable graphs, user objects and captures by handle.
#include "api/common/Graphs.h"

#include <algorithm>
#include <cstring>

namespace helicon::api::graphs {
namespace {

Node handleOf(const GraphNode *node) { return reinterpret_cast<Node>(const_cast<GraphNode *>(node)); }

template <class Body> Status withExec(Exec handle, Body &&body) {
  const GraphExecRef exec = GraphExec::find(handle);
  return exec ? body(*exec) : Status::InvalidValue;
}

template <class Body> Status withExecNode(Exec handle, Node nodeHandle, Body &&body) {
  return withExec(handle, [&](GraphExec &exec) {
    const GraphNodeRef node = Graph::findNode(nodeHandle);
    return node ? body(exec, *node) : Status::InvalidValue;
  });
}

} // namespace

// ---- Executable graphs ----------------------------------------------------------------------------------------------

Status instantiate(Exec *out, GraphHandle handle, uint64_t flags, InstantiateOutcome &outcome) {
  GraphExecRef made;
  {
    const std::lock_guard lock(graphMutex());
    const GraphRef graph = Graph::find(handle);
    outcome.result = 1;
    if (!graph || !out)
      return Status::InvalidValue;
    outcome.result = 0;
    if (Status status = GraphExec::create(*graph, flags, made, outcome); status != Status::Success)
      return status;
  }
  if (flags & kExecUpload)
    if (Status status = made->upload(); status != Status::Success) {
      outcome.result = 1;
      made->retire();
      return status;
    }
  *out = reinterpret_cast<Exec>(made.get());
  return Status::Success;
}

Status instantiate(Exec *out, GraphHandle graph, Node *errorNode, char *log, size_t logBytes) {
  InstantiateOutcome outcome;
  const Status status = instantiate(out, graph, uint64_t(0), outcome);
  if (errorNode)
    *errorNode = handleOf(outcome.node);
  if (log && logBytes > 0) {
    const size_t length = std::min(logBytes - 1, outcome.text.size());
    std::memcpy(log, outcome.text.data(), length);
    log[length] = 0;
  }
  return status;
}

Status instantiate(Exec *out, GraphHandle graph, uint64_t flags) {
  InstantiateOutcome outcome;
  return instantiate(out, graph, flags, outcome);
}

Status destroyExec(Exec handle) {
  return withExec(handle, [](GraphExec &exec) {
    const std::lock_guard lock(graphMutex());
    exec.retire();
    return Status::Success;
  });
}

Status launch(Stream &stream, Exec handle) {
  return withExec(handle, [&](GraphExec &exec) { return exec.launch(stream); });
}

Status upload(Stream &stream, Exec handle) {
  return withExec(handle, [&](GraphExec &exec) {
    return &stream.context() == &exec.context ? exec.upload() : Status::InvalidValue;
  });
}

Status update(Exec handle, GraphHandle graph, Node *errorNode, Node *errorFrom, int *result) {
  return withExec(handle, [&](GraphExec &exec) {
    const std::lock_guard lock(graphMutex());
    const GraphRef found = Graph::find(graph);
    if (!found || !result)
      return Status::InvalidValue;
    UpdateOutcome outcome;
    const Status status = exec.update(*found, outcome);
    *result = int(outcome.result);
    if (errorNode)
      *errorNode = handleOf(outcome.node);
    if (errorFrom)
      *errorFrom = handleOf(outcome.fromNode);
    return status;
  });
}

Status setEnabled(Exec handle, Node node, unsigned enabled) {
  return withExecNode(handle, node, [&](GraphExec &exec, GraphNode &found) {
    return enabled <= 1 ? exec.setEnabled(found, enabled != 0) : Status::InvalidValue;
  });
}

Status isEnabled(Exec handle, Node node, unsigned *enabled) {
  return withExecNode(handle, node, [&](GraphExec &exec, GraphNode &found) {
    bool is = false;
    if (!enabled)
      return Status::InvalidValue;
    const Status status = exec.isEnabled(found, is);
    if (status == Status::Success)
      *enabled = is;
    return status;
  });
}

Status flagsOf(Exec handle, unsigned long long *flags) {
  return withExec(handle, [&](GraphExec &exec) {
    if (!flags)
      return Status::InvalidValue;
    *flags = exec.flags;
    return Status::Success;
  });
}

// ---- User objects ---------------------------------------------------------------------------------------------------

namespace {

/// Counts are those of an int on a card.
bool isCount(unsigned count) { return count > 0 && count <= INT32_MAX; }

template <class Body> Status withObject(musaUserObject_t handle, unsigned count, Body &&body) {
  const UserObjectRef object = UserObject::find(handle);
  return object && isCount(count) ? body(object) : Status::InvalidValue;
}

} // namespace

Status createUserObject(musaUserObject_t *out, void *object, void (*destroy)(void *), unsigned count, unsigned flags) {
  if (!out || !destroy || !isCount(count) || flags != musaUserObjectNoDestructorSync)
    return Status::InvalidValue;
  *out = reinterpret_cast<musaUserObject_t>(UserObject::create(object, destroy, count).get());
  return Status::Success;
}

Status retainUserObject(musaUserObject_t handle, unsigned count) {
  return withObject(handle, count, [&](const UserObjectRef &object) { return object->retain(count); });
}

Status releaseUserObject(musaUserObject_t handle, unsigned count) {
  return withObject(handle, count, [&](const UserObjectRef &object) { return object->release(count); });
}

Status retainInGraph(GraphHandle graph, musaUserObject_t handle, unsigned count, unsigned flags) {
  return withObject(handle, count, [&](const UserObjectRef &object) {
    const std::lock_guard lock(graphMutex());
    const GraphRef found = Graph::find(graph);
    if (!found || (flags & ~static_cast<unsigned>(musaGraphUserObjectMove)))
      return Status::InvalidValue;
    return found->objects.add(object, count, flags & musaGraphUserObjectMove);
  });
}

Status releaseInGraph(GraphHandle graph, musaUserObject_t handle, unsigned count) {
  return withObject(handle, count, [&](const UserObjectRef &object) {
    const std::lock_guard lock(graphMutex());
    const GraphRef found = Graph::find(graph);
    return found ? found->objects.drop(object, count) : Status::InvalidValue;
  });
}

// ---- Captures -------------------------------------------------------------------------------------------------------

namespace {

Status edgesOf(const Node *dependencies, const musaGraphEdgeData *data, size_t count, std::vector<GraphNodeRef> &keep,
               std::vector<GraphEdge> &out) {
  if (count > 0 && !dependencies)
    return Status::InvalidValue;
  for (size_t i = 0; i < count; i++) {
    keep.push_back(Graph::findNode(dependencies[i]));
    if (!keep.back())
      return Status::InvalidValue;
    GraphEdge edge{keep.back().get(), {}};
    if (data)
      std::memcpy(edge.data.data(), &data[i], sizeof edge.data);
    out.push_back(edge);
  }
  return Status::Success;
}

} // namespace

Status beginCapture(Stream &stream, int mode) {
  return capture::begin(stream, static_cast<CaptureMode>(mode), nullptr, {});
}

Status beginCaptureToGraph(Stream &stream, GraphHandle graph, const Node *dependencies, const musaGraphEdgeData *data,
                           size_t count, int mode) {
  std::vector<GraphNodeRef> keep;
  std::vector<GraphEdge> tips;
  const GraphRef found = Graph::find(graph);
  if (!found || &found->context != &stream.context())
    return Status::InvalidValue;
  if (Status status = edgesOf(dependencies, data, count, keep, tips); status != Status::Success)
    return status;
  return capture::begin(stream, static_cast<CaptureMode>(mode), found, std::move(tips));
}

Status endCapture(Stream &stream, GraphHandle *out) {
  GraphRef graph;
  const Status status = capture::end(stream, out != nullptr, graph);
  if (out)
    *out = reinterpret_cast<GraphHandle>(graph.get());
  return status;
}

Status captureStatus(Stream &stream, int *out) {
  CaptureStatus status = CaptureStatus::None;
  if (!out)
    return Status::InvalidValue;
  const Status result = capture::status(stream, status);
  if (result == Status::Success)
    *out = int(status);
  return result;
}

Status captureInfo(Stream &stream, const CaptureQuestion &q) {
  if (Status status = captureStatus(stream, q.status); status != Status::Success)
    return status;
  const std::lock_guard lock(graphMutex());
  StreamCapture *at = capture::of(stream);
  if (!at || *q.status != int(CaptureStatus::Active))
    return Status::Success;
  if (q.id)
    *q.id = at->capture->id;
  if (q.graph)
    *q.graph = reinterpret_cast<GraphHandle>(at->capture->graph.get());
  at->shown.clear();
  at->shownData.clear();
  for (const GraphEdge &tip : at->tips) {
    at->shown.push_back(tip.node);
    at->shownData.push_back(tip.data);
  }
  if (q.dependencies)
    *q.dependencies = reinterpret_cast<const Node *>(at->shown.data());
  if (q.data)
    *q.data = reinterpret_cast<const musaGraphEdgeData *>(at->shownData.data());
  if (q.count)
    *q.count = at->tips.size();
  return Status::Success;
}

Status updateCapture(Stream &stream, const Node *dependencies, const musaGraphEdgeData *data, size_t count,
                     unsigned flags) {
  std::vector<GraphNodeRef> keep;
  std::vector<GraphEdge> tips;
  if (flags > musaStreamSetCaptureDependencies)
    return Status::InvalidValue;
  if (Status status = edgesOf(dependencies, data, count, keep, tips); status != Status::Success)
    return status;
  const std::lock_guard lock(graphMutex());
  StreamCapture *at = capture::of(stream);
  if (!at)
    return Status::IllegalState;
  if (!at->capture->isValid)
    return Status::CaptureInvalidated;
  for (const GraphEdge &tip : tips)
    if (tip.node->graph != at->capture->graph.get())
      return Status::InvalidValue;
  if (flags == musaStreamSetCaptureDependencies)
    at->tips.clear();
  for (const GraphEdge &tip : tips)
    if (std::none_of(at->tips.begin(), at->tips.end(), [&](const GraphEdge &known) { return known.node == tip.node; }))
      at->tips.push_back(tip);
  return Status::Success;
}

Status exchangeCaptureMode(int *mode) {
  if (!mode || *mode < 0 || *mode > int(CaptureMode::Relaxed))
    return Status::InvalidValue;
  *mode = int(capture::exchangeMode(static_cast<CaptureMode>(*mode)));
  return Status::Success;
}

} // namespace helicon::api::graphs
