// Commands that only graphs have. A conditional node is work of one item, which asks the value and submits a run of the
// body as its child: so it is not done before the body is, and costs nothing while it waits. The end of a loop's body
// asks again.
#pragma once

#include "runtime/GraphPlan.h"

#include <span>

namespace helicon {

inline constexpr size_t kGraphCommandBytes = 512;

Command *placeConditional(void *place, Context &, const ConditionalNode &node, std::span<const GraphPlanRef> bodies);
Command *placeLoopEnd(void *place, Context &);
/// Sets the values that a launch begins with.
Command *placeAssignment(void *place, Context &, const std::vector<ConditionRef> &conditions);
/// In a stream: the memory is free from here on.
CommandRef makeMemoryEnd(Context &, std::shared_ptr<GraphMemory> memory);
/// Empty nodes, events and memory.
Command *placeGraphWork(void *place, Context &, const NodeParams &params);

} // namespace helicon
