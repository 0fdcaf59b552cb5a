// Random numbers in kernels: murand_init, murand, murand_uniform, murand_normal, murand_log_normal, murand_poisson and
// their kin over the XORWOW, Philox4_32_10, MRG32k3a and Sobol' generators, with the sequences of cuRAND for the same
// seed, subsequence and offset. docs/device-language.md tells what is the same to the bit and what is not.
#ifndef HELICON_MURAND_KERNEL_H
#define HELICON_MURAND_KERNEL_H

#ifndef __HELICON_MUSA_MODE__
#error "murand_kernel.h holds device code: compile this source with mcc as .mu or .cu"
#endif

#include "musa_runtime.h"

#include "helicon/rand_poisson.h"
#include "helicon/rand_refused.h"

#endif
