// Fragments of wmma as registers. A and B take the places of mma.sync's operands: of 16 x 8 tiles, whose layout is the
// PTX ISA's ("Matrix Fragments for mma"), so that x[i] is what it is on a card of compute capability 8 and 9. The 8x32
// shape is the product of the transposes: B is then the tall operand. A fragment of halves always has 16 elements there,
// some of them copies; only the first ones take part in a product.
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

template <class Use, int M, int N, int K, class T, class Layout = void> class fragment;

/// What there is of an element type: how it is stored, how many a 32-bit register holds, which shapes it has.
template <class T> struct __element {
  static constexpr bool exists = false;
};
#define __HELICON_ELEMENT(TYPE, STORAGE, FORMAT, COUNT, SHAPES)                                                        \
  template <> struct __element<TYPE> {                                                                                 \
    static constexpr bool exists = true;                                                                               \
    typedef STORAGE storage;                                                                                           \
    static constexpr int format = __helicon_matrix::FORMAT, count = COUNT;                                             \
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

template <class T> constexpr bool __isSubByte() {
  return __is_same(T, experimental::precision::s4) || __is_same(T, experimental::precision::u4) ||
         __is_same(T, experimental::precision::b1);
}

/// How the operands of one shape are cut into registers. `Tall` is the operand with 16 (or 8) rows to a tile.
template <int M, int N, int K, int COUNT> struct __shape {
  static constexpr bool swapped = M == 8 && N == 32;
  static constexpr int rows = swapped ? N : M, columns = swapped ? M : N; ///< of the product as it is made
  static constexpr int halves = rows >= 16 ? 2 : 1, tall = rows / (8 * halves), flat = columns / 8;
  static constexpr int chunk = 4 * COUNT, chunks = K / chunk; ///< elements of k that a register of each lane of a quad has
  static constexpr int tallRegisters = tall * halves * chunks, flatRegisters = flat * chunks;
  static constexpr int sums = tall * halves * flat * 2;
};

/// Of A (IsA) or B.
template <bool IsA, int M, int N, int K, class T, class Layout> struct __operand {
  static_assert(__element<T>::exists, "wmma: no fragments of this element type are offered");
  typedef __element<T> E;
  static_assert(E::hasShape(M, N, K), "wmma: this shape is not offered for this element type");
  static_assert(__is_same(Layout, row_major) || __is_same(Layout, col_major),
                "wmma: the fragment's layout is row_major or col_major");
  typedef __shape<M, N, K, E::count> S;
  static constexpr bool isTall = IsA != S::swapped, kIsContiguous = IsA == __is_same(Layout, row_major);
  static_assert(kIsContiguous || !__isSubByte<T>(), "wmma: elements below a byte want A by rows and B by columns");
  static constexpr int registers = isTall ? S::tallRegisters : S::flatRegisters;
  static constexpr int perRegister = __isSubByte<T>() ? 1 : E::count; ///< of x
  static constexpr int copies = __is_same(T, __half) ? 16 / (registers * perRegister) : 1;
  static constexpr int stored = registers * perRegister * copies;
  /// First row (or column) of the eight that a register holds, and first element of k.
  static constexpr int firstOf(int r) {
    return isTall ? (r / (S::chunks * S::halves)) * 8 * S::halves + r % S::halves * 8 : r / S::chunks * 8;
  }
  static constexpr int chunkOf(int r) { return isTall ? r / S::halves % S::chunks : r % S::chunks; }
};

template <class T, int STORED, int ELEMENTS, class Element> struct __fragment {
  enum { num_elements = ELEMENTS, num_storage_elements = STORED };
  typedef Element element_type;
  typedef T storage_element_type;
  __attribute__((aligned(sizeof(T) < 4 && STORED % (4 / sizeof(T)) == 0 ? 4 : sizeof(T)))) T x[STORED];
};

template <int M, int N, int K, class T, class Layout>
class fragment<matrix_a, M, N, K, T, Layout>
    : public __fragment<typename __element<T>::storage, __operand<true, M, N, K, T, Layout>::stored,
                        __operand<true, M, N, K, T, Layout>::stored *(__isSubByte<T>() ? __element<T>::count : 1), T> {};
template <int M, int N, int K, class T, class Layout>
class fragment<matrix_b, M, N, K, T, Layout>
    : public __fragment<typename __element<T>::storage, __operand<false, M, N, K, T, Layout>::stored,
                        __operand<false, M, N, K, T, Layout>::stored *(__isSubByte<T>() ? __element<T>::count : 1), T> {};
template <int M, int N, int K, class T>
class fragment<accumulator, M, N, K, T, void> : public __fragment<T, M * N / 32, M * N / 32, T> {
  static_assert(__is_same(T, float) || __is_same(T, __half) || __is_same(T, int) || __is_same(T, double),
                "wmma: an accumulator holds float, half, int or double");
};

} // namespace wmma
} // namespace mtmusa

#endif
