// The generators of random bits: xorwow (Marsaglia, "Xorshift RNGs", 2003), Philox 4x32-10 (Salmon et al., "Parallel
// random numbers: as easy as 1, 2, 3", 2011), MRG32k3a (L'Ecuyer, 1999). How a seed, a subsequence and an offset become
// a state is checked against what a card computes (tests/device/golden/rand). States live in registers; a number costs
// 10 to 60 operations.
#ifndef HELICON_RAND_ENGINES_H
#define HELICON_RAND_ENGINES_H

#pragma clang system_header

#include "rand_jump.h"
#include "rand_state.h"

// ---- xorwow

/// The shift register's next step, without the Weyl sequence.
__HELICON_DEVICE__ void __helicon_rand_shift(unsigned int (&v)[5]) {
  unsigned int t = v[0] ^ v[0] >> 2;
  v[0] = v[1];
  v[1] = v[2];
  v[2] = v[3];
  v[3] = v[4];
  v[4] = (v[4] ^ v[4] << 4) ^ (t ^ t << 1);
}
__HELICON_DEVICE__ unsigned int murand(murandStateXORWOW *state) {
  __helicon_rand_shift(state->v);
  state->d += 362437u;
  return state->v[4] + state->d;
}
/// Goes n << log2(unit) steps, for the powers of that unit.
__HELICON_DEVICE_LONG__ void __helicon_rand_jump(unsigned int (&v)[5], unsigned long long n,
                                                 const __helicon_rand::BitPowers &powers) {
  for (int bit = 0; n >> bit; bit++) {
    bool chosen = n >> bit & 1;
    unsigned int sum[5] = {0, 0, 0, 0, 0}, step[5] = {v[0], v[1], v[2], v[3], v[4]};
    for (int k = 0; k < 160; k++) {
      unsigned int mask = -(unsigned int)(powers.power[bit].word[k >> 6] >> (k & 63) & 1);
      for (int i = 0; i < 5; i++)
        sum[i] ^= step[i] & mask;
      __helicon_rand_shift(step);
    }
    for (int i = 0; i < 5; i++)
      v[i] = chosen ? sum[i] : v[i];
    if (bit == 63)
      break;
  }
}
__HELICON_DEVICE__ void skipahead(unsigned long long n, murandStateXORWOW *state) {
  __helicon_rand_jump(state->v, n, __helicon_rand::kXorwowSteps);
  state->d += 362437u * (unsigned int)n;
}
__HELICON_DEVICE__ void skipahead_sequence(unsigned long long n, murandStateXORWOW *state) {
  __helicon_rand_jump(state->v, n, __helicon_rand::kXorwowSequences);
}
__HELICON_DEVICE__ void murand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                    murandStateXORWOW *state) {
  unsigned int a = ((unsigned int)seed ^ 0xaad26b49u) * 1099087573u;
  unsigned int b = ((unsigned int)(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;
  *state = {
      6615241u + a + b, {123456789u + a, 362436069u ^ a, 521288629u + b, 88675123u ^ b, 5783321u + a}, 0, 0, 0, 0};
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
}

// ---- Philox 4x32-10

__HELICON_DEVICE__ uint4 __helicon_rand_philox(uint4 counter, uint2 key) {
  _Pragma("unroll") for (int round = 0; round < 10; round++) {
    unsigned long long a = 0xd2511f53ull * counter.x, b = 0xcd9e8d57ull * counter.z;
    counter = {(unsigned int)(b >> 32) ^ counter.y ^ key.x, (unsigned int)b,
               (unsigned int)(a >> 32) ^ counter.w ^ key.y, (unsigned int)a};
    key.x += 0x9e3779b9u;
    key.y += 0xbb67ae85u;
  }
  return counter;
}
__HELICON_DEVICE__ void __helicon_rand_add(unsigned int &low, unsigned int &high, unsigned long long n,
                                           unsigned int &carry, unsigned int &carryHigh) {
  unsigned long long before = (unsigned long long)high << 32 | low, after = before + n;
  low = (unsigned int)after;
  high = (unsigned int)(after >> 32);
  if (after < before && !++carry)
    ++carryHigh;
}
__HELICON_DEVICE__ void __helicon_rand_next_block(murandStatePhilox4_32_10 *state) {
  if (!++state->ctr.x && !++state->ctr.y && !++state->ctr.z)
    ++state->ctr.w;
  state->output = __helicon_rand_philox(state->ctr, state->key);
}
__HELICON_DEVICE__ unsigned int murand(murandStatePhilox4_32_10 *state) {
  unsigned int n = state->STATE++;
  unsigned int result = n & 2 ? (n & 1 ? state->output.w : state->output.z) : n & 1 ? state->output.y : state->output.x;
  if (state->STATE == 4) {
    __helicon_rand_next_block(state);
    state->STATE = 0;
  }
  return result;
}
/// The next four numbers; a state in the middle of a block stays there.
__HELICON_DEVICE__ uint4 murand4(murandStatePhilox4_32_10 *state) {
  uint4 a = state->output;
  __helicon_rand_next_block(state);
  uint4 b = state->output;
  unsigned int n = state->STATE;
  uint4 half = n & 1 ? uint4{a.y, a.z, a.w, b.x} : a, rest = n & 1 ? uint4{b.y, b.z, b.w, 0} : b;
  return n & 2 ? uint4{half.z, half.w, rest.x, rest.y} : half;
}
__HELICON_DEVICE__ void skipahead(unsigned long long n, murandStatePhilox4_32_10 *state) {
  state->STATE += (unsigned int)n & 3;
  unsigned long long blocks = n / 4 + (state->STATE >> 2);
  state->STATE &= 3;
  __helicon_rand_add(state->ctr.x, state->ctr.y, blocks, state->ctr.z, state->ctr.w);
  state->output = __helicon_rand_philox(state->ctr, state->key);
}
__HELICON_DEVICE__ void skipahead_sequence(unsigned long long n, murandStatePhilox4_32_10 *state) {
  unsigned int none = 0, lost = 0;
  __helicon_rand_add(state->ctr.z, state->ctr.w, n, none, lost);
  state->output = __helicon_rand_philox(state->ctr, state->key);
}
__HELICON_DEVICE__ void murand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                    murandStatePhilox4_32_10 *state) {
  unsigned int low = (unsigned int)subsequence, high = (unsigned int)(subsequence >> 32);
  *state = {{0, 0, low, high}, {0, 0, 0, 0}, {(unsigned int)seed, (unsigned int)(seed >> 32)}, 0, 0, 0, 0, 0};
  skipahead(offset, state);
}

// ---- MRG32k3a

/// The generator's number in [1, 2^32 - 209].
__HELICON_DEVICE__ unsigned int __helicon_rand_mrg(murandStateMRG32k3a *state) {
  using One = __helicon_rand::Component1;
  using Two = __helicon_rand::Component2;
  unsigned int *a = state->s1, *b = state->s2;
  // The negative coefficients times (modulus - number): both products are below 2^53.
  unsigned int p = __helicon_rand::reduce<One::kRest>(1403580ull * a[1] + 810728ull * (4294967087u - a[0]));
  unsigned int q = __helicon_rand::reduce<Two::kRest>(527612ull * b[2] + 1370589ull * (4294944443u - b[0]));
  a[0] = a[1];
  a[1] = a[2];
  a[2] = p;
  b[0] = b[1];
  b[1] = b[2];
  b[2] = q;
  return p > q ? p - q : p - q + 4294967087u;
}
__HELICON_DEVICE__ unsigned int murand(murandStateMRG32k3a *state) {
  return (unsigned int)(__helicon_rand_mrg(state) * 1.000000048662);
}
template <class __C>
__HELICON_DEVICE_LONG__ void __helicon_rand_jump(unsigned int (&s)[3], unsigned long long n,
                                                 const __helicon_rand::QuadraticPowers &powers) {
  for (int bit = 0; n >> bit; bit++) {
    if (n >> bit & 1) {
      unsigned int sum[3] = {0, 0, 0};
      for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++)
          sum[i] = __helicon_rand::sum<__C::kRest>(sum[i],
                                                   __helicon_rand::product<__C::kRest>(s[i], powers.power[bit].c[k]));
        unsigned int next = __helicon_rand::product<__C::kRest>(s[0], __C::kZero);
        next = __helicon_rand::sum<__C::kRest>(next, __helicon_rand::product<__C::kRest>(s[1], __C::kOne));
        next = __helicon_rand::sum<__C::kRest>(next, __helicon_rand::product<__C::kRest>(s[2], __C::kTwo));
        s[0] = s[1];
        s[1] = s[2];
        s[2] = next;
      }
      for (int i = 0; i < 3; i++)
        s[i] = sum[i];
    }
    if (bit == 63)
      break;
  }
}
#define __HELICON_MRG_SKIP(NAME, UNIT)                                                                                 \
  __HELICON_DEVICE__ void NAME(unsigned long long n, murandStateMRG32k3a *state) {                                     \
    __helicon_rand_jump<__helicon_rand::Component1>(state->s1, n, __helicon_rand::kMrg##UNIT##1);                      \
    __helicon_rand_jump<__helicon_rand::Component2>(state->s2, n, __helicon_rand::kMrg##UNIT##2);                      \
  }
__HELICON_MRG_SKIP(skipahead, Steps)
__HELICON_MRG_SKIP(skipahead_subsequence, Subsequences)
__HELICON_MRG_SKIP(skipahead_sequence, Sequences)
#undef __HELICON_MRG_SKIP
__HELICON_DEVICE__ void murand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                    murandStateMRG32k3a *state) {
  using One = __helicon_rand::Component1;
  using Two = __helicon_rand::Component2;
  unsigned int x = seed ? (unsigned int)seed ^ 0x55555555u : 1, y = seed ? (unsigned int)(seed >> 32) ^ 0xaaaaaaaau : 1;
  unsigned int x1 = __helicon_rand::product<One::kRest>(12345, x), y1 = __helicon_rand::product<One::kRest>(12345, y);
  unsigned int x2 = __helicon_rand::product<Two::kRest>(12345, x), y2 = __helicon_rand::product<Two::kRest>(12345, y);
  *state = {{x1, y1, x1}, {y2, x2, y2}, 0, 0, 0, 0};
  skipahead_subsequence(subsequence, state);
  skipahead(offset, state);
}

#endif
