// cuda::memcpy_async over barriers and pipelines. The copy is made at once, by the caller or by the group side by side;
// arriving at the barrier, or committing the pipeline's stage, is what makes it known to others.
#ifndef HELICON_CUDA_COPY_H
#define HELICON_CUDA_COPY_H

#pragma GCC system_header

#include "../group_copy.h"
#include "barrier.h"

namespace cuda {

template <thread_scope Scope> class pipeline;

namespace __helicon_copy {

template <class Sync> struct is_sync {
  static constexpr bool value = false;
};
template <thread_scope Scope, class Completion> struct is_sync<barrier<Scope, Completion>> {
  static constexpr bool value = true;
};
template <thread_scope Scope> struct is_sync<pipeline<Scope>> {
  static constexpr bool value = true;
};
template <class Sync> using IfSync = typename ::std::enable_if<is_sync<Sync>::value>::type;

} // namespace __helicon_copy

template <class __T, class Shape, class Sync>
__HELICON_CUDA__ __helicon_copy::IfSync<Sync> memcpy_async(__T *target, const __T *source, Shape shape, Sync &) {
  helicon_detail::copyByGroup<helicon_detail::alignmentOf<Shape, __T>()>(0, 1, target, source, (size_t)shape);
}

template <class Group, class __T, class Shape, class Sync>
__HELICON_CUDA__ __helicon_copy::IfSync<Sync> memcpy_async(const Group &group, __T *target, const __T *source,
                                                           Shape shape, Sync &) {
  helicon_detail::copyByGroup<helicon_detail::alignmentOf<Shape, __T>()>(
      (unsigned int)group.thread_rank(), (unsigned int)group.size(), target, source, (size_t)shape);
}

} // namespace cuda

#endif
