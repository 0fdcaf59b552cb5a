// The device pass's part of bits.h: the compiler's 16-bit types. Included there, inside the namespace.

template <class __F> __HELICON_NARROW__ typename __F::number number(bits x) {
  return __builtin_bit_cast(typename __F::number, x);
}
template <class __N> __HELICON_NARROW__ bits bitsOf(__N x) { return __builtin_bit_cast(bits, x); }

template <class __F> __HELICON_NARROW__ float widen(bits x) { return (float)number<__F>(x); }
template <class __F, class __T> __HELICON_NARROW__ bits nearest(__T x) {
  bits near = bitsOf((typename __F::number)x);
  return x != x ? (bits)kNaN : near;
}

#define __HELICON_NARROW_OPERATION(NAME, OPERATOR)                                                                     \
  template <class __F> __HELICON_NARROW__ bits NAME(bits x, bits y) {                                                  \
    return bitsOf((typename __F::number)(number<__F>(x) OPERATOR number<__F>(y)));                                     \
  }                                                                                                                    \
  /* never fused with a neighbour */                                                                                   \
  template <class __F> __HELICON_NARROW__ bits NAME##Alone(bits x, bits y) {                                           \
    _Pragma("clang fp contract(off)") return bitsOf((typename __F::number)(number<__F>(x) OPERATOR number<__F>(y)));   \
  }
__HELICON_NARROW_OPERATION(add, +)
__HELICON_NARROW_OPERATION(subtract, -)
__HELICON_NARROW_OPERATION(multiply, *)
__HELICON_NARROW_OPERATION(divide, /)
#undef __HELICON_NARROW_OPERATION

template <class __F> __HELICON_NARROW__ bits multiplyAdd(bits x, bits y, bits z) {
  return bitsOf(__builtin_elementwise_fma(number<__F>(x), number<__F>(y), number<__F>(z)));
}
