// Functions over any group: sync and its kin, and calls that one thread makes for all.
#ifndef HELICON_GROUPS_CALLS_H
#define HELICON_GROUPS_CALLS_H

#pragma clang system_header

#include "any.h"

#include <utility>

namespace cooperative_groups {

template <class Group> __HELICON_GROUP__ inline void sync(const Group &group) { group.sync(); }
template <class Group> __HELICON_GROUP__ inline auto thread_rank(const Group &group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <class Group> __HELICON_GROUP__ inline auto group_size(const Group &group) -> decltype(group.size()) {
  return group.size();
}
template <class Group> __HELICON_GROUP__ inline auto is_valid(const Group &group) -> decltype(group.is_valid()) {
  return group.is_valid();
}

/// One thread of the group (the first) calls `function`; the others do not wait for it.
template <class Group, class Function, class... Arguments>
__HELICON_GROUP__ inline void invoke_one(const Group &group, Function &&function, Arguments &&...arguments) {
  if (group.thread_rank() == 0)
    std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
}

/// The same, and all get the result. For groups inside a warp.
template <class Group, class Function, class... Arguments>
__HELICON_GROUP__ inline auto invoke_one_broadcast(const Group &group, Function &&function, Arguments &&...arguments)
    -> decltype(std::forward<Function>(function)(std::forward<Arguments>(arguments)...)) {
  using Result = decltype(std::forward<Function>(function)(std::forward<Arguments>(arguments)...));
  static_assert(__is_trivially_copyable(Result), "only trivially copyable values can be exchanged between threads");
  struct alignas(Result) Bytes {
    unsigned char bytes[sizeof(Result)];
  } raw = {};
  if (group.thread_rank() == 0) {
    Result result = std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
    __builtin_memcpy(&raw, &result, sizeof(Result));
  }
  raw = group.shfl(raw, 0);
  return __builtin_bit_cast(Result, raw);
}

} // namespace cooperative_groups

#endif
