// Force-included by mcc before everything else in each MUSA source, in the host pass and in the device pass.
// It fixes an order that user code cannot disturb: device overloads, then the standard headers that nvcc includes by
// itself, then musa_runtime.h. Nothing here tests __CUDA__ (builds pass -U__CUDA__), and the compiler's CUDA macros are
// gone at the end: a MUSA program sees __MUSACC__, __MUSA__ and, on the device, __MUSA_ARCH__, which mcc defines.
#ifndef HELICON_MCC_PROLOGUE_H
#define HELICON_MCC_PROLOGUE_H

#pragma clang system_header

#define __HELICON_MUSA_MODE__ 1
// The macros of the target do not tell the passes apart: the host pass has those of its partner.
#if defined(__CUDA_ARCH__) || defined(__MUSA_ARCH__)
#define __HELICON_DEVICE_PASS__ 1
#endif

#include "../host_defines.h"
#include "device_forward.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <math.h>

#include "../musa_runtime.h"
#ifdef __HELICON_CUDA_NAMES__ // a .cu file
#include "../cuda_runtime.h"
#endif

#undef __CUDA__
#undef __CUDA_ARCH__
#undef __CUDACC__
#undef __CUDA_ARCH_LIST__
#undef __CUDA_ARCH_FEAT_SM90_ALL
#undef __CLANG_CUDA_APPROX_TRANSCENDENTALS__
#undef __CLANG_RDC__
#undef __NVPTX__
#undef __PTX__

// Asked for by -D: nothing here depends on them, so a program that leans on their values may have them.
#ifdef __HELICON_CUDACC__
#define __CUDACC__ __HELICON_CUDACC__
#endif
#ifdef __HELICON_CUDA_ARCH__
#define __CUDA_ARCH__ __HELICON_CUDA_ARCH__
#endif

// From here on mcc's plugin (mcc/launches) takes the tokens, and lets device code launch kernels.
#ifdef __HELICON_DEVICE_LAUNCHES__
_Pragma("helicon_launches")
#endif

#endif
