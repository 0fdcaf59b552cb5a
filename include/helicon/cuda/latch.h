// cuda::latch: a count that goes down to zero once. Who waits reads it in a loop, which Helicon takes for a wait.
// Source: the interface of libcu++ as its documentation gives it.
#ifndef HELICON_CUDA_LATCH_H
#define HELICON_CUDA_LATCH_H

#pragma GCC system_header

#include "scope.h"

namespace cuda {

template <thread_scope Scope> class latch {
  ptrdiff_t left_;

public:
  latch() = default; ///< for shared memory, where a constructor would not run: made in place by one thread
  constexpr __HELICON_CUDA__ explicit latch(ptrdiff_t expected) : left_(expected) {}
  latch(const latch &) = delete;
  latch &operator=(const latch &) = delete;

  static constexpr __HELICON_CUDA__ ptrdiff_t max() { return PTRDIFF_MAX; }

  __HELICON_CUDA__ void count_down(ptrdiff_t update = 1) { __atomic_fetch_sub(&left_, update, __ATOMIC_RELEASE); }
  __HELICON_CUDA__ bool try_wait() const { return __atomic_load_n(&left_, __ATOMIC_ACQUIRE) == 0; }
  __HELICON_CUDA__ void wait() const {
    while (!try_wait()) {
    }
  }
  __HELICON_CUDA__ void arrive_and_wait(ptrdiff_t update = 1) {
    count_down(update);
    wait();
  }
};

namespace std {
using latch = ::cuda::latch<thread_scope_system>;
} // namespace std

} // namespace cuda

#endif
