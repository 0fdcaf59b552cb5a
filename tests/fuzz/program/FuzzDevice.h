// What generated kernels call where the C++ operator is undefined for some operands: every helper here has one
// answer for every input, so that two executors, or a CPU and a card, can be compared bit for bit.
// Included by generated programs only.
#pragma once

#include <musa_runtime.h>

#include <cstdint>
#include <type_traits>

#define FUZZ_FN __device__ __forceinline__

/// Unsigned and at least 32 bits wide: arithmetic in it wraps, also for types that promote to int.
template <class T> using Wrapping = std::conditional_t<(sizeof(T) < 4), uint32_t, std::make_unsigned_t<T>>;
template <class T> using Unsigned = std::make_unsigned_t<T>;

template <class T> FUZZ_FN T addWrap(T a, T b) { return T(Wrapping<T>(a) + Wrapping<T>(b)); }
template <class T> FUZZ_FN T subWrap(T a, T b) { return T(Wrapping<T>(a) - Wrapping<T>(b)); }
template <class T> FUZZ_FN T mulWrap(T a, T b) { return T(Wrapping<T>(a) * Wrapping<T>(b)); }

template <class T> FUZZ_FN bool divides(T a, T b) {
  if (b == 0)
    return false;
  if constexpr (std::is_signed_v<T>)
    return b != T(-1); // the smallest number by -1 overflows
  return true;
}
template <class T> FUZZ_FN T divSafe(T a, T b) { return divides(a, b) ? T(a / b) : T(~a); }
template <class T> FUZZ_FN T remSafe(T a, T b) { return divides(a, b) ? T(a % b) : T(a ^ 1); }

/// Amounts are taken modulo the width, or 0 (the sign) is the answer from the width on.
template <class T> FUZZ_FN T shlMod(T a, uint32_t n) { return T(Wrapping<T>(a) << (n & (sizeof(T) * 8 - 1))); }
template <class T> FUZZ_FN T shrMod(T a, uint32_t n) { return T(a >> (n & (sizeof(T) * 8 - 1))); }
template <class T> FUZZ_FN T shlAny(T a, uint32_t n) { return n < sizeof(T) * 8 ? T(Wrapping<T>(a) << n) : T(0); }
template <class T> FUZZ_FN T shrAny(T a, uint32_t n) { return T(a >> (n < sizeof(T) * 8 ? n : sizeof(T) * 8 - 1)); }
template <class T> FUZZ_FN T rotate(T a, uint32_t n) {
  constexpr uint32_t kBits = sizeof(T) * 8;
  n &= kBits - 1;
  return n ? T((Unsigned<T>(a) << n) | (Unsigned<T>(a) >> (kBits - n))) : a;
}
template <class T> FUZZ_FN T minOf(T a, T b) { return b < a ? b : a; }
template <class T> FUZZ_FN T maxOf(T a, T b) { return a < b ? b : a; }
template <class T> FUZZ_FN T absWrap(T a) { return a < 0 ? subWrap(T(0), a) : a; }
FUZZ_FN float absF(float a) { return fabsf(a); }
FUZZ_FN double absF(double a) { return fabs(a); }
FUZZ_FN float fused(float a, float b, float c) { return fmaf(a, b, c); }
FUZZ_FN double fused(double a, double b, double c) { return fma(a, b, c); }
FUZZ_FN float rootF(float a) { return sqrtf(a); }
FUZZ_FN double rootF(double a) { return sqrt(a); }
/// Which zero fmin and fmax choose is open: adding +0 makes it the positive one.
FUZZ_FN float minF(float a, float b) { return fminf(a, b) + 0.0f; }
FUZZ_FN double minF(double a, double b) { return fmin(a, b) + 0.0; }
FUZZ_FN float maxF(float a, float b) { return fmaxf(a, b) + 0.0f; }
FUZZ_FN double maxF(double a, double b) { return fmax(a, b) + 0.0; }
FUZZ_FN float floorF(float a) { return floorf(a); }
FUZZ_FN double floorF(double a) { return floor(a); }
FUZZ_FN float truncF(float a) { return truncf(a); }
FUZZ_FN double truncF(double a) { return trunc(a); }

/// Out of range saturates and NaN gives 0 on hardware; to narrower types through int, which saturates first. Between
/// 64 bits and anything, NVIDIA's cards give the smallest number for NaN, so it is taken out of those.
template <class T, class F> FUZZ_FN T fromFloat(F a) {
  if constexpr (sizeof(F) == 8 || sizeof(T) == 8)
    a = a != a ? F(0) : a;
  if constexpr (sizeof(T) >= 4)
    return T(a);
  else if constexpr (std::is_signed_v<T>)
    return T(int32_t(a));
  else
    return T(uint32_t(a));
}

/// Bits of a float with one NaN: payloads and signs of NaN are nobody's promise.
FUZZ_FN uint32_t bitsOf(float a) { return a != a ? 0x7fffffffu : __float_as_uint(a); }
FUZZ_FN uint64_t bitsOf(double a) {
  return a != a ? 0x7fffffffffffffffULL : static_cast<uint64_t>(__double_as_longlong(a));
}
/// Any bits as a float that is neither infinite nor NaN.
FUZZ_FN float floatOf(uint32_t bits) { return __uint_as_float(bits & 0xbfffffffu); }
FUZZ_FN double doubleOf(uint64_t bits) {
  return __longlong_as_double(static_cast<long long>(bits & 0xbfffffffffffffffULL));
}

template <class T> FUZZ_FN T shuffle(uint32_t mask, T v, uint32_t source, int width) {
  return __shfl_sync(mask, v, static_cast<int>(source), width);
}

enum class Shuffle { Idx, Up, Down, Xor };

/// A shuffle whose answer is `other` where the lane it reads from is not in `mask`, and where the width ends.
template <Shuffle kind, class T>
FUZZ_FN T shuffleDefined(uint32_t mask, T v, uint32_t operand, uint32_t width, uint32_t lane, T other) {
  const uint32_t segment = lane & ~(width - 1);
  uint32_t source = lane;
  T result;
  if constexpr (kind == Shuffle::Idx) {
    source = segment + (operand & (width - 1));
    result = __shfl_sync(mask, v, static_cast<int>(operand), static_cast<int>(width));
  } else if constexpr (kind == Shuffle::Up) {
    source = lane - segment >= operand ? lane - operand : lane;
    result = __shfl_up_sync(mask, v, operand, static_cast<int>(width));
  } else if constexpr (kind == Shuffle::Down) {
    source = lane - segment + operand < width ? lane + operand : lane;
    result = __shfl_down_sync(mask, v, operand, static_cast<int>(width));
  } else {
    source = (lane ^ operand) < segment + width ? lane ^ operand : lane;
    result = __shfl_xor_sync(mask, v, static_cast<int>(operand), static_cast<int>(width));
  }
  return (mask >> source) & 1 ? result : other;
}

/// The n-th lane of a mask that is not empty, counted modulo their number.
FUZZ_FN uint32_t laneOf(uint32_t mask, uint32_t n) {
  for (uint32_t skip = n % static_cast<uint32_t>(__popc(mask)); skip > 0; --skip)
    mask &= mask - 1;
  return static_cast<uint32_t>(__ffs(static_cast<int>(mask)) - 1);
}

/// Lanes of the calling thread's warp that the block has.
FUZZ_FN uint32_t lanesOfWarp(uint32_t thread, uint32_t threads) {
  const uint32_t left = threads - (thread & ~31u);
  return left >= 32 ? ~0u : (1u << left) - 1;
}

/// Sum over the block with barriers in a loop and in a function of its own; `shared` holds `threads` words that
/// were written before. Threads that ended before count with what they left there.
__device__ __noinline__ uint32_t blockSum(uint32_t *shared, uint32_t thread, uint32_t threads, uint32_t v) {
  __syncthreads();
  shared[thread] = v;
  __syncthreads();
  for (uint32_t step = 1024; step > 0; step >>= 1) {
    if (thread < step && thread + step < threads)
      shared[thread] += shared[thread + step];
    __syncthreads();
  }
  const uint32_t sum = shared[0];
  __syncthreads();
  return sum;
}

/// Which lanes of the warp have not ended, found through shared memory: block-uniform control only.
__device__ __noinline__ uint32_t lanesAlive(uint32_t *shared, uint32_t thread) {
  __syncthreads();
  atomicAnd(&shared[thread >> 5], 0u);
  __syncthreads();
  atomicOr(&shared[thread >> 5], 1u << (thread & 31));
  __syncthreads();
  return shared[thread >> 5];
}

/// The struct that kernels pass around by value and by pointer.
struct Mixed {
  uint32_t a;
  int16_t b;
  float c;
  uint8_t d[5];
  uint64_t e;
  double f;
};

/// A struct for kernel arguments.
struct Setup {
  int32_t k;
  uint8_t small[7];
  float scale;
  uint64_t wide;
};
