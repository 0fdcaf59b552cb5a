// Runs blocks inside a checkpoint: a fault or a trap comes back to it with setjmp's value, is reported once, kills the
// context and abandons the rest of the launch. Cost of the checkpoint: a few nanoseconds for each claimed piece.
#include "runtime/KernelCommand.h"

#include "runtime/BlockRun.h"
#include "runtime/Context.h"
#include "runtime/Environment.h"
#include "runtime/Faults.h"
#include "runtime/FloatMode.h"
#include "runtime/Futex.h"
#include "runtime/KernelStop.h"
#include "runtime/Log.h"
#include "runtime/Scheduler.h"
#include "runtime/Worker.h"
#include "runtime/executors/FiberBlock.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <sched.h>

namespace helicon {

/// What the runtime's own services may need on a fiber's stack (number formatting, mostly).
static constexpr uint64_t kServiceStack = 24 << 10;
/// The same for the simd executor, where a worker has one stack.
static constexpr uint64_t kSimdServiceStack = 256 << 10;

/// What calls without a known depth may need beside image.stackBytes. The limit counts a card's bytes
/// (cudaLimitStackSize); the CPU's frames hold return addresses and spilled registers too, so each byte of it buys
/// eight.
static uint64_t recursionBytesOf(const KernelImage &image, const Context &context) {
  constexpr uint64_t kLeast = 64 << 10, kScale = 8;
  uint64_t limit = 0;
  if (!(image.flags & kKernelRecurses) || context.limit(Limit::StackSize, limit) != Status::Success)
    return 0;
  uint64_t ofThread = kLeast + kScale * limit;
  return image.executor == Executor::Simd ? ofThread * kWarpLanes : ofThread; // a vector function's frame is a warp's
}

/// What a worker's kernel stack must have; 0: groups do not run there, since no index can leave what they have on it.
static uint64_t groupStackOf(const KernelImage &image, uint64_t recursionBytes) {
  constexpr uint64_t kMost = uint64_t(8) << 30;
  if (image.executor == Executor::Thread || !(image.flags & (kKernelHasArrays | kKernelRecurses)))
    return 0;
  const uint64_t known = image.stackBytes + kSimdServiceStack;
  return image.flags & kKernelRecurses ? std::clamp(known + recursionBytes, kernelStackBytes(), kMost) : known;
}

KernelCommand::KernelCommand(Context &context, std::shared_ptr<Module> keep, const Kernel &kernel,
                             const KernelVariant &variant, const uint32_t (&gridSize)[3], uint32_t dynamicShared)
    : Command(Kind::Work, context), kernel(kernel), variant(variant), image(*variant.object.image),
      recursionBytes(recursionBytesOf(image, context)), groupStackBytes(groupStackOf(image, recursionBytes)),
      module(std::move(keep)), grid{gridSize[0], gridSize[1], gridSize[2]}, dynamicShared(dynamicShared) {
  uint64_t bytes = (kernel.info().argumentBytes + 15) / 16 * 16;
  argumentMemory =
      bytes <= sizeof inlineArguments ? inlineArguments : static_cast<char *>(std::aligned_alloc(16, bytes));
}

KernelCommand::~KernelCommand() {
  if (timeLimit)
    forgetLimit(*this);
  if (argumentMemory != inlineArguments)
    std::free(argumentMemory);
}

void KernelCommand::rewind() {
  if (timeLimit)
    forgetLimit(*this);
  timeLimit = 0;
  gridRound.store(0, std::memory_order_relaxed);
  gridBlocks.store(0, std::memory_order_relaxed);
}

void KernelCommand::childEnded() { context.endDeviceLaunch(); }

bool KernelCommand::prepare(Worker &worker) {
  if (!worker.run)
    worker.run = Scheduler::get().takeRun();
  if (!worker.kernelStack.reserve(groupStackBytes))
    return false;
  worker.active = worker.run;
  worker.run->worker = &worker;
  return worker.run->command == this || fit(*worker.run, worker);
}

/// Fills a block's context for this launch; false when memory can't be had.
bool KernelCommand::fit(BlockRun &run, Worker &worker) {
  run.worker = &worker;
  if (!run.reserveShared(uint64_t(image.sharedBytes) + dynamicShared + 64))
    return false;
  uint64_t stride = (image.frameBytes + kFrameAlign - 1) / kFrameAlign * kFrameAlign;
  if (image.executor == Executor::Simd && !run.reserveFrames(stride * image.groups))
    return false;
  if (image.executor == Executor::Thread) {
    uint32_t threads = image.block[0] * image.block[1] * image.block[2];
    uint64_t stack = image.stackBytes + kServiceStack + recursionBytes;
    if (!run.fibers || !run.fibers->fits(threads, stack))
      run.fibers = FiberBlock::create(std::max(threads, kWarpLanes), stack, residentLimit * threads <= 16384);
    if (!run.fibers)
      return false;
  }
  run.endBlock(); // of another launch, given up
  run.command = this;
  BlockContext &c = run.context;
  c.args = argumentMemory;
  c.shared = run.shared;
  c.variables = variant.variables.data();
  std::copy(grid, grid + 3, c.gridDim);
  c.dynamicSharedBytes = dynamicShared;
  c.cooperative = cooperative;
  return true;
}

/// A grid's blocks in order: x first.
class BlockCounter {
public:
  BlockCounter(const uint32_t (&grid)[3], uint64_t first)
      : grid(grid),
        at{uint32_t(first % grid[0]), uint32_t(first / grid[0] % grid[1]), uint32_t(first / grid[0] / grid[1])} {}
  void put(BlockRun &run) const { std::copy(at, at + 3, run.context.blockIdx); }
  void advance() {
    if (++at[0] < grid[0])
      return;
    at[0] = 0;
    if (++at[1] < grid[1])
      return;
    at[1] = 0;
    at[2]++;
  }

private:
  const uint32_t (&grid)[3];
  uint32_t at[3];
};

/// All blocks of a worker wait for those of another. False when that takes so long that there may be no other.
static bool waitForOthers(uint64_t &since) {
  constexpr uint64_t kPatience = 500000, kEager = 20000; // nanoseconds
  const uint64_t now = nowNanoseconds();
  if (since == 0)
    since = now;
  if (now - since < kEager)
    cpuRelax();
  else
    sched_yield();
  return now - since < kPatience;
}

/// The block will be gone on with by whoever is free. From here on another worker may have it, end it, and with it the
/// launch.
void KernelCommand::putAside(Worker &worker, BlockRun &run) {
  worker.suspendedInCall++;
  run.commandRef = ref();
  Scheduler::get().suspend(&run);
}

void KernelCommand::putNeighboursAside(Worker &worker, uint64_t count) {
  std::vector<BlockRun *> waiting;
  for (uint64_t i = 0; i < count; i++)
    if (BlockRun *&run = worker.neighbours[i]; run->live > 0) {
      waiting.push_back(run);
      run = Scheduler::get().takeRun();
    }
  worker.active = worker.run;
  for (BlockRun *run : waiting)
    putAside(worker, *run);
}

/// A step of each block in turn: what neighbours read together lies together. Ends early where another worker's blocks
/// failed: steps may be many, or without end. Blocks that meet the grid's others at a barrier are run from one to the
/// next; where the others do not come for long, they are put aside, and the worker may be the one who runs those.
void KernelCommand::runSideBySide(Worker &worker, uint64_t first, uint64_t count) {
  while (worker.neighbours.size() < count)
    worker.neighbours.push_back(Scheduler::get().takeRun());
  BlockCounter block(grid, first);
  for (uint64_t i = 0; i < count; i++, block.advance()) {
    BlockRun &run = *worker.neighbours[i];
    worker.active = &run;
    if (!fit(run, worker))
      leaveKernel(worker, kLandedNoMemory);
    block.put(run);
    beginGroups(run);
  }
  const bool byTurns = image.flags & kKernelTakesTurns;
  uint64_t vainSince = 0;
  for (uint64_t left = count; left > 0 && !aborted();) {
    bool progress = false;
    for (uint64_t i = 0; i < count; i++) {
      BlockRun &run = *worker.neighbours[i];
      worker.active = &run;
      if (run.live == 0)
        continue;
      if (byTurns ? stepGroups(run) : runGroups(run, false)) {
        run.endBlock();
        left--;
      }
      progress |= !run.atGrid;
    }
    if (progress)
      vainSince = 0;
    else if (!waitForOthers(vainSince))
      return putNeighboursAside(worker, count);
  }
}

void KernelCommand::runBlocks(Worker &worker, uint64_t first, uint64_t count) {
  if (aborted())
    return;
  const bool simd = image.executor == Executor::Simd, plain = simd && image.frameBytes == 0;
  if (simd && ((image.flags & kKernelTakesTurns) || meetsInShares()))
    return runSideBySide(worker, first, count);
  BlockCounter block(grid, first);
  const auto function = reinterpret_cast<GroupFunction>(const_cast<void *>(image.entry));
  const bool isApart = runsApart();
  for (uint64_t i = 0; i < count; i++, block.advance()) {
    BlockRun &run = *worker.run;
    block.put(run);
    if (plain) {
      for (uint32_t g = 0; g < image.groups; g++) {
        run.current = g;
        callGroup(worker, isApart, function, &run.context, g, nullptr);
      }
      run.endBlock();
    } else if (!(simd ? runGroups(run, true) : runThreads(run, true))) {
      worker.run = nullptr;
      putAside(worker, run);
      if (i + 1 < count && !prepare(worker))
        leaveKernel(worker, kLandedNoMemory);
    } else {
      run.endBlock();
    }
  }
}

uint64_t KernelCommand::runItems(Worker &worker, uint64_t first, uint64_t count) {
  worker.suspendedInCall = 0;
  if (!prepare(worker)) {
    failed(worker, *worker.run, kLandedNoMemory);
    return count;
  }
  if (first == 0 && environment().executionTimeout)
    limitTime(*this, environment().executionTimeout);
  worker.codeLow = variant.codeLow;
  worker.codeHigh = variant.codeHigh;
  bool measure = first == 0 && (variant.launches.fetch_add(1, std::memory_order_relaxed) & 15) < 2;
  uint64_t start = measure ? nowNanoseconds() : 0;
  struct Call {
    KernelCommand *self;
    Worker *worker;
    uint64_t first, count;
  } call{this, &worker, first, count};
  int why = runProtected(
      worker,
      [](void *argument) {
        auto *c = static_cast<Call *>(argument);
        setFloatMode(c->self->image);
        c->self->runBlocks(*c->worker, c->first, c->count);
      },
      &call);
  if (why != 0) {
    failed(worker, *worker.active, why);
    return count - worker.suspendedInCall;
  }
  if (measure && worker.suspendedInCall == 0) {
    uint64_t each = std::clamp<uint64_t>((nowNanoseconds() - start) / count, 1, UINT32_MAX);
    uint64_t mean = variant.nanosecondsPerBlock.load(std::memory_order_relaxed);
    variant.nanosecondsPerBlock.store(uint32_t(mean ? (mean * 3 + each + 3) / 4 : each), std::memory_order_relaxed);
  }
  return count - worker.suspendedInCall;
}

bool KernelCommand::resume(Worker &worker, BlockRun &run) {
  worker.active = &run;
  run.worker = &worker;
  if (!worker.kernelStack.reserve(groupStackBytes)) {
    failed(worker, run, kLandedNoMemory);
    return true;
  }
  worker.codeLow = variant.codeLow;
  worker.codeHigh = variant.codeHigh;
  bool ended = false;
  struct Call {
    BlockRun *run;
    bool *ended;
  } call{&run, &ended};
  int why = runProtected(
      worker,
      [](void *argument) {
        auto *c = static_cast<Call *>(argument);
        const KernelImage &image = c->run->command->image;
        const bool simd = image.executor == Executor::Simd;
        setFloatMode(image);
        *c->ended = c->run->command->aborted() ? true : simd ? runGroups(*c->run, false) : runThreads(*c->run, false);
      },
      &call);
  if (why != 0) {
    failed(worker, *worker.active, why);
    return true;
  }
  if (ended)
    run.endBlock();
  return ended;
}

// ---- Barriers of the grid -----------------------------------------------------------------------------------------

static constexpr uint64_t kEndedBlock = uint64_t(1) << 32;

static uint64_t blocksIn(uint64_t count) { return uint32_t(count) + (count >> 32); }

bool KernelCommand::passGrid(BlockRun &run) {
  if (!run.atGrid) {
    if (!cooperative) {
      run.worker->text = "grid.sync() in a kernel that was not launched by musaLaunchCooperativeKernel";
      leaveKernel(*run.worker, kLandedNoMeeting);
    }
    run.atGrid = true;
    run.gridRound = gridRound.load(std::memory_order_relaxed); // stays until this block has arrived
    const uint64_t count = gridBlocks.fetch_add(1, std::memory_order_acq_rel) + 1;
    if (count == items) {
      gridBlocks.store(0, std::memory_order_relaxed);
      gridRound.store(run.gridRound + 1, std::memory_order_release);
    } else if (blocksIn(count) == items) {
      run.worker->text = "waits in grid.sync() for blocks that have ended";
      leaveKernel(*run.worker, kLandedNoMeeting);
    }
  }
  run.atGrid = gridRound.load(std::memory_order_acquire) == run.gridRound;
  return !run.atGrid;
}

void KernelCommand::leaveGrid(BlockRun &run) {
  const uint64_t count = gridBlocks.fetch_add(kEndedBlock, std::memory_order_acq_rel) + kEndedBlock;
  if (uint32_t(count) == 0 || blocksIn(count) != items || aborted())
    return;
  run.worker->text = "ends while other blocks wait for it in grid.sync()";
  leaveKernel(*run.worker, kLandedNoMeeting);
}

// ---- Errors -------------------------------------------------------------------------------------------------------

static std::string triple(uint32_t x, uint32_t y, uint32_t z) {
  return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
}

static std::string threadText(const KernelImage &image, uint32_t linear) {
  uint32_t bx = image.block[0], by = image.block[1];
  return "warp " + std::to_string(linear / kWarpLanes) + ", thread " +
         triple(linear % bx, linear / bx % by, linear / bx / by);
}

/// Where in the block it happened, as exactly as is known: a group's fault may come from any of its threads.
static std::string placeText(const BlockRun &run, const KernelImage &image, int why) {
  const uint32_t *b = run.context.blockIdx;
  std::string text = "block " + triple(b[0], b[1], b[2]);
  if (why == kLandedDeadlock || why == kLandedNoMemory || why == kLandedNoMeeting)
    return text;
  if (why == kLandedTrap || why == kLandedAssert || why == kLandedIllegal || why == kLandedInvalidCall ||
      why == kLandedFinding)
    return text + ", " + threadText(image, run.trapThread);
  if (image.executor == Executor::Thread)
    return text + ", " + threadText(image, run.current);
  uint32_t threads = image.block[0] * image.block[1] * image.block[2];
  uint32_t first = run.current * image.threadsPerGroup / kWarpLanes;
  uint32_t last = (std::min(threads, (run.current + 1) * image.threadsPerGroup) - 1) / kWarpLanes;
  return text + (first == last ? ", warp " + std::to_string(first)
                               : ", warps " + std::to_string(first) + " to " + std::to_string(last));
}

static Status statusOf(const Worker &worker, const BlockRun &run, int why) {
  switch (why) {
  case kLandedFault:
    return worker.fault.signal == SIGILL       ? Status::IllegalInstruction
           : worker.fault.misalignedBytes != 0 ? Status::MisalignedAddress
                                               : Status::IllegalAddress;
  case kLandedAssert:
    return Status::Assert;
  case kLandedIllegal:
    return Status::IllegalInstruction;
  case kLandedInvalidCall:
    return Status::InvalidPc;
  case kLandedFinding:
    return run.finding == Finding::Misaligned ? Status::MisalignedAddress : Status::LaunchFailure;
  case kLandedBadFree:
  case kLandedOverwritten:
    return Status::IllegalAddress;
  case kLandedNoMemory:
    return Status::LaunchOutOfResources;
  default:
    return Status::LaunchFailure;
  }
}

/// How far from the block's shared memory an address that belongs to nothing lies; empty: too far to have been meant.
static std::string sharedText(const Worker &worker, const BlockRun &run) {
  constexpr uintptr_t kNear = 16 << 20;
  const uintptr_t address = worker.fault.address, low = uintptr_t(run.context.shared);
  const uint64_t bytes = run.command->image.sharedBytes + uint64_t(run.context.dynamicSharedBytes);
  if (bytes == 0 || address + kNear < low || address >= low + bytes + kNear)
    return {};
  const bool isBefore = address < low;
  if (!isBefore && address < low + bytes)
    return {};
  return "outside the block's shared memory of " + std::to_string(bytes) + " bytes, " +
         std::to_string(isBefore ? low - address : address - low - bytes) +
         (isBefore ? " bytes before its start" : " bytes behind its end");
}

static std::string reasonText(const Worker &worker, const BlockRun &run, int why) {
  switch (why) {
  case kLandedFault:
    if (run.fibers && worker.fault.signal == SIGSEGV && run.fibers->holds(worker.fault.address))
      return run.command->image.flags & kKernelRecurses
                 ? "stack overflow: calls go too deep for " + std::to_string(run.command->recursionBytes) +
                       " bytes a thread; raise musaLimitStackSize (musaDeviceSetLimit), each byte gives eight"
                 : "stack overflow";
    if ((run.command->image.flags & kKernelRecurses) && worker.kernelStack.isOverflow(worker.fault.address)) {
      const uint64_t bytes = worker.kernelStack.bytes();
      return "stack overflow: calls go too deep for " + std::to_string(bytes) +
             " bytes a warp; musaLimitStackSize (musaDeviceSetLimit) above " + std::to_string(bytes / 256) +
             " gives more";
    }
    return describeFault(worker, sharedText(worker, run)); // an address near it was most likely an index into it
  case kLandedOverwritten:
    return kOverwrittenText;
  case kLandedTrap:
    return "trap";
  case kLandedIllegal:
    return "illegal instruction";
  case kLandedInvalidCall:
    return "a call through a pointer that is null or holds no device function of the called type";
  case kLandedBadFree:
    return "free() of a pointer that malloc() did not give";
  case kLandedNoMemory:
    return "no memory for the block's shared memory or stacks";
  default: // a failed assertion, threads that wait for each other
    return worker.text;
  }
}

/// " at x.mu:12" where the program was compiled with lines.
static std::string lineText(const Worker &worker, const BlockRun &run, int why) {
  if (why == kLandedFault) {
    const std::string line = lineOf(run.command->kernel, run.command->variant, worker.fault.instruction);
    return line.empty() ? line : " at " + line;
  }
  const bool hasSite =
      why == kLandedTrap || why == kLandedIllegal || why == kLandedInvalidCall || why == kLandedFinding;
  return hasSite ? describeSite(run.command->image, run.trapSite) : std::string();
}

void KernelCommand::outOfTime() {
  if (stopped.load(std::memory_order_relaxed))
    return;
  logError("kernel " + demangled(kernel.info().name.c_str()) + ": still running after " +
           std::to_string(environment().executionTimeout) + " ms, the limit that MUSA_EXECUTION_TIMEOUT sets");
  context.fail(Status::LaunchTimeout); // first: blocks that see the stop end, and with them perhaps the launch
  stopped.store(true, std::memory_order_release);
}

void KernelCommand::failed(Worker &worker, BlockRun &run, int why) {
  if (!stopped.exchange(true)) {
    logError("kernel " + demangled(kernel.info().name.c_str()) + ": " + reasonText(worker, run, why) +
             lineText(worker, run, why) + "; " + placeText(run, image, why));
    context.fail(statusOf(worker, run, why));
    stopAbandoned();
  }
  if (run.fibers)
    run.fibers->abandon();
  run.endBlock();
  Scheduler::get().abort(*this);
}

} // namespace helicon
