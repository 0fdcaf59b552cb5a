// Kernels and device variables that the tests launch, as a host program names them.
#pragma once

#include "musa_runtime_api.h"

struct Big {
  int values[200];
};

namespace kernels {

const void *addTo();       ///< (int *p, int n, int value): p[i] += value for i < n
const void *sumBig();      ///< (Big big, int *out): the sum of its values
const void *reverse();     ///< (int *p, int n): one block of n threads, through dynamic shared memory
const void *bounded();     ///< (int *p), at most 64 threads a block
const void *readTable();   ///< (int *out): table[i] + counter
const void *outOfBounds(); ///< (int *p): writes far behind p
const void *trap();        ///< (): __trap
const void *countDown();   ///< (unsigned long long handle, int *n): n -= 1, and tells the condition whether it is left
const void *decide();      ///< (unsigned long long handle, unsigned value): sets the condition

const void *counterSymbol(); ///< __device__ int
const void *tableSymbol();   ///< __constant__ int[4], initially 1 2 3 4
int &managedValue();         ///< __managed__ int, initially 17
const void *bumpManaged();   ///< (): one thread adds 1 to it

/// addTo by <<<>>>.
void launchAddTo(unsigned blocks, unsigned threads, musaStream_t stream, int *p, int n, int value);

} // namespace kernels
