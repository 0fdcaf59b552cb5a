// Graph calls by handle, the same for both APIs: handles and numbers agree, only the names of types differ. Handles
// that are none give InvalidValue. What a node does comes as a function that makes its parameters.
#pragma once

#include "include/driver_types.h"
#include "runtime/Capture.h"
#include "runtime/Graph.h"
#include "runtime/GraphExec.h"

#include <functional>

namespace helicon::api::graphs {

using Node = musaGraphNode_t;
using GraphHandle = musaGraph_t;
using Exec = musaGraphExec_t;
/// Makes parameters in a context; `now`: what the node has, null for a new one.
using Maker = std::function<Status(Context &, const NodeParams *now, NodeParamsRef &out)>;

/// Where a new node goes.
struct Spot {
  Node *out;
  GraphHandle graph;
  const Node *dependencies;
  const musaGraphEdgeData *data;
  size_t count;
};

HELICON_EXPORT Status create(Context &, GraphHandle *out, unsigned flags);
HELICON_EXPORT Status clone(GraphHandle *out, GraphHandle graph);
HELICON_EXPORT Status destroy(GraphHandle graph);
HELICON_EXPORT Status destroyNode(Node node);
HELICON_EXPORT Status findInClone(Node *out, Node original, GraphHandle clone);
HELICON_EXPORT Status typeOf(Node node, int *out);
HELICON_EXPORT Status print(GraphHandle graph, const char *path, unsigned flags);

HELICON_EXPORT Status nodes(GraphHandle graph, Node *out, size_t *count);
HELICON_EXPORT Status roots(GraphHandle graph, Node *out, size_t *count);
HELICON_EXPORT Status edges(GraphHandle graph, Node *from, Node *to, musaGraphEdgeData *data, size_t *count);
/// What comes before it, or after it.
HELICON_EXPORT Status neighbours(Node node, bool before, Node *out, musaGraphEdgeData *data, size_t *count);
HELICON_EXPORT Status changeEdges(GraphHandle graph, bool add, const Node *from, const Node *to,
                                  const musaGraphEdgeData *data, size_t count);

HELICON_EXPORT Status add(const Spot &, const Maker &);
HELICON_EXPORT Status set(Node node, const Maker &);
HELICON_EXPORT Status setInExec(Exec exec, Node node, const Maker &);
/// The parameters of a node; null and InvalidValue for none.
HELICON_EXPORT Status paramsOf(Node node, NodeParamsRef &out);
/// The same where they must be of a type. The program may keep addresses into them while the node has them.
template <class T> Status get(Node node, NodeParamsRef &keep, const T *&out) {
  if (Status status = paramsOf(node, keep); status != Status::Success)
    return status;
  out = std::get_if<T>(keep.get());
  return out ? Status::Success : Status::InvalidValue;
}

HELICON_EXPORT Status addChild(const Spot &, GraphHandle child);
HELICON_EXPORT Status childOf(Node node, GraphHandle *out);
HELICON_EXPORT Status setChildInExec(Exec exec, Node node, GraphHandle child);
HELICON_EXPORT Maker emptyMaker();
HELICON_EXPORT Maker eventMaker(musaEvent_t event, bool records);
HELICON_EXPORT Status eventOf(Node node, bool records, musaEvent_t *out);
HELICON_EXPORT Status copyAttributes(Node from, Node to);
HELICON_EXPORT Status getAttribute(Node node, int attribute, void *value);
HELICON_EXPORT Status setAttribute(Node node, int attribute, const void *value);
HELICON_EXPORT Status addConditional(const Spot &, uint64_t handle, int kind, unsigned size, GraphHandle **bodies);
HELICON_EXPORT Status createCondition(unsigned long long *out, GraphHandle graph, unsigned initial, unsigned flags);

HELICON_EXPORT Status instantiate(Exec *out, GraphHandle graph, uint64_t flags, InstantiateOutcome &outcome);
/// CUDA 11's form: the node and a text.
HELICON_EXPORT Status instantiate(Exec *out, GraphHandle graph, Node *errorNode, char *log, size_t logBytes);
HELICON_EXPORT Status instantiate(Exec *out, GraphHandle graph, uint64_t flags);
HELICON_EXPORT Status destroyExec(Exec exec);
HELICON_EXPORT Status launch(Stream &, Exec exec);
HELICON_EXPORT Status upload(Stream &, Exec exec);
HELICON_EXPORT Status update(Exec exec, GraphHandle graph, Node *errorNode, Node *errorFrom, int *result);
HELICON_EXPORT Status setEnabled(Exec exec, Node node, unsigned enabled);
HELICON_EXPORT Status isEnabled(Exec exec, Node node, unsigned *enabled);
HELICON_EXPORT Status flagsOf(Exec exec, unsigned long long *flags);

HELICON_EXPORT Status createUserObject(musaUserObject_t *out, void *object, void (*destroy)(void *), unsigned count,
                                       unsigned flags);
HELICON_EXPORT Status retainUserObject(musaUserObject_t object, unsigned count);
HELICON_EXPORT Status releaseUserObject(musaUserObject_t object, unsigned count);
HELICON_EXPORT Status retainInGraph(GraphHandle graph, musaUserObject_t object, unsigned count, unsigned flags);
HELICON_EXPORT Status releaseInGraph(GraphHandle graph, musaUserObject_t object, unsigned count);

HELICON_EXPORT Status beginCapture(Stream &, int mode);
HELICON_EXPORT Status beginCaptureToGraph(Stream &, GraphHandle graph, const Node *dependencies,
                                          const musaGraphEdgeData *data, size_t count, int mode);
HELICON_EXPORT Status endCapture(Stream &, GraphHandle *out);
HELICON_EXPORT Status captureStatus(Stream &, int *out);
struct CaptureQuestion {
  int *status;
  unsigned long long *id;
  GraphHandle *graph;
  const Node **dependencies;
  const musaGraphEdgeData **data;
  size_t *count;
};
HELICON_EXPORT Status captureInfo(Stream &, const CaptureQuestion &);
HELICON_EXPORT Status updateCapture(Stream &, const Node *dependencies, const musaGraphEdgeData *data, size_t count,
                                    unsigned flags);
HELICON_EXPORT Status exchangeCaptureMode(int *mode);

HELICON_EXPORT Status memoryAttribute(const Device &, int attribute, void *value);
HELICON_EXPORT Status setMemoryAttribute(const Device &, int attribute, const void *value);
HELICON_EXPORT Status addAlloc(const Spot &, int device, uint64_t bytes, void **address);
HELICON_EXPORT Status addFree(const Spot &, void *address);

} // namespace helicon::api::graphs
