// Half precision under CUDA's names: the types are called the same in both, musa_fp16.h has them.
#ifndef HELICON_CUDA_FP16_H
#define HELICON_CUDA_FP16_H

#define __CUDA_FP16_H__ /* see cuda_runtime_api.h */

#if __has_include("musa_fp16.h")
#include "musa_fp16.h"
#else
#error "cuda_fp16.h: half precision is not offered yet"
#endif

#endif
