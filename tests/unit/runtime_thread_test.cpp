// The thread executor: barriers, exchanges, early returns, independent progress, deadlocks, faults.
#include "runtime_support.h"

#include <gtest/gtest.h>

#include <atomic>

using namespace helicon;
using namespace helicon::test;

namespace {

/// Half of the threads leave early; the others sum over the block with a barrier in each step.
void treeSum(BlockContext *c, uint32_t t) {
  auto *shared = reinterpret_cast<int *>(c->shared);
  if (t >= 64)
    return;
  shared[t] = int(t);
  c->services->barrier(c, t, uint32_t(BarrierOp::None), 0, 0);
  for (uint32_t k = 32; k > 0; k /= 2) {
    if (t < k)
      shared[t] += shared[t + k];
    c->services->barrier(c, t, uint32_t(BarrierOp::None), 0, 0);
  }
  if (t == 0)
    argument<int>(c, 0)[c->blockIdx[0]] = shared[0];
}

void votes(BlockContext *c, uint32_t t) {
  auto *out = argument<uint32_t>(c, 0);
  const ServiceTable *s = c->services;
  uint32_t mask = ~0u;
  out[t * 8 + 0] = uint32_t(s->warp(c, t, WarpOp::Ballot, mask, t % 3 == 0, 0, 0, 0));
  out[t * 8 + 1] = uint32_t(s->warp(c, t, WarpOp::ShflDown, mask, t, 1, 0x1f, 0));
  out[t * 8 + 2] = uint32_t(s->warp(c, t, WarpOp::ShflUp, mask, t, 3, 0, 0));
  out[t * 8 + 3] = uint32_t(s->warp(c, t, WarpOp::ShflBfly, mask, t, 5, 0x1f, 0));
  out[t * 8 + 4] = uint32_t(s->warp(c, t, WarpOp::ShflIdx, mask, t, 2, 0x181f, 0)); // segments of 8
  out[t * 8 + 5] = uint32_t(s->warp(c, t, WarpOp::ReduceAdd, mask, t, 0, 0, 0));
  out[t * 8 + 6] = uint32_t(s->warp(c, t, WarpOp::MatchAny, mask, t / 5, 0, 0, 0));
  out[t * 8 + 7] = s->barrier(c, t, uint32_t(BarrierOp::Popc), t % 2, 0);
}

/// A lane that has returned does not keep the others of its mask waiting.
void partialWarp(BlockContext *c, uint32_t t) {
  if (t % 2)
    return;
  argument<uint32_t>(c, 0)[t] = uint32_t(c->services->warp(c, t, WarpOp::Ballot, ~0u, 1, 0, 0, 0));
}

/// Lane 0 waits for lane 1 of its own warp: independent thread scheduling.
void waitInWarp(BlockContext *c, uint32_t t) {
  std::atomic_ref flag(argument<uint32_t>(c, 0)[0]);
  if (t == 0)
    while (flag.load() == 0)
      c->services->yield(c, t, 0, 0);
  if (t == 1)
    flag.store(1);
}

/// A warp votes until a later warp, of the grid's last block, has brought what it waits for.
void voteUntilBrought(BlockContext *c, uint32_t t) {
  std::atomic_ref flag(argument<uint32_t>(c, 0)[0]);
  if (c->blockIdx[0] == 0 && t < 32)
    while (c->services->warp(c, t, WarpOp::Ballot, ~0u, flag.load() == 0, 0, 0, 0)) {
    }
  else if (c->blockIdx[0] == c->gridDim[0] - 1 && t == 40)
    flag.store(1);
}

void waitForHost(BlockContext *c, uint32_t t) {
  while (std::atomic_ref(argument<uint32_t>(c, 0)[0]).load() == 0)
    c->services->yield(c, t, 0, 0);
}

void deadlock(BlockContext *c, uint32_t t) {
  if (t < 3)
    c->services->warp(c, t, WarpOp::Sync, 0xf, 0, 0, 0, 0);
  else
    c->services->barrier(c, t, uint32_t(BarrierOp::None), 0, 0);
}

/// Not instrumented: a sanitizer would fault at its own address first.
__attribute__((no_sanitize("address", "thread"))) void storeTo(BlockContext *c, uint32_t t) {
  c->services->barrier(c, t, uint32_t(BarrierOp::None), 0, 0);
  if (t == 40)
    *const_cast<volatile int *>(argument<int>(c, 0)) = 1;
  c->services->barrier(c, t, uint32_t(BarrierOp::None), 0, 0);
}

int overflowStack(volatile char *above) {
  volatile char frame[2048];
  frame[0] = above[0];
  return above[0] == 0 ? overflowStack(frame) + frame[1] : 0; // always zero
}
void overflow(BlockContext *, uint32_t t) {
  volatile char start[16] = {};
  if (t == 3 && overflowStack(start))
    start[0] = 1;
}

void trapIt(BlockContext *c, uint32_t t) {
  c->services->barrier(c, t, uint32_t(BarrierOp::None), 0, 0);
  if (t == 7)
    c->services->trap(c, t, TrapKind::Trap, 0);
}

TEST(ThreadExecutor, BarriersAndEarlyReturns) {
  HandKernel kernel = threadKernel(treeSum);
  kernel.sharedBytes = 1024;
  Rig rig({{"k", kernel}});
  auto *out = rig.memory<int>(50);
  ASSERT_EQ(rig.run("k", 50, 100, {out}), Status::Success);
  ASSERT_EQ(rig.context->synchronise(), Status::Success);
  for (int i = 0; i < 50; i++)
    EXPECT_EQ(out[i], 2016);
}

TEST(ThreadExecutor, WarpOperations) {
  Rig rig({{"k", threadKernel(votes)}});
  auto *out = rig.memory<uint32_t>(96 * 8);
  ASSERT_EQ(rig.run("k", 1, 96, {out}), Status::Success);
  ASSERT_EQ(rig.context->synchronise(), Status::Success);
  for (uint32_t t = 0; t < 96; t++) {
    uint32_t lane = t % 32, warp = t - lane, ballot = 0, match = 0;
    for (uint32_t k = 0; k < 32; k++) {
      ballot |= uint32_t((warp + k) % 3 == 0) << k;
      match |= uint32_t((warp + k) / 5 == t / 5) << k;
    }
    uint32_t *r = out + t * 8;
    EXPECT_EQ(r[0], ballot);
    EXPECT_EQ(r[1], lane == 31 ? t : t + 1);
    EXPECT_EQ(r[2], lane < 3 ? t : t - 3);
    EXPECT_EQ(r[3], warp + (lane ^ 5));
    EXPECT_EQ(r[4], warp + (lane & ~7u) + 2);
    EXPECT_EQ(r[5], warp * 32 + 496);
    EXPECT_EQ(r[6], match);
    EXPECT_EQ(r[7], 48u);
  }
}

TEST(ThreadExecutor, EndedLanesAreNotWaitedFor) {
  Rig rig({{"k", threadKernel(partialWarp)}});
  auto *out = rig.memory<uint32_t>(40);
  ASSERT_EQ(rig.run("k", 1, 40, {out}), Status::Success);
  ASSERT_EQ(rig.context->synchronise(), Status::Success);
  for (uint32_t t = 0; t < 40; t += 2)
    EXPECT_EQ(out[t], t < 32 ? 0x55555555u : 0x55u);
}

TEST(ThreadExecutor, LanesOfAWarpMayWaitForEachOther) {
  Rig rig({{"k", threadKernel(waitInWarp)}});
  auto *flag = rig.memory<uint32_t>(1);
  ASSERT_EQ(rig.run("k", 1, 32, {flag}), Status::Success);
  EXPECT_EQ(rig.context->synchronise(), Status::Success);
}

TEST(ThreadExecutor, AWarpThatVotesKeepsNobodyWaiting) {
  Rig rig({{"k", threadKernel(voteUntilBrought)}});
  for (uint32_t blocks : {1u, 200u}) {
    auto *flag = rig.memory<uint32_t>(1);
    ASSERT_EQ(rig.run("k", blocks, 64, {flag}), Status::Success);
    EXPECT_EQ(rig.context->synchronise(), Status::Success);
  }
}

TEST(ThreadExecutor, WaitsForTheHostWithoutBlockingOthers) {
  Rig rig({{"k", threadKernel(waitForHost)}, {"sum", threadKernel(partialWarp)}});
  auto *flag = rig.memory<uint32_t>(1);
  auto *out = rig.memory<uint32_t>(64);
  StreamRef a, b;
  rig.context->createStream(0, 0, a);
  rig.context->createStream(0, 0, b);
  ASSERT_EQ(rig.run(*a, "k", 20, 64, {flag}), Status::Success);
  ASSERT_EQ(rig.run(*b, "sum", 1, 32, {out}), Status::Success);
  ASSERT_EQ(b->synchronise(), Status::Success);
  EXPECT_EQ(a->query(), Status::NotReady);
  std::atomic_ref(*flag).store(1);
  EXPECT_EQ(a->synchronise(), Status::Success);
}

TEST(ThreadExecutor, ADeadlockIsReported) {
  Rig rig({{"k", threadKernel(deadlock)}});
  testing::internal::CaptureStderr();
  ASSERT_EQ(rig.run("k", 1, 32), Status::Success);
  EXPECT_EQ(rig.context->synchronise(), Status::LaunchFailure);
  std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("threads 0 to 2 for the other lanes of mask 0x0000000f in a warp operation; "
                      "threads 3 to 31 for the block's barrier, to which 29 of 32 threads have come"),
            std::string::npos)
      << said;
}

TEST(ThreadExecutor, FaultsNameTheThread) {
  struct {
    ThreadFunction function;
    Status status;
    const char *text;
  } cases[] = {{storeTo, Status::IllegalAddress, "null pointer); block (0,0,0), warp 1, thread (40,0,0)"},
               {overflow, Status::IllegalAddress, "stack overflow"},
               {trapIt, Status::LaunchFailure, "trap; block (0,0,0), warp 0, thread (7,0,0)"}};
  for (auto &c : cases) {
    for (int repeat = 0; repeat < 3; repeat++) {
      Rig rig({{"k", threadKernel(c.function)}});
      testing::internal::CaptureStderr();
      ASSERT_EQ(rig.run("k", 1, 64, {nullptr}), Status::Success);
      EXPECT_EQ(rig.context->synchronise(), c.status);
      std::string said = testing::internal::GetCapturedStderr();
      EXPECT_NE(said.find(c.text), std::string::npos) << said;
    }
  }
}

} // namespace
