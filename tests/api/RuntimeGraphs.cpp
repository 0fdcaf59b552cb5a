// Graphs: building, reading, instantiating, launching. Without kernels; those are in KernelGraphs.cpp.
#include "Check.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <set>

namespace {

/// A graph, and what host nodes wrote down.
class RuntimeGraphs : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    ASSERT_OK(musaGraphCreate(&graph, 0));
    ASSERT_OK(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking));
  }
  void TearDown() override {
    if (graph) {
      EXPECT_OK(musaGraphDestroy(graph));
    }
    EXPECT_OK(musaStreamDestroy(stream));
    RuntimeTest::TearDown();
  }
  struct Note {
    RuntimeGraphs *test;
    int value;
  };
  static void note(void *data) {
    auto *n = static_cast<Note *>(data);
    const std::lock_guard lock(n->test->mutex);
    n->test->seen.push_back(n->value);
  }
  /// A host node that notes `value`.
  musaGraphNode_t hostNode(int value, const std::vector<musaGraphNode_t> &after, musaGraph_t to = nullptr) {
    notes.push_back(std::make_unique<Note>(Note{this, value}));
    musaHostNodeParams params{note, notes.back().get()};
    musaGraphNode_t node = nullptr;
    EXPECT_OK(musaGraphAddHostNode(&node, to ? to : graph, after.data(), after.size(), &params));
    return node;
  }
  musaGraphNode_t emptyNode(const std::vector<musaGraphNode_t> &after = {}) {
    musaGraphNode_t node = nullptr;
    EXPECT_OK(musaGraphAddEmptyNode(&node, graph, after.data(), after.size()));
    return node;
  }
  musaGraphExec_t instantiate(musaGraph_t of = nullptr) {
    musaGraphExec_t exec = nullptr;
    EXPECT_OK(musaGraphInstantiate(&exec, of ? of : graph, nullptr, nullptr, 0));
    return exec;
  }
  std::vector<int> run(musaGraphExec_t exec) {
    seen.clear();
    EXPECT_OK(musaGraphLaunch(exec, stream));
    EXPECT_OK(musaStreamSynchronize(stream));
    return seen;
  }
  size_t countNodes(musaGraph_t of) {
    size_t count = 0;
    EXPECT_OK(musaGraphGetNodes(of, nullptr, &count));
    return count;
  }

  musaGraph_t graph = nullptr;
  musaStream_t stream = nullptr;
  std::mutex mutex;
  std::vector<int> seen;
  std::vector<std::unique_ptr<Note>> notes;
};

TEST_F(RuntimeGraphs, CreateAndDestroy) {
  musaGraph_t other = nullptr;
  EXPECT_CODE(musaErrorInvalidValue, musaGraphCreate(nullptr, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphCreate(&other, 1));
  ASSERT_OK(musaGraphCreate(&other, 0));
  EXPECT_EQ(0u, countNodes(other));
  EXPECT_OK(musaGraphDestroy(other));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphDestroy(other));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphDestroy(nullptr));
  for (void *strange : strangeHandles()) {
    size_t count = 0;
    musaGraphNode_t node = nullptr;
    auto *notGraph = static_cast<musaGraph_t>(strange);
    EXPECT_CODE(musaErrorInvalidValue, musaGraphDestroy(notGraph));
    EXPECT_CODE(musaErrorInvalidValue, musaGraphGetNodes(notGraph, nullptr, &count));
    EXPECT_CODE(musaErrorInvalidValue, musaGraphAddEmptyNode(&node, notGraph, nullptr, 0));
    EXPECT_CODE(musaErrorInvalidValue, musaGraphDestroyNode(static_cast<musaGraphNode_t>(strange)));
    EXPECT_CODE(musaErrorInvalidValue, musaGraphExecDestroy(static_cast<musaGraphExec_t>(strange)));
    EXPECT_CODE(musaErrorInvalidValue, musaGraphLaunch(static_cast<musaGraphExec_t>(strange), stream));
  }
}

TEST_F(RuntimeGraphs, NodesAndEdges) {
  auto *a = emptyNode(), *b = emptyNode({a}), *c = emptyNode({a}), *d = emptyNode({b, c});
  musaGraphNodeType type = musaGraphNodeTypeCount;
  EXPECT_OK(musaGraphNodeGetType(a, &type));
  EXPECT_EQ(musaGraphNodeTypeEmpty, type);
  EXPECT_CODE(musaErrorInvalidValue, musaGraphNodeGetType(a, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphNodeGetType(nullptr, &type));

  musaGraphNode_t list[6] = {a, a, a, a, a, a};
  size_t count = 6;
  EXPECT_OK(musaGraphGetNodes(graph, list, &count));
  EXPECT_EQ(4u, count);
  EXPECT_EQ(a, list[0]);
  EXPECT_EQ(d, list[3]);
  EXPECT_EQ(nullptr, list[4]); // what is left is emptied
  count = 2;
  EXPECT_OK(musaGraphGetNodes(graph, list, &count));
  EXPECT_EQ(2u, count);
  EXPECT_OK(musaGraphGetRootNodes(graph, nullptr, &count));
  EXPECT_EQ(1u, count);
  EXPECT_OK(musaGraphGetRootNodes(graph, list, &count));
  EXPECT_EQ(a, list[0]);
  EXPECT_OK(musaGraphNodeGetDependencies(d, nullptr, &count));
  EXPECT_EQ(2u, count);
  EXPECT_OK(musaGraphNodeGetDependencies(d, list, &count));
  EXPECT_EQ((std::set<musaGraphNode_t>{b, c}), std::set<musaGraphNode_t>(list, list + 2));
  EXPECT_OK(musaGraphNodeGetDependentNodes(a, list, &count));
  EXPECT_EQ((std::set<musaGraphNode_t>{b, c}), std::set<musaGraphNode_t>(list, list + 2));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphGetNodes(graph, list, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphGetRootNodes(graph, list, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphNodeGetDependencies(d, list, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphNodeGetDependentNodes(d, list, nullptr));

  musaGraphNode_t from[6], to[6];
  musaGraphEdgeData data[6];
  EXPECT_OK(musaGraphGetEdges(graph, static_cast<musaGraphNode_t *>(nullptr), nullptr, &count));
  EXPECT_EQ(4u, count);
  EXPECT_OK(musaGraphGetEdges(graph, from, to, &count));
  EXPECT_EQ(a, from[0]);
  EXPECT_EQ(b, to[0]);
  EXPECT_OK(musaGraphGetEdges_v2(graph, from, to, data, &count));
  EXPECT_EQ(0, data[0].type);
  EXPECT_CODE(musaErrorInvalidValue, musaGraphGetEdges(graph, from, static_cast<musaGraphNode_t *>(nullptr), &count));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphGetEdges(graph, from, to, nullptr));
}

TEST_F(RuntimeGraphs, ChangingEdges) {
  auto *a = emptyNode(), *b = emptyNode(), *c = emptyNode({b});
  musaGraph_t other = nullptr;
  musaGraphNode_t foreign = nullptr;
  ASSERT_OK(musaGraphCreate(&other, 0));
  ASSERT_OK(musaGraphAddEmptyNode(&foreign, other, nullptr, 0));
  EXPECT_OK(musaGraphAddDependencies(graph, &a, &b, 1));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddDependencies(graph, &a, &b, 1)); // there already
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddDependencies(graph, &c, &a, 1)); // a cycle
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddDependencies(graph, &a, &a, 1));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddDependencies(graph, &a, &foreign, 1));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddDependencies(graph, nullptr, &a, 1));
  EXPECT_OK(musaGraphAddDependencies(graph, nullptr, nullptr, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphRemoveDependencies(graph, &a, &c, 1)); // none
  EXPECT_OK(musaGraphRemoveDependencies(graph, &a, &b, 1));
  musaGraphNode_t from[] = {a, c}, to[] = {b, a};
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddDependencies(graph, from, to, 2)); // the second closes a cycle
  size_t count = 9;
  EXPECT_OK(musaGraphNodeGetDependencies(b, nullptr, &count));
  EXPECT_EQ(0u, count) << "nothing is added when one can't be";

  musaGraphEdgeData edge{};
  EXPECT_OK(musaGraphAddDependencies_v2(graph, &a, &b, &edge, 1));
  musaGraphNode_t found = nullptr;
  musaGraphEdgeData read{1, 1, 1, {}};
  count = 1;
  EXPECT_OK(musaGraphNodeGetDependencies_v2(b, &found, &read, &count));
  EXPECT_EQ(a, found);
  EXPECT_EQ(0, read.type);
  EXPECT_OK(musaGraphNodeGetDependentNodes_v2(a, &found, &read, &count));
  EXPECT_EQ(b, found);
  edge.type = 77;
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddDependencies_v2(graph, &a, &c, &edge, 1));
  edge = {};
  edge.reserved[2] = 1;
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddDependencies_v2(graph, &a, &c, &edge, 1));
  edge = {};
  EXPECT_OK(musaGraphRemoveDependencies_v2(graph, &a, &b, &edge, 1));

  musaGraphNode_t twice[] = {a, a}, node = nullptr;
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddEmptyNode(&node, graph, twice, 2));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddEmptyNode(&node, graph, &foreign, 1));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddEmptyNode(nullptr, graph, nullptr, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddEmptyNode(&node, graph, nullptr, 1));
  EXPECT_OK(musaGraphDestroyNode(b));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphDestroyNode(b));
  EXPECT_OK(musaGraphNodeGetDependencies(c, nullptr, &count));
  EXPECT_EQ(0u, count);
  EXPECT_EQ(2u, countNodes(graph));
  EXPECT_OK(musaGraphDestroy(other));
}

TEST_F(RuntimeGraphs, RunsInTheOrderOfItsEdges) {
  auto *a = hostNode(1, {});
  std::vector<musaGraphNode_t> middle;
  for (int i = 0; i < 8; i++)
    middle.push_back(hostNode(10 + i, {a}));
  hostNode(99, middle);
  musaGraphExec_t exec = instantiate();
  for (int round = 0; round < 20; round++) {
    const std::vector<int> order = run(exec);
    ASSERT_EQ(10u, order.size());
    EXPECT_EQ(1, order.front());
    EXPECT_EQ(99, order.back());
    EXPECT_EQ(8u, std::set<int>(order.begin() + 1, order.end() - 1).size());
  }
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphExecDestroy(exec));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphLaunch(exec, stream));
}

TEST_F(RuntimeGraphs, AnEmptyGraphIsAnOrder) {
  musaGraphExec_t exec = instantiate();
  EXPECT_OK(musaGraphLaunch(exec, stream));
  EXPECT_OK(musaStreamSynchronize(stream));
  EXPECT_OK(musaGraphLaunch(exec, nullptr));
  EXPECT_OK(musaGraphExecDestroy(exec));
}

/// Holds a stream until it is opened.
struct Gate {
  std::atomic<bool> isOpen{false};
  void open() { isOpen = true, isOpen.notify_all(); }
  static void wait(void *self) { static_cast<Gate *>(self)->isOpen.wait(false); }
};

TEST_F(RuntimeGraphs, StandsInTheOrderOfItsStream) {
  Gate gate;
  hostNode(2, {});
  musaGraphExec_t exec = instantiate();
  Note before{this, 1}, after{this, 3};
  EXPECT_OK(musaLaunchHostFunc(stream, Gate::wait, &gate));
  EXPECT_OK(musaLaunchHostFunc(stream, note, &before));
  EXPECT_OK(musaGraphLaunch(exec, stream));
  EXPECT_OK(musaLaunchHostFunc(stream, note, &after));
  EXPECT_CODE(musaErrorNotReady, musaStreamQuery(stream));
  gate.open();
  EXPECT_OK(musaStreamSynchronize(stream));
  EXPECT_EQ((std::vector<int>{1, 2, 3}), seen);
  EXPECT_OK(musaGraphExecDestroy(exec));
}

TEST_F(RuntimeGraphs, LaunchesOfOneExecDoNotOverlap) {
  struct State {
    std::atomic<int> inside{0}, most{0}, runs{0};
  } state;
  musaHostNodeParams params{[](void *data) {
                              auto &s = *static_cast<State *>(data);
                              s.most = std::max(s.most.load(), ++s.inside);
                              std::this_thread::yield();
                              ++s.runs;
                              --s.inside;
                            },
                            &state};
  musaGraphNode_t node = nullptr;
  ASSERT_OK(musaGraphAddHostNode(&node, graph, nullptr, 0, &params));
  musaGraphExec_t exec = instantiate();
  musaStream_t second = nullptr;
  ASSERT_OK(musaStreamCreateWithFlags(&second, musaStreamNonBlocking));
  for (int i = 0; i < 50; i++) {
    EXPECT_OK(musaGraphLaunch(exec, i % 2 ? second : stream));
  }
  EXPECT_OK(musaGraphExecDestroy(exec)); // what was launched runs on
  EXPECT_OK(musaDeviceSynchronize());
  EXPECT_EQ(50, state.runs);
  EXPECT_EQ(1, state.most);
  EXPECT_OK(musaStreamDestroy(second));
}

TEST_F(RuntimeGraphs, DestroyedWhileItRuns) {
  Gate gate;
  auto *first = hostNode(1, {});
  hostNode(2, {first});
  musaGraphExec_t exec = instantiate();
  EXPECT_OK(musaLaunchHostFunc(stream, Gate::wait, &gate));
  EXPECT_OK(musaGraphLaunch(exec, stream));
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_OK(musaGraphDestroy(graph));
  graph = nullptr;
  gate.open();
  EXPECT_OK(musaStreamSynchronize(stream));
  EXPECT_EQ((std::vector<int>{1, 2}), seen);
}

bool same(const musaPos &a, const musaPos &b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
bool same(const musaPitchedPtr &a, const musaPitchedPtr &b) {
  return a.ptr == b.ptr && a.pitch == b.pitch && a.xsize == b.xsize && a.ysize == b.ysize;
}
bool same(const musaMemcpy3DParms &a, const musaMemcpy3DParms &b) {
  const bool extents =
      a.extent.width == b.extent.width && a.extent.height == b.extent.height && a.extent.depth == b.extent.depth;
  return a.srcArray == b.srcArray && a.dstArray == b.dstArray && same(a.srcPos, b.srcPos) && same(a.dstPos, b.dstPos) &&
         same(a.srcPtr, b.srcPtr) && same(a.dstPtr, b.dstPtr) && extents && a.kind == b.kind;
}

TEST_F(RuntimeGraphs, CopiesAndFills) {
  int *p = nullptr, *q = nullptr, host[64], back[64] = {};
  ASSERT_OK(musaMalloc(&p, sizeof host));
  ASSERT_OK(musaMalloc(&q, sizeof host));
  std::fill(host, host + 64, 7);
  musaGraphNode_t up = nullptr, over = nullptr, fill = nullptr, down = nullptr;
  EXPECT_OK(musaGraphAddMemcpyNode1D(&up, graph, nullptr, 0, p, host, sizeof host, musaMemcpyHostToDevice));
  musaMemcpy3DParms box{};
  box.srcPtr = {p, 8 * sizeof(int), 8, 8};
  box.dstPtr = {q, 8 * sizeof(int), 8, 8};
  box.extent = {8 * sizeof(int), 8, 1};
  box.kind = musaMemcpyDeviceToDevice;
  EXPECT_OK(musaGraphAddMemcpyNode(&over, graph, &up, 1, &box));
  musaMemsetParams set{q, 8 * sizeof(int), 5, 4, 2, 3};
  EXPECT_OK(musaGraphAddMemsetNode(&fill, graph, &over, 1, &set));
  EXPECT_OK(musaGraphAddMemcpyNode1D(&down, graph, &fill, 1, back, q, sizeof back, musaMemcpyDefault));
  musaGraphExec_t exec = instantiate();
  run(exec);
  for (int i = 0; i < 64; i++)
    EXPECT_EQ(i % 8 < 2 && i / 8 < 3 ? 5 : 7, back[i]) << i;
  std::fill(host, host + 64, 8); // a pageable source is read when the graph runs
  run(exec);
  EXPECT_EQ(8, back[63]);

  musaMemcpy3DParms gotCopy{};
  musaMemsetParams gotSet{};
  EXPECT_OK(musaGraphMemcpyNodeGetParams(over, &gotCopy));
  EXPECT_TRUE(same(box, gotCopy));
  EXPECT_OK(musaGraphMemsetNodeGetParams(fill, &gotSet));
  EXPECT_EQ(0, memcmp(&set, &gotSet, sizeof set));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphMemcpyNodeGetParams(fill, &gotCopy));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphMemcpyNodeGetParams(over, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphMemsetNodeGetParams(over, &gotSet));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphMemsetNodeGetParams(fill, nullptr));

  set.elementSize = 3;
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddMemsetNode(&fill, graph, nullptr, 0, &set));
  set.elementSize = 4;
  set.dst = host; // ordinary memory
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddMemsetNode(&fill, graph, nullptr, 0, &set));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddMemsetNode(&fill, graph, nullptr, 0, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddMemcpyNode(&fill, graph, nullptr, 0, nullptr));
  EXPECT_CODE(musaErrorInvalidValue,
              musaGraphAddMemcpyNode1D(&fill, graph, nullptr, 0, nullptr, host, 4, musaMemcpyDefault));
  EXPECT_CODE(musaErrorInvalidMemcpyDirection,
              musaGraphAddMemcpyNode1D(&fill, graph, nullptr, 0, p, host, 4, noSuch<musaMemcpyKind>()));
  box.srcPos.x = 4; // the rows leave their pitch
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddMemcpyNode(&fill, graph, nullptr, 0, &box));
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_OK(musaFree(p));
  EXPECT_OK(musaFree(q));
}

TEST_F(RuntimeGraphs, ArraysTakePart) {
  musaArray_t array = nullptr;
  const musaChannelFormatDesc format{32, 0, 0, 0, musaChannelFormatKindSigned};
  ASSERT_OK(musaMallocArray(&array, &format, 8, 4, 0));
  int in[32], out[32] = {};
  for (int i = 0; i < 32; i++)
    in[i] = i;
  musaMemcpy3DParms up{}, down{};
  up.srcPtr = {in, 32, 8, 4};
  up.dstArray = array;
  up.extent = {8, 4, 1};
  up.kind = musaMemcpyHostToDevice;
  down.srcArray = array;
  down.srcPos = {2, 1, 0};
  down.dstPtr = {out, 32, 8, 4};
  down.extent = {6, 3, 1};
  down.kind = musaMemcpyDeviceToHost;
  musaGraphNode_t first = nullptr, second = nullptr;
  ASSERT_OK(musaGraphAddMemcpyNode(&first, graph, nullptr, 0, &up));
  ASSERT_OK(musaGraphAddMemcpyNode(&second, graph, &first, 1, &down));
  musaMemcpy3DParms got{};
  EXPECT_OK(musaGraphMemcpyNodeGetParams(second, &got));
  EXPECT_TRUE(same(down, got));
  musaGraphExec_t exec = instantiate();
  run(exec);
  EXPECT_EQ(10, out[0]);
  EXPECT_EQ(31, out[2 * 8 + 5]);
  up.extent.width = 9;
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddMemcpyNode(&first, graph, nullptr, 0, &up));
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_OK(musaFreeArray(array));
}

TEST_F(RuntimeGraphs, HostNodeParameters) {
  musaGraphNode_t node = hostNode(4, {});
  musaHostNodeParams got{}, bad{nullptr, nullptr};
  EXPECT_OK(musaGraphHostNodeGetParams(node, &got));
  EXPECT_EQ(note, got.fn);
  EXPECT_EQ(notes.back().get(), got.userData);
  EXPECT_CODE(musaErrorInvalidValue, musaGraphHostNodeGetParams(node, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphHostNodeGetParams(emptyNode(), &got));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddHostNode(&node, graph, nullptr, 0, &bad));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddHostNode(&node, graph, nullptr, 0, nullptr));
  // The API is closed to it, as to other host functions.
  musaError_t inside = musaSuccess;
  musaHostNodeParams calls{[](void *data) {
                             void *p = nullptr;
                             *static_cast<musaError_t *>(data) = musaMalloc(&p, 4);
                           },
                           &inside};
  EXPECT_OK(musaGraphHostNodeSetParams(node, &calls));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphHostNodeSetParams(node, &bad));
  musaGraphExec_t exec = instantiate();
  EXPECT_TRUE(run(exec).empty());
  EXPECT_CODE(musaErrorNotPermitted, inside);
  EXPECT_OK(musaGraphExecDestroy(exec));
}

TEST_F(RuntimeGraphs, ChildGraphs) {
  musaGraph_t child = nullptr, inside = nullptr;
  ASSERT_OK(musaGraphCreate(&child, 0));
  hostNode(3, {hostNode(2, {}, child)}, child);
  auto *first = hostNode(1, {});
  musaGraphNode_t node = nullptr;
  ASSERT_OK(musaGraphAddChildGraphNode(&node, graph, &first, 1, child));
  hostNode(4, {node});
  hostNode(9, {}, child); // comes too late: the child is a copy
  EXPECT_OK(musaGraphChildGraphNodeGetGraph(node, &inside));
  EXPECT_NE(child, inside);
  EXPECT_EQ(2u, countNodes(inside));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphDestroy(inside)); // it is the node's
  musaGraphExec_t exec = instantiate();
  EXPECT_EQ((std::vector<int>{1, 2, 3, 4}), run(exec));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphChildGraphNodeGetGraph(first, &inside));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphChildGraphNodeGetGraph(node, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddChildGraphNode(&node, graph, nullptr, 0, graph)); // itself
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddChildGraphNode(&node, graph, nullptr, 0, nullptr));
  EXPECT_OK(musaGraphDestroy(child));
  EXPECT_EQ((std::vector<int>{1, 2, 3, 4}), run(exec));
  EXPECT_OK(musaGraphExecDestroy(exec));
}

TEST_F(RuntimeGraphs, AnEmptyChildKeepsTheOrder) {
  musaGraph_t child = nullptr;
  ASSERT_OK(musaGraphCreate(&child, 0));
  auto *first = hostNode(1, {});
  musaGraphNode_t node = nullptr;
  ASSERT_OK(musaGraphAddChildGraphNode(&node, graph, &first, 1, child));
  hostNode(2, {node});
  musaGraphExec_t exec = instantiate();
  EXPECT_EQ((std::vector<int>{1, 2}), run(exec));
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_OK(musaGraphDestroy(child));
}

TEST_F(RuntimeGraphs, Clones) {
  auto *a = hostNode(1, {}), *b = hostNode(2, {a});
  musaGraph_t clone = nullptr, other = nullptr;
  musaGraphNode_t found = nullptr;
  ASSERT_OK(musaGraphClone(&clone, graph));
  EXPECT_OK(musaGraphNodeFindInClone(&found, b, clone));
  EXPECT_NE(b, found);
  size_t count = 1;
  musaGraphNode_t before = nullptr;
  EXPECT_OK(musaGraphNodeGetDependencies(found, &before, &count));
  EXPECT_OK(musaGraphNodeFindInClone(&found, a, clone));
  EXPECT_EQ(found, before);
  hostNode(3, {b});
  EXPECT_EQ(2u, countNodes(clone));
  ASSERT_OK(musaGraphCreate(&other, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphNodeFindInClone(&found, a, other)); // no clone of it
  EXPECT_CODE(musaErrorInvalidValue, musaGraphNodeFindInClone(nullptr, a, clone));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphClone(nullptr, graph));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphClone(&clone, nullptr));
  EXPECT_OK(musaGraphDestroy(other));
  musaGraphExec_t exec = instantiate(clone);
  EXPECT_EQ((std::vector<int>{1, 2}), run(exec));
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_OK(musaGraphDestroy(clone));
}

TEST_F(RuntimeGraphs, EventsRecordAndWait) {
  musaEvent_t start = nullptr, end = nullptr, got = nullptr;
  ASSERT_OK(musaEventCreate(&start));
  ASSERT_OK(musaEventCreate(&end));
  musaGraphNode_t first = nullptr, last = nullptr, wait = nullptr;
  ASSERT_OK(musaGraphAddEventRecordNode(&first, graph, nullptr, 0, start));
  auto *middle = hostNode(1, {first});
  ASSERT_OK(musaGraphAddEventRecordNode(&last, graph, &middle, 1, end));
  EXPECT_OK(musaGraphEventRecordNodeGetEvent(last, &got));
  EXPECT_EQ(end, got);
  musaGraphExec_t exec = instantiate();
  EXPECT_EQ((std::vector<int>{1}), run(exec));
  float ms = -1;
  EXPECT_OK(musaEventSynchronize(end));
  EXPECT_OK(musaEventElapsedTime(&ms, start, end));
  EXPECT_GE(ms, 0.0f);

  // A graph that waits for what another stream is to do.
  Gate gate;
  musaStream_t other = nullptr;
  musaGraph_t waiting = nullptr;
  ASSERT_OK(musaStreamCreateWithFlags(&other, musaStreamNonBlocking));
  ASSERT_OK(musaGraphCreate(&waiting, 0));
  ASSERT_OK(musaGraphAddEventWaitNode(&wait, waiting, nullptr, 0, start));
  EXPECT_OK(musaGraphEventWaitNodeGetEvent(wait, &got));
  EXPECT_EQ(start, got);
  EXPECT_OK(musaGraphEventWaitNodeSetEvent(wait, end));
  hostNode(3, {wait}, waiting);
  musaGraphExec_t second = instantiate(waiting);
  Note two{this, 2};
  seen.clear();
  EXPECT_OK(musaLaunchHostFunc(other, Gate::wait, &gate));
  EXPECT_OK(musaLaunchHostFunc(other, note, &two));
  EXPECT_OK(musaEventRecord(end, other));
  EXPECT_OK(musaGraphLaunch(second, stream));
  EXPECT_CODE(musaErrorNotReady, musaStreamQuery(stream));
  gate.open();
  EXPECT_OK(musaStreamSynchronize(stream));
  EXPECT_EQ((std::vector<int>{2, 3}), seen);

  EXPECT_CODE(musaErrorInvalidResourceHandle, musaGraphAddEventRecordNode(&last, graph, nullptr, 0, nullptr));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaGraphAddEventWaitNode(&last, graph, nullptr, 0, nullptr));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaGraphEventRecordNodeSetEvent(first, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphEventWaitNodeGetEvent(first, &got));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphEventRecordNodeGetEvent(wait, &got));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphEventRecordNodeGetEvent(first, nullptr));
  for (musaGraphExec_t e : {exec, second}) {
    EXPECT_OK(musaGraphExecDestroy(e));
  }
  EXPECT_OK(musaGraphDestroy(waiting));
  EXPECT_OK(musaEventDestroy(start));
  EXPECT_OK(musaEventDestroy(end));
  EXPECT_OK(musaStreamDestroy(other));
}

TEST_F(RuntimeGraphs, Instantiation) {
  hostNode(1, {});
  musaGraphExec_t exec = nullptr;
  musaGraphNode_t bad = graph ? reinterpret_cast<musaGraphNode_t>(8) : nullptr;
  char log[64] = "untouched";
  EXPECT_OK(musaGraphInstantiate(&exec, graph, &bad, log, sizeof log));
  EXPECT_EQ(nullptr, bad);
  EXPECT_STREQ("", log);
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_OK(musaGraphInstantiate(&exec, graph, 0)); // CUDA 12's form
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_OK(musaGraphInstantiateWithFlags(&exec, graph, musaGraphInstantiateFlagUseNodePriority));
  unsigned long long flags = 0;
  EXPECT_OK(musaGraphExecGetFlags(exec, &flags));
  EXPECT_EQ(8u, flags);
  EXPECT_CODE(musaErrorInvalidValue, musaGraphExecGetFlags(exec, nullptr));
  EXPECT_OK(musaGraphUpload(exec, stream));
  EXPECT_EQ((std::vector<int>{1}), run(exec));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphUpload(nullptr, stream));
  EXPECT_OK(musaGraphExecDestroy(exec));

  musaGraphInstantiateParams params{};
  params.flags = musaGraphInstantiateFlagUpload;
  params.uploadStream = stream;
  EXPECT_OK(musaGraphInstantiateWithParams(&exec, graph, &params));
  EXPECT_EQ(musaGraphInstantiateSuccess, params.result_out);
  EXPECT_OK(musaGraphExecDestroy(exec));
  params.flags = musaGraphInstantiateFlagDeviceLaunch;
  EXPECT_CODE(musaErrorNotSupported, musaGraphInstantiateWithParams(&exec, graph, &params));
  EXPECT_EQ(musaGraphInstantiateNodeOperationNotSupported, params.result_out);
  EXPECT_CODE(musaErrorInvalidValue, musaGraphInstantiateWithParams(&exec, graph, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphInstantiateWithFlags(&exec, graph, 1 << 20));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphInstantiate(nullptr, graph, nullptr, nullptr, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphInstantiate(&exec, nullptr, nullptr, nullptr, 0));
}

TEST_F(RuntimeGraphs, DotText) {
  auto *a = hostNode(1, {});
  musaGraph_t child = nullptr;
  musaGraphNode_t node = nullptr;
  ASSERT_OK(musaGraphCreate(&child, 0));
  hostNode(2, {}, child);
  ASSERT_OK(musaGraphAddChildGraphNode(&node, graph, &a, 1, child));
  const std::string path = ::testing::TempDir() + "helicon-graph.dot";
  auto read = [&](unsigned flags) {
    EXPECT_OK(musaGraphDebugDotPrint(graph, path.c_str(), flags));
    std::ifstream file(path);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string brief = read(0), verbose = read(musaGraphDebugDotFlagsVerbose);
  EXPECT_EQ(0u, brief.find("digraph"));
  EXPECT_NE(std::string::npos, brief.find("HOST"));
  EXPECT_NE(std::string::npos, brief.find("->"));
  EXPECT_EQ(std::string::npos, brief.find("function"));
  EXPECT_NE(std::string::npos, verbose.find("function"));
  EXPECT_EQ(std::count(verbose.begin(), verbose.end(), '{'), std::count(verbose.begin(), verbose.end(), '}'));
  std::remove(path.c_str());
  EXPECT_CODE(musaErrorInvalidValue, musaGraphDebugDotPrint(graph, nullptr, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphDebugDotPrint(nullptr, path.c_str(), 0));
  EXPECT_CODE(musaErrorOperatingSystem, musaGraphDebugDotPrint(graph, "/no/such/folder/x.dot", 0));
  EXPECT_OK(musaGraphDestroy(child));
}

TEST_F(RuntimeGraphs, UserObjects) {
  int destroyed = 0;
  auto destroy = [](void *data) { ++*static_cast<int *>(data); };
  musaUserObject_t object = nullptr;
  ASSERT_OK(musaUserObjectCreate(&object, &destroyed, destroy, 2, musaUserObjectNoDestructorSync));
  EXPECT_OK(musaGraphRetainUserObject(graph, object, 1, musaGraphUserObjectMove)); // one of the two is the graph's now
  EXPECT_OK(musaUserObjectRetain(object, 3));
  EXPECT_OK(musaUserObjectRelease(object, 4));
  EXPECT_EQ(0, destroyed);
  auto *node = hostNode(1, {});
  EXPECT_NE(nullptr, node);
  musaGraphExec_t exec = instantiate();
  EXPECT_OK(musaGraphReleaseUserObject(graph, object, 1));
  EXPECT_EQ(0, destroyed) << "the executable graph holds it";
  run(exec);
  EXPECT_CODE(musaErrorInvalidValue, musaGraphReleaseUserObject(graph, object, 1));
  EXPECT_CODE(musaErrorInvalidValue, musaUserObjectRetain(object, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaUserObjectRelease(object, 99));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphRetainUserObject(graph, nullptr, 1, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphRetainUserObject(graph, object, 1, 77));
  EXPECT_OK(musaGraphExecDestroy(exec));
  for (int i = 0; i < 1000 && destroyed == 0; i++)
    std::this_thread::yield(); // the worker that ran the launch may be the last to let go
  EXPECT_EQ(1, destroyed);
  EXPECT_CODE(musaErrorInvalidValue, musaUserObjectRelease(object, 1));
  EXPECT_CODE(musaErrorInvalidValue, musaUserObjectCreate(nullptr, &destroyed, destroy, 1, 1));
  EXPECT_CODE(musaErrorInvalidValue, musaUserObjectCreate(&object, &destroyed, nullptr, 1, 1));
  EXPECT_CODE(musaErrorInvalidValue, musaUserObjectCreate(&object, &destroyed, destroy, 0, 1));
  EXPECT_CODE(musaErrorInvalidValue, musaUserObjectCreate(&object, &destroyed, destroy, 1, 0));
}

TEST_F(RuntimeGraphs, GenericNodes) {
  musaGraphNodeParams params{};
  musaGraphNode_t node = nullptr, second = nullptr;
  notes.push_back(std::make_unique<Note>(Note{this, 5}));
  params.type = musaGraphNodeTypeHost;
  params.host = {note, notes.back().get()};
  EXPECT_OK(musaGraphAddNode(&node, graph, nullptr, size_t(0), &params));
  notes.push_back(std::make_unique<Note>(Note{this, 6}));
  params.host.userData = notes.back().get();
  musaGraphEdgeData edge{};
  EXPECT_OK(musaGraphAddNode_v2(&second, graph, &node, &edge, 1, &params));
  musaGraphExec_t exec = instantiate();
  EXPECT_EQ((std::vector<int>{5, 6}), run(exec));
  notes.push_back(std::make_unique<Note>(Note{this, 7}));
  params.host.userData = notes.back().get();
  EXPECT_OK(musaGraphExecNodeSetParams(exec, node, &params));
  EXPECT_EQ((std::vector<int>{7, 6}), run(exec));
  EXPECT_OK(musaGraphNodeSetParams(second, &params));
  params.type = musaGraphNodeTypeEmpty;
  EXPECT_CODE(musaErrorInvalidValue, musaGraphNodeSetParams(second, &params)); // another type
  EXPECT_CODE(musaErrorInvalidValue, musaGraphExecNodeSetParams(exec, second, &params));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphNodeSetParams(second, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphExecNodeSetParams(exec, second, nullptr));
  params.type = noSuch<musaGraphNodeType>();
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddNode(&node, graph, nullptr, size_t(0), &params));
  params = {};
  params.type = musaGraphNodeTypeExtSemaphoreWait;
  EXPECT_CODE(musaErrorNotSupported, musaGraphAddNode(&node, graph, nullptr, size_t(0), &params));
  EXPECT_OK(musaGraphExecDestroy(exec));
}

TEST_F(RuntimeGraphs, RefusedNodes) {
  musaGraphNode_t node = nullptr;
  musaExternalSemaphoreSignalNodeParams signal{};
  musaExternalSemaphoreWaitNodeParams wait{};
  EXPECT_CODE(musaErrorNotSupported, musaGraphAddExternalSemaphoresSignalNode(&node, graph, nullptr, 0, &signal));
  EXPECT_CODE(musaErrorNotSupported, musaGraphExternalSemaphoresSignalNodeGetParams(node, &signal));
  EXPECT_CODE(musaErrorNotSupported, musaGraphExternalSemaphoresSignalNodeSetParams(node, &signal));
  EXPECT_CODE(musaErrorNotSupported, musaGraphExecExternalSemaphoresSignalNodeSetParams(nullptr, node, &signal));
  EXPECT_CODE(musaErrorNotSupported, musaGraphAddExternalSemaphoresWaitNode(&node, graph, nullptr, 0, &wait));
  EXPECT_CODE(musaErrorNotSupported, musaGraphExternalSemaphoresWaitNodeGetParams(node, &wait));
  EXPECT_CODE(musaErrorNotSupported, musaGraphExternalSemaphoresWaitNodeSetParams(node, &wait));
  EXPECT_CODE(musaErrorNotSupported, musaGraphExecExternalSemaphoresWaitNodeSetParams(nullptr, node, &wait));
  int any = 0;
#define EXPECT_REFUSED(kind)                                                                                           \
  EXPECT_CODE(musaErrorNotSupported, musaGraphAdd##kind##Node(&node, graph, nullptr, 0, &any));                        \
  EXPECT_CODE(musaErrorNotSupported, musaGraph##kind##NodeGetParams(node, &any));                                      \
  EXPECT_CODE(musaErrorNotSupported, musaGraph##kind##NodeSetParams(node, &any));                                      \
  EXPECT_CODE(musaErrorNotSupported, musaGraphExec##kind##NodeSetParams(nullptr, node, &any))
  EXPECT_REFUSED(MemAtomic);
  EXPECT_REFUSED(MemAtomicValue);
  EXPECT_REFUSED(MemWaitWrite);
  EXPECT_REFUSED(MemTransfer);
  // So that a search for each name meets its test: musaGraphAddMemAtomicNode musaGraphMemAtomicNodeGetParams
  // musaGraphMemAtomicNodeSetParams musaGraphExecMemAtomicNodeSetParams musaGraphAddMemAtomicValueNode
  // musaGraphMemAtomicValueNodeGetParams musaGraphMemAtomicValueNodeSetParams musaGraphExecMemAtomicValueNodeSetParams
  // musaGraphAddMemWaitWriteNode musaGraphMemWaitWriteNodeGetParams musaGraphMemWaitWriteNodeSetParams
  // musaGraphExecMemWaitWriteNodeSetParams musaGraphAddMemTransferNode musaGraphMemTransferNodeGetParams
  // musaGraphMemTransferNodeSetParams musaGraphExecMemTransferNodeSetParams
}

TEST_F(RuntimeGraphs, MemoryOfGraphs) {
  musaMemAllocNodeParams params{}, got{};
  params.poolProps.allocType = musaMemAllocationTypePinned;
  params.poolProps.location = {musaMemLocationTypeDevice, 0};
  params.bytesize = 1 << 20;
  musaGraphNode_t alloc = nullptr, fill = nullptr, release = nullptr, node = nullptr;
  ASSERT_OK(musaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &params));
  ASSERT_NE(nullptr, params.dptr);
  EXPECT_OK(musaGraphMemAllocNodeGetParams(alloc, &got));
  EXPECT_EQ(params.dptr, got.dptr);
  EXPECT_EQ(params.bytesize, got.bytesize);
  musaMemsetParams set{params.dptr, 0, 3, 1, 1 << 20, 1};
  ASSERT_OK(musaGraphAddMemsetNode(&fill, graph, &alloc, 1, &set));
  musaGraphExec_t exec = instantiate(), second = nullptr;
  EXPECT_CODE(musaErrorInvalidValue, musaGraphInstantiate(&second, graph, nullptr, nullptr, 0)); // one at a time

  unsigned long long used = 77, most = 0;
  EXPECT_OK(musaDeviceGetGraphMemAttribute(0, musaGraphMemAttrUsedMemCurrent, &used));
  const unsigned long long before = used;
  run(exec);
  EXPECT_OK(musaDeviceGetGraphMemAttribute(0, musaGraphMemAttrUsedMemCurrent, &used));
  EXPECT_EQ(before + (1 << 20), used);
  char back = 0;
  EXPECT_OK(musaMemcpy(&back, static_cast<char *>(params.dptr) + 4711, 1, musaMemcpyDefault)); // it outlives the launch
  EXPECT_EQ(3, back);
  EXPECT_CODE(musaErrorInvalidValue, musaGraphLaunch(exec, stream)); // still allocated
  EXPECT_OK(musaFree(params.dptr));
  EXPECT_CODE(musaErrorInvalidValue, musaFree(params.dptr));
  EXPECT_OK(musaDeviceGetGraphMemAttribute(0, musaGraphMemAttrUsedMemCurrent, &used));
  EXPECT_EQ(before, used);
  EXPECT_OK(musaDeviceGetGraphMemAttribute(0, musaGraphMemAttrUsedMemHigh, &most));
  EXPECT_GE(most, before + (1 << 20));
  EXPECT_OK(musaDeviceGraphMemTrim(0));
  EXPECT_OK(musaDeviceGetGraphMemAttribute(0, musaGraphMemAttrReservedMemCurrent, &used));
  EXPECT_EQ(before, used);
  most = 0;
  EXPECT_OK(musaDeviceSetGraphMemAttribute(0, musaGraphMemAttrUsedMemHigh, &most));
  EXPECT_OK(musaDeviceGetGraphMemAttribute(0, musaGraphMemAttrUsedMemHigh, &most));
  EXPECT_EQ(before, most);
  most = 5;
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceSetGraphMemAttribute(0, musaGraphMemAttrUsedMemHigh, &most));
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceSetGraphMemAttribute(0, musaGraphMemAttrUsedMemCurrent, &most));
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceGetGraphMemAttribute(0, noSuch<musaGraphMemAttributeType>(), &most));
  EXPECT_CODE(musaErrorInvalidDevice, musaDeviceGetGraphMemAttribute(99, musaGraphMemAttrUsedMemHigh, &most));
  EXPECT_CODE(musaErrorInvalidDevice, musaDeviceGraphMemTrim(-1));
  EXPECT_OK(musaGraphExecDestroy(exec));

  // Freed by the graph itself: it may be launched again and again.
  EXPECT_CODE(musaErrorInvalidValue, musaGraphDestroyNode(fill)); // not in a graph with memory
  ASSERT_OK(musaGraphAddMemFreeNode(&release, graph, &fill, 1, params.dptr));
  void *address = nullptr;
  EXPECT_OK(musaGraphMemFreeNodeGetParams(release, &address));
  EXPECT_EQ(params.dptr, address);
  exec = instantiate();
  for (int i = 0; i < 3; i++)
    run(exec);
  EXPECT_OK(musaGraphExecDestroy(exec));

  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddMemFreeNode(&node, graph, nullptr, 0, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphMemFreeNodeGetParams(alloc, &address));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphMemAllocNodeGetParams(release, &got));
  params.bytesize = 0;
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddMemAllocNode(&node, graph, nullptr, 0, &params));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddMemAllocNode(&node, graph, nullptr, 0, nullptr));
  musaGraph_t clone = nullptr;
  EXPECT_CODE(musaErrorNotSupported, musaGraphClone(&clone, graph));
}

TEST_F(RuntimeGraphs, MemoryIsFreedBeforeTheNextLaunch) {
  musaMemAllocNodeParams params{};
  params.poolProps.allocType = musaMemAllocationTypePinned;
  params.poolProps.location = {musaMemLocationTypeDevice, 0};
  params.bytesize = 4096;
  musaGraphNode_t alloc = nullptr;
  musaGraphExec_t exec = nullptr;
  ASSERT_OK(musaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &params));
  ASSERT_OK(musaGraphInstantiateWithFlags(&exec, graph, musaGraphInstantiateFlagAutoFreeOnLaunch));
  for (int i = 0; i < 3; i++)
    run(exec);
  EXPECT_OK(musaFree(params.dptr));
  EXPECT_OK(musaGraphExecDestroy(exec));
}

} // namespace
