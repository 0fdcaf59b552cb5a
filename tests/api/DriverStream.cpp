// Driver API: streams, events, host functions.
#include "Check.h"

#include <atomic>

namespace {

using DriverStream = DriverTest;
using DriverEvent = DriverTest;

void waitFor(void *flag) { static_cast<std::atomic<bool> *>(flag)->wait(false); }
void open(std::atomic<bool> &flag) { flag = true, flag.notify_all(); }

TEST_F(DriverStream, CreateQueryDestroy) {
  MUstream s = nullptr;
  unsigned flags = 77;
  int priority = 77;
  MUcontext owner = nullptr;
  ASSERT_MU_OK(muStreamCreateWithPriority(&s, MU_STREAM_NON_BLOCKING, -1));
  EXPECT_MU_OK(muStreamQuery(s));
  EXPECT_MU_OK(muStreamSynchronize(s));
  EXPECT_MU_OK(muStreamGetFlags(s, &flags));
  EXPECT_EQ(unsigned(MU_STREAM_NON_BLOCKING), flags);
  EXPECT_MU_OK(muStreamGetPriority(s, &priority));
  EXPECT_EQ(-1, priority);
  EXPECT_MU_OK(muStreamGetCtx(s, &owner));
  EXPECT_EQ(context, owner);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamGetFlags(s, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamGetPriority(s, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamGetCtx(s, nullptr));
  EXPECT_MU_OK(muStreamDestroy(s));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muStreamDestroy(s));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muStreamQuery(s));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muStreamDestroy(nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muStreamDestroy(MU_STREAM_PER_THREAD));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamCreate(nullptr, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamCreate(&s, 77));
  for (void *strange : strangeHandles())
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muStreamSynchronize(static_cast<MUstream>(strange)));
}

TEST_F(DriverStream, CallbackAndHostFunction) {
  struct Seen {
    MUstream stream = nullptr;
    MUresult inside = MUSA_SUCCESS;
    MUresult contexts = MUSA_SUCCESS;
    int calls = 0;
  } seen;
  MUstream s = nullptr;
  ASSERT_MU_OK(muStreamCreate(&s, 0));
  EXPECT_MU_OK(muStreamAddCallback(
      s,
      [](MUstream stream, MUresult status, void *user) {
        auto *seen = static_cast<Seen *>(user);
        MUdeviceptr p = 0;
        seen->stream = stream;
        seen->inside = muMemAlloc(&p, 16);
        seen->contexts = muCtxSetCurrent(nullptr);
        seen->calls += status == MUSA_SUCCESS;
      },
      &seen, 0));
  EXPECT_MU_OK(muLaunchHostFunc(s, [](void *user) { ++static_cast<Seen *>(user)->calls; }, &seen));
  EXPECT_MU_OK(muStreamSynchronize(s));
  EXPECT_EQ(2, seen.calls);
  EXPECT_EQ(s, seen.stream);
  EXPECT_CODE(MUSA_ERROR_NOT_PERMITTED, seen.inside);
  EXPECT_CODE(MUSA_ERROR_NOT_PERMITTED, seen.contexts);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamAddCallback(s, nullptr, nullptr, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLaunchHostFunc(s, nullptr, nullptr));
  EXPECT_MU_OK(muStreamDestroy(s));
}

TEST_F(DriverEvent, RecordWaitElapsed) {
  std::atomic<bool> gate{false};
  MUstream s = nullptr;
  MUevent start = nullptr, end = nullptr;
  float ms = -1;
  ASSERT_MU_OK(muStreamCreate(&s, MU_STREAM_NON_BLOCKING));
  ASSERT_MU_OK(muEventCreate(&start, MU_EVENT_DEFAULT));
  ASSERT_MU_OK(muEventCreate(&end, MU_EVENT_DEFAULT));
  EXPECT_MU_OK(muEventQuery(start));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muEventElapsedTime(&ms, start, end));
  EXPECT_MU_OK(muEventRecord(start, s));
  EXPECT_MU_OK(muLaunchHostFunc(s, waitFor, &gate));
  EXPECT_MU_OK(muEventRecordWithFlags(end, s, 0));
  EXPECT_CODE(MUSA_ERROR_NOT_READY, muEventQuery(end));
  EXPECT_MU_OK(muStreamWaitEvent(nullptr, end, 0));
  EXPECT_CODE(MUSA_ERROR_NOT_READY, muStreamQuery(nullptr));
  open(gate);
  EXPECT_MU_OK(muEventSynchronize(end));
  EXPECT_MU_OK(muEventElapsedTime(&ms, start, end));
  EXPECT_GE(ms, 0.0f);
  EXPECT_MU_OK(muCtxSynchronize());
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muEventElapsedTime(nullptr, start, end));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muEventCreate(nullptr, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muEventCreate(&start, 0x100));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamWaitEvent(s, end, 0x100));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muEventRecordWithFlags(end, s, 0x100));
  EXPECT_MU_OK(muEventDestroy(start));
  EXPECT_MU_OK(muEventDestroy(end));
  EXPECT_MU_OK(muStreamDestroy(s));
  for (MUevent e : {MUevent(nullptr), end, static_cast<MUevent>(strangeHandles()[1])}) {
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muEventQuery(e));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muEventSynchronize(e));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muEventRecord(e, nullptr));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muStreamWaitEvent(nullptr, e, 0));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muEventDestroy(e));
  }
}

TEST_F(DriverEvent, OfAnotherContext) {
  MUevent e = nullptr;
  MUcontext other = nullptr;
  ASSERT_MU_OK(muEventCreate(&e, 0));
  ASSERT_MU_OK(muCtxCreate(&other, 0, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muEventRecord(e, nullptr)); // the stream is of the other context
  EXPECT_MU_OK(muStreamWaitEvent(nullptr, e, 0));                    // waiting across contexts is fine
  EXPECT_MU_OK(muCtxDestroy(other));
  EXPECT_MU_OK(muEventDestroy(e));
}

} // namespace
