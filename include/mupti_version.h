// The version of muPTI that these headers describe. C and C++.
#ifndef MUPTI_VERSION_H
#define MUPTI_VERSION_H

#include "mupti_result.h"

#include <stdint.h>

#define MUPTI_API_VERSION 14

#ifdef __cplusplus
extern "C" {
#endif

/* MUPTI_API_VERSION of the library. INVALID_PARAMETER when `version` is null. */
MUptiResult MUPTIAPI muptiGetVersion(uint32_t *version);

#ifdef __cplusplus
}
#endif

#endif
