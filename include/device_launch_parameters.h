/* threadIdx, blockIdx, blockDim, gridDim and warpSize; musa_runtime.h brings them in MUSA sources. */
#ifndef HELICON_DEVICE_LAUNCH_PARAMETERS_H
#define HELICON_DEVICE_LAUNCH_PARAMETERS_H

#include "musa_runtime.h"

#endif
