// muPTI, the interface for tools that watch a program: callbacks and activity records.
// C and C++; link with -lmupti. See docs/mupti.md.
#ifndef MUPTI_H
#define MUPTI_H

#include "musa.h"

#include "mupti_result.h"
#include "mupti_version.h"

#include "mupti_activity.h"
#include "mupti_callbacks.h"
#include "mupti_driver_cbid.h"
#include "mupti_runtime_cbid.h"

#endif
