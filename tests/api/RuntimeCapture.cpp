// Stream capture: what becomes a node, how streams join, and what is refused with which code.
#include "Check.h"

#include <atomic>
#include <set>

namespace {

class RuntimeCapture : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    ASSERT_OK(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking));
    ASSERT_OK(musaStreamCreateWithFlags(&other, musaStreamNonBlocking));
    ASSERT_OK(musaEventCreate(&event));
    ASSERT_OK(musaEventCreate(&second));
    ASSERT_OK(musaMalloc(&p, 4096));
  }
  void TearDown() override {
    EXPECT_OK(musaStreamDestroy(stream));
    EXPECT_OK(musaStreamDestroy(other));
    EXPECT_OK(musaEventDestroy(event));
    EXPECT_OK(musaEventDestroy(second));
    EXPECT_OK(musaFree(p));
    RuntimeTest::TearDown();
  }
  void begin(musaStreamCaptureMode mode = musaStreamCaptureModeGlobal) {
    EXPECT_OK(musaStreamBeginCapture(stream, mode));
  }
  /// Ends the capture, and gives its graph.
  musaGraph_t end() {
    musaGraph_t graph = nullptr;
    EXPECT_OK(musaStreamEndCapture(stream, &graph));
    return graph;
  }
  /// The capture is invalid now; ends it.
  void expectInvalid() {
    musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
    musaGraph_t graph = reinterpret_cast<musaGraph_t>(8);
    EXPECT_OK(musaStreamIsCapturing(stream, &status));
    EXPECT_EQ(musaStreamCaptureStatusInvalidated, status);
    EXPECT_CODE(musaErrorStreamCaptureInvalidated, musaMemsetAsync(p, 0, 16, stream));
    EXPECT_CODE(musaErrorStreamCaptureInvalidated, musaStreamEndCapture(stream, &graph));
    EXPECT_EQ(nullptr, graph);
    EXPECT_OK(musaStreamIsCapturing(stream, &status));
    EXPECT_EQ(musaStreamCaptureStatusNone, status);
  }
  static size_t countNodes(musaGraph_t graph) {
    size_t count = 0;
    EXPECT_OK(musaGraphGetNodes(graph, nullptr, &count));
    return count;
  }
  static size_t countEdges(musaGraph_t graph) {
    size_t count = 0;
    EXPECT_OK(musaGraphGetEdges(graph, static_cast<musaGraphNode_t *>(nullptr), nullptr, &count));
    return count;
  }
  static std::vector<musaGraphNodeType> types(musaGraph_t graph) {
    size_t count = countNodes(graph);
    std::vector<musaGraphNode_t> nodes(count);
    std::vector<musaGraphNodeType> out(count);
    EXPECT_OK(musaGraphGetNodes(graph, nodes.data(), &count));
    for (size_t i = 0; i < count; i++) {
      EXPECT_OK(musaGraphNodeGetType(nodes[i], &out[i]));
    }
    return out;
  }
  musaStream_t stream = nullptr, other = nullptr;
  musaEvent_t event = nullptr, second = nullptr;
  char *p = nullptr;
};

TEST_F(RuntimeCapture, EveryKindOfWork) {
  int ran = 0;
  char host[64] = {1};
  int *pinned = nullptr;
  ASSERT_OK(musaMallocHost(&pinned, 64));
  *pinned = 0;
  musaMemcpy3DParms box{};
  box.srcPtr = {p, 8, 8, 2};
  box.dstPtr = {p + 64, 8, 8, 2};
  box.extent = {8, 2, 1};
  box.kind = musaMemcpyDeviceToDevice;
  begin();
  EXPECT_OK(musaMemsetAsync(p, 1, 16, stream));
  EXPECT_OK(musaMemset2DAsync(p, 8, 2, 4, 2, stream));
  EXPECT_OK(musaMemset3DAsync({p, 8, 8, 2}, 3, {4, 2, 1}, stream));
  EXPECT_OK(musaMemcpyAsync(p, host, 16, musaMemcpyHostToDevice, stream));
  EXPECT_OK(musaMemcpy3DAsync(&box, stream));
  EXPECT_OK(musaMemcpy2DAsync(p, 8, p + 64, 8, 4, 2, musaMemcpyDeviceToDevice, stream));
  EXPECT_OK(musaMemcpyPeerAsync(p, 0, p + 64, 0, 4, stream));
  EXPECT_OK(musaMemcpyAsync(pinned, p + 64, 1, musaMemcpyDeviceToHost, stream));
  EXPECT_OK(musaLaunchHostFunc(stream, [](void *data) { ++*static_cast<int *>(data); }, &ran));
  EXPECT_OK(musaEventRecordWithFlags(event, stream, musaEventRecordExternal));
  EXPECT_OK(musaStreamWaitEvent(stream, second, musaEventWaitExternal));
  musaGraph_t graph = end();
  EXPECT_EQ(
      (std::vector{musaGraphNodeTypeMemset, musaGraphNodeTypeMemset, musaGraphNodeTypeMemset, musaGraphNodeTypeMemcpy,
                   musaGraphNodeTypeMemcpy, musaGraphNodeTypeMemcpy, musaGraphNodeTypeMemcpy, musaGraphNodeTypeMemcpy,
                   musaGraphNodeTypeHost, musaGraphNodeTypeEventRecord, musaGraphNodeTypeWaitEvent}),
      types(graph));
  EXPECT_EQ(10u, countEdges(graph)); // one after the other
  EXPECT_EQ(0, ran);
  musaGraphExec_t exec = nullptr;
  ASSERT_OK(musaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  EXPECT_OK(musaGraphLaunch(exec, stream));
  EXPECT_OK(musaStreamSynchronize(stream));
  EXPECT_EQ(1, ran);
  EXPECT_EQ(1, *pinned);
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_OK(musaGraphDestroy(graph));
  EXPECT_OK(musaFreeHost(pinned));
}

TEST_F(RuntimeCapture, StreamsJoinAndComeBack) {
  begin();
  EXPECT_OK(musaMemsetAsync(p, 1, 16, stream));
  EXPECT_OK(musaEventRecord(event, stream));
  EXPECT_OK(musaStreamWaitEvent(other, event));
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  EXPECT_OK(musaStreamIsCapturing(other, &status));
  EXPECT_EQ(musaStreamCaptureStatusActive, status);
  EXPECT_OK(musaMemsetAsync(p + 16, 2, 16, other));
  EXPECT_OK(musaMemsetAsync(p + 32, 3, 16, stream));
  EXPECT_OK(musaEventRecord(second, other));
  EXPECT_OK(musaStreamWaitEvent(stream, second));
  EXPECT_OK(musaMemsetAsync(p, 4, 48, stream));
  musaGraph_t graph = end();
  EXPECT_EQ(4u, countNodes(graph));
  EXPECT_EQ(4u, countEdges(graph)); // a diamond
  EXPECT_OK(musaStreamIsCapturing(other, &status));
  EXPECT_EQ(musaStreamCaptureStatusNone, status);
  EXPECT_OK(musaMemsetAsync(p, 5, 16, other)); // runs at once again
  EXPECT_OK(musaStreamSynchronize(other));
  EXPECT_OK(musaGraphDestroy(graph));
}

TEST_F(RuntimeCapture, StateIsTold) {
  musaStreamCaptureStatus status = musaStreamCaptureStatusInvalidated;
  unsigned long long id = 0, next = 0;
  EXPECT_OK(musaStreamGetCaptureInfo(stream, &status, &id));
  EXPECT_EQ(musaStreamCaptureStatusNone, status);
  EXPECT_CODE(musaErrorInvalidValue, musaStreamIsCapturing(stream, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamGetCaptureInfo(stream, nullptr, &id));
  begin();
  musaGraph_t graph = nullptr;
  const musaGraphNode_t *tips = nullptr;
  const musaGraphEdgeData *data = nullptr;
  size_t count = 9;
  EXPECT_OK(musaStreamGetCaptureInfo_v2(stream, &status, &id, &graph, &tips, &count));
  EXPECT_EQ(musaStreamCaptureStatusActive, status);
  EXPECT_NE(0u, id);
  EXPECT_NE(nullptr, graph);
  EXPECT_EQ(0u, count);
  EXPECT_OK(musaMemsetAsync(p, 1, 16, stream));
  EXPECT_OK(musaStreamGetCaptureInfo_v3(stream, &status, &next, &graph, &tips, &data, &count));
  EXPECT_EQ(id, next);
  ASSERT_EQ(1u, count);
  EXPECT_EQ(0, data[0].type);
  musaGraphNode_t first = tips[0], mine = nullptr;
  // A node of the program's own goes in between.
  ASSERT_OK(musaGraphAddEmptyNode(&mine, graph, &first, 1));
  EXPECT_OK(musaStreamUpdateCaptureDependencies(stream, &mine, 1, musaStreamSetCaptureDependencies));
  EXPECT_OK(musaMemsetAsync(p, 2, 16, stream));
  EXPECT_OK(musaStreamUpdateCaptureDependencies_v2(stream, &first, nullptr, 1, musaStreamAddCaptureDependencies));
  EXPECT_OK(musaMemsetAsync(p, 3, 16, stream));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamUpdateCaptureDependencies(stream, &mine, 1, 77));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamUpdateCaptureDependencies(stream, nullptr, 1, 0));
  EXPECT_CODE(musaErrorIllegalState, musaStreamUpdateCaptureDependencies(other, nullptr, 0, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaGraphDestroy(graph)); // the capture needs it, and its nodes
  EXPECT_CODE(musaErrorInvalidValue, musaGraphDestroyNode(mine));
  musaGraphExec_t exec = nullptr;
  EXPECT_CODE(musaErrorInvalidValue, musaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  EXPECT_EQ(graph, end());
  EXPECT_EQ(4u, countNodes(graph));
  EXPECT_EQ(4u, countEdges(graph));
  EXPECT_OK(musaGraphDestroy(graph));
  begin();
  EXPECT_OK(musaStreamGetCaptureInfo(stream, &status, &next));
  EXPECT_NE(id, next);
  EXPECT_OK(musaGraphDestroy(end()));
}

TEST_F(RuntimeCapture, IntoAGraph) {
  musaGraph_t graph = nullptr, out = nullptr;
  musaGraphNode_t root = nullptr;
  ASSERT_OK(musaGraphCreate(&graph, 0));
  ASSERT_OK(musaGraphAddEmptyNode(&root, graph, nullptr, 0));
  EXPECT_OK(musaStreamBeginCaptureToGraph(stream, graph, &root, nullptr, 1, musaStreamCaptureModeGlobal));
  EXPECT_OK(musaMemsetAsync(p, 1, 16, stream));
  EXPECT_OK(musaStreamEndCapture(stream, nullptr)); // the program has the graph
  EXPECT_OK(musaStreamBeginCaptureToGraph(stream, graph, &root, nullptr, 1, musaStreamCaptureModeGlobal));
  EXPECT_OK(musaStreamEndCapture(stream, &out));
  EXPECT_EQ(graph, out);
  EXPECT_EQ(2u, countNodes(graph));
  EXPECT_EQ(1u, countEdges(graph));
  EXPECT_CODE(musaErrorInvalidValue,
              musaStreamBeginCaptureToGraph(stream, nullptr, nullptr, nullptr, 0, musaStreamCaptureModeGlobal));
  EXPECT_CODE(musaErrorInvalidValue,
              musaStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 1, musaStreamCaptureModeGlobal));
  EXPECT_OK(musaGraphDestroy(graph));
}

TEST_F(RuntimeCapture, BeginAndEnd) {
  musaGraph_t graph = nullptr;
  EXPECT_CODE(musaErrorIllegalState, musaStreamEndCapture(stream, &graph));
  EXPECT_CODE(musaErrorStreamCaptureUnsupported, musaStreamBeginCapture(nullptr, musaStreamCaptureModeGlobal));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamBeginCapture(stream, noSuch<musaStreamCaptureMode>()));
  begin();
  EXPECT_CODE(musaErrorIllegalState, musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamEndCapture(stream, nullptr));
  EXPECT_OK(musaGraphDestroy(end()));
  EXPECT_OK(musaStreamBeginCapture(musaStreamPerThread, musaStreamCaptureModeThreadLocal));
  EXPECT_OK(musaMemsetAsync(p, 1, 16, musaStreamPerThread));
  EXPECT_OK(musaStreamEndCapture(musaStreamPerThread, &graph));
  EXPECT_EQ(1u, countNodes(graph));
  EXPECT_OK(musaGraphDestroy(graph));
}

TEST_F(RuntimeCapture, Questions) {
  begin();
  EXPECT_CODE(musaErrorStreamCaptureUnsupported, musaStreamQuery(stream));
  expectInvalid();
  begin();
  EXPECT_CODE(musaErrorStreamCaptureUnsupported, musaStreamSynchronize(stream));
  expectInvalid();
  begin();
  EXPECT_CODE(musaErrorStreamCaptureUnsupported, musaDeviceSynchronize());
  expectInvalid();
  begin();
  EXPECT_OK(musaEventRecord(event, stream));
  EXPECT_CODE(musaErrorCapturedEvent, musaEventQuery(event));
  expectInvalid();
  begin();
  EXPECT_OK(musaEventRecord(event, stream));
  EXPECT_CODE(musaErrorCapturedEvent, musaEventSynchronize(event));
  expectInvalid();
  float ms = 0;
  EXPECT_OK(musaEventRecord(second, other));
  EXPECT_CODE(musaErrorCapturedEvent, musaEventElapsedTime(&ms, second, event));
  EXPECT_OK(musaEventRecord(event, other)); // it is an ordinary one again
  EXPECT_OK(musaEventSynchronize(event));
  EXPECT_OK(musaEventQuery(event));
}

TEST_F(RuntimeCapture, WhatCanNotBeCaptured) {
  begin();
  EXPECT_CODE(musaErrorStreamCaptureUnsupported,
              musaStreamAddCallback(stream, [](musaStream_t, musaError_t, void *) {}, nullptr, 0));
  expectInvalid();
  void *managed = nullptr;
  ASSERT_OK(musaMallocManaged(&managed, 4096, musaMemAttachGlobal));
  begin();
  EXPECT_CODE(musaErrorStreamCaptureUnsupported, musaStreamAttachMemAsync(stream, managed, 0, musaMemAttachGlobal));
  expectInvalid();
  EXPECT_OK(musaFree(managed));
}

TEST_F(RuntimeCapture, WorkOfOthers) {
  // An event that was recorded outside: no dependency crosses the border.
  EXPECT_OK(musaEventRecord(event, other));
  begin();
  EXPECT_CODE(musaErrorStreamCaptureIsolation, musaStreamWaitEvent(stream, event));
  expectInvalid();
  // Two captures may not become one.
  begin();
  EXPECT_OK(musaStreamBeginCapture(other, musaStreamCaptureModeGlobal));
  EXPECT_OK(musaEventRecord(event, other));
  EXPECT_CODE(musaErrorStreamCaptureMerge, musaStreamWaitEvent(stream, event));
  musaGraph_t graph = nullptr;
  EXPECT_CODE(musaErrorStreamCaptureInvalidated, musaStreamEndCapture(other, &graph));
  expectInvalid();
  // The end of another stream.
  begin();
  EXPECT_OK(musaEventRecord(event, stream));
  EXPECT_OK(musaStreamWaitEvent(other, event));
  EXPECT_CODE(musaErrorStreamCaptureUnmatched, musaStreamEndCapture(other, &graph));
  expectInvalid();
  // A stream that went its own way.
  begin();
  EXPECT_OK(musaEventRecord(event, stream));
  EXPECT_OK(musaStreamWaitEvent(other, event));
  EXPECT_OK(musaMemsetAsync(p, 1, 16, other));
  EXPECT_CODE(musaErrorStreamCaptureUnjoined, musaStreamEndCapture(stream, &graph));
  EXPECT_EQ(nullptr, graph);
  musaStreamCaptureStatus status = musaStreamCaptureStatusActive;
  EXPECT_OK(musaStreamIsCapturing(other, &status));
  EXPECT_EQ(musaStreamCaptureStatusNone, status);
}

TEST_F(RuntimeCapture, TheLegacyStream) {
  musaStream_t blocking = nullptr;
  musaGraph_t graph = nullptr;
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  ASSERT_OK(musaStreamCreate(&blocking));
  auto expectImplicit = [&](auto &&call) {
    EXPECT_OK(musaStreamBeginCapture(blocking, musaStreamCaptureModeRelaxed));
    EXPECT_CODE(musaErrorStreamCaptureImplicit, call());
    EXPECT_CODE(musaErrorStreamCaptureInvalidated, musaStreamEndCapture(blocking, &graph));
  };
  expectImplicit([&] { return musaMemset(p, 0, 16); });
  expectImplicit([&] { return musaMemcpy(p, p + 16, 16, musaMemcpyDeviceToDevice); });
  expectImplicit([&] { return musaMemsetAsync(p, 0, 16, nullptr); });
  expectImplicit([&] { return musaEventRecord(event, nullptr); });
  expectImplicit([&] { return musaStreamSynchronize(nullptr); });
  expectImplicit([&] { return musaStreamQuery(musaStreamLegacy); });
  expectImplicit([&] { return musaStreamWaitEvent(nullptr, second); });
  // A question about it harms nothing.
  EXPECT_OK(musaStreamBeginCapture(blocking, musaStreamCaptureModeGlobal));
  EXPECT_CODE(musaErrorStreamCaptureImplicit, musaStreamIsCapturing(nullptr, &status));
  EXPECT_CODE(musaErrorStreamCaptureImplicit, musaStreamGetCaptureInfo(nullptr, &status));
  EXPECT_OK(musaStreamEndCapture(blocking, &graph));
  EXPECT_OK(musaGraphDestroy(graph));
  // Streams that are not blocking do not concern it.
  begin();
  EXPECT_OK(musaMemset(p, 0, 16));
  EXPECT_OK(musaGraphDestroy(end()));
  EXPECT_OK(musaStreamDestroy(blocking));
}

TEST_F(RuntimeCapture, ModesAndUnsafeCalls) {
  void *q = nullptr;
  for (musaStreamCaptureMode mode : {musaStreamCaptureModeGlobal, musaStreamCaptureModeThreadLocal}) {
    begin(mode);
    EXPECT_CODE(musaErrorStreamCaptureUnsupported, musaMalloc(&q, 16));
    expectInvalid();
  }
  begin(musaStreamCaptureModeGlobal);
  EXPECT_CODE(musaErrorStreamCaptureUnsupported, musaFree(p));
  expectInvalid();
  begin(musaStreamCaptureModeGlobal);
  EXPECT_CODE(musaErrorStreamCaptureUnsupported, musaMallocHost(&q, 16));
  expectInvalid();
  begin(musaStreamCaptureModeRelaxed);
  EXPECT_OK(musaMalloc(&q, 16));
  EXPECT_OK(musaFree(q));
  EXPECT_OK(musaEventQuery(second));
  EXPECT_OK(musaGraphDestroy(end()));

  // What a thread may do while another captures.
  auto elsewhere = [&](musaStreamCaptureMode own, musaError_t expected) {
    std::thread([&] {
      void *made = nullptr;
      musaStreamCaptureMode mode = own;
      EXPECT_OK(musaThreadExchangeStreamCaptureMode(&mode));
      EXPECT_EQ(musaStreamCaptureModeGlobal, mode); // what every thread begins with
      EXPECT_CODE(expected, musaMalloc(&made, 16));
      if (made) {
        EXPECT_OK(musaFree(made));
      }
    }).join();
  };
  begin(musaStreamCaptureModeGlobal);
  elsewhere(musaStreamCaptureModeThreadLocal, musaSuccess);
  elsewhere(musaStreamCaptureModeRelaxed, musaSuccess);
  elsewhere(musaStreamCaptureModeGlobal, musaErrorStreamCaptureUnsupported);
  expectInvalid();
  begin(musaStreamCaptureModeThreadLocal);
  elsewhere(musaStreamCaptureModeGlobal, musaSuccess);
  EXPECT_OK(musaGraphDestroy(end()));
  begin(musaStreamCaptureModeGlobal);
  musaStreamCaptureMode mode = musaStreamCaptureModeRelaxed;
  EXPECT_OK(musaThreadExchangeStreamCaptureMode(&mode));
  EXPECT_OK(musaMalloc(&q, 16));
  EXPECT_OK(musaFree(q));
  EXPECT_OK(musaThreadExchangeStreamCaptureMode(&mode));
  EXPECT_EQ(musaStreamCaptureModeRelaxed, mode);
  EXPECT_OK(musaGraphDestroy(end()));
  EXPECT_CODE(musaErrorInvalidValue, musaThreadExchangeStreamCaptureMode(nullptr));
  mode = noSuch<musaStreamCaptureMode>();
  EXPECT_CODE(musaErrorInvalidValue, musaThreadExchangeStreamCaptureMode(&mode));
}

TEST_F(RuntimeCapture, EndedByAnotherThread) {
  musaGraph_t graph = nullptr;
  begin(musaStreamCaptureModeThreadLocal);
  std::thread([&] { EXPECT_CODE(musaErrorStreamCaptureWrongThread, musaStreamEndCapture(stream, &graph)); }).join();
  EXPECT_OK(musaGraphDestroy(end()));
  begin(musaStreamCaptureModeRelaxed);
  std::thread([&] { EXPECT_OK(musaStreamEndCapture(stream, &graph)); }).join();
  EXPECT_OK(musaGraphDestroy(graph));
}

TEST_F(RuntimeCapture, ALaunchedGraphBecomesAChild) {
  musaGraphExec_t exec = nullptr;
  begin();
  EXPECT_OK(musaMemsetAsync(p, 1, 16, stream));
  EXPECT_OK(musaMemsetAsync(p, 2, 8, stream));
  musaGraph_t inner = end();
  ASSERT_OK(musaGraphInstantiate(&exec, inner, nullptr, nullptr, 0));
  begin();
  EXPECT_OK(musaMemsetAsync(p, 3, 32, stream));
  EXPECT_OK(musaGraphLaunch(exec, stream));
  musaGraph_t outer = end();
  EXPECT_EQ((std::vector{musaGraphNodeTypeMemset, musaGraphNodeTypeGraph}), types(outer));
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_OK(musaGraphDestroy(inner));
  ASSERT_OK(musaGraphInstantiate(&exec, outer, nullptr, nullptr, 0));
  EXPECT_OK(musaGraphLaunch(exec, stream));
  EXPECT_OK(musaStreamSynchronize(stream));
  char out[32];
  EXPECT_OK(musaMemcpy(out, p, 32, musaMemcpyDeviceToHost));
  EXPECT_EQ(2, out[0]);
  EXPECT_EQ(1, out[15]);
  EXPECT_EQ(3, out[16]);
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_OK(musaGraphDestroy(outer));
}

TEST_F(RuntimeCapture, MemoryInStreamOrder) {
  void *q = nullptr;
  begin();
  EXPECT_OK(musaMallocAsync(&q, 4096, stream));
  EXPECT_OK(musaMemsetAsync(q, 7, 4096, stream));
  EXPECT_OK(musaMemcpyAsync(p, q, 16, musaMemcpyDeviceToDevice, stream));
  EXPECT_OK(musaFreeAsync(q, stream));
  musaGraph_t graph = end();
  EXPECT_EQ((std::vector{musaGraphNodeTypeMemAlloc, musaGraphNodeTypeMemset, musaGraphNodeTypeMemcpy,
                         musaGraphNodeTypeMemFree}),
            types(graph));
  musaGraphExec_t exec = nullptr;
  ASSERT_OK(musaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  for (int i = 0; i < 3; i++) {
    EXPECT_OK(musaGraphLaunch(exec, stream));
  }
  EXPECT_OK(musaStreamSynchronize(stream));
  char out = 0;
  EXPECT_OK(musaMemcpy(&out, p + 15, 1, musaMemcpyDeviceToHost));
  EXPECT_EQ(7, out);
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_OK(musaGraphDestroy(graph));

  begin(); // memory that the program frees in the stream's order
  EXPECT_OK(musaMallocAsync(&q, 4096, stream));
  graph = end();
  ASSERT_OK(musaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaFreeAsync(q, stream)); // not allocated yet
  for (int i = 0; i < 2; i++) {
    EXPECT_OK(musaGraphLaunch(exec, stream));
    EXPECT_CODE(musaErrorInvalidValue, musaGraphLaunch(exec, stream));
    EXPECT_OK(musaFreeAsync(q, stream));
  }
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_OK(musaGraphDestroy(graph));
  begin();
  EXPECT_CODE(musaErrorStreamCaptureUnsupported, musaFreeAsync(p, stream)); // no memory of a graph
  expectInvalid();
}

TEST_F(RuntimeCapture, StreamsThatGo) {
  musaStream_t gone = nullptr;
  musaGraph_t graph = nullptr;
  ASSERT_OK(musaStreamCreateWithFlags(&gone, musaStreamNonBlocking));
  EXPECT_OK(musaStreamBeginCapture(gone, musaStreamCaptureModeGlobal));
  EXPECT_OK(musaStreamDestroy(gone)); // and with it its capture
  void *q = nullptr;
  EXPECT_OK(musaMalloc(&q, 16));
  EXPECT_OK(musaFree(q));
  ASSERT_OK(musaStreamCreateWithFlags(&gone, musaStreamNonBlocking));
  begin();
  EXPECT_OK(musaEventRecord(event, stream));
  EXPECT_OK(musaStreamWaitEvent(gone, event));
  EXPECT_OK(musaMemsetAsync(p, 1, 16, gone));
  EXPECT_OK(musaEventRecord(second, gone));
  EXPECT_OK(musaStreamDestroy(gone));
  EXPECT_OK(musaStreamWaitEvent(stream, second)); // what it did has come back
  EXPECT_OK(musaGraphDestroy(end()));
  ASSERT_OK(musaStreamCreateWithFlags(&gone, musaStreamNonBlocking));
  begin();
  EXPECT_OK(musaEventRecord(event, stream));
  EXPECT_OK(musaStreamWaitEvent(gone, event));
  EXPECT_OK(musaMemsetAsync(p, 1, 16, gone));
  EXPECT_OK(musaStreamDestroy(gone));
  EXPECT_CODE(musaErrorStreamCaptureUnjoined, musaStreamEndCapture(stream, &graph));
}

TEST_F(RuntimeCapture, ManyAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> nodes{0};
  for (int t = 0; t < 4; t++)
    threads.emplace_back([&] {
      musaStream_t own = nullptr;
      EXPECT_OK(musaStreamCreateWithFlags(&own, musaStreamNonBlocking));
      for (int round = 0; round < 20; round++) {
        musaGraph_t graph = nullptr;
        musaGraphExec_t exec = nullptr;
        EXPECT_OK(musaStreamBeginCapture(own, musaStreamCaptureModeThreadLocal));
        for (int i = 0; i < 10; i++) {
          EXPECT_OK(musaLaunchHostFunc(own, [](void *n) { ++*static_cast<std::atomic<int> *>(n); }, &nodes));
        }
        EXPECT_OK(musaStreamEndCapture(own, &graph));
        EXPECT_OK(musaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
        EXPECT_OK(musaGraphLaunch(exec, own));
        EXPECT_OK(musaGraphExecDestroy(exec));
        EXPECT_OK(musaGraphDestroy(graph));
      }
      EXPECT_OK(musaStreamSynchronize(own));
      EXPECT_OK(musaStreamDestroy(own));
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(800, nodes);
}

} // namespace
