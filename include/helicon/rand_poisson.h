// Poisson numbers. Random generators: Knuth's product of uniform numbers below 64 (the card's numbers), the rounded
// normal distribution above 4000 (the card's too), between them rejection of a gamma distribution's integer part: the
// card's number of uniform draws, but not its numbers, for its envelope is an unpublished approximation. Quasi-random
// generators invert the distribution, so that each number takes one point; from 1000 on the normal one.
#ifndef HELICON_RAND_POISSON_H
#define HELICON_RAND_POISSON_H

#pragma clang system_header

#include "rand_distributions.h"

namespace __helicon_rand {

template <class State> __HELICON_DEVICE__ unsigned int poissonKnuth(State *s, float lambda) {
  float end = ::expf(-lambda), product = nextUniform(s);
  unsigned int count = 0;
  while (product > end) {
    product *= nextUniform(s);
    count++;
  }
  return count;
}

/// Cornish and Fisher's expansion of the gamma distribution's quantile by the normal one's; for shapes from 64 on its
/// error is below 1e-4 within 6 standard deviations, and what it has is corrected by the rejection.
__HELICON_DEVICE__ double gammaQuantile(double shape, double u) {
  double z = -1.4142135623730951 * (double)::erfcinvf((float)(2 * u)), r = 1 / __builtin_sqrt(shape), z2 = z * z;
  double tail = (9 * z2 + 256) * z2 - 433;
  return shape + z / r + (z2 - 1) / 3 + (z2 - 7) * z * r / 36 - ((3 * z2 + 7) * z2 - 16) * r * r / 810 +
         tail * z * r * r * r / 38880;
}
/// log of the gamma density of `shape` at x, less log of the Poisson probability of k.
__HELICON_DEVICE__ double gammaOverPoisson(double shape, double x, double k, double logFactor) {
  return ::exp((shape - 1) * ::log(x) - x - k * ::log(shape) + shape + logFactor);
}
template <class State> __HELICON_DEVICE_LONG__ unsigned int poissonRejection(State *s, double lambda) {
  double logGamma = ::lgamma(lambda);
  for (;;) {
    float u = nextUniform(s), v = nextUniform(s);
    double k = __builtin_floor(gammaQuantile(lambda, u < 1 ? u : 0.99999997));
    if (!(k >= 1))
      continue;
    // The probability of k under the gamma distribution over that under Poisson's: Gauss' rule of three points.
    double factor = ::lgamma(k + 1) - logGamma;
    double ratio = (5 * gammaOverPoisson(lambda, k + 0.11270166537925831, k, factor) +
                    8 * gammaOverPoisson(lambda, k + 0.5, k, factor) +
                    5 * gammaOverPoisson(lambda, k + 0.88729833462074169, k, factor)) /
                   18;
    if (v * 1.3 * ratio < 1)
      return (unsigned int)k;
  }
}

/// The least k whose cumulated probability reaches u; lambda below 1000.
__HELICON_DEVICE_LONG__ unsigned int poissonInverse(double u, double lambda) {
  double spread = __builtin_sqrt(lambda);
  double k = __builtin_floor(lambda - 9 * spread - 6), last = lambda + 12 * spread + 40;
  k = k > 0 ? k : 0; // less than 1e-17 lies below
  double probability = ::exp(k * ::log(lambda) - lambda - ::lgamma(k + 1)), cumulated = probability;
  while (cumulated < u && k < last) {
    k += 1;
    probability *= lambda / k;
    cumulated += probability;
  }
  return (unsigned int)k;
}
__HELICON_DEVICE__ unsigned int poissonNormal(double normal, double lambda) {
  return (unsigned int)(__builtin_sqrt(lambda) * normal + lambda + 0.5);
}
template <class State> __HELICON_DEVICE__ unsigned int poissonRandom(State *s, double lambda) {
  if (lambda < 64)
    return poissonKnuth(s, (float)lambda);
  return lambda > 4000 ? poissonNormal(murand_normal_double(s), lambda) : poissonRejection(s, lambda);
}

} // namespace __helicon_rand

#define __HELICON_POISSON(STATE)                                                                                       \
  __HELICON_DEVICE__ unsigned int murand_poisson(STATE *state, double lambda) {                                        \
    return __helicon_rand::poissonRandom(state, lambda);                                                               \
  }
__HELICON_PSEUDO_STATES(__HELICON_POISSON)
#undef __HELICON_POISSON
#define __HELICON_POISSON(STATE)                                                                                       \
  __HELICON_DEVICE__ unsigned int murand_poisson(STATE *state, double lambda) {                                        \
    if (lambda >= 1000)                                                                                                \
      return __helicon_rand::poissonNormal(murand_normal_double(state), lambda);                                       \
    return __helicon_rand::poissonInverse(__helicon_rand::normalPoint(murand(state)), lambda);                         \
  }
__HELICON_QUASI_STATES(__HELICON_POISSON)
#undef __HELICON_POISSON
#undef __HELICON_PSEUDO_STATES
#undef __HELICON_QUASI_STATES

__HELICON_DEVICE__ uint4 murand_poisson4(murandStatePhilox4_32_10 *state, double lambda) {
  if (lambda > 4000) {
    double4 n = murand_normal4_double(state);
    return {__helicon_rand::poissonNormal(n.x, lambda), __helicon_rand::poissonNormal(n.y, lambda),
            __helicon_rand::poissonNormal(n.z, lambda), __helicon_rand::poissonNormal(n.w, lambda)};
  }
  unsigned int a = murand_poisson(state, lambda), b = murand_poisson(state, lambda);
  unsigned int c = murand_poisson(state, lambda);
  return {a, b, c, murand_poisson(state, lambda)};
}

#endif
