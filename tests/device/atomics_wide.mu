// Atomics on 16 bytes (compare-and-swap, exchange), on 16 bits, on float2, float4, half2 and bfloat162, the functions with
// memory order and scope, and orders in PTX: values as plain C++ computes them, and messages passed between blocks.
#include "check.h"

#include <algorithm>

#include <musa_bf16.h>
#include <musa_fp16.h>

struct alignas(16) Wide {
  unsigned long long sum;
  unsigned count, mixed;
};

__device__ Wide step(Wide w, unsigned by) {
  return {w.sum + by, w.count + 1, w.mixed ^ (by * 2654435761u)};
}

/// Every thread adds itself to all three members at once; in global and in shared memory.
__global__ void casLoop(Wide *global, Wide *fromShared) {
  __shared__ Wide shared;
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    shared = Wide{0, 0, 0};
  __syncthreads();
  for (Wide *place : {global, &shared}) {
    Wide seen = *place, before;
    do {
      before = seen;
      seen = atomicCAS(place, before, step(before, me));
    } while (seen.sum != before.sum || seen.count != before.count || seen.mixed != before.mixed);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    fromShared[blockIdx.x] = shared;
}

static void checkCas() {
  for (unsigned threads : {1u, 33u, 64u, 256u}) {
    check::Buffer<Wide> global(1, Wide{5, 0, 0}), shared(4);
    casLoop<<<4, threads>>>(global.device(), shared.device());
    global.download();
    shared.download();
    Wide all{5, 0, 0};
    for (unsigned b = 0; b < 4; b++) {
      Wide one{0, 0, 0};
      for (unsigned t = 0; t < threads; t++)
        for (Wide *w : {&all, &one})
          *w = {w->sum + b * threads + t, w->count + 1, w->mixed ^ ((b * threads + t) * 2654435761u)};
      check::equal(shared[b].sum, one.sum, "shared sum", b);
      check::equal(shared[b].count, one.count, "shared count", b);
      check::equal(shared[b].mixed, one.mixed, "shared mix", b);
    }
    check::equal(global[0].sum, all.sum, "global sum");
    check::equal(global[0].count, all.count, "global count");
    check::equal(global[0].mixed, all.mixed, "global mix");
  }
}

/// A chain of exchanges: what each took is what another had put there, whole.
__global__ void exchanges(Wide *place, Wide *out) {
  unsigned me = blockIdx.x * blockDim.x + threadIdx.x + 1;
  out[me - 1] = atomicExch(place, Wide{me * 3ull, me, ~me});
}

static void checkExchange() {
  constexpr unsigned kCount = 4 * 96;
  check::Buffer<Wide> place(1, Wide{0, 0, ~0u}), out(kCount);
  exchanges<<<4, 96>>>(place.device(), out.device());
  place.download();
  out.download();
  std::vector<int> seen(kCount + 1);
  auto note = [&](const Wide &w, long index) {
    check::that(w.sum == w.count * 3ull && w.mixed == ~w.count && w.count <= kCount, "whole values", std::to_string(index));
    if (w.count <= kCount)
      seen[w.count]++;
  };
  for (unsigned i = 0; i < kCount; i++)
    note(out[i], i);
  note(place[0], -1);
  for (unsigned i = 0; i <= kCount; i++)
    check::equal(seen[i], 1, "each value once", i);
}

__global__ void ptx128(unsigned long long *place, unsigned long long *out) {
  unsigned __int128 old, with = (unsigned __int128)7 << 64 | 9, wanted = (unsigned __int128)2 << 64 | 1;
  asm volatile("atom.acq_rel.gpu.global.cas.b128 %0, [%1], %2, %3;" : "=q"(old) : "l"(place), "q"(with), "q"(wanted) : "memory");
  out[0] = (unsigned long long)old, out[1] = (unsigned long long)(old >> 64); // another value was there: nothing is done
  asm volatile("atom.relaxed.sys.global.cas.b128 %0, [%1], %2, %3;" : "=q"(old) : "l"(place), "q"(wanted), "q"(with) : "memory");
  out[2] = place[0], out[3] = place[1];
  asm volatile("atom.global.exch.b128 %0, [%1], %2;" : "=q"(old) : "l"(place), "q"(wanted) : "memory");
  out[4] = (unsigned long long)old, out[5] = (unsigned long long)(old >> 64);
  out[6] = place[0], out[7] = place[1];
}

static void checkPtx128() {
  check::Buffer<unsigned long long> place(std::vector<unsigned long long>{1, 2}), out(8);
  ptx128<<<1, 1>>>(place.device(), out.device());
  out.download();
  const unsigned long long wanted[] = {1, 2, 9, 7, 9, 7, 1, 2};
  for (int i = 0; i < 8; i++)
    check::equal(out[i], wanted[i], "ptx", i);
}

__global__ void sums(float2 *two, float4 *four, __half2 *half, __mt_bfloat162 *bf, unsigned short *shorts, float *olds) {
  const float t = float(threadIdx.x);
  atomicAdd(two, make_float2(t, -2 * t));
  float4 old = atomicAdd_block(four, make_float4(1, 2, 3, 4));
  olds[threadIdx.x] = old.w;
  atomicAdd(half, __floats2half2_rn(1, 0.5f));
  atomicAdd(bf, __floats2bfloat162_rn(0.25f, 2));
  unsigned short seen = shorts[1], before; // one of two in a word: the other stays
  do {
    before = seen;
    seen = atomicCAS(shorts + 1, before, (unsigned short)(before + 3));
  } while (seen != before);
}

static void checkSums() {
  constexpr int kCount = 64;
  check::Buffer<float2> two(1);
  check::Buffer<float4> four(1);
  check::Buffer<__half2> half(1);
  check::Buffer<__mt_bfloat162> bf(1);
  check::Buffer<unsigned short> shorts(4, 11);
  check::Buffer<float> olds(kCount);
  sums<<<1, kCount>>>(two.device(), four.device(), half.device(), bf.device(), shorts.device(), olds.device());
  two.download(), four.download(), half.download(), bf.download(), shorts.download(), olds.download();
  check::equal(two[0].x, float(kCount * (kCount - 1) / 2), "float2 x");
  check::equal(two[0].y, -float(kCount * (kCount - 1)), "float2 y");
  const float f[] = {four[0].x, four[0].y, four[0].z, four[0].w};
  for (int i = 0; i < 4; i++)
    check::equal(f[i], float(kCount * (i + 1)), "float4", i);
  check::equal(__low2float(half[0]), float(kCount), "half2 low");
  check::equal(__high2float(half[0]), kCount / 2.0f, "half2 high");
  check::equal(__low2float(bf[0]), kCount / 4.0f, "bfloat162 low");
  check::equal(__high2float(bf[0]), kCount * 2.0f, "bfloat162 high");
  for (int i = 0; i < 4; i++)
    check::equal(shorts[i], (unsigned short)(i == 1 ? 11 + 3 * kCount : 11), "unsigned short", i);
  std::vector<float> sorted = olds.host;
  std::sort(sorted.begin(), sorted.end());
  for (int i = 0; i < kCount; i++)
    check::equal(sorted[i], float(4 * i), "old values of float4", i);
}

/// Block 0 writes data and releases a flag, the others acquire it; by PTX, and by the functions with orders.
template <bool ptx> __global__ void message(int *data, unsigned *flag, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = int(threadIdx.x) * 11 + 1;
    __syncthreads();
    if (threadIdx.x == 0) {
      if (ptx)
        asm volatile("fence.acq_rel.gpu; st.release.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
      else
        __nv_atomic_store_n(flag, 1u, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    }
    return;
  }
  if (threadIdx.x == 0) {
    unsigned seen = 0;
    while (seen == 0) {
      if (ptx)
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
      else
        seen = __nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    }
  }
  __syncthreads();
  out[(blockIdx.x - 1) * blockDim.x + threadIdx.x] = data[threadIdx.x];
}

template <bool ptx> static void checkMessage() {
  check::Buffer<int> data(64), out(7 * 64);
  check::Buffer<unsigned> flag(1);
  message<ptx><<<8, 64>>>(data.device(), flag.device(), out.device());
  out.download();
  for (int i = 0; i < 7 * 64; i++)
    check::equal(out[i], i % 64 * 11 + 1, ptx ? "message, PTX" : "message", i);
}

__global__ void ordered(int *i, float *f, unsigned *u, int *out) {
  const auto order = __NV_ATOMIC_ACQ_REL;
  const int t = threadIdx.x;
  __nv_atomic_fetch_add(i, t, order, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_fetch_add(f, 0.5f, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_max(i + 1, t, order, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_min(i + 2, -t, __NV_ATOMIC_SEQ_CST);
  __nv_atomic_fetch_or(u, 1u << (t % 32), order);
  __nv_atomic_fetch_and(u + 1, ~(1u << (t % 16)), order);
  __nv_atomic_fetch_xor(u + 2, unsigned(t), order);
  __nv_atomic_fetch_sub(i + 3, 2, order);
  int expected = *(volatile int *)(i + 4);
  while (!__nv_atomic_compare_exchange_n(i + 4, &expected, expected + 5, false, order, __NV_ATOMIC_ACQUIRE,
                                         __NV_THREAD_SCOPE_DEVICE)) {
  }
  int value = t, old;
  __nv_atomic_exchange(i + 5, &value, &old, order, __NV_THREAD_SCOPE_SYSTEM);
  out[t] = old;
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
}

static void checkOrdered() {
  constexpr int n = 96;
  check::Buffer<int> i(6), out(n);
  check::Buffer<float> f(1);
  check::Buffer<unsigned> u(std::vector<unsigned>{0, ~0u, 0});
  i[5] = n;
  i.upload();
  ordered<<<1, n>>>(i.device(), f.device(), u.device(), out.device());
  i.download(), f.download(), u.download(), out.download();
  const int wanted[] = {n * (n - 1) / 2, n - 1, -(n - 1), -2 * n, 5 * n};
  for (int k = 0; k < 5; k++)
    check::equal(i[k], wanted[k], "with order", k);
  check::equal(f[0], n / 2.0f, "float with order");
  unsigned x = 0;
  for (unsigned t = 0; t < n; t++)
    x ^= t;
  check::equal(u[0], ~0u, "or");
  check::equal(u[1], 0xffff0000u, "and");
  check::equal(u[2], x, "xor");
  std::vector<int> seen(n + 1);
  seen[i[5]]++;
  for (int v : out.host)
    seen[v]++;
  for (int k = 0; k <= n; k++)
    check::equal(seen[k], 1, "exchanged", k);
}

int main() {
  checkCas();
  checkExchange();
  checkPtx128();
  checkSums();
  checkMessage<true>();
  checkMessage<false>();
  checkOrdered();
  return check::finish("atomics_wide");
}
