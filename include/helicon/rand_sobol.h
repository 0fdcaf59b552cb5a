// Sobol' points by Gray code (Antonov and Saleev, 1979), plain and scrambled, in 32 and 64 bits. The caller brings the
// direction vectors of a thread's dimension and, for the scrambled kinds, its constant.
#ifndef HELICON_RAND_SOBOL_H
#define HELICON_RAND_SOBOL_H

#pragma clang system_header

#include "device_macros.h"
#include "rand_state.h"

// The point's number changes by the vector of its lowest zero bit; where all bits are set there is none left.
#define __HELICON_SOBOL(STATE, WORD, BITS, TRAILING, CONSTANT, FIRST)                                                  \
  __HELICON_DEVICE__ WORD murand(STATE *state) {                                                                       \
    WORD result = state->x;                                                                                            \
    int zero = ~state->i ? TRAILING(~state->i) : BITS - 1;                                                             \
    state->x ^= state->direction_vectors[zero];                                                                        \
    state->i++;                                                                                                        \
    return result;                                                                                                     \
  }                                                                                                                    \
  __HELICON_DEVICE__ void skipahead(unsigned long long n, STATE *state) {                                              \
    WORD before = state->i ^ state->i >> 1;                                                                            \
    state->i += (WORD)n;                                                                                               \
    WORD changed = before ^ state->i ^ state->i >> 1;                                                                  \
    for (int bit = 0; bit < BITS; bit++)                                                                               \
      state->x ^= state->direction_vectors[bit] & -(changed >> bit & 1);                                               \
  }                                                                                                                    \
  __HELICON_DEVICE__ void murand_init(const WORD *vectors, CONSTANT WORD offset, STATE *state) {                       \
    for (int bit = 0; bit < BITS; bit++)                                                                               \
      state->direction_vectors[bit] = vectors[bit];                                                                    \
    state->i = 0;                                                                                                      \
    state->c = FIRST;                                                                                                  \
    state->x = FIRST;                                                                                                  \
    skipahead(offset, state);                                                                                          \
  }
#define __HELICON_PLAIN
#define __HELICON_CONSTANT_32 unsigned int constant,
#define __HELICON_CONSTANT_64 unsigned long long constant,
__HELICON_SOBOL(murandStateSobol32, unsigned int, 32, __builtin_ctz, __HELICON_PLAIN, 0)
__HELICON_SOBOL(murandStateScrambledSobol32, unsigned int, 32, __builtin_ctz, __HELICON_CONSTANT_32, constant)
__HELICON_SOBOL(murandStateSobol64, unsigned long long, 64, __builtin_ctzll, __HELICON_PLAIN, 0)
__HELICON_SOBOL(murandStateScrambledSobol64, unsigned long long, 64, __builtin_ctzll, __HELICON_CONSTANT_64, constant)
#undef __HELICON_SOBOL
#undef __HELICON_PLAIN
#undef __HELICON_CONSTANT_32
#undef __HELICON_CONSTANT_64

#endif
