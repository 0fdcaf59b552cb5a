// Groups inside a warp: coalesced_group, a set of its lanes, and the operations of tiles of up to 32 threads, a segment
// of it. All of them are the warp's, with a mask.
#ifndef HELICON_GROUPS_WARP_H
#define HELICON_GROUPS_WARP_H

#pragma clang system_header

#include "base.h"

namespace cooperative_groups {

/// The lanes of one warp that are in `mask_`: what tiles and coalesced groups have in common. Ranks count set bits.
class coalesced_group {
public:
  __HELICON_GROUP__ explicit coalesced_group(unsigned int mask, unsigned int metaRank = 0, unsigned int metaSize = 1)
      : mask_(mask), metaRank_(metaRank), metaSize_(metaSize) {}

  __HELICON_GROUP__ void sync() const { __syncwarp(mask_); }
  __HELICON_GROUP__ unsigned int num_threads() const { return (unsigned int)__popc(mask_); }
  __HELICON_GROUP__ unsigned int size() const { return num_threads(); }
  __HELICON_GROUP__ unsigned int thread_rank() const { return (unsigned int)__popc(mask_ & __get_lanemask_lt()); }
  __HELICON_GROUP__ unsigned int meta_group_rank() const { return metaRank_; }
  __HELICON_GROUP__ unsigned int meta_group_size() const { return metaSize_; }

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

  /// The lanes, as a mask of the warp.
  __HELICON_GROUP__ unsigned int __mask() const { return mask_; }

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
  unsigned int mask_, metaRank_, metaSize_;
};
/// The threads of the warp that are here now.
__HELICON_GROUP__ inline coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

namespace __helicon_groups {

/// What `Size` consecutive threads of a warp do together, aligned to their number.
template <unsigned int Size> class narrow_tile {
public:
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

  /// Its lanes, as a mask of the warp.
  __HELICON_GROUP__ static unsigned int __mask() { return mask(); }

private:
  __HELICON_GROUP__ static unsigned int base() { return __helicon_groups::lane() & ~(Size - 1) & 31u; }
  __HELICON_GROUP__ static unsigned int mask() {
    return Size == 32 ? 0xffffffffu : ((1u << (Size & 31u)) - 1u) << base();
  }
};

} // namespace __helicon_groups

} // namespace cooperative_groups

#endif
