// The states of the device's random number generators and the tables' types. Layouts have the sizes of the card's, so
// that a buffer made for `sizeof` states holds them; their contents are the generators' own. Source: cuRAND guide,
// "Device API".
#ifndef HELICON_RAND_STATE_H
#define HELICON_RAND_STATE_H

#pragma clang system_header

#include "../vector_types.h"

typedef unsigned int murandDirectionVectors32_t[32];
typedef unsigned long long murandDirectionVectors64_t[64];

/// Marsaglia's xorwow: five words that shift, and a Weyl sequence.
struct murandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct murandStateXORWOW murandStateXORWOW_t;
typedef struct murandStateXORWOW murandState_t;
typedef struct murandStateXORWOW murandState;

/// Philox 4x32-10: `output` is the block of the counter, of which STATE words are used up.
struct murandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct murandStatePhilox4_32_10 murandStatePhilox4_32_10_t;
typedef struct murandStatePhilox4_32_10 murand_state_philox4x32_10;

/// L'Ecuyer's MRG32k3a: the last three numbers of either component.
struct murandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct murandStateMRG32k3a murandStateMRG32k3a_t;

/// Sobol': the point's index, its Gray code sum, the scrambling constant.
struct murandStateSobol32 {
  unsigned int i, x, c;
  unsigned int direction_vectors[32];
};
typedef struct murandStateSobol32 murandStateSobol32_t;
struct murandStateScrambledSobol32 {
  unsigned int i, x, c;
  unsigned int direction_vectors[32];
};
typedef struct murandStateScrambledSobol32 murandStateScrambledSobol32_t;
struct murandStateSobol64 {
  unsigned long long i, x, c;
  unsigned long long direction_vectors[64];
};
typedef struct murandStateSobol64 murandStateSobol64_t;
struct murandStateScrambledSobol64 {
  unsigned long long i, x, c;
  unsigned long long direction_vectors[64];
};
typedef struct murandStateScrambledSobol64 murandStateScrambledSobol64_t;

#endif
