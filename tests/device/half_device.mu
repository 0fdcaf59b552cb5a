// mcc: -fmad=false
// 16-bit floats as programs use them: classes and operators, pairs, cached accesses, shuffles, atomics, shared and
// private memory, values that live over barriers. Every block shape; the host computes the same with the same headers
// (a device may fuse a product into a sum otherwise).
#include "narrow.h"

template <class T> struct Pair;
template <> struct Pair<__half> {
  typedef __half2 type;
};
template <> struct Pair<__mt_bfloat16> {
  typedef __mt_bfloat162 type;
};
#define PAIRS(TYPE, NAME, NAME2)                                                                                       \
  __host__ __device__ inline void pairs(unsigned short *out, TYPE a, TYPE b) {                                         \
    int n = 0;                                                                                                         \
    auto keep = [&](auto v) {                                                                                          \
      out[n++] = narrow::bitsOf(v.x);                                                                                  \
      out[n++] = narrow::bitsOf(v.y);                                                                                  \
    };                                                                                                                 \
    auto p = __halves2##NAME2(a, b), q = make_##NAME2(b, a);                                                           \
    keep(p), keep(__lowhigh2highlow(p)), keep(__low2##NAME2(p)), keep(__high2##NAME2(p));                              \
    keep(__lows2##NAME2(p, q)), keep(__highs2##NAME2(p, q)), keep(__##NAME##2##NAME2(b));                              \
    keep(__float2##NAME2##_rn(1.2345f)), keep(__floats2##NAME2##_rn(__low2float(p), __high2float(p)));                 \
    keep(__float22##NAME2##_rn(__##NAME2##2float2(p))), keep(decltype(p)(__low2##NAME(p), __high2##NAME(q)));          \
    keep(p + q), keep(p - q), keep(p *q), keep(p / q), keep(-p), keep(+p), keep(__hcmadd(p, q, p));                    \
    keep(__hfma2(p, q, p)), keep(__hfma2_sat(p, q, p)), keep(__hfma2_relu(p, q, p)), keep(__habs2(p));                 \
    keep(__hadd2_rn(p, q)), keep(__hsub2_sat(p, q)), keep(__hmul2_sat(p, q)), keep(__hadd2_sat(p, q));                 \
    keep(__hmax2(p, q)), keep(__hmin2(p, q)), keep(__hmax2_nan(p, q)), keep(__hmin2_nan(p, q)), keep(__hisnan2(p));    \
    keep(__heq2(p, q)), keep(__hne2(p, q)), keep(__hlt2(p, q)), keep(__hgeu2(p, q)), keep(__hneu2(p, q));              \
    unsigned masks[] = {__heq2_mask(p, q), __hltu2_mask(p, q), __hge2_mask(p, q), __hneu2_mask(p, q)};                 \
    for (unsigned mask : masks)                                                                                        \
      out[n++] = mask & 0xffff, out[n++] = mask >> 16;                                                                 \
    out[n++] = (unsigned short)(__hbeq2(p, q) | __hbne2(p, q) << 1 | __hblt2(p, p) << 2 | __hble2(p, p) << 3 |         \
                                __hbgtu2(p, q) << 4 | (p == q) << 5 | (p != q) << 6 | (p <= p) << 7);                  \
    p += q, keep(p), p -= q, keep(p), p *= q, keep(p), p /= q, keep(p), keep(p++), keep(--p);                          \
  }
PAIRS(__half, half, half2)
PAIRS(__mt_bfloat16, bfloat16, bfloat162)
constexpr int kPairs = 2 * 36 + 8 + 1 + 2 * 6;

/// Conversions of the class, in expressions of every kind.
template <class T> __host__ __device__ unsigned mixed(T a, T b) {
  T sum = 3;
  sum += a;
  sum = sum * T(2.5) - b;
  sum++;
  --sum;
  float f = sum;
  double d = a;
  int i = b;
  long long l = a;
  unsigned u = b;
  bool set = a;
  T back = f + (float)d, again = i, third = (unsigned short)(u & 0xff);
  if (a < b || a >= T(1.0f))
    back = back + T(l & 7);
  back -= set ? again : third;
  return narrow::bitsOf(back) + (a == b) + 2 * (a != b) + 4 * (a > b) + 8 * (a <= b) + 16 * (a ? 1 : 0);
}

template <class T> __global__ void expressions(const T *a, const T *b, unsigned short *out, unsigned *sums, int count) {
  int i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  pairs(out + i * kPairs, a[i], b[i]);
  sums[i] = mixed(a[i], b[i]);
}

template <class T> void testExpressions() {
  const int count = 4000;
  std::mt19937 random(9);
  check::Buffer<T> a(count), b(count);
  for (int i = 0; i < count; i++) {
    unsigned x = narrow::draw(random);
    a[i] = narrow::make<T>(x), b[i] = narrow::make<T>(narrow::draw(random, x));
  }
  a.upload(), b.upload();
  check::Buffer<unsigned short> out(count * kPairs);
  check::Buffer<unsigned> sums(count);
  expressions<<<count / 96 + 1, dim3(32, 3)>>>(a.device(), b.device(), out.device(), sums.device(), count);
  out.download(), sums.download();
  for (int i = 0; i < count; i++) {
    unsigned short host[kPairs] = {};
    pairs(host, a[i], b[i]);
    for (int n = 0; n < kPairs; n++)
      narrow::equal<T>(out[i * kPairs + n], host[n],
                       "pair value " + std::to_string(n) + " of " + narrow::hex(narrow::bitsOf(a[i])));
    if (!__hisnan(a[i]) && !__hisnan(b[i]))
      check::equal(sums[i], mixed(a[i], b[i]), narrow::nameOf<T>() + std::string(" mixed"), i);
  }
}

/// Loads with hints, shuffles of scalars and pairs, a sum over the block in shared memory, a private array.
template <class T> __global__ void cooperate(const T *in, T *out, T *sums) {
  typedef typename Pair<T>::type T2;
  __shared__ T shared[1024];
  __shared__ T2 both[1024];
  int threads = blockDim.x * blockDim.y * blockDim.z;
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * threads + t;
  T mine = __ldg(in + i), kept[4];
  for (int k = 0; k < 4; k++)
    kept[(k + t) & 3] = mine * T(k + 1);
  shared[t] = mine;
  __stcg(both + t, T2(mine, __ldcs(in + i)));
  __syncthreads();
  T2 other = __ldcv(both + threads - 1 - t);
  T total = shared[(t + 1) % threads] + other.y;
  unsigned mask = __activemask();
  T left = __shfl_up_sync(mask, mine, 1), right = __shfl_down_sync(mask, mine, 2),
    crossed = __shfl_xor_sync(mask, mine, 1);
  T2 first = __shfl_sync(mask, T2(mine, total), 0);
  int lane = t % 32, last = min(32, threads - t / 32 * 32) - 1;
  if (lane + 2 > last)
    right = mine;
  if ((lane ^ 1) > last)
    crossed = mine;
  __syncthreads(); // total, kept and the shuffles' results live over it
  __stwt(out + i, left + right * crossed + first.x - first.y + total + kept[t & 3] + kept[(t + 2) & 3]);
  for (int step = 512; step > 0; step /= 2) {
    if (t < step && t + step < threads)
      shared[t] += shared[t + step];
    __syncthreads();
  }
  if (t == 0)
    sums[blockIdx.x] = shared[0];
}

template <class T> void testCooperation() {
  for (dim3 shape : check::shapes()) {
    int threads = (int)check::threads(shape), blocks = 3, count = threads * blocks;
    check::Buffer<T> in(count), out(count), sums(blocks);
    for (int i = 0; i < count; i++)
      in[i] = T((float)((i * 37) % 101) / 8 - 6);
    in.upload();
    cooperate<<<blocks, shape>>>(in.device(), out.device(), sums.device());
    out.download(), sums.download();
    std::string where = " " + std::to_string(shape.x) + "x" + std::to_string(shape.y) + "x" + std::to_string(shape.z);
    for (int block = 0; block < blocks; block++) {
      const T *v = &in[block * threads];
      std::vector<T> tree(v, v + threads), totals(threads);
      for (int t = 0; t < threads; t++)
        totals[t] = v[(t + 1) % threads] + v[threads - 1 - t];
      for (int t = 0; t < threads; t++) {
        int base = t / 32 * 32, lane = t % 32, last = std::min(32, threads - base) - 1;
        T left = lane ? v[t - 1] : v[t], right = lane + 2 > last ? v[t] : v[t + 2];
        T crossed = (lane ^ 1) > last ? v[t] : v[base + (lane ^ 1)];
        T one = v[t] * T(1), three = v[t] * T(3); // kept[(k + t) & 3] at k = 0 and k = 2
        T wanted = left + right * crossed + v[base] - totals[base] + totals[t] + one + three;
        narrow::equal<T>(narrow::bitsOf(out[block * threads + t]), narrow::bitsOf(wanted),
                         "cooperation" + where + " thread " + std::to_string(t));
      }
      for (int step = 512; step > 0; step /= 2)
        for (int t = 0; t < step && t + step < threads; t++)
          tree[t] += tree[t + step];
      narrow::equal<T>(narrow::bitsOf(sums[block]), narrow::bitsOf(tree[0]), "tree" + where);
    }
  }
}

/// Sums of small integers are exact in any order, and so are the old values' sum: each is counted once.
template <class T>
__global__ void add(T *one, T *many, typename Pair<T>::type *pair, unsigned short *swapped, T *block) {
  typedef typename Pair<T>::type T2;
  __shared__ T shared[2];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 2)
    shared[threadIdx.x] = T(0.0f);
  __syncthreads();
  atomicAdd(one, T(1.0f));
  atomicAdd(many + i % 7, T(2.0f));
  T2 before = atomicAdd(pair, T2(T(1.0f), T(-1.0f)));
  if (before.x != -before.y && before.x > T(300.0f))
    atomicAdd_system(one, T(1000.0f)); // never
  atomicAdd_block(&shared[i & 1], T(1.0f));
  // A sum by compare-and-swap of the bits.
  unsigned short old = *(volatile unsigned short *)swapped, seen;
  do {
    seen = old;
    old = atomicCAS(swapped, seen, (unsigned short)narrow::bitsOf(narrow::make<T>(seen) + T(1.0f)));
  } while (old != seen);
  __syncthreads();
  if (threadIdx.x < 2)
    block[blockIdx.x * 2 + threadIdx.x] = shared[threadIdx.x];
}

template <class T> void testAtomics() {
  typedef typename Pair<T>::type T2;
  const int blocks = 3, threads = 70, count = blocks * threads; // 210 is exact in both formats, and every sum up to it
  check::Buffer<T> one(1, T(0.0f)), many(8, T(0.0f)), block(2 * blocks, T(0.0f));
  check::Buffer<T2> pair(1, T2(T(0.0f), T(0.0f)));
  check::Buffer<unsigned short> swapped(1, 0);
  add<<<blocks, threads>>>(one.device(), many.device(), pair.device(), swapped.device(), block.device());
  one.download(), many.download(), pair.download(), swapped.download(), block.download();
  check::equal((float)one[0], (float)count, "one place");
  for (int k = 0; k < 7; k++)
    check::equal((float)many[k], (float)(2 * (count / 7)), "seven places", k);
  check::equal((float)many[7], 0.0f, "the neighbour");
  check::equal((float)pair[0].x, (float)count, "pair, low");
  check::equal((float)pair[0].y, (float)-count, "pair, high");
  check::equal((float)narrow::make<T>(swapped[0]), (float)count, "compare and swap");
  for (int k = 0; k < 2 * blocks; k++)
    check::equal((float)block[k], (float)threads / 2, "shared", k);
}

template <class T> void run() {
  testExpressions<T>();
  testCooperation<T>();
  testAtomics<T>();
}

int main() {
  run<__half>();
  run<__mt_bfloat16>();
  static_assert(sizeof(__half) == 2 && sizeof(__half2) == 4 && alignof(__half2) == 4, "layout");
  static_assert(sizeof(half) == 2 && sizeof(mt_bfloat16) == 2 && sizeof(__mt_bfloat162) == 4, "layout");
  static_assert(std::is_trivially_copyable<__half>::value && std::is_trivially_default_constructible<__half2>::value,
                "");
  return check::finish("half_device");
}
