// Named barriers: producer and consumer warps that meet at barriers of their own, in PTX and by function, with counts
// known and unknown to the compiler; reductions at them; the block's barrier at different places of the code.
#include "check.h"

__device__ void syncNamed(unsigned id, unsigned threads) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); }
__device__ void arriveNamed(unsigned id, unsigned threads) {
  asm volatile("barrier.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

/// Warp 0 fills a ring of two buffers, warps 1 and 2 empty it: barriers 1, 2 say "full", 3, 4 "empty".
__global__ void ring(const int *in, int *out, int rounds) {
  __shared__ int buffer[2][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0) {
    for (int r = 0; r < rounds; r++) {
      if (r >= 2)
        syncNamed(3 + r % 2, 96);
      buffer[r % 2][lane] = in[blockIdx.x * rounds * 32 + r * 32 + lane] * 3;
      __threadfence_block();
      arriveNamed(1 + r % 2, 96);
    }
  } else {
    int sum = 0;
    for (int r = 0; r < rounds; r++) {
      syncNamed(1 + r % 2, 96);
      sum += buffer[r % 2][(lane + warp) % 32];
      if (r + 2 < rounds)
        arriveNamed(3 + r % 2, 96);
    }
    out[blockIdx.x * 64 + (warp - 1) * 32 + lane] = sum;
  }
}

static void checkRing() {
  for (int rounds : {1, 2, 3, 7, 64})
    for (unsigned blocks : {1u, 5u}) {
      check::Buffer<int> in(blocks * rounds * 32), out(blocks * 64);
      for (size_t i = 0; i < in.size(); i++)
        in[i] = int(i * 7 % 1001);
      in.upload();
      ring<<<blocks, 96>>>(in.device(), out.device(), rounds);
      out.download();
      for (unsigned b = 0; b < blocks; b++)
        for (int t = 0; t < 64; t++) {
          int wanted = 0;
          for (int r = 0; r < rounds; r++)
            wanted += in[b * rounds * 32 + r * 32 + (t % 32 + t / 32 + 1) % 32] * 3;
          check::equal(out[b * 64 + t], wanted, "ring", t);
        }
    }
}

/// Pairs of warps add up in their own time; pair p takes p+1 rounds.
__global__ void pairs(int *out) {
  __shared__ int cell[1024];
  const unsigned pair = threadIdx.x / 64, t = threadIdx.x;
  int value = int(t);
  for (unsigned r = 0; r <= pair; r++) {
    cell[t] = value;
    __barrier_sync_count(1 + pair, 64);
    value += cell[t ^ 32];
    __barrier_sync_count(1 + pair, 64);
  }
  out[t] = value;
}

static void checkPairs() {
  for (unsigned threads : {64u, 128u, 640u}) {
    check::Buffer<int> out(threads);
    pairs<<<1, threads>>>(out.device());
    out.download();
    std::vector<int> value(threads), before;
    for (unsigned t = 0; t < threads; t++)
      value[t] = int(t);
    for (unsigned r = 0; r < threads / 64; r++) {
      before = value;
      for (unsigned t = 0; t < threads; t++)
        if (t / 64 >= r)
          value[t] = before[t] + before[t ^ 32];
    }
    for (unsigned t = 0; t < threads; t++)
      check::equal(out[t], value[t], "pairs", t);
  }
}

/// Reductions over half of the block each.
__global__ void reductions(unsigned *out) {
  const unsigned half = threadIdx.x / (blockDim.x / 2), t = threadIdx.x, count = blockDim.x / 2;
  unsigned odd, all, any;
  asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; barrier.red.popc.u32 %0, %2, %3, p; }"
               : "=r"(odd)
               : "r"(t % 3 == half), "r"(half + 4), "r"(count));
  asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; bar.red.and.pred q, %2, %3, p; selp.u32 %0, 1, 0, q; }"
               : "=r"(all)
               : "r"(t >= count), "r"(half + 4), "r"(count));
  asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; bar.red.or.pred q, %2, %3, !p; selp.u32 %0, 1, 0, q; }"
               : "=r"(any)
               : "r"(t != 5), "r"(half + 4), "r"(count));
  out[t] = odd | all << 16 | any << 17;
}

static void checkReductions() {
  for (unsigned threads : {64u, 128u, 512u}) {
    check::Buffer<unsigned> out(threads);
    reductions<<<1, threads>>>(out.device());
    out.download();
    for (unsigned t = 0; t < threads; t++) {
      unsigned half = t / (threads / 2), popc = 0;
      for (unsigned k = half * threads / 2; k < (half + 1) * threads / 2; k++)
        popc += k % 3 == half;
      check::equal(out[t], popc | (half == 1) << 16 | (half == 0) << 17, "reductions", t);
    }
  }
}

/// Both sides of a branch come to the block's barrier, each at its own place; hardware pairs them.
template <int split> __global__ void apart(int *out) {
  __shared__ int a[256], b[256];
  const int t = threadIdx.x, n = blockDim.x;
  if (t < split) {
    a[t] = t * 5;
    __syncthreads();
    out[t] = b[split + t % (n - split)];
  } else {
    b[t] = t * 9;
    __syncthreads();
    out[t] = a[t % split];
  }
}

template <int split> static void checkApart() {
  for (unsigned threads : {64u, 96u, 256u}) {
    check::Buffer<int> out(threads);
    apart<split><<<3, threads>>>(out.device());
    out.download();
    for (int t = 0; t < int(threads); t++)
      check::equal(out[t], t < split ? (split + t % (int(threads) - split)) * 9 : t % split * 5, "apart", t);
  }
}

/// Threads that have ended count as come, at the block's barrier and with their warp.
__global__ void withEnded(int *out) {
  __shared__ int cell[128];
  const int t = threadIdx.x;
  if (t % 32 >= 20)
    return;
  cell[t] = t + 1;
  if (t < 64)
    syncNamed(2, 64);
  else
    syncNamed(3, 64);
  int value = cell[t ^ 32];
  __syncthreads();
  out[t] = value + cell[t ^ 64];
}

static void checkWithEnded() {
  check::Buffer<int> out(128, -1);
  withEnded<<<1, 128>>>(out.device());
  out.download();
  for (int t = 0; t < 128; t++)
    check::equal(out[t], t % 32 < 20 ? (t ^ 32) + 1 + (t ^ 64) + 1 : -1, "ended threads", t);
}

/// A part of a block that is no whole warp is one all the same.
__global__ void partOfWarp(int *out) {
  __shared__ int cell[64];
  const int t = threadIdx.x;
  cell[t] = t * t;
  __barrier_sync(7);
  out[t] = cell[blockDim.x - 1 - t];
  syncNamed(8, 64);
}

int main() {
  checkRing();
  checkPairs();
  checkReductions();
  checkApart<32>();
  checkApart<16>();
  checkApart<40>();
  checkWithEnded();
  check::Buffer<int> out(48);
  partOfWarp<<<1, 48>>>(out.device());
  out.download();
  for (int t = 0; t < 48; t++)
    check::equal(out[t], (47 - t) * (47 - t), "part of a warp", t);
  return check::finish("barriers_named");
}
