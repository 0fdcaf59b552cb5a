// Uniform, normal and log-normal numbers from the generators' bits. Uniform numbers have the card's bits; normal ones
// the card's formulas (Box and Muller's for random, the inverse distribution for quasi-random generators) with this
// library's functions: in single precision within 2^-20 of a card, whose fast sine differs, in double within a few ulp.
#ifndef HELICON_RAND_DISTRIBUTIONS_H
#define HELICON_RAND_DISTRIBUTIONS_H

#pragma clang system_header

#include "math_fast.h"
#include "rand_engines.h"
#include "rand_sobol.h"

namespace __helicon_rand {

/// In (0, 1], one being (2^32 - 1 + 1/2) / 2^32 rounded.
__HELICON_DEVICE__ float uniform(unsigned int x) { return __builtin_fmaf((float)x, 0x1p-32f, 0x1p-33f); }
__HELICON_DEVICE__ double uniform53(unsigned long long x) { return (double)(long long)x * 0x1p-53 + 0x1p-54; }
__HELICON_DEVICE__ double uniform(unsigned int x, unsigned int y) { return uniform53(x ^ (unsigned long long)y << 21); }

/// Two independent normal numbers of two uniform ones; `turn` is the angle's part of a whole turn.
__HELICON_DEVICE__ float2 boxMuller(float u, float turn) {
  float radius = __builtin_sqrtf(-2.0f * __logf(u)), quarters = turn * 4.0f, nearest = __builtin_rintf(quarters);
  int quadrant = (int)nearest;
  float angle = (quarters - nearest) * 1.57079637f;
  return {radius * __helicon_fast::sinQuadrant(angle, quadrant),
          radius * __helicon_fast::sinQuadrant(angle, quadrant + 1)};
}
__HELICON_DEVICE__ double2 boxMuller(double u, double turn) {
  double radius = __builtin_sqrt(-2.0 * ::log(u));
  return {radius * ::sinpi(2 * turn), radius * ::cospi(2 * turn)};
}

/// The inverse normal distribution, from the nearer end so that no digits are lost.
__HELICON_DEVICE__ float normalAt(unsigned int x) {
  bool upper = x > 0x80000000u;
  float value = 1.41421354f * ::erfcinvf(2 * uniform(upper ? ~x : x));
  return upper ? value : -value;
}
__HELICON_DEVICE__ double normalAt(double p) { return ::normcdfinv(p); }

__HELICON_DEVICE__ double uniformDouble(unsigned int x) { return (x + 1.0) * 0x1p-32; }
__HELICON_DEVICE__ double uniformDouble(unsigned long long x) { return uniform53(x >> 11); }

// What the distributions take from each generator: a uniform float or double, and the pairs of Box and Muller. A single
// double of Philox has 32 bits, as on the card; those of its normal numbers have 53.
template <class State> __HELICON_DEVICE__ float nextUniform(State *s) { return uniform(murand(s)); }
template <class State> __HELICON_DEVICE__ double nextUniformDouble(State *s) {
  unsigned int x = murand(s);
  return uniform(x, murand(s));
}
__HELICON_DEVICE__ float nextUniform(murandStateMRG32k3a *s) {
  return (float)(__helicon_rand_mrg(s) * 2.3283065498378288e-10);
}
__HELICON_DEVICE__ double nextUniformDouble(murandStateMRG32k3a *s) {
  return __helicon_rand_mrg(s) * 2.3283065498378288e-10;
}
template <class State> __HELICON_DEVICE__ double oneUniformDouble(State *s) { return nextUniformDouble(s); }
__HELICON_DEVICE__ double oneUniformDouble(murandStatePhilox4_32_10 *s) { return uniformDouble(murand(s)); }
template <class State> __HELICON_DEVICE__ float2 nextNormals(State *s) {
  float u = nextUniform(s);
  return boxMuller(u, nextUniform(s));
}
template <class State> __HELICON_DEVICE__ double2 nextNormalsDouble(State *s) {
  double u = nextUniformDouble(s);
  return boxMuller(u, nextUniformDouble(s));
}

// Quasi-random generators give one number a point.
__HELICON_DEVICE__ unsigned int highWord(unsigned int x) { return x; }
__HELICON_DEVICE__ unsigned int highWord(unsigned long long x) { return (unsigned int)(x >> 32); }
__HELICON_DEVICE__ double normalPoint(unsigned int x) { return x * 0x1p-32 + 0x1p-33; }
__HELICON_DEVICE__ double normalPoint(unsigned long long x) { return uniform53(x >> 11); }

} // namespace __helicon_rand

/// One of a pair of normal numbers; the other waits in the state for the next call.
#define __HELICON_WAITING(NAME, RESULT, PAIR, NEXT, FLAG, EXTRA, STATE)                                                \
  __HELICON_DEVICE__ RESULT NAME(STATE *state) {                                                                       \
    if (state->FLAG) {                                                                                                 \
      state->FLAG = 0;                                                                                                 \
      return state->EXTRA;                                                                                             \
    }                                                                                                                  \
    PAIR pair = __helicon_rand::NEXT(state);                                                                           \
    state->EXTRA = pair.y;                                                                                             \
    state->FLAG = 1;                                                                                                   \
    return pair.x;                                                                                                     \
  }
#define __HELICON_PSEUDO(STATE)                                                                                        \
  __HELICON_DEVICE__ float murand_uniform(STATE *state) { return __helicon_rand::nextUniform(state); }                 \
  __HELICON_DEVICE__ double murand_uniform_double(STATE *state) { return __helicon_rand::oneUniformDouble(state); }    \
  __HELICON_WAITING(murand_normal, float, float2, nextNormals, boxmuller_flag, boxmuller_extra, STATE)                 \
  __HELICON_WAITING(murand_normal_double, double, double2, nextNormalsDouble, boxmuller_flag_double,                   \
                    boxmuller_extra_double, STATE)                                                                     \
  __HELICON_DEVICE__ float2 murand_normal2(STATE *state) { return __helicon_rand::nextNormals(state); }                \
  __HELICON_DEVICE__ double2 murand_normal2_double(STATE *state) { return __helicon_rand::nextNormalsDouble(state); }  \
  __HELICON_DEVICE__ float2 murand_log_normal2(STATE *state, float mean, float stddev) {                               \
    float2 n = murand_normal2(state);                                                                                  \
    return {::expf(mean + stddev * n.x), ::expf(mean + stddev * n.y)};                                                 \
  }                                                                                                                    \
  __HELICON_DEVICE__ double2 murand_log_normal2_double(STATE *state, double mean, double stddev) {                     \
    double2 n = murand_normal2_double(state);                                                                          \
    return {::exp(mean + stddev * n.x), ::exp(mean + stddev * n.y)};                                                   \
  }
#define __HELICON_QUASI(STATE)                                                                                         \
  __HELICON_DEVICE__ float murand_uniform(STATE *state) {                                                              \
    return __helicon_rand::uniform(__helicon_rand::highWord(murand(state)));                                           \
  }                                                                                                                    \
  __HELICON_DEVICE__ double murand_uniform_double(STATE *state) {                                                      \
    return __helicon_rand::uniformDouble(murand(state));                                                               \
  }                                                                                                                    \
  __HELICON_DEVICE__ float murand_normal(STATE *state) {                                                               \
    return __helicon_rand::normalAt(__helicon_rand::highWord(murand(state)));                                          \
  }                                                                                                                    \
  __HELICON_DEVICE__ double murand_normal_double(STATE *state) {                                                       \
    return __helicon_rand::normalAt(__helicon_rand::normalPoint(murand(state)));                                       \
  }
#define __HELICON_EITHER(STATE)                                                                                        \
  __HELICON_DEVICE__ float murand_log_normal(STATE *state, float mean, float stddev) {                                 \
    return ::expf(mean + stddev * murand_normal(state));                                                               \
  }                                                                                                                    \
  __HELICON_DEVICE__ double murand_log_normal_double(STATE *state, double mean, double stddev) {                       \
    return ::exp(mean + stddev * murand_normal_double(state));                                                         \
  }
#define __HELICON_PSEUDO_STATES(F) F(murandStateXORWOW) F(murandStatePhilox4_32_10) F(murandStateMRG32k3a)
#define __HELICON_QUASI_STATES(F)                                                                                      \
  F(murandStateSobol32) F(murandStateScrambledSobol32) F(murandStateSobol64) F(murandStateScrambledSobol64)
__HELICON_PSEUDO_STATES(__HELICON_PSEUDO)
__HELICON_QUASI_STATES(__HELICON_QUASI)
__HELICON_PSEUDO_STATES(__HELICON_EITHER)
__HELICON_QUASI_STATES(__HELICON_EITHER)
#undef __HELICON_WAITING
#undef __HELICON_PSEUDO
#undef __HELICON_QUASI
#undef __HELICON_EITHER

// ---- Philox: four at a time

__HELICON_DEVICE__ float4 murand_uniform4(murandStatePhilox4_32_10 *state) {
  uint4 x = murand4(state);
  return {__helicon_rand::uniform(x.x), __helicon_rand::uniform(x.y), __helicon_rand::uniform(x.z),
          __helicon_rand::uniform(x.w)};
}
__HELICON_DEVICE__ double2 murand_uniform2_double(murandStatePhilox4_32_10 *state) {
  uint4 x = murand4(state);
  return {__helicon_rand::uniform(x.x, x.y), __helicon_rand::uniform(x.z, x.w)};
}
__HELICON_DEVICE__ double4 murand_uniform4_double(murandStatePhilox4_32_10 *state) {
  double2 a = murand_uniform2_double(state), b = murand_uniform2_double(state);
  return {a.x, a.y, b.x, b.y};
}
__HELICON_DEVICE__ float4 murand_normal4(murandStatePhilox4_32_10 *state) {
  float4 u = murand_uniform4(state);
  float2 a = __helicon_rand::boxMuller(u.x, u.y), b = __helicon_rand::boxMuller(u.z, u.w);
  return {a.x, a.y, b.x, b.y};
}
__HELICON_DEVICE__ double4 murand_normal4_double(murandStatePhilox4_32_10 *state) {
  double4 u = murand_uniform4_double(state);
  double2 a = __helicon_rand::boxMuller(u.x, u.y), b = __helicon_rand::boxMuller(u.z, u.w);
  return {a.x, a.y, b.x, b.y};
}
__HELICON_DEVICE__ float4 murand_log_normal4(murandStatePhilox4_32_10 *state, float mean, float stddev) {
  float4 n = murand_normal4(state);
  return {::expf(mean + stddev * n.x), ::expf(mean + stddev * n.y), ::expf(mean + stddev * n.z),
          ::expf(mean + stddev * n.w)};
}
__HELICON_DEVICE__ double4 murand_log_normal4_double(murandStatePhilox4_32_10 *state, double mean, double stddev) {
  double4 n = murand_normal4_double(state);
  return {::exp(mean + stddev * n.x), ::exp(mean + stddev * n.y), ::exp(mean + stddev * n.z),
          ::exp(mean + stddev * n.w)};
}

#endif
