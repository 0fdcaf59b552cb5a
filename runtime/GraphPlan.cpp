// Flattening, and the commands of a run.
#include "runtime/GraphPlan.h"

#include "runtime/ActivityRecords.h"
#include "runtime/Copies.h"
#include "runtime/GraphCommands.h"
#include "runtime/KernelCommand.h"
#include "runtime/Launch.h"

#include <algorithm>
#include <cstdlib>

namespace helicon {

static constexpr size_t kLine = 64;

// ---- The plan -------------------------------------------------------------------------------------------------------

GraphPlanRef GraphPlan::create(const Graph &graph, bool usesPriorities, bool isLoop,
                               std::map<uint64_t, PlanPlace> &places) {
  auto plan = std::make_shared<GraphPlan>(graph.context);
  plan->usesPriorities = usesPriorities;
  plan->isLoop = isLoop;
  plan->add(graph, nullptr, places);
  plan->layOut();
  return plan;
}

GraphPlan::~GraphPlan() = default;

/// Appends a graph's nodes. `around`: the index of what its nodes come after, and of what comes after them.
void GraphPlan::add(const Graph &graph, const std::vector<uint32_t> *around, std::map<uint64_t, PlanPlace> &places) {
  struct Span {
    uint32_t first, last; ///< the node, or what surrounds the child graph
  };
  std::map<const GraphNode *, Span> spans;
  auto append = [&](NodeParamsRef params, uint64_t id) {
    PlanNode node;
    node.params = std::move(params);
    node.id = id;
    nodes.push_back(std::move(node));
    return uint32_t(nodes.size() - 1);
  };
  for (const ConditionRef &condition : graph.conditions)
    if (condition->assigned)
      assigned.push_back(condition);
  for (const GraphNodeRef &node : graph.nodes) {
    if (const auto *child = node->as<ChildNode>()) {
      const uint32_t first = append(nullptr, node->id), last = append(nullptr, 0);
      const std::vector<uint32_t> inside{first, last};
      add(*child->graph, &inside, places);
      spans[node.get()] = {first, last};
      places[node->id] = {this, first};
      continue;
    }
    const uint32_t index = append(node->params, node->id);
    spans[node.get()] = {index, index};
    places[node->id] = {this, index};
    if (const auto *conditional = node->as<ConditionalNode>())
      for (const GraphRef &body : conditional->bodies) {
        GraphPlanRef made = create(*body, usesPriorities, conditional->kind == ConditionalNode::Kind::While, places);
        assigned.insert(assigned.end(), made->assigned.begin(), made->assigned.end());
        made->assigned.clear();
        nodes[index].bodies.push_back(std::move(made));
      }
  }
  for (const GraphNodeRef &node : graph.nodes) {
    const Span span = spans[node.get()];
    for (const GraphEdge &edge : node->after)
      nodes[span.last].after.push_back(spans[edge.node].first);
    if (!around)
      continue;
    if (node->before.empty())
      nodes[around->front()].after.push_back(span.first);
    if (node->after.empty())
      nodes[span.last].after.push_back(around->back());
  }
  if (around && graph.nodes.empty())
    nodes[around->front()].after.push_back(around->back());
}

static size_t bytesOf(const PlanNode &node) {
  if (!node.params)
    return kTransferBytes;
  if (std::holds_alternative<KernelNode>(*node.params))
    return sizeof(KernelCommand);
  return std::max(kTransferBytes, kGraphCommandBytes);
}

void GraphPlan::layOut() {
  for (PlanNode &node : nodes)
    for (uint32_t next : node.after)
      nodes[next].waitsFor++;
  for (PlanNode &node : nodes) {
    node.offset = bytes;
    bytes += (bytesOf(node) + kLine - 1) / kLine * kLine;
  }
}

Status GraphPlan::setParams(uint32_t index, NodeParamsRef params) {
  const std::lock_guard lock(mutex);
  PlanNode &node = nodes[index];
  if (!node.params || node.params->index() != params->index())
    return Status::InvalidValue;
  node.params = std::move(params);
  node.version = ++version;
  return Status::Success;
}

void GraphPlan::setEnabled(uint32_t index, bool enabled) {
  const std::lock_guard lock(mutex);
  if (nodes[index].enabled == enabled)
    return;
  nodes[index].enabled = enabled;
  nodes[index].version = ++version;
}

Status GraphPlan::take(GraphRunRef &out) try {
  std::unique_ptr<GraphRun> run;
  {
    const std::lock_guard lock(mutex);
    if (!idle.empty()) {
      run = std::move(idle.back());
      idle.pop_back();
    }
    if (!run)
      run = std::make_unique<GraphRun>(*this);
    if (Status status = run->build(*this); status != Status::Success)
      return status;
  }
  run->plan = shared_from_this();
  // The last thread that lets go gives it back.
  out = GraphRunRef(run.release(), [](GraphRun *ended) {
    std::unique_ptr<GraphRun> owned(ended);
    const GraphPlanRef plan = std::move(owned->plan);
    const std::lock_guard lock(plan->mutex);
    plan->idle.push_back(std::move(owned));
  });
  out->self = out;
  return Status::Success;
} catch (const std::bad_alloc &) { // a worker may ask, for a conditional node
  return Status::OutOfMemory;
}

Status GraphPlan::prepare() {
  GraphRunRef run;
  if (Status status = take(run); status != Status::Success)
    return status;
  run->abandon();
  for (const PlanNode &node : nodes)
    for (const GraphPlanRef &body : node.bodies)
      if (Status status = body->prepare(); status != Status::Success)
        return status;
  return Status::Success;
}

// ---- A run ----------------------------------------------------------------------------------------------------------

void GraphRun::Free::operator()(void *memory) const { std::free(memory); }

GraphRun::GraphRun(GraphPlan &plan)
    : memory(std::aligned_alloc(kLine, plan.bytes + 2 * ((kGraphCommandBytes + kLine - 1) / kLine * kLine))) {
  if (!memory)
    throw std::bad_alloc();
}

GraphRun::~GraphRun() {
  for (Command *command : commands)
    if (command)
      command->~Command();
}

/// The command of a node as it is now, in its place.
Status GraphRun::place(GraphPlan &plan, uint32_t index) {
  const PlanNode &node = plan.nodes[index];
  void *at = static_cast<char *>(memory.get()) + node.offset;
  if (Command *old = std::exchange(commands[index], nullptr))
    old->~Command();
  params[index] = node.params;
  Context &context = plan.context;
  Status status = Status::Success;
  if (!node.params || !node.enabled) {
    commands[index] = placeMarker(at, context);
  } else if (const auto *kernel = std::get_if<KernelNode>(node.params.get())) {
    LaunchRequest request;
    std::copy(kernel->grid, kernel->grid + 3, request.grid);
    std::copy(kernel->block, kernel->block + 3, request.block);
    request.dynamicShared = kernel->dynamicShared;
    request.cooperative = kernel->attribute(KernelNode::kCooperative) != 0;
    request.packed = kernel->arguments.data();
    request.packedBytes = kernel->arguments.size();
    static const char kNothing = 0;
    if (!request.packed)
      request.packed = &kNothing;
    KernelCommand *made = nullptr;
    status = placeLaunch(context, *kernel->kernel, request, at, made);
    commands[index] = made;
  } else if (const auto *copy = std::get_if<CopyNode>(node.params.get())) {
    commands[index] = placeCopy(at, context, copy->to, copy->from, copy->layout);
  } else if (const auto *fill = std::get_if<FillNode>(node.params.get())) {
    commands[index] =
        placeFill(at, context, fill->to, fill->value, fill->elementBytes, fill->width, fill->pitch, fill->height);
  } else if (const auto *host = std::get_if<HostNode>(node.params.get())) {
    commands[index] = placeHostCall(at, context, host->call);
  } else if (const auto *conditional = std::get_if<ConditionalNode>(node.params.get())) {
    commands[index] = placeConditional(at, context, *conditional, node.bodies);
  } else {
    commands[index] = placeGraphWork(at, context, *node.params);
  }
  return status;
}

/// What comes after what never changes, but the addresses of the commands are known only now.
void GraphRun::connect(GraphPlan &plan) {
  const uint32_t count = uint32_t(plan.nodes.size());
  std::vector<uint32_t> firsts(commands.size() + 1);
  waitsFor.assign(commands.size(), 0);
  for (uint32_t i = 0; i < count; i++) {
    const PlanNode &node = plan.nodes[i];
    firsts[i] = uint32_t(followers.size());
    waitsFor[i] = std::max(node.waitsFor, 1u);
    for (uint32_t next : node.after)
      followers.push_back(commands[next]);
    if (node.after.empty()) {
      followers.push_back(&end());
      waitsFor[count + 1]++;
    }
  }
  firsts[count] = uint32_t(followers.size());
  for (uint32_t i = 0; i < count; i++)
    if (plan.nodes[i].waitsFor == 0)
      followers.push_back(commands[i]);
  if (count == 0) {
    followers.push_back(&end());
    waitsFor[1] = 1;
  }
  firsts[count + 1] = firsts[count + 2] = uint32_t(followers.size());
  for (size_t i = 0; i < commands.size(); i++) {
    commands[i]->followers = followers.data() + firsts[i];
    commands[i]->followerCount = firsts[i + 1] - firsts[i];
  }
}

/// Makes what was changed since the last time. The plan's mutex is held.
Status GraphRun::build(GraphPlan &plan) {
  const size_t count = plan.nodes.size();
  const bool isNew = commands.empty();
  if (isNew) {
    commands.assign(count + 2, nullptr);
    params.resize(count);
    char *after = static_cast<char *>(memory.get()) + plan.bytes;
    commands[count] =
        plan.assigned.empty() ? placeMarker(after, plan.context) : placeAssignment(after, plan.context, plan.assigned);
    after += (kGraphCommandBytes + kLine - 1) / kLine * kLine;
    commands[count + 1] = plan.isLoop ? placeLoopEnd(after, plan.context) : placeMarker(after, plan.context);
  } else if (version == plan.version) {
    return Status::Success;
  }
  for (uint32_t i = 0; i < count; i++)
    if (isNew || plan.nodes[i].version > version)
      if (Status status = place(plan, i); status != Status::Success)
        return status;
  followers.clear(); // a fresh command stands where the old one was, but knows nothing
  connect(plan);
  version = plan.version;
  return Status::Success;
}

void GraphRun::rewind(const Stream *stream, int priority) {
  for (size_t i = 0; i < commands.size(); i++) {
    Command &c = *commands[i];
    c.keeper = &self;
    c.stream = stream;
    c.priority = priority;
    c.state.store(0, std::memory_order_relaxed);
    c.stopped.store(false, std::memory_order_relaxed);
    c.next.store(0, std::memory_order_relaxed);
    c.waitsFor = waitsFor[i];
  }
  end().endsRun = true;
  for (size_t i = 0; i < params.size(); i++) {
    const auto *kernel = params[i] ? std::get_if<KernelNode>(params[i].get()) : nullptr;
    if (!kernel || commands[i]->kind != Command::Kind::Work)
      continue;
    auto &command = static_cast<KernelCommand &>(*commands[i]);
    if (plan->usesPriorities && kernel->attributes.contains(KernelNode::kPriority))
      command.priority = kernel->attribute(KernelNode::kPriority);
    command.rewind();
    shareOut(command);
    if (Status status = command.kernel.module().beforeLaunch(); status != Status::Success)
      command.context.fail(status);
    checkAtLaunch(command);
  }
}

void GraphRun::tell(const activity::Record &origin) {
  for (size_t i = 0; i < params.size(); i++) {
    Command &command = *commands[i];
    if (!params[i] || command.kind != Command::Kind::Work)
      continue;
    activity::RecordRef record;
    if (std::holds_alternative<KernelNode>(*params[i]))
      record = activity::ofKernel(static_cast<KernelCommand &>(command), nullptr);
    else if (const auto *copy = std::get_if<CopyNode>(params[i].get()))
      record = activity::ofCopy(plan->context, nullptr, copy->to, copy->from,
                                copy->layout.width * copy->layout.height * copy->layout.depth, true);
    else if (const auto *fill = std::get_if<FillNode>(params[i].get()))
      record = activity::ofFill(plan->context, nullptr, fill->to, fill->width * fill->elementBytes * fill->height,
                                fill->value, true);
    else
      record = activity::silent(origin);
    if (record)
      activity::adopt(*record, origin, plan->nodes[i].id);
    command.record = std::move(record);
  }
}

} // namespace helicon
