// 8-bit floats under CUDA's names, over musa_fp8.h.
#ifndef HELICON_CUDA_FP8_H
#define HELICON_CUDA_FP8_H

#define __CUDA_FP8_H__ /* see cuda_runtime_api.h */

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "musa_fp8.h"

typedef __mt_fp8_storage_t __nv_fp8_storage_t;
typedef __mt_fp8x2_storage_t __nv_fp8x2_storage_t;
typedef __mt_fp8x4_storage_t __nv_fp8x4_storage_t;
typedef __mt_saturation_t __nv_saturation_t;
typedef __mt_fp8_interpretation_t __nv_fp8_interpretation_t;
#define __NV_NOSAT __MT_NOSAT
#define __NV_SATFINITE __MT_SATFINITE
#define __NV_E4M3 __MT_E4M3
#define __NV_E5M2 __MT_E5M2
#define cudaRoundMode musaRoundMode
#define cudaRoundNearest musaRoundNearest
#define cudaRoundZero musaRoundZero
#define cudaRoundPosInf musaRoundPosInf
#define cudaRoundMinInf musaRoundMinInf

#ifdef __cplusplus

#define __HELICON_CVT(NAME) __nv_cvt_##NAME
#include "helicon/narrow/fp8_conversions.def"

typedef __mt_fp8_e4m3 __nv_fp8_e4m3;
typedef __mt_fp8x2_e4m3 __nv_fp8x2_e4m3;
typedef __mt_fp8x4_e4m3 __nv_fp8x4_e4m3;
typedef __mt_fp8_e5m2 __nv_fp8_e5m2;
typedef __mt_fp8x2_e5m2 __nv_fp8x2_e5m2;
typedef __mt_fp8x4_e5m2 __nv_fp8x4_e5m2;
typedef __mt_fp8_e8m0 __nv_fp8_e8m0;
typedef __mt_fp8x2_e8m0 __nv_fp8x2_e8m0;
typedef __mt_fp8x4_e8m0 __nv_fp8x4_e8m0;

#endif
#endif
