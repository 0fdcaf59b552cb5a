// Building and reading graphs by handle.
#include "api/common/Graphs.h"

#include "runtime/Device.h"
#include "runtime/GraphMemory.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace helicon::api::graphs {
namespace {

Node handleOf(const GraphNode *node) { return reinterpret_cast<Node>(const_cast<GraphNode *>(node)); }
GraphHandle handleOf(const Graph *graph) { return reinterpret_cast<GraphHandle>(const_cast<Graph *>(graph)); }

/// For calls on a graph, and on a node of one.
template <class Body> Status withGraph(GraphHandle handle, Body &&body) {
  const std::lock_guard lock(graphMutex());
  const GraphRef graph = Graph::find(handle);
  return graph ? body(*graph) : Status::InvalidValue;
}
template <class Body> Status withNode(Node handle, Body &&body) {
  const std::lock_guard lock(graphMutex());
  const GraphNodeRef node = Graph::findNode(handle);
  return node && node->graph ? body(*node) : Status::InvalidValue;
}

/// An edge's ports and type must be ones there are; 1 is an edge between kernels that may begin earlier, which none
/// does here.
bool readEdge(const musaGraphEdgeData *data, size_t index, EdgeData &out) {
  out = {};
  if (!data)
    return true;
  static_assert(sizeof(musaGraphEdgeData) == sizeof(EdgeData));
  std::memcpy(out.data(), &data[index], sizeof out);
  return out[0] <= 2 && out[1] == 0 && out[2] <= 1 &&
         std::all_of(out.begin() + 3, out.end(), [](unsigned char byte) { return byte == 0; });
}

/// Writes a list where there is room for it, and how long it is.
template <class Item> Status list(const std::vector<Item> &items, Item *out, size_t *count) {
  if (!count)
    return Status::InvalidValue;
  if (!out) {
    *count = items.size();
    return Status::Success;
  }
  const size_t room = *count;
  for (size_t i = 0; i < room; i++)
    out[i] = i < items.size() ? items[i] : Item{};
  *count = std::min(room, items.size());
  return Status::Success;
}

musaGraphEdgeData dataOf(const EdgeData &data) {
  musaGraphEdgeData out;
  std::memcpy(&out, data.data(), sizeof out);
  return out;
}

/// Kinds of nodes that a conditional body may not have.
bool isRefusedInBody(const Graph &graph, const NodeParams &params) {
  bool isBody = false;
  GraphNodeRef owner;
  for (const Graph *at = &graph; at; at = owner ? owner->graph : nullptr) {
    isBody |= at->isBody;
    owner = at->ownerNode();
  }
  const bool runsOnDevice = std::holds_alternative<KernelNode>(params) || std::holds_alternative<CopyNode>(params) ||
                            std::holds_alternative<FillNode>(params) || std::holds_alternative<ChildNode>(params) ||
                            std::holds_alternative<EmptyNode>(params) ||
                            std::holds_alternative<ConditionalNode>(params);
  return isBody && !runsOnDevice;
}

Status addLocked(const Spot &spot, Graph &graph, NodeParamsRef params) {
  if (isRefusedInBody(graph, *params))
    return Status::NotSupported;
  std::vector<GraphEdge> edges;
  for (size_t i = 0; i < spot.count; i++) {
    const GraphNodeRef node = Graph::findNode(spot.dependencies[i]);
    GraphEdge edge{node.get(), {}};
    if (!node || !readEdge(spot.data, i, edge.data))
      return Status::InvalidValue;
    edges.push_back(edge);
  }
  GraphNodeRef made;
  const Status status = graph.addNode(std::move(params), edges, made);
  if (status == Status::Success)
    *spot.out = handleOf(made.get());
  return status;
}

bool isBad(const Spot &spot) { return !spot.out || (spot.count > 0 && !spot.dependencies); }

bool hasMemory(const Graph &graph) { return graph.holds(NodeType::Alloc) || graph.holds(NodeType::Free); }

} // namespace

// ---- Graphs ---------------------------------------------------------------------------------------------------------

Status create(Context &context, GraphHandle *out, unsigned flags) {
  if (!out || flags != 0)
    return Status::InvalidValue;
  const std::lock_guard lock(graphMutex());
  *out = handleOf(Graph::create(context).get());
  return Status::Success;
}

Status clone(GraphHandle *out, GraphHandle handle) {
  return withGraph(handle, [&](Graph &graph) {
    if (!out)
      return Status::InvalidValue;
    if (hasMemory(graph)) // an address belongs to one node
      return Status::NotSupported;
    *out = handleOf(graph.clone().get());
    return Status::Success;
  });
}

Status destroy(GraphHandle handle) {
  GraphRef last; // destructors of the program's objects run after the lock
  return withGraph(handle, [&](Graph &graph) {
    if (graph.isOwned() || graph.isCaptured)
      return Status::InvalidValue;
    last = graph.shared_from_this();
    graph.retire();
    return Status::Success;
  });
}

Status destroyNode(Node handle) {
  GraphNodeRef last;
  return withNode(handle, [&](GraphNode &node) {
    if (hasMemory(*node.graph))
      return Status::InvalidValue;
    last = Graph::findNode(&node);
    return node.graph->removeNode(node);
  });
}

Status findInClone(Node *out, Node original, GraphHandle clone) {
  return withNode(original, [&](GraphNode &node) {
    const GraphRef graph = Graph::find(clone);
    if (!out || !graph || graph->cloneOf != node.graph->id)
      return Status::InvalidValue;
    for (const GraphNodeRef &copy : graph->nodes)
      if (copy->cloneOf == node.id) {
        *out = handleOf(copy.get());
        return Status::Success;
      }
    return Status::InvalidValue;
  });
}

Status typeOf(Node handle, int *out) {
  return withNode(handle, [&](GraphNode &node) {
    if (!out)
      return Status::InvalidValue;
    *out = int(node.type());
    return Status::Success;
  });
}

Status print(GraphHandle handle, const char *path, unsigned flags) {
  std::string text;
  const Status status = withGraph(handle, [&](Graph &graph) {
    if (!path)
      return Status::InvalidValue;
    text = dotText(graph, flags);
    return Status::Success;
  });
  if (status != Status::Success)
    return status;
  std::FILE *file = std::fopen(path, "w");
  if (!file)
    return Status::OperatingSystem;
  const bool isWritten = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && isWritten ? Status::Success : Status::OperatingSystem;
}

// ---- Lists ----------------------------------------------------------------------------------------------------------

Status nodes(GraphHandle handle, Node *out, size_t *count) {
  return withGraph(handle, [&](Graph &graph) {
    std::vector<Node> all;
    all.reserve(graph.nodes.size());
    for (const GraphNodeRef &node : graph.nodes)
      all.push_back(handleOf(node.get()));
    return list(all, out, count);
  });
}

Status roots(GraphHandle handle, Node *out, size_t *count) {
  return withGraph(handle, [&](Graph &graph) {
    std::vector<Node> all;
    for (const GraphNodeRef &node : graph.nodes)
      if (node->before.empty())
        all.push_back(handleOf(node.get()));
    return list(all, out, count);
  });
}

Status edges(GraphHandle handle, Node *from, Node *to, musaGraphEdgeData *data, size_t *count) {
  return withGraph(handle, [&](Graph &graph) {
    std::vector<Node> starts, ends;
    std::vector<musaGraphEdgeData> all;
    for (const GraphNodeRef &node : graph.nodes)
      for (const GraphEdge &edge : node->after) {
        starts.push_back(handleOf(node.get()));
        ends.push_back(handleOf(edge.node));
        all.push_back(dataOf(edge.data));
      }
    if (!count || !from != !to)
      return Status::InvalidValue;
    size_t room = *count, same = *count;
    if (from)
      list(ends, to, &same);
    if (from && data)
      list(all, data, &room);
    return list(starts, from, count);
  });
}

Status neighbours(Node handle, bool before, Node *out, musaGraphEdgeData *data, size_t *count) {
  return withNode(handle, [&](GraphNode &node) {
    std::vector<Node> others;
    std::vector<musaGraphEdgeData> all;
    for (const GraphEdge &edge : before ? node.before : node.after) {
      others.push_back(handleOf(edge.node));
      all.push_back(dataOf(edge.data));
    }
    if (!count)
      return Status::InvalidValue;
    size_t room = *count;
    if (out && data)
      list(all, data, &room);
    return list(others, out, count);
  });
}

Status changeEdges(GraphHandle handle, bool add, const Node *from, const Node *to, const musaGraphEdgeData *data,
                   size_t count) {
  return withGraph(handle, [&](Graph &graph) {
    if (count > 0 && (!from || !to))
      return Status::InvalidValue;
    if (!add && hasMemory(graph))
      return Status::InvalidValue;
    std::vector<GraphNodeRef> keep;
    std::vector<GraphNode *> starts, ends;
    std::vector<EdgeData> all(count);
    for (size_t i = 0; i < count; i++) {
      keep.push_back(Graph::findNode(from[i]));
      starts.push_back(keep.back().get());
      keep.push_back(Graph::findNode(to[i]));
      ends.push_back(keep.back().get());
      if (!readEdge(data, i, all[i]))
        return Status::InvalidValue;
    }
    return add ? graph.addEdges(starts, ends, all) : graph.removeEdges(starts, ends, all);
  });
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

Status add(const Spot &spot, const Maker &make) {
  const GraphRef graph = Graph::find(spot.graph);
  if (!graph || isBad(spot))
    return Status::InvalidValue;
  NodeParamsRef params;
  if (Status status = make(graph->context, nullptr, params); status != Status::Success)
    return status;
  return withGraph(spot.graph, [&](Graph &found) { return addLocked(spot, found, std::move(params)); });
}

Status paramsOf(Node handle, NodeParamsRef &out) {
  return withNode(handle, [&](GraphNode &node) {
    out = node.params;
    return Status::Success;
  });
}

Status set(Node handle, const Maker &make) {
  NodeParamsRef now, wanted;
  Context *context = nullptr;
  Status status = withNode(handle, [&](GraphNode &node) {
    now = node.params;
    context = &node.graph->context;
    return Status::Success;
  });
  if (status == Status::Success)
    status = make(*context, now.get(), wanted);
  if (status != Status::Success)
    return status;
  return withNode(handle, [&](GraphNode &node) {
    if (node.params->index() != wanted->index())
      return Status::InvalidValue;
    node.params = std::move(wanted);
    return Status::Success;
  });
}

Status setInExec(Exec handle, Node nodeHandle, const Maker &make) {
  const GraphExecRef exec = GraphExec::find(handle);
  const GraphNodeRef node = Graph::findNode(nodeHandle);
  if (!exec || !node)
    return Status::InvalidValue;
  const NodeParamsRef now = exec->paramsOf(*node);
  NodeParamsRef wanted;
  if (!now)
    return Status::InvalidValue;
  if (Status status = make(exec->context, now.get(), wanted); status != Status::Success)
    return status;
  return exec->setParams(*node, std::move(wanted));
}

Status addChild(const Spot &spot, GraphHandle child) {
  return withGraph(spot.graph, [&](Graph &graph) {
    const GraphRef inner = Graph::find(child);
    if (!inner || isBad(spot) || inner.get() == &graph || &inner->context != &graph.context)
      return Status::InvalidValue;
    if (hasMemory(*inner))
      return Status::NotSupported;
    const GraphRef copy = inner->clone();
    const Status status = addLocked(spot, graph, std::make_shared<NodeParams>(ChildNode{copy}));
    if (status != Status::Success)
      copy->retire();
    return status;
  });
}

Status childOf(Node handle, GraphHandle *out) {
  return withNode(handle, [&](GraphNode &node) {
    const auto *child = node.as<ChildNode>();
    if (!child || !out)
      return Status::InvalidValue;
    *out = handleOf(child->graph.get());
    return Status::Success;
  });
}

Status setChildInExec(Exec handle, Node nodeHandle, GraphHandle child) {
  return withGraph(child, [&](Graph &graph) {
    const GraphExecRef exec = GraphExec::find(handle);
    const GraphNodeRef node = Graph::findNode(nodeHandle);
    return exec && node ? exec->setChild(*node, graph) : Status::InvalidValue;
  });
}

Maker emptyMaker() {
  return [](Context &, const NodeParams *, NodeParamsRef &out) {
    out = std::make_shared<NodeParams>(EmptyNode{});
    return Status::Success;
  };
}

Maker eventMaker(musaEvent_t handle, bool records) {
  return [=](Context &, const NodeParams *, NodeParamsRef &out) {
    const EventRef event = findEvent(handle);
    if (!event)
      return Status::InvalidHandle;
    out = records ? std::make_shared<NodeParams>(RecordNode{event}) : std::make_shared<NodeParams>(WaitNode{event});
    return Status::Success;
  };
}

Status eventOf(Node handle, bool records, musaEvent_t *out) {
  return withNode(handle, [&](GraphNode &node) {
    const auto *record = node.as<RecordNode>();
    const auto *wait = node.as<WaitNode>();
    if (!out || !(records ? record != nullptr : wait != nullptr))
      return Status::InvalidValue;
    *out = reinterpret_cast<musaEvent_t>(records ? record->event.get() : wait->event.get());
    return Status::Success;
  });
}

// ---- Attributes of kernels' nodes -----------------------------------------------------------------------------------

namespace {

Status checkAttribute(int attribute, const void *value) {
  int number = 0;
  std::memcpy(&number, value, sizeof number);
  switch (attribute) {
  case musaLaunchAttributeAccessPolicyWindow:
    return Status::Success;
  case musaLaunchAttributeCooperative:
    return number == 0 || number == 1 ? Status::Success : Status::InvalidValue;
  case musaLaunchAttributePriority:
    return number <= kLowestPriority && number >= kHighestPriority ? Status::Success : Status::InvalidValue;
  case musaLaunchAttributeClusterDimension:
  case musaLaunchAttributeClusterSchedulingPolicyPreference:
    return Status::NotSupported; // no clusters here
  default:
    return Status::InvalidValue;
  }
}

bool isAttribute(int attribute) {
  return attribute == musaLaunchAttributeAccessPolicyWindow || attribute == musaLaunchAttributeCooperative ||
         attribute == musaLaunchAttributePriority || attribute == musaLaunchAttributeClusterDimension ||
         attribute == musaLaunchAttributeClusterSchedulingPolicyPreference;
}

} // namespace

Status getAttribute(Node handle, int attribute, void *value) {
  return withNode(handle, [&](GraphNode &node) {
    const auto *kernel = node.as<KernelNode>();
    if (!kernel || !value || !isAttribute(attribute))
      return Status::InvalidValue;
    std::memset(value, 0, sizeof(musaLaunchAttributeValue));
    if (auto known = kernel->attributes.find(attribute); known != kernel->attributes.end())
      std::memcpy(value, known->second.data(), known->second.size());
    return Status::Success;
  });
}

Status setAttribute(Node handle, int attribute, const void *value) {
  return withNode(handle, [&](GraphNode &node) {
    const auto *kernel = node.as<KernelNode>();
    if (!kernel || !value)
      return Status::InvalidValue;
    if (Status status = checkAttribute(attribute, value); status != Status::Success)
      return status;
    KernelNode changed = *kernel;
    std::memcpy(changed.attributes[attribute].data(), value, sizeof(musaLaunchAttributeValue));
    auto params = std::make_shared<NodeParams>(std::move(changed));
    std::get<KernelNode>(*params).findAddresses();
    node.params = std::move(params);
    return Status::Success;
  });
}

Status copyAttributes(Node from, Node to) {
  return withNode(from, [&](GraphNode &source) {
    const GraphNodeRef target = Graph::findNode(to);
    const auto *one = source.as<KernelNode>();
    const auto *other = target && target->graph ? target->as<KernelNode>() : nullptr;
    if (!one || !other)
      return Status::InvalidValue;
    KernelNode changed = *other;
    changed.attributes = one->attributes;
    auto params = std::make_shared<NodeParams>(std::move(changed));
    std::get<KernelNode>(*params).findAddresses();
    target->params = std::move(params);
    return Status::Success;
  });
}

// ---- Conditional nodes, memory --------------------------------------------------------------------------------------

Status createCondition(unsigned long long *out, GraphHandle handle, unsigned initial, unsigned flags) {
  return withGraph(handle, [&](Graph &graph) {
    if (!out || (flags & ~static_cast<unsigned>(musaGraphCondAssignDefault)))
      return Status::InvalidValue;
    auto condition = std::make_shared<Condition>(initial, flags & musaGraphCondAssignDefault);
    *out = condition->handle();
    graph.conditions.push_back(std::move(condition));
    return Status::Success;
  });
}

Status addConditional(const Spot &spot, uint64_t handle, int kind, unsigned size, GraphHandle **bodies) {
  return withGraph(spot.graph, [&](Graph &graph) {
    const ConditionRef condition = graph.findCondition(handle);
    const unsigned most = kind == musaGraphCondTypeIf ? 2 : kind == musaGraphCondTypeWhile ? 1 : 0x10000;
    if (isBad(spot) || !bodies || !condition || condition->used || kind < 0 || kind > musaGraphCondTypeSwitch ||
        size == 0 || size > most)
      return Status::InvalidValue;
    ConditionalNode node;
    node.condition = condition;
    node.kind = static_cast<ConditionalNode::Kind>(kind);
    for (unsigned i = 0; i < size; i++) {
      GraphRef body = Graph::create(graph.context);
      body->isBody = true;
      node.handles.push_back(body.get());
      node.bodies.push_back(std::move(body));
    }
    auto params = std::make_shared<NodeParams>(std::move(node));
    const Status status = addLocked(spot, graph, params);
    const auto &kept = std::get<ConditionalNode>(*params);
    if (status != Status::Success) {
      for (const GraphRef &body : kept.bodies)
        body->retire();
      return status;
    }
    condition->used = true;
    *bodies = reinterpret_cast<GraphHandle *>(const_cast<void **>(kept.handles.data()));
    return Status::Success;
  });
}

Status addAlloc(const Spot &spot, int place, uint64_t bytes, void **address) {
  if (!device(place))
    return Status::InvalidValue;
  return add(spot, [&](Context &context, const NodeParams *, NodeParamsRef &out) {
    GraphMemoryRef memory;
    if (context.device().ordinal() != place) // it is the graph's device's
      return Status::NotSupported;
    if (Status status = GraphMemory::create(context, bytes, memory); status != Status::Success)
      return status;
    *address = memory->address();
    out = std::make_shared<NodeParams>(AllocNode{std::move(memory)});
    return Status::Success;
  });
}

Status addFree(const Spot &spot, void *address) {
  return add(spot, [&](Context &, const NodeParams *, NodeParamsRef &out) {
    GraphMemoryRef memory = GraphMemory::find(address);
    if (!memory)
      return Status::InvalidValue;
    out = std::make_shared<NodeParams>(FreeNode{std::move(memory)});
    return Status::Success;
  });
}

Status memoryAttribute(const Device &device, int attribute, void *value) {
  if (!value || attribute < 0 || attribute > int(GraphMemoryCount::ReservedMost))
    return Status::InvalidValue;
  *static_cast<unsigned long long *>(value) = GraphMemory::count(device, static_cast<GraphMemoryCount>(attribute));
  return Status::Success;
}

Status setMemoryAttribute(const Device &device, int attribute, const void *value) {
  const auto which = static_cast<GraphMemoryCount>(attribute);
  const bool isMark = which == GraphMemoryCount::UsedMost || which == GraphMemoryCount::ReservedMost;
  if (!value || !isMark || *static_cast<const unsigned long long *>(value) != 0)
    return Status::InvalidValue;
  GraphMemory::resetMost(device, which);
  return Status::Success;
}

} // namespace helicon::api::graphs
