// cuda::barrier: one word of 64 bits that counts who is still to come. Bits 0..19 hold how many of this phase are
// missing, 20..39 how many a phase expects, 40..63 the phase's number. Whoever comes last starts the next phase;
// the others wait in a loop that reads the word, which Helicon takes for a wait.
// Source: the interface of libcu++ as its documentation gives it.
#ifndef HELICON_CUDA_BARRIER_H
#define HELICON_CUDA_BARRIER_H

#pragma GCC system_header

#include "atomic.h"

namespace helicon_detail {

struct nothing_to_complete {
  __HELICON_CUDA__ void operator()() const {}
};

/// The word, and what a phase's end calls.
struct barrier_word {
  typedef unsigned long long Word;
  static constexpr Word kMost = (1ull << 20) - 1;
  static constexpr unsigned kExpected = 20, kPhase = 40;
  Word word;

  __HELICON_CUDA__ void start(ptrdiff_t expected) {
    __atomic_store_n(&word, (Word)expected << kExpected | (Word)expected, __ATOMIC_RELEASE);
  }
  __HELICON_CUDA__ Word phase() const { return __atomic_load_n(&word, __ATOMIC_ACQUIRE) >> kPhase; }
  /// `count` arrive, of whom `dropped` won't come again; the phase in which they did.
  template <class Completion> __HELICON_CUDA__ Word arrive(Word count, Word dropped, Completion &completion) {
    const Word change = dropped << kExpected | count;
    const Word before = __atomic_fetch_sub(&word, change, __ATOMIC_ACQ_REL), phase = before >> kPhase;
    if ((before & kMost) == count) {
      const Word expected = (before - change) >> kExpected & kMost;
      completion();
      __atomic_store_n(&word, (phase + 1) << kPhase | expected << kExpected | expected, __ATOMIC_RELEASE);
    }
    return phase;
  }
};

} // namespace helicon_detail

namespace cuda {

template <thread_scope Scope, class CompletionFunction = helicon_detail::nothing_to_complete> class barrier {
  // A base, so that a completion function without state takes no place.
  struct State : CompletionFunction {
    helicon_detail::barrier_word word;
    State() = default;
    __HELICON_CUDA__ State(const CompletionFunction &completion) : CompletionFunction(completion) {}
  } state_;

public:
  class arrival_token {
    friend class barrier;
    unsigned long long phase;
    __HELICON_CUDA__ explicit arrival_token(unsigned long long phase) : phase(phase) {}
  };

  barrier() = default;
  __HELICON_CUDA__ barrier(ptrdiff_t expected, CompletionFunction completion = CompletionFunction())
      : state_(completion) {
    state_.word.start(expected);
  }
  barrier(const barrier &) = delete;
  barrier &operator=(const barrier &) = delete;

  static constexpr __HELICON_CUDA__ ptrdiff_t max() { return (ptrdiff_t)helicon_detail::barrier_word::kMost; }

  friend __HELICON_CUDA__ void init(barrier *b, ptrdiff_t expected) { b->state_.word.start(expected); }
  friend __HELICON_CUDA__ void init(barrier *b, ptrdiff_t expected, CompletionFunction completion) {
    static_cast<CompletionFunction &>(b->state_) = completion;
    b->state_.word.start(expected);
  }

  __HELICON_CUDA__ arrival_token arrive(ptrdiff_t count = 1) {
    return arrival_token(state_.word.arrive((unsigned long long)count, 0, completion()));
  }
  __HELICON_CUDA__ void wait(arrival_token &&token) const {
    while (state_.word.phase() == token.phase) {
    }
  }
  __HELICON_CUDA__ void arrive_and_wait() { wait(arrive()); }
  __HELICON_CUDA__ void arrive_and_drop() { state_.word.arrive(1, 1, completion()); }
  /// The phase of this parity, the current one or the one before, has ended.
  __HELICON_CUDA__ void wait_parity(bool parity) const {
    while (!try_wait_parity(parity)) {
    }
  }
  __HELICON_CUDA__ bool try_wait(arrival_token &&token) const { return state_.word.phase() != token.phase; }
  __HELICON_CUDA__ bool try_wait_parity(bool parity) const { return (state_.word.phase() & 1) != parity; }

private:
  __HELICON_CUDA__ CompletionFunction &completion() { return state_; }
};

/// Barriers that count bytes are not offered.
namespace device {
#define __HELICON_TRANSACTION(NAME)                                                                                    \
  template <class... __T>                                                                                              \
  __attribute__((unavailable("barriers that count bytes are not offered: use cuda::memcpy_async and arrive()")))       \
  __HELICON_CUDA__ barrier<thread_scope_block>::arrival_token                                                          \
  NAME(__T &&...);
__HELICON_TRANSACTION(barrier_arrive_tx)
__HELICON_TRANSACTION(barrier_expect_tx)
__HELICON_TRANSACTION(memcpy_async_tx)
#undef __HELICON_TRANSACTION
} // namespace device

namespace std {
template <class CompletionFunction = helicon_detail::nothing_to_complete>
using barrier = ::cuda::barrier<thread_scope_system, CompletionFunction>;
} // namespace std

} // namespace cuda

#endif
