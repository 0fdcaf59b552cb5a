// Rows about wmma: which element of a matrix each lane's x[i] is, and products of small integers, which are exact in
// every format. Compiled by nvcc to record, by mcc to compare (see rows.cu).
#pragma once

#include "print.h"

#include <mma.h>

using namespace nvcuda;

/// The type of a matrix in memory for what a fragment is made of.
template <class T> struct Stored {
  using type = T;
};
template <> struct Stored<wmma::precision::tf32> {
  using type = float;
};

/// Small whole numbers without a pattern.
__device__ inline int smallNumber(unsigned seed, unsigned at) {
  unsigned x = (seed * 2654435761u) ^ (at * 2246822519u);
  x ^= x >> 15;
  x *= 2654435761u;
  x ^= x >> 13;
  return (int)(x % 13);
}

template <class T> __device__ T number(int n) { return (T)(float)n; }

/// Loads a matrix of row numbers and one of column numbers: together they name the element.
template <class Use, int M, int N, int K, class T, class Layout> __global__ void showInput(int *out) {
  using Element = typename Stored<T>::type;
  __shared__ __align__(32) Element matrix[32 * 32];
  constexpr bool isA = std::is_same<Use, wmma::matrix_a>::value;
  constexpr int rows = isA ? M : K, columns = isA ? K : N;
  constexpr bool byRow = std::is_same<Layout, wmma::row_major>::value;
  constexpr int ldm = byRow ? columns : rows;
  wmma::fragment<Use, M, N, K, T, Layout> f;
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = threadIdx.x; i < rows * columns; i += 32) {
      int row = byRow ? i / columns : i % rows, column = byRow ? i % columns : i / rows;
      matrix[i] = number<Element>(pass ? column : row);
    }
    __syncwarp();
    wmma::load_matrix_sync(f, matrix, ldm);
    for (int i = 0; i < f.num_elements; ++i) {
      int v = (int)(float)f.x[i];
      int *place = out + threadIdx.x * f.num_elements + i;
      *place = pass ? *place + v : v * 32;
    }
    __syncwarp();
  }
}

template <int M, int N, int K, class T> __global__ void showAccumulator(int *out, wmma::layout_t layout) {
  __shared__ __align__(32) T matrix[32 * 32];
  wmma::fragment<wmma::accumulator, M, N, K, T> f;
  bool byRow = layout == wmma::mem_row_major;
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = threadIdx.x; i < M * N; i += 32) {
      int row = byRow ? i / N : i % M, column = byRow ? i % N : i / M;
      matrix[i] = number<T>(pass ? column : row);
    }
    __syncwarp();
    wmma::load_matrix_sync(f, matrix, byRow ? N : M, layout);
    for (int i = 0; i < f.num_elements; ++i) {
      int *place = out + threadIdx.x * f.num_elements + i;
      *place = pass ? *place + (int)(float)f.x[i] : (int)(float)f.x[i] * 32;
    }
    __syncwarp();
  }
}

template <class A, class B, int M, int N, int K, class T, class C>
__global__ void showProduct(int *out, wmma::layout_t layout, bool isSigned) {
  using Element = typename Stored<T>::type;
  __shared__ __align__(32) Element a[32 * 32], b[32 * 32];
  __shared__ __align__(32) C c[32 * 32];
  for (int i = threadIdx.x; i < 1024; i += 32) {
    a[i] = number<Element>(smallNumber(1, i) - (isSigned ? 6 : 0));
    b[i] = number<Element>(smallNumber(2, i) - (isSigned ? 6 : 0));
    c[i] = number<C>(smallNumber(3, i) - 6);
  }
  __syncwarp();
  constexpr bool rowA = std::is_same<A, wmma::row_major>::value, rowB = std::is_same<B, wmma::row_major>::value;
  wmma::fragment<wmma::matrix_a, M, N, K, T, A> fa;
  wmma::fragment<wmma::matrix_b, M, N, K, T, B> fb;
  wmma::fragment<wmma::accumulator, M, N, K, C> fc, fd;
  int ldc = layout == wmma::mem_row_major ? N : M;
  wmma::load_matrix_sync(fa, a, rowA ? K : M);
  wmma::load_matrix_sync(fb, b, rowB ? N : K);
  wmma::load_matrix_sync(fc, c, ldc, layout);
  wmma::mma_sync(fd, fa, fb, fc);
  wmma::store_matrix_sync(c, fd, ldc, layout);
  __syncwarp();
  for (int i = threadIdx.x; i < M * N; i += 32)
    out[i] = (int)(float)c[i];
}

template <class Use, int M, int N, int K, class T, class Layout> void inputRow(const char *name) {
  Buffer out(32 * 16);
  showInput<Use, M, N, K, T, Layout><<<1, 32>>>(out.device);
  out.print(name, 32 * wmma::fragment<Use, M, N, K, T, Layout>::num_elements, 3);
}
template <int M, int N, int K, class T> void accumulatorRow(const char *name) {
  for (auto layout : {wmma::mem_row_major, wmma::mem_col_major}) {
    Buffer out(32 * 16);
    showAccumulator<M, N, K, T><<<1, 32>>>(out.device, layout);
    out.print((std::string(name) + (layout == wmma::mem_row_major ? " row" : " col")).c_str(),
              32 * wmma::fragment<wmma::accumulator, M, N, K, T>::num_elements, 3);
  }
}
template <class A, class B, int M, int N, int K, class T, class C>
void productRow(const std::string &name, wmma::layout_t layout, bool isSigned) {
  Buffer out(M * N);
  showProduct<A, B, M, N, K, T, C><<<1, 32>>>(out.device, layout, isSigned);
  out.print(name.c_str(), M * N, 4);
}
template <int M, int N, int K, class T, class C> void productRows(const char *name, bool isSigned = true) {
  using R = wmma::row_major;
  using L = wmma::col_major;
  std::string s = name;
  productRow<R, R, M, N, K, T, C>(s + " row row row", wmma::mem_row_major, isSigned);
  productRow<R, L, M, N, K, T, C>(s + " row col row", wmma::mem_row_major, isSigned);
  productRow<L, R, M, N, K, T, C>(s + " col row col", wmma::mem_col_major, isSigned);
  productRow<L, L, M, N, K, T, C>(s + " col col col", wmma::mem_col_major, isSigned);
}
template <int M, int N, int K, class T> void inputRows(const char *name) {
  std::string s = name;
  inputRow<wmma::matrix_a, M, N, K, T, wmma::row_major>((s + " a row").c_str());
  inputRow<wmma::matrix_a, M, N, K, T, wmma::col_major>((s + " a col").c_str());
  inputRow<wmma::matrix_b, M, N, K, T, wmma::row_major>((s + " b row").c_str());
  inputRow<wmma::matrix_b, M, N, K, T, wmma::col_major>((s + " b col").c_str());
}

inline void layoutRows() {
  inputRows<16, 16, 16, __half>("half 16x16x16");
  inputRows<32, 8, 16, __half>("half 32x8x16");
  inputRows<8, 32, 16, __half>("half 8x32x16");
  inputRows<16, 16, 16, __nv_bfloat16>("bf16 16x16x16");
  inputRows<32, 8, 16, __nv_bfloat16>("bf16 32x8x16");
  inputRows<8, 32, 16, __nv_bfloat16>("bf16 8x32x16");
  inputRows<16, 16, 16, signed char>("s8 16x16x16");
  inputRows<32, 8, 16, signed char>("s8 32x8x16");
  inputRows<8, 32, 16, unsigned char>("u8 8x32x16");
  inputRows<16, 16, 8, wmma::precision::tf32>("tf32 16x16x8");
  inputRows<8, 8, 4, double>("f64 8x8x4");
  accumulatorRow<16, 16, 16, float>("float 16x16x16 c");
  accumulatorRow<32, 8, 16, float>("float 32x8x16 c");
  accumulatorRow<8, 32, 16, float>("float 8x32x16 c");
  accumulatorRow<16, 16, 16, __half>("half 16x16x16 c");
  accumulatorRow<32, 8, 16, __half>("half 32x8x16 c");
  accumulatorRow<8, 32, 16, __half>("half 8x32x16 c");
  accumulatorRow<16, 16, 16, int>("int 16x16x16 c");
  accumulatorRow<32, 8, 16, int>("int 32x8x16 c");
  accumulatorRow<8, 32, 16, int>("int 8x32x16 c");
  accumulatorRow<16, 16, 8, float>("float 16x16x8 c");
  accumulatorRow<8, 8, 4, double>("double 8x8x4 c");
}

inline void productRows() {
  productRows<16, 16, 16, __half, float>("half 16x16x16 float");
  productRows<16, 16, 16, __half, __half>("half 16x16x16 half");
  productRows<32, 8, 16, __half, float>("half 32x8x16 float");
  productRows<32, 8, 16, __half, __half>("half 32x8x16 half");
  productRows<8, 32, 16, __half, float>("half 8x32x16 float");
  productRows<8, 32, 16, __half, __half>("half 8x32x16 half");
  productRows<16, 16, 16, __nv_bfloat16, float>("bf16 16x16x16");
  productRows<32, 8, 16, __nv_bfloat16, float>("bf16 32x8x16");
  productRows<8, 32, 16, __nv_bfloat16, float>("bf16 8x32x16");
  productRows<16, 16, 16, signed char, int>("s8 16x16x16");
  productRows<32, 8, 16, signed char, int>("s8 32x8x16");
  productRows<8, 32, 16, signed char, int>("s8 8x32x16");
  productRows<16, 16, 16, unsigned char, int>("u8 16x16x16", false);
  productRows<16, 16, 8, wmma::precision::tf32, float>("tf32 16x16x8");
  productRows<8, 8, 4, double, double>("f64 8x8x4");
}
