// cuda::atomic and cuda::atomic_ref, and their forms of system scope in cuda::std. Source: the interface of libcu++ as
// its documentation gives it.
#ifndef HELICON_CUDA_ATOMIC_H
#define HELICON_CUDA_ATOMIC_H

#pragma GCC system_header

#include "atomic_cell.h"

namespace helicon_detail {

/// What both have in common; `Self::__object()` gives the address.
template <class Self, class __T> class atomic_interface {
  using Cell = atomic_cell<__T>;
  using Order = ::cuda::memory_order;
  static constexpr bool kNumber = ::std::is_arithmetic<__T>::value && !::std::is_same<__T, bool>::value;
  static constexpr bool kInteger = ::std::is_integral<__T>::value && !::std::is_same<__T, bool>::value;
  template <class Number> using IfNumber = typename ::std::enable_if<kNumber, Number>::type;
  template <class Number> using IfInteger = typename ::std::enable_if<kInteger, Number>::type;
  template <class Pointer>
  using IfPointer = typename ::std::enable_if<::std::is_pointer<Pointer>::value, Pointer>::type;

  __HELICON_CUDA__ __T *at() const { return static_cast<const Self *>(this)->__object(); }

public:
  using value_type = __T;
  static constexpr bool is_always_lock_free = true;
  static constexpr Order __relaxed = Order::relaxed;

  __HELICON_CUDA__ bool is_lock_free() const { return true; }
  __HELICON_CUDA__ void store(__T value, Order order = Order::seq_cst) const { Cell::store(at(), value, order); }
  __HELICON_CUDA__ __T load(Order order = Order::seq_cst) const { return Cell::load(at(), order); }
  __HELICON_CUDA__ operator __T() const { return load(); }
  __HELICON_CUDA__ __T exchange(__T value, Order order = Order::seq_cst) const {
    return Cell::exchange(at(), value, order);
  }
  __HELICON_CUDA__ bool compare_exchange_strong(__T &expected, __T wanted, Order success, Order failure) const {
    return Cell::compareExchange(at(), expected, wanted, success, failure);
  }
  __HELICON_CUDA__ bool compare_exchange_strong(__T &expected, __T wanted, Order order = Order::seq_cst) const {
    return Cell::compareExchange(at(), expected, wanted, order, Cell::failureOf(order));
  }
  __HELICON_CUDA__ bool compare_exchange_weak(__T &expected, __T wanted, Order success, Order failure) const {
    return Cell::compareExchange(at(), expected, wanted, success, failure);
  }
  __HELICON_CUDA__ bool compare_exchange_weak(__T &expected, __T wanted, Order order = Order::seq_cst) const {
    return Cell::compareExchange(at(), expected, wanted, order, Cell::failureOf(order));
  }
  /// Returns when the value is another than `old`.
  __HELICON_CUDA__ void wait(__T old, Order order = Order::seq_cst) const { Cell::wait(at(), old, order); }
  __HELICON_CUDA__ void notify_one() const {}
  __HELICON_CUDA__ void notify_all() const {}

#define __HELICON_FETCH(NAME, FUNCTION, IF)                                                                            \
  template <class Value = __T> __HELICON_CUDA__ IF<Value> NAME(__T operand, Order order = Order::seq_cst) const {      \
    return FUNCTION(at(), operand, order);                                                                             \
  }
  __HELICON_FETCH(fetch_add, fetchAdd, IfNumber)
  __HELICON_FETCH(fetch_sub, fetchSub, IfNumber)
  __HELICON_FETCH(fetch_min, fetchMin, IfNumber)
  __HELICON_FETCH(fetch_max, fetchMax, IfNumber)
  __HELICON_FETCH(fetch_and, fetchAnd, IfInteger)
  __HELICON_FETCH(fetch_or, fetchOr, IfInteger)
  __HELICON_FETCH(fetch_xor, fetchXor, IfInteger)
#undef __HELICON_FETCH
  template <class Value = __T>
  __HELICON_CUDA__ IfPointer<Value> fetch_add(ptrdiff_t elements, Order order = Order::seq_cst) const {
    return fetchMove(at(), elements, order);
  }
  template <class Value = __T>
  __HELICON_CUDA__ IfPointer<Value> fetch_sub(ptrdiff_t elements, Order order = Order::seq_cst) const {
    return fetchMove(at(), -elements, order);
  }

  template <class Operand> __HELICON_CUDA__ __T operator+=(Operand operand) const {
    return fetch_add(operand) + operand;
  }
  template <class Operand> __HELICON_CUDA__ __T operator-=(Operand operand) const {
    return fetch_sub(operand) - operand;
  }
  __HELICON_CUDA__ __T operator++() const { return fetch_add(1) + 1; }
  __HELICON_CUDA__ __T operator--() const { return fetch_sub(1) - 1; }
  __HELICON_CUDA__ __T operator++(int) const { return fetch_add(1); }
  __HELICON_CUDA__ __T operator--(int) const { return fetch_sub(1); }
  __HELICON_CUDA__ __T operator&=(__T operand) const { return fetch_and(operand) & operand; }
  __HELICON_CUDA__ __T operator|=(__T operand) const { return fetch_or(operand) | operand; }
  __HELICON_CUDA__ __T operator^=(__T operand) const { return fetch_xor(operand) ^ operand; }
};

/// The value itself. Default construction leaves it as it is, so that it may stand in shared memory.
template <class __T> class atomic_value : public atomic_interface<atomic_value<__T>, __T> {
  friend class atomic_interface<atomic_value<__T>, __T>;
  alignas(sizeof(__T)) mutable __T value_;
  __HELICON_CUDA__ __T *__object() const { return &value_; }

public:
  atomic_value() = default;
  __HELICON_CUDA__ constexpr atomic_value(__T value) : value_(value) {}
  atomic_value(const atomic_value &) = delete;
  atomic_value &operator=(const atomic_value &) = delete;
};

} // namespace helicon_detail

namespace cuda {

template <class __T, thread_scope Scope = thread_scope_system> class atomic : public helicon_detail::atomic_value<__T> {
public:
  atomic() = default;
  __HELICON_CUDA__ constexpr atomic(__T value) : helicon_detail::atomic_value<__T>(value) {}
  atomic(const atomic &) = delete;
  atomic &operator=(const atomic &) = delete;
  __HELICON_CUDA__ __T operator=(__T value) {
    this->store(value);
    return value;
  }
};

/// A value that stands elsewhere, aligned to its size.
template <class __T, thread_scope Scope = thread_scope_system>
class atomic_ref : public helicon_detail::atomic_interface<atomic_ref<__T, Scope>, __T> {
  friend class helicon_detail::atomic_interface<atomic_ref<__T, Scope>, __T>;
  __T *object_;
  __HELICON_CUDA__ __T *__object() const { return object_; }

public:
  static constexpr size_t required_alignment = sizeof(__T);
  __HELICON_CUDA__ explicit atomic_ref(__T &object) : object_(&object) {}
  atomic_ref(const atomic_ref &) = default;
  atomic_ref &operator=(const atomic_ref &) = delete;
  __HELICON_CUDA__ __T operator=(__T value) const {
    this->store(value);
    return value;
  }
};

/// A flag that is clear or set.
template <thread_scope Scope = thread_scope_system> class __atomic_flag {
  mutable unsigned int set_;

public:
  __atomic_flag() = default;
  __atomic_flag(const __atomic_flag &) = delete;
  __HELICON_CUDA__ bool test_and_set(memory_order order = memory_order_seq_cst) {
    return __atomic_exchange_n(&set_, 1u, (int)order) != 0;
  }
  __HELICON_CUDA__ bool test(memory_order order = memory_order_seq_cst) const {
    return __atomic_load_n(&set_, (int)order) != 0;
  }
  __HELICON_CUDA__ void clear(memory_order order = memory_order_seq_cst) { __atomic_store_n(&set_, 0u, (int)order); }
};
using atomic_flag = __atomic_flag<>;

namespace std {
template <class __T> using atomic = ::cuda::atomic<__T, thread_scope_system>;
template <class __T> using atomic_ref = ::cuda::atomic_ref<__T, thread_scope_system>;
using atomic_flag = ::cuda::atomic_flag;
} // namespace std

} // namespace cuda

#endif
