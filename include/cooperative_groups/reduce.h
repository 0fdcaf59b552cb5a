// cg::reduce over tiles and coalesced groups, and the operators it takes.
#ifndef HELICON_COOPERATIVE_GROUPS_REDUCE_H
#define HELICON_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

#pragma clang system_header

namespace cooperative_groups {

#define __HELICON_OPERATOR(NAME, EXPRESSION)                                                                           \
  template <class __T> struct NAME {                                                                                   \
    __HELICON_GROUP__ __T operator()(__T a, __T b) const { return EXPRESSION; }                                        \
  };
__HELICON_OPERATOR(plus, a + b)
__HELICON_OPERATOR(less, b < a ? b : a)
__HELICON_OPERATOR(greater, a < b ? b : a)
__HELICON_OPERATOR(bit_and, a &b)
__HELICON_OPERATOR(bit_or, a | b)
__HELICON_OPERATOR(bit_xor, a ^ b)
#undef __HELICON_OPERATOR

/// Every thread of the tile gets op over all values, combined as a balanced tree.
template <unsigned int Size, class Parent, class __T, class Op>
__HELICON_GROUP__ inline __T reduce(const thread_block_tile<Size, Parent> &group, __T value, Op op) {
#pragma unroll
  for (unsigned int distance = Size / 2; distance > 0; distance /= 2)
    value = op(value, group.shfl_xor(value, distance));
  return value;
}

/// The same over the threads of a coalesced group, whose number need not be a power of two.
template <class __T, class Op> __HELICON_GROUP__ inline __T reduce(const coalesced_group &group, __T value, Op op) {
  unsigned int size = group.size(), rank = group.thread_rank();
  for (unsigned int distance = 1; distance < size; distance *= 2) {
    __T other = group.shfl_down(value, distance);
    if (rank + distance < size)
      value = op(value, other);
  }
  return group.shfl(value, 0);
}

} // namespace cooperative_groups

#endif
