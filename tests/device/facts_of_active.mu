// What the optimiser knows of a value behind a branch holds for the threads that took it, not for the first one of the
// registers, which the values of the others are counted from: x + 2 becomes x | 2 where bit 1 is known to be clear.
#include "check.h"

__global__ void either(unsigned *out, unsigned start, unsigned step) {
  unsigned t = threadIdx.x, x = t * 31 + start, y = x * step, sum = 0;
  out[t] = 0;
  if ((x & 2u) == 0 && (x + 2) % 10 != 3)
    sum += x + 2;
  if ((x & 6u) == 0)
    out[t] += (x + 6) * 100;
  if ((y & 4u) == 0 && (y + 4) % 7 < 5)
    sum += (y + 4) % 1000;
  if ((t & 8u) == 0) // an index
    out[64 + t + 8] = x;
  else
    out[64 + t - 8] = x;
  out[t] += sum;
}

int main() {
  for (unsigned start = 0; start < 40; start += 3) {
    check::Buffer<unsigned> out(128);
    either<<<1, 64>>>(out.device(), start, 31);
    out.download();
    for (unsigned t = 0; t < 64; t++) {
      unsigned x = t * 31 + start, y = x * 31, sum = 0;
      sum += (x & 2u) == 0 && (x + 2) % 10 != 3 ? x + 2 : 0;
      sum += (x & 6u) == 0 ? (x + 6) * 100 : 0;
      sum += (y & 4u) == 0 && (y + 4) % 7 < 5 ? (y + 4) % 1000 : 0;
      check::equal(out[t], sum, "sum from " + std::to_string(start), t);
      check::equal(out[64 + (t ^ 8)], x, "index", t);
    }
  }
  return check::finish("facts_of_active");
}
