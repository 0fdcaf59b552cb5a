// Errors in units of the last place, measured against long double.
#pragma once

#include "check.h"

#include <limits>
#include <random>

namespace check {

/// |value - exact| in units of T's last place at `exact`; 0 where both overflow or are NaN alike.
template <class T> double ulps(T value, long double exact) {
  T rounded = (T)exact;
  if (std::isnan(exact) || std::isnan(value))
    return std::isnan(exact) && std::isnan(value) ? 0 : std::numeric_limits<double>::infinity();
  if (std::isinf(rounded) || std::isinf(value))
    return value == rounded                                                         ? 0
           : std::fabs(value) == std::numeric_limits<T>::max() && exact * value > 0 ? 1
           : std::isinf(value) && std::fabs(exact) > std::numeric_limits<T>::max() * 0.9999L && exact * value > 0
               ? 1
               : std::numeric_limits<double>::infinity();
  T size = std::fabs(rounded), least = std::numeric_limits<T>::min();
  int exponent;
  std::frexp(size < least ? least : size, &exponent);
  long double unit = std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits);
  return (double)(std::fabs((long double)value - exact) / unit);
}

/// Arguments: an even grid over [low, high], random ones between, and numbers whose logarithm is even.
template <class T> std::vector<T> arguments(double low, double high, int count = 4096) {
  std::mt19937_64 random(7);
  std::vector<T> values;
  for (int i = 0; i < count; i++) {
    double u = (i + 0.5) / count, v = (double)(random() >> 11) * 0x1p-53;
    if (i % 3 == 0)
      values.push_back((T)(low + (high - low) * u));
    else if (i % 3 == 1)
      values.push_back((T)(low + (high - low) * v));
    else { // close to zero, or to the lower end where zero is not in the range
      double base = low > 0 ? low : 0, top = high > 0 ? high : -low;
      double size = std::exp(std::log(std::max(base, top * 1e-12)) * (1 - v) + std::log(top) * v);
      values.push_back((T)(low < 0 && (random() & 1) && -size >= low ? -size : size <= high ? size : high));
    }
  }
  return values;
}

} // namespace check
