// CUDA's name of musa_awbarrier_primitives.h.
#ifndef HELICON_CUDA_AWBARRIER_PRIMITIVES_H
#define HELICON_CUDA_AWBARRIER_PRIMITIVES_H

#include "musa_awbarrier_primitives.h"

#endif
