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
template <class __O, class __T> __HELICON_DEVICE__ unsigned __loadRegister(const __T *p, unsigned ldm, int r) {
  constexpr int count = __O::__E::count, packed = count / __O::perRegister; // elements in one T
  const int first = __O::firstOf(r), k = __O::chunkOf(r) * __O::__S::chunk;
  if constexpr (__O::kIsContiguous) {
    const __T *row = p + ((unsigned long long)(first + __helicon_matrix::group()) * ldm + k) / packed;
    return __helicon_load_quad((const char *)row + 4 * __helicon_matrix::place());
  } else if constexpr (count == 2) {
    const __T *row = p + (unsigned long long)(k + __helicon_matrix::group()) * ldm + first;
    return __helicon_matrix::transposed(__helicon_load_quad((const char *)row + 4 * __helicon_matrix::place()));
  } else {
    const __T *column = p + (unsigned long long)(k + __helicon_matrix::place() * count) * ldm + first;
    unsigned word = 0;
#pragma unroll
    for (int e = 0; e < count; ++e)
      word |= __bitsOf(column[(unsigned long long)e * ldm + __helicon_matrix::group()]) << (32 / count * e) % 32;
    return word;
  }
}

template <class __O, class __T> __HELICON_DEVICE__ void __loadOperand(__T *x, const __T *p, unsigned ldm) {
  if constexpr (__is_same(__T, double)) {
    const int i = __helicon_matrix::group(), k = __helicon_matrix::place();
    x[0] = __O::kIsContiguous ? p[(unsigned long long)i * ldm + k] : p[(unsigned long long)k * ldm + i];
  } else {
    __word *words = (__word *)x;
#pragma unroll
    for (int r = 0; r < __O::registers; ++r) {
      const unsigned word = __loadRegister<__O>(p, ldm, r);
#pragma unroll
      for (int copy = 0; copy < __O::copies; ++copy)
        words[copy * __O::registers + r] = word;
    }
  }
}

template <int __M, int __N, int __K, class __T, class __Layout>
__HELICON_DEVICE__ void load_matrix_sync(fragment<matrix_a, __M, __N, __K, __T, __Layout> &a,
                                         const typename __element<__T>::storage *p, unsigned ldm) {
  __loadOperand<__operand<true, __M, __N, __K, __T, __Layout>>(a.x, p, ldm);
}
template <int __M, int __N, int __K, class __T, class __Layout>
__HELICON_DEVICE__ void load_matrix_sync(fragment<matrix_b, __M, __N, __K, __T, __Layout> &b,
                                         const typename __element<__T>::storage *p, unsigned ldm) {
  __loadOperand<__operand<false, __M, __N, __K, __T, __Layout>>(b.x, p, ldm);
}
// Elements below a byte are handed over as memory of any type; ldm counts elements.
template <class __Use, int __M, int __N, int __K, class __T, class __Layout>
__HELICON_DEVICE__ void load_matrix_sync(fragment<__Use, __M, __N, __K, __T, __Layout> &f, const void *p,
                                         unsigned ldm) {
  static_assert(__isSubByte<__T>(), "wmma: the pointer's type is not the fragment's element type");
  __loadOperand<__operand<__is_same(__Use, matrix_a), __M, __N, __K, __T, __Layout>>(
      f.x, (const typename __element<__T>::storage *)p, ldm);
}

/// Where x[i] of an accumulator stands.
template <int __M, int __N> __HELICON_DEVICE__ unsigned long long __placeOf(int i, unsigned ldm, layout_t layout) {
  typedef __shape<__M, __N, 1, 1> __S;
  const int odd = i & 1, half = i / 2 % __S::halves, tile = i / (2 * __S::halves);
  const int row = tile / __S::flat * 8 * __S::halves + half * 8 + __helicon_matrix::group();
  const int column = tile % __S::flat * 8 + __helicon_matrix::place() * 2 + odd;
  const bool rowsAreFar = (layout == mem_row_major) != __S::swapped;
  return rowsAreFar ? (unsigned long long)row * ldm + column : (unsigned long long)column * ldm + row;
}
template <int __M, int __N, int __K, class __T>
__HELICON_DEVICE__ void load_matrix_sync(fragment<accumulator, __M, __N, __K, __T> &c, const __T *p, unsigned ldm,
                                         layout_t layout) {
#pragma unroll
  for (int i = 0; i < __M * __N / 32; ++i)
    c.x[i] = p[__placeOf<__M, __N>(i, ldm, layout)];
}
template <int __M, int __N, int __K, class __T>
__HELICON_DEVICE__ void store_matrix_sync(__T *p, const fragment<accumulator, __M, __N, __K, __T> &c, unsigned ldm,
                                          layout_t layout) {
#pragma unroll
  for (int i = 0; i < __M * __N / 32; ++i)
    p[__placeOf<__M, __N>(i, ldm, layout)] = c.x[i];
}

template <class __Use, int __M, int __N, int __K, class __T, class __Layout>
__HELICON_DEVICE__ void
fill_fragment(fragment<__Use, __M, __N, __K, __T, __Layout> &f,
              const typename fragment<__Use, __M, __N, __K, __T, __Layout>::storage_element_type &v) {
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
template <class __T> struct __sum {
  typedef __T type;
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

template <int __ODD, int __FORMATS> __HELICON_DEVICE__ float __step(float c, unsigned a, unsigned b) {
  return __helicon_matrix_float(c, a, b, __ODD, __FORMATS);
}
template <int __ODD, int __FORMATS> __HELICON_DEVICE__ int __step(int c, unsigned a, unsigned b) {
  return (int)__helicon_matrix_int((unsigned)c, a, b, __ODD, __FORMATS);
}
template <int __ODD, int __FORMATS> __HELICON_DEVICE__ double __step(double c, double a, double b) {
  return __helicon_matrix_double(c, a, b, __ODD);
}
template <class __T> __HELICON_DEVICE__ unsigned __register(const __T *x, int r) { return ((const __word *)x)[r]; }
__HELICON_DEVICE__ double __register(const double *x, int r) { return x[r]; }

/// sums += tall * flat, register by register.
template <class __Tall, class __Flat, int __FORMATS, class __Sum, class __P, class __Q>
__HELICON_DEVICE__ void __multiply(__Sum *sums, const __P *tall, const __Q *flat) {
  typedef typename __Tall::__S __S;
#pragma unroll
  for (int chunk = 0; chunk < __S::chunks; ++chunk)
#pragma unroll
    for (int tile = 0; tile < __S::tall * __S::halves; ++tile)
#pragma unroll
      for (int column = 0; column < __S::flat; ++column) {
        const int half = tile % __S::halves;
        const auto a = __register(tall, (tile / __S::halves * __S::chunks + chunk) * __S::halves + half);
        const auto b = __register(flat, column * __S::chunks + chunk);
        __Sum *pair = sums + ((tile / __S::halves * __S::flat + column) * __S::halves + half) * 2;
        pair[0] = __step<0, __FORMATS>(pair[0], a, b);
        pair[1] = __step<1, __FORMATS>(pair[1], a, b);
      }
}

template <int __FORMATS, int __M, int __N, int __K, class __T, class __A, class __B, class __D, class __C>
__HELICON_DEVICE__ void __product(fragment<accumulator, __M, __N, __K, __D> &d,
                                  const fragment<matrix_a, __M, __N, __K, __T, __A> &a,
                                  const fragment<matrix_b, __M, __N, __K, __T, __B> &b,
                                  const fragment<accumulator, __M, __N, __K, __C> &c, bool satf) {
  typedef __operand<true, __M, __N, __K, __T, __A> __OA;
  typedef __operand<false, __M, __N, __K, __T, __B> __OB;
  typedef typename __sum<__D>::type __Sum;
  constexpr int count = __M * __N / 32;
  __Sum sums[count];
  const bool apart = __is_same(__D, int) && satf; // the sum with c is cut, once
#pragma unroll
  for (int i = 0; i < count; ++i)
    sums[i] = apart ? __Sum(0) : __widen(c.x[i]);
  if constexpr (__OA::__S::swapped)
    __multiply<__OB, __OA, __FORMATS>(sums, b.x, a.x);
  else
    __multiply<__OA, __OB, __FORMATS>(sums, a.x, b.x);
#pragma unroll
  for (int i = 0; i < count; ++i) {
    if (apart)
      sums[i] = (__Sum)__helicon_matrix::saturatingSum((int)__widen(c.x[i]), (int)sums[i]);
    __narrow(d.x[i], sums[i]);
    if (satf)
      __makeFinite(d.x[i]);
  }
}

template <class __T, class __D, class __C> constexpr bool __addsUp() {
  constexpr int format = __element<__T>::format;
  if (__is_same(__T, double))
    return __is_same(__D, double) && __is_same(__C, double);
  if (__is_same(__T, __half))
    return (__is_same(__D, float) || __is_same(__D, __half)) && (__is_same(__C, float) || __is_same(__C, __half));
  if (format >= __helicon_matrix::kS8)
    return __is_same(__D, int) && __is_same(__C, int);
  return __is_same(__D, float) && __is_same(__C, float);
}

template <int __M, int __N, int __K, class __T, class __A, class __B, class __D, class __C>
__HELICON_DEVICE__ void mma_sync(fragment<accumulator, __M, __N, __K, __D> &d,
                                 const fragment<matrix_a, __M, __N, __K, __T, __A> &a,
                                 const fragment<matrix_b, __M, __N, __K, __T, __B> &b,
                                 const fragment<accumulator, __M, __N, __K, __C> &c, bool satf = false) {
  static_assert(!__is_same(__T, experimental::precision::b1), "wmma: bits are multiplied by bmma_sync");
  static_assert(__addsUp<__T, __D, __C>(), "wmma: this accumulator does not go with this element type");
  __product<__element<__T>::format | __element<__T>::format << 8>(d, a, b, c, satf);
}

template <class __A, class __B>
__HELICON_DEVICE__ void bmma_sync(fragment<accumulator, 8, 8, 128, int> &d,
                                  const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, __A> &a,
                                  const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, __B> &b,
                                  const fragment<accumulator, 8, 8, 128, int> &c,
                                  experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
                                  experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  if (op == experimental::bmmaBitOpXOR)
    __product<__helicon_matrix::kXorBits | __helicon_matrix::kXorBits << 8>(d, a, b, c, false);
  else
    __product<__helicon_matrix::kAndBits | __helicon_matrix::kXorBits << 8>(d, a, b, c, false);
}

} // namespace wmma
} // namespace mtmusa

#endif
