// cg::inclusive_scan and cg::exclusive_scan over tiles and coalesced groups. The first thread's exclusive result is a
// value-initialised one, 0 for numbers.
#ifndef HELICON_COOPERATIVE_GROUPS_SCAN_H
#define HELICON_COOPERATIVE_GROUPS_SCAN_H

#include "../cooperative_groups.h"

#pragma clang system_header

#include "../helicon/groups/update.h"

namespace cooperative_groups {

namespace __helicon_groups {

template <class Group, class __T, class Op>
__HELICON_GROUP__ inline __T scanUp(const Group &group, __T value, Op op, unsigned int rank, unsigned int size) {
#pragma unroll
  for (unsigned int distance = 1; distance < size; distance *= 2) {
    __T other = group.shfl_up(value, distance);
    if (rank >= distance)
      value = op(other, value);
  }
  return value;
}

/// The group's scan, and its total in every thread.
template <class __T> struct scanned {
  __T inclusive, exclusive, total;
};

template <class Group, class __T, class Op>
__HELICON_GROUP__ inline scanned<__T> scanLanes(const Group &group, const __T &value, Op op) {
  const unsigned int rank = group.thread_rank();
  scanned<__T> r;
  r.inclusive = scanUp(group, value, op, rank, group.size());
  r.exclusive = group.shfl_up(r.inclusive, 1);
  if (rank == 0)
    r.exclusive = __T();
  r.total = group.shfl(r.inclusive, (int)group.size() - 1);
  return r;
}

template <class __T, class Op>
__HELICON_GROUP__ inline scanned<__T> scan(const coalesced_group &group, const __T &value, Op op) {
  return scanLanes(group, value, op);
}
template <unsigned int Size, class Parent, class __T, class Op>
__HELICON_GROUP__ inline typename std::enable_if<(Size <= 32), scanned<__T>>::type
scan(const thread_block_tile<Size, Parent> &group, const __T &value, Op op) {
  return scanLanes(group, value, op);
}
template <unsigned int Size, class Parent, class __T, class Op>
__HELICON_GROUP__ inline typename std::enable_if<(Size > 32), scanned<__T>>::type
scan(const thread_block_tile<Size, Parent> &group, const __T &value, Op op) {
  narrow_tile<32> warp;
  scanned<__T> r;
  r.inclusive = scanUp(warp, value, op, lane(), 32);
  r.exclusive = warp.shfl_up(r.inclusive, 1);
  const __T before = group.__beforeWarp(r.inclusive, op, r.total);
  if (group.__isFirstWarp()) {
    if (lane() == 0)
      r.exclusive = __T();
    return r;
  }
  r.inclusive = op(before, r.inclusive);
  r.exclusive = lane() == 0 ? before : op(before, r.exclusive);
  return r;
}

} // namespace __helicon_groups

/// op over the values of the threads up to and with the caller.
template <class Group, class __T, class Op>
__HELICON_GROUP__ inline __T inclusive_scan(const Group &group, const __T &value, Op op) {
  return __helicon_groups::scan(group, value, op).inclusive;
}
template <class Group, class __T> __HELICON_GROUP__ inline __T inclusive_scan(const Group &group, const __T &value) {
  return inclusive_scan(group, value, plus<__T>());
}
/// op over the values of the threads before the caller.
template <class Group, class __T, class Op>
__HELICON_GROUP__ inline __T exclusive_scan(const Group &group, const __T &value, Op op) {
  return __helicon_groups::scan(group, value, op).exclusive;
}
template <class Group, class __T> __HELICON_GROUP__ inline __T exclusive_scan(const Group &group, const __T &value) {
  return exclusive_scan(group, value, plus<__T>());
}

namespace __helicon_groups {

/// The last thread adds the group's total to what stands in memory; all get what stood there.
template <class Group, class Atomic, class __T, class Op>
__HELICON_GROUP__ inline __T reserve(const Group &group, Atomic &target, const __T &total, Op op) {
  __T before = __T();
  if (group.thread_rank() == 0)
    before = updateAtomic(target, total, op);
  return group.shfl(before, 0);
}

} // namespace __helicon_groups

/// The scan goes on from what stands in memory, to which the group's total is added.
template <class Group, class Atomic, class __T, class Op>
__HELICON_GROUP__ inline __T inclusive_scan_update(const Group &group, Atomic &target, const __T &value, Op op) {
  auto scanned = __helicon_groups::scan(group, value, op);
  return op(__helicon_groups::reserve(group, target, scanned.total, op), scanned.inclusive);
}
template <class Group, class Atomic, class __T>
__HELICON_GROUP__ inline __T inclusive_scan_update(const Group &group, Atomic &target, const __T &value) {
  return inclusive_scan_update(group, target, value, plus<__T>());
}
template <class Group, class Atomic, class __T, class Op>
__HELICON_GROUP__ inline __T exclusive_scan_update(const Group &group, Atomic &target, const __T &value, Op op) {
  auto scanned = __helicon_groups::scan(group, value, op);
  __T before = __helicon_groups::reserve(group, target, scanned.total, op);
  return group.thread_rank() == 0 ? before : op(before, scanned.exclusive);
}
template <class Group, class Atomic, class __T>
__HELICON_GROUP__ inline __T exclusive_scan_update(const Group &group, Atomic &target, const __T &value) {
  return exclusive_scan_update(group, target, value, plus<__T>());
}

} // namespace cooperative_groups

#endif
