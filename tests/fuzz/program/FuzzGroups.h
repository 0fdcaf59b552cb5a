// What generated kernels call for cooperative groups. Included by generated programs only.
#pragma once

#include "FuzzDevice.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

/// An operator of the user's own, the same in every order: (1 + a)(1 + b) - 1.
struct Circle {
  __device__ uint32_t operator()(uint32_t a, uint32_t b) const { return a + b + a * b; }
};

/// Has the thread's tile all its threads?
FUZZ_FN bool isWhole(uint32_t thread, uint32_t threads, uint32_t size) {
  return (thread & ~(size - 1)) + size <= threads;
}

template <class G> FUZZ_FN uint32_t behindFirst(const G &group, uint32_t v) { return group.thread_rank() == 0 ? 7 : v; }

template <class G> FUZZ_FN uint32_t shflUp(const G &group, uint32_t v, uint32_t delta) {
  const uint32_t r = group.shfl_up(v, delta);
  return group.thread_rank() >= delta ? r : 11;
}
template <class G> FUZZ_FN uint32_t shflDown(const G &group, uint32_t v, uint32_t delta) {
  const uint32_t r = group.shfl_down(v, delta);
  return group.thread_rank() + delta < group.size() ? r : 13;
}
template <class G> FUZZ_FN uint32_t shflXor(const G &group, uint32_t v, uint32_t mask) {
  const uint32_t r = group.shfl_xor(v, mask);
  return (group.thread_rank() ^ mask) < group.size() ? r : 17;
}
