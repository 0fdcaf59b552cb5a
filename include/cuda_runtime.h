// The runtime under CUDA's names: musa_runtime.h and its names' other spelling. mcc includes it by itself in .cu files.
#ifndef HELICON_CUDA_RUNTIME_H
#define HELICON_CUDA_RUNTIME_H

#include "helicon/cuda_declare.h"

#define __CUDA_RUNTIME_H__ /* see cuda_runtime_api.h */

#include "musa_runtime.h"

#include "cuda_runtime_api.h"
#ifdef __cplusplus
#include "cuda_spelling/templates.h"
#include "helicon/cuda_newer.h"
#ifdef __HELICON_MUSA_MODE__
#define __HELICON_RUNTIME_NAME(name) cuda##name
#include "helicon/device_runtime_calls.h"
#undef __HELICON_RUNTIME_NAME
#endif
#endif

#endif
