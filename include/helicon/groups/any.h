// thread_group, which stands for a group of any kind, and groups cut from groups: by number, by a predicate, by a
// label.
#ifndef HELICON_GROUPS_ANY_H
#define HELICON_GROUPS_ANY_H

#pragma clang system_header

#include "tile.h"

namespace cooperative_groups {

namespace __helicon_groups {

/// `size` consecutive ranks of a set of lanes: the piece that the caller is in.
__HELICON_GROUP__ inline coalesced_group piece(const coalesced_group &parent, unsigned int size) {
  if (!isTileSize(size))
    __trap();
  if (size > parent.size())
    return parent;
  const unsigned int rank = parent.thread_rank(), first = rank / size * size;
  unsigned int lanes = 0, k = 0;
  for (unsigned int left = parent.__mask(); left; left &= left - 1, k++)
    if (k - first < size)
      lanes |= left & (0u - left);
  return coalesced_group(lanes, rank / size, (parent.size() + size - 1) / size);
}

/// `size` consecutive threads of the block, fewer at its end.
__HELICON_GROUP__ inline coalesced_group piece(const thread_block &block, unsigned int size) {
  if (!isTileSize(size))
    __trap();
  const unsigned int rank = block.thread_rank(), left = block.size() - rank / size * size;
  const unsigned int lanes = ~0u >> (32 - (left < size ? left : size)) << (lane() & ~(size - 1));
  return coalesced_group(lanes, rank / size, (block.size() + size - 1) / size);
}

} // namespace __helicon_groups

/// A block, a grid or lanes of a warp, told apart when it runs.
class thread_group {
public:
  __HELICON_GROUP__ thread_group(const thread_block &) : kind_(block) {}
  __HELICON_GROUP__ thread_group(const grid_group &) : kind_(grid) {}
  __HELICON_GROUP__ thread_group(const coalesced_group &group) : kind_(lanes), lanes_(group) {}
  template <unsigned int Size, class Parent, typename std::enable_if<(Size <= 32), int>::type = 0>
  __HELICON_GROUP__ thread_group(const thread_block_tile<Size, Parent> &tile)
      : kind_(lanes), lanes_(tile.__mask(), tile.meta_group_rank(), tile.meta_group_size()) {}

  __HELICON_GROUP__ void sync() const {
    if (kind_ == block)
      thread_block::sync();
    else if (kind_ == grid)
      grid_group::sync();
    else
      lanes_.sync();
  }
  __HELICON_GROUP__ unsigned long long num_threads() const {
    return kind_ == block ? thread_block::size() : kind_ == grid ? grid_group::size() : lanes_.size();
  }
  __HELICON_GROUP__ unsigned long long size() const { return num_threads(); }
  __HELICON_GROUP__ unsigned long long thread_rank() const {
    return kind_ == block  ? thread_block::thread_rank()
           : kind_ == grid ? grid_group::thread_rank()
                           : lanes_.thread_rank();
  }
  __HELICON_GROUP__ bool is_valid() const { return kind_ != grid || grid_group::is_valid(); }

  friend __HELICON_GROUP__ thread_group tiled_partition(const thread_group &parent, unsigned int size) {
    if (parent.kind_ == grid)
      __trap(); // tiles are cut from blocks
    return parent.kind_ == block ? __helicon_groups::piece(thread_block(), size)
                                 : __helicon_groups::piece(parent.lanes_, size);
  }

private:
  enum kind { block, grid, lanes };
  kind kind_;
  coalesced_group lanes_{0};
};

__HELICON_GROUP__ thread_group tiled_partition(const thread_group &parent, unsigned int size);
__HELICON_GROUP__ inline thread_group tiled_partition(const thread_block &parent, unsigned int size) {
  return __helicon_groups::piece(parent, size);
}
__HELICON_GROUP__ inline coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size) {
  return __helicon_groups::piece(parent, size);
}
template <unsigned int Size> __HELICON_GROUP__ inline coalesced_group tiled_partition(const coalesced_group &parent) {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");
  return __helicon_groups::piece(parent, Size);
}

namespace __helicon_groups {

/// Those who say no are group 0 of 2, those who say yes group 1, as a card numbers them.
template <class Group> __HELICON_GROUP__ inline coalesced_group byPredicate(const Group &parent, bool predicate) {
  const unsigned int yes = __ballot_sync(parent.__mask(), predicate);
  const unsigned int no = __ballot_sync(parent.__mask(), !predicate); // of the threads that there are
  return coalesced_group(predicate ? yes : no, predicate, 2);
}

/// A truth value is a predicate, as on a card.
template <class Group> __HELICON_GROUP__ inline coalesced_group byLabel(const Group &parent, bool label) {
  return byPredicate(parent, label);
}
/// Groups are numbered in the order of their lowest lanes, whatever their labels.
template <class Group, class Label> __HELICON_GROUP__ inline coalesced_group byLabel(const Group &parent, Label label) {
  static_assert(std::is_integral<Label>::value || std::is_enum<Label>::value || std::is_pointer<Label>::value,
                "labels are integers");
  using Bits = typename std::conditional<sizeof(Label) <= 4, unsigned int, unsigned long long>::type;
  const unsigned int lanes = __match_any_sync(parent.__mask(), (Bits)label), lowest = lanes & (0u - lanes);
  const unsigned int leaders = __ballot_sync(parent.__mask(), lowest == 1u << lane());
  return coalesced_group(lanes, __popc(leaders & (lowest - 1)), __popc(leaders));
}

} // namespace __helicon_groups

/// The threads that say the same as the caller.
__HELICON_GROUP__ inline coalesced_group binary_partition(const coalesced_group &parent, bool predicate) {
  return __helicon_groups::byPredicate(parent, predicate);
}
template <unsigned int Size, class Parent>
__HELICON_GROUP__ inline coalesced_group binary_partition(const thread_block_tile<Size, Parent> &parent,
                                                          bool predicate) {
  static_assert(Size <= 32, "tiles of more than a warp are not cut by a predicate");
  return __helicon_groups::byPredicate(parent, predicate);
}
template <class Label>
__HELICON_GROUP__ inline coalesced_group labeled_partition(const coalesced_group &parent, Label label) {
  return __helicon_groups::byLabel(parent, label);
}
template <unsigned int Size, class Parent, class Label>
__HELICON_GROUP__ inline coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &parent, Label label) {
  static_assert(Size <= 32, "tiles of more than a warp are not cut by labels");
  return __helicon_groups::byLabel(parent, label);
}

} // namespace cooperative_groups

#endif
