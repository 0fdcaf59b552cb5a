// The scheduler of one block's fibers: warp by warp, each until all of its lanes wait, so that exchanges inside a warp
// stay in cache. Never uses thread-local state: a suspended block may go on in another worker.
#include "runtime/executors/FiberBlock.h"

#include "runtime/BlockRun.h"
#include "runtime/Environment.h"
#include "runtime/Faults.h"
#include "runtime/FloatMode.h"
#include "runtime/Futex.h"
#include "runtime/KernelCommand.h"
#include "runtime/Sanitizer.h"

#include <algorithm>
#include <sys/mman.h>

namespace helicon {

using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

static constexpr uint64_t kPage = 4096;
static constexpr uint64_t kSpacing = uint64_t(1) << 30; ///< there may be thousands of blocks
static constexpr uint64_t kCacheLine = 64;
static constexpr uint32_t kFetchAhead = 8; ///< threads
static constexpr uint64_t kFetchLines = 4; ///< of a suspended thread's stack: its registers and innermost frames
static constexpr int kVainRounds = 8;
static constexpr int kWarpTurns = 256; ///< of a warp's lanes that only exchange values, before other warps get a turn
static constexpr int kBusyRounds = 64; ///< of such warps, before other blocks get a turn

std::unique_ptr<FiberBlock> FiberBlock::create(uint32_t threads, uint64_t stackBytes, bool guards) {
  std::unique_ptr<FiberBlock> block(new FiberBlock);
  block->stackBytes = (stackBytes + kPage - 1) / kPage * kPage + kPage; // a page for the staggered starts
  block->stride = block->stackBytes + kPage;
  if (block->stride / kPage % 2 == 0)
    block->stride += kPage; // an odd number of pages spreads the stacks over the sets of the second-level cache
  block->capacity = threads;
  block->guarded = guards;
  const uint64_t bytes = block->stride * threads;
  if (!block->memory.reserve(bytes, kSpacing) || !block->memory.open(bytes))
    return nullptr;
  madvise(block->memory.data(), block->memory.bytes(), MADV_NOHUGEPAGE);
  return block;
}

FiberBlock::~FiberBlock() {
  for (auto &fiber : fibers)
    if (fiber->sanitizerFiber)
      sanitizer::destroyFiber(fiber->sanitizerFiber);
}

Fiber *FiberBlock::takeFiber() {
  if (!freeFibers.empty()) {
    Fiber *fiber = freeFibers.back();
    freeFibers.pop_back();
    return fiber;
  }
  auto fiber = std::make_unique<Fiber>();
  char *guard = memory.data() + stride * fibers.size();
  // Without a guard (too many mappings) an overflow would run into the neighbour; nothing worse than on hardware.
  if (guarded)
    mprotect(guard, kPage, PROT_NONE);
  fiber->low = guard + kPage;
  // All stacks would start in the same cache set otherwise: 256 threads at a barrier then miss at every switch.
  fiber->top = fiber->low + stackBytes - fibers.size() % (kPage / kCacheLine) * kCacheLine;
  fiber->sanitizerFiber = sanitizer::createFiber();
  fibers.push_back(std::move(fiber));
  return fibers.back().get();
}

void FiberBlock::start(BlockRun &run, uint32_t threadCount, ThreadFunction function) {
  if (live)
    abandon(); // the last block was left in the middle: its launch had failed elsewhere
  block = &run;
  entry = function;
  count = live = threadCount;
  waiting = 0;
  checked = environment().strict;
  run.atGrid = false;
  std::fill_n(barriers, kBlockBarriers, BarrierState{});
  std::fill_n(again, kBlockBarriers, 0);
  threads.assign(threadCount, ThreadSlot{});
  uint32_t warps = (threadCount + kWarpLanes - 1) / kWarpLanes;
  endedLanes.assign(warps, 0);
  waitingLanes.assign(warps, 0);
  for (auto &lanes : cameLanes)
    lanes.assign(warps, 0);
  if (uint32_t rest = threadCount % kWarpLanes)
    endedLanes.back() = ~0u << rest; // lanes that do not exist
}

void FiberBlock::abandon() {
  freeFibers.clear();
  for (auto &fiber : fibers) {
    fiber->context = nullptr;
    fiber->fakeStack = nullptr;
    if (fiber->sanitizerFiber) {
      sanitizer::destroyFiber(fiber->sanitizerFiber);
      fiber->sanitizerFiber = sanitizer::createFiber();
    }
    freeFibers.push_back(fiber.get());
  }
  threads.clear();
  count = live = 0;
}

// ---- Switching ----------------------------------------------------------------------------------------------------

void FiberBlock::fiberMain(transfer_t from) {
  auto *self = static_cast<FiberBlock *>(from.data);
  self->native = from.fctx;
  sanitizer::finishSwitch(nullptr, &self->nativeLow, &self->nativeBytes);
  for (;;) {
    uint32_t thread = self->block->current;
    setFloatMode(self->block->command->image); // a fiber has its own, of the kernel before
    self->entry(&self->block->context, thread);
    self->suspend(thread, ThreadState::Ended); // comes back when the stack serves another thread
  }
}

void FiberBlock::resume(uint32_t thread) {
  ThreadSlot &slot = threads[thread];
  if (!slot.fiber)
    slot.fiber = takeFiber();
  Fiber &fiber = *slot.fiber;
  if (!fiber.context)
    fiber.context = make_fcontext(fiber.top, size_t(fiber.top - fiber.low), fiberMain);
  slot.state = ThreadState::Running;
  slot.again = false;
  block->current = thread;
  Worker &worker = *block->worker;
  worker.onFiber = true;
  sanitizer::startSwitch(&worker.nativeFake, fiber.low, stackBytes);
  sanitizer::switchFiber(fiber.sanitizerFiber);
  transfer_t back = jump_fcontext(fiber.context, this);
  sanitizer::finishSwitch(worker.nativeFake, nullptr, nullptr);
  worker.onFiber = false;
  fiber.context = back.fctx;
  if (slot.state == ThreadState::Ended)
    ended(thread);
}

/// On the fiber: gives the worker back to the scheduler until the thread is resumed.
void FiberBlock::suspend(uint32_t thread, ThreadState state) {
  ThreadSlot &slot = threads[thread];
  Fiber &fiber = *slot.fiber;
  slot.state = state;
  sanitizer::startSwitch(&fiber.fakeStack, nativeLow, nativeBytes);
  sanitizer::switchFiber(block->worker->nativeFiber);
  transfer_t back = jump_fcontext(native, nullptr);
  native = back.fctx;
  sanitizer::finishSwitch(fiber.fakeStack, &nativeLow, &nativeBytes);
}

void FiberBlock::ended(uint32_t thread) {
  ThreadSlot &slot = threads[thread];
  freeFibers.push_back(slot.fiber);
  slot.fiber = nullptr;
  live--;
  uint32_t warp = thread / kWarpLanes;
  endedLanes[warp] |= 1u << thread % kWarpLanes;
  for (uint32_t id = 0; waiting && id < kBlockBarriers; id++)
    openIfComplete(id);
  // Those that waited for this lane may go on now.
  for (uint32_t lanes = waitingLanes[warp]; lanes; lanes &= lanes - 1) {
    uint32_t lane = uint32_t(__builtin_ctz(lanes));
    if (waitingLanes[warp] >> lane & 1)
      completeWarp(warp, lane);
  }
}

// ---- Scheduling ---------------------------------------------------------------------------------------------------

/// What the threads that come next left on their stacks is fetched while this one runs: with the blocks of a large grid
/// at a barrier none of it is in a cache, and a switch would wait for memory and for the page's address.
void FiberBlock::fetchAhead(uint32_t thread) const {
  const uint32_t next = thread + kFetchAhead;
  if (next >= count)
    return;
  if (const Fiber *later = next + kFetchAhead < count ? threads[next + kFetchAhead].fiber : nullptr)
    __builtin_prefetch(later);
  const Fiber *fiber = threads[next].fiber;
  if (!fiber || !fiber->context)
    return;
  const auto *registers = static_cast<const char *>(fiber->context);
  for (uint64_t line = 0; line < kFetchLines; line++)
    __builtin_prefetch(registers + line * kCacheLine, /*for writing*/ 1);
}

/// Runs the lanes of one warp until each waits, polls or has ended; true when one did more than poll. Lanes that go
/// on exchanging values may wait in that way for another warp, so they don't keep it from running.
bool FiberBlock::runWarp(uint32_t warp) {
  uint32_t first = warp * kWarpLanes, end = std::min(first + kWarpLanes, count);
  bool progress = false;
  bool again = true;
  for (int turn = 0; again && turn < kWarpTurns; turn++) {
    again = false;
    for (uint32_t thread = first; thread < end; thread++) {
      ThreadState before = threads[thread].state;
      if (before != ThreadState::Ready && before != ThreadState::New)
        continue;
      fetchAhead(thread);
      resume(thread);
      if (threads[thread].state == ThreadState::Yielded)
        continue;
      progress = again = true;
    }
    again = again || releaseParts(warp) || releaseActive(warp);
  }
  for (uint32_t thread = first; thread < end; thread++)
    if (threads[thread].state == ThreadState::Yielded)
      threads[thread].state = ThreadState::Ready;
  return progress;
}

/// After a round: each thread waits, or went round in a loop that reads and changes nothing but what is looked at here?
/// Then the next round is the same if this leaves it all as it was. Lanes that exchange values may do that in such a
/// loop; who waits for an exchange after a round with any may have come from elsewhere.
std::optional<StillState> FiberBlock::stateIfStill(bool progress) const {
  StillState state;
  for (const ThreadSlot &slot : threads) {
    const bool waits = slot.state == ThreadState::AtBarrier || (slot.state == ThreadState::AtWarp && !progress);
    if (!waits && !(slot.state == ThreadState::Ready && slot.again) && slot.state != ThreadState::Ended)
      return std::nullopt;
    state.add(uint64_t(slot.state) << 32 | slot.site);
    if (const Fiber *fiber = slot.state == ThreadState::Ended ? nullptr : slot.fiber)
      state.add(fiber->context, size_t(fiber->top - static_cast<const char *>(fiber->context)));
  }
  const KernelImage &image = block->command->image;
  state.add(block->context.shared, uint64_t(image.sharedBytes) + block->context.dynamicSharedBytes);
  return state;
}

bool FiberBlock::run(BlockRun &run) {
  uint32_t warps = (count + kWarpLanes - 1) / kWarpLanes;
  run.progress = false;
  std::optional<StillState> last;
  for (int vain = 0, busy = 0; vain < kVainRounds && busy < kBusyRounds;) {
    bool progress = false;
    const uint32_t before = live;
    for (uint32_t warp = 0; warp < warps; warp++)
      progress |= runWarp(warp);
    run.progress |= progress;
    if (live == 0) {
      run.command->blockEnded(run);
      return true;
    }
    if (barriers[0].waiting == live && barrierOp(barriers[0].word) == BarrierOp::Grid) {
      if (!run.command->passGrid(run))
        return false;
      openBarrier(0);
    }
    if (opened) {
      opened = false;
      run.progress = progress = true;
      busy = 0;
      last.reset();
    }
    if (run.command->aborted())
      return true;
    if (progress) {
      vain = 0;
      busy = live < before ? 0 : busy + 1;
    } else {
      bool polling = std::any_of(threads.begin(), threads.end(),
                                 [](const ThreadSlot &slot) { return slot.state == ThreadState::Ready; });
      if (!polling)
        stopStuck();
      vain++;
      cpuRelax();
    }
    if (vain <= kVainRounds - 2 && busy <= kBusyRounds - 2)
      continue;
    std::optional<StillState> now = stateIfStill(progress); // in the last two rounds
    if (now && now == last)
      stopStuck();
    last = now;
  }
  return false;
}

/// Threads that have come to the barrier. One that waits for the whole block waits for those alone that live; of one
/// that counts, the ended lanes of a warp come with the others, as on hardware, which counts warps.
uint32_t FiberBlock::come(uint32_t id) const {
  const BarrierState &state = barriers[id];
  const bool all = barrierThreads(state.word) == 0;
  if (all && state.passed == 0)
    return state.waiting;
  uint32_t sum = again[id];
  for (size_t warp = 0; warp < endedLanes.size(); warp++)
    if (uint32_t lanes = cameLanes[id][warp])
      sum += uint32_t(__builtin_popcount(all ? lanes & ~endedLanes[warp] : lanes | endedLanes[warp]));
  return sum;
}

void FiberBlock::noteCome(uint32_t id, uint32_t thread) {
  uint32_t &lanes = cameLanes[id][thread / kWarpLanes], bit = 1u << thread % kWarpLanes;
  again[id] += (lanes & bit) != 0;
  lanes |= bit;
}

uint32_t FiberBlock::wanted(uint32_t id) const {
  uint32_t threads = barrierThreads(barriers[id].word);
  return threads ? threads : live;
}

bool FiberBlock::openIfComplete(uint32_t id) {
  BarrierState &state = barriers[id];
  if (state.isIdle() || come(id) < wanted(id) || barrierOp(state.word) == BarrierOp::Grid) // that one opens in run()
    return false;
  openBarrier(id);
  return true;
}

void FiberBlock::openBarrier(uint32_t id) {
  BarrierState &state = barriers[id];
  for (ThreadSlot &slot : threads) {
    if (slot.state != ThreadState::AtBarrier || slot.barrier != id)
      continue;
    slot.state = ThreadState::Ready;
    slot.result = state.result(); // a copy each: a fast thread may be at the next barrier before a slow one reads it
  }
  waiting -= state.waiting;
  state = {};
  again[id] = 0;
  std::fill(cameLanes[id].begin(), cameLanes[id].end(), 0);
  opened = true;
}

// ---- Services -----------------------------------------------------------------------------------------------------

void FiberBlock::yield(uint32_t thread, bool again, uint32_t site) {
  threads[thread].site = site;
  threads[thread].again = again;
  suspend(thread, ThreadState::Yielded);
}

uint32_t FiberBlock::barrier(uint32_t thread, uint32_t word, uint32_t value, uint32_t site) {
  ThreadSlot &slot = threads[thread];
  uint32_t id = barrierId(word);
  BarrierState &state = barriers[id];
  state.word = word;
  state.combine(value, value != 0);
  state.waiting++;
  waiting++;
  noteCome(id, thread);
  slot.barrier = id;
  slot.site = site;
  slot.state = ThreadState::AtBarrier;
  if (openIfComplete(id))
    slot.state = ThreadState::Running; // the last to come goes straight on
  else
    suspend(thread, ThreadState::AtBarrier);
  return uint32_t(slot.result);
}

void FiberBlock::arrive(uint32_t thread, uint32_t word) {
  uint32_t id = barrierId(word);
  barriers[id].word = word;
  barriers[id].passed++;
  noteCome(id, thread);
  openIfComplete(id);
}

std::string FiberBlock::describeWait(const ThreadSlot &slot) const {
  std::string what;
  if (slot.state == ThreadState::AtBarrier) {
    what = describeBarrier(slot.barrier, come(slot.barrier), wanted(slot.barrier));
  } else if (slot.state == ThreadState::AtWarp) {
    char mask[16];
    std::snprintf(mask, sizeof mask, "0x%08x", slot.mask);
    what = std::string("the other lanes of mask ") + mask + " in a warp operation";
  } else if (slot.again) {
    what = kEndlessWait;
  } else {
    return {};
  }
  return what + describeSite(block->command->image, slot.site);
}

void FiberBlock::stopStuck() {
  block->worker->text = describeWaits(count, 1, count, [&](uint32_t thread) { return describeWait(threads[thread]); });
  leaveKernel(*block->worker, kLandedDeadlock);
}

void threadYield(BlockContext *context, uint32_t thread, uint32_t again, uint32_t site) {
  static_cast<BlockRun *>(context->worker)->fibers->yield(thread, again != 0, site);
}

uint32_t threadBarrier(BlockContext *context, uint32_t thread, uint32_t word, uint32_t value, uint32_t site) {
  return static_cast<BlockRun *>(context->worker)->fibers->barrier(thread, word, value, site);
}

uint64_t threadWarp(BlockContext *context, uint32_t thread, WarpOp op, uint32_t mask, uint64_t value, uint32_t b,
                    uint32_t c, uint32_t site) {
  return static_cast<BlockRun *>(context->worker)->fibers->warp(thread, op, mask, value, b, c, site);
}

void arrive(BlockContext *context, uint32_t thread, uint32_t word) {
  BlockRun &run = *static_cast<BlockRun *>(context->worker);
  if (run.command->image.executor == Executor::Thread)
    run.fibers->arrive(thread, word);
  else
    arriveAsGroup(run, thread / run.command->image.threadsPerGroup, word);
}

bool runThreads(BlockRun &run, bool fresh) {
  const KernelImage &image = run.command->image;
  if (fresh)
    run.fibers->start(run, image.block[0] * image.block[1] * image.block[2],
                      reinterpret_cast<ThreadFunction>(const_cast<void *>(image.entry)));
  return run.fibers->run(run);
}

} // namespace helicon
