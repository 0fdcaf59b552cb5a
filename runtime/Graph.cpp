// Nodes and edges. A look for a cycle walks what lies behind the edge's end, so building a chain node by node is linear
// (a new node has nothing behind it) and only edges between old nodes cost more.
#include "runtime/Graph.h"

#include "runtime/GraphMemory.h"
#include "runtime/Handles.h"
#include "runtime/Launch.h"

#include <algorithm>
#include <cstring>

namespace helicon {

std::mutex &graphMutex() {
  static auto *const kMutex = new std::mutex;
  return *kMutex;
}

/// Names nodes and graphs; never used again.
static uint64_t freshId() {
  static uint64_t next = 0;
  return ++next;
}

int KernelNode::attribute(int which) const {
  int value = 0;
  if (auto found = attributes.find(which); found != attributes.end())
    std::memcpy(&value, found->second.data(), sizeof value);
  return value;
}

void KernelNode::findAddresses() {
  addresses.clear();
  for (const ParameterInfo &parameter : kernel->info().parameters)
    addresses.push_back(arguments.data() + parameter.offset);
}

Status makeKernelNode(Context &context, Kernel &kernel, const LaunchRequest &request, KernelNode &out) {
  if (&kernel.module().context() != &context)
    return Status::InvalidHandle;
  if (Status status = checkLaunch(context, kernel, request); status != Status::Success)
    return status;
  out.kernel = &kernel;
  out.module = kernel.module().shared_from_this();
  out.function = request.hostFunction;
  std::copy(request.grid, request.grid + 3, out.grid);
  std::copy(request.block, request.block + 3, out.block);
  out.dynamicShared = request.dynamicShared;
  const int cooperative = request.cooperative;
  if (cooperative)
    std::memcpy(out.attributes[KernelNode::kCooperative].data(), &cooperative, sizeof cooperative);
  out.arguments.resize(kernel.info().argumentBytes);
  out.findAddresses();
  return packArguments(kernel, request, out.arguments.data());
}

GraphNode::GraphNode(Graph &graph, NodeParamsRef params) : graph(&graph), params(std::move(params)), id(freshId()) {}

NodeType GraphNode::type() const {
  constexpr NodeType kTypes[] = {NodeType::Kernel, NodeType::Copy,  NodeType::Fill,       NodeType::Host,
                                 NodeType::Child,  NodeType::Empty, NodeType::Wait,       NodeType::Record,
                                 NodeType::Alloc,  NodeType::Free,  NodeType::Conditional};
  return kTypes[params->index()];
}

// ---- Life -----------------------------------------------------------------------------------------------------------

Graph::Graph(Context &context) : context(context), id(freshId()) {}

Graph::~Graph() = default;

GraphRef Graph::create(Context &context) {
  static const char kKey = 0;
  context.atDestroy(&kKey, [gone = &context] {
    auto isOfIt = [&](const auto &object) { return object.graph && &object.graph->context == gone; };
    HandleTable<GraphNode>::get().removeIf(isOfIt);
    HandleTable<Graph>::get().removeIf([&](const Graph &graph) { return &graph.context == gone; });
  });
  auto made = std::make_shared<Graph>(context);
  HandleTable<Graph>::get().add(made);
  return made;
}

GraphRef Graph::find(const void *handle) { return HandleTable<Graph>::get().find(handle); }
GraphNodeRef Graph::findNode(const void *handle) { return HandleTable<GraphNode>::get().find(handle); }

/// The graphs inside of a node's parameters.
static std::vector<GraphRef> graphsOf(const NodeParams &params) {
  if (const auto *child = std::get_if<ChildNode>(&params))
    return {child->graph};
  if (const auto *conditional = std::get_if<ConditionalNode>(&params))
    return conditional->bodies;
  return {};
}

void Graph::forgetNodes() {
  HandleTable<Graph>::get().remove(this);
  for (const GraphNodeRef &node : nodes) {
    HandleTable<GraphNode>::get().remove(node.get());
    node->graph = nullptr;
  }
}

void Graph::retire() {
  forgetNodes();
  for (const GraphNodeRef &node : nodes)
    for (const GraphRef &inner : graphsOf(*node->params))
      inner->retire();
}

/// Parameters of a copied node: graphs inside are copied as well.
static NodeParamsRef copyParams(const NodeParamsRef &params, const GraphNodeRef &owner) {
  if (const auto *child = std::get_if<ChildNode>(params.get()))
    return std::make_shared<NodeParams>(ChildNode{child->graph->clone(owner)});
  if (const auto *conditional = std::get_if<ConditionalNode>(params.get())) {
    ConditionalNode copy = *conditional;
    copy.handles.clear();
    for (GraphRef &body : copy.bodies) {
      body = body->clone(owner);
      copy.handles.push_back(body.get());
    }
    return std::make_shared<NodeParams>(std::move(copy));
  }
  return params;
}

GraphRef Graph::clone(const GraphNodeRef &ownerOfClone) const {
  GraphRef copy = create(context);
  copy->cloneOf = id;
  copy->owner = ownerOfClone;
  copy->isBody = isBody;
  copy->conditions = conditions;
  copy->objects.copyFrom(objects);
  std::map<const GraphNode *, GraphNode *> twin;
  for (const GraphNodeRef &node : nodes) {
    auto fresh = std::make_shared<GraphNode>(*copy, node->params);
    fresh->params = copyParams(node->params, fresh);
    fresh->cloneOf = node->id;
    twin[node.get()] = fresh.get();
    HandleTable<GraphNode>::get().add(fresh);
    copy->nodes.push_back(std::move(fresh));
  }
  for (const GraphNodeRef &node : nodes) {
    for (const GraphEdge &edge : node->before)
      twin[node.get()]->before.push_back({twin[edge.node], edge.data});
    for (const GraphEdge &edge : node->after)
      twin[node.get()]->after.push_back({twin[edge.node], edge.data});
  }
  return copy;
}

// ---- Editing --------------------------------------------------------------------------------------------------------

static bool hasEdge(const GraphNode &from, const GraphNode &to) {
  const bool fewAfter = from.after.size() < to.before.size();
  const std::vector<GraphEdge> &edges = fewAfter ? from.after : to.before;
  const GraphNode *other = fewAfter ? &to : &from;
  return std::any_of(edges.begin(), edges.end(), [&](const GraphEdge &edge) { return edge.node == other; });
}

static void connect(GraphNode &from, GraphNode &to, const EdgeData &data) {
  from.after.push_back({&to, data});
  to.before.push_back({&from, data});
}

static void disconnect(GraphNode &from, GraphNode &to) {
  std::erase_if(from.after, [&](const GraphEdge &edge) { return edge.node == &to; });
  std::erase_if(to.before, [&](const GraphEdge &edge) { return edge.node == &from; });
}

Status Graph::checkEdge(const GraphNode *from, const GraphNode *to) const {
  const bool isHere = from && to && contains(*from) && contains(*to) && from != to;
  return isHere ? Status::Success : Status::InvalidValue;
}

/// A path leads from `from` to `to`.
bool Graph::reaches(GraphNode &from, const GraphNode &to) {
  static uint64_t walk = 0;
  walk++;
  std::vector<GraphNode *> open{&from};
  while (!open.empty()) {
    GraphNode *node = open.back();
    open.pop_back();
    if (node == &to)
      return true;
    if (std::exchange(node->mark, walk) == walk)
      continue;
    for (const GraphEdge &edge : node->after)
      open.push_back(edge.node);
  }
  return false;
}

Status Graph::addNode(NodeParamsRef params, std::span<const GraphEdge> dependencies, GraphNodeRef &out) {
  std::vector<GraphNode *> before;
  for (size_t i = 0; i < dependencies.size(); i++) {
    if (!dependencies[i].node || !contains(*dependencies[i].node))
      return Status::InvalidValue;
    before.push_back(dependencies[i].node);
  }
  std::sort(before.begin(), before.end());
  if (std::adjacent_find(before.begin(), before.end()) != before.end())
    return Status::InvalidValue;
  auto node = std::make_shared<GraphNode>(*this, std::move(params));
  for (const GraphRef &inner : graphsOf(*node->params))
    if (!inner->isOwned())
      inner->owner = node;
  HandleTable<GraphNode>::get().add(node);
  nodes.push_back(node);
  for (const GraphEdge &edge : dependencies)
    connect(*edge.node, *node, edge.data);
  out = std::move(node);
  return Status::Success;
}

Status Graph::removeNode(GraphNode &node) {
  auto place =
      std::find_if(nodes.begin(), nodes.end(), [&](const GraphNodeRef &known) { return known.get() == &node; });
  if (place == nodes.end() || isCaptured) // a capture knows nodes by their addresses
    return Status::InvalidValue;
  const GraphNodeRef last = std::move(*place);
  while (!node.before.empty())
    disconnect(*node.before.back().node, node);
  while (!node.after.empty())
    disconnect(node, *node.after.back().node);
  nodes.erase(place);
  node.graph = nullptr;
  HandleTable<GraphNode>::get().remove(&node);
  for (const GraphRef &inner : graphsOf(*last->params))
    inner->retire();
  return Status::Success;
}

Status Graph::addEdges(std::span<GraphNode *const> from, std::span<GraphNode *const> to,
                       std::span<const EdgeData> data) {
  for (size_t i = 0; i < from.size(); i++) {
    Status status = checkEdge(from[i], to[i]);
    if (status == Status::Success && (hasEdge(*from[i], *to[i]) || reaches(*to[i], *from[i])))
      status = Status::InvalidValue;
    if (status != Status::Success) {
      while (i-- > 0)
        disconnect(*from[i], *to[i]);
      return status;
    }
    connect(*from[i], *to[i], data.empty() ? EdgeData{} : data[i]);
  }
  return Status::Success;
}

Status Graph::removeEdges(std::span<GraphNode *const> from, std::span<GraphNode *const> to,
                          std::span<const EdgeData> data) {
  for (size_t i = 0; i < from.size(); i++) {
    if (Status status = checkEdge(from[i], to[i]); status != Status::Success)
      return status;
    const EdgeData wanted = data.empty() ? EdgeData{} : data[i];
    const std::vector<GraphEdge> &edges = from[i]->after;
    if (std::none_of(edges.begin(), edges.end(),
                     [&](const GraphEdge &edge) { return edge.node == to[i] && edge.data == wanted; }))
      return Status::InvalidValue;
  }
  for (size_t i = 0; i < from.size(); i++)
    disconnect(*from[i], *to[i]);
  return Status::Success;
}

ConditionRef Graph::findCondition(uint64_t handle) const {
  for (const ConditionRef &condition : conditions)
    if (condition->handle() == handle)
      return condition;
  const GraphNodeRef node = ownerNode();
  return node ? node->graph->findCondition(handle) : nullptr;
}

bool Graph::holds(NodeType type) const {
  return std::any_of(nodes.begin(), nodes.end(), [&](const GraphNodeRef &node) {
    if (node->type() == type)
      return true;
    const std::vector<GraphRef> inner = graphsOf(*node->params);
    return std::any_of(inner.begin(), inner.end(), [&](const GraphRef &graph) { return graph->holds(type); });
  });
}

std::vector<GraphNode *> inOrder(const Graph &graph) {
  std::map<const GraphNode *, size_t> open;
  std::vector<GraphNode *> order;
  for (const GraphNodeRef &node : graph.nodes) {
    if (node->before.empty())
      order.push_back(node.get());
    else
      open[node.get()] = node->before.size();
  }
  for (size_t i = 0; i < order.size(); i++)
    for (const GraphEdge &edge : order[i]->after)
      if (--open[edge.node] == 0)
        order.push_back(edge.node);
  return order;
}

} // namespace helicon
