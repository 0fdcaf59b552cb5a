// With MUSA_API_PER_THREAD_DEFAULT_STREAM, stream 0 is the calling thread's own.
#define MUSA_API_PER_THREAD_DEFAULT_STREAM
#include "Check.h"

#include <atomic>

namespace {

void wait(void *flag) { static_cast<std::atomic<bool> *>(flag)->wait(false); }

TEST(RuntimePerThread, ThreadsDoNotWaitForEachOther) {
  std::atomic<bool> open{false};
  ASSERT_OK(musaLaunchHostFunc(nullptr, wait, &open)); // holds this thread's stream
  EXPECT_CODE(musaErrorNotReady, musaStreamQuery(nullptr));
  std::thread([] {
    unsigned long long id = 0;
    musaEvent_t e = nullptr;
    EXPECT_OK(musaStreamQuery(nullptr));
    EXPECT_OK(musaStreamSynchronize(nullptr));
    EXPECT_OK(musaStreamGetId(nullptr, &id));
    EXPECT_OK(musaEventCreate(&e));
    EXPECT_OK(musaEventRecord(e));
    EXPECT_OK(musaEventRecordWithFlags(e));
    EXPECT_OK(musaStreamWaitEvent(nullptr, e));
    EXPECT_OK(musaEventSynchronize(e));
    EXPECT_OK(musaEventDestroy(e));
  }).join();
  open = true;
  open.notify_all();
  EXPECT_OK(musaStreamSynchronize(nullptr));
}

TEST(RuntimePerThread, CopiesAndFills) {
  std::vector<int> in(256, 7), out(256);
  int *p = nullptr;
  ASSERT_OK(musaMalloc(&p, 1024));
  EXPECT_OK(musaMemcpy(p, in.data(), 1024, musaMemcpyHostToDevice));
  EXPECT_OK(musaMemcpyAsync(out.data(), p, 1024, musaMemcpyDeviceToHost));
  EXPECT_OK(musaStreamSynchronize(nullptr));
  EXPECT_EQ(in, out);
  EXPECT_OK(musaMemset(p, 0, 1024));
  EXPECT_OK(musaMemsetAsync(p, 1, 4));
  EXPECT_OK(musaMemset2D(p, 64, 2, 4, 2));
  EXPECT_OK(musaMemset2DAsync(p, 64, 3, 4, 1));
  EXPECT_OK(musaMemset3D(musaPitchedPtr{p, 64, 64, 2}, 2, musaExtent{4, 2, 1}));
  EXPECT_OK(musaMemset3DAsync(musaPitchedPtr{p, 64, 64, 2}, 3, musaExtent{4, 1, 1}));
  EXPECT_OK(musaMemcpy2D(out.data(), 64, p, 64, 8, 2, musaMemcpyDeviceToHost));
  EXPECT_OK(musaMemcpy2DAsync(out.data(), 64, p, 64, 8, 2, musaMemcpyDeviceToHost));
  EXPECT_OK(musaStreamSynchronize(nullptr));
  EXPECT_EQ(0x03030303, out[0]);
  EXPECT_EQ(0x02020202, out[16]);
  EXPECT_OK(musaFree(p));
}

TEST(RuntimePerThread, StreamFacts) {
  unsigned flags = 77;
  int priority = 77, device = 77;
  musaStreamCaptureStatus status;
  EXPECT_OK(musaStreamGetFlags(nullptr, &flags));
  EXPECT_OK(musaStreamGetPriority(nullptr, &priority));
  EXPECT_OK(musaStreamGetDevice(nullptr, &device));
  EXPECT_OK(musaStreamIsCapturing(nullptr, &status));
  EXPECT_OK(musaStreamAddCallback(nullptr, [](musaStream_t, musaError_t, void *) {}, nullptr, 0));
  EXPECT_OK(musaStreamSynchronize(nullptr));
  EXPECT_EQ(0u, flags);
}

TEST(RuntimePerThread, UnknownSymbols) {
  int x = 0;
  EXPECT_CODE(musaErrorInvalidSymbol, musaMemcpyToSymbol(x, &x, 4));
  EXPECT_CODE(musaErrorInvalidSymbol, musaMemcpyFromSymbol(&x, x, 4));
  EXPECT_CODE(musaErrorInvalidSymbol, musaMemcpyToSymbolAsync(x, &x, 4));
  EXPECT_CODE(musaErrorInvalidSymbol, musaMemcpyFromSymbolAsync(&x, x, 4));
  EXPECT_CODE(musaErrorInvalidDeviceFunction, musaLaunchKernel(&x, dim3(1), dim3(1), nullptr));
  EXPECT_CODE(musaErrorInvalidDeviceFunction, musaLaunchCooperativeKernel(&x, dim3(1), dim3(1), nullptr));
  musaGetLastError();
}

TEST(RuntimePerThread, MemoryInStreamOrder) {
  musaMemPool_t pool = nullptr;
  void *x = nullptr, *y = nullptr;
  ASSERT_OK(musaDeviceGetDefaultMemPool(&pool, 0));
  Gate gate(nullptr); // this thread's stream
  ASSERT_OK(musaMallocAsync(&x, 1000, nullptr));
  ASSERT_OK(musaFreeAsync(x, nullptr));
  std::thread([&] { // another stream 0: not behind the release
    EXPECT_OK(musaMallocFromPoolAsync(&y, 1000, pool, nullptr));
    EXPECT_NE(x, y);
    EXPECT_OK(musaFreeAsync(y, nullptr));
  })
      .join();
  gate.open();
  EXPECT_OK(musaStreamSynchronize(nullptr));
}

} // namespace
