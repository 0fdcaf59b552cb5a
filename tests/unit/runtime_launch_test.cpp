// Launches through the simd executor: blocks, barriers, polling, order, overlap, errors.
#include "runtime_support.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <immintrin.h>
#include <thread>

using namespace helicon;
using namespace helicon::test;

namespace {

GroupStatus countBlocks(BlockContext *c, uint32_t, void *) {
  uint64_t index =
      c->blockIdx[0] + uint64_t(c->gridDim[0]) * (c->blockIdx[1] + uint64_t(c->gridDim[1]) * c->blockIdx[2]);
  std::atomic_ref(argument<uint32_t>(c, 0)[index]).fetch_add(1);
  return GroupStatus::Ended;
}

GroupStatus empty(BlockContext *, uint32_t, void *) { return GroupStatus::Ended; }

GroupStatus addOne(BlockContext *c, uint32_t, void *) {
  argument<int>(c, 0)[0] = argument<int>(c, 0)[0] * 2 + 1;
  return GroupStatus::Ended;
}

struct SumFrame : FrameHeader {
  int rounds;
};
/// Each group writes its number to shared memory, waits, adds all of them up; three times.
GroupStatus barrierSum(BlockContext *c, uint32_t group, void *memory) {
  auto *frame = static_cast<SumFrame *>(memory);
  auto *shared = reinterpret_cast<int *>(c->shared);
  for (;;) {
    switch (frame->state) {
    case 0:
      frame->rounds = 0; // only the header comes zeroed
      [[fallthrough]];
    case 3:
      shared[group] = int(group) + frame->rounds;
      frame->state = 1;
      frame->barrier = uint32_t(BarrierOp::Popc);
      frame->contributed = group % 2;
      return GroupStatus::Barrier;
    case 1: {
      int sum = 0;
      for (int g = 0; g < 8; g++)
        sum += shared[g];
      argument<int>(c, 0)[(c->blockIdx[0] * 8 + group) * 3 + uint32_t(frame->rounds)] = sum * 100 + int(frame->result);
      frame->state = 2;
      frame->barrier = 0;
      return GroupStatus::Barrier;
    }
    default:
      if (++frame->rounds == 3)
        return GroupStatus::Ended;
      frame->state = 3;
    }
  }
}

struct PollFrame : FrameHeader {};
GroupStatus waitForFlag(BlockContext *c, uint32_t, void *) {
  auto *flag = argument<uint32_t>(c, 0);
  uint64_t wanted = uint64_t(uintptr_t(argument<void>(c, 1)));
  return std::atomic_ref(*flag).load() == wanted ? GroupStatus::Ended : GroupStatus::Yield;
}
GroupStatus raiseFlag(BlockContext *c, uint32_t, void *) {
  std::atomic_ref(*argument<uint32_t>(c, 0)).store(uint32_t(uintptr_t(argument<void>(c, 1))));
  return GroupStatus::Ended;
}
/// Block i waits for block i-1: a look-back scan.
GroupStatus chain(BlockContext *c, uint32_t, void *) {
  auto *done = argument<uint32_t>(c, 0);
  uint32_t i = c->blockIdx[0];
  if (i > 0 && std::atomic_ref(done[i - 1]).load() == 0)
    return GroupStatus::Yield;
  std::atomic_ref(done[i]).store(i > 0 ? done[i - 1] + 1 : 1);
  return GroupStatus::Ended;
}
/// Block 0 waits for the last block.
GroupStatus waitForLast(BlockContext *c, uint32_t, void *) {
  auto *done = argument<uint32_t>(c, 0);
  if (c->blockIdx[0] == 0)
    return std::atomic_ref(done[1]).load() ? GroupStatus::Ended : GroupStatus::Yield;
  if (c->blockIdx[0] + 1 == c->gridDim[0])
    std::atomic_ref(done[1]).store(1);
  return GroupStatus::Ended;
}
/// Stays under way until the host opens the gate, then raises the flag.
GroupStatus gated(BlockContext *c, uint32_t, void *) {
  if (std::atomic_ref(*argument<uint32_t>(c, 0)).load() == 0)
    return GroupStatus::Yield;
  std::atomic_ref(*argument<uint32_t>(c, 1)).store(1);
  return GroupStatus::Ended;
}
HandKernel gatedKernel() { return simdKernel(gated, 1, sizeof(PollFrame), kKernelHasBarrier | kKernelPolls); }
void open(uint32_t *gate) { std::atomic_ref(*gate).store(1); }
/// Not instrumented: a sanitizer would fault at its own address first.
__attribute__((no_sanitize("address", "thread"))) GroupStatus storeTo(BlockContext *c, uint32_t group, void *) {
  if (c->blockIdx[0] == 3 && group == 1)
    *const_cast<volatile int *>(argument<int>(c, 0)) = 1;
  return GroupStatus::Ended;
}
GroupStatus divide(BlockContext *c, uint32_t, void *) {
  volatile int zero = 0;
  argument<int>(c, 0)[0] = 77 / zero;
  return GroupStatus::Ended;
}
int overflowStack(volatile char *above) {
  volatile char frame[4096];
  frame[0] = above[0];
  return above[0] == 0 ? overflowStack(frame) + frame[1] : 0; // always zero
}
GroupStatus overflow(BlockContext *, uint32_t, void *) {
  volatile char start[16] = {};
  return overflowStack(start) == 1 ? GroupStatus::Barrier : GroupStatus::Ended;
}
GroupStatus trapIt(BlockContext *c, uint32_t, void *) {
  if (c->blockIdx[0] == 2)
    c->services->trap(c, 5, TrapKind::Trap, 0);
  return GroupStatus::Ended;
}
GroupStatus assertIt(BlockContext *c, uint32_t, void *) {
  c->services->assertFail(c, 33, "x > 0", "a.mu", 12, "k");
  return GroupStatus::Ended;
}
GroupStatus printIt(BlockContext *c, uint32_t, void *) {
  struct {
    int i;
    double d;
    const char *s;
    long long l;
  } fields = {int(c->blockIdx[0]), 2.5, "text", -7};
  c->services->print(c, 0, "block %d %5.2f %s %lld%%\n", &fields);
  return GroupStatus::Ended;
}
GroupStatus heapUser(BlockContext *c, uint32_t, void *) {
  void *p = c->services->allocate(c, 100);
  std::memset(p, 1, 100);
  c->services->release(c, p);
  argument<void *>(c, 0)[0] = c->services->allocate(c, 1000);
  argument<void *>(c, 0)[1] = c->services->allocate(c, uint64_t(1) << 40);
  return GroupStatus::Ended;
}
GroupStatus badFree(BlockContext *c, uint32_t, void *) {
  c->services->release(c, argument<char>(c, 0) + 8);
  return GroupStatus::Ended;
}
GroupStatus halveSmallest(BlockContext *c, uint32_t, void *) {
  volatile float smallest = 1e-38f;
  argument<float>(c, 0)[c->blockIdx[0]] = smallest / 4;
  return GroupStatus::Ended;
}
GroupStatus useVariable(BlockContext *c, uint32_t, void *) {
  argument<int>(c, 0)[0] = *static_cast<int *>(c->variables[0]);
  *static_cast<int *>(c->variables[0]) += 5;
  return GroupStatus::Ended;
}

constexpr uint32_t kPolls = kKernelHasBarrier | kKernelPolls;

TEST(Launch, RunsEveryBlockOnce) {
  Rig rig({{"count", simdKernel(countBlocks)}});
  for (uint32_t grid : {1u, 2u, 63u, 64u, 1000u, 20000u}) {
    auto *counts = rig.memory<uint32_t>(grid);
    for (int repeat = 1; repeat <= 3; repeat++) {
      ASSERT_EQ(rig.run("count", grid, 32, {counts}), Status::Success);
      ASSERT_EQ(rig.context->synchronise(), Status::Success);
      for (uint32_t i = 0; i < grid; i++)
        ASSERT_EQ(counts[i], uint32_t(repeat)) << i << " of " << grid;
    }
  }
  EXPECT_EQ(rig.provider.provided, 1);
}

TEST(Launch, ThreeDimensionalGrid) {
  Rig rig({{"count", simdKernel(countBlocks)}});
  auto *counts = rig.memory<uint32_t>(7 * 5 * 3);
  LaunchRequest request;
  request.grid[0] = 7, request.grid[1] = 5, request.grid[2] = 3;
  const void *values[4] = {counts};
  void *parameters[4] = {&values[0], &values[1], &values[2], &values[3]};
  request.parameters = parameters;
  ASSERT_EQ(launch(*rig.context->legacyStream(), *rig.module->kernel("count"), request), Status::Success);
  ASSERT_EQ(rig.context->synchronise(), Status::Success);
  for (int i = 0; i < 105; i++)
    EXPECT_EQ(counts[i], 1u);
}

TEST(Launch, BarriersKeepGroupsTogether) {
  HandKernel kernel = simdKernel(barrierSum, 8, sizeof(SumFrame), kKernelHasBarrier);
  kernel.sharedBytes = 64;
  Rig rig({{"sum", kernel}});
  auto *out = rig.memory<int>(100 * 8 * 3);
  ASSERT_EQ(rig.run("sum", 100, 256, {out}), Status::Success);
  ASSERT_EQ(rig.context->synchronise(), Status::Success);
  for (int i = 0; i < 2400; i++)
    ASSERT_EQ(out[i], (28 + 8 * (i % 3)) * 100 + 4) << i;
}

TEST(Launch, TheProgramsFloatingPointModeIsItsOwn) {
  unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040); // flush to zero, denormals are zero
  {
    Rig rig({{"k", simdKernel(halveSmallest)}});
    auto *out = rig.memory<float>(64);
    ASSERT_EQ(rig.run("k", 64, 32, {out}), Status::Success);
    ASSERT_EQ(rig.context->synchronise(), Status::Success);
    EXPECT_EQ(_mm_getcsr() & 0x8040, 0x8040u);
    uint32_t bits[64];
    std::memcpy(bits, out, sizeof bits);
    for (uint32_t b : bits)
      EXPECT_NE(b, 0u);
  }
  _mm_setcsr(before);
}

TEST(Launch, RefusalsNameBothNumbers) {
  HandKernel kernel = simdKernel(addOne);
  Rig rig({{"k", kernel}});
  const Profile &profile = rig.context->device().profile();
  auto why = [&](uint32_t grid, uint32_t block, uint64_t dynamicShared = 0, uint32_t blockZ = 1) {
    LaunchRequest request{.grid = {grid, 1, 1}, .block = {block, 1, blockZ}};
    request.dynamicShared = dynamicShared;
    return whyRefused(profile, *rig.module->kernel("k"), request);
  };
  EXPECT_EQ(why(1, 32), "");
  EXPECT_EQ(why(1, 2048), "a block of 2048 threads, " + profile.name + " allows 1024");
  EXPECT_EQ(why(1, 2, 0, 65), "a block of 2x1x65 threads, " + profile.name + " allows at most 1024x1024x64 each way");
  EXPECT_EQ(why(0, 32), "a grid of 0x1x1 blocks of 32x1x1 threads, a size is at least 1");
  const std::string shared = why(1, 32, 1 << 20);
  EXPECT_NE(shared.find("1048576 bytes of dynamic and "), std::string::npos) << shared;
  EXPECT_NE(shared.find(profile.name + " allows " + std::to_string(profile.sharedPerBlockOptin) + " a block"),
            std::string::npos)
      << shared;
}

TEST(Launch, OrderWithinAStream) {
  Rig rig({{"add", simdKernel(addOne)}});
  auto *value = rig.memory<int>(1);
  StreamRef stream;
  ASSERT_EQ(rig.context->createStream(kStreamNonBlocking, 0, stream), Status::Success);
  for (int i = 0; i < 20; i++)
    ASSERT_EQ(rig.run(*stream, "add", 1, 32, {value}), Status::Success);
  ASSERT_EQ(stream->synchronise(), Status::Success);
  EXPECT_EQ(*value, (1 << 20) - 1);
}

TEST(Launch, ReturnsBeforeTheKernelEnds) {
  Rig rig({{"wait", simdKernel(waitForFlag, 1, sizeof(PollFrame), kPolls)}});
  auto *flag = rig.memory<uint32_t>(1);
  StreamRef stream;
  rig.context->createStream(0, 0, stream);
  ASSERT_EQ(rig.run(*stream, "wait", 1, 32, {flag, reinterpret_cast<void *>(1)}), Status::Success);
  EXPECT_EQ(stream->query(), Status::NotReady);
  std::atomic_ref(*flag).store(1);
  EXPECT_EQ(stream->synchronise(), Status::Success);
  EXPECT_EQ(stream->query(), Status::Success);
}

TEST(Launch, StreamsOverlap) {
  Rig rig({{"wait", simdKernel(waitForFlag, 1, sizeof(PollFrame), kPolls)}, {"raise", simdKernel(raiseFlag)}});
  auto *flag = rig.memory<uint32_t>(1);
  StreamRef a, b;
  rig.context->createStream(0, 0, a);
  rig.context->createStream(0, 0, b);
  // More waiting blocks than there are workers.
  ASSERT_EQ(rig.run(*a, "wait", 200, 32, {flag, reinterpret_cast<void *>(2)}), Status::Success);
  ASSERT_EQ(rig.run(*b, "raise", 1, 1, {flag, reinterpret_cast<void *>(2)}), Status::Success);
  EXPECT_EQ(a->synchronise(), Status::Success);
  EXPECT_EQ(b->synchronise(), Status::Success);
}

TEST(Launch, BlocksMayWaitForEachOther) {
  Rig rig({{"chain", simdKernel(chain, 1, sizeof(PollFrame), kPolls)},
           {"last", simdKernel(waitForLast, 1, sizeof(PollFrame), kPolls)}});
  auto *done = rig.memory<uint32_t>(5000);
  ASSERT_EQ(rig.run("chain", 5000, 32, {done}), Status::Success);
  ASSERT_EQ(rig.context->synchronise(), Status::Success);
  EXPECT_EQ(done[4999], 5000u);
  std::memset(done, 0, 8);
  ASSERT_EQ(rig.run("last", 1000, 32, {done}), Status::Success);
  ASSERT_EQ(rig.context->synchronise(), Status::Success);
}

TEST(Launch, LegacyStreamWaitsForBlockingStreams) {
  Rig rig({{"gated", gatedKernel()}});
  auto *memory = rig.memory<uint32_t>(6);
  uint32_t *gates = memory, *flag = memory + 4, *seen = memory + 5;
  StreamRef legacy = rig.context->legacyStream(), blocking, free;
  rig.context->createStream(0, 0, blocking);
  rig.context->createStream(kStreamNonBlocking, 0, free);
  ASSERT_EQ(rig.run(*blocking, "gated", 1, 32, {gates, flag}), Status::Success);
  ASSERT_EQ(legacy->copy(seen, flag, 4, true), Status::Success);
  EXPECT_EQ(legacy->query(), Status::NotReady);
  EXPECT_EQ(free->query(), Status::Success);
  open(gates);
  ASSERT_EQ(legacy->synchronise(), Status::Success);
  EXPECT_EQ(*seen, 1u);
  *flag = *seen = 0;
  ASSERT_EQ(rig.run(*legacy, "gated", 1, 32, {gates + 1, flag}), Status::Success);
  ASSERT_EQ(blocking->copy(seen, flag, 4, true), Status::Success);
  EXPECT_EQ(blocking->query(), Status::NotReady);
  EXPECT_EQ(free->query(), Status::Success);
  open(gates + 1);
  ASSERT_EQ(blocking->synchronise(), Status::Success);
  EXPECT_EQ(*seen, 1u);
}

TEST(Launch, EventsOrderAndTime) {
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::duration<float, std::milli>;
  Rig rig({{"gated", gatedKernel()}});
  auto *gate = rig.memory<uint32_t>(3), *flag = gate + 1, *seen = gate + 2;
  StreamRef a, b;
  rig.context->createStream(kStreamNonBlocking, 0, a);
  rig.context->createStream(kStreamNonBlocking, 0, b);
  EventRef start, end;
  rig.context->createEvent(0, start);
  rig.context->createEvent(0, end);
  float ms = -1;
  EXPECT_EQ(Event::elapsed(*start, *end, ms), Status::InvalidHandle);
  const auto before = Clock::now();
  ASSERT_EQ(start->record(*a), Status::Success);
  ASSERT_EQ(rig.run(*a, "gated", 1, 32, {gate, flag}), Status::Success);
  ASSERT_EQ(end->record(*a), Status::Success);
  EXPECT_EQ(end->query(), Status::NotReady);
  EXPECT_EQ(Event::elapsed(*start, *end, ms), Status::NotReady);
  ASSERT_EQ(b->waitEvent(*end), Status::Success);
  ASSERT_EQ(b->copy(seen, flag, 4, true), Status::Success);
  EXPECT_EQ(b->query(), Status::NotReady);
  ASSERT_EQ(start->synchronise(), Status::Success);
  const auto started = Clock::now();
  std::this_thread::sleep_for(std::chrono::milliseconds(2)); // a time to measure
  const Milliseconds atLeast = Clock::now() - started;
  open(gate);
  ASSERT_EQ(end->synchronise(), Status::Success);
  const Milliseconds atMost = Clock::now() - before;
  ASSERT_EQ(Event::elapsed(*start, *end, ms), Status::Success);
  EXPECT_GE(ms, atLeast.count() * 0.999f); // the last digits of a float
  EXPECT_LE(ms, atMost.count() * 1.001f);
  ASSERT_EQ(b->synchronise(), Status::Success);
  EXPECT_EQ(*seen, 1u);
}

TEST(Launch, HostFunctionsRunInOrder) {
  Rig rig({{"gated", gatedKernel()}});
  auto *gate = rig.memory<uint32_t>(2), *flag = gate + 1;
  StreamRef stream;
  rig.context->createStream(0, 0, stream);
  std::atomic<uint32_t> seen{99};
  rig.run(*stream, "gated", 1, 32, {gate, flag});
  ASSERT_EQ(stream->hostFunction([&] { seen = std::atomic_ref(*flag).load(); }), Status::Success);
  EXPECT_EQ(seen.load(), 99u);
  open(gate);
  ASSERT_EQ(stream->synchronise(), Status::Success);
  EXPECT_EQ(seen.load(), 1u);
}

TEST(Launch, RefusesWhatTheCardRefuses) {
  Rig rig({{"empty", simdKernel(empty)}});
  EXPECT_EQ(rig.run("empty", 1, 2048), Status::InvalidConfiguration);
  EXPECT_EQ(rig.run("empty", 1, 0), Status::InvalidConfiguration);
  EXPECT_EQ(rig.run("empty", 0, 32), Status::InvalidConfiguration);
  EXPECT_EQ(rig.run(*rig.context->legacyStream(), "empty", 1, 32, {}, 1 << 24), Status::InvalidValue);
  EXPECT_EQ(rig.run(*rig.context->legacyStream(), "empty", 1, 32, {}, 64 << 10), Status::InvalidValue);
  EXPECT_EQ(rig.module->kernel("empty")->setMaxDynamicShared(100 << 10), Status::Success);
  EXPECT_EQ(rig.run(*rig.context->legacyStream(), "empty", 1, 32, {}, 64 << 10), Status::Success);
  EXPECT_EQ(rig.module->kernel("empty")->setMaxDynamicShared(300000), Status::InvalidValue);
  LaunchRequest request;
  request.block[2] = 128;
  EXPECT_EQ(launch(*rig.context->legacyStream(), *rig.module->kernel("empty"), request), Status::InvalidConfiguration);
  request.block[2] = 1;
  EXPECT_EQ(launch(*rig.context->legacyStream(), *rig.module->kernel("empty"), request), Status::InvalidValue)
      << "no arguments";
  EXPECT_EQ(rig.context->synchronise(), Status::Success);
}

TEST(Fault, IllegalAddressKillsTheContextOnly) {
  Rig rig({{"store", simdKernel(storeTo, 2)}, {"empty", simdKernel(empty)}});
  testing::internal::CaptureStderr();
  ASSERT_EQ(rig.run("store", 100, 64, {reinterpret_cast<void *>(uintptr_t(0x123400000))}), Status::Success);
  EXPECT_EQ(rig.context->synchronise(), Status::IllegalAddress);
  std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("store"), std::string::npos) << said;
  EXPECT_NE(said.find("block (3,0,0), warp 1"), std::string::npos) << said;
  EXPECT_NE(said.find("0x123400000"), std::string::npos) << said;
  EXPECT_EQ(rig.run("empty", 1, 32), Status::IllegalAddress);
  EXPECT_EQ(rig.context->legacyStream()->query(), Status::IllegalAddress);
  Rig other({{"empty", simdKernel(empty)}});
  EXPECT_EQ(other.run("empty", 1, 32), Status::Success);
  EXPECT_EQ(other.context->synchronise(), Status::Success);
}

TEST(Fault, EndsWhatPollsInTheSameContext) {
  Rig rig({{"wait", simdKernel(waitForFlag, 1, sizeof(PollFrame), kPolls)}, {"store", simdKernel(storeTo, 2)}});
  auto *flag = rig.memory<uint32_t>(1);
  StreamRef a, b;
  rig.context->createStream(kStreamNonBlocking, 0, a);
  rig.context->createStream(kStreamNonBlocking, 0, b);
  ASSERT_EQ(rig.run(*a, "wait", 50, 32, {flag, reinterpret_cast<void *>(1)}), Status::Success);
  testing::internal::CaptureStderr();
  ASSERT_EQ(rig.run(*b, "store", 4, 64, {nullptr}), Status::Success);
  EXPECT_EQ(b->synchronise(), Status::IllegalAddress);
  EXPECT_EQ(a->synchronise(), Status::IllegalAddress) << "nobody raises the flag any more";
  testing::internal::GetCapturedStderr();
}

TEST(Fault, ManyTimes) {
  for (int i = 0; i < 20; i++) {
    Rig rig({{"store", simdKernel(storeTo, 2)}});
    testing::internal::CaptureStderr();
    ASSERT_EQ(rig.run("store", 4, 64, {nullptr}), Status::Success);
    EXPECT_EQ(rig.context->synchronise(), Status::IllegalAddress);
    EXPECT_NE(testing::internal::GetCapturedStderr().find("null pointer"), std::string::npos);
  }
}

TEST(Fault, OtherKinds) {
  struct {
    HandKernel kernel;
    Status status;
    const char *text;
  } cases[] = {{simdKernel(divide), Status::IllegalAddress, "arithmetic"},
               {simdKernel(overflow), Status::IllegalAddress, "stack overflow"},
               {simdKernel(trapIt), Status::LaunchFailure, "trap; block (2,0,0), warp 0, thread (5,0,0)"},
               {simdKernel(assertIt), Status::Assert, "a.mu:12: k: assertion 'x > 0' failed"},
               {simdKernel(badFree), Status::IllegalAddress, "free()"}};
  for (uint32_t flags : {0u, uint32_t(kKernelHasArrays), uint32_t(kKernelRecurses)}) // on either stack
    for (auto &c : cases) {
      c.kernel.flags = flags;
      Rig rig({{"k", c.kernel}});
      auto *memory = rig.memory<char>(64);
      testing::internal::CaptureStderr();
      ASSERT_EQ(rig.run("k", 4, 64, {memory}), Status::Success);
      EXPECT_EQ(rig.context->synchronise(), c.status);
      std::string said = testing::internal::GetCapturedStderr();
      EXPECT_NE(said.find(c.text), std::string::npos) << said;
    }
}

#if !defined(__has_feature) || !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
/// As a kernel does that writes past a local array, to the place where it will return to and beyond.
GroupStatus overwriteAbove(BlockContext *, uint32_t, void *) {
  volatile uint64_t local[8];
  uintptr_t at = uintptr_t(local);
  asm volatile("" : "+r"(at));
  for (int i = 0; i < 400; i++)
    reinterpret_cast<volatile uint64_t *>(at)[i] = uint64_t(i) * 16; // where no code is
  return GroupStatus::Ended;
}
/// Returns with nothing but other values in the registers that it should have kept.
GroupStatus spoilRegisters(BlockContext *, uint32_t, void *) {
  asm volatile("movq $1, 0(%%rbp)" ::: "memory");
  return __builtin_frame_address(0) ? GroupStatus::Ended : GroupStatus::Barrier;
}

TEST(Fault, OverwrittenStacksAreTheKernelsOwn) {
  for (GroupFunction function : {overwriteAbove, spoilRegisters})
    for (uint32_t frame : {0u, 64u}) {
      Rig rig({{"k", simdKernel(function, 2, frame, kKernelHasArrays)}, {"empty", simdKernel(empty)}});
      testing::internal::CaptureStderr();
      ASSERT_EQ(rig.run("k", 40, 64), Status::Success);
      EXPECT_EQ(rig.context->synchronise(), Status::IllegalAddress);
      const std::string said = testing::internal::GetCapturedStderr();
      EXPECT_NE(said.find("the kernel's stack was overwritten"), std::string::npos) << said;
      Rig other({{"empty", simdKernel(empty)}});
      EXPECT_EQ(other.run("empty", 100, 32), Status::Success);
      EXPECT_EQ(other.context->synchronise(), Status::Success);
    }
}
#endif

TEST(Services, PrintComesOutInOrderAtSynchronisation) {
  Rig rig({{"print", simdKernel(printIt)}});
  testing::internal::CaptureStdout();
  for (int i = 0; i < 2; i++)
    rig.run("print", 1, 32);
  EXPECT_EQ(rig.context->synchronise(), Status::Success);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "block 0  2.50 text -7%\nblock 0  2.50 text -7%\n");
}

TEST(Services, DeviceHeap) {
  Rig rig({{"heap", simdKernel(heapUser)}});
  auto *out = rig.memory<void *>(2);
  ASSERT_EQ(rig.run("heap", 1, 32, {out}), Status::Success);
  ASSERT_EQ(rig.context->synchronise(), Status::Success);
  EXPECT_NE(out[0], nullptr);
  EXPECT_EQ(out[1], nullptr);
  EXPECT_EQ(rig.context->release(out[0]), Status::InvalidValue) << "device heap memory is not the host's to free";
}

TEST(Module, VariablesHaveStorageValuesAndAddresses) {
  VariableInfo number{.name = "number", .size = 4, .align = 4, .initial = {7, 0, 0, 0}, .relocations = {}};
  VariableInfo pointer{.name = "pointer", .size = 16, .align = 8, .initial = {}, .relocations = {{8, "number", 4}}};
  HandKernel kernel = simdKernel(useVariable);
  kernel.variables = {"number"};
  Rig rig({{"use", kernel}}, 4, {number, pointer});
  auto *out = rig.memory<int>(1);
  ASSERT_EQ(rig.run("use", 1, 32, {out}), Status::Success);
  ASSERT_EQ(rig.context->synchronise(), Status::Success);
  EXPECT_EQ(*out, 7);
  auto *address = static_cast<int *>(rig.module->variable("number")->address);
  EXPECT_EQ(*address, 12);
  EXPECT_EQ(static_cast<int **>(rig.module->variable("pointer")->address)[1], address + 1);
}

} // namespace
