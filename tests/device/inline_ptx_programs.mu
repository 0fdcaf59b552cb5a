// Inline PTX as programs use it: numbers of 256 bits by carry chains, several outputs, operands read and written,
// approximations, empty statements, timers, a thread that ends itself; against plain C++ on the host.
#include "check.h"

#include <algorithm>

typedef unsigned long long u64;
typedef unsigned __int128 u128;

struct Wide {
  unsigned w[8];
};

/// x + y, and x * k, by the chains that libraries for big numbers write.
__global__ void arithmetic(const Wide *x, const Wide *y, Wide *sums, Wide *differences, Wide *products,
                           unsigned *carries) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  Wide a = x[i], b = y[i], r = a;
  unsigned carry;
  asm("add.cc.u32 %0, %0, %9; addc.cc.u32 %1, %1, %10; addc.cc.u32 %2, %2, %11; addc.cc.u32 %3, %3, %12;\n\t"
      "addc.cc.u32 %4, %4, %13; addc.cc.u32 %5, %5, %14; addc.cc.u32 %6, %6, %15; addc.cc.u32 %7, %7, %16;\n\t"
      "addc.u32 %8, 0, 0;"
      : "+r"(r.w[0]), "+r"(r.w[1]), "+r"(r.w[2]), "+r"(r.w[3]), "+r"(r.w[4]), "+r"(r.w[5]), "+r"(r.w[6]), "+r"(r.w[7]),
        "=r"(carry)
      : "r"(b.w[0]), "r"(b.w[1]), "r"(b.w[2]), "r"(b.w[3]), "r"(b.w[4]), "r"(b.w[5]), "r"(b.w[6]), "r"(b.w[7]));
  sums[i] = r;
  carries[2 * i] = carry;
  r = a;
  asm("sub.cc.u32 %0, %0, %9; subc.cc.u32 %1, %1, %10; subc.cc.u32 %2, %2, %11; subc.cc.u32 %3, %3, %12;"
      "subc.cc.u32 %4, %4, %13; subc.cc.u32 %5, %5, %14; subc.cc.u32 %6, %6, %15; subc.cc.u32 %7, %7, %16;"
      "subc.u32 %8, 0, 0;"
      : "+r"(r.w[0]), "+r"(r.w[1]), "+r"(r.w[2]), "+r"(r.w[3]), "+r"(r.w[4]), "+r"(r.w[5]), "+r"(r.w[6]), "+r"(r.w[7]),
        "=r"(carry)
      : "r"(b.w[0]), "r"(b.w[1]), "r"(b.w[2]), "r"(b.w[3]), "r"(b.w[4]), "r"(b.w[5]), "r"(b.w[6]), "r"(b.w[7]));
  differences[i] = r;
  carries[2 * i + 1] = carry;
  unsigned k = b.w[3];
  asm("{\n\t"
      "mul.lo.u32 %0, %8, %16; mul.hi.u32 %1, %8, %16;          // one row\n\t"
      "mad.lo.cc.u32 %1, %9, %16, %1; madc.hi.u32 %2, %9, %16, 0;\n\t"
      "mad.lo.cc.u32 %2, %10, %16, %2; madc.hi.u32 %3, %10, %16, 0;\n\t"
      "mad.lo.cc.u32 %3, %11, %16, %3; madc.hi.u32 %4, %11, %16, 0;\n\t"
      "mad.lo.cc.u32 %4, %12, %16, %4; madc.hi.u32 %5, %12, %16, 0;\n\t"
      "mad.lo.cc.u32 %5, %13, %16, %5; madc.hi.u32 %6, %13, %16, 0;\n\t"
      "mad.lo.cc.u32 %6, %14, %16, %6; madc.hi.u32 %7, %14, %16, 0; /* the rest */\n\t"
      "mad.lo.u32 %7, %15, %16, %7;\n\t"
      "}"
      : "=&r"(r.w[0]), "=&r"(r.w[1]), "=&r"(r.w[2]), "=&r"(r.w[3]), "=&r"(r.w[4]), "=&r"(r.w[5]), "=&r"(r.w[6]),
        "=&r"(r.w[7])
      : "r"(a.w[0]), "r"(a.w[1]), "r"(a.w[2]), "r"(a.w[3]), "r"(a.w[4]), "r"(a.w[5]), "r"(a.w[6]), "r"(a.w[7]), "r"(k));
  products[i] = r;
}

__device__ unsigned addCarry(unsigned x, unsigned y) {
  unsigned r;
  asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
  return r;
}
__device__ unsigned addWithCarry(unsigned x, unsigned y) {
  unsigned r;
  asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
  return r;
}

/// The same sum, a function for each step, as libraries with templates write it.
__global__ void stepwise(const Wide *x, const Wide *y, Wide *sums, unsigned *carries) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  Wide r;
  r.w[0] = addCarry(x[i].w[0], y[i].w[0]);
  for (int k = 1; k < 8; k++)
    r.w[k] = addWithCarry(x[i].w[k], y[i].w[k]);
  asm("addc.u32 %0, 0, 0;" : "=r"(carries[2 * i]));
  sums[i] = r;
}

void checkArithmetic() {
  const unsigned n = 320;
  std::vector<Wide> xs(n), ys(n);
  unsigned state = 12345;
  for (unsigned i = 0; i < n; i++)
    for (int k = 0; k < 8; k++) {
      state = state * 1664525u + 1013904223u;
      xs[i].w[k] = i % 3 == 0 ? ~0u : state;
      ys[i].w[k] = i % 5 == 0 ? (k == 0) : state * 2654435761u;
    }
  check::Buffer<Wide> x(xs), y(ys), sums(n), differences(n), products(n);
  check::Buffer<unsigned> carries(2 * n);
  arithmetic<<<5, 64>>>(x.device(), y.device(), sums.device(), differences.device(), products.device(),
                        carries.device());
  check::Buffer<Wide> stepped(n);
  check::Buffer<unsigned> steppedCarries(2 * n);
  stepwise<<<5, 64>>>(x.device(), y.device(), stepped.device(), steppedCarries.device());
  stepped.download();
  steppedCarries.download();
  sums.download();
  differences.download();
  products.download();
  carries.download();
  for (unsigned i = 0; i < n; i++) {
    u64 carry = 0, high = 0, borrow = 0;
    check::equal(steppedCarries[2 * i], carries[2 * i], "stepwise carry", i);
    for (int k = 0; k < 8; k++) {
      carry += (u64)xs[i].w[k] + ys[i].w[k];
      check::equal(sums[i].w[k], (unsigned)carry, "sum", i);
      check::equal(stepped[i].w[k], (unsigned)carry, "stepwise", i);
      carry >>= 32;
      u64 difference = (u64)xs[i].w[k] - ys[i].w[k] - borrow;
      check::equal(differences[i].w[k], (unsigned)difference, "difference", i);
      borrow = difference >> 63;
      high += (u64)xs[i].w[k] * ys[i].w[3];
      check::equal(products[i].w[k], (unsigned)high, "product", i);
      high >>= 32;
    }
    check::equal(carries[2 * i], (unsigned)carry, "carry", i);
    check::equal(carries[2 * i + 1], borrow ? ~0u : 0u, "borrow", i);
  }
}

struct Approximations {
  float ex2, lg2, sine, cosine, root, reciprocal, tanh, ratio, flushed;
};

__global__ void approximate(const float *in, Approximations *out) {
  unsigned i = threadIdx.x;
  float x = in[i];
  Approximations &r = out[i];
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r.ex2) : "f"(x));
  asm("lg2.approx.f32 %0, %1;" : "=f"(r.lg2) : "f"(x));
  asm("sin.approx.f32 %0, %1;" : "=f"(r.sine) : "f"(x));
  asm("cos.approx.ftz.f32 %0, %1;" : "=f"(r.cosine) : "f"(x));
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r.root) : "f"(x));
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r.reciprocal) : "f"(x));
  asm("tanh.approx.f32 %0, %1;" : "=f"(r.tanh) : "f"(x));
  asm("div.full.f32 %0, %1, 0f40400000;" : "=f"(r.ratio) : "f"(x));
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r.flushed) : "f"(-130.0f - x));
}

void checkApproximations() {
  check::Buffer<float> in(100);
  check::Buffer<Approximations> out(100);
  for (int i = 0; i < 100; i++)
    in[i] = (i + 1) * 0.0625f;
  in.upload();
  approximate<<<1, 100>>>(in.device(), out.device());
  out.download();
  auto near = [](float got, double wanted, const char *name, int i) {
    check::that(std::abs(got - wanted) <= 2e-7 * std::max(1.0, std::abs(wanted)), name,
                std::to_string(i) + ": " + check::text(got) + " for " + check::text(wanted));
  };
  for (int i = 0; i < 100; i++) {
    double x = in[i];
    near(out[i].ex2, std::exp2(x), "ex2", i);
    near(out[i].lg2, std::log2(x), "lg2", i);
    near(out[i].sine, std::sin(x), "sin", i);
    near(out[i].cosine, std::cos(x), "cos", i);
    near(out[i].root, 1 / std::sqrt(x), "rsqrt", i);
    near(out[i].reciprocal, 1 / x, "rcp", i);
    near(out[i].tanh, std::tanh(x), "tanh", i);
    near(out[i].ratio, x / 3, "div", i);
    check::equal(out[i].flushed, 0.0f, "flushed", i);
  }
}

__global__ void odds(unsigned *out, u64 *times) {
  unsigned t = threadIdx.x, v = t + 1, w = 2 * t, before = v;
  asm volatile("" : "+r"(v) : : "memory");
  asm volatile("mov.b32 %0, %1; mov.b32 %1, %2;" : "+r"(v), "+r"(w) : "r"(before * 3));
  unsigned q, r;
  asm("{ .reg .u32 t; div.u32 %0, %2, %3; mul.lo.u32 t, %0, %3; sub.u32 %1, %2, t; }"
      : "=&r"(q), "=&r"(r)
      : "r"(t * 977), "r"(w));
  u64 start, end, timer;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(start)::"memory");
  asm volatile("nanosleep.u32 %0;" ::"r"(20));
  asm volatile("mov.u64 %0, %%clock64; mov.u64 %1, %%globaltimer;" : "=l"(end), "=l"(timer)::"memory");
  times[t] = end >= start && timer != 0;
  unsigned sm, bytes, leader;
  asm("mov.u32 %0, %%smid; mov.u32 %1, %%dynamic_smem_size;" : "=r"(sm), "=r"(bytes));
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(leader));
  out[t] = v + w * 100 + q * 3 + r * 7 + sm * 1000000 + bytes + leader * 5000;
  asm volatile("{ .reg .pred p; setp.gt.u32 p, %0, 20; @p exit; }" ::"r"(t));
  out[t] += 100000000;
}

void checkOdds() {
  check::Buffer<unsigned> out(32);
  check::Buffer<u64> times(32);
  odds<<<1, 32, 48>>>(out.device(), times.device());
  out.download();
  times.download();
  for (unsigned t = 0; t < 32; t++) {
    unsigned v = 2 * t, w = 3 * (t + 1);
    unsigned wanted =
        v + w * 100 + t * 977 / w * 3 + t * 977 % w * 7 + 48 + (t == 0 ? 5000 : 0) + (t <= 20 ? 100000000 : 0);
    check::equal(out[t], wanted, "odds", t);
    check::equal(times[t], (u64)1, "clock", t);
  }
}

/// Sums of a block by shuffles in assembly, and a barrier that counts.
__global__ void reduce(const int *in, int *out) {
  __shared__ int parts[32];
  int v = in[blockIdx.x * blockDim.x + threadIdx.x], other, counted;
  for (int step = 16; step > 0; step /= 2) {
    asm volatile("shfl.sync.down.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(other) : "r"(v), "r"(step));
    v += other;
  }
  if (threadIdx.x % 32 == 0)
    asm volatile("{ .reg .u64 a; cvta.to.shared.u64 a, %0; st.shared.u32 [a], %1; }" ::"l"(parts + threadIdx.x / 32),
                 "r"(v)
                 : "memory");
  asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 0; barrier.red.popc.u32 %0, 0, p; }"
               : "=r"(counted)
               : "r"(in[blockIdx.x * blockDim.x + threadIdx.x])
               : "memory");
  if (threadIdx.x == 0) {
    int sum = 0;
    for (unsigned w = 0; w < blockDim.x / 32; w++)
      sum += parts[w];
    out[2 * blockIdx.x] = sum;
    out[2 * blockIdx.x + 1] = counted;
  }
}

void checkReduce() {
  check::Buffer<int> in(256 * 3), out(6);
  for (size_t i = 0; i < in.size(); i++)
    in[i] = (int)(i * 37 % 101) - 50;
  in.upload();
  reduce<<<3, 256>>>(in.device(), out.device());
  out.download();
  for (int block = 0; block < 3; block++) {
    int sum = 0, counted = 0;
    for (int i = 0; i < 256; i++) {
      sum += in[block * 256 + i];
      counted += in[block * 256 + i] > 0;
    }
    check::equal(out[2 * block], sum, "sum", block);
    check::equal(out[2 * block + 1], counted, "counted", block);
  }
}

int main() {
  checkArithmetic();
  checkApproximations();
  checkOdds();
  checkReduce();
  return check::finish("inline_ptx_programs");
}
