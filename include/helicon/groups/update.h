// What collectives do with a value in memory that several groups add to: cuda::atomic or cuda::atomic_ref.
#ifndef HELICON_GROUPS_UPDATE_H
#define HELICON_GROUPS_UPDATE_H

#pragma clang system_header

#include "base.h"

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

namespace __helicon_groups {

/// target = op(target, value) as one step; the value before.
template <class Atomic, class __T, class Op>
__HELICON_GROUP__ inline __T updateAtomic(Atomic &target, const __T &value, Op op) {
  __T before = target.load(Atomic::__relaxed);
  while (!target.compare_exchange_weak(before, op(before, value), Atomic::__relaxed)) {
  }
  return before;
}
template <class Atomic, class __T>
__HELICON_GROUP__ inline auto updateAtomic(Atomic &target, const __T &value, plus<__T>)
    -> decltype(target.fetch_add(value, Atomic::__relaxed)) {
  return target.fetch_add(value, Atomic::__relaxed);
}

} // namespace __helicon_groups

} // namespace cooperative_groups

#endif
