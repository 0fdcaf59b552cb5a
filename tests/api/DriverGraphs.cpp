// Driver API: graphs and capture. What both APIs share is tested with the runtime's names; here are the driver's own
// structures, names and codes.
#include "Check.h"

#include "kernels/Kernels.h"

namespace {

class DriverGraphs : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    ASSERT_MU_OK(muModuleLoad(&module, KERNEL_MODULE));
    ASSERT_MU_OK(muModuleGetFunction(&add, module, "addToKernel"));
    ASSERT_MU_OK(muMemAlloc(&p, kCount * 4));
    ASSERT_MU_OK(muMemsetD32(p, 0, kCount));
    ASSERT_MU_OK(muGraphCreate(&graph, 0));
    ASSERT_MU_OK(muStreamCreate(&stream, MU_STREAM_NON_BLOCKING));
  }
  void run(MUgraphExec exec) {
    EXPECT_MU_OK(muGraphLaunch(exec, stream));
    EXPECT_MU_OK(muStreamSynchronize(stream));
  }
  MUgraphExec instantiate() {
    MUgraphExec exec = nullptr;
    EXPECT_MU_OK(muGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    return exec;
  }
  void expect(unsigned value) {
    std::vector<unsigned> out(kCount);
    EXPECT_MU_OK(muMemcpyDtoH(out.data(), p, kCount * 4));
    EXPECT_EQ(std::vector<unsigned>(kCount, value), out);
    EXPECT_MU_OK(muMemsetD32(p, 0, kCount));
  }
  struct Add {
    MUdeviceptr p;
    int n = kCount, value;
    void *args[3] = {&p, &n, &value};
    MUSA_KERNEL_NODE_PARAMS params;
    Add(MUfunction f, MUdeviceptr p, int value) : p(p), value(value), params{f, 4, 1, 1, 64, 1, 1, 0, args, nullptr} {}
    Add(const Add &) = delete;
  };
  static constexpr int kCount = 256;
  MUmodule module = nullptr;
  MUfunction add = nullptr;
  MUdeviceptr p = 0;
  MUgraph graph = nullptr;
  MUstream stream = nullptr;
};

TEST_F(DriverGraphs, Kernels) {
  const Add one(add, p, 1), two(add, p, 2);
  MUgraphNode first = nullptr, second = nullptr;
  ASSERT_MU_OK(muGraphAddKernelNode(&first, graph, nullptr, 0, &one.params));
  ASSERT_MU_OK(muGraphAddKernelNode(&second, graph, &first, 1, &one.params));
  EXPECT_MU_OK(muGraphKernelNodeSetParams(second, &two.params));
  MUSA_KERNEL_NODE_PARAMS got{};
  EXPECT_MU_OK(muGraphKernelNodeGetParams(second, &got));
  EXPECT_EQ(add, got.func);
  EXPECT_EQ(2, *static_cast<int *>(got.kernelParams[2]));
  MUgraphExec exec = instantiate();
  run(exec);
  expect(3);
  EXPECT_MU_OK(muGraphExecKernelNodeSetParams(exec, first, &two.params));
  run(exec);
  expect(4);
  EXPECT_MU_OK(muGraphNodeSetEnabled(exec, first, 0));
  unsigned enabled = 1;
  EXPECT_MU_OK(muGraphNodeGetEnabled(exec, first, &enabled));
  EXPECT_EQ(0u, enabled);
  EXPECT_MU_OK(muGraphUpload(exec, stream));
  run(exec);
  expect(2);
  MUkernelNodeAttrValue value{};
  value.priority = -2;
  EXPECT_MU_OK(muGraphKernelNodeSetAttribute(first, MU_LAUNCH_ATTRIBUTE_PRIORITY, &value));
  EXPECT_MU_OK(muGraphKernelNodeCopyAttributes(second, first)); // to, from
  value.priority = 0;
  EXPECT_MU_OK(muGraphKernelNodeGetAttribute(second, MU_LAUNCH_ATTRIBUTE_PRIORITY, &value));
  EXPECT_EQ(-2, value.priority);
  MUSA_KERNEL_NODE_PARAMS bad = one.params;
  bad.func = nullptr;
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muGraphAddKernelNode(&first, graph, nullptr, 0, &bad));
  bad = one.params;
  bad.blockDimX = 5000;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muGraphAddKernelNode(&first, graph, nullptr, 0, &bad));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muGraphAddKernelNode(&first, graph, nullptr, 0, nullptr));
  unsigned long long flags = 7;
  EXPECT_MU_OK(muGraphExecGetFlags(exec, &flags));
  EXPECT_EQ(0u, flags);
  EXPECT_MU_OK(muGraphExecDestroy(exec));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muGraphExecDestroy(exec));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muGraphLaunch(exec, stream));
}

TEST_F(DriverGraphs, CopiesFillsAndHostFunctions) {
  std::vector<unsigned> host(kCount, 6);
  MUSA_MEMCPY3D copy{}, gotCopy{};
  copy.srcMemoryType = MU_MEMORYTYPE_HOST;
  copy.srcHost = host.data();
  copy.dstMemoryType = MU_MEMORYTYPE_DEVICE;
  copy.dstDevice = p;
  copy.srcPitch = copy.dstPitch = copy.WidthInBytes = 64;
  copy.Height = 16;
  copy.Depth = 1;
  copy.srcHeight = copy.dstHeight = 16;
  MUSA_MEMSET_NODE_PARAMS set{p, 64, 9, 4, 2, 16}, gotSet{};
  int ran = 0;
  MUSA_HOST_NODE_PARAMS call{[](void *data) { ++*static_cast<int *>(data); }, &ran}, gotCall{};
  MUgraphNode up = nullptr, fill = nullptr, node = nullptr;
  ASSERT_MU_OK(muGraphAddMemcpyNode(&up, graph, nullptr, 0, &copy, context));
  ASSERT_MU_OK(muGraphAddMemsetNode(&fill, graph, &up, 1, &set, context));
  ASSERT_MU_OK(muGraphAddHostNode(&node, graph, &fill, 1, &call));
  EXPECT_MU_OK(muGraphMemcpyNodeGetParams(up, &gotCopy));
  EXPECT_EQ(MU_MEMORYTYPE_HOST, gotCopy.srcMemoryType);
  EXPECT_EQ(MU_MEMORYTYPE_DEVICE, gotCopy.dstMemoryType);
  EXPECT_EQ(copy.srcHost, gotCopy.srcHost);
  EXPECT_EQ(copy.dstDevice, gotCopy.dstDevice);
  EXPECT_EQ(0u, gotCopy.srcDevice);
  EXPECT_EQ(copy.srcPitch, gotCopy.srcPitch);
  EXPECT_EQ(copy.dstHeight, gotCopy.dstHeight);
  EXPECT_EQ(copy.WidthInBytes, gotCopy.WidthInBytes);
  EXPECT_EQ(copy.Height, gotCopy.Height);
  EXPECT_EQ(copy.Depth, gotCopy.Depth);
  EXPECT_MU_OK(muGraphMemsetNodeGetParams(fill, &gotSet));
  EXPECT_EQ(0, memcmp(&set, &gotSet, sizeof set));
  EXPECT_MU_OK(muGraphHostNodeGetParams(node, &gotCall));
  EXPECT_EQ(&ran, gotCall.userData);
  MUgraphExec exec = instantiate();
  run(exec);
  EXPECT_EQ(1, ran);
  std::vector<unsigned> out(kCount);
  EXPECT_MU_OK(muMemcpyDtoH(out.data(), p, kCount * 4));
  EXPECT_EQ(9u, out[17]);
  EXPECT_EQ(6u, out[18]);
  set.value = 10;
  EXPECT_MU_OK(muGraphExecMemsetNodeSetParams(exec, fill, &set, context));
  EXPECT_MU_OK(muGraphExecMemcpyNodeSetParams(exec, up, &copy, context));
  EXPECT_MU_OK(muGraphExecHostNodeSetParams(exec, node, &call));
  EXPECT_MU_OK(muGraphMemsetNodeSetParams(fill, &set));
  EXPECT_MU_OK(muGraphMemcpyNodeSetParams(up, &copy));
  EXPECT_MU_OK(muGraphHostNodeSetParams(node, &call));
  run(exec);
  EXPECT_MU_OK(muMemcpyDtoH(out.data(), p, kCount * 4));
  EXPECT_EQ(10u, out[17]);
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muGraphAddMemsetNode(&fill, graph, nullptr, 0, &set, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muGraphAddMemcpyNode(&fill, graph, nullptr, 0, &copy, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muGraphExecMemsetNodeSetParams(exec, fill, &set, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muGraphExecMemcpyNodeSetParams(exec, up, &copy, nullptr));
  copy.srcXInBytes = 8; // leaves its rows
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muGraphMemcpyNodeSetParams(up, &copy));
  copy.srcMemoryType = noSuch<MUmemorytype>();
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muGraphMemcpyNodeSetParams(up, &copy));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muGraphAddHostNode(&node, graph, nullptr, 0, nullptr));
  EXPECT_MU_OK(muGraphExecDestroy(exec));
}

TEST_F(DriverGraphs, Structure) {
  MUgraphNode a = nullptr, b = nullptr, c = nullptr, list[4], to[4];
  ASSERT_MU_OK(muGraphAddEmptyNode(&a, graph, nullptr, 0));
  ASSERT_MU_OK(muGraphAddEmptyNode(&b, graph, &a, 1));
  MUgraphNodeType type = MU_GRAPH_NODE_TYPE_KERNEL;
  EXPECT_MU_OK(muGraphNodeGetType(a, &type));
  EXPECT_EQ(MU_GRAPH_NODE_TYPE_EMPTY, type);
  size_t count = 4;
  EXPECT_MU_OK(muGraphGetNodes(graph, list, &count));
  EXPECT_EQ(2u, count);
  EXPECT_MU_OK(muGraphGetRootNodes(graph, list, &count));
  EXPECT_EQ(1u, count);
  EXPECT_MU_OK(muGraphGetEdges(graph, list, to, &count));
  EXPECT_EQ(1u, count);
  EXPECT_EQ(b, to[0]);
  EXPECT_MU_OK(muGraphNodeGetDependencies(b, list, &count));
  EXPECT_EQ(a, list[0]);
  EXPECT_MU_OK(muGraphNodeGetDependentNodes(a, list, &count));
  EXPECT_EQ(b, list[0]);
  EXPECT_MU_OK(muGraphRemoveDependencies(graph, &a, &b, 1));
  EXPECT_MU_OK(muGraphAddDependencies(graph, &b, &a, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muGraphAddDependencies(graph, &a, &b, 1));
  MUgraph clone = nullptr, inside = nullptr;
  ASSERT_MU_OK(muGraphClone(&clone, graph));
  EXPECT_MU_OK(muGraphNodeFindInClone(&c, a, clone));
  MUgraphNode child = nullptr;
  ASSERT_MU_OK(muGraphAddChildGraphNode(&child, graph, &a, 1, clone));
  EXPECT_MU_OK(muGraphChildGraphNodeGetGraph(child, &inside));
  const std::string path = ::testing::TempDir() + "helicon-driver-graph.dot";
  EXPECT_MU_OK(muGraphDebugDotPrint(graph, path.c_str(), MU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE));
  std::remove(path.c_str());
  MUgraphExec exec = nullptr;
  EXPECT_MU_OK(muGraphInstantiateWithFlags(&exec, graph, 0));
  EXPECT_MU_OK(muGraphExecChildGraphNodeSetParams(exec, child, clone));
  MUgraphNode bad = nullptr;
  MUgraphExecUpdateResult result = MU_GRAPH_EXEC_UPDATE_ERROR;
  EXPECT_MU_OK(muGraphExecUpdate(exec, graph, &bad, &result));
  EXPECT_EQ(MU_GRAPH_EXEC_UPDATE_SUCCESS, result);
  EXPECT_CODE(MUSA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, muGraphExecUpdate(exec, clone, &bad, &result));
  EXPECT_EQ(MU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, result);
  run(exec);
  EXPECT_MU_OK(muGraphExecDestroy(exec));
  EXPECT_MU_OK(muGraphDestroyNode(b));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muGraphDestroyNode(b));
  EXPECT_MU_OK(muGraphDestroy(clone));
  EXPECT_MU_OK(muGraphDestroy(graph));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muGraphDestroy(graph));
}

TEST_F(DriverGraphs, Events) {
  MUevent event = nullptr, other = nullptr, got = nullptr;
  MUgraphNode record = nullptr, wait = nullptr;
  ASSERT_MU_OK(muEventCreate(&event, 0));
  ASSERT_MU_OK(muEventCreate(&other, 0));
  ASSERT_MU_OK(muGraphAddEventRecordNode(&record, graph, nullptr, 0, event));
  ASSERT_MU_OK(muGraphAddEventWaitNode(&wait, graph, &record, 1, event));
  EXPECT_MU_OK(muGraphEventRecordNodeSetEvent(record, other));
  EXPECT_MU_OK(muGraphEventRecordNodeGetEvent(record, &got));
  EXPECT_EQ(other, got);
  EXPECT_MU_OK(muGraphEventWaitNodeSetEvent(wait, other));
  EXPECT_MU_OK(muGraphEventWaitNodeGetEvent(wait, &got));
  EXPECT_EQ(other, got);
  MUgraphExec exec = instantiate();
  EXPECT_MU_OK(muGraphExecEventRecordNodeSetEvent(exec, record, event));
  EXPECT_MU_OK(muGraphExecEventWaitNodeSetEvent(exec, wait, event));
  run(exec);
  EXPECT_MU_OK(muEventQuery(event));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muGraphAddEventWaitNode(&wait, graph, nullptr, 0, nullptr));
  EXPECT_MU_OK(muGraphExecDestroy(exec));
  EXPECT_MU_OK(muEventDestroy(event));
  EXPECT_MU_OK(muEventDestroy(other));
}

TEST_F(DriverGraphs, MemoryAndObjects) {
  MUSA_MEM_ALLOC_NODE_PARAMS params{}, got{};
  params.poolProps.allocType = MU_MEM_ALLOCATION_TYPE_PINNED;
  params.poolProps.location = {MU_MEM_LOCATION_TYPE_DEVICE, device};
  params.bytesize = 4096;
  MUgraphNode alloc = nullptr, release = nullptr;
  ASSERT_MU_OK(muGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &params));
  EXPECT_NE(0u, params.dptr);
  EXPECT_MU_OK(muGraphMemAllocNodeGetParams(alloc, &got));
  EXPECT_EQ(params.dptr, got.dptr);
  ASSERT_MU_OK(muGraphAddMemFreeNode(&release, graph, &alloc, 1, params.dptr));
  MUdeviceptr address = 0;
  EXPECT_MU_OK(muGraphMemFreeNodeGetParams(release, &address));
  EXPECT_EQ(params.dptr, address);
  MUgraphExec exec = instantiate();
  run(exec);
  run(exec);
  muuint64_t bytes = 0;
  EXPECT_MU_OK(muDeviceGetGraphMemAttribute(device, MU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &bytes));
  EXPECT_GE(bytes, 4096u);
  bytes = 0;
  EXPECT_MU_OK(muDeviceSetGraphMemAttribute(device, MU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &bytes));
  EXPECT_MU_OK(muDeviceGraphMemTrim(device));
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muDeviceGraphMemTrim(99));

  int destroyed = 0;
  MUuserObject object = nullptr;
  auto destroy = [](void *data) { ++*static_cast<int *>(data); };
  ASSERT_MU_OK(muUserObjectCreate(&object, &destroyed, destroy, 1, MU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  EXPECT_MU_OK(muUserObjectRetain(object, 1));
  EXPECT_MU_OK(muGraphRetainUserObject(graph, object, 1, MU_GRAPH_USER_OBJECT_MOVE));
  EXPECT_MU_OK(muUserObjectRelease(object, 1));
  EXPECT_EQ(0, destroyed);
  EXPECT_MU_OK(muGraphReleaseUserObject(graph, object, 1));
  EXPECT_EQ(1, destroyed);
  EXPECT_MU_OK(muGraphExecDestroy(exec));
}

TEST_F(DriverGraphs, Capture) {
  const Add one(add, p, 1);
  MUgraph captured = nullptr, seen = nullptr;
  MUstreamCaptureStatus status = MU_STREAM_CAPTURE_STATUS_NONE;
  muuint64_t id = 0, again = 0;
  const MUgraphNode *tips = nullptr;
  size_t count = 0;
  EXPECT_MU_OK(muStreamBeginCapture(stream, MU_STREAM_CAPTURE_MODE_GLOBAL));
  EXPECT_MU_OK(muStreamIsCapturing(stream, &status));
  EXPECT_EQ(MU_STREAM_CAPTURE_STATUS_ACTIVE, status);
  EXPECT_MU_OK(muLaunchKernel(add, 4, 1, 1, 64, 1, 1, 0, stream, const_cast<void **>(one.args), nullptr));
  EXPECT_MU_OK(muMemsetD32Async(p, 5, 2, stream));
  EXPECT_MU_OK(muMemcpyDtoDAsync(p + 8, p, 8, stream));
  EXPECT_MU_OK(muStreamGetCaptureInfo(stream, &status, &id));
  EXPECT_MU_OK(muStreamGetCaptureInfo_v2(stream, &status, &again, &seen, &tips, &count));
  EXPECT_EQ(id, again);
  EXPECT_EQ(1u, count);
  MUgraphNode tip = tips[0];
  EXPECT_MU_OK(muStreamUpdateCaptureDependencies(stream, &tip, 1, MU_STREAM_SET_CAPTURE_DEPENDENCIES));
  MUdeviceptr q = 0;
  EXPECT_MU_OK(muStreamEndCapture(stream, &captured));
  EXPECT_EQ(seen, captured);
  EXPECT_MU_OK(muGraphGetNodes(captured, nullptr, &count));
  EXPECT_EQ(3u, count);
  MUgraphExec exec = nullptr;
  ASSERT_MU_OK(muGraphInstantiate(&exec, captured, nullptr, nullptr, 0));
  run(exec);
  unsigned out[4];
  EXPECT_MU_OK(muMemcpyDtoH(out, p, 16));
  EXPECT_EQ(5u, out[3]);
  EXPECT_MU_OK(muGraphExecDestroy(exec));
  EXPECT_MU_OK(muGraphDestroy(captured));

  EXPECT_MU_OK(muStreamBeginCapture(stream, MU_STREAM_CAPTURE_MODE_GLOBAL));
  EXPECT_CODE(MUSA_ERROR_STREAM_CAPTURE_UNSUPPORTED, muStreamWriteValue32(stream, p, 1, 0));
  EXPECT_CODE(MUSA_ERROR_STREAM_CAPTURE_INVALIDATED, muStreamEndCapture(stream, &captured));
  EXPECT_MU_OK(muStreamBeginCapture(stream, MU_STREAM_CAPTURE_MODE_GLOBAL));
  EXPECT_CODE(MUSA_ERROR_STREAM_CAPTURE_UNSUPPORTED, muMemAlloc(&q, 16));
  EXPECT_CODE(MUSA_ERROR_STREAM_CAPTURE_INVALIDATED, muStreamEndCapture(stream, &captured));
  MUstreamCaptureMode mode = MU_STREAM_CAPTURE_MODE_RELAXED;
  EXPECT_MU_OK(muThreadExchangeStreamCaptureMode(&mode));
  EXPECT_MU_OK(muStreamBeginCapture(stream, MU_STREAM_CAPTURE_MODE_GLOBAL));
  EXPECT_MU_OK(muMemAlloc(&q, 16));
  EXPECT_CODE(MUSA_ERROR_STREAM_CAPTURE_UNSUPPORTED, muCtxSynchronize());
  EXPECT_CODE(MUSA_ERROR_STREAM_CAPTURE_INVALIDATED, muStreamEndCapture(stream, &captured));
  EXPECT_MU_OK(muThreadExchangeStreamCaptureMode(&mode));
  EXPECT_CODE(MUSA_ERROR_ILLEGAL_STATE, muStreamEndCapture(stream, &captured));
  EXPECT_MU_OK(muMemFree(q));
}

TEST_F(DriverGraphs, RefusedNodes) {
  MUgraphNode node = nullptr;
  MUSA_EXT_SEM_SIGNAL_NODE_PARAMS signal{};
  MUSA_EXT_SEM_WAIT_NODE_PARAMS wait{};
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muGraphAddExternalSemaphoresSignalNode(&node, graph, nullptr, 0, &signal));
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muGraphExternalSemaphoresSignalNodeGetParams(node, &signal));
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muGraphExternalSemaphoresSignalNodeSetParams(node, &signal));
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muGraphExecExternalSemaphoresSignalNodeSetParams(nullptr, node, &signal));
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muGraphAddExternalSemaphoresWaitNode(&node, graph, nullptr, 0, &wait));
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muGraphExternalSemaphoresWaitNodeGetParams(node, &wait));
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muGraphExternalSemaphoresWaitNodeSetParams(node, &wait));
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muGraphExecExternalSemaphoresWaitNodeSetParams(nullptr, node, &wait));
  MUgraphExec exec = nullptr;
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED,
              muGraphInstantiateWithFlags(&exec, graph, MUSA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH));
}

} // namespace
