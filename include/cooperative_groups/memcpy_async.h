// cg::memcpy_async: a group's copy. It is done when the call returns, by all threads of the group side by side; the
// wait makes it visible to them, which is all that a program may count on before and after it.
#ifndef HELICON_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define HELICON_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"

#pragma clang system_header

#include "../helicon/aligned_size.h"
#include "../helicon/group_copy.h"

namespace cooperative_groups {

/// `shape`: bytes, or cuda::aligned_size_t, which also tells the alignment of both sides.
template <class Group, class __T, class Shape>
__HELICON_GROUP__ inline void memcpy_async(const Group &group, __T *target, const __T *source, const Shape &shape) {
  helicon_detail::copyByGroup<helicon_detail::alignmentOf<Shape, __T>()>(
      (unsigned int)group.thread_rank(), (unsigned int)group.size(), target, source, (size_t)shape);
}

/// Each side's size in elements; the smaller one is copied.
template <class Group, class __T, class TargetShape, class SourceShape>
__HELICON_GROUP__ inline void memcpy_async(const Group &group, __T *target, const TargetShape &targetShape,
                                           const __T *source, const SourceShape &sourceShape) {
  const size_t most = (size_t)targetShape, there = (size_t)sourceShape;
  helicon_detail::copyByGroup<alignof(__T)>((unsigned int)group.thread_rank(), (unsigned int)group.size(), target,
                                            source, (most < there ? most : there) * sizeof(__T));
}

/// Waits until the copies of all the group's threads are done; all but the newest `Stages` of them.
template <class Group> __HELICON_GROUP__ inline void wait(const Group &group) { group.sync(); }
template <unsigned int Stages, class Group> __HELICON_GROUP__ inline void wait_prior(const Group &group) {
  group.sync();
}

} // namespace cooperative_groups

#endif
