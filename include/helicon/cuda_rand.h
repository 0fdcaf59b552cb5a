// cuRAND's spellings of the device API: types are the same types, functions take whatever murand_kernel.h's take.
// (skipahead, skipahead_sequence and skipahead_subsequence are called the same in both.)
#ifndef HELICON_CUDA_RAND_H
#define HELICON_CUDA_RAND_H

#pragma clang system_header

#include "rand_refused.h"
#include "rand_state.h"

typedef murandDirectionVectors32_t curandDirectionVectors32_t;
typedef murandDirectionVectors64_t curandDirectionVectors64_t;
typedef murandState_t curandState_t;
typedef murandState curandState;
#define __HELICON_CURAND_STATE(NAME)                                                                                   \
  typedef murandState##NAME curandState##NAME;                                                                         \
  typedef murandState##NAME##_t curandState##NAME##_t;
__HELICON_CURAND_STATE(XORWOW)
__HELICON_CURAND_STATE(Philox4_32_10)
__HELICON_CURAND_STATE(MRG32k3a)
__HELICON_CURAND_STATE(Sobol32)
__HELICON_CURAND_STATE(ScrambledSobol32)
__HELICON_CURAND_STATE(Sobol64)
__HELICON_CURAND_STATE(ScrambledSobol64)
#undef __HELICON_CURAND_STATE
typedef murandStateMtgp32_t curandStateMtgp32_t __attribute__((unavailable("MTGP32 is not offered")));

// Arguments convert as in a direct call: integers to the parameters' 64 bits, direction vectors to pointers.
#define __HELICON_CURAND(NAME)                                                                                         \
  template <class... T> __HELICON_DEVICE__ auto cu##NAME(T... arguments)->decltype(mu##NAME(arguments...)) {           \
    return mu##NAME(arguments...);                                                                                     \
  }
__HELICON_CURAND(rand_init)
__HELICON_CURAND(rand)
__HELICON_CURAND(rand4)
__HELICON_CURAND(rand_uniform)
__HELICON_CURAND(rand_uniform4)
__HELICON_CURAND(rand_uniform_double)
__HELICON_CURAND(rand_uniform2_double)
__HELICON_CURAND(rand_uniform4_double)
__HELICON_CURAND(rand_normal)
__HELICON_CURAND(rand_normal2)
__HELICON_CURAND(rand_normal4)
__HELICON_CURAND(rand_normal_double)
__HELICON_CURAND(rand_normal2_double)
__HELICON_CURAND(rand_normal4_double)
__HELICON_CURAND(rand_log_normal)
__HELICON_CURAND(rand_log_normal2)
__HELICON_CURAND(rand_log_normal4)
__HELICON_CURAND(rand_log_normal_double)
__HELICON_CURAND(rand_log_normal2_double)
__HELICON_CURAND(rand_log_normal4_double)
__HELICON_CURAND(rand_poisson)
__HELICON_CURAND(rand_poisson4)
__HELICON_CURAND(rand_discrete)
__HELICON_CURAND(rand_discrete4)
#undef __HELICON_CURAND

#endif
