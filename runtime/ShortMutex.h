// The scheduler's mutex: short critical sections, several threads, maybe fewer CPUs.
#pragma once

#include "runtime/Futex.h"

#include <atomic>
#include <cstdint>

namespace helicon {

/// A mutex that spins before it sleeps: it is held for less time than a system call takes. (The C library's adaptive
/// mutex gives up after a handful of turns.)
class ShortMutex {
public:
  void lock() {
    uint32_t expected = 0;
    if (state.compare_exchange_strong(expected, 1, std::memory_order_acquire))
      return;
    for (int i = 0; i < kTurns; i++) {
      cpuRelax();
      expected = 0;
      if (state.load(std::memory_order_relaxed) == 0 &&
          state.compare_exchange_weak(expected, 1, std::memory_order_acquire))
        return;
    }
    while (state.exchange(2, std::memory_order_acquire) != 0)
      futexWait(state, 2);
  }
  void unlock() {
    if (state.exchange(0, std::memory_order_release) == 2)
      futexWake(state, 1);
  }

private:
  static constexpr int kTurns = 200;
  std::atomic<uint32_t> state{0}; ///< 0 free, 1 held, 2 held and someone sleeps
};

} // namespace helicon
