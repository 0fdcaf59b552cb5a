/* Half precision (IEEE 754 binary16): __half, __half2 and the CUDA math API's half sections, on host and device. Plain
 * C sees the raw structs alone. Every operation is correctly rounded; docs/device-language.md lists what there is.
 * A program may define, before it includes this: __MUSA_NO_HALF_CONVERSIONS__, __MUSA_NO_HALF_OPERATORS__,
 * __MUSA_NO_HALF2_OPERATORS__, MUSA_NO_HALF (no short names half and half2), or the same with CUDA. */
#ifndef HELICON_MUSA_FP16_H
#define HELICON_MUSA_FP16_H

#pragma GCC system_header

#include "host_defines.h"

typedef struct __align__(2) {
  unsigned short x;
} __half_raw;
typedef struct __align__(4) {
  unsigned short x, y;
} __half2_raw;

#ifdef __cplusplus

#include "helicon/narrow/begin.h"

struct __half;
struct __half2;
struct __mt_bfloat16;

#define __HELICON_T __half
#define __HELICON_T2 __half2
#define __HELICON_RAW __half_raw
#define __HELICON_RAW2 __half2_raw
#define __HELICON_OTHER __mt_bfloat16
#define __HELICON_FORMAT __helicon_narrow::HalfFormat
#define __HELICON_NAME half
#define __HELICON_NAME2 half2
#if defined(__MUSA_NO_HALF_CONVERSIONS__) || defined(__CUDA_NO_HALF_CONVERSIONS__)
#define __HELICON_NO_CONVERSIONS
#endif
#if defined(__MUSA_NO_HALF_OPERATORS__) || defined(__CUDA_NO_HALF_OPERATORS__)
#define __HELICON_NO_OPERATORS
#endif
#if defined(__MUSA_NO_HALF2_OPERATORS__) || defined(__CUDA_NO_HALF2_OPERATORS__)
#define __HELICON_NO_OPERATORS2
#endif

#include "helicon/narrow/class.def"
#include "helicon/narrow/conversions.def"
#include "helicon/narrow/functions.def"
#include "helicon/narrow/operators.def"
#ifdef __HELICON_MUSA_MODE__
#include "helicon/narrow/device.def"
#endif
#include "helicon/narrow/end.h"

typedef __half __mt_half;
typedef __half2 __mt_half2;
typedef __half_raw __mt_half_raw;
typedef __half2_raw __mt_half2_raw;
typedef __half mt_half;
typedef __half2 mt_half2;
#if !defined(MUSA_NO_HALF) && !defined(CUDA_NO_HALF)
typedef __half half;
typedef __half2 half2;
#endif

#define MUSART_INF_FP16 __ushort_as_half((unsigned short)0x7c00)
#define MUSART_NAN_FP16 __ushort_as_half((unsigned short)0x7fff)
#define MUSART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001)
#define MUSART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bff)
#define MUSART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000)
#define MUSART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000)
#define MUSART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00)

#endif
#endif
