// Streams, events and host functions.
#include "Check.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using RuntimeStream = RuntimeTest;
using RuntimeEvent = RuntimeTest;

/// Holds a stream until it is opened; what waits behind it is certainly pending.
struct Gate {
  std::atomic<bool> isOpen{false};
  void open() { isOpen = true, isOpen.notify_all(); }
  static void wait(void *self) { static_cast<Gate *>(self)->isOpen.wait(false); }
};

void count(void *value) { ++*static_cast<std::atomic<int> *>(value); }

TEST_F(RuntimeStream, CreateAndDestroy) {
  musaStream_t s = nullptr;
  ASSERT_OK(musaStreamCreate(&s));
  EXPECT_OK(musaStreamQuery(s));
  EXPECT_OK(musaStreamSynchronize(s));
  EXPECT_OK(musaStreamDestroy(s));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaStreamDestroy(s));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaStreamQuery(s));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaStreamSynchronize(s));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamCreate(nullptr));
}

TEST_F(RuntimeStream, FlagsAndPriority) {
  musaStream_t s = nullptr;
  unsigned flags = 77;
  int priority = 77, least = 77, greatest = 77, device = -1;
  unsigned long long id = 0, other = 0;
  ASSERT_OK(musaDeviceGetStreamPriorityRange(&least, &greatest));
  EXPECT_EQ(0, least);
  EXPECT_LT(greatest, least);
  ASSERT_OK(musaStreamCreateWithPriority(&s, musaStreamNonBlocking, greatest - 10));
  EXPECT_OK(musaStreamGetFlags(s, &flags));
  EXPECT_EQ(unsigned(musaStreamNonBlocking), flags);
  EXPECT_OK(musaStreamGetPriority(s, &priority));
  EXPECT_EQ(greatest, priority);
  EXPECT_OK(musaStreamGetDevice(s, &device));
  EXPECT_EQ(0, device);
  EXPECT_OK(musaStreamGetId(s, &id));
  EXPECT_OK(musaStreamGetId(nullptr, &other));
  EXPECT_NE(id, other);
  EXPECT_CODE(musaErrorInvalidValue, musaStreamGetFlags(s, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamGetPriority(s, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamGetId(s, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamGetDevice(s, nullptr));
  EXPECT_OK(musaStreamDestroy(s));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamCreateWithFlags(&s, 77));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamCreateWithPriority(nullptr, 0, 0));
}

TEST_F(RuntimeStream, DefaultStreams) {
  for (musaStream_t s : {musaStream_t(nullptr), musaStreamLegacy, musaStreamPerThread}) {
    unsigned flags = 77;
    EXPECT_OK(musaStreamSynchronize(s));
    EXPECT_OK(musaStreamQuery(s));
    EXPECT_OK(musaStreamGetFlags(s, &flags));
    EXPECT_EQ(0u, flags);
    EXPECT_CODE(musaErrorInvalidResourceHandle, musaStreamDestroy(s));
  }
}

TEST_F(RuntimeStream, StrangeHandles) {
  for (void *strange : strangeHandles()) {
    auto *s = static_cast<musaStream_t>(strange);
    unsigned flags = 0;
    EXPECT_CODE(musaErrorInvalidResourceHandle, musaStreamSynchronize(s));
    EXPECT_CODE(musaErrorInvalidResourceHandle, musaStreamDestroy(s));
    EXPECT_CODE(musaErrorInvalidResourceHandle, musaStreamGetFlags(s, &flags));
    EXPECT_CODE(musaErrorInvalidResourceHandle, musaStreamWaitEvent(s, nullptr, 0));
    auto *e = static_cast<musaEvent_t>(strange);
    EXPECT_CODE(musaErrorInvalidResourceHandle, musaEventRecord(e));
    EXPECT_CODE(musaErrorInvalidResourceHandle, musaEventQuery(e));
    EXPECT_CODE(musaErrorInvalidResourceHandle, musaEventSynchronize(e));
    EXPECT_CODE(musaErrorInvalidResourceHandle, musaEventDestroy(e));
  }
}

TEST_F(RuntimeStream, QueryWhilePending) {
  Gate gate;
  musaStream_t s = nullptr;
  ASSERT_OK(musaStreamCreateWithFlags(&s, musaStreamNonBlocking));
  ASSERT_OK(musaLaunchHostFunc(s, Gate::wait, &gate));
  EXPECT_CODE(musaErrorNotReady, musaStreamQuery(s));
  EXPECT_CODE(musaSuccess, musaPeekAtLastError()); // a query's answer is no error
  gate.open();
  EXPECT_OK(musaStreamSynchronize(s));
  EXPECT_OK(musaStreamQuery(s));
  EXPECT_OK(musaStreamDestroy(s));
}

TEST_F(RuntimeStream, OrderWithinAStream) {
  musaStream_t s = nullptr;
  ASSERT_OK(musaStreamCreate(&s));
  std::vector<int> seen;
  struct Note {
    std::vector<int> *to;
    int value;
  };
  std::vector<Note> notes;
  for (int i = 0; i < 100; ++i)
    notes.push_back({&seen, i});
  for (Note &note : notes)
    ASSERT_OK(musaLaunchHostFunc(
        s, [](void *p) { static_cast<Note *>(p)->to->push_back(static_cast<Note *>(p)->value); }, &note));
  EXPECT_OK(musaStreamSynchronize(s));
  ASSERT_EQ(100u, seen.size());
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(i, seen[i]);
  EXPECT_OK(musaStreamDestroy(s));
}

TEST_F(RuntimeStream, NonBlockingStreamsPassTheLegacyStream) {
  Gate gate;
  musaStream_t free = nullptr;
  int *p = nullptr, seen = 0;
  ASSERT_OK(musaMalloc(&p, 4));
  ASSERT_OK(musaStreamCreateWithFlags(&free, musaStreamNonBlocking));
  ASSERT_OK(musaLaunchHostFunc(nullptr, Gate::wait, &gate));
  // No host function here: those of different streams may have to wait for each other.
  ASSERT_OK(musaMemsetAsync(p, 0x11, 4, free));
  ASSERT_OK(musaMemcpyAsync(&seen, p, 4, musaMemcpyDeviceToHost, free));
  EXPECT_OK(musaStreamSynchronize(free)); // would hang if it waited for the legacy stream
  EXPECT_EQ(0x11111111, seen);
  gate.open();
  EXPECT_OK(musaStreamDestroy(free));
  EXPECT_OK(musaFree(p));
}

TEST_F(RuntimeStream, LegacyStreamWaitsForBlockingStreams) {
  Gate gate;
  std::atomic<int> done{0};
  musaStream_t blocking = nullptr;
  ASSERT_OK(musaStreamCreate(&blocking));
  ASSERT_OK(musaLaunchHostFunc(blocking, Gate::wait, &gate));
  ASSERT_OK(musaLaunchHostFunc(nullptr, count, &done));
  EXPECT_CODE(musaErrorNotReady, musaStreamQuery(nullptr));
  EXPECT_EQ(0, done);
  gate.open();
  EXPECT_OK(musaStreamSynchronize(nullptr));
  EXPECT_EQ(1, done);
  EXPECT_OK(musaStreamDestroy(blocking));
}

TEST_F(RuntimeStream, DestroyLetsWorkFinish) {
  Gate gate;
  std::atomic<int> done{0};
  musaStream_t s = nullptr;
  ASSERT_OK(musaStreamCreateWithFlags(&s, musaStreamNonBlocking));
  ASSERT_OK(musaLaunchHostFunc(s, Gate::wait, &gate));
  ASSERT_OK(musaLaunchHostFunc(s, count, &done));
  std::thread opener([&] { gate.open(); });
  EXPECT_OK(musaStreamDestroy(s));
  opener.join();
  EXPECT_OK(musaDeviceSynchronize());
  EXPECT_EQ(1, done);
}

TEST_F(RuntimeStream, Callback) {
  struct Seen {
    musaStream_t stream = nullptr;
    musaError_t status = musaErrorUnknown;
    musaError_t inside = musaSuccess;
    int calls = 0;
  } seen;
  musaStream_t s = nullptr;
  ASSERT_OK(musaStreamCreate(&s));
  ASSERT_OK(musaStreamAddCallback(
      s,
      [](musaStream_t stream, musaError_t status, void *user) {
        auto *seen = static_cast<Seen *>(user);
        void *p = nullptr;
        seen->stream = stream;
        seen->status = status;
        seen->inside = musaMalloc(&p, 16); // the API is closed to callbacks
        ++seen->calls;
      },
      &seen, 0));
  EXPECT_OK(musaStreamSynchronize(s));
  EXPECT_EQ(1, seen.calls);
  EXPECT_EQ(s, seen.stream);
  EXPECT_CODE(musaSuccess, seen.status);
  EXPECT_CODE(musaErrorNotPermitted, seen.inside);
  EXPECT_CODE(musaErrorInvalidValue, musaStreamAddCallback(s, nullptr, nullptr, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaLaunchHostFunc(s, nullptr, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamAddCallback(s, [](musaStream_t, musaError_t, void *) {}, nullptr, 1));
  EXPECT_OK(musaStreamDestroy(s));
}

TEST_F(RuntimeStream, Capturing) {
  musaStreamCaptureStatus status = musaStreamCaptureStatusActive;
  EXPECT_OK(musaStreamIsCapturing(nullptr, &status));
  EXPECT_EQ(musaStreamCaptureStatusNone, status);
  EXPECT_CODE(musaErrorInvalidValue, musaStreamIsCapturing(nullptr, nullptr));
}

TEST_F(RuntimeEvent, CreateAndDestroy) {
  musaEvent_t e = nullptr;
  for (unsigned flags : {musaEventDefault, musaEventBlockingSync, musaEventDisableTiming,
                         musaEventDisableTiming | musaEventInterprocess}) {
    ASSERT_OK(musaEventCreate(&e, flags));
    EXPECT_OK(musaEventQuery(e)); // never recorded: nothing to wait for
    EXPECT_OK(musaEventSynchronize(e));
    EXPECT_OK(musaEventDestroy(e));
    EXPECT_CODE(musaErrorInvalidResourceHandle, musaEventDestroy(e));
  }
  EXPECT_CODE(musaErrorInvalidValue, musaEventCreate(nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaEventCreateWithFlags(nullptr, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaEventCreateWithFlags(&e, 0x100));
  EXPECT_CODE(musaErrorInvalidValue, musaEventCreateWithFlags(&e, musaEventInterprocess)); // would have a time
}

TEST_F(RuntimeEvent, RecordAndWait) {
  Gate gate;
  std::atomic<int> done{0};
  musaStream_t a = nullptr, b = nullptr;
  musaEvent_t e = nullptr;
  ASSERT_OK(musaStreamCreateWithFlags(&a, musaStreamNonBlocking));
  ASSERT_OK(musaStreamCreateWithFlags(&b, musaStreamNonBlocking));
  ASSERT_OK(musaEventCreate(&e));
  ASSERT_OK(musaLaunchHostFunc(a, Gate::wait, &gate));
  ASSERT_OK(musaEventRecord(e, a));
  EXPECT_CODE(musaErrorNotReady, musaEventQuery(e));
  ASSERT_OK(musaStreamWaitEvent(b, e));
  ASSERT_OK(musaLaunchHostFunc(b, count, &done));
  EXPECT_CODE(musaErrorNotReady, musaStreamQuery(b));
  EXPECT_EQ(0, done);
  gate.open();
  EXPECT_OK(musaEventSynchronize(e));
  EXPECT_OK(musaEventQuery(e));
  EXPECT_OK(musaStreamSynchronize(b));
  EXPECT_EQ(1, done);
  EXPECT_CODE(musaErrorInvalidValue, musaStreamWaitEvent(b, e, 0x100));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaStreamWaitEvent(b, nullptr));
  EXPECT_OK(musaEventRecordWithFlags(e, a, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaEventRecordWithFlags(e, a, 0x100));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaEventRecord(nullptr));
  EXPECT_OK(musaEventDestroy(e));
  EXPECT_OK(musaStreamDestroy(a));
  EXPECT_OK(musaStreamDestroy(b));
}

TEST_F(RuntimeEvent, Elapsed) {
  static constexpr auto kWork = std::chrono::milliseconds(20);
  musaEvent_t start = nullptr, end = nullptr, untimed = nullptr;
  float ms = -1;
  ASSERT_OK(musaEventCreate(&start));
  ASSERT_OK(musaEventCreate(&end));
  ASSERT_OK(musaEventCreate(&untimed, musaEventDisableTiming));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaEventElapsedTime(&ms, start, end));
  ASSERT_OK(musaEventRecord(start));
  // Work that takes a known time at least: it spins until the clock says so.
  auto spin = [](void *) {
    const auto until = std::chrono::steady_clock::now() + kWork;
    while (std::chrono::steady_clock::now() < until) {
    }
  };
  ASSERT_OK(musaLaunchHostFunc(nullptr, spin, nullptr));
  ASSERT_OK(musaEventRecord(end));
  ASSERT_OK(musaEventRecord(untimed));
  ASSERT_OK(musaEventSynchronize(end));
  EXPECT_OK(musaEventElapsedTime(&ms, start, end));
  EXPECT_GE(ms, 19.0f);
  EXPECT_LT(ms, 5000.0f);
  EXPECT_CODE(musaErrorInvalidValue, musaEventElapsedTime(nullptr, start, end));
  EXPECT_OK(musaDeviceSynchronize());
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaEventElapsedTime(&ms, start, untimed));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaEventElapsedTime(&ms, nullptr, end));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaEventElapsedTime(&ms, start, nullptr));
  for (musaEvent_t e : {start, end, untimed})
    EXPECT_OK(musaEventDestroy(e));
}

TEST_F(RuntimeEvent, ElapsedWhilePending) {
  Gate gate;
  musaEvent_t start = nullptr, end = nullptr;
  float ms = 0;
  ASSERT_OK(musaEventCreate(&start));
  ASSERT_OK(musaEventCreate(&end));
  ASSERT_OK(musaEventRecord(start));
  ASSERT_OK(musaLaunchHostFunc(nullptr, Gate::wait, &gate));
  ASSERT_OK(musaEventRecord(end));
  EXPECT_CODE(musaErrorNotReady, musaEventElapsedTime(&ms, start, end));
  gate.open();
  EXPECT_OK(musaDeviceSynchronize());
  EXPECT_OK(musaEventDestroy(start));
  EXPECT_OK(musaEventDestroy(end));
}

TEST_F(RuntimeEvent, DestroyedWhilePending) {
  Gate gate;
  std::atomic<int> done{0};
  musaStream_t s = nullptr;
  musaEvent_t e = nullptr;
  ASSERT_OK(musaStreamCreateWithFlags(&s, musaStreamNonBlocking));
  ASSERT_OK(musaEventCreate(&e));
  ASSERT_OK(musaLaunchHostFunc(nullptr, Gate::wait, &gate));
  ASSERT_OK(musaEventRecord(e));
  ASSERT_OK(musaStreamWaitEvent(s, e));
  EXPECT_OK(musaEventDestroy(e)); // the wait stands
  ASSERT_OK(musaLaunchHostFunc(s, count, &done));
  EXPECT_CODE(musaErrorNotReady, musaStreamQuery(s));
  gate.open();
  EXPECT_OK(musaStreamSynchronize(s));
  EXPECT_EQ(1, done);
  EXPECT_OK(musaStreamDestroy(s));
}

/// Waits until all of `all` have come here, or for the time a test may take.
struct Meeting {
  std::mutex mutex;
  std::condition_variable came;
  int here = 0, all = 0;
  std::atomic<int> met{0};
  static void arrive(void *self) {
    auto &m = *static_cast<Meeting *>(self);
    std::unique_lock lock(m.mutex);
    m.here++;
    m.came.notify_all();
    if (m.came.wait_for(lock, std::chrono::seconds(20), [&] { return m.here == m.all; }))
      m.met++;
  }
};

TEST_F(RuntimeStream, HostFunctionsOfIndependentStreamsRunAtTheSameTime) {
  constexpr int kStreams = 9;
  musaStream_t streams[kStreams];
  for (musaStream_t &s : streams)
    ASSERT_OK(musaStreamCreateWithFlags(&s, musaStreamNonBlocking));
  for (int round = 0; round < 3; round++) {
    Meeting meeting;
    meeting.all = kStreams;
    for (musaStream_t s : streams)
      ASSERT_OK(musaLaunchHostFunc(s, Meeting::arrive, &meeting));
    ASSERT_OK(musaDeviceSynchronize());
    EXPECT_EQ(kStreams, meeting.met);
  }
  for (musaStream_t s : streams)
    EXPECT_OK(musaStreamDestroy(s));
}

TEST_F(RuntimeStream, HostFunctionsOfOneStreamKeepTheirOrderBesideOneThatWaits) {
  musaStream_t held, s;
  ASSERT_OK(musaStreamCreateWithFlags(&held, musaStreamNonBlocking));
  ASSERT_OK(musaStreamCreateWithFlags(&s, musaStreamNonBlocking));
  Gate gate;
  ASSERT_OK(musaLaunchHostFunc(held, Gate::wait, &gate));
  struct Entry {
    std::vector<int> *order;
    int value;
  };
  constexpr int kCount = 300;
  std::vector<int> order;
  std::vector<Entry> entries;
  for (int i = 0; i < kCount; i++)
    entries.push_back({&order, i});
  for (Entry &entry : entries)
    ASSERT_OK(musaLaunchHostFunc(
        s,
        [](void *p) {
          auto &e = *static_cast<Entry *>(p);
          e.order->push_back(e.value);
        },
        &entry));
  ASSERT_OK(musaStreamSynchronize(s));
  ASSERT_EQ(size_t(kCount), order.size());
  for (int i = 0; i < kCount; i++)
    EXPECT_EQ(i, order[size_t(i)]);
  EXPECT_CODE(musaErrorNotReady, musaStreamQuery(held));
  gate.open();
  ASSERT_OK(musaStreamSynchronize(held));
  EXPECT_OK(musaStreamDestroy(held));
  EXPECT_OK(musaStreamDestroy(s));
}

// The sanitizers take terabytes of address space for themselves, and end the process without memory.
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
/// Ends the process with the error that creating streams without end leads to.
[[noreturn]] void createUntilRefused() {
  musaStream_t s = nullptr;
  musaStreamCreate(&s);
  unsigned long pages = 0;
  if (FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu", &pages) != 1)
      pages = 0;
    std::fclose(file);
  }
  rlimit limit{};
  limit.rlim_cur = limit.rlim_max = pages * static_cast<unsigned long>(sysconf(_SC_PAGESIZE)) + (8UL << 20);
  setrlimit(RLIMIT_AS, &limit);
  musaError_t error = musaSuccess;
  for (int i = 0; i < 10000000 && error == musaSuccess; i++)
    error = musaStreamCreate(&s);
  std::_Exit(error);
}

TEST(RuntimeLimits, WithoutMemoryForTheRuntimeItselfCallsFailAndNothingEnds) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(createUntilRefused(), testing::ExitedWithCode(musaErrorMemoryAllocation), "");
}
#endif

} // namespace
