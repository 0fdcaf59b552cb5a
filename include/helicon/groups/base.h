// What all groups rest on: ranks within the block, exchanges of values of any size, and the token of split barriers.
#ifndef HELICON_GROUPS_BASE_H
#define HELICON_GROUPS_BASE_H

#include "../../musa_runtime.h"

#include <type_traits>

#ifndef __HELICON_MUSA_MODE__
#error "cooperative_groups.h holds device code: compile this file as MUSA (a .mu file, or mcc -x musa)"
#endif
#pragma clang system_header

#define __HELICON_GROUP__ __attribute__((always_inline, device))

extern "C" {
/// The barrier of all blocks of a cooperative launch; elsewhere the launch ends with an error.
__attribute__((device)) void __helicon_grid_sync();
/// 1 in a cooperative launch.
__attribute__((device)) int __helicon_grid_valid();
}

namespace cooperative_groups {

namespace __helicon_groups {

/// Exchanges a trivially copyable value of any size in 32-bit words; `exchange` moves one word.
template <class __T, class Exchange> __HELICON_GROUP__ inline __T exchangeWords(const __T &value, Exchange exchange) {
  static_assert(__is_trivially_copyable(__T), "only trivially copyable values can be exchanged between threads");
  constexpr int count = (sizeof(__T) + 3) / 4;
  unsigned int words[count] = {};
  __builtin_memcpy(words, &value, sizeof(__T));
#pragma unroll
  for (int i = 0; i < count; i++)
    words[i] = exchange(words[i]);
  __T result;
  __builtin_memcpy(&result, words, sizeof(__T));
  return result;
}

__HELICON_GROUP__ inline unsigned int rankInBlock() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__HELICON_GROUP__ inline unsigned int threadsInBlock() { return blockDim.x * blockDim.y * blockDim.z; }
__HELICON_GROUP__ inline unsigned int lane() { return __get_laneid(); }
__HELICON_GROUP__ inline bool isTileSize(unsigned int size) { return size - 1 < 32 && (size & (size - 1)) == 0; }

/// What barrier_arrive() gives and barrier_wait() takes. The wait is the whole barrier: it ends when all threads have
/// come to it, and so when all have arrived.
struct arrival {};

} // namespace __helicon_groups

} // namespace cooperative_groups

#endif
