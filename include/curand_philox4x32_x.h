// The Philox generator under the name of its own header; curand_kernel.h holds all.
#ifndef HELICON_CURAND_PHILOX_H
#define HELICON_CURAND_PHILOX_H

#include "curand_kernel.h"

#endif
