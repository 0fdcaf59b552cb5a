// cuda::pipeline: stages of copies between producers and consumers. Each stage has two barriers, one that opens when
// its copies are there and one when they have been used; a pipeline of a single thread needs neither, since copies are
// done when they are made. Source: the interface of libcu++ as its documentation gives it.
#ifndef HELICON_CUDA_PIPELINE_H
#define HELICON_CUDA_PIPELINE_H

#pragma GCC system_header

#include "copy.h"

namespace cuda {

enum class pipeline_role { producer, consumer };

namespace __helicon_pipeline {
struct stage {
  helicon_detail::barrier_word produced, consumed;
};
} // namespace __helicon_pipeline

/// Lives where all threads of the pipeline see it.
template <thread_scope Scope, uint8_t Stages> class pipeline_shared_state {
public:
  static_assert(Stages > 0, "a pipeline has a stage at least");
  __helicon_pipeline::stage __stages[Stages];
  unsigned int __producers; ///< counted while it is made

  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state &) = delete;
  pipeline_shared_state &operator=(const pipeline_shared_state &) = delete;
};

/// A thread's view: at which stage it produces and consumes, and in which round over the stages.
template <thread_scope Scope> class pipeline {
  using Stage = __helicon_pipeline::stage;
  struct Place {
    unsigned int stage = 0, round = 0;
    __HELICON_CUDA__ void next(unsigned int stages) {
      if (++stage == stages) {
        stage = 0;
        round++;
      }
    }
  };
  Stage *stages_ = nullptr;
  unsigned int count_ = 0;
  bool produces_ = true, consumes_ = true;
  Place head_, tail_;

public:
  pipeline() = default;
  __HELICON_CUDA__ pipeline(Stage *stages, unsigned int count, bool produces, bool consumes)
      : stages_(stages), count_(count), produces_(produces), consumes_(consumes) {}
  pipeline(pipeline &&) = default;
  pipeline(const pipeline &) = delete;
  pipeline &operator=(const pipeline &) = delete;

  /// Waits until the stage is free: used up as often as it was filled.
  __HELICON_CUDA__ void producer_acquire() {
    if (!stages_ || head_.round == 0)
      return;
    await(stages_[head_.stage].consumed, head_.round - 1);
  }
  __HELICON_CUDA__ void producer_commit() {
    if (!stages_)
      return;
    helicon_detail::nothing_to_complete nothing;
    stages_[head_.stage].produced.arrive(1, 0, nothing);
    head_.next(count_);
  }
  __HELICON_CUDA__ void consumer_wait() {
    if (stages_)
      await(stages_[tail_.stage].produced, tail_.round);
  }
  __HELICON_CUDA__ void consumer_release() {
    if (!stages_)
      return;
    helicon_detail::nothing_to_complete nothing;
    stages_[tail_.stage].consumed.arrive(1, 0, nothing);
    tail_.next(count_);
  }
  template <class Duration> __HELICON_CUDA__ bool consumer_wait_for(const Duration &) {
    consumer_wait();
    return true;
  }
  template <class Time> __HELICON_CUDA__ bool consumer_wait_until(const Time &) {
    consumer_wait();
    return true;
  }
  /// The thread takes no more part: its side of every stage to come is arrived at for good.
  __HELICON_CUDA__ bool quit() {
    helicon_detail::nothing_to_complete nothing;
    for (unsigned int i = 0; i < count_; i++) {
      if (produces_)
        stages_[i].produced.arrive(1, 1, nothing);
      if (consumes_)
        stages_[i].consumed.arrive(1, 1, nothing);
    }
    stages_ = nullptr;
    count_ = 0;
    return true;
  }

private:
  /// Until the barrier's phase `round` has ended. Phases are numbered from 0, in 24 bits.
  static __HELICON_CUDA__ void await(const helicon_detail::barrier_word &barrier, unsigned int round) {
    while ((unsigned int)barrier.phase() == (round & 0xffffffu)) {
    }
  }
};

__HELICON_CUDA__ pipeline<thread_scope_thread> make_pipeline() { return {}; }

namespace __helicon_pipeline {

/// One thread prepares the stages, all begin behind it.
template <class Group, thread_scope Scope, uint8_t Stages>
__HELICON_CUDA__ pipeline<Scope> start(const Group &group, pipeline_shared_state<Scope, Stages> *state,
                                       ptrdiff_t producers, ptrdiff_t consumers, bool produces, bool consumes) {
  if (group.thread_rank() == 0)
    for (unsigned int i = 0; i < Stages; i++) {
      state->__stages[i].produced.start(producers);
      state->__stages[i].consumed.start(consumers);
    }
  group.sync();
  return pipeline<Scope>(state->__stages, Stages, produces, consumes);
}

} // namespace __helicon_pipeline

/// All threads of the group produce and consume.
template <class Group, thread_scope Scope, uint8_t Stages>
__HELICON_CUDA__ pipeline<Scope> make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *state) {
  return __helicon_pipeline::start(group, state, (ptrdiff_t)group.size(), (ptrdiff_t)group.size(), true, true);
}
/// The first `producers` threads produce, the others consume.
template <class Group, thread_scope Scope, uint8_t Stages>
__HELICON_CUDA__ pipeline<Scope> make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *state,
                                               size_t producers) {
  const bool produces = group.thread_rank() < producers;
  return __helicon_pipeline::start(group, state, (ptrdiff_t)producers, (ptrdiff_t)(group.size() - producers), produces,
                                   !produces);
}
/// Each thread says what it does.
template <class Group, thread_scope Scope, uint8_t Stages>
__HELICON_CUDA__ pipeline<Scope> make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *state,
                                               pipeline_role role) {
  const bool produces = role == pipeline_role::producer;
  if (group.thread_rank() == 0)
    __atomic_store_n(&state->__producers, 0u, __ATOMIC_RELAXED);
  group.sync();
  if (produces)
    __atomic_fetch_add(&state->__producers, 1u, __ATOMIC_RELAXED);
  group.sync();
  const unsigned int producers = __atomic_load_n(&state->__producers, __ATOMIC_RELAXED);
  return __helicon_pipeline::start(group, state, (ptrdiff_t)producers, (ptrdiff_t)(group.size() - producers), produces,
                                   !produces);
}

/// All stages but the newest `Prior` are there. A thread's own copies are when they have been made.
template <uint8_t Prior> __HELICON_CUDA__ void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &) {}
/// The barrier's phase ends no sooner than the copies made so far, which they are.
template <thread_scope Scope, class CompletionFunction>
__HELICON_CUDA__ void pipeline_producer_commit(pipeline<thread_scope_thread> &, barrier<Scope, CompletionFunction> &) {}

} // namespace cuda

#endif
