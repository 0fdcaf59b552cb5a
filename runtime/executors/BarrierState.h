// One of a block's sixteen barriers while threads come to it. Threads count; warps of which some have ended count
// whole.
#pragma once

#include "kernel-ir/Abi.h"

#include <functional>
#include <string>

namespace helicon {

struct BarrierState {
  uint32_t word = 0;    ///< what it waits for, as the last to come had it; see Abi.h
  uint32_t waiting = 0; ///< threads
  uint32_t passed = 0;  ///< threads that have come and gone on (bar.arrive)
  uint32_t popc = 0, all = 1, any = 0;

  bool isIdle() const { return waiting == 0 && passed == 0; }
  void combine(uint32_t value, uint32_t count) {
    popc += count;
    all &= uint32_t(value != 0);
    any |= uint32_t(value != 0);
  }
  uint32_t result() const {
    switch (barrierOp(word)) {
    case BarrierOp::Popc:
      return popc;
    case BarrierOp::And:
      return all;
    case BarrierOp::Or:
      return any;
    default:
      return 0;
    }
  }
};

/// "barrier 1, to which 64 of 96 threads have come"
std::string describeBarrier(uint32_t id, uint32_t come, uint32_t wanted);
/// " at x.mu:12" for a place in KernelImage::sites; empty where that is not known.
std::string describeSite(const KernelImage &, uint32_t site);
/// What a thread waits for in a loop (helicon.yield) that nothing can end any more.
inline constexpr char kEndlessWait[] = "a barrier or a flag in shared memory that nobody is left to complete or set";
/// What the units of a block (groups, threads) wait for, neighbours with the same in one: "threads 0 to 31 for ...;
/// ...". `waitOf` gives it in words, empty for one that does not wait.
std::string describeWaits(uint32_t units, uint32_t threadsPerUnit, uint32_t threads,
                          const std::function<std::string(uint32_t)> &waitOf);

/// All that the waiting threads of a block can see and change, in one number: the same after a round in which nobody
/// touched anything else means that it will be the same for ever.
class StillState {
public:
  void add(const void *data, size_t bytes);
  void add(uint64_t word) {
    low = (low ^ word) * 0x9e3779b97f4a7c15u;
    high = (high + word) * 0xc2b2ae3d27d4eb4fu;
    low ^= low >> 29;
    high ^= high >> 32;
  }
  bool operator==(const StillState &) const = default;

private:
  uint64_t low = 1, high = 2;
};

} // namespace helicon
