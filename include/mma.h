/* wmma: products of matrix tiles by a warp, mtmusa::wmma and nvcuda::wmma. All lanes of the warp call each function
 * together. Products are exact; they are added to a float (or int, double) one after the other in the order of k, each
 * sum rounded to nearest; a half accumulator is rounded once a call. CUDA C++ Programming Guide, "Warp Matrix
 * Functions". */
#ifndef HELICON_MMA_H
#define HELICON_MMA_H

#pragma GCC system_header

#include "musa_bf16.h"
#include "musa_fp16.h"
#ifdef HELICON_CUDA_RUNTIME_H
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#endif

#if defined(__cplusplus) && defined(__HELICON_MUSA_MODE__)

#include "helicon/wmma_fragments.h"

#include "helicon/wmma_functions.h"

namespace nvcuda {
namespace wmma = ::mtmusa::wmma;
}

#endif
#endif
