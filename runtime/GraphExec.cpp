// Instantiation, launches and changes.
#include "runtime/GraphExec.h"

#include "runtime/Activity.h"
#include "runtime/Capture.h"
#include "runtime/Copies.h"
#include "runtime/Environment.h"
#include "runtime/GraphMemory.h"
#include "runtime/Handles.h"
#include "runtime/PrintBuffer.h"
#include "runtime/Scheduler.h"

#include <algorithm>
#include <utility>

namespace helicon {

// ---- Instantiation --------------------------------------------------------------------------------------------------

static bool usesCondition(const Graph &graph, const Condition &condition) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const GraphNodeRef &node) {
    if (const auto *conditional = node->as<ConditionalNode>())
      return conditional->condition.get() == &condition ||
             std::any_of(conditional->bodies.begin(), conditional->bodies.end(),
                         [&](const GraphRef &body) { return usesCondition(*body, condition); });
    const auto *child = node->as<ChildNode>();
    return child && usesCondition(*child->graph, condition);
  });
}

static Status refuse(InstantiateOutcome &outcome, int result, GraphNode *node, std::string text, Status status) {
  outcome = {result, node, std::move(text)};
  return status;
}

Status GraphExec::create(Graph &graph, uint64_t flags, GraphExecRef &out, InstantiateOutcome &outcome) {
  constexpr uint64_t kKnown = kExecAutoFree | kExecUpload | kExecDeviceLaunch | kExecNodePriority;
  if (flags & ~kKnown)
    return refuse(outcome, 1, nullptr, "unknown flags", Status::InvalidValue);
  if (flags & kExecDeviceLaunch)
    return refuse(outcome, 3, nullptr, "graphs can't be launched from device code", Status::NotSupported);
  if (graph.isCaptured)
    return refuse(outcome, 2, nullptr, "a capture still adds to the graph", Status::InvalidValue);
  const bool allocates = graph.holds(NodeType::Alloc) || graph.holds(NodeType::Free);
  if (allocates && graph.liveExecs > 0)
    return refuse(outcome, 1, nullptr, "a graph with memory nodes has one executable graph at a time",
                  Status::InvalidValue);
  for (const ConditionRef &condition : graph.conditions)
    if (!usesCondition(graph, *condition))
      return refuse(outcome, 5, nullptr, "a conditional handle is used by no node", Status::InvalidValue);
  auto made = std::make_shared<GraphExec>(graph.context, flags);
  made->plan = GraphPlan::create(graph, flags & kExecNodePriority, false, made->places);
  made->plan->objects = std::make_shared<UserObjectHolds>();
  made->plan->objects->copyFrom(graph.objects);
  made->holdsMemory = allocates;
  made->holdsEvents = graph.holds(NodeType::Record) || graph.holds(NodeType::Wait);
  made->source = graph.weak_from_this();
  made->graphId = graph.id;
  if (allocates)
    graph.liveExecs++;
  static const char kKey = 0;
  graph.context.atDestroy(&kKey, [context = &graph.context] {
    HandleTable<GraphExec>::get().removeIf([&](const GraphExec &exec) { return &exec.context == context; });
  });
  HandleTable<GraphExec>::get().add(made);
  out = std::move(made);
  return Status::Success;
}

GraphExec::~GraphExec() = default;

GraphExecRef GraphExec::find(const void *handle) { return HandleTable<GraphExec>::get().find(handle); }

void GraphExec::retire() {
  if (holdsMemory)
    if (const GraphRef graph = source.lock())
      graph->liveExecs--;
  HandleTable<GraphExec>::get().remove(this);
}

// ---- Launches -------------------------------------------------------------------------------------------------------

/// Memory that a launch allocates must be free, unless it was instantiated to free it first.
Status GraphExec::checkMemory() {
  const bool again = flags & kExecAutoFree;
  auto each = [&](auto &&action) {
    for (const PlanNode &node : plan->nodes)
      if (node.params && node.enabled)
        if (Status status = action(*node.params); status != Status::Success)
          return status;
    return Status::Success;
  };
  Status status = each([&](const NodeParams &params) {
    const auto *alloc = std::get_if<AllocNode>(&params);
    return alloc && alloc->memory->isOwed() && !again ? Status::InvalidValue : Status::Success;
  });
  if (status != Status::Success)
    return status;
  each([&](const NodeParams &params) {
    const auto *alloc = std::get_if<AllocNode>(&params);
    return alloc ? alloc->memory->owe(again) : Status::Success;
  });
  return each([&](const NodeParams &params) {
    const auto *release = std::get_if<FreeNode>(&params);
    return release ? release->memory->settle() : Status::Success;
  });
}

/// What its nodes wait for is what was recorded by now; later, its own records are the newest.
std::vector<std::pair<Command *, CommandRef>> GraphExec::bindEvents(GraphRun &run) {
  std::vector<std::pair<Command *, CommandRef>> waits;
  for (uint32_t i = 0; i < plan->nodes.size(); i++)
    if (const PlanNode &node = plan->nodes[i]; node.params && node.enabled)
      if (const auto *wait = std::get_if<WaitNode>(node.params.get()))
        if (CommandRef before = wait->event->newest(); before && !before->done())
          waits.emplace_back(&run.command(i), std::move(before));
  for (uint32_t i = 0; i < plan->nodes.size(); i++)
    if (const PlanNode &node = plan->nodes[i]; node.params && node.enabled)
      if (const auto *record = std::get_if<RecordNode>(node.params.get())) {
        CommandRef marker = makeMarker(context);
        marker->waitsFor = 1;
        run.command(i).successors.push_back(marker);
        record->event->setNewest(std::move(marker));
      }
  return waits;
}

/// Its nodes as a graph, with the parameters they have now; graphMutex() is held.
GraphRef GraphExec::asGraph() {
  const std::lock_guard lock(mutex);
  GraphRef graph = Graph::create(context);
  std::vector<GraphNodeRef> made(plan->nodes.size());
  for (size_t i = 0; i < made.size(); i++) {
    const PlanNode &node = plan->nodes[i];
    const bool isWork = node.params && node.enabled;
    graph->addNode(isWork ? node.params : std::make_shared<NodeParams>(EmptyNode{}), {}, made[i]);
  }
  for (size_t i = 0; i < made.size(); i++)
    for (uint32_t next : plan->nodes[i].after) {
      GraphNode *from = made[i].get(), *to = made[next].get();
      graph->addEdges({&from, 1}, {&to, 1}, {});
    }
  GraphRef copy = graph->clone(); // bodies are the executable graph's until here
  graph->forgetNodes();
  return copy;
}

Status GraphExec::launch(Stream &stream) {
  if (Status error = context.error(); error != Status::Success)
    return error;
  if (&stream.context() != &context)
    return Status::InvalidValue;
  if (capture::any()) [[unlikely]] {
    auto child = [&] { return holdsMemory ? nullptr : std::make_shared<NodeParams>(ChildNode{asGraph()}); };
    if (Status status = Status::Success; capture::takes(stream, child, status))
      return status;
  }
  CommandRef tail;
  {
    const std::lock_guard lock(mutex);
    GraphRunRef run;
    if (Status status = plan->take(run); status != Status::Success)
      return status;
    if (holdsMemory)
      if (Status status = checkMemory(); status != Status::Success) {
        run->abandon();
        return status;
      }
    run->rewind(&stream, stream.priority());
    std::vector<std::pair<Command *, CommandRef>> waits;
    if (holdsEvents)
      waits = bindEvents(*run);
    if (activity::isOn()) [[unlikely]]
      run->tell(*activity::ofGraph(stream, graphId));
    tail = makeMarker(context);
    Scheduler::get().submitRun({run->begin(), run->end(), tail, std::exchange(last, tail), waits}, stream);
  }
  if (!environment().launchBlocking)
    return Status::Success;
  Scheduler::get().wait(*tail, false);
  flushPrints();
  return context.settled();
}

Status GraphExec::upload() {
  const std::lock_guard lock(mutex);
  return plan->prepare();
}

// ---- Changes --------------------------------------------------------------------------------------------------------

bool GraphExec::find(const GraphNode &node, PlanPlace &out) const {
  auto known = places.find(node.id);
  if (known == places.end())
    return false;
  out = known->second;
  return true;
}

NodeParamsRef GraphExec::paramsOf(const GraphNode &node) {
  const std::lock_guard lock(mutex);
  PlanPlace place;
  return find(node, place) ? place.plan->nodes[place.index].params : nullptr;
}

static bool isOnDevice(const void *pointer) {
  const MemoryKind kind = pointerInfo(pointer).kind;
  return kind == MemoryKind::Device || kind == MemoryKind::Managed;
}

/// What an instantiated node can't become.
static UpdateResult compare(const NodeParams &now, const NodeParams &wanted) {
  if (now.index() != wanted.index())
    return UpdateResult::NodeTypeChanged;
  if (const auto *a = std::get_if<KernelNode>(&now)) {
    const auto &b = std::get<KernelNode>(wanted);
    return a->attribute(KernelNode::kCooperative) == b.attribute(KernelNode::kCooperative)
               ? UpdateResult::Success
               : UpdateResult::AttributesChanged;
  }
  if (const auto *a = std::get_if<CopyNode>(&now)) {
    const auto &b = std::get<CopyNode>(wanted);
    const bool same = isOnDevice(a->to) == isOnDevice(b.to) && isOnDevice(a->from) == isOnDevice(b.from) &&
                      !a->toEnd.array == !b.toEnd.array && !a->fromEnd.array == !b.fromEnd.array;
    return same ? UpdateResult::Success : UpdateResult::ParametersChanged;
  }
  if (const auto *a = std::get_if<AllocNode>(&now))
    return a->memory == std::get<AllocNode>(wanted).memory ? UpdateResult::Success : UpdateResult::NotSupported;
  if (const auto *a = std::get_if<FreeNode>(&now))
    return a->memory == std::get<FreeNode>(wanted).memory ? UpdateResult::Success : UpdateResult::NotSupported;
  if (const auto *a = std::get_if<ConditionalNode>(&now)) {
    const auto &b = std::get<ConditionalNode>(wanted);
    const bool same = a->kind == b.kind && a->bodies.size() == b.bodies.size() && a->condition == b.condition;
    return same ? UpdateResult::Success : UpdateResult::ParametersChanged;
  }
  return UpdateResult::Success;
}

Status GraphExec::setParams(const GraphNode &node, NodeParamsRef params) {
  const std::lock_guard lock(mutex);
  PlanPlace place;
  if (!find(node, place) || !place.plan->nodes[place.index].params)
    return Status::InvalidValue;
  if (compare(*place.plan->nodes[place.index].params, *params) != UpdateResult::Success)
    return Status::InvalidValue;
  return place.plan->setParams(place.index, std::move(params));
}

Status GraphExec::setEnabled(const GraphNode &node, bool enabled) {
  const std::lock_guard lock(mutex);
  PlanPlace place;
  const NodeType type = node.type();
  if (type != NodeType::Kernel && type != NodeType::Copy && type != NodeType::Fill)
    return Status::InvalidValue;
  if (!find(node, place))
    return Status::InvalidValue;
  place.plan->setEnabled(place.index, enabled);
  return Status::Success;
}

Status GraphExec::isEnabled(const GraphNode &node, bool &enabled) {
  const std::lock_guard lock(mutex);
  PlanPlace place;
  if (!find(node, place))
    return Status::InvalidValue;
  enabled = place.plan->nodes[place.index].enabled;
  return Status::Success;
}

/// The node of a graph, or of graphs of its nodes, with that id.
static GraphNode *nodeById(const Graph &graph, uint64_t id) {
  for (const GraphNodeRef &node : graph.nodes) {
    if (node->id == id)
      return node.get();
    std::vector<GraphRef> inner;
    if (const auto *child = node->as<ChildNode>())
      inner = {child->graph};
    if (const auto *conditional = node->as<ConditionalNode>())
      inner = conditional->bodies;
    for (const GraphRef &graph : inner)
      if (GraphNode *found = nodeById(*graph, id))
        return found;
  }
  return nullptr;
}

/// Compares `count` nodes from `first` on with those of another plan, and with those of the bodies. `different`: the id
/// of the node of that plan where they differ.
static UpdateResult compare(const GraphPlan &now, uint32_t first, const GraphPlan &wanted, uint32_t wantedFirst,
                            uint32_t count, uint64_t &different) {
  for (uint32_t i = 0; i < count; i++) {
    const PlanNode &a = now.nodes[first + i], &b = wanted.nodes[wantedFirst + i];
    different = b.id;
    if (!a.params != !b.params)
      return UpdateResult::NodeTypeChanged;
    if (a.params)
      if (UpdateResult result = compare(*a.params, *b.params); result != UpdateResult::Success)
        return result;
    for (size_t body = 0; body < a.bodies.size(); body++) {
      const GraphPlan &one = *a.bodies[body], &other = *b.bodies[body];
      if (one.nodes.size() != other.nodes.size())
        return UpdateResult::TopologyChanged;
      if (UpdateResult result = compare(one, 0, other, 0, uint32_t(one.nodes.size()), different);
          result != UpdateResult::Success)
        return result;
    }
  }
  for (uint32_t i = 0; i < count; i++) { // after the types: a changed type mostly changes edges as well
    std::vector<uint32_t> a = now.nodes[first + i].after, b = wanted.nodes[wantedFirst + i].after;
    auto outside = [](uint32_t from, uint32_t number) {
      return [=](uint32_t index) { return index < from || index >= from + number; };
    };
    std::erase_if(a, outside(first, count));
    std::erase_if(b, outside(wantedFirst, count));
    for (uint32_t &index : a)
      index -= first;
    for (uint32_t &index : b)
      index -= wantedFirst;
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    different = wanted.nodes[wantedFirst + i].id;
    if (a != b)
      return UpdateResult::TopologyChanged;
  }
  return UpdateResult::Success;
}

static void assign(GraphPlan &now, uint32_t first, const GraphPlan &wanted, uint32_t wantedFirst, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const PlanNode &from = wanted.nodes[wantedFirst + i];
    PlanNode &to = now.nodes[first + i];
    if (to.params && from.params != to.params)
      now.setParams(first + i, from.params);
    for (size_t body = 0; body < to.bodies.size(); body++)
      assign(*to.bodies[body], 0, *from.bodies[body], 0, uint32_t(to.bodies[body]->nodes.size()));
  }
}

Status GraphExec::update(Graph &graph, UpdateOutcome &outcome) {
  std::map<uint64_t, PlanPlace> ignored;
  const GraphPlanRef wanted = GraphPlan::create(graph, false, false, ignored);
  const std::lock_guard lock(mutex);
  if (&graph.context != &context) {
    outcome.result = UpdateResult::NotSupported;
    return Status::GraphUpdateFailure;
  }
  if (wanted->nodes.size() != plan->nodes.size()) {
    outcome.result = UpdateResult::TopologyChanged;
    return Status::GraphUpdateFailure;
  }
  const uint32_t count = uint32_t(plan->nodes.size());
  uint64_t different = 0;
  outcome.result = compare(*plan, 0, *wanted, 0, count, different);
  if (outcome.result != UpdateResult::Success) {
    outcome.node = different ? nodeById(graph, different) : nullptr;
    return Status::GraphUpdateFailure;
  }
  assign(*plan, 0, *wanted, 0, count);
  return Status::Success;
}

Status GraphExec::setChild(const GraphNode &node, const Graph &child) {
  std::map<uint64_t, PlanPlace> ignored;
  const GraphPlanRef wanted = GraphPlan::create(child, false, false, ignored);
  const std::lock_guard lock(mutex);
  PlanPlace place;
  if (node.type() != NodeType::Child || !find(node, place))
    return Status::InvalidValue;
  // What is inside stands between the two that surround it, which have no parameters.
  const uint32_t first = place.index + 2, count = uint32_t(wanted->nodes.size());
  uint32_t present = 0;
  if (const auto *current = node.as<ChildNode>()) {
    std::map<uint64_t, PlanPlace> unused;
    present = uint32_t(GraphPlan::create(*current->graph, false, false, unused)->nodes.size());
  }
  uint64_t different = 0;
  if (count != present || compare(*place.plan, first, *wanted, 0, count, different) != UpdateResult::Success)
    return Status::InvalidValue;
  assign(*place.plan, first, *wanted, 0, count);
  return Status::Success;
}

} // namespace helicon
