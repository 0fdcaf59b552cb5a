// Runs the groups of a block that may suspend, from barrier to barrier. A block whose groups only
// poll (Yield) is looked at a few more times, then handed back so that the worker can do something else.
#include "runtime/BlockRun.h"
#include "runtime/Futex.h"
#include "runtime/KernelCommand.h"

#include <algorithm>

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
    op = frame->barrierOp;
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

void beginGroups(BlockRun &run) {
  const KernelImage &image = run.command->image;
  uint32_t stride = frameStride(image);
  run.groups.assign(image.groups, GroupState::Ready);
  run.live = image.groups;
  run.waiting = 0;
  run.combines = run.meetsGrid = run.atGrid = false;
  for (uint32_t g = 0; g < image.groups; g++)
    *reinterpret_cast<FrameHeader *>(run.frames + uint64_t(g) * stride) = {};
}

/// Runs every group that is ready once; true when one of them did more than poll. What it counts is kept in registers:
/// at two suspensions a tile, the way from group to group is a few per cent of a product.
static bool runRound(BlockRun &run, const KernelImage &image, GroupFunction function) {
  const uint32_t stride = frameStride(image), count = image.groups;
  GroupState *states = run.groups.data();
  char *frame = run.frames;
  uint32_t arrived = 0, ended = 0, ops = 0;
  bool progress = false;
  for (uint32_t g = 0; g < count; g++, frame += stride) {
    if (states[g] != GroupState::Ready)
      continue;
    run.current = g;
    GroupStatus status = function(&run.context, g, frame);
    progress |= status != GroupStatus::Yield;
    if (status == GroupStatus::Barrier) {
      states[g] = GroupState::AtBarrier;
      ops |= reinterpret_cast<FrameHeader *>(frame)->barrierOp;
      arrived++;
    } else if (status == GroupStatus::Ended) {
      states[g] = GroupState::Ended;
      ended++;
    }
  }
  run.waiting += arrived;
  run.live -= ended;
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
  return false;
}

bool runGroups(BlockRun &run, bool fresh) {
  const KernelImage &image = run.command->image;
  GroupFunction function = functionOf(image);
  if (fresh)
    beginGroups(run);
  run.progress = false;
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
    if (progress) {
      vain = 0;
    } else {
      if (run.command->aborted())
        return true;
      vain++;
      cpuRelax();
    }
  }
  return false;
}

} // namespace helicon
