// Floating-point intrinsics that round to nearest. Contraction is switched off inside, for __fadd_rn and __fmul_rn
// promise never to be fused with a neighbour.
#ifndef HELICON_FLOAT_INTRINSICS_H
#define HELICON_FLOAT_INTRINSICS_H

#pragma clang system_header

#include "device_macros.h"

#define __HELICON_EXACT(NAME, TYPE, PARAMETERS, EXPRESSION)                                                            \
  __HELICON_DEVICE__ TYPE NAME PARAMETERS { _Pragma("clang fp contract(off)") return EXPRESSION; }
__HELICON_EXACT(__fadd_rn, float, (float x, float y), x + y)
__HELICON_EXACT(__fsub_rn, float, (float x, float y), x - y)
__HELICON_EXACT(__fmul_rn, float, (float x, float y), x *y)
__HELICON_EXACT(__fdiv_rn, float, (float x, float y), x / y)
__HELICON_EXACT(__frcp_rn, float, (float x), 1.0f / x)
__HELICON_EXACT(__fsqrt_rn, float, (float x), __builtin_sqrtf(x))
__HELICON_EXACT(__frsqrt_rn, float, (float x), (float)(1.0 / __builtin_sqrt((double)x)))
__HELICON_EXACT(__fmaf_rn, float, (float x, float y, float z), __builtin_fmaf(x, y, z))
__HELICON_EXACT(__fmaf_ieee_rn, float, (float x, float y, float z), __builtin_fmaf(x, y, z))
__HELICON_EXACT(__dadd_rn, double, (double x, double y), x + y)
__HELICON_EXACT(__dsub_rn, double, (double x, double y), x - y)
__HELICON_EXACT(__dmul_rn, double, (double x, double y), x *y)
__HELICON_EXACT(__ddiv_rn, double, (double x, double y), x / y)
__HELICON_EXACT(__drcp_rn, double, (double x), 1.0 / x)
__HELICON_EXACT(__dsqrt_rn, double, (double x), __builtin_sqrt(x))
__HELICON_EXACT(__fma_rn, double, (double x, double y, double z), __builtin_fma(x, y, z))
#undef __HELICON_EXACT

#endif
