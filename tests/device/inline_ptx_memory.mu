// Inline PTX that touches memory: loads and stores of every width and kind, shared memory by its offset, copies in the
// background, atomics, spaces; guarded accesses that must not happen. Compared with plain C++ on the host.
#include "check.h"

typedef unsigned long long u64;

__device__ unsigned sharedOffset(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

struct Words {
  unsigned w[12];
};

__global__ void loads(const unsigned *in, unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const unsigned *p = in + 4 * i;
  Words r;
  asm("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r.w[0]), "=r"(r.w[1]), "=r"(r.w[2]), "=r"(r.w[3]) : "l"(p));
  asm volatile("ld.global.nc.L1::no_allocate.v2.u32 {%0, _}, [%1+8];" : "=r"(r.w[4]) : "l"(p));
  asm volatile("ld.volatile.global.s8 %0, [%1+1];" : "=r"(r.w[5]) : "l"(p));
  asm volatile("ld.relaxed.gpu.global.u16 %0, [%1 + 6];" : "=r"(r.w[6]) : "l"(p));
  u64 wide;
  asm volatile("ld.acquire.sys.b64 %0, [%1+-8];" : "=l"(wide) : "l"(p + 2) : "memory");
  r.w[7] = (unsigned)(wide >> 32);
  float f;
  asm volatile("ld.cg.f32 %0, [%1];" : "=f"(f) : "l"(p + 3));
  r.w[8] = __float_as_uint(f);
  // Not every lane reads, and those that do not have no address to read from.
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; mov.u32 %0, 5; @p ld.global.u32 %0, [%1]; }"
               : "=r"(r.w[9])
               : "l"(i % 3 ? p : nullptr), "r"(i % 3));
  u64 low, high;
  asm volatile("{ .reg .b128 t; ld.global.b128 t, [%2]; mov.b128 {%0, %1}, t; }" : "=l"(low), "=l"(high) : "l"(p));
  r.w[10] = (unsigned)(low ^ high);
  asm("prefetch.global.L2 [%1]; ld.global.s16 %0, [%1+2];" : "=r"(r.w[11]) : "l"(p));
  unsigned *q = out + 12 * i;
  asm volatile("st.global.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(q), "r"(r.w[0]), "r"(r.w[1]), "r"(r.w[2]), "r"(r.w[3])
               : "memory");
  asm volatile("st.global.cs.v2.u32 [%0+16], {%1, %2};" ::"l"(q), "r"(r.w[4]), "r"(r.w[5]) : "memory");
  asm volatile("st.release.gpu.global.u32 [%0+24], %1;" ::"l"(q), "r"(r.w[6]) : "memory");
  asm volatile("st.u16 [%0+28], %1; st.u16 [%0+30], %2;" ::"l"(q), "r"(r.w[7]), "r"(r.w[7] >> 16) : "memory");
  asm volatile("{ .reg .pred p; setp.eq.u32 p, %2, 0; @p bra over; st.global.f32 [%0+32], %1; over: }" ::"l"(q), "f"(f),
               "r"(i + 1)
               : "memory");
  asm volatile("st.global.v2.u32 [%0+36], {%1, %2}; st.u32 [%0+44], %3;" ::"l"(q), "r"(r.w[9]), "r"(r.w[10]),
               "r"(r.w[11])
               : "memory");
}

void checkLoads() {
  const int n = 200;
  std::vector<unsigned> v(4 * n);
  for (size_t i = 0; i < v.size(); i++)
    v[i] = (unsigned)(i * 2654435761u) ^ 0x80c0;
  for (unsigned block : {32u, 48u, 256u}) {
    check::Buffer<unsigned> in(v), out(12 * n, 7u);
    loads<<<(n + block - 1) / block, block>>>(in.device(), out.device(), n);
    out.download();
    for (int i = 0; i < n; i++) {
      const unsigned *p = &v[4 * i];
      const unsigned wanted[12] = {p[0],        p[1],
                                   p[2],        p[3],
                                   p[2],        (unsigned)(int)(signed char)(p[0] >> 8),
                                   p[1] >> 16,  p[1],
                                   p[3],        i % 3 ? p[0] : 5,
                                   p[0] ^ p[2], (unsigned)(int)(short)(p[0] >> 16)};
      for (int k = 0; k < 12; k++)
        check::equal(out[12 * i + k], wanted[k], "load " + std::to_string(k), i);
    }
  }
}

/// Reverses a block's values through shared memory whose addresses are numbers of 32 bits.
__global__ void reverse(const int *in, int *out) {
  __shared__ int other[7];
  __shared__ int tile[256];
  extern __shared__ int more[];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t < 7)
    other[t] = -1;
  unsigned at = sharedOffset(tile), mine = at + 4 * t;
  asm volatile("st.shared.s32 [%0], %1;" ::"r"(mine), "r"(in[i]) : "memory");
  more[t] = 3 * t;
  asm volatile("bar.sync 0;" ::: "memory");
  int v, w, plain = tile[blockDim.x - 1 - t];
  asm volatile("ld.shared.s32 %0, [%1];" : "=r"(v) : "r"(at + 4 * (blockDim.x - 1 - t)) : "memory");
  // The way that CUDA's own samples take an address.
  asm volatile("{ .reg .u64 a; .reg .u32 b; cvta.to.shared.u64 a, %1; cvt.u32.u64 b, a; ld.shared.u32 %0, [b+4]; }"
               : "=r"(w)
               : "l"(more + (t ? t - 1 : 0)));
  u64 back;
  asm("cvta.shared.u64 %0, %1;" : "=l"(back) : "l"((u64)mine));
  out[i] =
      v + w + (plain == v ? 0 : 1000000) + (*(int *)back == in[i] && __cvta_shared_to_generic(mine) == (void *)back ? 0 : 2000000) + (other[t % 7] == -1 ? 0 : 4000000);
}

void checkShared() {
  for (unsigned block : {1u, 32u, 50u, 256u}) {
    const unsigned blocks = 3;
    check::Buffer<int> in(blocks * block), out(blocks * block);
    for (unsigned i = 0; i < in.size(); i++)
      in[i] = (int)(i * 17 % 1001);
    in.upload();
    reverse<<<blocks, block, (block + 1) * sizeof(int)>>>(in.device(), out.device());
    out.download();
    for (unsigned i = 0; i < out.size(); i++) {
      unsigned t = i % block, first = i - t;
      if (block > 1) // a block of one reads behind what it wrote
        check::equal(out[i], in[first + block - 1 - t] + (int)(t ? 3 * t : 3), "reverse", i);
    }
  }
}

__global__ void copies(const unsigned *in, unsigned *out, int valid) {
  __shared__ __align__(16) unsigned tile[4 * 64];
  int t = threadIdx.x;
  unsigned to = sharedOffset(tile + 4 * t);
  if (t % 2)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;\n" ::"r"(to), "l"(in + 4 * t), "r"(valid) : "memory");
  else
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2;" ::"r"(to), "l"(in + 4 * t), "n"(16) : "memory");
  asm volatile("cp.async.commit_group;" ::: "memory");
  asm volatile("cp.async.wait_group %0;" ::"n"(0) : "memory");
  asm volatile("barrier.sync 0;" ::: "memory");
  for (int k = 0; k < 4; k++)
    out[4 * t + k] = tile[4 * (63 - t) + k];
}

void checkCopies() {
  check::Buffer<unsigned> in(256), out(256);
  for (unsigned i = 0; i < 256; i++)
    in[i] = i * 0x01020304u + 0xfefefefeu;
  in.upload();
  for (int valid : {0, 3, 4, 6, 16}) {
    copies<<<1, 64>>>(in.device(), out.device(), valid);
    out.download();
    for (unsigned i = 0; i < 256; i++) {
      unsigned from = 4 * (63 - i / 4) + i % 4, v = in[from];
      if (63 - i / 4 & 1) {
        int bytes = valid - 4 * (int)(i % 4);
        v = bytes <= 0 ? 0 : bytes >= 4 ? v : v & ((1u << 8 * bytes) - 1);
      }
      check::equal(out[i], v, "cp.async " + std::to_string(valid), i);
    }
  }
}

struct Places {
  unsigned add, least, most, conjunction, disjunction, exclusive, up, down;
  int signedLeast, signedMost;
  float sum;
  unsigned shared, swapped;
  double real;
  u64 wide, wideMost;
};

__global__ void atomics(Places *p, unsigned *olds) {
  __shared__ unsigned counter;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = i * 2654435761u, old;
  if (threadIdx.x == 0)
    counter = 0;
  asm volatile("bar.sync 0;" ::: "memory");
  asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(old) : "l"(&p->add) : "memory");
  olds[i] = old;
  asm volatile("red.min.u32 [%0], %1; red.max.u32 [%0+4], %1;" ::"l"(&p->least), "r"(v) : "memory");
  asm volatile("atom.and.b32 %0, [%1], %2;" : "=r"(old) : "l"(&p->conjunction), "r"(v | 0xff) : "memory");
  asm volatile("red.global.or.b32 [%0], %1;" ::"l"(&p->disjunction), "r"(v & 0xf0f0) : "memory");
  asm volatile("red.relaxed.gpu.global.xor.b32 [%0], %1;" ::"l"(&p->exclusive), "r"(v) : "memory");
  asm volatile("red.inc.u32 [%0], 6;" ::"l"(&p->up) : "memory");
  asm volatile("red.dec.u32 [%0], 4;" ::"l"(&p->down) : "memory");
  asm volatile("red.acq_rel.sys.min.s32 [%0], %1; atom.max.s32 _, [%0+4], %1;" ::"l"(&p->signedLeast), "r"(v)
               : "memory");
  asm volatile("red.add.f32 [%0], %1;" ::"l"(&p->sum), "f"((float)(i % 8)) : "memory");
  asm volatile("red.add.f64 [%0], %1;" ::"l"(&p->real), "d"(i * 0.5) : "memory");
  asm volatile("red.add.u64 [%0], %1; red.max.u64 [%0+8], %1;" ::"l"(&p->wide), "l"((u64)v << 7) : "memory");
  asm volatile("{ .reg .b32 t; atom.shared.add.u32 t, [%0], %1; }" ::"r"(sharedOffset(&counter)), "r"(2) : "memory");
  asm volatile("bar.sync 0;" ::: "memory");
  if (threadIdx.x == 0)
    asm volatile("red.add.u32 [%0], %1;" ::"l"(&p->shared), "r"(counter) : "memory");
  // Adds by compare-and-swap, all lanes at once.
  asm volatile("{ .reg .pred p; .reg .b32 seen, now, got;\n"
               "  ld.relaxed.gpu.global.b32 seen, [%0];\n"
               " again: add.u32 now, seen, 3; atom.global.cas.b32 got, [%0], seen, now;\n"
               "  setp.ne.b32 p, got, seen; mov.b32 seen, got; @p bra again; }" ::"l"(&p->swapped)
               : "memory");
}

void checkAtomics() {
  const unsigned blocks = 4, block = 96, n = blocks * block;
  check::Buffer<Places> places(1);
  Places w = {};
  w.least = w.conjunction = ~0u;
  places[0] = w;
  places.upload();
  check::Buffer<unsigned> olds(n);
  atomics<<<blocks, block>>>(places.device(), olds.device());
  olds.download();
  places.download();
  for (unsigned i = 0; i < n; i++) {
    unsigned v = i * 2654435761u;
    w.add++;
    w.least = std::min(w.least, v);
    w.most = std::max(w.most, v);
    w.conjunction &= v | 0xff;
    w.disjunction |= v & 0xf0f0;
    w.exclusive ^= v;
    w.up = w.up >= 6 ? 0 : w.up + 1;
    w.down = w.down == 0 || w.down > 4 ? 4 : w.down - 1;
    w.signedLeast = std::min(w.signedLeast, (int)v);
    w.signedMost = std::max(w.signedMost, (int)v);
    w.sum += (float)(i % 8);
    w.shared += 2;
    w.swapped += 3;
    w.real += i * 0.5;
    w.wide += (u64)v << 7;
    w.wideMost = std::max(w.wideMost, (u64)v << 7);
  }
  const Places &g = places[0];
#define COMPARE(field) check::equal(g.field, w.field, #field);
  COMPARE(add)
  COMPARE(least)
  COMPARE(most)
  COMPARE(conjunction)
  COMPARE(disjunction)
  COMPARE(exclusive)
  COMPARE(up)
  COMPARE(down)
  COMPARE(signedLeast)
  COMPARE(signedMost)
  COMPARE(sum)
  COMPARE(shared)
  COMPARE(swapped)
  COMPARE(real)
  COMPARE(wide)
  COMPARE(wideMost)
  std::vector<bool> seen(n);
  for (unsigned i = 0; i < n; i++) {
    check::that(olds[i] < n && !seen[olds[i]], "old values differ");
    seen[olds[i] % n] = true;
  }
}

__global__ void spaces(int *p, unsigned *out) {
  __shared__ int s;
  int local = (int)threadIdx.x;
  unsigned r = 0;
  auto ask = [&](const void *q) {
    unsigned answer;
    asm("{ .reg .pred g, s; isspacep.global g, %1; isspacep.shared s, %1; selp.u32 %0, 1, 0, g; @s or.b32 %0, %0, 2; }"
        : "=r"(answer)
        : "l"(q));
    r = r * 4 + answer;
  };
  ask(p);
  ask(&s);
  ask(&local);
  out[threadIdx.x] = r;
}

int main() {
  checkLoads();
  checkShared();
  checkCopies();
  checkAtomics();
  check::Buffer<unsigned> out(32);
  spaces<<<1, 32>>>((int *)out.device(), out.device());
  out.download();
  for (unsigned i = 0; i < 32; i++)
    check::equal(out[i], 1u * 16 + 2 * 4, "isspacep", i);
  return check::finish("inline_ptx_memory");
}
