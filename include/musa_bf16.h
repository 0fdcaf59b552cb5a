/* bfloat16 (the upper half of a float): __mt_bfloat16, __mt_bfloat162 and the CUDA math API's bfloat16 sections, on
 * host and device. Plain C sees the raw structs alone. Every operation is correctly rounded; denormals are kept. A
 * program may define, before it includes this: __MUSA_NO_BFLOAT16_CONVERSIONS__, __MUSA_NO_BFLOAT16_OPERATORS__,
 * __MUSA_NO_BFLOAT162_OPERATORS__, or the same with CUDA. */
#ifndef HELICON_MUSA_BF16_H
#define HELICON_MUSA_BF16_H

#pragma GCC system_header

#include "host_defines.h"

typedef struct __align__(2) {
  unsigned short x;
} __mt_bfloat16_raw;
typedef struct __align__(4) {
  unsigned short x, y;
} __mt_bfloat162_raw;

#ifdef __cplusplus

#include "helicon/narrow/begin.h"

struct __mt_bfloat16;
struct __mt_bfloat162;
struct __half;

#define __HELICON_T __mt_bfloat16
#define __HELICON_T2 __mt_bfloat162
#define __HELICON_RAW __mt_bfloat16_raw
#define __HELICON_RAW2 __mt_bfloat162_raw
#define __HELICON_OTHER __half
#define __HELICON_FORMAT __helicon_narrow::BfloatFormat
#define __HELICON_NAME bfloat16
#define __HELICON_NAME2 bfloat162
#if defined(__MUSA_NO_BFLOAT16_CONVERSIONS__) || defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
#define __HELICON_NO_CONVERSIONS
#endif
#if defined(__MUSA_NO_BFLOAT16_OPERATORS__) || defined(__CUDA_NO_BFLOAT16_OPERATORS__)
#define __HELICON_NO_OPERATORS
#endif
#if defined(__MUSA_NO_BFLOAT162_OPERATORS__) || defined(__CUDA_NO_BFLOAT162_OPERATORS__)
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

typedef __mt_bfloat16 mt_bfloat16;
typedef __mt_bfloat162 mt_bfloat162;

#define MUSART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80)
#define MUSART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fff)
#define MUSART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001)
#define MUSART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7f)
#define MUSART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000)
#define MUSART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000)
#define MUSART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80)

#endif
#endif
