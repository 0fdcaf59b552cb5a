// What concerns the process as a whole, each in a child of its own: exit while kernels run, fork, bad environment,
// faults that are not a kernel's, host threads that come and go.
#include "runtime_support.h"

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace helicon;
using namespace helicon::test;

namespace {

struct PollFrame : FrameHeader {};
GroupStatus waitForFlag(BlockContext *c, uint32_t, void *) {
  return std::atomic_ref(*argument<uint32_t>(c, 0)).load() ? GroupStatus::Ended : GroupStatus::Yield;
}
GroupStatus endless(BlockContext *c, uint32_t, void *) {
  while (!std::atomic_ref(*argument<uint32_t>(c, 0)).load())
    ;
  return GroupStatus::Ended;
}
GroupStatus printIt(BlockContext *c, uint32_t, void *) {
  c->services->print(c, 0, "printed at exit\n", nullptr);
  std::atomic_ref(*argument<uint32_t>(c, 0)).store(1);
  return GroupStatus::Ended;
}
GroupStatus addOne(BlockContext *c, uint32_t, void *) {
  std::atomic_ref(*argument<uint32_t>(c, 0)).fetch_add(1);
  return GroupStatus::Ended;
}

class ProcessDeathTest : public testing::Test {
protected:
  // Each child starts afresh instead of as a fork of a process that has used the device.
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(ProcessDeathTest, ExitWhileKernelsRun) {
  auto child = [] {
    // Leaked on purpose, as a program does that calls exit() in the middle.
    auto *rig = new Rig({{"poll", simdKernel(waitForFlag, 1, sizeof(PollFrame), kKernelHasBarrier | kKernelPolls)},
                         {"endless", simdKernel(endless)}});
    auto *flag = rig->memory<uint32_t>(1);
    rig->run("poll", 300, 32, {flag});
    StreamRef other;
    rig->context->createStream(kStreamNonBlocking, 0, other);
    rig->run(*other, "endless", 1, 32, {flag});
    std::exit(7);
  };
  EXPECT_EXIT(child(), testing::ExitedWithCode(7), "^$");
}

TEST_F(ProcessDeathTest, PrintsComeOutAtExit) {
  auto child = [] {
    dup2(STDERR_FILENO, STDOUT_FILENO); // the only stream that the test sees
    auto *rig = new Rig({{"print", simdKernel(printIt)}});
    auto *flag = rig->memory<uint32_t>(1);
    rig->run("print", 1, 32, {flag});
    while (!std::atomic_ref(*flag).load())
      std::this_thread::yield();
    std::exit(0);
  };
  EXPECT_EXIT(child(), testing::ExitedWithCode(0), "printed at exit");
}

/// What a program's static object does when it holds device memory.
struct UsesTheDeviceAtTheEnd {
  Rig *rig = nullptr;
  uint32_t *count = nullptr;
  ~UsesTheDeviceAtTheEnd() {
    if (!rig)
      return;
    rig->run("add", 500, 32, {count});
    if (rig->context->synchronise() != Status::Success || *count != 500 ||
        rig->context->release(count) != Status::Success)
      _exit(1);
  }
};

TEST_F(ProcessDeathTest, DestructorsMayUseTheDevice) {
  auto child = [] {
    static UsesTheDeviceAtTheEnd last; // made before the runtime starts, so destroyed after its exit handler ran
    last.rig = new Rig({{"add", simdKernel(addOne)}});
    last.count = last.rig->memory<uint32_t>(1);
    last.rig->run("add", 1, 32, {last.count});
    last.rig->context->synchronise();
    *last.count = 0;
    std::exit(5);
  };
  EXPECT_EXIT(child(), testing::ExitedWithCode(5), "");
}

TEST_F(ProcessDeathTest, AForkIsToldSo) {
  auto child = [] {
    Rig rig({{"add", simdKernel(addOne)}});
    pid_t pid = fork();
    if (pid == 0)
      _exit(int(initialise()));
    int status = 0;
    waitpid(pid, &status, 0);
    std::_Exit(WEXITSTATUS(status));
  };
  EXPECT_EXIT(child(), testing::ExitedWithCode(int(Status::NotInitialized)), "fork");
}

TEST_F(ProcessDeathTest, ForkBeforeTheFirstUseIsFine) {
  auto child = [] {
    pid_t pid = fork();
    if (pid == 0) {
      auto *rig = new Rig({{"add", simdKernel(addOne)}});
      auto *count = rig->memory<uint32_t>(1);
      rig->run("add", 10, 32, {count});
      _exit(rig->context->synchronise() == Status::Success ? int(*count) : 99);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    std::_Exit(WEXITSTATUS(status));
  };
  EXPECT_EXIT(child(), testing::ExitedWithCode(10), "");
}

TEST_F(ProcessDeathTest, BadEnvironmentIsAnError) {
  auto child = [] {
    setenv("HELICON_DEVICE", "S9000", 1);
    std::exit(int(initialise()));
  };
  EXPECT_EXIT(child(), testing::ExitedWithCode(int(Status::InvalidValue)),
              "'S9000'; valid: S5000, S4000, S80, S3000, SM80");
}

TEST_F(ProcessDeathTest, StrictRefusesHostPointers) {
  auto child = [] {
    setenv("HELICON_STRICT", "1", 1);
    auto *rig = new Rig({{"add", simdKernel(addOne)}});
    auto *good = rig->memory<uint32_t>(1);
    static uint32_t bad;
    bool fine = rig->run("add", 1, 32, {good, nullptr}) == Status::Success &&
                rig->context->synchronise() == Status::Success &&
                rig->run("add", 1, 32, {good, &bad}) == Status::Success &&
                rig->context->synchronise() == Status::IllegalAddress;
    std::exit(fine ? 0 : 1);
  };
  EXPECT_EXIT(child(), testing::ExitedWithCode(0), "HELICON_STRICT: kernel add, argument 2");
}

TEST_F(ProcessDeathTest, StrictRefusesFreedPointers) {
  auto child = [] {
    setenv("HELICON_STRICT", "1", 1);
    auto *rig = new Rig({{"add", simdKernel(addOne)}});
    constexpr uint64_t kCount = 1 << 20;
    auto *good = rig->memory<uint32_t>(kCount), *freed = rig->memory<uint32_t>(kCount);
    bool fine = rig->context->release(freed) == Status::Success &&
                rig->run("add", 1, 32, {good, good + kCount}) == Status::Success && // an end is no fault
                rig->context->synchronise() == Status::Success &&
                rig->run("add", 1, 32, {good, freed + 1000}) == Status::Success &&
                rig->context->synchronise() == Status::IllegalAddress;
    std::exit(fine ? 0 : 1); // with a large allocation alive: no leak of the runtime's
  };
  EXPECT_EXIT(child(), testing::ExitedWithCode(0), "HELICON_STRICT: kernel add, argument 2.*was freed");
}

#if !defined(__has_feature) || !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
TEST_F(ProcessDeathTest, FaultsOfTheProgramStayTheProgramsOwn) {
  auto child = [] {
    Rig rig({{"add", simdKernel(addOne)}});
    auto *count = rig.memory<uint32_t>(1);
    rig.run("add", 1, 32, {count});
    rig.context->synchronise();
    *const_cast<volatile int *>(reinterpret_cast<int *>(uintptr_t(0x40))) = 1;
  };
  EXPECT_EXIT(child(), testing::KilledBySignal(SIGSEGV), "");
}

TEST_F(ProcessDeathTest, AHandlerOfTheProgramIsCalled) {
  auto child = [] {
    signal(SIGSEGV, [](int) { _exit(42); });
    Rig rig({{"add", simdKernel(addOne)}});
    auto *count = rig.memory<uint32_t>(1);
    rig.run("add", 1, 32, {count});
    rig.context->synchronise();
    *const_cast<volatile int *>(reinterpret_cast<int *>(uintptr_t(0x40))) = 1;
  };
  EXPECT_EXIT(child(), testing::ExitedWithCode(42), "");
}
#endif

TEST(HostThreads, ManyAtOnce) {
  Rig rig({{"add", simdKernel(addOne)}});
  auto *count = rig.memory<uint32_t>(1);
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; t++)
    threads.emplace_back([&, t] {
      StreamRef stream = t % 2 ? rig.context->perThreadStream() : nullptr;
      if (!stream)
        rig.context->createStream(kStreamNonBlocking, -t, stream);
      for (int i = 0; i < 200; i++) {
        rig.run(*stream, "add", 3, 32, {count});
        if (i % 10 == 0)
          stream->synchronise();
        void *p = nullptr;
        if (i % 50 == 0 && rig.context->allocate(5000, &p) == Status::Success)
          rig.context->release(p);
      }
      stream->synchronise();
      if (t % 2 == 0)
        rig.context->destroyStream(stream);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(rig.context->synchronise(), Status::Success);
  EXPECT_EQ(*count, 8u * 200 * 3);
}

TEST(HostThreads, ADestroyedStreamsWorkIsDoneAndOrdered) {
  Rig rig({{"add", simdKernel(addOne)},
           {"poll", simdKernel(waitForFlag, 1, sizeof(PollFrame), kKernelHasBarrier | kKernelPolls)}});
  auto *flag = rig.memory<uint32_t>(2);
  StreamRef stream;
  rig.context->createStream(0, 0, stream);
  rig.run(*stream, "poll", 1, 32, {flag});
  rig.run(*stream, "add", 5, 32, {flag + 1});
  const void *handle = stream.get();
  ASSERT_EQ(rig.context->destroyStream(stream), Status::Success);
  stream.reset();
  EXPECT_EQ(findStream(handle, *rig.context), nullptr);
  EXPECT_EQ(flag[1], 0u);
  std::atomic_ref(flag[0]).store(1);
  uint32_t seen = 0;
  ASSERT_EQ(rig.context->legacyStream()->copy(&seen, flag + 1, 4, false), Status::Success);
  EXPECT_EQ(seen, 5u);
}

} // namespace
