// What the device's random numbers lack, refused by name where it is used.
#ifndef HELICON_RAND_REFUSED_H
#define HELICON_RAND_REFUSED_H

#pragma clang system_header

#include "device_macros.h"

#define __HELICON_NO_MTGP __attribute__((unavailable("MTGP32 is not offered: use XORWOW, Philox4_32_10 or MRG32k3a")))
struct __HELICON_NO_MTGP murandStateMtgp32;
typedef struct murandStateMtgp32 murandStateMtgp32_t __HELICON_NO_MTGP;
#undef __HELICON_NO_MTGP

#define __HELICON_NO_DISCRETE                                                                                          \
  __attribute__((unavailable("murand_discrete is not offered: its table comes from the host library libmurand")))
template <class... __T> __HELICON_NO_DISCRETE __HELICON_DEVICE__ unsigned int murand_discrete(__T...);
template <class... __T> __HELICON_NO_DISCRETE __HELICON_DEVICE__ uint4 murand_discrete4(__T...);
#undef __HELICON_NO_DISCRETE

#endif
