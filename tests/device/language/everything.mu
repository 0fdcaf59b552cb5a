// Compiled only: the C++ library's headers beside device code, in every language standard, and the macros of a pass.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/atomic>
#include <cuda/std/barrier>
#include <cuda_awbarrier.h>
#include <cuda_pipeline.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cmath>
#include <complex>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <deque>
#include <fstream>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <queue>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <valarray>
#include <vector>
#if __cplusplus >= 201703L
#include <any>
#include <charconv>
#include <execution>
#include <filesystem>
#include <optional>
#include <string_view>
#include <variant>
#endif
#if __cplusplus >= 202002L
#include <bit>
#include <concepts>
#include <numbers>
#include <ranges>
#include <span>
#endif
#include <immintrin.h>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <mma.h>
#include <musa_bf16.h>
#include <musa_bf16.hpp>
#include <musa_fp16.h>
#include <musa_fp16.hpp>
#include <musa_fp16_mtgpu.h>
#include <musa_fp8.h>

#if defined(__CUDA__) || defined(__CUDA_ARCH__) || defined(__CUDACC__) || defined(__NVPTX__)
#error "a macro of CUDA is visible"
#endif
#if !defined(__MUSACC__) || !defined(__MUSA__)
#error "a macro of MUSA is missing"
#endif
#if defined(__HELICON_DEVICE_PASS__) != defined(__MUSA_ARCH__)
#error "__MUSA_ARCH__ is for the device pass alone"
#endif

namespace cg = cooperative_groups;

struct Pair {
  double first;
  int second;
  char third;
};

__host__ __device__ float bothSides(float x) {
#ifdef __MUSA_ARCH__
  static_assert(__MUSA_ARCH__ >= 100, "MP architecture");
  return x + warpSize;
#else
  return x + rsqrtf(x) + normcdff(x) + (float)max(1, 2u);
#endif
}

__global__ void library(float *out, std::complex<float> z, std::array<int, 4> values) {
  assert(out);
  int exponent, quotient;
  float whole;
  double sine, cosine;
  sincos(1.5, &sine, &cosine);
  out[0] = std::abs(z) + values[1] + std::exp(z * z).real() + std::frexp(out[1], &exponent) +
           std::modf(out[2], &whole) + std::remquo(out[3], 2.0f, &quotient);
  out[1] = std::pow(2, 3) + std::pow(2.0f, 3) + std::fmod(7, 2) + std::atan2(1.0f, 2.0) + std::hypot(3, 4) +
           std::sin(1) + sin(2) + std::ldexp(1.0f, 3) + std::fmax(1, 2.0f) + std::nextafter(1.0f, 2.0f) +
           std::ilogb(3) + std::lgamma(2.0f) + std::isnan(3) + std::round(2) + std::trunc(3) + std::fabs(-3) +
           std::abs(-3L);
  out[2] = bothSides(out[2]) + (float)(sine + cosine) + exponent + quotient + whole;
#if __cplusplus >= 202002L
  std::span<float> view(out, 4);
  view[3] = std::popcount(3u) + std::bit_cast<float>(3);
#endif
}

template <class T> __device__ T byValue(T x) { return x; }
template <class T> __device__ T byReference(const T &x) { return x; }
__device__ auto returned() { return threadIdx.x; }

/// The built-in variables in the places where programs put them.
__global__ void indices(unsigned *out) {
  static_assert(std::is_same<decltype(threadIdx.x), unsigned>::value, "type of a member");
  auto x = threadIdx.x;
  static_assert(std::is_same<decltype(x), unsigned>::value, "type of a copy");
  const auto &reference = blockDim;
  const unsigned &y = threadIdx.y;
  dim3 copied = blockDim, braced{gridDim}, direct(blockIdx), assigned;
  assigned = gridDim;
  uint3 vector = threadIdx, other(blockDim);
  __shared__ int perWarp[1024 / warpSize];
  perWarp[threadIdx.x / warpSize] = (int)copied.x;
  auto lambda = [=] { return threadIdx.x + blockIdx.x; };
  unsigned list[3] = {threadIdx.x, threadIdx.y, threadIdx.z};
  out[0] = std::max(threadIdx.x, 5u) + std::min<int>(threadIdx.x, 3) + byValue(threadIdx.x) + byReference(blockIdx.y);
  out[1] = returned() + reference.x + y + braced.y + direct.z + assigned.x + vector.x + other.y + perWarp[0];
  out[2] = lambda() + std::get<0>(std::make_tuple(threadIdx.x, 1)) + list[threadIdx.x % 3] + -threadIdx.x;
  out[3] = (unsigned)(threadIdx.x * 0.5f) + (!threadIdx.y ? 1 : 2) + static_cast<int>(threadIdx.z);
  printf("%d %u\n", threadIdx.x, blockDim.x);
}

__global__ void groups(float *out) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  auto inner = cg::tiled_partition<4>(tile);
  float v = cg::reduce(tile, out[block.thread_rank()], cg::plus<float>());
  if (threadIdx.x & 1) {
    auto here = cg::coalesced_threads();
    v += cg::reduce(here, v, cg::greater<float>()) + here.ballot(1) + here.thread_rank();
  }
  Pair p = inner.shfl_xor(Pair{v, 1, 'c'}, 1);
  cg::sync(block);
  out[0] = (float)p.first + inner.match_any(3) + tile.meta_group_rank();
}

template <class F> __global__ void generic(F f) { f(threadIdx.x); }

int main() {
  dim3 grid(1), block = {32, 2, 1};
  library<<<grid, block>>>(nullptr, {1, 2}, {});
  groups<<<1, dim3(8, 8), 64, nullptr>>>(nullptr);
  indices<<<dim3(2, 2), 32>>>(nullptr);
  generic<<<1, 1>>>([] __device__(unsigned) {});
  std::vector<int> v{3, 1, 2};
  std::sort(v.begin(), v.end());
  std::cout << bothSides(2.0f) << std::sin(1) << sin(1.0f) << std::max(1, 2) << v[0] << "\n";
}

// Without the switches' conversions and operators too: programs that bring their own define them all.
__global__ void halves(__half2 *p, __mt_bfloat162 *q) {
  p[threadIdx.x] = __hfma2(*p, *p, __half2half2(__int2half_rn(2)));
  q[threadIdx.x] = __hadd2(*q, __float2bfloat162_rn(__low2float(*p)));
}
