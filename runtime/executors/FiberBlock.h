// The threads of one block as fibers. A stack is given out when a thread first runs and taken back when it ends, so a
// kernel without barriers needs one stack. A switch costs about 4 ns (Boost.Context).
#pragma once

#include "kernel-ir/Abi.h"
#include "runtime/FarMapping.h"
#include "runtime/executors/BarrierState.h"

#include <boost/context/detail/fcontext.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace helicon {

struct BlockRun;

enum class ThreadState : uint8_t { New, Ready, Running, AtBarrier, AtWarp, Yielded, Ended };

struct Fiber {
  boost::context::detail::fcontext_t context = nullptr; ///< where to go on; null: from the start
  char *low = nullptr, *top = nullptr;                  ///< stack
  uint32_t thread = 0;
  void *sanitizerFiber = nullptr;
  void *fakeStack = nullptr;
};

/// One CUDA thread.
struct ThreadSlot {
  ThreadState state = ThreadState::New;
  WarpOp op{};
  uint32_t mask = 0, b = 0, c = 0;
  uint32_t barrier = 0; ///< number of the barrier where it waits
  uint32_t site = 0;    ///< where it waits, as KernelImage::sites counts
  bool again = false;   ///< it yielded, after a further round in a loop that only its block can end
  uint64_t value = 0, result = 0;
  Fiber *fiber = nullptr;
};

class FiberBlock {
public:
  /// Null when the stacks can't be reserved.
  static std::unique_ptr<FiberBlock> create(uint32_t threads, uint64_t stackBytes, bool guards);
  ~FiberBlock();
  bool fits(uint32_t threads, uint64_t bytes) const { return threads <= capacity && bytes + 4096 <= stackBytes; }
  bool holds(uintptr_t address) const { return memory.holds(address); }

  void start(BlockRun &, uint32_t threads, ThreadFunction);
  /// True when all threads have ended; false when those left only poll. Does not return when they wait for each other.
  bool run(BlockRun &);
  /// Forgets threads that will never go on (their launch failed).
  void abandon();

  // From a fiber, through the services.
  void yield(uint32_t thread, bool again, uint32_t site);
  uint32_t barrier(uint32_t thread, uint32_t word, uint32_t value, uint32_t site);
  void arrive(uint32_t thread, uint32_t word);
  uint64_t warp(uint32_t thread, WarpOp, uint32_t mask, uint64_t value, uint32_t b, uint32_t c, uint32_t site);

private:
  FiberBlock() = default;
  [[noreturn]] void stopStuck();
  bool runWarp(uint32_t warp);
  void fetchAhead(uint32_t thread) const;
  void resume(uint32_t thread);
  void suspend(uint32_t thread, ThreadState);
  void ended(uint32_t thread);
  bool haveCome(uint32_t warp, uint32_t lane) const;
  bool completeWarp(uint32_t warp, uint32_t lane);
  void checkMask(uint32_t thread, uint32_t present);
  void letGo(uint32_t warp, uint32_t lane, uint32_t lanes);
  bool releaseParts(uint32_t warp);
  bool releaseActive(uint32_t warp);
  bool openIfComplete(uint32_t id);
  void openBarrier(uint32_t id);
  uint32_t come(uint32_t id) const;
  void noteCome(uint32_t id, uint32_t thread);
  uint32_t wanted(uint32_t id) const;
  std::string describeWait(const ThreadSlot &) const;
  std::optional<StillState> stateIfStill(bool progress) const;
  Fiber *takeFiber();
  static void fiberMain(boost::context::detail::transfer_t);

  FarMapping memory;
  uint64_t stackBytes = 0, stride = 0;
  uint32_t capacity = 0, count = 0, live = 0, waiting = 0; ///< waiting: at barriers
  bool guarded = false, checked = false;
  std::vector<std::unique_ptr<Fiber>> fibers;
  std::vector<Fiber *> freeFibers;
  std::vector<ThreadSlot> threads;
  std::vector<uint32_t> endedLanes, waitingLanes; ///< for each warp
  BarrierState barriers[kBlockBarriers];
  std::vector<uint32_t> cameLanes[kBlockBarriers]; ///< for each warp, since the barrier was last complete
  uint32_t again[kBlockBarriers] = {};             ///< threads that came once more since then (bar.arrive)
  bool opened = false;                             ///< a barrier, since this was last looked at
  BlockRun *block = nullptr;
  ThreadFunction entry = nullptr;
  boost::context::detail::fcontext_t native = nullptr; ///< the worker's own stack
  const void *nativeLow = nullptr;
  size_t nativeBytes = 0;
};

} // namespace helicon
