// Atomic operations on an object of a trivially copyable type of 1, 2, 4 or 8 bytes. Numbers take the compiler's
// operation where there is one; whatever has none is a loop around compare-and-swap.
#ifndef HELICON_CUDA_ATOMIC_CELL_H
#define HELICON_CUDA_ATOMIC_CELL_H

#pragma GCC system_header

#include "scope.h"

#include <type_traits>

namespace helicon_detail {

template <size_t Size> struct atomic_bits;
template <> struct atomic_bits<1> {
  typedef unsigned char __attribute__((may_alias)) type;
};
template <> struct atomic_bits<2> {
  typedef unsigned short __attribute__((may_alias)) type;
};
template <> struct atomic_bits<4> {
  typedef unsigned int __attribute__((may_alias)) type;
};
template <> struct atomic_bits<8> {
  typedef unsigned long long __attribute__((may_alias)) type;
};

template <class __T> struct atomic_cell {
  static_assert(__is_trivially_copyable(__T), "only trivially copyable types can be atomic");
  static_assert(sizeof(__T) == 1 || sizeof(__T) == 2 || sizeof(__T) == 4 || sizeof(__T) == 8,
                "Helicon's cuda::atomic holds types of 1, 2, 4 or 8 bytes");
  using Order = ::cuda::memory_order;
  using Bits = typename atomic_bits<sizeof(__T)>::type;

  static __HELICON_CUDA__ Bits bitsOf(const __T &value) {
    Bits bits;
    __builtin_memcpy(&bits, &value, sizeof(__T));
    return bits;
  }
  static __HELICON_CUDA__ __T valueOf(Bits bits) { return __builtin_bit_cast(__T, bits); }
  static __HELICON_CUDA__ Bits *cell(__T *object) { return (Bits *)object; }

  static __HELICON_CUDA__ __T load(const __T *object, Order order) {
    return valueOf(__atomic_load_n((const Bits *)object, (int)order));
  }
  static __HELICON_CUDA__ void store(__T *object, const __T &value, Order order) {
    __atomic_store_n(cell(object), bitsOf(value), (int)order);
  }
  static __HELICON_CUDA__ __T exchange(__T *object, const __T &value, Order order) {
    return valueOf(__atomic_exchange_n(cell(object), bitsOf(value), (int)order));
  }
  static __HELICON_CUDA__ bool compareExchange(__T *object, __T &expected, const __T &wanted, Order success,
                                               Order failure) {
    Bits bits = bitsOf(expected);
    const bool done =
        __atomic_compare_exchange_n(cell(object), &bits, bitsOf(wanted), false, (int)success, (int)failure);
    if (!done)
      expected = valueOf(bits);
    return done;
  }
  /// What may be read after a compare-and-swap of this order failed.
  static __HELICON_CUDA__ Order failureOf(Order order) {
    return order == Order::acq_rel ? Order::acquire : order == Order::release ? Order::relaxed : order;
  }
  template <class Step> static __HELICON_CUDA__ __T change(__T *object, Order order, Step step) {
    __T before = load(object, Order::relaxed);
    while (!compareExchange(object, before, step(before), order, failureOf(order))) {
    }
    return before;
  }

  static __HELICON_CUDA__ void wait(const __T *object, const __T &old, Order order) {
    const Bits bits = bitsOf(old);
    while (__atomic_load_n((const Bits *)object, (int)order) == bits) {
    }
  }
};

// fetch_add and its kin, by what the compiler has for the type: integers of 4 and 8 bytes everything, float and double
// a sum.
template <class __T>
struct atomic_is_native
    : ::std::integral_constant<bool, ::std::is_integral<__T>::value && (sizeof(__T) == 4 || sizeof(__T) == 8)> {};
template <class __T>
struct atomic_adds_natively
    : ::std::integral_constant<bool, atomic_is_native<__T>::value || ::std::is_same<__T, float>::value ||
                                         ::std::is_same<__T, double>::value> {};

#define __HELICON_FETCH(NAME, BUILTIN, NATIVE, RESULT)                                                                 \
  template <class __T>                                                                                                 \
  __HELICON_CUDA__ typename ::std::enable_if<NATIVE<__T>::value, __T>::type NAME(__T *object, __T operand,             \
                                                                                 ::cuda::memory_order order) {         \
    return BUILTIN(object, operand, (int)order);                                                                       \
  }                                                                                                                    \
  template <class __T>                                                                                                 \
  __HELICON_CUDA__ typename ::std::enable_if<!NATIVE<__T>::value, __T>::type NAME(__T *object, __T operand,            \
                                                                                  ::cuda::memory_order order) {        \
    return atomic_cell<__T>::change(object, order, [operand](__T before) __host__ __device__ { return RESULT; });      \
  }
#if defined(__clang__)
__HELICON_FETCH(fetchAdd, __atomic_fetch_add, atomic_adds_natively, (__T)(before + operand))
__HELICON_FETCH(fetchSub, __atomic_fetch_sub, atomic_adds_natively, (__T)(before - operand))
__HELICON_FETCH(fetchMin, __atomic_fetch_min, atomic_is_native, operand < before ? operand : before)
__HELICON_FETCH(fetchMax, __atomic_fetch_max, atomic_is_native, before < operand ? operand : before)
#else
template <class __T> struct atomic_never : ::std::false_type {};
__HELICON_FETCH(fetchAdd, __atomic_fetch_add, atomic_is_native, (__T)(before + operand))
__HELICON_FETCH(fetchSub, __atomic_fetch_sub, atomic_is_native, (__T)(before - operand))
__HELICON_FETCH(fetchMin, __atomic_fetch_add, atomic_never, operand < before ? operand : before)
__HELICON_FETCH(fetchMax, __atomic_fetch_add, atomic_never, before < operand ? operand : before)
#endif
__HELICON_FETCH(fetchAnd, __atomic_fetch_and, atomic_is_native, (__T)(before &operand))
__HELICON_FETCH(fetchOr, __atomic_fetch_or, atomic_is_native, (__T)(before | operand))
__HELICON_FETCH(fetchXor, __atomic_fetch_xor, atomic_is_native, (__T)(before ^ operand))
#undef __HELICON_FETCH

/// A pointer moves by elements.
template <class __T> __HELICON_CUDA__ __T *fetchMove(__T **object, ptrdiff_t elements, ::cuda::memory_order order) {
  return atomic_cell<__T *>::change(object, order,
                                    [elements](__T *before) __host__ __device__ { return before + elements; });
}

} // namespace helicon_detail

#endif
