// What loops with barriers carry from round to round: sums, values that change places, values needed beside their
// successors, in nested loops and by several ways back. Every thread reads what its neighbour wrote, so a value that
// is lost or mixed up at a suspension shows in the results. Integers, compared with plain C++.
#include "check.h"

struct Step {
  unsigned a, b, c, older, outer;
};

/// One thread's arithmetic between barriers; `other` is what its neighbour showed.
__host__ __device__ inline void advance(Step &s, unsigned other, unsigned i) {
  const unsigned next = s.c * 1664525u + other + i;
  s.older = s.c; // needed beside its successor
  s.c = next;
  const unsigned was = s.a; // change places
  s.a = s.b ^ other;
  s.b = was + i;
}

__host__ __device__ inline unsigned shown(const Step &s) { return s.a + 3 * s.b + 5 * s.c + 7 * s.older; }
__host__ __device__ inline Step first(unsigned t) { return {t, 2 * t + 1, 0, 9, 0}; }
__host__ __device__ inline bool skips(unsigned i, unsigned choice) { return (i + choice) % 3 == 1; }

/// `choice` decides for the whole block by which way a round goes back.
__global__ void carry(unsigned *out, unsigned rounds, unsigned inner, unsigned choice) {
  extern __shared__ unsigned row[];
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  Step s = first(t + blockIdx.x);
  for (unsigned i = 0; i < rounds; i++) {
    row[t] = shown(s);
    __syncthreads();
    const unsigned other = row[(t + 1) % threads];
    if (skips(i, choice)) { // back without a second barrier in the inner loop's way
      s.a += other;
      __syncthreads();
      continue;
    }
    __syncthreads();
    for (unsigned k = 0; k < inner; k++) {
      row[t] = shown(s) + s.outer;
      __syncthreads();
      advance(s, row[(t + 3) % threads], k);
      __syncthreads();
    }
    s.outer += s.c; // changed behind the last barrier
  }
  out[blockIdx.x * threads + t] = shown(s) + 11 * s.outer;
}

std::vector<unsigned> plain(unsigned threads, unsigned block, unsigned rounds, unsigned inner, unsigned choice) {
  std::vector<Step> steps(threads);
  std::vector<unsigned> row(threads), result(threads);
  for (unsigned t = 0; t < threads; t++)
    steps[t] = first(t + block);
  for (unsigned i = 0; i < rounds; i++) {
    for (unsigned t = 0; t < threads; t++)
      row[t] = shown(steps[t]);
    if (skips(i, choice)) {
      for (unsigned t = 0; t < threads; t++)
        steps[t].a += row[(t + 1) % threads];
      continue;
    }
    for (unsigned k = 0; k < inner; k++) {
      for (unsigned t = 0; t < threads; t++)
        row[t] = shown(steps[t]) + steps[t].outer;
      for (unsigned t = 0; t < threads; t++)
        advance(steps[t], row[(t + 3) % threads], k);
    }
    for (Step &s : steps)
      s.outer += s.c;
  }
  for (unsigned t = 0; t < threads; t++)
    result[t] = shown(steps[t]) + 11 * steps[t].outer;
  return result;
}

int main() {
  constexpr unsigned kBlocks = 3;
  for (dim3 shape : check::shapes())
    for (unsigned rounds : {0u, 1u, 7u})
      for (unsigned inner : {0u, 1u, 4u}) {
        const unsigned threads = check::threads(shape), choice = rounds + inner;
        check::Buffer<unsigned> out(kBlocks * threads);
        carry<<<kBlocks, shape, threads * sizeof(unsigned)>>>(out.device(), rounds, inner, choice);
        out.download();
        for (unsigned block = 0; block < kBlocks; block++) {
          const std::vector<unsigned> wanted = plain(threads, block, rounds, inner, choice);
          for (unsigned t = 0; t < threads; t++)
            check::equal(out[block * threads + t], wanted[t],
                         "carry of " + std::to_string(threads) + " threads, " + std::to_string(rounds) + " rounds of " +
                             std::to_string(inner),
                         block * threads + t);
        }
      }
  return check::finish("across_barriers");
}
