// Graphs: what is to be done, as nodes and the edges between them. Nothing here runs; GraphExec makes something that
// does. Parameters of a node never change once they are set: setting them puts new ones in their place, so that clones,
// executable graphs and launches share them. All functions expect graphMutex() to be held.
#pragma once

#include "runtime/Context.h"
#include "runtime/Export.h"
#include "runtime/Stream.h"
#include "runtime/UserObject.h"

#include <array>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <variant>

namespace helicon {

class Kernel;
struct LaunchRequest;
class Graph;
class GraphNode;
class GraphMemory;
using GraphRef = std::shared_ptr<Graph>;
using GraphNodeRef = std::shared_ptr<GraphNode>;

/// Held by all that reads or edits graphs and captures.
HELICON_EXPORT std::mutex &graphMutex();

struct KernelNode {
  static constexpr int kCooperative = 2, kPriority = 8; ///< attributes that matter here
  Kernel *kernel = nullptr;
  ModuleRef module;
  const void *function = nullptr; ///< what the program calls it by; null: the kernel's own handle
  uint32_t grid[3], block[3];
  uint64_t dynamicShared = 0;
  std::vector<char> arguments;   ///< packed
  std::vector<void *> addresses; ///< of each parameter in `arguments`
  std::map<int, std::array<char, 64>> attributes;
  int attribute(int which) const;
  /// After `arguments` were set or copied.
  void findAddresses();
};

/// The checks of a launch; InvalidHandle for a kernel of another context.
HELICON_EXPORT Status makeKernelNode(Context &, Kernel &, const LaunchRequest &, KernelNode &out);

struct CopyNode {
  /// One end as it was asked for; offsets and widths in bytes.
  struct End {
    const void *array = nullptr;
    void *pointer = nullptr;
    uint64_t pitch = 0, width = 0, rows = 0;
    uint64_t x = 0, y = 0, z = 0;
    unsigned texelBytes = 1; ///< of the array
  };
  End toEnd, fromEnd;
  int kind = 4;
  void *to = nullptr;
  const void *from = nullptr;
  Stream::Layout layout{};
};

struct FillNode {
  void *to = nullptr;
  uint64_t pitch = 0;
  uint32_t value = 0, elementBytes = 1;
  uint64_t width = 0, height = 1; ///< width in elements
};

struct HostNode {
  void (*function)(void *) = nullptr;
  void *userData = nullptr;
  std::function<void()> call;
};

struct ChildNode {
  GraphRef graph;
};

struct EmptyNode {};

struct WaitNode {
  EventRef event;
};

struct RecordNode {
  EventRef event;
};

struct AllocNode {
  std::shared_ptr<GraphMemory> memory;
};

struct FreeNode {
  std::shared_ptr<GraphMemory> memory;
};

/// A value that kernels set and conditional nodes ask. Kernels have its address as an argument, so clones and
/// executable graphs share it.
struct Condition {
  uint32_t value = 0; ///< device code writes here
  const uint32_t initial;
  const bool assigned; ///< `initial` is assigned when a launch begins
  bool used = false;   ///< by a node
  Condition(uint32_t initial, bool assigned) : value(initial), initial(initial), assigned(assigned) {}
  uint64_t handle() const { return reinterpret_cast<uintptr_t>(&value); }
};
using ConditionRef = std::shared_ptr<Condition>;

struct ConditionalNode {
  enum class Kind : uint32_t { If = 0, While = 1, Switch = 2 };
  ConditionRef condition;
  Kind kind = Kind::If;
  std::vector<GraphRef> bodies;
  std::vector<void *> handles; ///< of the bodies, as an array that the program may read
};

using NodeParams = std::variant<KernelNode, CopyNode, FillNode, HostNode, ChildNode, EmptyNode, WaitNode, RecordNode,
                                AllocNode, FreeNode, ConditionalNode>;
using NodeParamsRef = std::shared_ptr<const NodeParams>;

/// The numbers are those of musaGraphNodeType.
enum class NodeType : int {
  Kernel = 0,
  Copy = 1,
  Fill = 2,
  Host = 3,
  Child = 4,
  Empty = 5,
  Wait = 6,
  Record = 7,
  Alloc = 10,
  Free = 11,
  Conditional = 13
};

/// From port, to port, type, five zeros: musaGraphEdgeData.
using EdgeData = std::array<unsigned char, 8>;

struct GraphEdge {
  GraphNode *node = nullptr;
  EdgeData data{};
};

class HELICON_EXPORT GraphNode {
public:
  GraphNode(Graph &graph, NodeParamsRef params);
  NodeType type() const;
  template <class T> const T *as() const { return std::get_if<T>(params.get()); }

  Graph *graph; ///< null once it is destroyed
  NodeParamsRef params;
  const uint64_t id;
  uint64_t cloneOf = 0; ///< the id of the node that this was copied from
  std::vector<GraphEdge> before, after;
  uint64_t mark = 0; ///< scratch of walks
};

class HELICON_EXPORT Graph : public std::enable_shared_from_this<Graph> {
public:
  static GraphRef create(Context &);
  static GraphRef find(const void *handle);
  static GraphNodeRef findNode(const void *handle);
  /// A graph of the program's own: not one that belongs to a node.
  bool isOwned() const { return ownerNode() != nullptr; }
  /// Null for the program's own, and once the node is gone.
  GraphNodeRef ownerNode() const {
    GraphNodeRef node = owner.lock();
    return node && node->graph ? node : nullptr;
  }

  explicit Graph(Context &context);
  ~Graph();
  /// Takes the handles away; what runs goes on.
  void retire();
  /// The same, but for graphs inside of its nodes, which are another's.
  void forgetNodes();
  GraphRef clone(const GraphNodeRef &ownerOfClone = nullptr) const;

  /// InvalidValue for an edge from another graph, twice the same, or to itself.
  Status addNode(NodeParamsRef params, std::span<const GraphEdge> dependencies, GraphNodeRef &out);
  Status removeNode(GraphNode &node);
  /// InvalidValue for what would be a cycle or is there already; nothing is added then.
  Status addEdges(std::span<GraphNode *const> from, std::span<GraphNode *const> to, std::span<const EdgeData> data);
  Status removeEdges(std::span<GraphNode *const> from, std::span<GraphNode *const> to, std::span<const EdgeData> data);
  bool contains(const GraphNode &node) const { return node.graph == this; }
  ConditionRef findCondition(uint64_t handle) const;
  /// Any node in it or in graphs of its nodes.
  bool holds(NodeType type) const;

  Context &context;
  const uint64_t id;
  uint64_t cloneOf = 0;
  std::weak_ptr<GraphNode> owner; ///< the node that it is the child or a body of
  bool isBody = false;            ///< of a conditional node
  std::vector<GraphNodeRef> nodes;
  std::vector<ConditionRef> conditions;
  UserObjectHolds objects;
  uint64_t liveExecs = 0;  ///< executable graphs of a graph that allocates
  bool isCaptured = false; ///< a capture that goes on adds to it

private:
  Status checkEdge(const GraphNode *from, const GraphNode *to) const;
  bool reaches(GraphNode &from, const GraphNode &to);
};

/// Its edges make it impossible that all nodes come to be run: never, as edges that would are refused.
HELICON_EXPORT std::vector<GraphNode *> inOrder(const Graph &graph);

/// A graph as a text in the DOT language. `flags`: musaGraphDebugDotFlags.
HELICON_EXPORT std::string dotText(const Graph &graph, unsigned flags);

} // namespace helicon
