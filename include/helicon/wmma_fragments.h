// Fragments of wmma as registers. A and B take the places of mma.sync's operands: of 16 x 8 tiles, whose layout is the
// PTX ISA's ("Matrix Fragments for mma"), so that x[i] is what it is on a card of compute capability 8 and 9. The 8x32
// shape is the product of the transposes: B is then the tall operand. A fragment of halves always has 16 elements
// there, some of them copies; only the first ones take part in a product.
#ifndef HELICON_WMMA_FRAGMENTS_H
#define HELICON_WMMA_FRAGMENTS_H

#pragma clang system_header

#include "matrix_builtins.h"

namespace mtmusa {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

template <class __Use, int __M, int __N, int __K, class __T, class __Layout = void> class fragment;

/// What there is of an element type: how it is stored, how many a 32-bit register holds, which shapes it has.
template <class __T> struct __element {
  static constexpr bool exists = false;
};
#define __HELICON_ELEMENT(TYPE, STORAGE, FORMAT, __COUNT, SHAPES)                                                      \
  template <> struct __element<TYPE> {                                                                                 \
    static constexpr bool exists = true;                                                                               \
    typedef STORAGE storage;                                                                                           \
    static constexpr int format = __helicon_matrix::FORMAT, count = __COUNT;                                           \
    static constexpr bool hasShape(int m, int n, int k) { return SHAPES; }                                             \
  };
#define __HELICON_K16 (k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32)))
__HELICON_ELEMENT(__half, __half, kHalf, 2, __HELICON_K16)
__HELICON_ELEMENT(__mt_bfloat16, __mt_bfloat16, kBfloat, 2, __HELICON_K16)
__HELICON_ELEMENT(signed char, signed char, kS8, 4, __HELICON_K16)
__HELICON_ELEMENT(char, char, kS8, 4, __HELICON_K16)
__HELICON_ELEMENT(unsigned char, unsigned char, kU8, 4, __HELICON_K16)
__HELICON_ELEMENT(precision::tf32, float, kTf32, 1, (m == 16 && n == 16 && k == 8))
__HELICON_ELEMENT(double, double, kHalf, 1, (m == 8 && n == 8 && k == 4))
__HELICON_ELEMENT(experimental::precision::s4, int, kS4, 8, (m == 8 && n == 8 && k == 32))
__HELICON_ELEMENT(experimental::precision::u4, unsigned, kU4, 8, (m == 8 && n == 8 && k == 32))
__HELICON_ELEMENT(experimental::precision::b1, unsigned, kXorBits, 32, (m == 8 && n == 8 && k == 128))
#undef __HELICON_K16
#undef __HELICON_ELEMENT

template <class __T> constexpr bool __isSubByte() {
  return __is_same(__T, experimental::precision::s4) || __is_same(__T, experimental::precision::u4) ||
         __is_same(__T, experimental::precision::b1);
}

/// How the operands of one shape are cut into registers. `Tall` is the operand with 16 (or 8) rows to a tile.
template <int __M, int __N, int __K, int __COUNT> struct __shape {
  static constexpr bool swapped = __M == 8 && __N == 32;
  static constexpr int rows = swapped ? __N : __M, columns = swapped ? __M : __N; ///< of the product as it is made
  static constexpr int halves = rows >= 16 ? 2 : 1, tall = rows / (8 * halves), flat = columns / 8;
  static constexpr int chunk = 4 * __COUNT,
                       chunks = __K / chunk; ///< elements of k that a register of each lane of a quad has
  static constexpr int tallRegisters = tall * halves * chunks, flatRegisters = flat * chunks;
  static constexpr int sums = tall * halves * flat * 2;
};

/// Of A (IsA) or B.
template <bool __IsA, int __M, int __N, int __K, class __T, class __Layout> struct __operand {
  static_assert(__element<__T>::exists, "wmma: no fragments of this element type are offered");
  typedef __element<__T> __E;
  static_assert(__E::hasShape(__M, __N, __K), "wmma: this shape is not offered for this element type");
  static_assert(__is_same(__Layout, row_major) || __is_same(__Layout, col_major),
                "wmma: the fragment's layout is row_major or col_major");
  typedef __shape<__M, __N, __K, __E::count> __S;
  static constexpr bool isTall = __IsA != __S::swapped, kIsContiguous = __IsA == __is_same(__Layout, row_major);
  static_assert(kIsContiguous || !__isSubByte<__T>(),
                "wmma: elements below a byte want __A by rows and __B by columns");
  static constexpr int registers = isTall ? __S::tallRegisters : __S::flatRegisters;
  static constexpr int perRegister = __isSubByte<__T>() ? 1 : __E::count; ///< of x
  static constexpr int copies = __is_same(__T, __half) ? 16 / (registers * perRegister) : 1;
  static constexpr int stored = registers * perRegister * copies;
  /// First row (or column) of the eight that a register holds, and first element of k.
  static constexpr int firstOf(int r) {
    return isTall ? (r / (__S::chunks * __S::halves)) * 8 * __S::halves + r % __S::halves * 8 : r / __S::chunks * 8;
  }
  static constexpr int chunkOf(int r) { return isTall ? r / __S::halves % __S::chunks : r % __S::chunks; }
};

template <class __T, int __STORED, int __ELEMENTS, class __Element> struct __fragment {
  enum { num_elements = __ELEMENTS, num_storage_elements = __STORED };
  typedef __Element element_type;
  typedef __T storage_element_type;
  __attribute__((aligned(sizeof(__T) < 4 && __STORED % (4 / sizeof(__T)) == 0 ? 4 : sizeof(__T)))) __T x[__STORED];
};

template <int __M, int __N, int __K, class __T, class __Layout>
class fragment<matrix_a, __M, __N, __K, __T, __Layout>
    : public __fragment<typename __element<__T>::storage, __operand<true, __M, __N, __K, __T, __Layout>::stored,
                        __operand<true, __M, __N, __K, __T, __Layout>::stored *(
                            __isSubByte<__T>() ? __element<__T>::count : 1),
                        __T> {};
template <int __M, int __N, int __K, class __T, class __Layout>
class fragment<matrix_b, __M, __N, __K, __T, __Layout>
    : public __fragment<typename __element<__T>::storage, __operand<false, __M, __N, __K, __T, __Layout>::stored,
                        __operand<false, __M, __N, __K, __T, __Layout>::stored *(
                            __isSubByte<__T>() ? __element<__T>::count : 1),
                        __T> {};
template <int __M, int __N, int __K, class __T>
class fragment<accumulator, __M, __N, __K, __T, void> : public __fragment<__T, __M * __N / 32, __M * __N / 32, __T> {
  static_assert(__is_same(__T, float) || __is_same(__T, __half) || __is_same(__T, int) || __is_same(__T, double),
                "wmma: an accumulator holds float, half, int or double");
};

} // namespace wmma
} // namespace mtmusa

#endif
