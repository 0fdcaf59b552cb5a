// What generated kernels call for 16-bit floats. Included by generated programs only.
#pragma once

#include "FuzzDevice.h"

#include <musa_bf16.h>
#include <musa_fp16.h>
#include <musa_fp8.h>

/// Bits with one NaN.
FUZZ_FN uint32_t bitsOf(__half a) { return __hisnan(a) ? 0x7fffu : __half_as_ushort(a); }
FUZZ_FN uint32_t bitsOf(__mt_bfloat16 a) { return __hisnan(a) ? 0x7fffu : __bfloat16_as_ushort(a); }

FUZZ_FN __half pairwise(__half a, __half b, uint32_t n) {
  const __half2 p(a, b), q = __hfma2(p, __lowhigh2highlow(p), __hmax2(p, __half2half2(b)));
  const __half2 r = n & 4 ? __hadd2_sat(q, p) : h2sqrt(__habs2(q));
  return n & 1 ? r.x : n & 2 ? r.y : __heq2(q, p).y;
}
FUZZ_FN __mt_bfloat16 pairwise(__mt_bfloat16 a, __mt_bfloat16 b, uint32_t n) {
  const __mt_bfloat162 p(a, b), q = __hfma2(p, __lowhigh2highlow(p), __hmin2(p, __bfloat162bfloat162(b)));
  const __mt_bfloat162 r = n & 4 ? __h2div(q, p) : h2floor(__hneg2(q));
  return n & 1 ? r.x : n & 2 ? r.y : __hltu2(q, p).y;
}

#define FUZZ_NARROW(MODE, SUFFIX)                                                                                      \
  template <class T> FUZZ_FN T narrow##MODE(float a) {                                                                 \
    if constexpr (std::is_same_v<T, __half>)                                                                           \
      return __float2half_##SUFFIX(a);                                                                                 \
    else                                                                                                               \
      return __float2bfloat16_##SUFFIX(a);                                                                             \
  }
FUZZ_NARROW(Rn, rn)
FUZZ_NARROW(Rd, rd)
FUZZ_NARROW(Ru, ru)
FUZZ_NARROW(Rz, rz)
#undef FUZZ_NARROW

/// From an integer in one of the directions; and through an integer back, so that both ways are seen.
template <class T> FUZZ_FN T integral(int64_t a, uint32_t mode) {
  if constexpr (std::is_same_v<T, __half>)
    return mode == 0 ? __ll2half_rn(a) : mode == 1 ? __ll2half_ru(a) : __int2half_rz(__half2int_rd(__ll2half_rn(a)));
  else
    return mode == 0   ? __ll2bfloat16_rn(a)
           : mode == 1 ? __ll2bfloat16_rd(a)
                       : __uint2bfloat16_ru(__bfloat162uint_rn(__ll2bfloat16_rz(a)));
}

FUZZ_FN float ofFp8(uint32_t bits, __mt_fp8_interpretation_t kind) {
  return __half2float(__half(__musa_cvt_fp8_to_halfraw(static_cast<__mt_fp8_storage_t>(bits), kind)));
}
