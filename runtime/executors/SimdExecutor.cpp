// Runs the groups of a block that may suspend, from barrier to barrier. A block whose groups only
// poll (Yield) is looked at a few more times, then handed back so that the worker can do something else.
#include "runtime/BlockRun.h"
#include "runtime/Faults.h"
#include "runtime/Futex.h"
#include "runtime/KernelCommand.h"
#include "runtime/Worker.h"

#include <algorithm>
#include <optional>

namespace helicon {

static constexpr int kVainRounds = 32;

static uint32_t frameStride(const KernelImage &image) {
  return uint32_t((image.frameBytes + kFrameAlign - 1) / kFrameAlign * kFrameAlign);
}

/// Combines what the groups at a barrier contributed, and tells each of them.
static void combine(BlockRun &run, const KernelImage &image) {
  uint32_t stride = frameStride(image), sum = 0, all = 1, any = 0, op = 0;
  for (uint32_t g = 0; g < image.groups; g++) {
    if (run.groups[g] != GroupState::AtBarrier)
      continue;
    auto *frame = reinterpret_cast<FrameHeader *>(run.frames + uint64_t(g) * stride);
    op = frame->barrier;
    sum += frame->contributed;
    all &= frame->contributed != 0;
    any |= frame->contributed != 0;
  }
  uint32_t result = op == uint32_t(BarrierOp::Popc)  ? sum
                    : op == uint32_t(BarrierOp::And) ? all
                    : op == uint32_t(BarrierOp::Or)  ? any
                                                     : 0;
  for (uint32_t g = 0; g < image.groups; g++) {
    if (run.groups[g] == GroupState::AtBarrier)
      reinterpret_cast<FrameHeader *>(run.frames + uint64_t(g) * stride)->result = result;
  }
}

/// All groups that have not ended wait: lets them go on, unless they wait for the grid's other blocks; false then.
static bool openBarrier(BlockRun &run, const KernelImage &image) {
  if (run.combines) {
    if (run.meetsGrid && !run.command->passGrid(run))
      return false;
    combine(run, image);
  }
  std::replace(run.groups.begin(), run.groups.end(), GroupState::AtBarrier, GroupState::Ready);
  run.waiting = 0;
  run.combines = run.meetsGrid = false;
  return true;
}

// ---- Counted barriers: kernels with named ones. Groups are warps then, and each counts whole. ----

static FrameHeader &frameOf(BlockRun &run, uint32_t group) {
  return *reinterpret_cast<FrameHeader *>(run.frames + uint64_t(group) * frameStride(run.command->image));
}

static uint32_t wholeWarps(uint32_t threads) { return (threads + kWarpLanes - 1) / kWarpLanes * kWarpLanes; }

static uint32_t groupThreads(const KernelImage &image) { return wholeWarps(image.threadsPerGroup); }

static uint32_t threadsOf(const KernelImage &image) { return image.block[0] * image.block[1] * image.block[2]; }

/// One that waits for the whole block waits for the groups that live.
static uint32_t wantedAt(const BlockRun &run, const BarrierState &state) {
  uint32_t threads = barrierThreads(state.word);
  return threads ? wholeWarps(threads) : run.live * groupThreads(run.command->image);
}

static bool openIfComplete(BlockRun &run, uint32_t id) {
  BarrierState &state = run.barriers[id];
  if (state.isIdle() || state.waiting + state.passed < wantedAt(run, state))
    return false;
  for (uint32_t g = 0; g < run.groups.size(); g++) {
    if (run.groups[g] != GroupState::AtBarrier || barrierId(frameOf(run, g).barrier) != id)
      continue;
    run.groups[g] = GroupState::Ready;
    frameOf(run, g).result = state.result();
    run.waitingCounted--;
  }
  state = {};
  return true;
}

/// The group waits from now on; true when it was the last to come.
static bool comeToCounted(BlockRun &run, uint32_t group, const FrameHeader &frame) {
  uint32_t id = barrierId(frame.barrier);
  BarrierState &state = run.barriers[id];
  run.counted = true;
  run.waitingCounted++;
  state.word = frame.barrier;
  state.waiting += groupThreads(run.command->image);
  state.combine(frame.contributed, frame.contributed);
  run.groups[group] = GroupState::AtBarrier;
  return openIfComplete(run, id);
}

void arriveAsGroup(BlockRun &run, uint32_t, uint32_t word) {
  uint32_t id = barrierId(word);
  BarrierState &state = run.barriers[id];
  run.counted = true;
  state.word = word;
  state.passed += groupThreads(run.command->image);
  openIfComplete(run, id);
}

/// A group has ended: barriers of the whole block wait for one less.
static void openAfterEnd(BlockRun &run) {
  for (uint32_t id = 0; id < kBlockBarriers; id++)
    openIfComplete(run, id);
}

static std::string waitOf(BlockRun &run, uint32_t group) {
  const KernelImage &image = run.command->image;
  if (run.groups[group] == GroupState::Ended)
    return {};
  const FrameHeader &frame = frameOf(run, group);
  if (run.groups[group] == GroupState::Ready)
    return kEndlessWait + describeSite(image, frame.state);
  const BarrierState &state = run.barriers[barrierId(frame.barrier)];
  const bool isCounted = frame.barrier & kBarrierCounted;
  const uint32_t come =
      isCounted ? state.waiting + state.passed : std::min(run.waiting * groupThreads(image), threadsOf(image));
  const uint32_t wanted = isCounted ? wantedAt(run, state) : std::min(run.live * groupThreads(image), threadsOf(image));
  return describeBarrier(barrierId(frame.barrier), come, wanted) + describeSite(image, frame.state);
}

[[noreturn]] static void stopStuck(BlockRun &run) {
  const KernelImage &image = run.command->image;
  run.worker->text = describeWaits(image.groups, image.threadsPerGroup, threadsOf(image),
                                   [&](uint32_t group) { return waitOf(run, group); });
  leaveKernel(*run.worker, kLandedDeadlock);
}

/// Every group that has not ended waits, and none of the barriers is complete.
static void stopWhenStuck(BlockRun &run) {
  if (run.waitingCounted == run.live)
    stopStuck(run);
}

/// After a round in which no group did more than poll. Each that is at no barrier went round in a loop that reads and
/// changes nothing but what is looked at here? Then the next round is the same if this leaves it all as it was.
static std::optional<StillState> stateIfStill(BlockRun &run) {
  for (uint32_t g = 0; g < run.groups.size(); g++)
    if (run.groups[g] == GroupState::Ready && frameOf(run, g).contributed == 0)
      return std::nullopt;
  const KernelImage &image = run.command->image;
  StillState state;
  state.add(run.context.shared, uint64_t(image.sharedBytes) + run.context.dynamicSharedBytes);
  state.add(run.frames, uint64_t(frameStride(image)) * image.groups);
  return state;
}

void beginGroups(BlockRun &run) {
  const KernelImage &image = run.command->image;
  uint32_t stride = frameStride(image);
  run.groups.assign(image.groups, GroupState::Ready);
  run.live = image.groups;
  run.waiting = 0;
  run.combines = run.meetsGrid = run.atGrid = false;
  if (run.counted) {
    std::fill_n(run.barriers, kBlockBarriers, BarrierState{});
    run.waitingCounted = 0;
    run.counted = false;
  }
  for (uint32_t g = 0; g < image.groups; g++)
    *reinterpret_cast<FrameHeader *>(run.frames + uint64_t(g) * stride) = {};
}

/// Runs every group that is ready once; true when one of them did more than poll. What it counts is kept in registers:
/// at two suspensions a tile, the way from group to group is a few per cent of a product.
static bool runRound(BlockRun &run, const KernelImage &image, GroupFunction function) {
  const uint32_t stride = frameStride(image), count = image.groups;
  GroupState *states = run.groups.data();
  Worker &worker = *run.worker;
  const bool isApart = run.command->runsApart();
  char *frame = run.frames;
  uint32_t arrived = 0, ended = 0, ops = 0;
  bool progress = false;
  for (uint32_t g = 0; g < count; g++, frame += stride) {
    if (states[g] != GroupState::Ready)
      continue;
    run.current = g;
    GroupStatus status = callGroup(worker, isApart, function, &run.context, g, frame);
    progress |= status != GroupStatus::Yield;
    if (status == GroupStatus::Barrier) {
      if (auto *header = reinterpret_cast<FrameHeader *>(frame); header->barrier & kBarrierCounted) [[unlikely]] {
        comeToCounted(run, g, *header);
        continue;
      }
      states[g] = GroupState::AtBarrier;
      ops |= reinterpret_cast<FrameHeader *>(frame)->barrier;
      arrived++;
    } else if (status == GroupStatus::Ended) {
      states[g] = GroupState::Ended;
      if (run.counted) [[unlikely]] {
        run.live--;
        openAfterEnd(run);
        continue;
      }
      ended++;
    }
  }
  run.waiting += arrived;
  run.live -= ended;
  if (run.counted && ended > 0)
    openAfterEnd(run);
  run.combines |= ops != uint32_t(BarrierOp::None);
  run.meetsGrid |= (ops & uint32_t(BarrierOp::Grid)) != 0;
  return progress;
}

static GroupFunction functionOf(const KernelImage &image) {
  return reinterpret_cast<GroupFunction>(const_cast<void *>(image.entry));
}

bool stepGroups(BlockRun &run) {
  const KernelImage &image = run.command->image;
  if (!run.atGrid)
    runRound(run, image, functionOf(image));
  if (run.live == 0) {
    run.command->blockEnded(run);
    return true;
  }
  if (run.waiting == run.live)
    openBarrier(run, image);
  stopWhenStuck(run);
  return false;
}

bool runGroups(BlockRun &run, bool fresh) {
  const KernelImage &image = run.command->image;
  GroupFunction function = functionOf(image);
  if (fresh)
    beginGroups(run);
  run.progress = false;
  std::optional<StillState> last;
  for (int vain = 0; vain < kVainRounds;) {
    bool progress = !run.atGrid && runRound(run, image, function);
    run.progress |= progress;
    if (run.live == 0) {
      run.command->blockEnded(run);
      return true;
    }
    if (run.waiting == run.live) {
      if (!openBarrier(run, image))
        return false;
      run.progress = progress = true;
    }
    if (run.command->aborted())
      return true;
    stopWhenStuck(run);
    if (progress) {
      vain = 0;
      continue;
    }
    vain++;
    cpuRelax();
    if (vain > kVainRounds - 2) { // the last two rounds
      std::optional<StillState> now = stateIfStill(run);
      if (now && now == last)
        stopStuck(run);
      last = now;
    }
  }
  return false;
}

} // namespace helicon
