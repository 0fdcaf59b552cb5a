// Random numbers in kernels under cuRAND's names: each calls murand_kernel.h's function of the same kind.
#ifndef HELICON_CURAND_KERNEL_H
#define HELICON_CURAND_KERNEL_H

#include "murand_kernel.h"

#include "helicon/cuda_rand.h"

#endif
