// Buffers, switches, ids, and every function with bad arguments.
#include "ActivityClient.h"

#include <condition_variable>
#include <sys/wait.h>

namespace {

class ActivityBuffers : public ActivityTest {
protected:
  void SetUp() override {
    ActivityTest::SetUp();
    ASSERT_OK(musaMalloc(&p, 1024));
  }
  void TearDown() override {
    EXPECT_OK(musaFree(p));
    ActivityTest::TearDown();
  }
  /// `count` fills, numbered from `first` on.
  void fill(int count, int first = 0) {
    for (int i = 0; i < count; i++)
      ASSERT_OK(musaMemset(p, (first + i) & 0xff, size_t(first + i) % 1000 + 1));
  }
  /// What came are the records of the fills from `first` on, in order.
  void expectFills(size_t count, size_t first = 0) {
    const auto found = Client::get().all<MUpti_ActivityMemset4>(MUPTI_ACTIVITY_KIND_MEMSET);
    ASSERT_EQ(count, found.size());
    for (size_t i = 0; i < count; i++)
      ASSERT_EQ((first + i) % 1000 + 1, found[i].bytes) << i;
  }
  char *p = nullptr;
};

TEST_F(ActivityBuffers, TinyBuffersHoldWholeRecords) {
  for (size_t bytes : {sizeof(MUpti_ActivityMemset4), size_t(100), size_t(1000)}) {
    Client::get().reset();
    Client::get().bufferBytes = bytes;
    enable({MUPTI_ACTIVITY_KIND_MEMSET});
    fill(300);
    ASSERT_MUPTI_OK(muptiActivityFlushAll(MUPTI_ACTIVITY_FLAG_FLUSH_FORCED));
    expectFills(300);
    EXPECT_LE(300 / (bytes / sizeof(MUpti_ActivityMemset4)), Client::get().completed);
    EXPECT_EQ(Client::get().requested, Client::get().completed);
  }
}

TEST_F(ActivityBuffers, NoMoreRecordsThanTheClientWants) {
  Client::get().recordsPerBuffer = 7;
  enable({MUPTI_ACTIVITY_KIND_MEMSET});
  fill(70);
  ASSERT_MUPTI_OK(muptiActivityFlushAll(0));
  expectFills(70);
  EXPECT_EQ(10u, Client::get().completed);
}

TEST_F(ActivityBuffers, WithoutRoomRecordsAreDroppedAndCounted) {
  size_t dropped = 0;
  Client::get().bufferBytes = sizeof(MUpti_ActivityMemset4) - 8;
  enable({MUPTI_ACTIVITY_KIND_MEMSET});
  fill(5);
  ASSERT_MUPTI_OK(muptiActivityFlushAll(0));
  ASSERT_MUPTI_OK(muptiActivityGetNumDroppedRecords(nullptr, 0, &dropped));
  EXPECT_EQ(5u, dropped);
  EXPECT_EQ(Client::get().completed, Client::get().empty);
  {
    const std::lock_guard lock(Client::get().mutex);
    Client::get().refuses = true;
  }
  fill(3);
  ASSERT_MUPTI_OK(muptiActivityFlushAll(0));
  ASSERT_MUPTI_OK(muptiActivityGetNumDroppedRecords(context, 1, &dropped));
  EXPECT_EQ(3u, dropped);
  ASSERT_MUPTI_OK(muptiActivityGetNumDroppedRecords(nullptr, 0, &dropped));
  EXPECT_EQ(0u, dropped);
  {
    const std::lock_guard lock(Client::get().mutex);
    Client::get().refuses = false;
    Client::get().bufferBytes = 1 << 16;
  }
  fill(4, 20);
  ASSERT_MUPTI_OK(muptiActivityFlushAll(0));
  expectFills(4, 20);
}

/// The library's thread delivers without a flush: the test goes on when it has.
TEST_F(ActivityBuffers, FullBuffersComeByThemselves) {
  std::condition_variable_any came;
  Client &client = Client::get();
  client.bufferBytes = 10 * sizeof(MUpti_ActivityMemset4);
  client.whenCompleted = [&] { came.notify_all(); };
  enable({MUPTI_ACTIVITY_KIND_MEMSET});
  fill(101);
  std::unique_lock lock(client.mutex);
  came.wait(lock, [&] { return client.seen.size() >= 100; });
  EXPECT_EQ(100u, client.seen.size());
}

TEST_F(ActivityBuffers, AShortPeriodDeliversWhatIsFull) {
  std::condition_variable_any came;
  Client &client = Client::get();
  client.whenCompleted = [&] { came.notify_all(); };
  ASSERT_MUPTI_OK(muptiActivityFlushPeriod(1));
  client.bufferBytes = 100 * sizeof(MUpti_ActivityMemset4);
  enable({MUPTI_ACTIVITY_KIND_MEMSET});
  fill(201);
  std::unique_lock lock(client.mutex);
  came.wait(lock, [&] { return client.seen.size() >= 200; });
  EXPECT_EQ(200u, client.seen.size());
  lock.unlock();
  ASSERT_MUPTI_OK(muptiActivityFlushPeriod(0));
}

TEST_F(ActivityBuffers, AFlushMeansWhatHasEnded) {
  enable({MUPTI_ACTIVITY_KIND_MEMSET});
  musaStream_t stream = nullptr;
  ASSERT_OK(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking));
  {
    Gate gate(stream);
    ASSERT_OK(musaMemsetAsync(p, 1, 77, stream));
    fill(2);
    ASSERT_MUPTI_OK(muptiActivityFlushAll(MUPTI_ACTIVITY_FLAG_FLUSH_FORCED));
    expectFills(2);
    ASSERT_MUPTI_OK(muptiActivityDisable(MUPTI_ACTIVITY_KIND_MEMSET));
  }
  ASSERT_OK(musaStreamSynchronize(stream)); // asked for while it was enabled
  ASSERT_MUPTI_OK(muptiActivityFlushAll(MUPTI_ACTIVITY_FLAG_FLUSH_FORCED));
  const auto found = Client::get().all<MUpti_ActivityMemset4>(MUPTI_ACTIVITY_KIND_MEMSET);
  ASSERT_EQ(3u, found.size());
  EXPECT_EQ(77u, found[2].bytes);
  fill(2);
  ASSERT_MUPTI_OK(muptiActivityFlushAll(MUPTI_ACTIVITY_FLAG_FLUSH_FORCED));
  EXPECT_EQ(3u, Client::get().count());
  EXPECT_OK(musaStreamDestroy(stream));
}

TEST_F(ActivityBuffers, OneContextAlone) {
  MUcontext other = nullptr;
  MUdeviceptr there = 0;
  ASSERT_MU_OK(muCtxCreate(&other, 0, 0));
  ASSERT_MU_OK(muMemAlloc(&there, 64));
  ASSERT_MUPTI_OK(muptiActivityEnableContext(other, MUPTI_ACTIVITY_KIND_MEMSET));
  ASSERT_MU_OK(muMemsetD8(there, 1, 64));
  ASSERT_MU_OK(muCtxSetCurrent(context));
  fill(3);
  ASSERT_MU_OK(muCtxSetCurrent(other));
  ASSERT_MUPTI_OK(muptiActivityDisableContext(other, MUPTI_ACTIVITY_KIND_MEMSET));
  ASSERT_MU_OK(muMemsetD8(there, 1, 64));
  ASSERT_MUPTI_OK(muptiActivityFlushAll(0));
  const auto found = Client::get().all<MUpti_ActivityMemset4>(MUPTI_ACTIVITY_KIND_MEMSET);
  ASSERT_EQ(1u, found.size());
  uint32_t id = 0;
  ASSERT_MUPTI_OK(muptiGetContextId(other, &id));
  EXPECT_EQ(id, found[0].contextId);
  EXPECT_CODE(MUPTI_ERROR_INVALID_KIND, muptiActivityEnableContext(other, MUPTI_ACTIVITY_KIND_PC_SAMPLING));
  EXPECT_CODE(MUPTI_ERROR_NOT_COMPATIBLE, muptiActivityEnableContext(other, MUPTI_ACTIVITY_KIND_RUNTIME));
  ASSERT_MU_OK(muCtxDestroy(other));
  EXPECT_CODE(MUPTI_ERROR_INVALID_CONTEXT, muptiActivityEnableContext(other, MUPTI_ACTIVITY_KIND_MEMSET));
  EXPECT_CODE(MUPTI_ERROR_INVALID_CONTEXT, muptiActivityDisableContext(nullptr, MUPTI_ACTIVITY_KIND_MEMSET));
  ASSERT_MU_OK(muCtxSetCurrent(context));
}

TEST_F(ActivityBuffers, AFlushFromTheClientsFunctionsIsRefused) {
  std::vector<MUptiResult> inside;
  Client::get().whenCompleted = [&] {
    inside = {muptiActivityFlushAll(0), muptiActivityFlushPeriod(1), muptiFinalize(),
              muptiActivityRegisterCallbacks(Client::request, Client::complete)};
    EXPECT_MUPTI_OK(muptiActivityDisable(MUPTI_ACTIVITY_KIND_MEMSET));
    EXPECT_MUPTI_OK(muptiActivityEnable(MUPTI_ACTIVITY_KIND_RUNTIME));
  };
  enable({MUPTI_ACTIVITY_KIND_MEMSET});
  fill(1);
  ASSERT_MUPTI_OK(muptiActivityFlushAll(0));
  EXPECT_EQ(std::vector<MUptiResult>(4, MUPTI_ERROR_INVALID_OPERATION), inside);
  expectFills(1);
}

TEST_F(ActivityBuffers, FinalizeDeliversAndForgetsAll) {
  enable({MUPTI_ACTIVITY_KIND_MEMSET});
  size_t bytes = sizeof(size_t), value = 1 << 20;
  ASSERT_MUPTI_OK(muptiActivitySetAttribute(MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE, &bytes, &value));
  fill(3);
  ASSERT_MUPTI_OK(muptiFinalize());
  expectFills(3);
  fill(3);
  EXPECT_CODE(MUPTI_ERROR_INVALID_OPERATION, muptiActivityFlushAll(0));
  ASSERT_MUPTI_OK(muptiActivityGetAttribute(MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE, &bytes, &value));
  EXPECT_EQ(size_t(8) << 20, value);
  Client::get().reset();
  ASSERT_MUPTI_OK(muptiActivityRegisterCallbacks(Client::request, Client::complete));
  enable({MUPTI_ACTIVITY_KIND_MEMSET});
  fill(4);
  ASSERT_MUPTI_OK(muptiActivityFlushAll(0));
  expectFills(4);
}

TEST_F(ActivityBuffers, AFullQueueDropsRecords) {
  size_t bytes = sizeof(size_t), none = 0, dropped = 0;
  ASSERT_MUPTI_OK(muptiActivitySetAttribute(MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_POOL_LIMIT, &bytes, &none));
  enable({MUPTI_ACTIVITY_KIND_MEMSET});
  fill(3);
  ASSERT_MUPTI_OK(muptiActivityFlushAll(0));
  EXPECT_EQ(0u, Client::get().count());
  ASSERT_MUPTI_OK(muptiActivityGetNumDroppedRecords(nullptr, 0, &dropped));
  EXPECT_EQ(3u, dropped);
}

TEST_F(ActivityBuffers, AClockOfTheClients) {
  static std::atomic<uint64_t> ticks{1000};
  ASSERT_MUPTI_OK(muptiActivityRegisterTimestampCallback([]() -> uint64_t { return ticks++; }));
  enable({MUPTI_ACTIVITY_KIND_MEMSET});
  EXPECT_CODE(MUPTI_ERROR_NOT_COMPATIBLE, muptiActivityRegisterTimestampCallback(nullptr));
  fill(1);
  ASSERT_MUPTI_OK(muptiActivityFlushAll(0));
  const auto found = Client::get().all<MUpti_ActivityMemset4>(MUPTI_ACTIVITY_KIND_MEMSET);
  ASSERT_EQ(1u, found.size());
  EXPECT_LE(1000u, found[0].start);
  EXPECT_LT(found[0].start, found[0].end);
  EXPECT_LT(found[0].end, 2000u);
}

TEST_F(ActivityBuffers, Attributes) {
  for (int i = 0; i <= 9; i++) {
    const auto which = static_cast<MUpti_ActivityAttribute>(i);
    const bool isSmall = i == 5 || i == 8 || i == 9;
    uint64_t value = 0, set = isSmall ? 1 : 1000;
    size_t bytes = 7;
    EXPECT_CODE(isSmall ? MUPTI_SUCCESS : MUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT,
                muptiActivityGetAttribute(which, &bytes, &value));
    bytes = 0;
    EXPECT_CODE(MUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT, muptiActivitySetAttribute(which, &bytes, &set));
    bytes = 16;
    EXPECT_MUPTI_OK(muptiActivitySetAttribute(which, &bytes, &set));
    EXPECT_EQ(isSmall ? 1u : 8u, bytes);
    EXPECT_MUPTI_OK(muptiActivityGetAttribute(which, &bytes, &value));
    EXPECT_EQ(set, value);
    EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiActivityGetAttribute(which, nullptr, &value));
    EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiActivityGetAttribute(which, &bytes, nullptr));
    EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiActivitySetAttribute(which, nullptr, &value));
    EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiActivitySetAttribute(which, &bytes, nullptr));
  }
  uint64_t value = 0;
  size_t bytes = 8;
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER,
              muptiActivityGetAttribute(noSuch<MUpti_ActivityAttribute>(), &bytes, &value));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER,
              muptiActivitySetAttribute(noSuch<MUpti_ActivityAttribute>(), &bytes, &value));
}

TEST_F(ActivityBuffers, KindsThatAreNotHereAreRefused) {
  const std::set<int> here = {1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 17, 22, 36, 37, 38, 39, 49};
  std::vector<int> all = {-1, 0x7ffe, MUPTI_ACTIVITY_KIND_MEMORY_TRANSFER, MUPTI_ACTIVITY_KIND_MEMORY_ATOMIC,
                          MUPTI_ACTIVITY_KIND_MEMORY_ATOMIC_VALUE};
  for (int kind = 0; kind <= 64; kind++)
    all.push_back(kind);
  for (int number : all) {
    const auto kind = static_cast<MUpti_ActivityKind>(number);
    const MUptiResult expected = here.contains(number) ? MUPTI_SUCCESS : MUPTI_ERROR_INVALID_KIND;
    SCOPED_TRACE(number);
    EXPECT_CODE(expected, muptiActivityEnable(kind));
    EXPECT_CODE(expected, muptiActivityEnable(kind));
    EXPECT_CODE(expected, muptiActivityEnableAndDump(kind));
    EXPECT_CODE(expected, muptiActivityDisable(kind));
    EXPECT_CODE(expected, muptiActivityDisable(kind));
  }
}

TEST_F(ActivityBuffers, BadArguments) {
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiActivityRegisterCallbacks(nullptr, Client::complete));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiActivityRegisterCallbacks(Client::request, nullptr));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiGetLastError());
  EXPECT_MUPTI_OK(muptiGetLastError());
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiActivityFlushAll(2));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiActivityFlush(nullptr, 0, 4));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiActivityGetNumDroppedRecords(nullptr, 0, nullptr));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiGetTimestamp(nullptr));
  EXPECT_MUPTI_OK(muptiActivityEnableLaunchAttributes(0));
  EXPECT_CODE(MUPTI_ERROR_NOT_SUPPORTED, muptiActivityEnableLaunchAttributes(1));
  alignas(8) uint8_t buffer[256] = {};
  MUpti_Activity *record = nullptr;
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiActivityGetNextRecord(nullptr, 256, &record));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiActivityGetNextRecord(buffer, 256, nullptr));
  EXPECT_CODE(MUPTI_ERROR_MAX_LIMIT_REACHED, muptiActivityGetNextRecord(buffer, 0, &record));
  EXPECT_CODE(MUPTI_ERROR_INVALID_KIND, muptiActivityGetNextRecord(buffer, 256, &record));
  const int kind = MUPTI_ACTIVITY_KIND_MEMSET;
  std::memcpy(buffer, &kind, sizeof kind);
  EXPECT_CODE(MUPTI_ERROR_INVALID_KIND, muptiActivityGetNextRecord(buffer, 40, &record)); // cut
  EXPECT_EQ(nullptr, record);
  EXPECT_MUPTI_OK(muptiActivityGetNextRecord(buffer, 256, &record));
  EXPECT_EQ(static_cast<void *>(buffer), record);
  EXPECT_CODE(MUPTI_ERROR_INVALID_KIND, muptiActivityGetNextRecord(buffer, 256, &record));
  record = reinterpret_cast<MUpti_Activity *>(buffer + 256);
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiActivityGetNextRecord(buffer, 256, &record));
  for (int bad : {0, 6, 7, -1, 0x7ffe}) {
    const auto external = static_cast<MUpti_ExternalCorrelationKind>(bad);
    EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiActivityPushExternalCorrelationId(external, 1));
    EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiActivityPopExternalCorrelationId(external, nullptr));
  }
  MUpti_ActivityThreadIdType type = MUPTI_ACTIVITY_THREAD_ID_TYPE_SIZE;
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiGetThreadIdType(nullptr));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiSetThreadIdType(noSuch<MUpti_ActivityThreadIdType>()));
  EXPECT_MUPTI_OK(muptiGetThreadIdType(&type));
  EXPECT_EQ(MUPTI_ACTIVITY_THREAD_ID_TYPE_DEFAULT, type);
  int support = 0;
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiComputeCapabilitySupported(3, 1, nullptr));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiComputeCapabilitySupported(0, 1, &support));
  EXPECT_MUPTI_OK(muptiComputeCapabilitySupported(3, 1, &support));
  EXPECT_EQ(1, support);
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiDeviceSupported(0, nullptr));
  EXPECT_CODE(MUPTI_ERROR_INVALID_DEVICE, muptiDeviceSupported(1000, &support));
  EXPECT_MUPTI_OK(muptiDeviceSupported(0, &support));
}

TEST_F(ActivityBuffers, Ids) {
  uint32_t id = 0, other = 0;
  uint64_t node = 0;
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiGetContextId(context, nullptr));
  EXPECT_CODE(MUPTI_ERROR_INVALID_CONTEXT, muptiGetContextId(nullptr, &id));
  for (void *strange : strangeHandles()) {
    EXPECT_CODE(MUPTI_ERROR_INVALID_CONTEXT, muptiGetContextId(static_cast<MUcontext>(strange), &id));
    EXPECT_CODE(MUPTI_ERROR_INVALID_CONTEXT, muptiGetStreamId(static_cast<MUcontext>(strange), nullptr, &id));
    EXPECT_CODE(MUPTI_ERROR_INVALID_STREAM, muptiGetStreamId(context, static_cast<MUstream>(strange), &id));
    EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiGetGraphId(static_cast<MUgraph>(strange), &id));
    EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiGetGraphNodeId(static_cast<MUgraphNode>(strange), &node));
  }
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiGetStreamId(context, nullptr, nullptr));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiGetGraphId(nullptr, &id));
  EXPECT_CODE(MUPTI_ERROR_INVALID_PARAMETER, muptiGetGraphNodeId(nullptr, &node));
  ASSERT_MUPTI_OK(muptiGetStreamId(context, nullptr, &id));
  ASSERT_MUPTI_OK(muptiGetStreamIdEx(context, nullptr, 1, &other));
  EXPECT_NE(id, other);
  ASSERT_MUPTI_OK(muptiGetStreamIdEx(nullptr, nullptr, 0, &other));
  EXPECT_EQ(id, other);
  musaStream_t stream = nullptr;
  ASSERT_OK(musaStreamCreate(&stream));
  ASSERT_MUPTI_OK(muptiGetStreamId(context, reinterpret_cast<MUstream>(stream), &other));
  EXPECT_NE(id, other);
  MUcontext foreign = nullptr;
  ASSERT_MU_OK(muCtxCreate(&foreign, 0, 0));
  EXPECT_CODE(MUPTI_ERROR_INVALID_STREAM, muptiGetStreamId(foreign, reinterpret_cast<MUstream>(stream), &other));
  ASSERT_MU_OK(muCtxDestroy(foreign));
  ASSERT_MU_OK(muCtxSetCurrent(context));
  EXPECT_OK(musaStreamDestroy(stream));
  EXPECT_CODE(MUPTI_ERROR_INVALID_STREAM, muptiGetStreamId(context, reinterpret_cast<MUstream>(stream), &other));
}

/// A child of a process that used the library has no use of it, and ends.
TEST_F(ActivityBuffers, AfterAFork) {
  enable({MUPTI_ACTIVITY_KIND_MEMSET});
  fill(1);
  const pid_t child = fork();
  if (child == 0) {
    size_t dropped = 0;
    const bool refused = muptiActivityEnable(MUPTI_ACTIVITY_KIND_MEMSET) == MUPTI_ERROR_NOT_INITIALIZED &&
                         muptiActivityFlushAll(1) == MUPTI_ERROR_NOT_INITIALIZED &&
                         muptiActivityGetNumDroppedRecords(nullptr, 0, &dropped) == MUPTI_ERROR_NOT_INITIALIZED;
    std::exit(refused ? 17 : 1);
  }
  int status = 0;
  ASSERT_EQ(child, waitpid(child, &status, 0));
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(17, WEXITSTATUS(status));
  ASSERT_MUPTI_OK(muptiActivityFlushAll(0));
  expectFills(1);
}

/// A client that flushes when the process exits gets all that has ended, though its work goes on.
TEST(ActivityAtExit, NothingIsLost) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  static char *p = nullptr;
  auto program = [] {
    std::atexit([] { // after the library's own
      if (muptiActivityFlushAll(MUPTI_ACTIVITY_FLAG_FLUSH_FORCED) != MUPTI_SUCCESS)
        _exit(1);
      const size_t seen = Client::get().all<MUpti_ActivityMemset4>(MUPTI_ACTIVITY_KIND_MEMSET).size();
      _exit(seen == 1000 ? 23 : 2);
    });
    muptiActivityRegisterCallbacks(Client::request, Client::complete);
    muptiActivityEnable(MUPTI_ACTIVITY_KIND_MEMSET);
    if (musaMalloc(&p, 64) != musaSuccess)
      _exit(3);
    for (int i = 0; i < 1000; i++)
      musaMemsetAsync(p, i, 64, nullptr);
    musaDeviceSynchronize();
    std::exit(0);
  };
  EXPECT_EXIT(program(), ::testing::ExitedWithCode(23), "");
}

} // namespace
