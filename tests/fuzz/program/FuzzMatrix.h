// What generated kernels call for matrix fragments. Included by generated programs only.
#pragma once

#include "FuzzHalves.h"

#include <mma.h>

namespace wmma = mtmusa::wmma;

/// Whole numbers from -4 to 3 in the form that an instruction takes.
FUZZ_FN float smallOf(uint32_t bits) { return static_cast<float>(static_cast<int>(bits & 7u) - 4); }
FUZZ_FN uint32_t smallHalves(uint32_t bits) {
  const __half2 pair = __floats2half2_rn(smallOf(bits), smallOf(bits >> 3));
  return __half_as_ushort(pair.x) | static_cast<uint32_t>(__half_as_ushort(pair.y)) << 16;
}
FUZZ_FN uint32_t smallBfloats(uint32_t bits) {
  return __float_as_uint(smallOf(bits)) >> 16 | (__float_as_uint(smallOf(bits >> 3)) & 0xffff0000u);
}
FUZZ_FN uint32_t smallFloat(uint32_t bits) { return __float_as_uint(smallOf(bits)); }
/// Four numbers of e4m3: 1, 2 and their negatives.
FUZZ_FN uint32_t smallQuarters(uint32_t bits) {
  return ((bits & 0x01010101u) << 3) + 0x38383838u | (bits & 0x80808080u);
}
FUZZ_FN uint32_t anyWord(uint32_t bits) { return bits; }

__device__ __align__(32) double matrixOut[64 * 256];

/// All that the two operands of a tile may have: 512 elements each from one end.
template <class S>
FUZZ_FN void fillMatrix(uint32_t *words, uint32_t thread, uint32_t threads, uint32_t step, uint32_t start) {
  S *elements = reinterpret_cast<S *>(words);
  for (uint32_t i = thread; i < 2048 / sizeof(S); i += threads)
    elements[i] = static_cast<S>(static_cast<float>(((i * (step | 1u) + start) >> 3 & 3u)));
}

template <class T> FUZZ_FN uint32_t sumBits(T v) {
  if constexpr (std::is_same_v<T, int>)
    return static_cast<uint32_t>(v);
  else
    return static_cast<uint32_t>(bitsOf(v));
}

/// A and B lie in one matrix, shifted; C comes from a number or from memory; a tile of 256 sums at most.
template <int M, int N, int K, class T, class S, class C, class LayoutA, class LayoutB>
__device__ __noinline__ uint32_t tileProduct(uint32_t *words, uint32_t tile, uint32_t lane, uint32_t choice,
                                             uint32_t index) {
  const S *elements = reinterpret_cast<const S *>(words);
  C *out = reinterpret_cast<C *>(matrixOut + tile % 64 * 256);
  wmma::fragment<wmma::matrix_a, M, N, K, T, LayoutA> a;
  wmma::fragment<wmma::matrix_b, M, N, K, T, LayoutB> b;
  wmma::fragment<wmma::accumulator, M, N, K, C> sums;
  constexpr bool aByRows = std::is_same_v<LayoutA, wmma::row_major>, bByRows = std::is_same_v<LayoutB, wmma::row_major>;
  const auto order = choice & 1 ? wmma::mem_row_major : wmma::mem_col_major;
  wmma::load_matrix_sync(a, elements, aByRows ? K : M);
  wmma::load_matrix_sync(b, elements, bByRows ? N : K);
  wmma::fill_fragment(sums, static_cast<C>(static_cast<float>(choice >> 3 & 7u)));
  for (uint32_t round = choice >> 1 & 3u; round > 0; --round) {
    wmma::mma_sync(sums, a, b, sums);
    if (choice & 64)
      for (int i = 0; i < sums.num_elements; ++i)
        sums.x[i] = sums.x[i] - static_cast<C>(1.0f);
  }
  wmma::store_matrix_sync(out, sums, order == wmma::mem_row_major ? N : M, order);
  __syncwarp();
  const uint32_t found = sumBits(out[(lane * 11 + index) % (M * N)]);
  __syncwarp();
  if (choice & 128) {
    wmma::load_matrix_sync(sums, out, order == wmma::mem_row_major ? N : M, order);
    wmma::mma_sync(sums, a, b, sums);
    return found ^ sumBits(sums.x[0]) ^ sumBits(sums.x[sums.num_elements - 1]) * 3u;
  }
  return found;
}
