// Scopes, memory orders and fences of cuda::atomic and what is built on it. A CPU's atomics hold for the whole machine,
// so the scope decides how strong a fence is, and nothing else. Serves host code of any C++ compiler too.
#ifndef HELICON_CUDA_SCOPE_H
#define HELICON_CUDA_SCOPE_H

#pragma GCC system_header

#include "../device_macros.h"

#include <stddef.h>
#include <stdint.h>

namespace cuda {

enum thread_scope {
  thread_scope_system,
  thread_scope_device,
  thread_scope_block,
  thread_scope_thread,
};

namespace std {

enum class memory_order : int {
  relaxed = __ATOMIC_RELAXED,
  consume = __ATOMIC_CONSUME,
  acquire = __ATOMIC_ACQUIRE,
  release = __ATOMIC_RELEASE,
  acq_rel = __ATOMIC_ACQ_REL,
  seq_cst = __ATOMIC_SEQ_CST,
};
static constexpr memory_order memory_order_relaxed = memory_order::relaxed;
static constexpr memory_order memory_order_consume = memory_order::consume;
static constexpr memory_order memory_order_acquire = memory_order::acquire;
static constexpr memory_order memory_order_release = memory_order::release;
static constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
static constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;

} // namespace std

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

__HELICON_CUDA__ void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
  if (order == memory_order_relaxed)
    return;
  if (scope == thread_scope_block || scope == thread_scope_thread)
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
  else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
__HELICON_CUDA__ void atomic_signal_fence(memory_order) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

namespace std {
__HELICON_CUDA__ void atomic_thread_fence(memory_order order) { ::cuda::atomic_thread_fence(order); }
__HELICON_CUDA__ void atomic_signal_fence(memory_order order) { ::cuda::atomic_signal_fence(order); }
} // namespace std

} // namespace cuda

#endif
