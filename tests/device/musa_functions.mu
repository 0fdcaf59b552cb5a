// Atomics with an order (__nv_atomic_*), atomic sums of float vectors, MUSA's burst math and conversions, address space
// conversions, aligned memory of the device's heap: the values. device-functions.md lists all names.
#include "check.h"

typedef float Float2 __attribute__((ext_vector_type(2)));
typedef float Float4 __attribute__((vector_size(16)));

struct Counters {
  int sum, least, most, bits, flips, tickets;
  unsigned all;
  float real;
  double wide;
  float2 pair;
  float4 four;
};

__global__ void count(Counters *c, int *seen) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  __nv_atomic_fetch_add(&c->sum, t, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_sub(&c->sum, 1, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_min(&c->least, 500 - t, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
  __nv_atomic_fetch_max(&c->most, t * 3, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_SYSTEM);
  __nv_atomic_fetch_or(&c->bits, 1 << t % 31, __NV_ATOMIC_RELEASE);
  __nv_atomic_fetch_xor(&c->flips, t, __NV_ATOMIC_ACQUIRE);
  __nv_atomic_fetch_and(&c->all, ~(1u << t % 5), __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_add(&c->real, 0.5f, __NV_ATOMIC_RELAXED);
  int old = __nv_atomic_load_n(&c->tickets, __NV_ATOMIC_RELAXED);
  while (!__nv_atomic_compare_exchange_n(&c->tickets, &old, old + 1, true, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_RELAXED)) {
  }
  seen[old] = 1;
  double had = __nv_atomic_load_n(&c->wide, __NV_ATOMIC_RELAXED), wanted;
  do
    wanted = had + 2;
  while (!__nv_atomic_compare_exchange(&c->wide, &had, &wanted, false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_SEQ_CST));
  atomicAdd(&c->pair, make_float2(1, t % 2));
  atomicAdd_system(&c->four, make_float4(1, 2, 0, -1));
}

void checkCounters() {
  const int n = 4 * 96;
  check::Buffer<Counters> c(1);
  check::Buffer<int> seen(n);
  c[0] = {};
  c[0].all = ~0u;
  c.upload();
  count<<<4, 96>>>(c.device(), seen.device());
  c.download();
  seen.download();
  int flips = 0;
  for (int t = 0; t < n; t++) {
    flips ^= t;
    check::equal(seen[t], 1, "tickets", t);
  }
  check::equal(c[0].sum, n * (n - 1) / 2 - n, "add and sub");
  check::equal(c[0].least, std::min(0, 500 - (n - 1)), "min");
  check::equal(c[0].most, 3 * (n - 1), "max");
  check::equal(c[0].bits, 0x7fffffff, "or");
  check::equal(c[0].flips, flips, "xor");
  check::equal(c[0].all, ~31u, "and");
  check::equal(c[0].tickets, n, "compare and exchange");
  check::equal(c[0].real, n * 0.5f, "sum of floats");
  check::equal(c[0].wide, 2.0 * n, "doubles by compare and exchange");
  check::equal(c[0].pair.x + 1000 * c[0].pair.y, n + 1000.f * (n / 2), "float2");
  check::equal(c[0].four.y - c[0].four.w + c[0].four.z, 3.f * n, "float4");
}

/// Odd blocks hand words to the blocks before them: what was written before a release is seen after an acquire.
__global__ void handOver(int *words, int *flags, int *out) {
  const int pair = blockIdx.x / 2, t = threadIdx.x;
  if (blockIdx.x % 2) {
    words[pair * 64 + t] = pair * 1000 + t;
    __syncthreads();
    int one = 1;
    if (t == 0)
      __nv_atomic_store(&flags[pair], &one, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  } else {
    while (__nv_atomic_load_n(&flags[pair], __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) {
    }
    out[pair * 64 + t] = words[pair * 64 + t];
  }
}

void checkHandOver() {
  const int pairs = 20;
  check::Buffer<int> words(pairs * 64), flags(pairs), out(pairs * 64);
  handOver<<<2 * pairs, 64>>>(words.device(), flags.device(), out.device());
  out.download();
  for (int i = 0; i < pairs * 64; i++)
    check::equal(out[i], i / 64 * 1000 + i % 64, "handed over", i);
}

__constant__ int constants[4] = {5, 6, 7, 8};

__global__ void musaOwn(float *out, const float *in, int *bytes, int *places) {
  const int t = threadIdx.x;
  Float2 a = {in[t], in[t + 1]}, b = {in[t + 2], in[t + 3]}, c = {in[t + 4], in[t + 5]};
  Float4 w = {in[t], in[t + 1], in[t + 2], in[t + 3]};
  Float4 x = __musa_add_f_bst4_vv(w, w);
  Float4 y = __musa_fma_f_bst4_svs(in[t], w, 2.0f);
  float *o = out + t * 16;
  Float2 r[] = {__musa_fma_f_bst2_vvv(a, b, c), __musa_mul_f_bst2_sv(in[t], b), __musa_max_f_bst2_vv(a, b),
                __musa_exp2_f_bst2_v(a)};
  for (int i = 0; i < 4; i++) {
    o[i] = r[i][0];
    o[4 + i] = r[i][1];
    o[8 + i] = x[i];
    o[12 + i] = y[i];
  }
  bytes[2 * t] = __musa_f2uc_rn_sat(in[t] * 40);
  bytes[2 * t + 1] = __musa_f2uc_rz_sat(in[t] * 40);
  __prof_trigger(1);
  __shared__ int shared[32];
  int mine[2] = {t, t + 1};
  shared[t] = t * 2;
  int *s = (int *)__cvta_shared_to_generic(__cvta_generic_to_shared(&shared[t]));
  int *k = (int *)__cvta_constant_to_generic(__cvta_generic_to_constant(&constants[t % 4]));
  int *m = (int *)__cvta_local_to_generic(__cvta_generic_to_local(&mine[t % 2]));
  int *g = (int *)__cvta_global_to_generic(__cvta_generic_to_global(bytes));
  double *d = (double *)__nv_aligned_device_malloc(64, 128);
  d[7] = t;
  places[t] = *s + 100 * *k + 10000 * *m + 1000000 * (g == bytes) + 2000000 * ((size_t)d % 128 == 0) + (int)d[7];
  free(d);
}

void checkMusaOwn() {
  const int n = 32;
  check::Buffer<float> in(n + 8), out(n * 16);
  check::Buffer<int> bytes(2 * n), places(n);
  for (int i = 0; i < n + 8; i++)
    in[i] = (i * 7 % 19 - 5) * 0.7f;
  in.upload();
  musaOwn<<<1, n>>>(out.device(), in.device(), bytes.device(), places.device());
  out.download();
  bytes.download();
  places.download();
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < 2; i++) {
      const float a = in[t + i], b = in[t + 2 + i], c = in[t + 4 + i];
      check::equal(out[t * 16 + 4 * i], std::fma(a, b, c), "fma", t);
      check::equal(out[t * 16 + 4 * i + 1], in[t] * b, "mul", t);
      check::equal(out[t * 16 + 4 * i + 2], std::max(a, b), "max", t);
      check::that(std::fabs(out[t * 16 + 4 * i + 3] / std::exp2(a) - 1) < 1e-6, "exp2", std::to_string(t));
    }
    for (int i = 0; i < 4; i++) {
      check::equal(out[t * 16 + 8 + i], 2 * in[t + i], "add", t);
      check::equal(out[t * 16 + 12 + i], std::fma(in[t], in[t + i], 2.0f), "fma of scalars", t);
    }
    const float x = std::min(std::max(in[t] * 40, 0.f), 255.f);
    check::equal(bytes[2 * t], (int)std::nearbyint(x), "to a byte, nearest", t);
    check::equal(bytes[2 * t + 1], (int)x, "to a byte, towards zero", t);
    check::equal(places[t], t * 2 + 100 * (5 + t % 4) + 10000 * (t + t % 2) + 3000000 + t, "places", t);
  }
}

int main() {
  checkCounters();
  checkHandOver();
  checkMusaOwn();
  return check::finish("musa_functions");
}
