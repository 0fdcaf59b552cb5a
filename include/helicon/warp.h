// Warp operations: shuffles, votes, match, reductions, lane masks. A warp is 32 lanes on every profile.
// Everything rests on 32-bit exchanges; a 64-bit value travels as two halves. The control word `c` of an exchange holds
// the segment mask in bits 8..12 and the highest lane in bits 0..4 (PTX ISA, shfl.sync).
#ifndef HELICON_WARP_H
#define HELICON_WARP_H

#pragma clang system_header

#include "device_macros.h"

// `upper` is the bound of the lane within the segment: 0 for shuffles up, 31 for the others.
#define __HELICON_SHUFFLE(NAME, OPERATION, LANE, UPPER)                                                                \
  __HELICON_DEVICE__ int NAME##_sync(unsigned int mask, int v, LANE b, int width = 32) {                               \
    return __nvvm_shfl_sync_##OPERATION##_i32(mask, v, (int)b, ((32 - width) << 8) | UPPER);                           \
  }                                                                                                                    \
  __HELICON_DEVICE__ unsigned int NAME##_sync(unsigned int mask, unsigned int v, LANE b, int width = 32) {             \
    return (unsigned int)NAME##_sync(mask, (int)v, b, width);                                                          \
  }                                                                                                                    \
  __HELICON_DEVICE__ float NAME##_sync(unsigned int mask, float v, LANE b, int width = 32) {                           \
    return __builtin_bit_cast(float, NAME##_sync(mask, __builtin_bit_cast(int, v), b, width));                         \
  }                                                                                                                    \
  __HELICON_DEVICE__ unsigned long long NAME##_sync(unsigned int mask, unsigned long long v, LANE b, int width = 32) { \
    unsigned int low = NAME##_sync(mask, (unsigned int)v, b, width);                                                   \
    unsigned int high = NAME##_sync(mask, (unsigned int)(v >> 32), b, width);                                          \
    return (unsigned long long)high << 32 | low;                                                                       \
  }                                                                                                                    \
  __HELICON_DEVICE__ long long NAME##_sync(unsigned int mask, long long v, LANE b, int width = 32) {                   \
    return (long long)NAME##_sync(mask, (unsigned long long)v, b, width);                                              \
  }                                                                                                                    \
  __HELICON_DEVICE__ long NAME##_sync(unsigned int mask, long v, LANE b, int width = 32) {                             \
    return (long)NAME##_sync(mask, (unsigned long long)v, b, width);                                                   \
  }                                                                                                                    \
  __HELICON_DEVICE__ unsigned long NAME##_sync(unsigned int mask, unsigned long v, LANE b, int width = 32) {           \
    return (unsigned long)NAME##_sync(mask, (unsigned long long)v, b, width);                                          \
  }                                                                                                                    \
  __HELICON_DEVICE__ double NAME##_sync(unsigned int mask, double v, LANE b, int width = 32) {                         \
    return __builtin_bit_cast(double, NAME##_sync(mask, __builtin_bit_cast(unsigned long long, v), b, width));         \
  }                                                                                                                    \
  __HELICON_LEGACY_SHUFFLE(NAME, int, LANE)                                                                            \
  __HELICON_LEGACY_SHUFFLE(NAME, unsigned int, LANE)                                                                   \
  __HELICON_LEGACY_SHUFFLE(NAME, float, LANE)                                                                          \
  __HELICON_LEGACY_SHUFFLE(NAME, unsigned long long, LANE)                                                             \
  __HELICON_LEGACY_SHUFFLE(NAME, long long, LANE)                                                                      \
  __HELICON_LEGACY_SHUFFLE(NAME, unsigned long, LANE)                                                                  \
  __HELICON_LEGACY_SHUFFLE(NAME, long, LANE)                                                                           \
  __HELICON_LEGACY_SHUFFLE(NAME, double, LANE)

// The forms without a mask exchange among the lanes that happen to be active.
#define __HELICON_LEGACY_SHUFFLE(NAME, TYPE, LANE)                                                                     \
  __HELICON_DEVICE__ TYPE NAME(TYPE v, LANE b, int width = 32) { return NAME##_sync(__nvvm_activemask(), v, b, width); }

__HELICON_SHUFFLE(__shfl, idx, int, 31)
__HELICON_SHUFFLE(__shfl_up, up, unsigned int, 0)
__HELICON_SHUFFLE(__shfl_down, down, unsigned int, 31)
__HELICON_SHUFFLE(__shfl_xor, bfly, int, 31)
#undef __HELICON_SHUFFLE
#undef __HELICON_LEGACY_SHUFFLE

// Votes
__HELICON_DEVICE__ int __all_sync(unsigned int mask, int predicate) { return __nvvm_vote_all_sync(mask, predicate); }
__HELICON_DEVICE__ int __any_sync(unsigned int mask, int predicate) { return __nvvm_vote_any_sync(mask, predicate); }
__HELICON_DEVICE__ int __uni_sync(unsigned int mask, int predicate) { return __nvvm_vote_uni_sync(mask, predicate); }
__HELICON_DEVICE__ unsigned int __ballot_sync(unsigned int mask, int predicate) {
  return __nvvm_vote_ballot_sync(mask, predicate);
}
#ifndef __activemask // some programs define it as a macro
__HELICON_DEVICE__ unsigned int __activemask() { return __nvvm_activemask(); }
#endif
__HELICON_DEVICE__ int __all(int predicate) { return __nvvm_vote_all_sync(__nvvm_activemask(), predicate); }
__HELICON_DEVICE__ int __any(int predicate) { return __nvvm_vote_any_sync(__nvvm_activemask(), predicate); }
__HELICON_DEVICE__ unsigned int __ballot(int predicate) {
  return __nvvm_vote_ballot_sync(__nvvm_activemask(), predicate);
}

// Match: compares bits, so -0.0 differs from 0.0 and a NaN equals itself.
#define __HELICON_MATCH(TYPE, WIDTH, BITS)                                                                             \
  __HELICON_DEVICE__ unsigned int __match_any_sync(unsigned int mask, TYPE v) {                                        \
    return __nvvm_match_any_sync_i##WIDTH(mask, __builtin_bit_cast(BITS, v));                                          \
  }                                                                                                                    \
  __HELICON_DEVICE__ unsigned int __match_all_sync(unsigned int mask, TYPE v, int *predicate) {                        \
    return __nvvm_match_all_sync_i##WIDTH##p(mask, __builtin_bit_cast(BITS, v), predicate);                            \
  }
__HELICON_MATCH(int, 32, unsigned int)
__HELICON_MATCH(unsigned int, 32, unsigned int)
__HELICON_MATCH(float, 32, unsigned int)
__HELICON_MATCH(long, 64, unsigned long)
__HELICON_MATCH(unsigned long, 64, unsigned long)
__HELICON_MATCH(long long, 64, unsigned long)
__HELICON_MATCH(unsigned long long, 64, unsigned long)
__HELICON_MATCH(double, 64, unsigned long)
#undef __HELICON_MATCH

// Reductions
__HELICON_DEVICE__ unsigned int __reduce_add_sync(unsigned int mask, unsigned int v) {
  return (unsigned int)__nvvm_redux_sync_add((int)v, (int)mask);
}
__HELICON_DEVICE__ int __reduce_add_sync(unsigned int mask, int v) { return __nvvm_redux_sync_add(v, (int)mask); }
__HELICON_DEVICE__ unsigned int __reduce_min_sync(unsigned int mask, unsigned int v) {
  return __nvvm_redux_sync_umin(v, (int)mask);
}
__HELICON_DEVICE__ int __reduce_min_sync(unsigned int mask, int v) { return __nvvm_redux_sync_min(v, (int)mask); }
__HELICON_DEVICE__ unsigned int __reduce_max_sync(unsigned int mask, unsigned int v) {
  return __nvvm_redux_sync_umax(v, (int)mask);
}
__HELICON_DEVICE__ int __reduce_max_sync(unsigned int mask, int v) { return __nvvm_redux_sync_max(v, (int)mask); }
__HELICON_DEVICE__ unsigned int __reduce_and_sync(unsigned int mask, unsigned int v) {
  return (unsigned int)__nvvm_redux_sync_and((int)v, (int)mask);
}
__HELICON_DEVICE__ unsigned int __reduce_or_sync(unsigned int mask, unsigned int v) {
  return (unsigned int)__nvvm_redux_sync_or((int)v, (int)mask);
}
__HELICON_DEVICE__ unsigned int __reduce_xor_sync(unsigned int mask, unsigned int v) {
  return (unsigned int)__nvvm_redux_sync_xor((int)v, (int)mask);
}

// Lane numbers and masks
__HELICON_DEVICE__ unsigned int __get_laneid() { return (unsigned int)__nvvm_read_ptx_sreg_laneid(); }
__HELICON_DEVICE__ unsigned int __get_lanemask_eq() { return (unsigned int)__nvvm_read_ptx_sreg_lanemask_eq(); }
__HELICON_DEVICE__ unsigned int __get_lanemask_lt() { return (unsigned int)__nvvm_read_ptx_sreg_lanemask_lt(); }
__HELICON_DEVICE__ unsigned int __get_lanemask_le() { return (unsigned int)__nvvm_read_ptx_sreg_lanemask_le(); }
__HELICON_DEVICE__ unsigned int __get_lanemask_gt() { return (unsigned int)__nvvm_read_ptx_sreg_lanemask_gt(); }
__HELICON_DEVICE__ unsigned int __get_lanemask_ge() { return (unsigned int)__nvvm_read_ptx_sreg_lanemask_ge(); }

#endif
