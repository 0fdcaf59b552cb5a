// An executable graph: a plan, the nodes' places in it, and the order of its launches, of which no two overlap.
// Destroying it takes the handle away; what was launched runs on. Its functions may be called from several threads.
#pragma once

#include "runtime/GraphPlan.h"

namespace helicon {

class GraphExec;
using GraphExecRef = std::shared_ptr<GraphExec>;

enum GraphExecFlags : uint64_t { kExecAutoFree = 1, kExecUpload = 2, kExecDeviceLaunch = 4, kExecNodePriority = 8 };

/// musaGraphExecUpdateResult
enum class UpdateResult : int {
  Success = 0,
  Error = 1,
  TopologyChanged = 2,
  NodeTypeChanged = 3,
  FunctionChanged = 4,
  ParametersChanged = 5,
  NotSupported = 6,
  UnsupportedFunctionChange = 7,
  AttributesChanged = 8
};

struct UpdateOutcome {
  UpdateResult result = UpdateResult::Success;
  GraphNode *node = nullptr;     ///< of the graph that was given
  GraphNode *fromNode = nullptr; ///< whose edge it is about
};

/// musaGraphInstantiateResult
struct InstantiateOutcome {
  int result = 0;
  GraphNode *node = nullptr;
  std::string text;
};

class HELICON_EXPORT GraphExec : public std::enable_shared_from_this<GraphExec> {
public:
  /// graphMutex() is held.
  static Status create(Graph &graph, uint64_t flags, GraphExecRef &out, InstantiateOutcome &outcome);
  static GraphExecRef find(const void *handle);
  GraphExec(Context &context, uint64_t flags) : context(context), flags(flags) {}
  ~GraphExec();
  void retire();

  Status launch(Stream &);
  Status upload();
  /// The parameters that later launches have for a node of the graph; InvalidValue for no node of it, or another type.
  Status setParams(const GraphNode &node, NodeParamsRef params);
  /// What a node has now; null for none.
  NodeParamsRef paramsOf(const GraphNode &node);
  /// A child graph's parameters, for all its nodes: the same nodes and edges, as with update.
  Status setChild(const GraphNode &node, const Graph &child);
  Status setEnabled(const GraphNode &node, bool enabled);
  Status isEnabled(const GraphNode &node, bool &enabled);
  Status update(Graph &graph, UpdateOutcome &outcome);

  Context &context;
  const uint64_t flags;

private:
  bool find(const GraphNode &node, PlanPlace &out) const;
  GraphRef asGraph();
  Status checkMemory();
  std::vector<std::pair<Command *, CommandRef>> bindEvents(GraphRun &run);

  std::mutex mutex;
  GraphPlanRef plan;
  std::map<uint64_t, PlanPlace> places; ///< by the ids of the graph's nodes
  std::weak_ptr<Graph> source;
  bool holdsMemory = false, holdsEvents = false;
  CommandRef last;      ///< its newest launch
  uint64_t graphId = 0; ///< of the source, which may be gone
};

} // namespace helicon
