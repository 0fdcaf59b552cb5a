// Skipping ahead in the linear generators: n steps are the polynomial x^n modulo the generator's characteristic one,
// applied to the state by Horner's rule. A set bit of n costs one such application (160 steps of xorwow, three of
// MRG32k3a); the powers x^(2^i) are computed by the compiler. This needs 10 KB of tables where matrices would need 430.
#ifndef HELICON_RAND_JUMP_H
#define HELICON_RAND_JUMP_H

#pragma clang system_header

#include "device_macros.h"

namespace __helicon_rand {

/// A polynomial over GF(2) of degree below 160.
struct BitPolynomial {
  unsigned long long word[3];
};
/// x^160 modulo xorwow's characteristic polynomial, which Berlekamp and Massey's algorithm finds from 320 of its
/// outputs.
static constexpr unsigned long long kLow0 = 0x0861003000060001, kLow1 = 0x0f3c003500062121, kLow2 = 0x0f0e;
constexpr BitPolynomial timesX(BitPolynomial a) {
  bool carry = a.word[2] >> 31 & 1;
  return {{a.word[0] << 1 ^ (carry ? kLow0 : 0), (a.word[1] << 1 | a.word[0] >> 63) ^ (carry ? kLow1 : 0),
           ((a.word[2] << 1 | a.word[1] >> 63) & 0xffffffffull) ^ (carry ? kLow2 : 0)}};
}

/// x^(2^(First + i)) for i of 0 to 63.
struct BitPowers {
  BitPolynomial power[64];
};
constexpr BitPowers bitPowers(int first) {
  BitPolynomial squares[160] = {}, p = {{1, 0, 0}};
  for (int i = 0; i < 160; i++) {
    squares[i] = p;
    p = timesX(timesX(p));
  }
  BitPowers result = {};
  p = {{2, 0, 0}};
  for (int i = 0; i < first + 64; i++) {
    if (i >= first)
      result.power[i - first] = p;
    BitPolynomial next = {};
    for (int k = 0; k < 160; k++)
      if (p.word[k >> 6] >> (k & 63) & 1) {
        next.word[0] ^= squares[k].word[0];
        next.word[1] ^= squares[k].word[1];
        next.word[2] ^= squares[k].word[2];
      }
    p = next;
  }
  return result;
}

/// a mod (2^32 - Rest) for any a; Rest below 2^15.
template <unsigned int Rest> __HELICON_HOST_DEVICE__ constexpr unsigned int reduce(unsigned long long a) {
  a = (a >> 32) * Rest + (a & 0xffffffffull); // below 2^47.1
  a = (a >> 32) * Rest + (a & 0xffffffffull); // below 2^32 + 2^30
  a = (a >> 32) * Rest + (a & 0xffffffffull); // below 2^32
  return (unsigned int)(a >= 0x100000000ull - Rest ? a - (0x100000000ull - Rest) : a);
}
template <unsigned int Rest> __HELICON_HOST_DEVICE__ constexpr unsigned int product(unsigned int a, unsigned int b) {
  return reduce<Rest>((unsigned long long)a * b);
}
template <unsigned int Rest> __HELICON_HOST_DEVICE__ constexpr unsigned int sum(unsigned int a, unsigned int b) {
  return reduce<Rest>((unsigned long long)a + b);
}

/// MRG32k3a's components modulo 2^32 - Rest: s[n+3] = Two s[n+2] + One s[n+1] + Zero s[n].
struct Component1 {
  static constexpr unsigned int kRest = 209, kZero = 4294967087u - 810728u, kOne = 1403580u, kTwo = 0;
};
struct Component2 {
  static constexpr unsigned int kRest = 22853, kZero = 4294944443u - 1370589u, kOne = 0, kTwo = 527612u;
};

/// c[0] + c[1] x + c[2] x^2
struct Quadratic {
  unsigned int c[3];
};
template <class __C> constexpr Quadratic square(Quadratic a) {
  constexpr unsigned int kRest = __C::kRest;
  unsigned int twice[3] = {sum<kRest>(a.c[0], a.c[0]), sum<kRest>(a.c[1], a.c[1]), 0};
  unsigned int p[5] = {product<kRest>(a.c[0], a.c[0]), product<kRest>(twice[0], a.c[1]),
                       sum<kRest>(product<kRest>(twice[0], a.c[2]), product<kRest>(a.c[1], a.c[1])),
                       product<kRest>(twice[1], a.c[2]), product<kRest>(a.c[2], a.c[2])};
  for (int i = 4; i >= 3; i--) {
    p[i - 1] = sum<kRest>(p[i - 1], product<kRest>(p[i], __C::kTwo));
    p[i - 2] = sum<kRest>(p[i - 2], product<kRest>(p[i], __C::kOne));
    p[i - 3] = sum<kRest>(p[i - 3], product<kRest>(p[i], __C::kZero));
  }
  return {{p[0], p[1], p[2]}};
}
struct QuadraticPowers {
  Quadratic power[64];
};
template <class __C> constexpr QuadraticPowers quadraticPowers(int first) {
  QuadraticPowers result = {};
  Quadratic p = {{0, 1, 0}};
  for (int i = 0; i < first + 64; i++) {
    if (i >= first)
      result.power[i - first] = p;
    p = square<__C>(p);
  }
  return result;
}

// Offsets count steps; xorwow's sequences lie 2^67 steps apart, MRG32k3a's subsequences 2^76 and sequences 2^127.
static constexpr BitPowers kXorwowSteps = bitPowers(0), kXorwowSequences = bitPowers(67);
static constexpr QuadraticPowers kMrgSteps1 = quadraticPowers<Component1>(0),
                                 kMrgSteps2 = quadraticPowers<Component2>(0),
                                 kMrgSubsequences1 = quadraticPowers<Component1>(76),
                                 kMrgSubsequences2 = quadraticPowers<Component2>(76),
                                 kMrgSequences1 = quadraticPowers<Component1>(127),
                                 kMrgSequences2 = quadraticPowers<Component2>(127);

} // namespace __helicon_rand

#endif
