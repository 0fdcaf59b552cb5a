// cg::reduce over tiles and coalesced groups, its forms that end in memory, and the operators it takes. An operator is
// associative and commutative; with floats the order of the operands shows in the last bits, as on a card.
#ifndef HELICON_COOPERATIVE_GROUPS_REDUCE_H
#define HELICON_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

#pragma clang system_header

#include "../helicon/groups/update.h"

namespace cooperative_groups {

namespace __helicon_groups {

/// op over the first `count` ranks of a group, in rank 0: neighbours first.
template <class Group, class __T, class Op>
__HELICON_GROUP__ inline __T reduceDown(const Group &group, __T value, Op op, unsigned int rank, unsigned int count) {
  for (unsigned int distance = 1; distance < count; distance *= 2) {
    __T other = group.shfl_down(value, distance);
    if (rank + distance < count)
      value = op(value, other);
  }
  return value;
}

// Sums and the like of whole words over any set of lanes are one operation of the warp.
#define __HELICON_WARP_REDUCTION(OP, INSTRUCTION, TYPE)                                                                \
  __HELICON_GROUP__ inline TYPE reduceLanes(const coalesced_group &group, TYPE value, OP<TYPE>) {                      \
    return INSTRUCTION(group.__mask(), value);                                                                         \
  }
__HELICON_WARP_REDUCTION(plus, __reduce_add_sync, int)
__HELICON_WARP_REDUCTION(plus, __reduce_add_sync, unsigned int)
__HELICON_WARP_REDUCTION(less, __reduce_min_sync, int)
__HELICON_WARP_REDUCTION(less, __reduce_min_sync, unsigned int)
__HELICON_WARP_REDUCTION(greater, __reduce_max_sync, int)
__HELICON_WARP_REDUCTION(greater, __reduce_max_sync, unsigned int)
__HELICON_WARP_REDUCTION(bit_and, __reduce_and_sync, unsigned int)
__HELICON_WARP_REDUCTION(bit_or, __reduce_or_sync, unsigned int)
__HELICON_WARP_REDUCTION(bit_xor, __reduce_xor_sync, unsigned int)
#undef __HELICON_WARP_REDUCTION

template <class __T, class Op>
__HELICON_GROUP__ inline __T reduceLanes(const coalesced_group &group, __T value, Op op) {
  return group.shfl(reduceDown(group, value, op, group.thread_rank(), group.size()), 0);
}

} // namespace __helicon_groups

/// Every thread of the tile gets op over all values, combined as a balanced tree.
template <unsigned int Size, class Parent, class __T, class Op>
__HELICON_GROUP__ inline typename std::enable_if<(Size <= 32), __T>::type
reduce(const thread_block_tile<Size, Parent> &group, __T value, Op op) {
#pragma unroll
  for (unsigned int distance = Size / 2; distance > 0; distance /= 2)
    value = op(value, group.shfl_xor(value, distance));
  return value;
}

/// The same over several warps: first in each, then over them.
template <unsigned int Size, class Parent, class __T, class Op>
__HELICON_GROUP__ inline typename std::enable_if<(Size > 32), __T>::type
reduce(const thread_block_tile<Size, Parent> &group, __T value, Op op) {
  const unsigned int lanes = __helicon_groups::lane();
  unsigned int left = __helicon_groups::threadsInBlock() - (__helicon_groups::rankInBlock() - lanes);
  value = __helicon_groups::reduceDown(__helicon_groups::narrow_tile<32>(), value, op, lanes, left < 32 ? left : 32);
  return group.__acrossWarps(value, op);
}

/// The same over the threads of a coalesced group, whose number need not be a power of two.
template <class __T, class Op> __HELICON_GROUP__ inline __T reduce(const coalesced_group &group, __T value, Op op) {
  return __helicon_groups::reduceLanes(group, value, op);
}

/// The group's result is combined with what stands in memory.
template <class Group, class Atomic, class __T, class Op>
__HELICON_GROUP__ inline void reduce_update(const Group &group, Atomic &target, const __T &value, Op op) {
  __T result = reduce(group, value, op);
  if (group.thread_rank() == 0)
    __helicon_groups::updateAtomic(target, result, op);
}
template <class Group, class Atomic, class __T, class Op>
__HELICON_GROUP__ inline void reduce_update_async(const Group &group, Atomic &target, const __T &value, Op op) {
  reduce_update(group, target, value, op);
}

/// The group's result is stored; all of the group may read it after its next sync.
template <class Group, class __T, class Op>
__HELICON_GROUP__ inline void reduce_store(const Group &group, __T *target, const __T &value, Op op) {
  __T result = reduce(group, value, op);
  if (group.thread_rank() == 0)
    *target = result;
}
template <class Group, class __T, class Op>
__HELICON_GROUP__ inline void reduce_store_async(const Group &group, __T *target, const __T &value, Op op) {
  reduce_store(group, target, value, op);
}

} // namespace cooperative_groups

#endif
