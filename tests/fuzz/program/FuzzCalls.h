// Templates and functions that generated kernels call. Included by generated programs only.
#pragma once

#include "FuzzDevice.h"

template <class T> FUZZ_FN uint32_t wordOf(T v) {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<uint32_t>(bitsOf(v));
  else
    return static_cast<uint32_t>(v);
}

/// Of any number of arguments of any types.
__device__ inline uint32_t mixAll() { return 17; }
template <class T, class... Rest> __device__ uint32_t mixAll(T first, Rest... rest) {
  return wordOf(first) * 31u + mixAll(rest...) * sizeof...(Rest);
}

template <int n, class T, class... Rest> __device__ uint32_t nthOf(T first, Rest... rest) {
  if constexpr (n == 0)
    return wordOf(first) + static_cast<uint32_t>(sizeof(T));
  else
    return nthOf<n - 1>(rest...) ^ 5u;
}

template <class F> __device__ __noinline__ uint32_t repeated(F f, uint32_t v, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i)
    v = f(v + i);
  return f(v);
}

__device__ __noinline__ void swapWords(uint32_t &a, uint32_t &b) {
  const uint32_t kept = a;
  a = b;
  b = kept + 1u;
}

/// Quicksort, which calls itself twice.
__device__ inline void sortWords(uint32_t *words, int low, int high) {
  if (low >= high)
    return;
  int i = low, j = high;
  const uint32_t pivot = words[(low + high) / 2];
  while (i <= j) {
    while (words[i] < pivot)
      ++i;
    while (words[j] > pivot)
      --j;
    if (i <= j) {
      const uint32_t kept = words[i];
      words[i++] = words[j];
      words[j--] = kept;
    }
  }
  sortWords(words, low, j);
  sortWords(words, i, high);
}

struct Words {
  uint32_t w[8];
};
__device__ __noinline__ uint32_t largest(Words words, uint32_t count) {
  uint32_t found = 0;
  for (uint32_t i = 0; i <= count; ++i)
    found = maxOf(found, words.w[i] + i);
  words.w[count & 7] = found; // the callee's own copy
  return found ^ words.w[0];
}
__device__ __noinline__ uint32_t largestOf(const uint32_t *words, uint32_t count, const float *reals) {
  Words copy;
  for (int i = 0; i < 8; ++i)
    copy.w[i] = words[i];
  return largest(copy, count) + bitsOf(reals[count % 5]);
}
