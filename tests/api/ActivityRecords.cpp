// Records of work: each kind, with its fields, for programs whose work is known.
#include "ActivityClient.h"

#include "kernels/Kernels.h"

#include <cstddef>

namespace {

// Programs built against the SDK's headers read these records.
static_assert(sizeof(MUpti_ActivityKernel4) == 144 && sizeof(MUpti_ActivityKernel6) == 168 &&
              sizeof(MUpti_ActivityKernel8) == 200 && sizeof(MUpti_ActivityKernel9) == 208 &&
              offsetof(MUpti_ActivityKernel9, start) == 16 && offsetof(MUpti_ActivityKernel9, name) == 104 &&
              offsetof(MUpti_ActivityKernel9, graphNodeId) == 144);
static_assert(sizeof(MUpti_ActivityMemcpy) == 64 && sizeof(MUpti_ActivityMemcpy5) == 88 &&
              sizeof(MUpti_ActivityMemcpyPtoP4) == 96 && sizeof(MUpti_ActivityMemset4) == 88 &&
              offsetof(MUpti_ActivityMemcpy5, correlationId) == 44 &&
              offsetof(MUpti_ActivityMemset4, memoryKind) == 50);
static_assert(sizeof(MUpti_ActivityAPI) == 40 && sizeof(MUpti_ActivitySynchronization) == 40 &&
              sizeof(MUpti_ActivityOverhead) == 40 && sizeof(MUpti_ActivityExternalCorrelation) == 24 &&
              sizeof(MUpti_ActivityMusaEvent) == 24 && sizeof(MUpti_ActivityDevice4) == 176 &&
              sizeof(MUpti_ActivityContext) == 16 && sizeof(MUpti_ActivityStream) == 24 &&
              sizeof(MUpti_ActivityMemory3) == 120 && offsetof(MUpti_ActivityOverhead, start) == 24);

class ActivityRecords : public ActivityTest {
protected:
  void SetUp() override {
    ActivityTest::SetUp();
    ASSERT_OK(musaMalloc(&p, kCount * sizeof(int)));
    ASSERT_OK(musaMemset(p, 0, kCount * sizeof(int)));
    ASSERT_OK(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking));
  }
  void TearDown() override {
    EXPECT_OK(musaStreamDestroy(stream));
    EXPECT_OK(musaFree(p));
    ActivityTest::TearDown();
  }
  musaError_t add(dim3 grid, dim3 block, musaStream_t to, size_t shared = 0) {
    int n = kCount, value = 1;
    void *arguments[] = {&p, &n, &value};
    return musaLaunchKernel(kernels::addTo(), grid, block, arguments, shared, to);
  }
  /// The record's place and times.
  template <class T> void expectPlace(const T &record, musaStream_t of) {
    EXPECT_EQ(0u, record.deviceId);
    EXPECT_EQ(contextId, record.contextId);
    EXPECT_EQ(idOf(of), record.streamId);
    EXPECT_NE(0u, record.correlationId);
    EXPECT_LT(0u, record.start);
    EXPECT_LE(record.start, record.end);
  }
  static constexpr int kCount = 4096;
  int *p = nullptr;
  musaStream_t stream = nullptr;
};

TEST_F(ActivityRecords, Kernels) {
  enable({MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL});
  uint64_t before = 0, after = 0;
  ASSERT_MUPTI_OK(muptiGetTimestamp(&before));
  ASSERT_OK(add(dim3(3, 2, 1), dim3(32, 2, 2), stream, 256));
  ASSERT_OK(add(1, 64, nullptr));
  ASSERT_OK(musaDeviceSynchronize());
  ASSERT_MUPTI_OK(muptiGetTimestamp(&after));
  const auto found = flush<MUpti_ActivityKernel9>(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  ASSERT_EQ(2u, found.size());
  const bool swapped = found[0].gridX != 3;
  const MUpti_ActivityKernel9 &first = found[swapped], &second = found[!swapped];
  expectPlace(first, stream);
  expectPlace(second, nullptr);
  EXPECT_STREQ("addToKernel", first.name);
  EXPECT_EQ(first.name, second.name);
  EXPECT_EQ(3, first.gridX);
  EXPECT_EQ(2, first.gridY);
  EXPECT_EQ(1, first.gridZ);
  EXPECT_EQ(32, first.blockX);
  EXPECT_EQ(2, first.blockY);
  EXPECT_EQ(2, first.blockZ);
  EXPECT_EQ(0, first.staticSharedMemory);
  EXPECT_EQ(256, first.dynamicSharedMemory);
  EXPECT_EQ(first.end, first.completed);
  EXPECT_LE(before, first.start);
  EXPECT_LE(first.end, after);
  EXPECT_EQ(0u, first.queued);
  EXPECT_EQ(0u, first.graphId);
  EXPECT_EQ(0u, first.graphNodeId);
  EXPECT_LT(0, first.gridId);
  EXPECT_LT(first.gridId, second.gridId);
  EXPECT_NE(first.correlationId, second.correlationId);
  EXPECT_EQ(MUPTI_ACTIVITY_LAUNCH_TYPE_REGULAR, first.launchType);
  musaFuncAttributes attributes{};
  ASSERT_OK(musaFuncGetAttributes(&attributes, kernels::addTo()));
  EXPECT_EQ(attributes.numRegs, first.registersPerThread);
  EXPECT_EQ(attributes.localSizeBytes, first.localMemoryPerThread);
}

TEST_F(ActivityRecords, KernelsOfTheOtherKindAndTheirQueueTimes) {
  enable({MUPTI_ACTIVITY_KIND_KERNEL});
  ASSERT_MUPTI_OK(muptiActivityEnableLatencyTimestamps(1));
  ASSERT_OK(add(1, 64, stream));
  ASSERT_MUPTI_OK(muptiActivityEnableLatencyTimestamps(0));
  ASSERT_OK(musaStreamSynchronize(stream));
  EXPECT_TRUE(flush<MUpti_ActivityKernel9>(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL).empty());
  const auto found = Client::get().all<MUpti_ActivityKernel9>(MUPTI_ACTIVITY_KIND_KERNEL);
  ASSERT_EQ(1u, found.size());
  EXPECT_LT(0u, found[0].queued);
  EXPECT_LE(found[0].queued, found[0].submitted);
  EXPECT_LE(found[0].submitted, found[0].start);
}

TEST_F(ActivityRecords, ACooperativeKernel) {
  enable({MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL});
  int n = kCount, value = 1;
  void *arguments[] = {&p, &n, &value};
  ASSERT_OK(musaLaunchCooperativeKernel(kernels::addTo(), dim3(2), dim3(32), arguments, 0, stream));
  ASSERT_OK(musaStreamSynchronize(stream));
  const auto found = flush<MUpti_ActivityKernel9>(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  ASSERT_EQ(1u, found.size());
  EXPECT_EQ(MUPTI_ACTIVITY_LAUNCH_TYPE_COOPERATIVE_SINGLE_DEVICE, found[0].launchType);
}

TEST_F(ActivityRecords, WorkOfAStreamDoesNotOverlap) {
  enable({MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, MUPTI_ACTIVITY_KIND_MEMSET, MUPTI_ACTIVITY_KIND_MEMCPY});
  int *pinned = nullptr;
  ASSERT_OK(musaMallocHost(&pinned, kCount * sizeof(int)));
  for (int i = 0; i < 200; i++) {
    ASSERT_OK(add(16, 256, stream));
    if (i % 3 == 0) {
      ASSERT_OK(musaMemsetAsync(p, i, 64, stream));
    }
    if (i % 5 == 0) {
      ASSERT_OK(musaMemcpyAsync(pinned, p, kCount * sizeof(int), musaMemcpyDeviceToHost, stream));
    }
  }
  ASSERT_OK(musaStreamSynchronize(stream));
  std::vector<std::pair<uint64_t, uint64_t>> times;
  for (const auto &record : flush<MUpti_ActivityKernel9>(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL))
    times.emplace_back(record.start, record.end);
  EXPECT_EQ(200u, times.size());
  for (const auto &record : Client::get().all<MUpti_ActivityMemset4>(MUPTI_ACTIVITY_KIND_MEMSET))
    times.emplace_back(record.start, record.end);
  for (const auto &record : Client::get().all<MUpti_ActivityMemcpy5>(MUPTI_ACTIVITY_KIND_MEMCPY))
    times.emplace_back(record.start, record.end);
  EXPECT_EQ(200u + 67 + 40, times.size());
  std::sort(times.begin(), times.end());
  for (size_t i = 1; i < times.size(); i++)
    EXPECT_LE(times[i - 1].second, times[i].first) << i;
  EXPECT_OK(musaFreeHost(pinned));
}

TEST_F(ActivityRecords, Copies) {
  std::vector<int> host(kCount);
  int *pinned = nullptr, *other = nullptr, *shared = nullptr;
  ASSERT_OK(musaMallocHost(&pinned, kCount * sizeof(int)));
  ASSERT_OK(musaMalloc(&other, kCount * sizeof(int)));
  ASSERT_OK(musaMallocManaged(&shared, kCount * sizeof(int)));
  enable({MUPTI_ACTIVITY_KIND_MEMCPY});
  ASSERT_OK(musaMemcpy(p, host.data(), 100, musaMemcpyHostToDevice));
  ASSERT_OK(musaMemcpy(host.data(), p, 200, musaMemcpyDeviceToHost));
  ASSERT_OK(musaMemcpy(other, p, 300, musaMemcpyDeviceToDevice));
  ASSERT_OK(musaMemcpy(host.data(), host.data() + 1000, 400, musaMemcpyHostToHost));
  ASSERT_OK(musaMemcpyAsync(p, pinned, 500, musaMemcpyHostToDevice, stream));
  ASSERT_OK(musaMemcpyAsync(shared, p, 600, musaMemcpyDefault, stream));
  ASSERT_OK(musaMemcpy2DAsync(p, 64, pinned, 32, 16, 10, musaMemcpyHostToDevice, stream));
  musaMemcpy3DParms box{};
  box.srcPtr = musaPitchedPtr{p, 64, 64, 4};
  box.dstPtr = musaPitchedPtr{pinned, 64, 64, 4};
  box.extent = musaExtent{8, 3, 2};
  box.kind = musaMemcpyDeviceToHost;
  ASSERT_OK(musaMemcpy3DAsync(&box, stream));
  ASSERT_OK(musaMemcpyToSymbol(kernels::tableSymbol(), host.data(), 16));
  ASSERT_OK(musaMemcpy(p, host.data(), 0, musaMemcpyHostToDevice)); // nothing
  ASSERT_OK(musaDeviceSynchronize());
  struct Expected {
    uint64_t bytes;
    int kind, from, to;
    bool async;
  };
  const int pageable = MUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE, pin = MUPTI_ACTIVITY_MEMORY_KIND_PINNED,
            dev = MUPTI_ACTIVITY_MEMORY_KIND_DEVICE, managed = MUPTI_ACTIVITY_MEMORY_KIND_MANAGED;
  const std::vector<Expected> expected = {{100, MUPTI_ACTIVITY_MEMCPY_KIND_HTOD, pageable, dev, false},
                                          {200, MUPTI_ACTIVITY_MEMCPY_KIND_DTOH, dev, pageable, false},
                                          {300, MUPTI_ACTIVITY_MEMCPY_KIND_DTOD, dev, dev, false},
                                          {400, MUPTI_ACTIVITY_MEMCPY_KIND_HTOH, pageable, pageable, false},
                                          {500, MUPTI_ACTIVITY_MEMCPY_KIND_HTOD, pin, dev, true},
                                          {600, MUPTI_ACTIVITY_MEMCPY_KIND_DTOD, dev, managed, true},
                                          {160, MUPTI_ACTIVITY_MEMCPY_KIND_HTOD, pin, dev, true},
                                          {48, MUPTI_ACTIVITY_MEMCPY_KIND_DTOH, dev, pin, true},
                                          {16, MUPTI_ACTIVITY_MEMCPY_KIND_HTOD, pageable, dev, false}};
  auto found = flush<MUpti_ActivityMemcpy5>(MUPTI_ACTIVITY_KIND_MEMCPY);
  ASSERT_EQ(expected.size(), found.size());
  std::sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a.correlationId < b.correlationId; });
  for (size_t i = 0; i < expected.size(); i++) {
    SCOPED_TRACE(i);
    EXPECT_EQ(expected[i].bytes, found[i].bytes);
    EXPECT_EQ(expected[i].kind, found[i].copyKind);
    EXPECT_EQ(expected[i].from, found[i].srcKind);
    EXPECT_EQ(expected[i].to, found[i].dstKind);
    EXPECT_EQ(expected[i].async ? MUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC : 0, found[i].flags);
    EXPECT_EQ(found[i].correlationId, found[i].runtimeCorrelationId);
    expectPlace(found[i], expected[i].async ? stream : nullptr);
  }
  EXPECT_OK(musaFreeHost(pinned));
  EXPECT_OK(musaFree(other));
  EXPECT_OK(musaFree(shared));
}

TEST_F(ActivityRecords, CopiesOfArraysAndLargeOnes) {
  const musaChannelFormatDesc texels{32, 0, 0, 0, musaChannelFormatKindFloat};
  musaArray_t array = nullptr;
  std::vector<float> host(64 * 16);
  std::vector<char> large(4 << 20);
  char *target = nullptr;
  ASSERT_OK(musaMallocArray(&array, &texels, 64, 16));
  ASSERT_OK(musaMalloc(&target, large.size()));
  enable({MUPTI_ACTIVITY_KIND_MEMCPY});
  ASSERT_OK(musaMemcpy2DToArray(array, 0, 0, host.data(), 256, 256, 16, musaMemcpyHostToDevice));
  ASSERT_OK(musaMemcpy2DFromArray(p, 256, array, 0, 0, 256, 16, musaMemcpyDeviceToDevice));
  ASSERT_OK(musaMemcpy(target, large.data(), large.size(), musaMemcpyHostToDevice));
  const auto found = flush<MUpti_ActivityMemcpy5>(MUPTI_ACTIVITY_KIND_MEMCPY);
  ASSERT_EQ(3u, found.size());
  EXPECT_EQ(MUPTI_ACTIVITY_MEMCPY_KIND_HTOA, found[0].copyKind);
  EXPECT_EQ(MUPTI_ACTIVITY_MEMORY_KIND_ARRAY, found[0].dstKind);
  EXPECT_EQ(4096u, found[0].bytes);
  EXPECT_EQ(MUPTI_ACTIVITY_MEMCPY_KIND_ATOD, found[1].copyKind);
  EXPECT_EQ(large.size(), found[2].bytes);
  EXPECT_LT(found[2].start, found[2].end);
  EXPECT_OK(musaFreeArray(array));
  EXPECT_OK(musaFree(target));
}

TEST_F(ActivityRecords, CopiesBetweenDevices) {
  int devices = 0;
  ASSERT_OK(musaGetDeviceCount(&devices));
  if (devices < 2)
    GTEST_SKIP() << "one device";
  int *there = nullptr;
  ASSERT_OK(musaSetDevice(1));
  ASSERT_OK(musaMalloc(&there, 1024));
  ASSERT_OK(musaSetDevice(0));
  enable({MUPTI_ACTIVITY_KIND_MEMCPY});
  ASSERT_OK(musaMemcpyPeer(there, 1, p, 0, 512)); // only copies on one device are asked for
  enable({MUPTI_ACTIVITY_KIND_MEMCPY2});
  ASSERT_OK(musaMemcpyPeer(there, 1, p, 0, 1024));
  EXPECT_TRUE(flush<MUpti_ActivityMemcpy5>(MUPTI_ACTIVITY_KIND_MEMCPY).empty());
  const auto found = Client::get().all<MUpti_ActivityMemcpyPtoP4>(MUPTI_ACTIVITY_KIND_MEMCPY2);
  ASSERT_EQ(1u, found.size());
  EXPECT_EQ(MUPTI_ACTIVITY_MEMCPY_KIND_PTOP, found[0].copyKind);
  EXPECT_EQ(1024u, found[0].bytes);
  EXPECT_EQ(0u, found[0].srcDeviceId);
  EXPECT_EQ(1u, found[0].dstDeviceId);
  EXPECT_EQ(contextId, found[0].srcContextId);
  EXPECT_NE(contextId, found[0].dstContextId);
  expectPlace(found[0], nullptr);
  EXPECT_OK(musaFree(there));
}

TEST_F(ActivityRecords, Fills) {
  enable({MUPTI_ACTIVITY_KIND_MEMSET});
  ASSERT_OK(musaMemset(p, 0x7f, 100));
  ASSERT_OK(musaMemset2DAsync(p, 64, 3, 16, 5, stream));
  ASSERT_MU_OK(muMemsetD32Async(MUdeviceptr(p), 0x12345678, 10, reinterpret_cast<MUstream>(stream)));
  ASSERT_OK(musaStreamSynchronize(stream));
  const auto found = flush<MUpti_ActivityMemset4>(MUPTI_ACTIVITY_KIND_MEMSET);
  ASSERT_EQ(3u, found.size());
  EXPECT_EQ(0x7fu, found[0].value);
  EXPECT_EQ(100u, found[0].bytes);
  EXPECT_EQ(MUPTI_ACTIVITY_MEMORY_KIND_DEVICE, found[0].memoryKind);
  EXPECT_EQ(0, found[0].flags);
  expectPlace(found[0], nullptr);
  EXPECT_EQ(3u, found[1].value);
  EXPECT_EQ(80u, found[1].bytes);
  EXPECT_EQ(MUPTI_ACTIVITY_FLAG_MEMSET_ASYNC, found[1].flags);
  EXPECT_EQ(0x12345678u, found[2].value);
  EXPECT_EQ(40u, found[2].bytes);
  expectPlace(found[2], stream);
}

TEST_F(ActivityRecords, WaitsAndEvents) {
  musaEvent_t event = nullptr, unused = nullptr;
  ASSERT_OK(musaEventCreate(&event));
  ASSERT_OK(musaEventCreate(&unused));
  enable({MUPTI_ACTIVITY_KIND_SYNCHRONIZATION, MUPTI_ACTIVITY_KIND_MUSA_EVENT});
  ASSERT_OK(musaEventRecord(event, stream));
  ASSERT_OK(musaStreamWaitEvent(nullptr, event, 0));
  ASSERT_OK(musaEventSynchronize(event));
  ASSERT_OK(musaStreamSynchronize(stream));
  ASSERT_OK(musaDeviceSynchronize());
  ASSERT_OK(musaEventRecord(unused, nullptr));
  const auto waits = flush<MUpti_ActivitySynchronization>(MUPTI_ACTIVITY_KIND_SYNCHRONIZATION);
  const auto events = Client::get().all<MUpti_ActivityMusaEvent>(MUPTI_ACTIVITY_KIND_MUSA_EVENT);
  ASSERT_EQ(2u, events.size());
  EXPECT_EQ(idOf(stream), events[0].streamId);
  EXPECT_EQ(contextId, events[0].contextId);
  EXPECT_EQ(idOf(nullptr), events[1].streamId);
  EXPECT_NE(events[0].eventId, events[1].eventId);
  EXPECT_NE(0u, events[0].correlationId);
  constexpr uint32_t kNone = MUPTI_SYNCHRONIZATION_INVALID_VALUE;
  ASSERT_EQ(4u, waits.size());
  EXPECT_EQ(MUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT, waits[0].type);
  EXPECT_EQ(idOf(nullptr), waits[0].streamId);
  EXPECT_EQ(events[0].eventId, waits[0].musaEventId);
  EXPECT_EQ(MUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE, waits[1].type);
  EXPECT_EQ(kNone, waits[1].streamId);
  EXPECT_EQ(events[0].eventId, waits[1].musaEventId);
  EXPECT_EQ(MUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE, waits[2].type);
  EXPECT_EQ(idOf(stream), waits[2].streamId);
  EXPECT_EQ(kNone, waits[2].musaEventId);
  EXPECT_EQ(MUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE, waits[3].type);
  EXPECT_EQ(kNone, waits[3].streamId);
  std::set<uint32_t> correlations;
  for (const auto &wait : waits) {
    EXPECT_EQ(contextId, wait.contextId);
    EXPECT_LE(wait.start, wait.end);
    correlations.insert(wait.correlationId);
  }
  EXPECT_EQ(4u, correlations.size());
  EXPECT_OK(musaEventDestroy(event));
  EXPECT_OK(musaEventDestroy(unused));
}

TEST_F(ActivityRecords, AGraph) {
  musaGraph_t graph = nullptr;
  musaGraphExec_t exec = nullptr;
  musaGraphNode_t kernel = nullptr, fill = nullptr, copy = nullptr;
  int n = kCount, value = 1;
  void *arguments[] = {&p, &n, &value};
  const musaKernelNodeParams launch{const_cast<void *>(kernels::addTo()), {4, 1, 1}, {64, 1, 1}, 0, arguments, nullptr};
  musaMemsetParams set{};
  set.dst = p;
  set.elementSize = 4;
  set.width = 8;
  set.height = 1;
  ASSERT_OK(musaGraphCreate(&graph, 0));
  ASSERT_OK(musaGraphAddMemsetNode(&fill, graph, nullptr, 0, &set));
  ASSERT_OK(musaGraphAddKernelNode(&kernel, graph, &fill, 1, &launch));
  std::vector<int> host(8);
  ASSERT_OK(musaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, host.data(), p, 32, musaMemcpyDeviceToHost));
  ASSERT_OK(musaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  uint32_t graphId = 0;
  uint64_t kernelId = 0, fillId = 0, copyId = 0;
  ASSERT_MUPTI_OK(muptiGetGraphId(reinterpret_cast<MUgraph>(graph), &graphId));
  ASSERT_MUPTI_OK(muptiGetGraphNodeId(reinterpret_cast<MUgraphNode>(kernel), &kernelId));
  ASSERT_MUPTI_OK(muptiGetGraphNodeId(reinterpret_cast<MUgraphNode>(fill), &fillId));
  ASSERT_MUPTI_OK(muptiGetGraphNodeId(reinterpret_cast<MUgraphNode>(copy), &copyId));
  ASSERT_OK(musaGraphLaunch(exec, stream)); // nobody listens
  ASSERT_OK(musaStreamSynchronize(stream));
  enable({MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, MUPTI_ACTIVITY_KIND_MEMSET, MUPTI_ACTIVITY_KIND_MEMCPY});
  ASSERT_OK(musaGraphLaunch(exec, stream));
  ASSERT_OK(musaGraphLaunch(exec, stream));
  ASSERT_OK(musaStreamSynchronize(stream));
  const auto launches = flush<MUpti_ActivityKernel9>(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  const auto fills = Client::get().all<MUpti_ActivityMemset4>(MUPTI_ACTIVITY_KIND_MEMSET);
  const auto copies = Client::get().all<MUpti_ActivityMemcpy5>(MUPTI_ACTIVITY_KIND_MEMCPY);
  ASSERT_EQ(2u, launches.size());
  ASSERT_EQ(2u, fills.size());
  ASSERT_EQ(2u, copies.size());
  for (int i = 0; i < 2; i++) {
    expectPlace(launches[i], stream);
    EXPECT_EQ(graphId, launches[i].graphId);
    EXPECT_EQ(kernelId, launches[i].graphNodeId);
    EXPECT_EQ(4, launches[i].gridX);
    EXPECT_EQ(fillId, fills[i].graphNodeId);
    EXPECT_EQ(copyId, copies[i].graphNodeId);
    EXPECT_EQ(graphId, copies[i].graphId);
    EXPECT_EQ(launches[i].correlationId, fills[i].correlationId);
    EXPECT_EQ(launches[i].correlationId, copies[i].correlationId);
    EXPECT_LE(fills[i].end, launches[i].start);
    EXPECT_LE(launches[i].end, copies[i].start);
  }
  EXPECT_NE(launches[0].correlationId, launches[1].correlationId);
  EXPECT_LE(copies[0].end, fills[1].start);
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_OK(musaGraphDestroy(graph));
}

TEST_F(ActivityRecords, ALoopInAGraph) {
  musaGraph_t graph = nullptr;
  musaGraphExec_t exec = nullptr;
  ASSERT_OK(musaGraphCreate(&graph, 0));
  musaGraphConditionalHandle handle = 0;
  ASSERT_OK(musaGraphConditionalHandleCreate(&handle, graph, 1, musaGraphCondAssignDefault));
  musaGraphNodeParams loop{};
  loop.type = musaGraphNodeTypeConditional;
  loop.conditional.handle = handle;
  loop.conditional.type = musaGraphCondTypeWhile;
  loop.conditional.size = 1;
  musaGraphNode_t node = nullptr, body = nullptr;
  ASSERT_OK(musaGraphAddNode(&node, graph, nullptr, 0, &loop));
  void *arguments[] = {&handle, &p};
  const musaKernelNodeParams launch{
      const_cast<void *>(kernels::countDown()), {1, 1, 1}, {1, 1, 1}, 0, arguments, nullptr};
  ASSERT_OK(musaGraphAddKernelNode(&body, loop.conditional.phGraph_out[0], nullptr, 0, &launch));
  ASSERT_OK(musaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  const int rounds = 5;
  ASSERT_OK(musaMemcpy(p, &rounds, sizeof rounds, musaMemcpyHostToDevice));
  enable({MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL});
  ASSERT_OK(musaGraphLaunch(exec, stream));
  ASSERT_OK(musaStreamSynchronize(stream));
  const auto found = flush<MUpti_ActivityKernel9>(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  ASSERT_EQ(5u, found.size());
  for (const auto &record : found) {
    expectPlace(record, stream);
    EXPECT_EQ(found[0].correlationId, record.correlationId);
    EXPECT_NE(0u, record.graphNodeId);
    EXPECT_NE(0u, record.graphId);
  }
  EXPECT_OK(musaGraphExecDestroy(exec));
  EXPECT_OK(musaGraphDestroy(graph));
}

TEST_F(ActivityRecords, Memory) {
  enable({MUPTI_ACTIVITY_KIND_MEMORY2});
  void *plain = nullptr, *pinned = nullptr, *managed = nullptr, *pooled = nullptr;
  ASSERT_OK(musaMalloc(&plain, 1000));
  ASSERT_OK(musaMallocHost(&pinned, 2000));
  ASSERT_OK(musaMallocManaged(&managed, 3000));
  ASSERT_OK(musaMallocAsync(&pooled, 4000, stream));
  ASSERT_OK(musaFreeAsync(pooled, stream));
  ASSERT_OK(musaFree(managed));
  ASSERT_OK(musaFreeHost(pinned));
  ASSERT_OK(musaFree(plain));
  EXPECT_CODE(musaErrorInvalidValue, musaFree(plain));
  const auto found = flush<MUpti_ActivityMemory3>(MUPTI_ACTIVITY_KIND_MEMORY2);
  ASSERT_EQ(8u, found.size());
  const void *const addresses[] = {plain, pinned, managed, pooled};
  const uint64_t sizes[] = {1000, 2000, 3000, 4000};
  const int kinds[] = {MUPTI_ACTIVITY_MEMORY_KIND_DEVICE, MUPTI_ACTIVITY_MEMORY_KIND_PINNED,
                       MUPTI_ACTIVITY_MEMORY_KIND_MANAGED, MUPTI_ACTIVITY_MEMORY_KIND_DEVICE};
  const int which[] = {0, 1, 2, 3, 3, 2, 1, 0};
  for (int i = 0; i < 8; i++) {
    SCOPED_TRACE(i);
    const int of = which[i];
    EXPECT_EQ(i < 4 ? MUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION : MUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE,
              found[i].memoryOperationType);
    EXPECT_EQ(uintptr_t(addresses[of]), found[i].address);
    EXPECT_EQ(sizes[of], found[i].bytes);
    EXPECT_EQ(kinds[of], int(found[i].memoryKind));
    EXPECT_EQ(of == 3, found[i].isAsync != 0);
    EXPECT_EQ(of == 3 ? idOf(stream) : MUPTI_SYNCHRONIZATION_INVALID_VALUE, found[i].streamId);
    EXPECT_NE(0u, found[i].correlationId);
    EXPECT_EQ(uint32_t(getpid()), found[i].processId);
    EXPECT_NE(0u, found[i].timestamp);
  }
}

TEST_F(ActivityRecords, DevicesContextsAndStreams) {
  int devices = 0;
  ASSERT_OK(musaGetDeviceCount(&devices));
  enable({MUPTI_ACTIVITY_KIND_DEVICE, MUPTI_ACTIVITY_KIND_CONTEXT, MUPTI_ACTIVITY_KIND_STREAM});
  musaStream_t made = nullptr;
  MUcontext other = nullptr;
  ASSERT_OK(musaStreamCreateWithPriority(&made, musaStreamNonBlocking, -2));
  ASSERT_MU_OK(muCtxCreate(&other, 0, 0));
  uint32_t otherId = 0;
  ASSERT_MUPTI_OK(muptiGetContextId(other, &otherId));
  const auto cards = flush<MUpti_ActivityDevice4>(MUPTI_ACTIVITY_KIND_DEVICE);
  auto contexts = Client::get().all<MUpti_ActivityContext>(MUPTI_ACTIVITY_KIND_CONTEXT);
  auto streams = Client::get().all<MUpti_ActivityStream>(MUPTI_ACTIVITY_KIND_STREAM);
  ASSERT_EQ(size_t(devices), cards.size());
  musaDeviceProp properties{};
  ASSERT_OK(musaGetDeviceProperties(&properties, 0));
  EXPECT_STREQ(properties.name, cards[0].name);
  EXPECT_EQ(uint32_t(properties.multiProcessorCount), cards[0].numMultiprocessors);
  EXPECT_EQ(uint32_t(properties.maxGridSize[2]), cards[0].maxGridDimZ);
  EXPECT_EQ(properties.totalGlobalMem, cards[0].globalMemorySize);
  EXPECT_EQ(0, std::memcmp(&properties.uuid, &cards[0].uuid, 16));
  ASSERT_EQ(1u, contexts.size());
  EXPECT_EQ(otherId, contexts[0].contextId);
  ASSERT_EQ(1u, streams.size());
  EXPECT_EQ(idOf(made), streams[0].streamId);
  EXPECT_EQ(-2, int(streams[0].priority));
  EXPECT_EQ(MUPTI_ACTIVITY_STREAM_CREATE_FLAG_NON_BLOCKING, streams[0].flag);
  ASSERT_MUPTI_OK(muptiActivityEnableAndDump(MUPTI_ACTIVITY_KIND_CONTEXT));
  ASSERT_MUPTI_OK(muptiActivityEnableAndDump(MUPTI_ACTIVITY_KIND_STREAM));
  contexts = flush<MUpti_ActivityContext>(MUPTI_ACTIVITY_KIND_CONTEXT);
  streams = Client::get().all<MUpti_ActivityStream>(MUPTI_ACTIVITY_KIND_STREAM);
  auto has = [](const auto &list, auto &&what) { return std::any_of(list.begin() + 1, list.end(), what); };
  EXPECT_TRUE(has(contexts, [&](const auto &record) { return record.contextId == contextId; }));
  EXPECT_TRUE(has(contexts, [&](const auto &record) { return record.contextId == otherId; }));
  EXPECT_TRUE(has(streams, [&](const auto &record) { return record.streamId == idOf(stream); }));
  EXPECT_TRUE(has(streams, [&](const auto &record) { return record.flag == MUPTI_ACTIVITY_STREAM_CREATE_FLAG_NULL; }));
  EXPECT_MU_OK(muCtxDestroy(other));
  EXPECT_OK(musaSetDevice(0));
  EXPECT_OK(musaStreamDestroy(made));
}

TEST_F(ActivityRecords, CompilingIsOverhead) {
  enable({MUPTI_ACTIVITY_KIND_OVERHEAD, MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL});
  ASSERT_OK(add(1, dim3(7, 3, 1), stream)); // a shape that no other test has
  ASSERT_OK(musaStreamSynchronize(stream));
  auto found = flush<MUpti_ActivityOverhead>(MUPTI_ACTIVITY_KIND_OVERHEAD);
  ASSERT_EQ(1u, found.size());
  EXPECT_EQ(MUPTI_ACTIVITY_OVERHEAD_DRIVER_COMPILER, found[0].overheadKind);
  EXPECT_EQ(MUPTI_ACTIVITY_OBJECT_THREAD, found[0].objectKind);
  EXPECT_EQ(uint32_t(getpid()), found[0].objectId.pt.processId);
  EXPECT_LT(found[0].start, found[0].end);
  found = flush<MUpti_ActivityOverhead>(MUPTI_ACTIVITY_KIND_OVERHEAD);
  ASSERT_EQ(2u, found.size());
  EXPECT_EQ(MUPTI_ACTIVITY_OVERHEAD_MUPTI_BUFFER_FLUSH, found[1].overheadKind);
}

TEST_F(ActivityRecords, AKernelThatFailsHasARecordAndWhatComesAfterHasNone) {
  enable({MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL});
  MUcontext own = nullptr;
  ASSERT_MU_OK(muCtxCreate(&own, 0, 0));
  {
    Gate gate(nullptr);
    ASSERT_OK(musaLaunchKernel(kernels::trap(), 1, 1, nullptr, 0, nullptr));
    ASSERT_OK(musaLaunchKernel(kernels::bumpManaged(), 1, 1, nullptr, 0, nullptr));
  }
  EXPECT_NE(musaSuccess, musaDeviceSynchronize());
  const auto found = flush<MUpti_ActivityKernel9>(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  ASSERT_EQ(1u, found.size());
  EXPECT_TRUE(std::strstr(found[0].name, "trapKernel")) << found[0].name;
  EXPECT_MU_OK(muCtxDestroy(own));
  musaGetLastError();
}

} // namespace
