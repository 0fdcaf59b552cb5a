// thread_block_tile: a number of consecutive threads of a block, a power of two, aligned to that number.
#ifndef HELICON_GROUPS_TILE_H
#define HELICON_GROUPS_TILE_H

#pragma clang system_header

#include "block.h"
#include "warp.h"
#include "wide.h"

namespace cooperative_groups {

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

template <unsigned int Size, class Parent = void>
class thread_block_tile : public __helicon_groups::place<Size, Parent>,
                          public std::conditional<(Size > 32), __helicon_groups::wide_tile<Size>,
                                                  __helicon_groups::narrow_tile<Size>>::type {
  static_assert(Size >= 1 && Size <= 1024 && (Size & (Size - 1)) == 0,
                "a tile has a power of two of threads, 1024 at most");

public:
  thread_block_tile() = default;
  /// thread_block_tile<32>, whose parent is not named, stands for a tile of any.
  template <class Other, class Self = Parent, typename std::enable_if<std::is_void<Self>::value, int>::type = 0>
  __HELICON_GROUP__ thread_block_tile(const thread_block_tile<Size, Other> &other)
      : __helicon_groups::place<Size, void>(other.meta_group_rank(), other.meta_group_size()) {}
};

template <unsigned int Size>
__HELICON_GROUP__ inline thread_block_tile<Size, thread_block> tiled_partition(const thread_block &block) {
  __helicon_groups::prepareTile<Size>(block);
  return {};
}
template <unsigned int Size, unsigned int Wide, class Parent>
__HELICON_GROUP__ inline thread_block_tile<Size, thread_block_tile<Wide, Parent>>
tiled_partition(const thread_block_tile<Wide, Parent> &parent) {
  static_assert(Size <= Wide, "a tile is no larger than the group it is cut from");
  __helicon_groups::prepareTile<Size>(parent);
  return {};
}
/// The calling thread alone.
__HELICON_GROUP__ inline thread_block_tile<1, thread_block> this_thread() { return {}; }

} // namespace cooperative_groups

#endif
