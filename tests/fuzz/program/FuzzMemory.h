// What generated kernels keep in memory of every kind. Included by generated programs only.
#pragma once

#include "FuzzDevice.h"

union Pun {
  uint64_t w[2];
  uint32_t u[4];
  float f[4];
  uint16_t h[8];
  uint8_t b[16];
};

struct Bits {
  uint16_t a : 5;
  int16_t b : 11;
  uint64_t c : 37;
  uint8_t d : 3;
  bool e : 1;
  uint32_t last : 17;
};

struct __attribute__((packed)) Packed {
  uint8_t byte;
  uint32_t word;
  float real;
  int16_t narrow;
  int64_t wide;
};

struct alignas(16) Wide {
  uint64_t low, high;
};

/// One more object of a list in the device's heap.
struct Node {
  uint32_t value;
  Node *next;
  __device__ Node(uint32_t value, Node *next) : value(value + 1), next(next) {}
  __device__ ~Node() { value = 0; }
};

__managed__ uint32_t managedOwn[1024];
__device__ Wide wideOwn[1024];
__device__ Packed packedOf[1024];

/// An address of which the caller no longer knows what it points to.
__device__ __noinline__ uint32_t *hidden(uint32_t *p) { return p; }

FUZZ_FN void greatest(float *place, float v) {
  uint32_t *bits = reinterpret_cast<uint32_t *>(place);
  uint32_t old = *bits;
  while (__uint_as_float(old) < v) {
    const uint32_t seen = atomicCAS(bits, old, __float_as_uint(v));
    if (seen == old)
      break;
    old = seen;
  }
}
FUZZ_FN void least(float *place, float v) {
  int *bits = reinterpret_cast<int *>(place);
  int old = *bits, seen;
  do {
    seen = old;
    if (__int_as_float(seen) <= v)
      return;
    old = atomicCAS(bits, seen, __float_as_int(v));
  } while (old != seen);
}
/// Products are the same in every order.
FUZZ_FN void multiplied(uint32_t *place, uint32_t v) {
  uint32_t old = *place, seen;
  do {
    seen = old;
    old = atomicCAS(place, seen, seen * v);
  } while (old != seen);
}
