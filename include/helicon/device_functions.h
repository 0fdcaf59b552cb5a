// All device functions, in the order in which they need each other. Included by musa_runtime.h in MUSA sources only.
#ifndef HELICON_DEVICE_FUNCTIONS_H
#define HELICON_DEVICE_FUNCTIONS_H

#include "device_forward.h"

#include "builtin_variables.h"

#include "atomics.h"
#include "atomics_wide.h"
#include "complex_builtins.h"
#include "conversions.h"
#include "float_intrinsics.h"
#include "integer_intrinsics.h"
#include "math.h"
#include "memory_intrinsics.h"
#include "minmax_intrinsics.h"
#include "musa_builtins.h"
#include "nv_atomics.h"
#include "refused_builtins.h"
#include "rounding.h"
#include "rounding_double.h"
#include "services.h"
#include "simd_intrinsics.h"
#include "surface_functions.h"
#include "sync.h"
#include "texture_functions.h"
#include "warp.h"

#include "std_overloads.h"

#endif
