/* 8-bit floats: e4m3, e5m2 and the powers of two e8m0, as numbers that are stored and converted, on host and device.
 * Plain C sees the storage types alone. Conversions round once, to nearest even; constructors saturate: what is beyond
 * a format's range, infinity included, becomes its largest number, a NaN stays one. */
#ifndef HELICON_MUSA_FP8_H
#define HELICON_MUSA_FP8_H

#pragma GCC system_header

#include "musa_bf16.h"
#include "musa_fp16.h"

typedef unsigned char __mt_fp8_storage_t;
typedef unsigned short int __mt_fp8x2_storage_t;
typedef unsigned int __mt_fp8x4_storage_t;
typedef enum __mt_saturation_t { __MT_NOSAT, __MT_SATFINITE } __mt_saturation_t;
typedef enum __mt_fp8_interpretation_t { __MT_E4M3, __MT_E5M2 } __mt_fp8_interpretation_t;
/* How an e8m0 is rounded: musaRoundZero or musaRoundPosInf; the others stand for the latter. */
enum musaRoundMode { musaRoundNearest, musaRoundZero, musaRoundPosInf, musaRoundMinInf };

#ifdef __cplusplus

#include "helicon/narrow/fp8_bits.h"

namespace __helicon_narrow {
__HELICON_NARROW__ bits8 toFp8(float x, __mt_saturation_t saturate, __mt_fp8_interpretation_t kind) {
  const bool saturates = saturate == __MT_SATFINITE;
  return kind == __MT_E4M3 ? nearest8<E4m3Format>(x, saturates) : nearest8<E5m2Format>(x, saturates);
}
__HELICON_NARROW__ bits halfOfFp8(bits8 x, __mt_fp8_interpretation_t kind) {
  const bits number = nearest<HalfFormat>(kind == __MT_E4M3 ? widen8<E4m3Format>(x) : widen8<E5m2Format>(x));
  return isNaN<HalfFormat>(number) ? (bits)kNaN : number;
}
__HELICON_NARROW__ unsigned short pairOf(bits8 low, bits8 high) { return (unsigned short)(low | high << 8); }
__HELICON_NARROW__ bool roundsUp(musaRoundMode mode) { return mode != musaRoundZero; }
/// 64-bit integers by way of a double keep an odd bit for what does not fit one.
template <class __I> __HELICON_NARROW__ float integerToOddFloat(__I x) {
  const bool fits = x < (__I)(1ll << 52) && (x >= 0 || x > (__I) - (1ll << 52));
  return toOddFloat((double)(fits ? x : (__I)((x >> 12 << 12) | ((x & 0xfff) != 0 ? 0x1000 : 0))));
}
} // namespace __helicon_narrow

// Under __musa_cvt_*; cuda_fp8.h reads it once more for __nv_cvt_*.
#include "helicon/narrow/fp8_conversions.def"

#define __HELICON_T __mt_fp8_e4m3
#define __HELICON_T2 __mt_fp8x2_e4m3
#define __HELICON_T4 __mt_fp8x4_e4m3
#define __HELICON_FROM(X) __helicon_narrow::nearest8<__helicon_narrow::E4m3Format>(X, true)
#define __HELICON_TO(BITS) __helicon_narrow::widen8<__helicon_narrow::E4m3Format>(BITS)
#define __HELICON_IS_NOT_ZERO(BITS) (((BITS) & 0x7f) != 0)
#define __HELICON_HAS_HALF 1
#include "helicon/narrow/fp8_class.def"

#define __HELICON_T __mt_fp8_e5m2
#define __HELICON_T2 __mt_fp8x2_e5m2
#define __HELICON_T4 __mt_fp8x4_e5m2
#define __HELICON_FROM(X) __helicon_narrow::nearest8<__helicon_narrow::E5m2Format>(X, true)
#define __HELICON_TO(BITS) __helicon_narrow::widen8<__helicon_narrow::E5m2Format>(BITS)
#define __HELICON_IS_NOT_ZERO(BITS) (((BITS) & 0x7f) != 0)
#define __HELICON_HAS_HALF 1
#include "helicon/narrow/fp8_class.def"

#define __HELICON_T __mt_fp8_e8m0
#define __HELICON_T2 __mt_fp8x2_e8m0
#define __HELICON_T4 __mt_fp8x4_e8m0
#define __HELICON_FROM(X) __helicon_narrow::powerOf(X, true, true)
#define __HELICON_TO(BITS) __helicon_narrow::powerToFloat(BITS)
#define __HELICON_IS_NOT_ZERO(BITS) true /* the smallest is a power of two */
#define __HELICON_HAS_HALF 0
#include "helicon/narrow/fp8_class.def"

#endif
#endif
