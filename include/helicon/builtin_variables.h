// threadIdx, blockIdx, blockDim, gridDim and warpSize, of the types that the language gives them. The first four are
// declared and never defined: the kernel compiler reads special registers in their place. Host code that names one does
// not link.
#ifndef HELICON_BUILTIN_VARIABLES_H
#define HELICON_BUILTIN_VARIABLES_H

#pragma clang system_header

#include "../vector_types.h"
#include "device_macros.h"

extern const __attribute__((device)) uint3 threadIdx, blockIdx;
extern const __attribute__((device)) dim3 blockDim, gridDim;

// Lanes that exchange data together, on every profile (the host's property may say 128 on older cards).
static const __attribute__((device)) int warpSize = 32;

#endif
