// load_matrix_sync, store_matrix_sync, fill_fragment, mma_sync and bmma_sync. Loads take 16 bytes a quad wherever the
// elements of k lie side by side, or can be turned around within the warp (16-bit elements).
#ifndef HELICON_WMMA_FUNCTIONS_H
#define HELICON_WMMA_FUNCTIONS_H

#pragma clang system_header

namespace mtmusa {
namespace wmma {

/// Fragments are read and written by registers: whatever the element type, a word.
typedef unsigned int __attribute__((may_alias)) __word;

__HELICON_DEVICE__ unsigned __bitsOf(signed char v) { return (unsigned char)v; }
__HELICON_DEVICE__ unsigned __bitsOf(char v) { return (unsigned char)v; }
__HELICON_DEVICE__ unsigned __bitsOf(unsigned char v) { return v; }
__HELICON_DEVICE__ unsigned __bitsOf(float v) { return __builtin_bit_cast(unsigned, v); }

/// One register of A or B from memory.
template <class O, class T> __HELICON_DEVICE__ unsigned __loadRegister(const T *p, unsigned ldm, int r) {
  constexpr int count = O::E::count, packed = count / O::perRegister; // elements in one T
  const int first = O::firstOf(r), k = O::chunkOf(r) * O::S::chunk;
  if constexpr (O::kIsContiguous) {
    const T *row = p + ((unsigned long long)(first + __helicon_matrix::group()) * ldm + k) / packed;
    return __helicon_load_quad((const char *)row + 4 * __helicon_matrix::place());
  } else if constexpr (count == 2) {
    const T *row = p + (unsigned long long)(k + __helicon_matrix::group()) * ldm + first;
    return __helicon_matrix::transposed(__helicon_load_quad((const char *)row + 4 * __helicon_matrix::place()));
  } else {
    const T *column = p + (unsigned long long)(k + __helicon_matrix::place() * count) * ldm + first;
    unsigned word = 0;
#pragma unroll
    for (int e = 0; e < count; ++e)
      word |= __bitsOf(column[(unsigned long long)e * ldm + __helicon_matrix::group()]) << (32 / count * e) % 32;
    return word;
  }
}

template <class O, class T> __HELICON_DEVICE__ void __loadOperand(T *x, const T *p, unsigned ldm) {
  if constexpr (__is_same(T, double)) {
    const int i = __helicon_matrix::group(), k = __helicon_matrix::place();
    x[0] = O::kIsContiguous ? p[(unsigned long long)i * ldm + k] : p[(unsigned long long)k * ldm + i];
  } else {
    __word *words = (__word *)x;
#pragma unroll
    for (int r = 0; r < O::registers; ++r) {
      const unsigned word = __loadRegister<O>(p, ldm, r);
#pragma unroll
      for (int copy = 0; copy < O::copies; ++copy)
        words[copy * O::registers + r] = word;
    }
  }
}

template <int M, int N, int K, class T, class Layout>
__HELICON_DEVICE__ void load_matrix_sync(fragment<matrix_a, M, N, K, T, Layout> &a,
                                         const typename __element<T>::storage *p, unsigned ldm) {
  __loadOperand<__operand<true, M, N, K, T, Layout>>(a.x, p, ldm);
}
template <int M, int N, int K, class T, class Layout>
__HELICON_DEVICE__ void load_matrix_sync(fragment<matrix_b, M, N, K, T, Layout> &b,
                                         const typename __element<T>::storage *p, unsigned ldm) {
  __loadOperand<__operand<false, M, N, K, T, Layout>>(b.x, p, ldm);
}
// Elements below a byte are handed over as memory of any type; ldm counts elements.
template <class Use, int M, int N, int K, class T, class Layout>
__HELICON_DEVICE__ void load_matrix_sync(fragment<Use, M, N, K, T, Layout> &f, const void *p, unsigned ldm) {
  static_assert(__isSubByte<T>(), "wmma: the pointer's type is not the fragment's element type");
  __loadOperand<__operand<__is_same(Use, matrix_a), M, N, K, T, Layout>>(
      f.x, (const typename __element<T>::storage *)p, ldm);
}

/// Where x[i] of an accumulator stands.
template <int M, int N> __HELICON_DEVICE__ unsigned long long __placeOf(int i, unsigned ldm, layout_t layout) {
  typedef __shape<M, N, 1, 1> S;
  const int odd = i & 1, half = i / 2 % S::halves, tile = i / (2 * S::halves);
  const int row = tile / S::flat * 8 * S::halves + half * 8 + __helicon_matrix::group();
  const int column = tile % S::flat * 8 + __helicon_matrix::place() * 2 + odd;
  const bool rowsAreFar = (layout == mem_row_major) != S::swapped;
  return rowsAreFar ? (unsigned long long)row * ldm + column : (unsigned long long)column * ldm + row;
}
template <int M, int N, int K, class T>
__HELICON_DEVICE__ void load_matrix_sync(fragment<accumulator, M, N, K, T> &c, const T *p, unsigned ldm,
                                         layout_t layout) {
#pragma unroll
  for (int i = 0; i < M * N / 32; ++i)
    c.x[i] = p[__placeOf<M, N>(i, ldm, layout)];
}
template <int M, int N, int K, class T>
__HELICON_DEVICE__ void store_matrix_sync(T *p, const fragment<accumulator, M, N, K, T> &c, unsigned ldm,
                                          layout_t layout) {
#pragma unroll
  for (int i = 0; i < M * N / 32; ++i)
    p[__placeOf<M, N>(i, ldm, layout)] = c.x[i];
}

template <class Use, int M, int N, int K, class T, class Layout>
__HELICON_DEVICE__ void fill_fragment(fragment<Use, M, N, K, T, Layout> &f,
                                      const typename fragment<Use, M, N, K, T, Layout>::storage_element_type &v) {
#pragma unroll
  for (int i = 0; i < (int)f.num_storage_elements; ++i)
    f.x[i] = v;
}

/// Rounds to nearest, ties away from zero, at the 13th bit, as cvt.rna.tf32 does.
__HELICON_DEVICE__ float __float_to_tf32(float v) {
  const unsigned bits = __builtin_bit_cast(unsigned, v);
  return (bits & 0x7f800000u) == 0x7f800000u ? v : __builtin_bit_cast(float, (bits + 0x1000u) & ~0x1fffu);
}

// Sums while they are made: half ones are floats.
template <class T> struct __sum {
  typedef T type;
};
template <> struct __sum<__half> {
  typedef float type;
};
__HELICON_DEVICE__ float __widen(float v) { return v; }
__HELICON_DEVICE__ float __widen(__half v) { return __half2float(v); }
__HELICON_DEVICE__ int __widen(int v) { return v; }
__HELICON_DEVICE__ double __widen(double v) { return v; }
__HELICON_DEVICE__ void __narrow(float &to, float v) { to = v; }
__HELICON_DEVICE__ void __narrow(__half &to, float v) { to = __float2half(v); }
__HELICON_DEVICE__ void __narrow(int &to, int v) { to = v; }
__HELICON_DEVICE__ void __narrow(double &to, double v) { to = v; }
// satf: no infinity, and zero for NaN.
__HELICON_DEVICE__ void __makeFinite(float &v) {
  v = v != v ? 0.0f : v > 3.40282347e+38f ? 3.40282347e+38f : v < -3.40282347e+38f ? -3.40282347e+38f : v;
}
__HELICON_DEVICE__ void __makeFinite(__half &v) {
  const float f = __half2float(v);
  v = f != f ? __ushort_as_half(0) : f > 65504 ? __ushort_as_half(0x7bff) : f < -65504 ? __ushort_as_half(0xfbff) : v;
}
__HELICON_DEVICE__ void __makeFinite(int &) {}
__HELICON_DEVICE__ void __makeFinite(double &) {}

template <int ODD, int FORMATS> __HELICON_DEVICE__ float __step(float c, unsigned a, unsigned b) {
  return __helicon_matrix_float(c, a, b, ODD, FORMATS);
}
template <int ODD, int FORMATS> __HELICON_DEVICE__ int __step(int c, unsigned a, unsigned b) {
  return (int)__helicon_matrix_int((unsigned)c, a, b, ODD, FORMATS);
}
template <int ODD, int FORMATS> __HELICON_DEVICE__ double __step(double c, double a, double b) {
  return __helicon_matrix_double(c, a, b, ODD);
}
template <class T> __HELICON_DEVICE__ unsigned __register(const T *x, int r) { return ((const __word *)x)[r]; }
__HELICON_DEVICE__ double __register(const double *x, int r) { return x[r]; }

/// sums += tall * flat, register by register.
template <class Tall, class Flat, int FORMATS, class Sum, class P, class Q>
__HELICON_DEVICE__ void __multiply(Sum *sums, const P *tall, const Q *flat) {
  typedef typename Tall::S S;
#pragma unroll
  for (int chunk = 0; chunk < S::chunks; ++chunk)
#pragma unroll
    for (int tile = 0; tile < S::tall * S::halves; ++tile)
#pragma unroll
      for (int column = 0; column < S::flat; ++column) {
        const int half = tile % S::halves;
        const auto a = __register(tall, (tile / S::halves * S::chunks + chunk) * S::halves + half);
        const auto b = __register(flat, column * S::chunks + chunk);
        Sum *pair = sums + ((tile / S::halves * S::flat + column) * S::halves + half) * 2;
        pair[0] = __step<0, FORMATS>(pair[0], a, b);
        pair[1] = __step<1, FORMATS>(pair[1], a, b);
      }
}

template <int FORMATS, int M, int N, int K, class T, class A, class B, class D, class C>
__HELICON_DEVICE__ void __product(fragment<accumulator, M, N, K, D> &d, const fragment<matrix_a, M, N, K, T, A> &a,
                                  const fragment<matrix_b, M, N, K, T, B> &b,
                                  const fragment<accumulator, M, N, K, C> &c, bool satf) {
  typedef __operand<true, M, N, K, T, A> OA;
  typedef __operand<false, M, N, K, T, B> OB;
  typedef typename __sum<D>::type Sum;
  constexpr int count = M * N / 32;
  Sum sums[count];
  const bool apart = __is_same(D, int) && satf; // the sum with c is cut, once
#pragma unroll
  for (int i = 0; i < count; ++i)
    sums[i] = apart ? Sum(0) : __widen(c.x[i]);
  if constexpr (OA::S::swapped)
    __multiply<OB, OA, FORMATS>(sums, b.x, a.x);
  else
    __multiply<OA, OB, FORMATS>(sums, a.x, b.x);
#pragma unroll
  for (int i = 0; i < count; ++i) {
    if (apart)
      sums[i] = (Sum)__helicon_matrix::saturatingSum((int)__widen(c.x[i]), (int)sums[i]);
    __narrow(d.x[i], sums[i]);
    if (satf)
      __makeFinite(d.x[i]);
  }
}

template <class T, class D, class C> constexpr bool __addsUp() {
  constexpr int format = __element<T>::format;
  if (__is_same(T, double))
    return __is_same(D, double) && __is_same(C, double);
  if (__is_same(T, __half))
    return (__is_same(D, float) || __is_same(D, __half)) && (__is_same(C, float) || __is_same(C, __half));
  if (format >= __helicon_matrix::kS8)
    return __is_same(D, int) && __is_same(C, int);
  return __is_same(D, float) && __is_same(C, float);
}

template <int M, int N, int K, class T, class A, class B, class D, class C>
__HELICON_DEVICE__ void mma_sync(fragment<accumulator, M, N, K, D> &d, const fragment<matrix_a, M, N, K, T, A> &a,
                                 const fragment<matrix_b, M, N, K, T, B> &b,
                                 const fragment<accumulator, M, N, K, C> &c, bool satf = false) {
  static_assert(!__is_same(T, experimental::precision::b1), "wmma: bits are multiplied by bmma_sync");
  static_assert(__addsUp<T, D, C>(), "wmma: this accumulator does not go with this element type");
  __product<__element<T>::format | __element<T>::format << 8>(d, a, b, c, satf);
}

template <class A, class B>
__HELICON_DEVICE__ void
bmma_sync(fragment<accumulator, 8, 8, 128, int> &d,
          const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, A> &a,
          const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, B> &b,
          const fragment<accumulator, 8, 8, 128, int> &c, experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  if (op == experimental::bmmaBitOpXOR)
    __product<__helicon_matrix::kXorBits>(d, a, b, c, false);
  else
    __product<__helicon_matrix::kAndBits>(d, a, b, c, false);
}

} // namespace wmma
} // namespace mtmusa

#endif
