// What an executable graph consists of: its nodes with those of its child graphs in one list, and what comes after
// what; a body of a conditional node is a plan of its own. A launch takes a run: all commands of the plan in one
// allocation, made at the first launch and used again and again. A run comes back by itself when the last thread has
// let go of the last of its commands, so that a thread which is late never claims work of the next launch.
#pragma once

#include "runtime/Command.h"
#include "runtime/Graph.h"

#include <memory>
#include <mutex>
#include <vector>

namespace helicon {

class GraphPlan;
class GraphRun;
using GraphPlanRef = std::shared_ptr<GraphPlan>;
using GraphRunRef = std::shared_ptr<GraphRun>;

struct PlanNode {
  NodeParamsRef params; ///< null: nothing but an order, around a child graph
  uint64_t id = 0;      ///< of the node of the graph
  bool enabled = true;
  uint64_t version = 0; ///< of the plan, when it was changed
  uint32_t waitsFor = 0;
  std::vector<uint32_t> after;
  size_t offset = 0; ///< of its command in a run's memory
  std::vector<GraphPlanRef> bodies;
};

/// Where a node of a graph is in an executable graph.
struct PlanPlace {
  GraphPlan *plan = nullptr;
  uint32_t index = 0;
};

class GraphPlan : public std::enable_shared_from_this<GraphPlan> {
public:
  /// graphMutex() is held.
  static GraphPlanRef create(const Graph &graph, bool usesPriorities, bool isLoop,
                             std::map<uint64_t, PlanPlace> &places);
  explicit GraphPlan(Context &context) : context(context) {}
  ~GraphPlan();

  /// A run to be submitted, with its commands as the nodes are now. What compiling a kernel gave, and OutOfMemory.
  Status take(GraphRunRef &out);
  /// Makes a run for later, and of the bodies.
  Status prepare();
  /// Later runs do this. InvalidValue for parameters of another type.
  Status setParams(uint32_t index, NodeParamsRef params);
  void setEnabled(uint32_t index, bool enabled);

  Context &context;
  std::vector<PlanNode> nodes;
  std::vector<ConditionRef> assigned; ///< values that a launch begins with
  std::shared_ptr<UserObjectHolds> objects;
  bool usesPriorities = false;
  bool isLoop = false; ///< the body of a while: its end asks whether to go on

private:
  friend class GraphRun;
  void add(const Graph &graph, const std::vector<uint32_t> *around, std::map<uint64_t, PlanPlace> &places);
  void layOut();

  std::mutex mutex;
  uint64_t version = 0;
  size_t bytes = 0;
  std::vector<std::unique_ptr<GraphRun>> idle;
};

class GraphRun {
public:
  explicit GraphRun(GraphPlan &plan);
  ~GraphRun();
  GraphRun(const GraphRun &) = delete;

  /// Before each submission: all as if it had never run.
  void rewind(const Stream *stream, int priority);
  /// Tools hear of its work, which has the stream, the call and the graph of `origin`. Just before the submission.
  void tell(const activity::Record &origin);
  /// It is not submitted after all.
  void abandon() { self = nullptr; }
  Command &begin() { return *commands[commands.size() - 2]; }
  Command &end() { return *commands.back(); }
  Command &command(uint32_t index) { return *commands[index]; }

private:
  friend class GraphPlan;
  Status build(GraphPlan &);
  Status place(GraphPlan &, uint32_t index);
  void connect(GraphPlan &);

  std::shared_ptr<void> self; ///< while it is submitted
  GraphPlanRef plan;          ///< while it is out
  uint64_t version = 0;
  struct Free {
    void operator()(void *memory) const;
  };
  std::unique_ptr<void, Free> memory;
  std::vector<Command *> commands; ///< of the nodes, begin, end
  std::vector<Command *> followers;
  std::vector<uint32_t> waitsFor;    ///< of each command
  std::vector<NodeParamsRef> params; ///< what the commands were made from
};

} // namespace helicon
