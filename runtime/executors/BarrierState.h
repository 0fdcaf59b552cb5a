// One of a block's sixteen barriers while threads come to it. Threads count; warps of which some have ended count
// whole.
#pragma once

#include "kernel-ir/Abi.h"

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
/// "threads 0 to 31", "thread 5"
std::string describeThreads(uint32_t first, uint32_t last);

} // namespace helicon
