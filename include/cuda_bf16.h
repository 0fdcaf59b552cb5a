// bfloat16 under CUDA's names, over musa_bf16.h.
#ifndef HELICON_CUDA_BF16_H
#define HELICON_CUDA_BF16_H

#define __CUDA_BF16_H__ /* see cuda_runtime_api.h */

#if __has_include("musa_bf16.h")
#include "musa_bf16.h"
#else
#error "cuda_bf16.h: bfloat16 is not offered yet"
#endif

typedef __mt_bfloat16_raw __nv_bfloat16_raw;
typedef __mt_bfloat162_raw __nv_bfloat162_raw;

#ifdef __cplusplus

typedef __mt_bfloat16 __nv_bfloat16;
typedef __mt_bfloat162 __nv_bfloat162;
typedef __mt_bfloat16 nv_bfloat16;
typedef __mt_bfloat162 nv_bfloat162;

#endif

#endif
