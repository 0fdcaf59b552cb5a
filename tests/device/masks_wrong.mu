// Masks that name lanes which have ended or never were, or that leave out the caller: without checked mode no error,
// and the same results with both executors.
#include "check.h"

__device__ void all(int *out, unsigned mask, unsigned v) {
  const unsigned i = threadIdx.x;
  int *to = out + i * 8;
  to[0] = __ballot_sync(mask, v % 3 == 1);
  to[1] = __any_sync(mask, v == 20);
  to[2] = __all_sync(mask, v != 9);
  to[3] = __reduce_add_sync(mask, v);
  to[4] = __reduce_min_sync(mask, int(v) - 5);
  to[5] = __reduce_and_sync(mask, v | 8);
  to[6] = __match_any_sync(mask, v % 3);
  __syncwarp(mask);
  to[7] = 1;
}

/// Lanes from `ends` on are gone.
__global__ void ended(int *out, unsigned ends, unsigned mask) {
  if (threadIdx.x % 32 >= ends)
    return;
  all(out, mask, threadIdx.x % 32);
}

static int sum(unsigned lanes) {
  int total = 0;
  for (unsigned l = 0; l < 32; l++)
    total += lanes >> l & 1 ? int(l) : 0;
  return total;
}

/// What the lanes that are there and named say together.
static void expect(check::Buffer<int> &out, unsigned threads, unsigned there, unsigned mask, const std::string &name) {
  for (unsigned t = 0; t < threads; t++) {
    const unsigned exist = threads - t / 32 * 32 >= 32 ? ~0u : (1u << (threads % 32)) - 1;
    const unsigned members = mask & there & exist;
    if (!(there >> (t % 32) & 1))
      continue;
    unsigned thirds[3] = {0x49249249u, 0x92492492u, 0x24924924u}, low = 32, both = ~0u;
    for (unsigned l = 32; l-- > 0;)
      if (members >> l & 1) {
        low = l;
        both &= l | 8;
      }
    const int wanted[] = {int(members & thirds[1]),
                          (members >> 20 & 1) != 0,
                          (members >> 9 & 1) == 0,
                          sum(members),
                          members ? int(low) - 5 : INT32_MAX,
                          int(both),
                          int(members & thirds[t % 32 % 3]),
                          1};
    for (unsigned k = 0; k < 8; k++)
      check::equal(out[t * 8 + k], wanted[k], name + ", result " + std::to_string(k), long(t));
  }
}

int main() {
  for (unsigned threads : {32u, 64u, 48u, 20u})
    for (unsigned ends : {32u, 31u, 16u, 5u})
      for (unsigned mask : {~0u, 0xffffu, 0xf0f0u, 0xff000000u, 1u << 31}) {
        check::Buffer<int> out(threads * 8);
        ended<<<1, threads>>>(out.device(), ends, mask);
        out.download();
        char name[96];
        snprintf(name, sizeof name, "%u threads, lanes from %u on ended, mask 0x%08x", threads, ends, mask);
        expect(out, threads, ends == 32 ? ~0u : (1u << ends) - 1, mask, name);
      }
  return check::finish("masks_wrong");
}
