// The Philox generator under the name of its own header; murand_kernel.h holds all.
#ifndef HELICON_MURAND_PHILOX_H
#define HELICON_MURAND_PHILOX_H

#include "murand_kernel.h"

#endif
