// CUDA 12.8's __nv_atomic_* functions. The operation itself is relaxed and stands between fences, as
// kernel-ir/README.md asks of atomics; orders are constants in practice, so the tests of them fold away. Scopes are
// taken and not told apart: a CPU's atomics hold for the whole machine. Source: CUDA C++ Programming Guide, "Built-in
// Atomic Functions".
#ifndef HELICON_NV_ATOMICS_H
#define HELICON_NV_ATOMICS_H

#pragma clang system_header

#include "device_macros.h"

enum {
  __NV_ATOMIC_RELAXED = __ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME = __ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE = __ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE = __ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL = __ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST = __ATOMIC_SEQ_CST
};
enum {
  __NV_THREAD_SCOPE_THREAD,
  __NV_THREAD_SCOPE_BLOCK,
  __NV_THREAD_SCOPE_CLUSTER,
  __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM
};

namespace helicon_atomic {

/// keeps a parameter out of deduction: the pointer decides, as in the compiler's own atomics.
template <class __T> struct Type {
  using Same = __T;
};
template <class __T> using Value = typename Type<__T>::Same;

__HELICON_DEVICE__ void fence(int order) {
  if (order == __ATOMIC_SEQ_CST)
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
  else if (order != __ATOMIC_RELAXED)
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
}
/// What an order asks of the operations before this one, and of those after it.
__HELICON_DEVICE__ void before(int order) {
  if (order >= __ATOMIC_RELEASE)
    fence(order);
}
__HELICON_DEVICE__ void after(int order) {
  if (order != __ATOMIC_RELEASE)
    fence(order);
}

} // namespace helicon_atomic

__HELICON_DEVICE__ void __nv_atomic_thread_fence(int order, int = __NV_THREAD_SCOPE_SYSTEM) {
  helicon_atomic::fence(order);
}

template <class __T>
__HELICON_DEVICE__ void __nv_atomic_load(const __T *p, __T *result, int order, int = __NV_THREAD_SCOPE_SYSTEM) {
  helicon_atomic::before(order);
  __atomic_load(p, result, __ATOMIC_RELAXED);
  helicon_atomic::after(order);
}
template <class __T>
__HELICON_DEVICE__ __T __nv_atomic_load_n(const __T *p, int order, int = __NV_THREAD_SCOPE_SYSTEM) {
  __T result;
  __nv_atomic_load(p, &result, order);
  return result;
}

template <class __T>
__HELICON_DEVICE__ void __nv_atomic_store(__T *p, const __T *value, int order, int = __NV_THREAD_SCOPE_SYSTEM) {
  helicon_atomic::before(order);
  __T copy = *value;
  __atomic_store(p, &copy, __ATOMIC_RELAXED);
  helicon_atomic::after(order);
}
template <class __T>
__HELICON_DEVICE__ void __nv_atomic_store_n(__T *p, helicon_atomic::Value<__T> value, int order,
                                            int = __NV_THREAD_SCOPE_SYSTEM) {
  __nv_atomic_store(p, &value, order);
}

template <class __T>
__HELICON_DEVICE__ void __nv_atomic_exchange(__T *p, const __T *value, __T *result, int order,
                                             int = __NV_THREAD_SCOPE_SYSTEM) {
  helicon_atomic::before(order);
  __T copy = *value;
  __atomic_exchange(p, &copy, result, __ATOMIC_RELAXED);
  helicon_atomic::after(order);
}
template <class __T>
__HELICON_DEVICE__ __T __nv_atomic_exchange_n(__T *p, helicon_atomic::Value<__T> value, int order,
                                              int = __NV_THREAD_SCOPE_SYSTEM) {
  __T result;
  __nv_atomic_exchange(p, &value, &result, order);
  return result;
}

/// A weak exchange may fail without a reason; here none does.
template <class __T>
__HELICON_DEVICE__ bool __nv_atomic_compare_exchange(__T *p, __T *expected, const __T *desired, bool, int success,
                                                     int failure, int = __NV_THREAD_SCOPE_SYSTEM) {
  const int order = success > failure ? success : failure;
  helicon_atomic::before(order);
  __T copy = *desired;
  bool done = __atomic_compare_exchange(p, expected, &copy, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  helicon_atomic::after(order);
  return done;
}
template <class __T>
__HELICON_DEVICE__ bool __nv_atomic_compare_exchange_n(__T *p, __T *expected, helicon_atomic::Value<__T> desired,
                                                       bool weak, int success, int failure,
                                                       int = __NV_THREAD_SCOPE_SYSTEM) {
  return __nv_atomic_compare_exchange(p, expected, &desired, weak, success, failure);
}

#define __HELICON_FETCH(NAME)                                                                                          \
  template <class __T>                                                                                                 \
  __HELICON_DEVICE__ __T __nv_atomic_fetch_##NAME(__T *p, helicon_atomic::Value<__T> value, int order,                 \
                                                  int = __NV_THREAD_SCOPE_SYSTEM) {                                    \
    helicon_atomic::before(order);                                                                                     \
    __T old = __atomic_fetch_##NAME(p, value, __ATOMIC_RELAXED);                                                       \
    helicon_atomic::after(order);                                                                                      \
    return old;                                                                                                        \
  }                                                                                                                    \
  template <class __T>                                                                                                 \
  __HELICON_DEVICE__ void __nv_atomic_##NAME(__T *p, helicon_atomic::Value<__T> value, int order,                      \
                                             int scope = __NV_THREAD_SCOPE_SYSTEM) {                                   \
    __nv_atomic_fetch_##NAME(p, value, order, scope);                                                                  \
  }
__HELICON_FETCH(add)
__HELICON_FETCH(sub)
__HELICON_FETCH(and)
__HELICON_FETCH(or)
__HELICON_FETCH(xor)
__HELICON_FETCH(min)
__HELICON_FETCH(max)
#undef __HELICON_FETCH

#endif
