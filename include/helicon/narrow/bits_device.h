// The device pass's part of bits.h: the compiler's 16-bit types. Included there, inside the namespace.

template <class F> __HELICON_NARROW__ typename F::number number(bits x) {
  return __builtin_bit_cast(typename F::number, x);
}
template <class N> __HELICON_NARROW__ bits bitsOf(N x) { return __builtin_bit_cast(bits, x); }

template <class F> __HELICON_NARROW__ float widen(bits x) { return (float)number<F>(x); }
template <class F, class T> __HELICON_NARROW__ bits nearest(T x) {
  bits near = bitsOf((typename F::number)x);
  return x != x ? (bits)kNaN : near;
}

#define __HELICON_NARROW_OPERATION(NAME, OPERATOR)                                                                     \
  template <class F> __HELICON_NARROW__ bits NAME(bits x, bits y) {                                                    \
    return bitsOf((typename F::number)(number<F>(x) OPERATOR number<F>(y)));                                           \
  }                                                                                                                    \
  /* never fused with a neighbour */                                                                                   \
  template <class F> __HELICON_NARROW__ bits NAME##Alone(bits x, bits y) {                                             \
    _Pragma("clang fp contract(off)") return bitsOf((typename F::number)(number<F>(x) OPERATOR number<F>(y)));         \
  }
__HELICON_NARROW_OPERATION(add, +)
__HELICON_NARROW_OPERATION(subtract, -)
__HELICON_NARROW_OPERATION(multiply, *)
__HELICON_NARROW_OPERATION(divide, /)
#undef __HELICON_NARROW_OPERATION

template <class F> __HELICON_NARROW__ bits multiplyAdd(bits x, bits y, bits z) {
  return bitsOf(__builtin_elementwise_fma(number<F>(x), number<F>(y), number<F>(z)));
}
