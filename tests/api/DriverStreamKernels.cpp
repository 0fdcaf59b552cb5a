// Driver API: words in memory between streams, kernels and the host. On one CPU all of this has to take turns.
#include "Check.h"

#include <atomic>

namespace {

class DriverStreamKernels : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    ASSERT_MU_OK(muModuleLoad(&module, KERNEL_MODULE));
    ASSERT_MU_OK(muMemAlloc(&words, 4096));
    ASSERT_MU_OK(muMemsetD8(words, 0, 4096));
    ASSERT_MU_OK(muStreamCreate(&a, MU_STREAM_NON_BLOCKING));
    ASSERT_MU_OK(muStreamCreate(&b, MU_STREAM_NON_BLOCKING));
  }
  void launch(const char *name, unsigned threads, MUstream stream, std::vector<void *> parameters) {
    MUfunction function = nullptr;
    ASSERT_MU_OK(muModuleGetFunction(&function, module, name));
    EXPECT_MU_OK(muLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, stream, parameters.data(), nullptr));
  }
  MUmodule module = nullptr;
  MUdeviceptr words = 0;
  MUstream a = nullptr, b = nullptr;
};

/// host -> stream -> kernel -> stream -> host; each waits for the one before.
TEST_F(DriverStreamKernels, AChainOverAllOfThem) {
  unsigned *host = nullptr, value = 9;
  ASSERT_MU_OK(muMemHostAlloc(reinterpret_cast<void **>(&host), 64, MU_MEMHOSTALLOC_DEVICEMAP));
  host[0] = host[1] = 0;
  const auto start = reinterpret_cast<MUdeviceptr>(host), end = reinterpret_cast<MUdeviceptr>(host + 1);
  MUdeviceptr flag = words, answer = words + 4;
  MUstream c = nullptr;
  ASSERT_MU_OK(muStreamCreate(&c, MU_STREAM_NON_BLOCKING));
  EXPECT_MU_OK(muStreamWaitValue32(c, answer, 10, MU_STREAM_WAIT_VALUE_EQ));
  EXPECT_MU_OK(muStreamWriteValue32(c, end, 11, 0));
  launch("pollFor", 1, b, {&flag, &value, &answer});
  EXPECT_MU_OK(muStreamWaitValue32(a, start, 1, MU_STREAM_WAIT_VALUE_GEQ));
  EXPECT_MU_OK(muStreamWriteValue32(a, flag, value, 0));
  for (MUstream stream : {a, b, c})
    EXPECT_CODE(MUSA_ERROR_NOT_READY, muStreamQuery(stream));
  std::atomic_ref(host[0]).store(1);
  EXPECT_MU_OK(muStreamSynchronize(c));
  EXPECT_EQ(11u, std::atomic_ref(host[1]).load());
}

/// One stream fills a buffer, another one empties it, a hundred times, enqueued before anything of it can run.
TEST_F(DriverStreamKernels, AProducerAndAConsumer) {
  constexpr int kThreads = 64, kRounds = 100;
  const MUdeviceptr gate = words, full = words + 8, empty = words + 16;
  MUdeviceptr data = words + 256, sums = words + 1024;
  EXPECT_MU_OK(muStreamWaitValue64(a, gate, 1, MU_STREAM_WAIT_VALUE_EQ));
  for (int round = 1; round <= kRounds; round++) {
    EXPECT_MU_OK(muStreamWaitValue64(a, empty, uint64_t(round - 1), MU_STREAM_WAIT_VALUE_GEQ));
    launch("produce", kThreads, a, {&data, &round});
    EXPECT_MU_OK(muStreamWriteValue64(a, full, uint64_t(round), 0));
    EXPECT_MU_OK(muStreamWaitValue64(b, full, uint64_t(round), MU_STREAM_WAIT_VALUE_GEQ));
    launch("consume", kThreads, b, {&data, &sums});
    EXPECT_MU_OK(muStreamWriteValue64(b, empty, uint64_t(round), 0));
  }
  EXPECT_CODE(MUSA_ERROR_NOT_READY, muStreamQuery(b));
  EXPECT_MU_OK(muStreamWriteValue64(nullptr, gate, 1, 0));
  std::vector<int> found(kThreads);
  EXPECT_MU_OK(muStreamSynchronize(b));
  EXPECT_MU_OK(muMemcpyDtoH(found.data(), sums, kThreads * 4));
  for (int i = 0; i < kThreads; i++)
    EXPECT_EQ(kRounds * (kRounds + 1) / 2 * 1000 + kRounds * i, found[i]);
}

} // namespace
