// Formats of the elements that helicon.matrix.* multiplies, as its last operand names them: A's in bits 0 to 7, B's
// in bits 8 to 15. The headers (include/helicon/matrix_builtins.h) and simt/ptx use the same numbers.
#pragma once

#include <cstdint>

namespace helicon {

/// What a 32-bit register of a fragment holds, lowest bits first.
enum class MatrixFormat : uint32_t {
  Half,   ///< two halves
  Bfloat, ///< two bfloats
  Tf32,   ///< a float, of which the lowest 13 bits do not count
  E4m3,   ///< four 8-bit floats
  E5m2,
  S8, ///< four bytes
  U8,
  S4, ///< eight nibbles
  U4,
  XorBits, ///< 32 bits; a product is the number of bits that differ (A's format alone is looked at)
  AndBits, ///< 32 bits; a product is the number of bits that both have
};

constexpr uint32_t matrixFormats(MatrixFormat a, MatrixFormat b) { return uint32_t(a) | uint32_t(b) << 8; }
constexpr bool isFloatFormat(MatrixFormat f) { return f <= MatrixFormat::E5m2; }

} // namespace helicon
