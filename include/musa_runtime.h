/* The MUSA runtime: API, vector types, and in MUSA sources the device language. mcc includes it by itself; host sources
 * compiled by any C++ compiler may include it for the API. */
#ifndef HELICON_MUSA_RUNTIME_H
#define HELICON_MUSA_RUNTIME_H

#include "driver_functions.h"
#include "host_defines.h"
#include "musa_runtime_api.h"
#include "vector_functions.h"
#include "vector_types.h"

#ifdef __cplusplus
#include "channel_descriptor.h"
#if __has_include("musa_runtime_templates.h")
#include "musa_runtime_templates.h"
#endif
#ifdef __HELICON_MUSA_MODE__
#include "helicon/device_functions.h"
#include "helicon/device_runtime.h"
#include "helicon/launch.h"
#endif
#endif

#endif
