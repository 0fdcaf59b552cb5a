// The functions behind the compiler's complex product and quotient (_Complex, and with it std::complex). They follow
// C, annex G.5.1: where the plain formula gives NaN though an operand is infinite, the result is infinite.
// Not static: the compiler finds them by their C names when it meets a complex operation.
#ifndef HELICON_COMPLEX_BUILTINS_H
#define HELICON_COMPLEX_BUILTINS_H

#pragma clang system_header

#include "device_macros.h"
#include "math_own.h"

namespace __helicon_own {

/// Infinite parts become +-1, finite ones +-0: the direction of an infinite number.
template <class __T> __HELICON_DEVICE__ __T directionOf(__T x) { return withSign(isInfinite(x) ? (__T)1 : (__T)0, x); }
/// NaN becomes a zero of its sign, so that it does not spoil an infinite result.
template <class __T> __HELICON_DEVICE__ __T zeroIfNan(__T x) { return x == x ? x : withSign((__T)0, x); }

template <class __T> struct Complex {
  __T real, imaginary;
};

template <class __T> __HELICON_DEVICE_LONG__ Complex<__T> product(__T a, __T b, __T c, __T d) {
  __T ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  Complex<__T> result{ac - bd, ad + bc};
  if (result.real == result.real || result.imaginary == result.imaginary)
    return result;
  bool infinite = false;
  if (isInfinite(a) || isInfinite(b)) {
    a = directionOf(a), b = directionOf(b), c = zeroIfNan(c), d = zeroIfNan(d);
    infinite = true;
  }
  if (isInfinite(c) || isInfinite(d)) {
    c = directionOf(c), d = directionOf(d), a = zeroIfNan(a), b = zeroIfNan(b);
    infinite = true;
  }
  if (!infinite && (isInfinite(ac) || isInfinite(bd) || isInfinite(ad) || isInfinite(bc))) {
    a = zeroIfNan(a), b = zeroIfNan(b), c = zeroIfNan(c), d = zeroIfNan(d);
    infinite = true;
  }
  if (infinite)
    result = {infinity<__T>() * (a * c - b * d), infinity<__T>() * (a * d + b * c)};
  return result;
}

template <class __T> __HELICON_DEVICE_LONG__ Complex<__T> quotient(__T a, __T b, __T c, __T d) {
  // The divisor is scaled to a size near 1, lest its square overflow or vanish.
  __T size = absolute(c) > absolute(d) ? absolute(c) : absolute(d);
  int scale = size > (__T)0 && isFinite(size) ? -exponentOf(size) : 0;
  __T sc = ldexp(c, scale), sd = ldexp(d, scale);
  __T norm = sc * sc + sd * sd;
  Complex<__T> result{ldexp((a * sc + b * sd) / norm, scale), ldexp((b * sc - a * sd) / norm, scale)};
  if (result.real == result.real || result.imaginary == result.imaginary)
    return result;
  if (norm == (__T)0 && (a == a || b == b))
    return {withSign(infinity<__T>(), c) * a, withSign(infinity<__T>(), c) * b};
  if ((isInfinite(a) || isInfinite(b)) && isFinite(c) && isFinite(d)) {
    a = directionOf(a), b = directionOf(b);
    return {infinity<__T>() * (a * c + b * d), infinity<__T>() * (b * c - a * d)};
  }
  if ((isInfinite(c) || isInfinite(d)) && isFinite(a) && isFinite(b)) {
    c = directionOf(c), d = directionOf(d);
    return {(__T)0 * (a * c + b * d), (__T)0 * (b * c - a * d)};
  }
  return result;
}

} // namespace __helicon_own

#define __HELICON_COMPLEX(NAME, TYPE, FUNCTION)                                                                        \
  extern "C" __attribute__((device)) inline TYPE _Complex NAME(TYPE a, TYPE b, TYPE c, TYPE d) {                       \
    __helicon_own::Complex<TYPE> z = __helicon_own::FUNCTION(a, b, c, d);                                              \
    return __builtin_complex(z.real, z.imaginary);                                                                     \
  }
__HELICON_COMPLEX(__mulsc3, float, product)
__HELICON_COMPLEX(__muldc3, double, product)
__HELICON_COMPLEX(__divsc3, float, quotient)
__HELICON_COMPLEX(__divdc3, double, quotient)
#undef __HELICON_COMPLEX

#endif
