// Records of calls, how work belongs to them, and ids of the client's own.
#include "ActivityClient.h"

#include "kernels/Kernels.h"

#include <pthread.h>

namespace {

class ActivityCalls : public ActivityTest {
protected:
  static std::vector<MUpti_ActivityAPI> ofCall(const std::vector<MUpti_ActivityAPI> &all, MUpti_CallbackId id) {
    std::vector<MUpti_ActivityAPI> out;
    std::copy_if(all.begin(), all.end(), std::back_inserter(out), [&](const auto &call) { return call.cbid == id; });
    return out;
  }
};

TEST_F(ActivityCalls, RuntimeCalls) {
  enable({MUPTI_ACTIVITY_KIND_RUNTIME});
  void *p = nullptr;
  uint64_t before = 0, after = 0;
  ASSERT_MUPTI_OK(muptiGetTimestamp(&before));
  ASSERT_OK(musaMalloc(&p, 100));
  EXPECT_CODE(musaErrorInvalidValue, musaMemset(p, 0, 100000000000));
  ASSERT_OK(musaFree(p));
  MUdevice device = -1;
  ASSERT_MU_OK(muDeviceGet(&device, 0)); // of the other API
  ASSERT_MUPTI_OK(muptiGetTimestamp(&after));
  const auto found = flush<MUpti_ActivityAPI>(MUPTI_ACTIVITY_KIND_RUNTIME);
  EXPECT_TRUE(Client::get().all<MUpti_ActivityAPI>(MUPTI_ACTIVITY_KIND_DRIVER).empty());
  const auto mallocs = ofCall(found, MUPTI_RUNTIME_TRACE_CBID_musaMalloc_v3020);
  const auto fills = ofCall(found, MUPTI_RUNTIME_TRACE_CBID_musaMemset_v3020);
  const auto frees = ofCall(found, MUPTI_RUNTIME_TRACE_CBID_musaFree_v3020);
  ASSERT_EQ(1u, mallocs.size());
  ASSERT_EQ(1u, fills.size());
  ASSERT_EQ(1u, frees.size());
  EXPECT_EQ(0u, mallocs[0].returnValue);
  EXPECT_EQ(uint32_t(musaErrorInvalidValue), fills[0].returnValue);
  EXPECT_EQ(uint32_t(getpid()), mallocs[0].processId);
  EXPECT_EQ(uint32_t(pthread_self()), mallocs[0].threadId);
  EXPECT_LE(before, mallocs[0].start);
  EXPECT_LE(mallocs[0].start, mallocs[0].end);
  EXPECT_LE(mallocs[0].end, fills[0].start);
  EXPECT_LE(frees[0].end, after);
  EXPECT_LT(mallocs[0].correlationId, fills[0].correlationId);
}

TEST_F(ActivityCalls, DriverCallsAndThreadsOfTheSystem) {
  enable({MUPTI_ACTIVITY_KIND_DRIVER});
  ASSERT_MUPTI_OK(muptiSetThreadIdType(MUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM));
  MUdevice device = -1;
  int count = 0;
  EXPECT_EQ(MUSA_SUCCESS, muDeviceGet(&device, 0)); // naming a code would be a call as well
  EXPECT_EQ(MUSA_ERROR_INVALID_DEVICE, muDeviceGet(&device, 1000));
  EXPECT_EQ(musaSuccess, musaGetDeviceCount(&count));
  const auto found = flush<MUpti_ActivityAPI>(MUPTI_ACTIVITY_KIND_DRIVER);
  ASSERT_EQ(2u, found.size());
  for (const auto &call : found) {
    EXPECT_EQ(MUpti_CallbackId(MUPTI_DRIVER_TRACE_CBID_muDeviceGet), call.cbid);
    EXPECT_EQ(uint32_t(gettid()), call.threadId);
  }
  EXPECT_EQ(0u, found[0].returnValue);
  EXPECT_EQ(uint32_t(MUSA_ERROR_INVALID_DEVICE), found[1].returnValue);
}

/// Each record of work has the id of exactly one call, which began before the work did.
TEST_F(ActivityCalls, WorkBelongsToItsCall) {
  enable({MUPTI_ACTIVITY_KIND_RUNTIME, MUPTI_ACTIVITY_KIND_DRIVER, MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
          MUPTI_ACTIVITY_KIND_MEMSET, MUPTI_ACTIVITY_KIND_MEMCPY, MUPTI_ACTIVITY_KIND_SYNCHRONIZATION});
  int *p = nullptr, n = 64, value = 1;
  void *arguments[] = {&p, &n, &value};
  ASSERT_OK(musaMalloc(&p, 256));
  ASSERT_OK(musaLaunchKernel(kernels::addTo(), 1, 64, arguments, 0, nullptr));
  ASSERT_OK(musaMemsetAsync(p, 0, 256, nullptr));
  ASSERT_MU_OK(muMemsetD8Async(MUdeviceptr(p), 0, 256, nullptr));
  ASSERT_OK(musaMemcpy(&n, p, 4, musaMemcpyDeviceToHost));
  ASSERT_OK(musaDeviceSynchronize());
  ASSERT_OK(musaFree(p));
  std::map<uint32_t, MUpti_ActivityAPI> calls;
  for (const auto &call : flush<MUpti_ActivityAPI>(MUPTI_ACTIVITY_KIND_RUNTIME))
    EXPECT_TRUE(calls.emplace(call.correlationId, call).second);
  for (const auto &call : Client::get().all<MUpti_ActivityAPI>(MUPTI_ACTIVITY_KIND_DRIVER))
    EXPECT_TRUE(calls.emplace(call.correlationId, call).second);
  auto expect = [&](const auto &work, MUpti_ActivityKind kind, uint32_t id) {
    ASSERT_TRUE(calls.contains(work.correlationId));
    const MUpti_ActivityAPI &call = calls[work.correlationId];
    EXPECT_EQ(kind, call.kind);
    EXPECT_EQ(id, call.cbid);
    EXPECT_LE(call.start, work.start);
  };
  Client &client = Client::get();
  const auto launches = client.all<MUpti_ActivityKernel9>(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  const auto fills = client.all<MUpti_ActivityMemset4>(MUPTI_ACTIVITY_KIND_MEMSET);
  const auto copies = client.all<MUpti_ActivityMemcpy5>(MUPTI_ACTIVITY_KIND_MEMCPY);
  const auto waits = client.all<MUpti_ActivitySynchronization>(MUPTI_ACTIVITY_KIND_SYNCHRONIZATION);
  ASSERT_EQ(1u, launches.size());
  ASSERT_EQ(2u, fills.size());
  ASSERT_EQ(1u, copies.size());
  ASSERT_EQ(1u, waits.size());
  expect(launches[0], MUPTI_ACTIVITY_KIND_RUNTIME, MUPTI_RUNTIME_TRACE_CBID_musaLaunchKernel_v7000);
  expect(fills[0], MUPTI_ACTIVITY_KIND_RUNTIME, MUPTI_RUNTIME_TRACE_CBID_musaMemsetAsync_v3020);
  expect(fills[1], MUPTI_ACTIVITY_KIND_DRIVER, MUPTI_DRIVER_TRACE_CBID_muMemsetD8Async);
  expect(copies[0], MUPTI_ACTIVITY_KIND_RUNTIME, MUPTI_RUNTIME_TRACE_CBID_musaMemcpy_v3020);
  expect(waits[0], MUPTI_ACTIVITY_KIND_RUNTIME, MUPTI_RUNTIME_TRACE_CBID_musaDeviceSynchronize_v3020);
}

TEST_F(ActivityCalls, ExternalIdsNestAndAreEachThreadsOwn) {
  enable({MUPTI_ACTIVITY_KIND_RUNTIME, MUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION});
  int count = 0;
  auto call = [&] { EXPECT_EQ(musaSuccess, musaGetDeviceCount(&count)); };
  constexpr auto kOne = MUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, kTwo = MUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1;
  call(); // none
  ASSERT_MUPTI_OK(muptiActivityPushExternalCorrelationId(kOne, 11));
  call(); // 11
  ASSERT_MUPTI_OK(muptiActivityPushExternalCorrelationId(kOne, 12));
  ASSERT_MUPTI_OK(muptiActivityPushExternalCorrelationId(kTwo, 1ull << 40));
  call();                              // 12 and 2^40
  std::thread([&] { call(); }).join(); // none
  uint64_t last = 0;
  ASSERT_MUPTI_OK(muptiActivityPopExternalCorrelationId(kOne, &last));
  EXPECT_EQ(12u, last);
  ASSERT_MUPTI_OK(muptiActivityPopExternalCorrelationId(kTwo, nullptr));
  call(); // 11
  ASSERT_MUPTI_OK(muptiActivityPopExternalCorrelationId(kOne, &last));
  EXPECT_EQ(11u, last);
  call(); // none
  EXPECT_CODE(MUPTI_ERROR_QUEUE_EMPTY, muptiActivityPopExternalCorrelationId(kOne, &last));
  const auto calls =
      ofCall(flush<MUpti_ActivityAPI>(MUPTI_ACTIVITY_KIND_RUNTIME), MUPTI_RUNTIME_TRACE_CBID_musaGetDeviceCount_v3020);
  const auto ids = Client::get().all<MUpti_ActivityExternalCorrelation>(MUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION);
  ASSERT_EQ(6u, calls.size());
  ASSERT_EQ(4u, ids.size());
  EXPECT_EQ(11u, ids[0].externalId);
  EXPECT_EQ(calls[1].correlationId, ids[0].correlationId);
  EXPECT_EQ(12u, ids[1].externalId);
  EXPECT_EQ(kOne, ids[1].externalKind);
  EXPECT_EQ(1ull << 40, ids[2].externalId);
  EXPECT_EQ(kTwo, ids[2].externalKind);
  EXPECT_EQ(calls[2].correlationId, ids[1].correlationId);
  EXPECT_EQ(calls[2].correlationId, ids[2].correlationId);
  EXPECT_EQ(11u, ids[3].externalId);
  EXPECT_EQ(calls[4].correlationId, ids[3].correlationId);
}

TEST_F(ActivityCalls, AnExternalIdComesBeforeItsWork) {
  enable(
      {MUPTI_ACTIVITY_KIND_RUNTIME, MUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION, MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL});
  int *p = nullptr, n = 64, value = 1;
  void *arguments[] = {&p, &n, &value};
  ASSERT_OK(musaMalloc(&p, 256));
  for (int i = 0; i < 50; i++) {
    ASSERT_MUPTI_OK(muptiActivityPushExternalCorrelationId(MUPTI_EXTERNAL_CORRELATION_KIND_UNKNOWN, i + 1));
    ASSERT_OK(musaLaunchKernel(kernels::addTo(), 1, 64, arguments, 0, nullptr));
    ASSERT_MUPTI_OK(muptiActivityPopExternalCorrelationId(MUPTI_EXTERNAL_CORRELATION_KIND_UNKNOWN, nullptr));
  }
  ASSERT_OK(musaDeviceSynchronize());
  ASSERT_MUPTI_OK(muptiActivityFlushAll(0));
  std::map<uint32_t, uint64_t> known;
  size_t launches = 0;
  for (const Seen &record : Client::get().seen)
    if (record.kind() == MUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION) {
      const auto &id = record.as<MUpti_ActivityExternalCorrelation>();
      known[id.correlationId] = id.externalId;
    } else if (record.kind() == MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
      EXPECT_EQ(++launches, known[record.as<MUpti_ActivityKernel9>().correlationId]);
    }
  EXPECT_EQ(50u, launches);
  ASSERT_OK(musaFree(p));
}

TEST_F(ActivityCalls, TwoThreadsLaunch) {
  enable({MUPTI_ACTIVITY_KIND_RUNTIME, MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL});
  Client::get().bufferBytes = 4096;
  constexpr int kThreads = 2, kLaunches = 300;
  std::atomic<int> failures{0};
  auto work = [&] {
    int *p = nullptr, n = 64, value = 1;
    void *arguments[] = {&p, &n, &value};
    musaStream_t stream = nullptr;
    failures += musaStreamCreateWithFlags(&stream, musaStreamNonBlocking) != musaSuccess;
    failures += musaMalloc(&p, 256) != musaSuccess;
    for (int i = 0; i < kLaunches; i++) {
      failures += musaLaunchKernel(kernels::addTo(), 2, 32, arguments, 0, stream) != musaSuccess;
      if (i % 50 == 0)
        failures += muptiActivityFlushAll(i % 100 == 0 ? 0 : MUPTI_ACTIVITY_FLAG_FLUSH_FORCED) != MUPTI_SUCCESS;
    }
    failures += musaStreamSynchronize(stream) != musaSuccess;
    failures += musaFree(p) != musaSuccess;
    failures += musaStreamDestroy(stream) != musaSuccess;
  };
  std::thread other(work);
  work();
  other.join();
  EXPECT_EQ(0, failures.load());
  const auto launches = flush<MUpti_ActivityKernel9>(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  const auto calls = ofCall(Client::get().all<MUpti_ActivityAPI>(MUPTI_ACTIVITY_KIND_RUNTIME),
                            MUPTI_RUNTIME_TRACE_CBID_musaLaunchKernel_v7000);
  EXPECT_EQ(size_t(kThreads * kLaunches), launches.size());
  std::set<uint32_t> ofCalls, ofLaunches;
  for (const auto &call : calls)
    ofCalls.insert(call.correlationId);
  for (const auto &launch : launches)
    ofLaunches.insert(launch.correlationId);
  EXPECT_EQ(size_t(kThreads * kLaunches), ofLaunches.size());
  EXPECT_EQ(ofCalls, ofLaunches);
  size_t dropped = 1;
  EXPECT_MUPTI_OK(muptiActivityGetNumDroppedRecords(nullptr, 0, &dropped));
  EXPECT_EQ(0u, dropped);
}

} // namespace
