// Cooperative groups within a block: thread_block, thread_block_tile of 1 to 32 threads, coalesced_group.
// A tile is a segment of a warp, a coalesced group a set of its lanes; all their operations are the warp's, with a
// mask. Source: CUDA C++ Programming Guide, "Cooperative Groups". Groups wider than a block are not offered yet.
#ifndef HELICON_COOPERATIVE_GROUPS_H
#define HELICON_COOPERATIVE_GROUPS_H

#include "musa_runtime.h"

#include <type_traits>

#ifndef __HELICON_MUSA_MODE__
#error "cooperative_groups.h holds device code: compile this file as MUSA (a .mu file, or mcc -x musa)"
#endif
#pragma clang system_header

#define __HELICON_GROUP__ __attribute__((always_inline, device))

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

} // namespace __helicon_groups

/// All threads of the block.
class thread_block {
public:
  __HELICON_GROUP__ static void sync() { __syncthreads(); }
  __HELICON_GROUP__ static unsigned int thread_rank() { return __helicon_groups::rankInBlock(); }
  __HELICON_GROUP__ static unsigned int num_threads() { return __helicon_groups::threadsInBlock(); }
  __HELICON_GROUP__ static unsigned int size() { return num_threads(); }
  __HELICON_GROUP__ static dim3 group_index() { return blockIdx; }
  __HELICON_GROUP__ static dim3 thread_index() { return threadIdx; }
  __HELICON_GROUP__ static dim3 dim_threads() { return blockDim; }
  __HELICON_GROUP__ static dim3 group_dim() { return blockDim; }
};
__HELICON_GROUP__ inline thread_block this_thread_block() { return thread_block(); }

/// The lanes of one warp that are in `mask_`: what tiles and coalesced groups have in common. Ranks count set bits.
class coalesced_group {
public:
  __HELICON_GROUP__ explicit coalesced_group(unsigned int mask) : mask_(mask) {}

  __HELICON_GROUP__ void sync() const { __syncwarp(mask_); }
  __HELICON_GROUP__ unsigned int num_threads() const { return (unsigned int)__popc(mask_); }
  __HELICON_GROUP__ unsigned int size() const { return num_threads(); }
  __HELICON_GROUP__ unsigned int thread_rank() const { return (unsigned int)__popc(mask_ & __get_lanemask_lt()); }
  __HELICON_GROUP__ unsigned int meta_group_rank() const { return 0; }
  __HELICON_GROUP__ unsigned int meta_group_size() const { return 1; }

  __HELICON_GROUP__ int any(int predicate) const { return __any_sync(mask_, predicate); }
  __HELICON_GROUP__ int all(int predicate) const { return __all_sync(mask_, predicate); }
  __HELICON_GROUP__ unsigned int ballot(int predicate) const { return packed(__ballot_sync(mask_, predicate)); }
  template <class __T> __HELICON_GROUP__ unsigned int match_any(__T v) const {
    return packed(__match_any_sync(mask_, v));
  }
  template <class __T> __HELICON_GROUP__ unsigned int match_all(__T v, int &predicate) const {
    return packed(__match_all_sync(mask_, v, &predicate));
  }

  template <class __T> __HELICON_GROUP__ __T shfl(__T v, int rank) const { return from(v, laneOf((unsigned int)rank)); }
  template <class __T> __HELICON_GROUP__ __T shfl_up(__T v, unsigned int delta) const {
    unsigned int rank = thread_rank();
    return from(v, rank < delta ? __helicon_groups::lane() : laneOf(rank - delta));
  }
  template <class __T> __HELICON_GROUP__ __T shfl_down(__T v, unsigned int delta) const {
    unsigned int rank = thread_rank();
    return from(v, rank + delta >= size() ? __helicon_groups::lane() : laneOf(rank + delta));
  }

private:
  __HELICON_GROUP__ unsigned int laneOf(unsigned int rank) const {
    return mask_ == 0xffffffffu ? rank : __fns(mask_, 0, (int)rank + 1);
  }
  template <class __T> __HELICON_GROUP__ __T from(const __T &v, unsigned int lane) const {
    return __helicon_groups::exchangeWords(v, [=](unsigned int word)
                                                  __HELICON_GROUP__ { return __shfl_sync(mask_, word, (int)lane); });
  }
  /// A mask of lanes as a mask of ranks.
  __HELICON_GROUP__ unsigned int packed(unsigned int lanes) const {
    if (mask_ == 0xffffffffu)
      return lanes;
    unsigned int ranks = 0, rank = 0;
    for (unsigned int left = mask_; left; left &= left - 1, rank++)
      ranks |= (lanes & (left & (0u - left)) ? 1u : 0u) << rank;
    return ranks;
  }
  unsigned int mask_;
};
/// The threads of the warp that are here now.
__HELICON_GROUP__ inline coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

namespace __helicon_groups {

/// A tile's place among its neighbours in the group it was cut from.
template <unsigned int Size, class Parent> class place {
public:
  __HELICON_GROUP__ static unsigned int meta_group_rank() { return Parent::thread_rank() / Size; }
  __HELICON_GROUP__ static unsigned int meta_group_size() { return (Parent::num_threads() + Size - 1) / Size; }
};

/// Where the type does not name that group, the tile remembers its place; one made from nothing was cut from the block.
template <unsigned int Size> class place<Size, void> {
public:
  __HELICON_GROUP__ place() : place(rankInBlock() / Size, (threadsInBlock() + Size - 1) / Size) {}
  __HELICON_GROUP__ place(unsigned int rank, unsigned int count) : rank_(rank), count_(count) {}
  __HELICON_GROUP__ unsigned int meta_group_rank() const { return rank_; }
  __HELICON_GROUP__ unsigned int meta_group_size() const { return count_; }

private:
  unsigned int rank_, count_;
};

} // namespace __helicon_groups

/// `Size` consecutive threads of a block, aligned to their number.
template <unsigned int Size, class Parent = void>
class thread_block_tile : public __helicon_groups::place<Size, Parent> {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");

public:
  thread_block_tile() = default;
  /// thread_block_tile<32>, whose parent is not named, stands for a tile of any.
  template <class Other, class Self = Parent, typename std::enable_if<std::is_void<Self>::value, int>::type = 0>
  __HELICON_GROUP__ thread_block_tile(const thread_block_tile<Size, Other> &other)
      : __helicon_groups::place<Size, void>(other.meta_group_rank(), other.meta_group_size()) {}

  __HELICON_GROUP__ void sync() const { __syncwarp(mask()); }
  __HELICON_GROUP__ static constexpr unsigned int num_threads() { return Size; }
  __HELICON_GROUP__ static constexpr unsigned int size() { return Size; }
  __HELICON_GROUP__ static unsigned int thread_rank() { return __helicon_groups::rankInBlock() & (Size - 1); }

  __HELICON_GROUP__ int any(int predicate) const { return __any_sync(mask(), predicate); }
  __HELICON_GROUP__ int all(int predicate) const { return __all_sync(mask(), predicate); }
  __HELICON_GROUP__ unsigned int ballot(int predicate) const { return __ballot_sync(mask(), predicate) >> base(); }
  template <class __T> __HELICON_GROUP__ unsigned int match_any(__T v) const {
    return __match_any_sync(mask(), v) >> base();
  }
  template <class __T> __HELICON_GROUP__ unsigned int match_all(__T v, int &predicate) const {
    return __match_all_sync(mask(), v, &predicate) >> base();
  }

  template <class __T> __HELICON_GROUP__ __T shfl(__T v, int rank) const {
    unsigned int m = mask();
    return __helicon_groups::exchangeWords(v, [=](unsigned int word)
                                                  __HELICON_GROUP__ { return __shfl_sync(m, word, rank, (int)Size); });
  }
  template <class __T> __HELICON_GROUP__ __T shfl_up(__T v, unsigned int delta) const {
    unsigned int m = mask();
    return __helicon_groups::exchangeWords(
        v, [=](unsigned int word) __HELICON_GROUP__ { return __shfl_up_sync(m, word, delta, (int)Size); });
  }
  template <class __T> __HELICON_GROUP__ __T shfl_down(__T v, unsigned int delta) const {
    unsigned int m = mask();
    return __helicon_groups::exchangeWords(
        v, [=](unsigned int word) __HELICON_GROUP__ { return __shfl_down_sync(m, word, delta, (int)Size); });
  }
  template <class __T> __HELICON_GROUP__ __T shfl_xor(__T v, unsigned int laneMask) const {
    unsigned int m = mask();
    return __helicon_groups::exchangeWords(
        v, [=](unsigned int word) __HELICON_GROUP__ { return __shfl_xor_sync(m, word, (int)laneMask, (int)Size); });
  }

private:
  __HELICON_GROUP__ static unsigned int base() { return __helicon_groups::lane() & ~(Size - 1) & 31u; }
  __HELICON_GROUP__ static unsigned int mask() {
    return Size == 32 ? 0xffffffffu : ((1u << (Size & 31u)) - 1u) << base();
  }
};

template <unsigned int Size>
__HELICON_GROUP__ inline thread_block_tile<Size, thread_block> tiled_partition(thread_block) {
  return {};
}
template <unsigned int Size, unsigned int Wide, class Parent>
__HELICON_GROUP__ inline thread_block_tile<Size, thread_block_tile<Wide, Parent>>
tiled_partition(thread_block_tile<Wide, Parent>) {
  static_assert(Size <= Wide, "a tile is no larger than the group it is cut from");
  return {};
}

template <class Group> __HELICON_GROUP__ inline void sync(const Group &group) { group.sync(); }
template <class Group> __HELICON_GROUP__ inline unsigned int thread_rank(const Group &group) {
  return group.thread_rank();
}
template <class Group> __HELICON_GROUP__ inline unsigned int group_size(const Group &group) { return group.size(); }

} // namespace cooperative_groups

#endif
