// Conditions and what else graphs run.
#include "runtime/GraphCommands.h"

#include "runtime/Activity.h"
#include "runtime/Copies.h"
#include "runtime/GraphMemory.h"
#include "runtime/Scheduler.h"

#include <atomic>

namespace helicon {

namespace {

class ConditionalCommand final : public Command {
public:
  ConditionalCommand(Context &context, const ConditionalNode &node, std::span<const GraphPlanRef> bodies)
      : Command(Kind::Work, context), condition(*node.condition), form(node.kind), bodies(bodies) {
    items = 1;
  }

  uint64_t runItems(Worker &, uint64_t, uint64_t count) override {
    ask();
    return count;
  }

  /// Submits the body that the value chooses, if any.
  void ask() {
    GraphPlan *body = chosen();
    if (!body || aborted())
      return;
    GraphRunRef run;
    if (Status status = body->take(run); status != Status::Success) {
      context.fail(status);
      return;
    }
    run->rewind(stream, priority);
    if (record) [[unlikely]] // of this launch
      run->tell(*record);
    Scheduler::get().submitBody(run->begin(), run->end(), ref());
  }

private:
  GraphPlan *chosen() const {
    const uint32_t value = std::atomic_ref(condition.value).load(std::memory_order_acquire);
    size_t index = value;
    if (form == ConditionalNode::Kind::If)
      index = value != 0 ? 0 : 1;
    else if (form == ConditionalNode::Kind::While)
      index = value != 0 ? 0 : SIZE_MAX;
    return index < bodies.size() ? bodies[index].get() : nullptr;
  }

  Condition &condition;
  const ConditionalNode::Kind form;
  const std::span<const GraphPlanRef> bodies;
};

class LoopEndCommand final : public Command {
public:
  explicit LoopEndCommand(Context &context) : Command(Kind::Work, context) { items = 1; }
  uint64_t runItems(Worker &, uint64_t, uint64_t count) override {
    static_cast<ConditionalCommand &>(*parent).ask(); // it is not done before this is
    return count;
  }
};

class AssignmentCommand final : public Command {
public:
  AssignmentCommand(Context &context, const std::vector<ConditionRef> &conditions)
      : Command(Kind::Work, context), conditions(conditions) {
    items = 1;
  }
  uint64_t runItems(Worker &, uint64_t, uint64_t count) override {
    for (const ConditionRef &condition : conditions)
      std::atomic_ref(condition->value).store(condition->initial, std::memory_order_release);
    return count;
  }

private:
  const std::vector<ConditionRef> conditions;
};

class MemoryCommand final : public Command {
public:
  MemoryCommand(Context &context, std::shared_ptr<GraphMemory> memory, bool allocates)
      : Command(Kind::Work, context), memory(std::move(memory)), allocates(allocates) {
    items = 1;
  }
  uint64_t runItems(Worker &, uint64_t, uint64_t count) override {
    const Status status = allocates ? memory->begin() : memory->end();
    if (status != Status::Success)
      context.fail(status);
    return count;
  }

private:
  const std::shared_ptr<GraphMemory> memory;
  const bool allocates;
};

static_assert(sizeof(ConditionalCommand) <= kGraphCommandBytes && sizeof(AssignmentCommand) <= kGraphCommandBytes &&
              sizeof(MemoryCommand) <= kGraphCommandBytes);

} // namespace

Command *placeConditional(void *place, Context &context, const ConditionalNode &node,
                          std::span<const GraphPlanRef> bodies) {
  return new (place) ConditionalCommand(context, node, bodies);
}

Command *placeLoopEnd(void *place, Context &context) { return new (place) LoopEndCommand(context); }

Command *placeAssignment(void *place, Context &context, const std::vector<ConditionRef> &conditions) {
  return new (place) AssignmentCommand(context, conditions);
}

CommandRef makeMemoryEnd(Context &context, std::shared_ptr<GraphMemory> memory) {
  return std::make_shared<MemoryCommand>(context, std::move(memory), false);
}

Command *placeGraphWork(void *place, Context &context, const NodeParams &params) {
  if (const auto *alloc = std::get_if<AllocNode>(&params))
    return new (place) MemoryCommand(context, alloc->memory, true);
  if (const auto *release = std::get_if<FreeNode>(&params))
    return new (place) MemoryCommand(context, release->memory, false);
  return placeMarker(place, context);
}

} // namespace helicon
