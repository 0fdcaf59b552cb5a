// Graphs with kernels: parameters, attributes, changes of executable graphs, conditions, errors, captured launches.
#include "Check.h"

#include "kernels/Kernels.h"

#include <memory>

namespace {

/// A graph and a buffer of 256 ints, all zero.
class KernelGraphs : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    ASSERT_OK(musaMalloc(&p, kCount * sizeof(int)));
    ASSERT_OK(musaMemset(p, 0, kCount * sizeof(int)));
    ASSERT_OK(musaGraphCreate(&graph, 0));
    ASSERT_OK(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking));
  }
  void TearDown() override {
    EXPECT_OK(musaStreamSynchronize(stream));
    EXPECT_OK(musaGraphDestroy(graph));
    EXPECT_OK(musaStreamDestroy(stream));
    EXPECT_OK(musaFree(p));
    RuntimeTest::TearDown();
  }
  /// p[i] += value for all i.
  struct Add {
    int *p, n = kCount, value;
    void *args[3] = {&p, &n, &value};
    musaKernelNodeParams params{const_cast<void *>(kernels::addTo()), {4, 1, 1}, {64, 1, 1}, 0, args, nullptr};
    Add(int *p, int value) : p(p), value(value) {}
    Add(const Add &) = delete;
  };
  musaGraphNode_t addNode(int value, const std::vector<musaGraphNode_t> &after = {}, musaGraph_t to = nullptr) {
    const Add add(p, value);
    musaGraphNode_t node = nullptr;
    EXPECT_OK(musaGraphAddKernelNode(&node, to ? to : graph, after.data(), after.size(), &add.params));
    return node;
  }
  musaGraphExec_t instantiate(musaGraph_t of = nullptr) {
    musaGraphExec_t exec = nullptr;
    EXPECT_OK(musaGraphInstantiate(&exec, of ? of : graph, nullptr, nullptr, 0));
    return exec;
  }
  void run(musaGraphExec_t exec, int times = 1) {
    for (int i = 0; i < times; i++) {
      EXPECT_OK(musaGraphLaunch(exec, stream));
    }
    EXPECT_OK(musaStreamSynchronize(stream));
  }
  void expect(int value) {
    std::vector<int> all(kCount);
    EXPECT_OK(musaMemcpy(all.data(), p, kCount * sizeof(int), musaMemcpyDeviceToHost));
    EXPECT_EQ(std::vector<int>(kCount, value), all);
    EXPECT_OK(musaMemset(p, 0, kCount * sizeof(int)));
  }
  static constexpr int kCount = 256;
  int *p = nullptr;
  musaGraph_t graph = nullptr;
  musaStream_t stream = nullptr;
};

TEST_F(KernelGraphs, Chain) {
  musaGraphNode_t last = addNode(1);
  for (int i = 2; i <= 100; i++)
    last = addNode(i, {last});
  musaGraphExec_t exec = instantiate();
  run(exec);
  expect(5050);
  run(exec, 30);
  expect(30 * 5050);
  EXPECT_OK(musaGraphExecDestroy(exec));
}

TEST_F(KernelGraphs, Parameters) {
  musaGraphNode_t node = addNode(5);
  musaKernelNodeParams got{};
  EXPECT_OK(musaGraphKernelNodeGetParams(node, &got));
  EXPECT_EQ(kernels::addTo(), got.func);
  EXPECT_EQ(4u, got.gridDim.x);
  EXPECT_EQ(64u, got.blockDim.x);
  EXPECT_EQ(5, *static_cast<int *>(got.kernelParams[2]));
  const Add three(p, 3);
  EXPECT_OK(musaGraphKernelNodeSetParams(node, &three.params));
  musaGraphExec_t exec = instantiate();
  run(exec);
  expect(3);

  struct {
    int *p;
    int n, value;
  } packed{p, kCount, 8};
  size_t bytes = sizeof packed;
  void *extra[] = {reinterpret_cast<void *>(1), &packed, reinterpret_cast<void *>(2), &bytes, nullptr};
  musaKernelNodeParams withExtra{const_cast<void *>(kernels::addTo()), {4, 1, 1}, {64, 1, 1}, 0, nullptr, extra};
  EXPECT_OK(musaGraphExecKernelNodeSetParams(exec, node, &withExtra));
  run(exec);
  expect(8);

  Add bad(p, 1);
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddKernelNode(&node, graph, nullptr, 0, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphKernelNodeGetParams(node, nullptr));
  bad.params.extra = extra;
  EXPECT_CODE(musaErrorInvalidValue, musaGraphAddKernelNode(&node, graph, nullptr, 0, &bad.params));
  bad.params.extra = nullptr;
  bad.params.blockDim.x = 2048;
  EXPECT_CODE(musaErrorInvalidConfiguration, musaGraphAddKernelNode(&node, graph, nullptr, 0, &bad.params));
  bad.params.blockDim.x = 0;
  EXPECT_CODE(musaErrorInvalidConfiguration, musaGraphKernelNodeSetParams(node, &bad.params));
  bad.params.blockDim.x = 64;
  bad.params.func = &bad;
  EXPECT_CODE(musaErrorInvalidDeviceFunction, musaGraphAddKernelNode(&node, graph, nullptr, 0, &bad.params));
  bad.params.func = const_cast<void *>(kernels::addTo());
  bad.params.kernelParams = nullptr;
  EXPECT_CODE(musaErrorInvalidValue, musaGraphExecKernelNodeSetParams(exec, node, &bad.params));
  run(exec);
  expect(8);
  EXPECT_OK(musaGraphExecDestroy(exec));
}

TEST_F(KernelGraphs, ChangesOfAnExec) {
  musaGraphNode_t first = addNode(1), second = addNode(10, {first});
  musaGraphExec_t exec = instantiate();
  const Add two(p, 2);
  EXPECT_OK(musaGraphLaunch(exec, stream)); // what is launched keeps its parameters
  EXPECT_OK(musaGraphExecKernelNodeSetParams(exec, first, &two.params));
  run(exec);
  expect(11 + 12);
  EXPECT_OK(musaGraphNodeSetEnabled(exec, second, 0));
  unsigned enabled = 7;
  EXPECT_OK(musaGraphNodeGetEnabled(exec, second, &enabled));
  EXPECT_EQ(0u, enabled);
  run(exec);
  expect(2);
  EXPECT_OK(musaGraphNodeSetEnabled(exec, second, 1));
  run(exec);
  expect(12);
  musaGraphNode_t empty = nullptr;
  ASSERT_OK(musaGraphAddEmptyNode(&empty, graph, nullptr, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphNodeSetEnabled(exec, empty, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphNodeGetEnabled(exec, empty, &enabled));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphNodeGetEnabled(exec, second, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphExecKernelNodeSetParams(exec, empty, &two.params));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphExecKernelNodeSetParams(nullptr, first, &two.params));
  musaHostNodeParams host{[](void *) {}, nullptr};
  EXPECT_CODE(musaErrorInvalidValue, musaGraphExecHostNodeSetParams(exec, first, &host)); // another type
  run(exec);
  expect(12);
  EXPECT_OK(musaGraphExecDestroy(exec));
}

TEST_F(KernelGraphs, Attributes) {
  musaGraphNode_t first = addNode(1), second = addNode(2);
  musaLaunchAttributeValue value{}, got{};
  value.priority = -3;
  EXPECT_OK(musaGraphKernelNodeSetAttribute(first, musaLaunchAttributePriority, &value));
  EXPECT_OK(musaGraphKernelNodeGetAttribute(first, musaLaunchAttributePriority, &got));
  EXPECT_EQ(-3, got.priority);
  EXPECT_OK(musaGraphKernelNodeGetAttribute(second, musaLaunchAttributePriority, &got));
  EXPECT_EQ(0, got.priority);
  EXPECT_OK(musaGraphKernelNodeCopyAttributes(first, second));
  EXPECT_OK(musaGraphKernelNodeGetAttribute(second, musaLaunchAttributePriority, &got));
  EXPECT_EQ(-3, got.priority);
  const Add seven(p, 7);
  EXPECT_OK(musaGraphKernelNodeSetParams(first, &seven.params)); // attributes stay
  EXPECT_OK(musaGraphKernelNodeGetAttribute(first, musaLaunchAttributePriority, &got));
  EXPECT_EQ(-3, got.priority);
  value.priority = 99;
  EXPECT_CODE(musaErrorInvalidValue, musaGraphKernelNodeSetAttribute(first, musaLaunchAttributePriority, &value));
  value.cooperative = 2;
  EXPECT_CODE(musaErrorInvalidValue, musaGraphKernelNodeSetAttribute(first, musaLaunchAttributeCooperative, &value));
  EXPECT_CODE(musaErrorNotSupported,
              musaGraphKernelNodeSetAttribute(first, musaLaunchAttributeClusterDimension, &value));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphKernelNodeGetAttribute(first, noSuch<musaLaunchAttributeID>(), &got));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphKernelNodeGetAttribute(first, musaLaunchAttributePriority, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphKernelNodeCopyAttributes(first, nullptr));
  musaGraphExec_t exec = nullptr;
  ASSERT_OK(musaGraphInstantiateWithFlags(&exec, graph, musaGraphInstantiateFlagUseNodePriority));
  run(exec);
  expect(9);
  EXPECT_OK(musaGraphExecDestroy(exec));
}

TEST_F(KernelGraphs, Symbols) {
  int in[2] = {30, 40}, out = 0;
  musaGraphNode_t up = nullptr, down = nullptr;
  const void *counter = kernels::counterSymbol();
  ASSERT_OK(::musaGraphAddMemcpyNodeToSymbol(&up, graph, nullptr, 0, counter, in, 4, 0, musaMemcpyHostToDevice));
  ASSERT_OK(::musaGraphAddMemcpyNodeFromSymbol(&down, graph, &up, 1, &out, counter, 4, 0, musaMemcpyDeviceToHost));
  musaGraphExec_t exec = instantiate();
  run(exec);
  EXPECT_EQ(30, out);
  EXPECT_OK(::musaGraphExecMemcpyNodeSetParamsToSymbol(exec, up, counter, in + 1, 4, 0, musaMemcpyHostToDevice));
  run(exec);
  EXPECT_EQ(40, out);
  EXPECT_OK(::musaGraphExecMemcpyNodeSetParamsFromSymbol(exec, down, in, counter, 4, 0, musaMemcpyDeviceToHost));
  run(exec);
  EXPECT_EQ(40, in[0]);
  EXPECT_OK(::musaGraphMemcpyNodeSetParamsToSymbol(up, counter, in, 4, 0, musaMemcpyHostToDevice));
  EXPECT_OK(::musaGraphMemcpyNodeSetParamsFromSymbol(down, &out, counter, 4, 0, musaMemcpyDeviceToHost));
  EXPECT_OK(musaGraphMemcpyNodeSetParams1D(down, &out, p, 4, musaMemcpyDeviceToHost));
  EXPECT_OK(musaGraphExecMemcpyNodeSetParams1D(exec, down, &out, p, 4, musaMemcpyDeviceToHost));
  run(exec);
  EXPECT_EQ(0, out);
  EXPECT_CODE(musaErrorInvalidValue, // the end may not change sides
              musaGraphExecMemcpyNodeSetParams1D(exec, down, p, &out, 4, musaMemcpyHostToDevice));
  EXPECT_CODE(musaErrorInvalidValue,
              ::musaGraphAddMemcpyNodeToSymbol(&up, graph, nullptr, 0, counter, in, 8, 0, musaMemcpyHostToDevice));
  EXPECT_CODE(musaErrorInvalidSymbol,
              ::musaGraphAddMemcpyNodeToSymbol(&up, graph, nullptr, 0, &in, in, 4, 0, musaMemcpyHostToDevice));
  EXPECT_CODE(musaErrorInvalidMemcpyDirection,
              ::musaGraphAddMemcpyNodeToSymbol(&up, graph, nullptr, 0, counter, in, 4, 0, musaMemcpyDeviceToHost));
  EXPECT_OK(musaGraphExecDestroy(exec));
}

TEST_F(KernelGraphs, Update) {
  addNode(2, {addNode(1)});
  musaGraphExec_t exec = instantiate();
  auto make = [&](auto &&build) {
    musaGraph_t other = nullptr;
    EXPECT_OK(musaGraphCreate(&other, 0));
    build(other);
    return other;
  };
  musaGraph_t same = make([&](musaGraph_t g) { addNode(20, {addNode(10, {}, g)}, g); });
  musaGraph_t wide = make([&](musaGraph_t g) { addNode(20, {}, g), addNode(10, {}, g); });
  musaGraph_t more = make([&](musaGraph_t g) { addNode(1, {addNode(2, {addNode(3, {}, g)}, g)}, g); });
  musaGraphNode_t set = nullptr, errorNode = nullptr;
  musaGraph_t types = make([&](musaGraph_t g) {
    musaMemsetParams params{p, 0, 0, 4, 4, 1};
    musaGraphNode_t first = addNode(1, {}, g);
    EXPECT_OK(musaGraphAddMemsetNode(&set, g, &first, 1, &params));
  });
  musaGraphExecUpdateResult result = musaGraphExecUpdateError;
  EXPECT_OK(musaGraphExecUpdate(exec, same, &errorNode, &result));
  EXPECT_EQ(musaGraphExecUpdateSuccess, result);
  run(exec);
  expect(30);
  for (musaGraph_t other : {wide, more}) {
    EXPECT_CODE(musaErrorGraphExecUpdateFailure, musaGraphExecUpdate(exec, other, &errorNode, &result));
    EXPECT_EQ(musaGraphExecUpdateErrorTopologyChanged, result);
  }
  EXPECT_CODE(musaErrorGraphExecUpdateFailure, musaGraphExecUpdate(exec, types, &errorNode, &result));
  EXPECT_EQ(musaGraphExecUpdateErrorNodeTypeChanged, result);
  EXPECT_EQ(set, errorNode);
  musaGraphExecUpdateResultInfo info{};
  EXPECT_OK(musaGraphExecUpdate(exec, same, &info));
  EXPECT_EQ(musaGraphExecUpdateSuccess, info.result);
  EXPECT_CODE(musaErrorInvalidValue, musaGraphExecUpdate(exec, nullptr, &errorNode, &result));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphExecUpdate(nullptr, same, &errorNode, &result));
  run(exec);
  expect(30);
  EXPECT_OK(musaGraphExecDestroy(exec));
  for (musaGraph_t other : {same, wide, more, types}) {
    EXPECT_OK(musaGraphDestroy(other));
  }
}

TEST_F(KernelGraphs, ChildrenOfAnExec) {
  musaGraph_t child = nullptr, other = nullptr;
  ASSERT_OK(musaGraphCreate(&child, 0));
  ASSERT_OK(musaGraphCreate(&other, 0));
  musaGraphNode_t inner = addNode(5, {}, child), node = nullptr, found = nullptr;
  musaGraph_t inside = nullptr;
  addNode(7, {}, other);
  ASSERT_OK(musaGraphAddChildGraphNode(&node, graph, nullptr, 0, child));
  ASSERT_OK(musaGraphChildGraphNodeGetGraph(node, &inside));
  EXPECT_OK(musaGraphNodeFindInClone(&found, inner, inside));
  musaGraphExec_t exec = instantiate();
  const Add six(p, 6);
  EXPECT_OK(musaGraphExecKernelNodeSetParams(exec, found, &six.params)); // a node inside
  run(exec);
  expect(6);
  EXPECT_OK(musaGraphExecChildGraphNodeSetParams(exec, node, other));
  run(exec);
  expect(7);
  addNode(1, {}, other);
  EXPECT_CODE(musaErrorInvalidValue, musaGraphExecChildGraphNodeSetParams(exec, node, other)); // another shape
  EXPECT_CODE(musaErrorInvalidValue, musaGraphExecChildGraphNodeSetParams(exec, node, nullptr));
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_OK(musaGraphDestroy(child));
  EXPECT_OK(musaGraphDestroy(other));
}

TEST_F(KernelGraphs, SettersOfEventsHostsAndFills) {
  musaEvent_t event = nullptr, other = nullptr;
  ASSERT_OK(musaEventCreate(&event));
  ASSERT_OK(musaEventCreate(&other));
  int ran = 0;
  musaHostNodeParams host{[](void *data) { *static_cast<int *>(data) = 1; }, &ran},
      host2{[](void *data) { *static_cast<int *>(data) = 2; }, &ran};
  musaMemsetParams set{p, 0, 1, 4, kCount, 1}, set2{p, 0, 9, 4, kCount, 1};
  musaGraphNode_t record = nullptr, wait = nullptr, call = nullptr, fill = nullptr;
  ASSERT_OK(musaGraphAddEventRecordNode(&record, graph, nullptr, 0, event));
  ASSERT_OK(musaGraphAddEventWaitNode(&wait, graph, &record, 1, event));
  ASSERT_OK(musaGraphAddHostNode(&call, graph, &wait, 1, &host));
  ASSERT_OK(musaGraphAddMemsetNode(&fill, graph, &call, 1, &set));
  musaGraphExec_t exec = instantiate();
  run(exec);
  EXPECT_EQ(1, ran);
  EXPECT_OK(musaGraphExecEventRecordNodeSetEvent(exec, record, other));
  EXPECT_OK(musaGraphExecEventWaitNodeSetEvent(exec, wait, other));
  EXPECT_OK(musaGraphExecHostNodeSetParams(exec, call, &host2));
  EXPECT_OK(musaGraphExecMemsetNodeSetParams(exec, fill, &set2));
  run(exec);
  EXPECT_EQ(2, ran);
  expect(9);
  musaMemcpy3DParms box{};
  EXPECT_CODE(musaErrorInvalidValue, musaGraphExecMemcpyNodeSetParams(exec, fill, &box));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphMemcpyNodeSetParams(fill, &box));
  EXPECT_OK(musaGraphMemsetNodeSetParams(fill, &set2));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphExecMemsetNodeSetParams(exec, call, &set2));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaGraphExecEventWaitNodeSetEvent(exec, wait, nullptr));
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_OK(musaEventDestroy(event));
  EXPECT_OK(musaEventDestroy(other));
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

class ConditionalGraphs : public KernelGraphs {
protected:
  musaGraphConditionalHandle handle(unsigned initial, unsigned flags = musaGraphCondAssignDefault) {
    musaGraphConditionalHandle made = 0;
    EXPECT_OK(musaGraphConditionalHandleCreate(&made, graph, initial, flags));
    return made;
  }
  musaGraph_t *conditional(musaGraphConditionalHandle handle, musaGraphConditionalNodeType type, unsigned size,
                           std::vector<musaGraphNode_t> after = {}, musaGraph_t to = nullptr) {
    musaGraphNodeParams params{};
    params.type = musaGraphNodeTypeConditional;
    params.conditional = {handle, type, size, nullptr};
    EXPECT_OK(musaGraphAddNode(&node, to ? to : graph, after.data(), after.size(), &params));
    return params.conditional.phGraph_out;
  }
  template <class... Args> musaGraphNode_t launchNode(const void *kernel, musaGraph_t to, Args... args) {
    void *list[] = {&args...};
    musaKernelNodeParams params{const_cast<void *>(kernel), {1, 1, 1}, {1, 1, 1}, 0, list, nullptr};
    musaGraphNode_t made = nullptr;
    EXPECT_OK(musaGraphAddKernelNode(&made, to, nullptr, 0, &params));
    return made;
  }
  musaGraphNode_t node = nullptr;
};

TEST_F(ConditionalGraphs, If) {
  for (unsigned initial : {0u, 1u, 7u}) {
    musaGraph_t *bodies = conditional(handle(initial), musaGraphCondTypeIf, 2);
    ASSERT_NE(nullptr, bodies);
    addNode(initial ? 1 : 100, {}, bodies[0]);
    addNode(initial ? 100 : 1, {}, bodies[1]);
  }
  musaGraphNodeType type = musaGraphNodeTypeEmpty;
  EXPECT_OK(musaGraphNodeGetType(node, &type));
  EXPECT_EQ(musaGraphNodeTypeConditional, type);
  musaGraphExec_t exec = instantiate();
  run(exec);
  expect(3);
  EXPECT_OK(musaGraphExecDestroy(exec));
}

TEST_F(ConditionalGraphs, IfByAKernel) {
  const musaGraphConditionalHandle h = handle(0);
  musaGraphNode_t decide = launchNode(kernels::decide(), graph, h, 1u);
  musaGraph_t body = conditional(h, musaGraphCondTypeIf, 1, {decide})[0];
  addNode(4, {}, body);
  addNode(2, {node});
  musaGraphExec_t exec = instantiate();
  run(exec, 2);
  expect(12);
  EXPECT_OK(musaGraphExecDestroy(exec));
}

TEST_F(ConditionalGraphs, While) {
  int *n = nullptr, times = 50;
  ASSERT_OK(musaMalloc(&n, sizeof(int)));
  const musaGraphConditionalHandle h = handle(1);
  musaGraphNode_t up = nullptr;
  ASSERT_OK(musaGraphAddMemcpyNode1D(&up, graph, nullptr, 0, n, &times, 4, musaMemcpyHostToDevice));
  musaGraph_t body = conditional(h, musaGraphCondTypeWhile, 1, {up})[0];
  addNode(1, {launchNode(kernels::countDown(), body, h, n)}, body);
  addNode(1000, {node});
  musaGraphExec_t exec = instantiate();
  run(exec);
  expect(1050);
  times = 3;
  run(exec, 2);
  expect(2006);
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_OK(musaFree(n));
}

TEST_F(ConditionalGraphs, SwitchInsideAnIf) {
  const musaGraphConditionalHandle outer = handle(1), inner = handle(2);
  musaGraph_t body = conditional(outer, musaGraphCondTypeIf, 1)[0];
  musaGraph_t *cases = conditional(inner, musaGraphCondTypeSwitch, 3, {}, body);
  for (int i = 0; i < 3; i++)
    addNode(i + 10, {}, cases[i]);
  musaGraphExec_t exec = instantiate();
  run(exec);
  expect(12);
  EXPECT_OK(musaGraphExecDestroy(exec));
}

TEST_F(ConditionalGraphs, WithoutADefaultTheValueStays) {
  const musaGraphConditionalHandle h = handle(0, 0);
  musaGraph_t body = conditional(h, musaGraphCondTypeIf, 1)[0];
  addNode(1, {}, body);
  launchNode(kernels::decide(), graph, h, 1u); // beside it: later launches see it
  musaGraphExec_t exec = instantiate();
  run(exec);
  EXPECT_OK(musaMemset(p, 0, kCount * sizeof(int)));
  run(exec);
  expect(1);
  EXPECT_OK(musaGraphExecDestroy(exec));
}

TEST_F(ConditionalGraphs, BadUses) {
  musaGraphConditionalHandle h = 0;
  EXPECT_CODE(musaErrorInvalidValue, musaGraphConditionalHandleCreate(nullptr, graph, 0, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphConditionalHandleCreate(&h, nullptr, 0, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphConditionalHandleCreate(&h, graph, 0, 6));
  h = handle(0);
  musaGraphExec_t exec = nullptr;
  musaGraphInstantiateParams how{};
  EXPECT_CODE(musaErrorInvalidValue, musaGraphInstantiateWithParams(&exec, graph, &how)); // used by no node
  EXPECT_EQ(musaGraphInstantiateConditionalHandleUnused, how.result_out);
  musaGraphNodeParams params{};
  params.type = musaGraphNodeTypeConditional;
  auto refused = [&](musaGraphConditionalHandle handle, musaGraphConditionalNodeType type, unsigned size) {
    params.conditional = {handle, type, size, nullptr};
    EXPECT_CODE(musaErrorInvalidValue, musaGraphAddNode(&node, graph, nullptr, size_t(0), &params));
  };
  refused(h + 4, musaGraphCondTypeIf, 1);
  refused(0, musaGraphCondTypeIf, 1);
  refused(h, musaGraphCondTypeIf, 0);
  refused(h, musaGraphCondTypeIf, 3);
  refused(h, musaGraphCondTypeWhile, 2);
  refused(h, noSuch<musaGraphConditionalNodeType>(), 1);
  musaGraph_t body = conditional(h, musaGraphCondTypeIf, 1)[0];
  refused(h, musaGraphCondTypeIf, 1); // used already
  musaHostNodeParams host{[](void *) {}, nullptr};
  EXPECT_CODE(musaErrorNotSupported, musaGraphAddHostNode(&node, body, nullptr, 0, &host));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphDestroy(body));
}

// ---- Captured launches ----------------------------------------------------------------------------------------------

TEST_F(KernelGraphs, CapturedLaunches) {
  musaGraph_t captured = nullptr;
  const Add two(p, 2);
  EXPECT_OK(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal));
  kernels::launchAddTo(4, 64, stream, p, kCount, 1);
  EXPECT_OK(
      ::musaLaunchKernel(kernels::addTo(), dim3{4, 1, 1}, dim3{64, 1, 1}, const_cast<void **>(two.args), 0, stream));
  EXPECT_CODE(musaErrorInvalidConfiguration, ::musaLaunchKernel(kernels::addTo(), dim3{0, 1, 1}, dim3{64, 1, 1},
                                                                const_cast<void **>(two.args), 0, stream));
  EXPECT_OK(musaStreamEndCapture(stream, &captured));
  expect(0); // nothing ran
  size_t count = 0;
  EXPECT_OK(musaGraphGetNodes(captured, nullptr, &count));
  EXPECT_EQ(2u, count);
  musaGraphNode_t nodes[2];
  musaKernelNodeParams got{};
  EXPECT_OK(musaGraphGetNodes(captured, nodes, &count));
  EXPECT_OK(musaGraphKernelNodeGetParams(nodes[0], &got));
  EXPECT_EQ(kernels::addTo(), got.func);
  EXPECT_EQ(1, *static_cast<int *>(got.kernelParams[2]));
  musaGraphExec_t exec = instantiate(captured);
  run(exec, 3);
  expect(9);
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_OK(musaGraphDestroy(captured));
}

// ---- Errors ---------------------------------------------------------------------------------------------------------

TEST(KernelGraphsDeathFree, AFaultIsTheContexts) {
  musaGraph_t graph = nullptr;
  musaGraphExec_t exec = nullptr;
  musaGraphNode_t node = nullptr, last = nullptr;
  ASSERT_OK(musaGraphCreate(&graph, 0));
  musaKernelNodeParams params{const_cast<void *>(kernels::trap()), {1, 1, 1}, {32, 1, 1}, 0, nullptr, nullptr};
  ASSERT_OK(musaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
  ASSERT_OK(musaGraphAddKernelNode(&last, graph, &node, 1, &params));
  ASSERT_OK(musaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  EXPECT_OK(musaGraphLaunch(exec, nullptr));
  EXPECT_CODE(musaErrorLaunchFailure, musaDeviceSynchronize());
  EXPECT_CODE(musaErrorLaunchFailure, musaGraphLaunch(exec, nullptr));
  EXPECT_OK(musaDeviceReset());
  musaGetLastError();
  EXPECT_CODE(musaErrorInvalidValue, musaGraphDestroy(graph)); // it went with the context
  EXPECT_CODE(musaErrorInvalidValue, musaGraphLaunch(exec, nullptr));
  musaGetLastError();
}

} // namespace
