// Driver API: waits for and writes of words in memory, in the order of streams. A stream that waits is seen not to be
// ready; nothing here depends on time.
#include "Check.h"

#include <atomic>
#include <limits>

namespace {

class DriverStreamMemory : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    ASSERT_MU_OK(muMemHostAlloc(reinterpret_cast<void **>(&words), 64 * 8, MU_MEMHOSTALLOC_DEVICEMAP));
    std::fill_n(words, 64, 0);
    ASSERT_MU_OK(muStreamCreate(&a, MU_STREAM_NON_BLOCKING));
    ASSERT_MU_OK(muStreamCreate(&b, MU_STREAM_NON_BLOCKING));
  }
  MUdeviceptr at(int i) const { return reinterpret_cast<MUdeviceptr>(words + i); }
  void set(int i, uint64_t value) { std::atomic_ref(words[i]).store(value); }
  uint64_t get(int i) { return std::atomic_ref(words[i]).load(); }
  uint64_t *words = nullptr;
  MUstream a = nullptr, b = nullptr;
};

TEST_F(DriverStreamMemory, WaitsForTheHost) {
  EXPECT_MU_OK(muStreamWaitValue32(a, at(0), 5, MU_STREAM_WAIT_VALUE_EQ));
  EXPECT_MU_OK(muStreamWriteValue32(a, at(1), 7, MU_STREAM_WRITE_VALUE_DEFAULT));
  EXPECT_CODE(MUSA_ERROR_NOT_READY, muStreamQuery(a));
  EXPECT_MU_OK(muStreamWriteValue64(b, at(2), 9, MU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER));
  EXPECT_MU_OK(muStreamSynchronize(b)); // others go on meanwhile
  EXPECT_EQ(9u, get(2));
  EXPECT_EQ(0u, get(1));
  set(0, 4);
  EXPECT_CODE(MUSA_ERROR_NOT_READY, muStreamQuery(a));
  set(0, 5);
  EXPECT_MU_OK(muStreamSynchronize(a));
  EXPECT_EQ(7u, get(1));
}

TEST_F(DriverStreamMemory, WaitsForAnotherStream) {
  constexpr uint64_t kWide = uint64_t(3) << 40;
  MUdeviceptr copy = 0;
  uint64_t out = 0;
  ASSERT_MU_OK(muMemAlloc(&copy, 8));
  ASSERT_MU_OK(muMemsetD8(copy, 0, 8));
  EXPECT_MU_OK(muStreamWaitValue64(a, at(0), kWide, MU_STREAM_WAIT_VALUE_GEQ | MU_STREAM_WAIT_VALUE_FLUSH));
  EXPECT_MU_OK(muMemcpyDtoDAsync(copy, at(1), 8, a));
  EXPECT_CODE(MUSA_ERROR_NOT_READY, muStreamQuery(a));
  EXPECT_MU_OK(muStreamWriteValue64(b, at(1), 77, 0));
  EXPECT_MU_OK(muStreamWriteValue64(b, at(0), kWide + 1, 0));
  EXPECT_MU_OK(muStreamSynchronize(a));
  EXPECT_MU_OK(muMemcpyDtoH(&out, copy, 8));
  EXPECT_EQ(77u, out);
  EXPECT_MU_OK(muMemFree(copy));
}

/// For each rule a value that is too little and one that is enough.
TEST_F(DriverStreamMemory, Rules) {
  struct Row {
    unsigned flags;
    uint64_t value, notYet, enough;
  };
  constexpr uint64_t kTop32 = 0xffffffffU, kTop64 = ~uint64_t(0);
  const Row narrow[] = {{MU_STREAM_WAIT_VALUE_GEQ, 5, 4, 5},
                        {MU_STREAM_WAIT_VALUE_GEQ, 5, 4, 600},
                        {MU_STREAM_WAIT_VALUE_GEQ, kTop32, kTop32 - 1, 2}, // counters wrap around
                        {MU_STREAM_WAIT_VALUE_GEQ, 2, kTop32, 3},
                        {MU_STREAM_WAIT_VALUE_EQ, 5, 6, 5},
                        {MU_STREAM_WAIT_VALUE_AND, 6, 9, 4},
                        {MU_STREAM_WAIT_VALUE_NOR, 0xf, kTop32 - 0xf, kTop32 - 0x1f}};
  const Row wide[] = {{MU_STREAM_WAIT_VALUE_GEQ, kTop64, kTop64 - 1, 2},
                      {MU_STREAM_WAIT_VALUE_GEQ, 1ull << 40, 1, 1ull << 40},
                      {MU_STREAM_WAIT_VALUE_EQ, 1ull << 40, 0, 1ull << 40},
                      {MU_STREAM_WAIT_VALUE_AND, 3ull << 40, 7, 1ull << 41},
                      {MU_STREAM_WAIT_VALUE_NOR, 0xf, kTop64 - 0xf, kTop64 >> 1}};
  auto check = [&](const Row &row, bool isWide) {
    set(0, row.notYet);
    EXPECT_MU_OK(isWide ? muStreamWaitValue64(a, at(0), row.value, row.flags)
                        : muStreamWaitValue32(a, at(0), muuint32_t(row.value), row.flags));
    EXPECT_CODE(MUSA_ERROR_NOT_READY, muStreamQuery(a)) << row.flags << " " << row.value;
    set(0, row.enough);
    EXPECT_MU_OK(muStreamSynchronize(a));
  };
  for (const Row &row : narrow)
    check(row, false);
  for (const Row &row : wide)
    check(row, true);
}

TEST_F(DriverStreamMemory, Lists) {
  MUstreamBatchMemOpParams list[5]{};
  list[0].writeValue.operation = MU_STREAM_MEM_OP_WRITE_VALUE_32;
  list[0].writeValue.address = at(1);
  list[0].writeValue.value = 11;
  list[1].waitValue.operation = MU_STREAM_MEM_OP_WAIT_VALUE_64;
  list[1].waitValue.address = at(0);
  list[1].waitValue.value64 = 5;
  list[1].waitValue.flags = MU_STREAM_WAIT_VALUE_EQ;
  list[2].operation = MU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES;
  list[3].operation = MU_STREAM_MEM_OP_BARRIER;
  list[3].memoryBarrier.flags = MU_STREAM_MEMORY_BARRIER_TYPE_GPU;
  list[4].writeValue.operation = MU_STREAM_MEM_OP_WRITE_VALUE_64;
  list[4].writeValue.address = at(2);
  list[4].writeValue.value64 = uint64_t(12) << 40;
  EXPECT_MU_OK(muStreamBatchMemOp(a, 5, list, 0));
  EXPECT_MU_OK(muStreamWaitValue32(b, at(1), 11, MU_STREAM_WAIT_VALUE_EQ));
  EXPECT_MU_OK(muStreamSynchronize(b)); // the first has been done
  EXPECT_CODE(MUSA_ERROR_NOT_READY, muStreamQuery(a));
  EXPECT_EQ(0u, get(2));
  set(0, 5);
  EXPECT_MU_OK(muStreamSynchronize(a));
  EXPECT_EQ(uint64_t(12) << 40, get(2));

  EXPECT_MU_OK(muStreamBatchMemOp(a, 0, nullptr, 0));
  EXPECT_MU_OK(muStreamBatchMemOp(a, 2, list + 2, 0)); // nothing to do
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamBatchMemOp(a, 1, nullptr, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamBatchMemOp(a, 1, list, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamBatchMemOp(a, 257, list, 0));
  set(1, 0);
  list[1].operation = noSuch<MUstreamBatchMemOpType>();
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamBatchMemOp(a, 2, list, 0));
  EXPECT_EQ(0u, get(1)); // not even the first
  list[3].memoryBarrier.flags = 2;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamBatchMemOp(a, 1, list + 3, 0));
  list[2].flushRemoteWrites.flags = 1;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamBatchMemOp(a, 1, list + 2, 0));
}

TEST_F(DriverStreamMemory, ManyWaitAtOnce) {
  constexpr int kStreams = 63;
  std::vector<MUstream> streams(kStreams);
  for (int i = 0; i < kStreams; i++) {
    ASSERT_MU_OK(muStreamCreate(&streams[i], MU_STREAM_NON_BLOCKING));
    EXPECT_MU_OK(muStreamWaitValue64(streams[i], at(i), 1, MU_STREAM_WAIT_VALUE_EQ)); // the one before writes it
    EXPECT_MU_OK(muStreamWriteValue64(streams[i], at(i + 1), 1, 0));
  }
  EXPECT_CODE(MUSA_ERROR_NOT_READY, muStreamQuery(streams.back()));
  EXPECT_MU_OK(muStreamWriteValue64(nullptr, at(0), 1, 0));
  EXPECT_MU_OK(muStreamSynchronize(streams.back()));
  EXPECT_EQ(1u, get(kStreams));
  for (MUstream stream : streams)
    EXPECT_MU_OK(muStreamDestroy(stream));
}

TEST_F(DriverStreamMemory, AStreamThatIsDestroyedStillWaits) {
  MUstream gone = nullptr;
  ASSERT_MU_OK(muStreamCreate(&gone, MU_STREAM_DEFAULT));
  EXPECT_MU_OK(muStreamWaitValue32(gone, at(0), 1, MU_STREAM_WAIT_VALUE_EQ));
  EXPECT_MU_OK(muStreamWriteValue32(gone, at(1), 3, 0));
  EXPECT_MU_OK(muStreamDestroy(gone));
  set(0, 1);
  EXPECT_MU_OK(muCtxSynchronize());
  EXPECT_EQ(3u, get(1));
}

TEST_F(DriverStreamMemory, BadOnes) {
  MUdeviceptr memory = 0;
  uint64_t local = 0;
  ASSERT_MU_OK(muMemAlloc(&memory, 12));
  const MUdeviceptr bad[] = {0, 8, at(0) + 2, reinterpret_cast<MUdeviceptr>(&local), memory + 12};
  for (const MUdeviceptr address : bad) {
    EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamWaitValue32(a, address, 0, MU_STREAM_WAIT_VALUE_GEQ)) << address;
    EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamWriteValue32(a, address, 0, 0)) << address;
    EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamWaitValue64(a, address, 0, MU_STREAM_WAIT_VALUE_GEQ)) << address;
    EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamWriteValue64(a, address, 0, 0)) << address;
  }
  EXPECT_MU_OK(muStreamWriteValue32(a, memory + 8, 1, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamWriteValue64(a, memory + 8, 1, 0)); // its second half lies behind
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamWriteValue64(a, at(0) + 4, 1, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamWaitValue32(a, at(0), 0, 4));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamWaitValue64(a, at(0), 0, 0x80));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamWriteValue32(a, at(0), 0, 2));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamWriteValue64(a, at(0), 0, 2));
  EXPECT_MU_OK(muMemFree(memory));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamWriteValue32(a, memory, 1, 0));
  EXPECT_MU_OK(muStreamDestroy(b));
  for (void *handle : {static_cast<void *>(b), strangeHandles()[0], strangeHandles()[1]}) {
    auto *stream = static_cast<MUstream>(handle);
    MUstreamBatchMemOpParams nothing{};
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muStreamWaitValue32(stream, at(0), 0, 0));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muStreamWaitValue64(stream, at(0), 0, 0));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muStreamWriteValue32(stream, at(0), 0, 0));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muStreamWriteValue64(stream, at(0), 0, 0));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muStreamBatchMemOp(stream, 0, &nothing, 0));
  }
}

} // namespace
