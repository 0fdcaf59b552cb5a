// How the lanes of one warp meet: each comes alone to a warp operation and waits for those that its mask names.
#include "runtime/executors/FiberBlock.h"

#include "runtime/BlockRun.h"
#include "runtime/Faults.h"
#include "runtime/Findings.h"
#include "runtime/KernelCommand.h"
#include "runtime/executors/WarpOps.h"

namespace helicon {

/// Do all lanes that `lane` names and that have not ended wait in the same exchange?
bool FiberBlock::haveCome(uint32_t warp, uint32_t lane) const {
  const ThreadSlot *lanes = &threads[size_t(warp) * kWarpLanes];
  const uint32_t needed = lanes[lane].mask & ~endedLanes[warp];
  if (needed & ~waitingLanes[warp])
    return false;
  for (uint32_t rest = needed; rest; rest &= rest - 1) {
    const ThreadSlot &other = lanes[__builtin_ctz(rest)];
    if (other.op != lanes[lane].op || other.mask != lanes[lane].mask)
      return false;
  }
  return true;
}

/// The exchange that `lane` waits in, for `lanes`: they go on.
void FiberBlock::letGo(uint32_t warp, uint32_t lane, uint32_t lanes) {
  ThreadSlot *slots = &threads[size_t(warp) * kWarpLanes];
  if (checked)
    checkMask(warp * kWarpLanes + lane, lanes);
  exchange(slots, lanes, lanes & slots[lane].mask);
  waitingLanes[warp] &= ~lanes;
  for (uint32_t rest = lanes; rest; rest &= rest - 1)
    slots[__builtin_ctz(rest)].state = ThreadState::Ready;
}

/// Completes the exchange that `lane` waits in if all lanes of its mask that have not ended have come; false otherwise.
/// One that does not name all lanes waits until the others have come as far as they can: some of them may take part
/// though the mask leaves them out, which is the program's fault and gives what the simd executor gives.
bool FiberBlock::completeWarp(uint32_t warp, uint32_t lane) {
  const ThreadSlot &slot = threads[size_t(warp) * kWarpLanes + lane];
  if (slot.op == WarpOp::ActiveMask || ~(slot.mask | endedLanes[warp]) || !haveCome(warp, lane))
    return false;
  letGo(warp, lane, ~endedLanes[warp]);
  return true;
}

/// No lane of the warp can run: exchanges of some lanes that are complete, each with the lanes at the same place that
/// its mask leaves out; if there is none, the first of those that their own masks leave out go on alone.
bool FiberBlock::releaseParts(uint32_t warp) {
  const ThreadSlot *lanes = &threads[size_t(warp) * kWarpLanes];
  auto together = [&](uint32_t lane) {
    uint32_t found = 0;
    for (uint32_t rest = waitingLanes[warp]; rest; rest &= rest - 1) {
      const ThreadSlot &other = lanes[__builtin_ctz(rest)];
      const bool named = lanes[lane].mask >> __builtin_ctz(rest) & 1;
      if (other.op == lanes[lane].op && other.mask == lanes[lane].mask && (named || other.site == lanes[lane].site))
        found |= rest & -rest;
    }
    return found;
  };
  bool released = false;
  uint32_t leftOut = 0;
  for (uint32_t rest = waitingLanes[warp]; rest; rest &= rest - 1) {
    const auto lane = uint32_t(__builtin_ctz(rest));
    if (lanes[lane].op == WarpOp::ActiveMask || !(waitingLanes[warp] >> lane & 1))
      continue;
    if (!(lanes[lane].mask >> lane & 1)) {
      leftOut |= 1u << lane;
    } else if (haveCome(warp, lane)) {
      letGo(warp, lane, together(lane));
      released = true;
    }
  }
  if (released || !leftOut)
    return released;
  const auto lane = uint32_t(__builtin_ctz(leftOut));
  letGo(warp, lane, together(lane) & ~lanes[lane].mask);
  return true;
}

/// Checked mode: the thread's mask names itself, and no lane but those present.
void FiberBlock::checkMask(uint32_t thread, uint32_t present) {
  const ThreadSlot &slot = threads[thread];
  const uint32_t lane = thread % kWarpLanes;
  if ((slot.mask >> lane & 1) && !(slot.mask & ~present))
    return;
  const KernelImage &image = block->command->image;
  block->worker->text = describeMask(slot.op, slot.mask, lane, lanesOfWarp(thread, image), present, "they have ended");
  block->finding = Finding::Mask;
  block->trapThread = thread;
  block->trapSite = slot.site;
  leaveKernel(*block->worker, kLandedFinding);
}

/// No lane of the warp can run: those that asked who is active at the same call are each other's answer. The earliest
/// call in the kernel goes first, as its lanes may still come to where the others wait.
bool FiberBlock::releaseActive(uint32_t warp) {
  ThreadSlot *lanes = &threads[size_t(warp) * kWarpLanes];
  uint32_t together = 0, call = ~0u;
  for (uint32_t rest = waitingLanes[warp]; rest; rest &= rest - 1) {
    uint32_t lane = uint32_t(__builtin_ctz(rest));
    if (lanes[lane].op != WarpOp::ActiveMask || lanes[lane].b > call)
      continue;
    together = lanes[lane].b < call ? 1u << lane : together | 1u << lane;
    call = lanes[lane].b;
  }
  for (uint32_t rest = together; rest; rest &= rest - 1) {
    ThreadSlot &slot = lanes[__builtin_ctz(rest)];
    slot.result = together;
    slot.state = ThreadState::Ready;
  }
  waitingLanes[warp] &= ~together;
  return together != 0;
}

uint64_t FiberBlock::warp(uint32_t thread, WarpOp op, uint32_t mask, uint64_t value, uint32_t b, uint32_t c,
                          uint32_t site) {
  ThreadSlot &slot = threads[thread];
  uint32_t index = thread / kWarpLanes, lane = thread % kWarpLanes;
  slot.op = op;
  slot.mask = mask;
  slot.value = value;
  slot.b = b;
  slot.c = c;
  slot.site = site;
  waitingLanes[index] |= 1u << lane;
  if (checked && op != WarpOp::ActiveMask)
    checkMask(thread, lanesOfWarp(thread, block->command->image));
  if (completeWarp(index, lane))
    slot.state = ThreadState::Running; // the last to come goes straight on
  else
    suspend(thread, ThreadState::AtWarp);
  return slot.result;
}

} // namespace helicon
