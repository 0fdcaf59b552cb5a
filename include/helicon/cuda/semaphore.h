// cuda::counting_semaphore and binary_semaphore: a count that acquire() takes one off, waiting while it is zero. Not
// fair, as on a card. Source: the interface of libcu++ as its documentation gives it.
#ifndef HELICON_CUDA_SEMAPHORE_H
#define HELICON_CUDA_SEMAPHORE_H

#pragma GCC system_header

#include "scope.h"

namespace cuda {

template <thread_scope Scope, ptrdiff_t LeastMax = PTRDIFF_MAX> class counting_semaphore {
  static_assert(LeastMax >= 0, "a semaphore's greatest count is not negative");
  ptrdiff_t count_;

public:
  counting_semaphore() = default; ///< for shared memory, where a constructor would not run: made in place by one thread
  constexpr __HELICON_CUDA__ explicit counting_semaphore(ptrdiff_t count) : count_(count) {}
  counting_semaphore(const counting_semaphore &) = delete;
  counting_semaphore &operator=(const counting_semaphore &) = delete;

  static constexpr __HELICON_CUDA__ ptrdiff_t max() { return LeastMax; }

  __HELICON_CUDA__ void release(ptrdiff_t update = 1) { __atomic_fetch_add(&count_, update, __ATOMIC_RELEASE); }
  __HELICON_CUDA__ bool try_acquire() {
    ptrdiff_t seen = __atomic_load_n(&count_, __ATOMIC_RELAXED);
    while (seen > 0)
      if (__atomic_compare_exchange_n(&count_, &seen, seen - 1, true, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        return true;
    return false;
  }
  __HELICON_CUDA__ void acquire() {
    while (!try_acquire()) {
    }
  }
#define __HELICON_TIMED(NAME)                                                                                          \
  template <class __T>                                                                                                 \
  __attribute__((unavailable("waiting for a semaphore with a time limit is not offered: use try_acquire() and "        \
                             "clock64()"))) __HELICON_CUDA__ bool                                                      \
  NAME(const __T &);
  __HELICON_TIMED(try_acquire_for)
  __HELICON_TIMED(try_acquire_until)
#undef __HELICON_TIMED
};

template <thread_scope Scope> using binary_semaphore = counting_semaphore<Scope, 1>;

namespace std {
template <ptrdiff_t LeastMax = PTRDIFF_MAX>
using counting_semaphore = ::cuda::counting_semaphore<thread_scope_system, LeastMax>;
using binary_semaphore = ::cuda::binary_semaphore<thread_scope_system>;
} // namespace std

} // namespace cuda

#endif
