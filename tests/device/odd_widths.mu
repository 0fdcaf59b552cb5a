// Integers of widths that no lane has: what clang's optimiser makes of ordinary code, and `_BitInt(N)` for every
// operation and intrinsic at widths from 3 to 100 bits, against the host's 128-bit arithmetic.
#include "check.h"

#include <cstdint>

using Word = unsigned long long;
using Long = unsigned __int128;

/// Every operation's result as two words, by number.
enum Op {
  kAdd,
  kSub,
  kMul,
  kUdiv,
  kUrem,
  kSdiv,
  kSrem,
  kShl,
  kLshr,
  kAshr,
  kReverse,
  kSwap,
  kClz,
  kCtz,
  kPopc,
  kRotateLeft,
  kRotateRight,
  kAddSat,
  kSubSat,
  kSignedAddSat,
  kSignedSubSat,
  kAddOverflow,
  kSubOverflow,
  kMulOverflow,
  kSignedAddOverflow,
  kSignedSubOverflow,
  kSignedMulOverflow,
  kUmin,
  kUmax,
  kSmin,
  kSmax,
  kAbs,
  kThreeWay,
  kSwitch,
  kLoop,
  kIndex,
  kMemory,
  kFloat,
  kSignedFloat,
  kNarrow,
  kOps
};

template <int N> struct Number {
  using U = unsigned _BitInt(N);
  using S = signed _BitInt(N);
};

template <class T> __host__ __device__ T reversed(T x, int bits) {
  T r = 0;
  for (int i = 0; i < bits; ++i) {
    r = r << 1 | (x & 1);
    x >>= 1;
  }
  return r;
}

// ---- the device: values of N bits, written so that clang forms the intrinsics ----

template <int N> struct OnDevice {
  using U = typename Number<N>::U;
  using S = typename Number<N>::S;
  static constexpr U kOne = 1, kAll = ~U(0), kHigh = U(kOne << (N - 1));
  template <class T> __device__ static T smaller(T x, T y) { return x < y ? x : y; }
  template <class T> __device__ static T larger(T x, T y) { return x > y ? x : y; }
  __device__ static S end(U x) { return S((S)x < 0 ? kHigh : U(kAll ^ kHigh)); }

  __device__ static U reverse(U x) {
    U r = 0;
#pragma unroll
    for (int i = 0; i < N; ++i) {
      r = U(r << 1) | (x & kOne);
      x >>= 1;
    }
    return r;
  }
  __device__ static U swap(U x) {
    U r = 0;
#pragma unroll
    for (int i = 0; i < N / 8; ++i)
      r |= U(U(x >> (8 * i)) & U(255)) << (N - 8 - 8 * i);
    return r;
  }
  __device__ static U choose(U x, U y) {
    switch ((unsigned)(x & U(7))) {
    case 0:
      return y;
    case 1:
      return y + x;
    case 2:
      return x - y;
    case 5:
      return U(x << 1);
    default:
      return x ^ y;
    }
  }
  __device__ static U rounds(U x, U y) {
    U sum = 0;
    for (U k = 0; k < U(y % U(5)); ++k)
      sum = sum * U(3) + (x ^ k);
    return sum;
  }
};

template <int N> struct Fields {
  unsigned _BitInt(N) a;
  unsigned char between;
  signed _BitInt(N) b;
};

template <int N>
__device__ Long compute(int op, Long wideX, Long wideY, Fields<N> *memory, const unsigned char *table) {
  using D = OnDevice<N>;
  using U = typename D::U;
  using S = typename D::S;
  const U x = (U)wideX, y = (U)wideY;
  const S sx = (S)x, sy = (S)y;
  const unsigned amount = (unsigned)(wideY % N);
  U u;
  S s;
  switch (op) {
  case kAdd:
    return U(x + y);
  case kSub:
    return U(x - y);
  case kMul:
    return U(x * y);
  case kUdiv:
    return y ? U(x / y) : U(0);
  case kUrem:
    return y ? U(x % y) : U(0);
  case kSdiv:
    return y && sy != -1 ? U(sx / sy) : U(0);
  case kSrem:
    return y && sy != -1 ? U(sx % sy) : U(0);
  case kShl:
    return U(x << amount);
  case kLshr:
    return U(x >> amount);
  case kAshr:
    return U(sx >> amount);
  case kReverse:
    return D::reverse(x);
  case kSwap:
    return N % 16 == 0 ? D::swap(x) : x;
  case kClz:
    return (Long)__builtin_clzg(x, N);
  case kCtz:
    return (Long)__builtin_ctzg(x, N);
  case kPopc:
    return (Long)__builtin_popcountg(x);
  case kRotateLeft:
    return U(U(x << amount) | (amount ? U(x >> (N - amount)) : U(0)));
  case kRotateRight:
    return U(U(x >> amount) | (amount ? U(x << (N - amount)) : U(0)));
  case kAddSat:
    return __builtin_elementwise_add_sat(x, y);
  case kSubSat:
    return __builtin_elementwise_sub_sat(x, y);
  case kSignedAddSat:
    return U(__builtin_elementwise_add_sat(sx, sy));
  case kSignedSubSat:
    return U(__builtin_elementwise_sub_sat(sx, sy));
  case kAddOverflow: {
    bool o = __builtin_add_overflow(x, y, &u);
    return Long(u) + o;
  }
  case kSubOverflow: {
    bool o = __builtin_sub_overflow(x, y, &u);
    return Long(u) + o;
  }
  case kMulOverflow: {
    bool o = __builtin_mul_overflow(x, y, &u);
    return Long(u) + o;
  }
  case kSignedAddOverflow: {
    bool o = __builtin_add_overflow(sx, sy, &s);
    return Long(U(s)) + o;
  }
  case kSignedSubOverflow: {
    bool o = __builtin_sub_overflow(sx, sy, &s);
    return Long(U(s)) + o;
  }
  case kSignedMulOverflow: {
    if constexpr (N <= 64) {
      bool o = __builtin_mul_overflow(sx, sy, &s);
      return Long(U(s)) + o;
    }
    return 0;
  }
  case kUmin:
    return D::smaller(x, y);
  case kUmax:
    return D::larger(x, y);
  case kSmin:
    return U(D::smaller(sx, sy));
  case kSmax:
    return U(D::larger(sx, sy));
  case kAbs:
    return sx == S(D::kHigh) ? x : U(sx < 0 ? -sx : sx);
  case kThreeWay:
    return (Long)(__int128)(sx < sy ? -1 : sx > sy);
  case kSwitch:
    return D::choose(x, y);
  case kLoop:
    return D::rounds(x, y);
  case kIndex:
    return table[(size_t)(x % U(7))] + table[(size_t)(y & U(3))];
  case kMemory:
    memory->a = x, memory->b = sy, memory->between = 0x5a;
    memory += 1;
    memory->a = memory[-1].a + U(1), memory->b = memory[-1].b;
    return Long(U(memory->b)) + memory->a + memory[-1].between;
  case kFloat:
    return (Long)__double_as_longlong((double)x);
  case kSignedFloat:
    return (Long)__double_as_longlong((double)sx);
  case kNarrow:
    return (Long)(__int128)(signed _BitInt(N > 5 ? 5 : 2)) x + (Long)(unsigned _BitInt(N > 9 ? 9 : 3)) y;
  }
  return 0;
}

template <int N>
__global__ void compare(const Long *xs, const Long *ys, Long *out, Fields<N> *memory, const unsigned char *table) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
  for (int op = 0; op < kOps; ++op)
    out[i * kOps + op] = compute<N>(op, xs[i], ys[i], memory + 2 * i, table);
}

// ---- the host, in 128 bits ----

template <int N> struct OnHost {
  static constexpr Long kMask = N == 128 ? ~Long(0) : (Long(1) << N % 128) - 1;
  static __int128 sign(Long x) { return (__int128)(x << (128 - N)) >> (128 - N); }
  static Long cut(Long x) { return x & kMask; }
  static Long held(__int128 v) {
    const __int128 most = (__int128)(kMask >> 1), least = -most - 1;
    return cut((Long)(v > most ? most : v < least ? least : v));
  }
  static bool fits(__int128 v) { return sign(cut((Long)v)) == v; }

  static Long result(int op, Long x, Long y, const unsigned char *table) {
    x = cut(x);
    const unsigned amount = (unsigned)(y % N);
    y = cut(y);
    const __int128 sx = sign(x), sy = sign(y);
    switch (op) {
    case kAdd:
      return cut(x + y);
    case kSub:
      return cut(x - y);
    case kMul:
      return cut(x * y);
    case kUdiv:
      return y ? x / y : 0;
    case kUrem:
      return y ? x % y : 0;
    case kSdiv:
      return y && sy != -1 ? cut((Long)(sx / sy)) : 0;
    case kSrem:
      return y && sy != -1 ? cut((Long)(sx % sy)) : 0;
    case kShl:
      return cut(x << amount);
    case kLshr:
      return x >> amount;
    case kAshr:
      return cut((Long)(sx >> amount));
    case kReverse:
      return reversed(x, N);
    case kSwap: {
      Long r = 0;
      for (int k = 0; k < N / 8; ++k)
        r = r << 8 | (x >> 8 * k & 255);
      return N % 16 == 0 ? r : x;
    }
    case kClz: {
      int n = 0;
      while (n < N && !(x >> (N - 1 - n) & 1))
        ++n;
      return n;
    }
    case kCtz: {
      int n = 0;
      while (n < N && !(x >> n & 1))
        ++n;
      return n;
    }
    case kPopc: {
      int n = 0;
      for (int k = 0; k < N; ++k)
        n += (int)(x >> k & 1);
      return n;
    }
    case kRotateLeft:
      return cut(x << amount | (amount ? x >> (N - amount) : 0));
    case kRotateRight:
      return cut(x >> amount | (amount ? x << (N - amount) : 0));
    case kAddSat:
      return x + y > kMask ? kMask : x + y;
    case kSubSat:
      return x < y ? 0 : x - y;
    case kSignedAddSat:
      return held(sx + sy);
    case kSignedSubSat:
      return held(sx - sy);
    case kAddOverflow:
      return cut(x + y) + (x + y > kMask);
    case kSubOverflow:
      return cut(x - y) + (x < y);
    case kMulOverflow:
      return cut(x * y) + (x && kMask / x < y);
    case kSignedAddOverflow:
      return cut(sx + sy) + !fits(sx + sy);
    case kSignedSubOverflow:
      return cut(sx - sy) + !fits(sx - sy);
    case kSignedMulOverflow:
      return N <= 64 ? cut(sx * sy) + !fits(sx * sy) : 0;
    case kUmin:
      return x < y ? x : y;
    case kUmax:
      return x > y ? x : y;
    case kSmin:
      return sx < sy ? x : y;
    case kSmax:
      return sx > sy ? x : y;
    case kAbs:
      return cut(sx < 0 ? -x : x);
    case kThreeWay:
      return (Long)(__int128)(sx < sy ? -1 : sx > sy);
    case kSwitch:
      switch ((unsigned)x & 7) {
      case 0:
        return y;
      case 1:
        return cut(y + x);
      case 2:
        return cut(x - y);
      case 5:
        return cut(x << 1);
      default:
        return x ^ y;
      }
    case kLoop: {
      Long sum = 0;
      for (Long k = 0; k < y % 5; ++k)
        sum = cut(sum * 3 + (x ^ k));
      return sum;
    }
    case kIndex:
      return table[(size_t)(x % 7)] + table[(size_t)(y & 3)];
    case kMemory:
      return y + cut(x + 1) + 0x5a;
    case kFloat:
      return bitsOf((double)x);
    case kSignedFloat:
      return bitsOf((double)sx);
    case kNarrow: {
      const int few = N > 5 ? 5 : 2, some = N > 9 ? 9 : 3;
      return (Long)((__int128)(x << (128 - few)) >> (128 - few)) + (y & ((1 << some) - 1));
    }
    }
    return 0;
  }
  static Long bitsOf(double d) {
    long long bits;
    memcpy(&bits, &d, sizeof bits);
    return (Long)bits;
  }
};

Long someNumber(int i) {
  static Word state = 0x9e3779b97f4a7c15;
  auto next = [&] { return state = state * 6364136223846793005u + 1442695040888963407u, state ^ state >> 29; };
  Long all = Long(next()) << 64 | next();
  switch (i % 8) {
  case 0:
    return all & 7;
  case 1:
    return ~(all & 7);
  case 2:
    return Long(1) << next() % 128;
  case 3:
    return (Long(1) << next() % 128) - 1;
  case 4:
    return all >> next() % 128;
  case 5:
    return (Long)((__int128)all >> next() % 128);
  default:
    return all;
  }
}

template <int N> void test() {
  const int n = 512;
  check::Buffer<Long> xs(n), ys(n), out(n * kOps);
  check::Buffer<Fields<N>> memory(2 * n);
  check::Buffer<unsigned char> table(8);
  for (int i = 0; i < n; ++i)
    xs[i] = someNumber(i), ys[i] = i % 32 == 9 ? xs[i] : someNumber(i / 8);
  for (int i = 0; i < 8; ++i)
    table[i] = i * 29 + 3;
  xs.upload(), ys.upload(), table.upload();
  compare<N><<<n / 64, 64>>>(xs.device(), ys.device(), out.device(), memory.device(), table.device());
  out.download();
  for (int i = 0; i < n; ++i)
    for (int op = 0; op < kOps; ++op) {
      Long got = out[i * kOps + op], wanted = OnHost<N>::result(op, xs[i], ys[i], table.host.data());
      std::string name = std::to_string(N) + " bits, operation " + std::to_string(op);
      check::equal((Word)got, (Word)wanted, name + ", low", i);
      check::equal((Word)(got >> 64), (Word)(wanted >> 64), name + ", high", i);
    }
}

// ---- what ordinary code becomes ----

__global__ void ordinary(unsigned *out) {
  const unsigned t = threadIdx.x;
  unsigned *r = out + t * 6;
  r[0] = reversed(t, 6);
  r[1] = reversed(t, 3) * 5 + reversed(t, 11);
  bool flags[9];
  for (int i = 0; i < 9; ++i)
    flags[i] = t >> i % 5 & 1;
  unsigned sum = t;
  for (bool f : flags)
    sum = sum * 2 + f;
  r[2] = sum;
  Word wide = 0;
  unsigned bits = t * 12345679u;
  memcpy((char *)&wide + 1, &bits, 3);
  r[3] = (unsigned)(wide >> 8);
  Word swapped = 0;
  for (int i = 0; i < 6; ++i)
    swapped |= ((Word)t * 0x123456789ull >> 8 * i & 255) << 8 * (5 - i);
  r[4] = (unsigned)swapped, r[5] = (unsigned)(swapped >> 32);
}

void testOrdinary() {
  check::Buffer<unsigned> out(64 * 6);
  ordinary<<<1, 64>>>(out.device());
  out.download();
  for (unsigned t = 0; t < 64; ++t) {
    unsigned sum = t;
    for (int i = 0; i < 9; ++i)
      sum = sum * 2 + (t >> i % 5 & 1);
    Word swapped = 0;
    for (int i = 0; i < 6; ++i)
      swapped = swapped << 8 | ((Word)t * 0x123456789ull >> 8 * i & 255);
    const unsigned wanted[6] = {reversed(t, 6),
                                reversed(t, 3) * 5 + reversed(t, 11),
                                sum,
                                t * 12345679u & 0xffffff,
                                (unsigned)swapped,
                                (unsigned)(swapped >> 32)};
    for (int k = 0; k < 6; ++k)
      check::equal(out[t * 6 + k], wanted[k], "ordinary code " + std::to_string(k), t);
  }
}

// ---- parameters and functions that stay functions ----

template <class T> __device__ __noinline__ T collatz(T x, int depth) {
  return depth == 0 || x < 2 ? x : x % 2 ? collatz<T>(3 * x + 1, depth - 1) : collatz<T>(x / 2, depth - 1);
}
template <class T> __global__ void passed(char, T x, short between, T y, unsigned *out) {
  out[threadIdx.x] = (unsigned)collatz<T>(x + threadIdx.x, 5) + (unsigned)y + between;
}
template <class T> void testPassed(const char *name) {
  check::Buffer<unsigned> out(40);
  passed<T><<<1, 40>>>('x', T(7), 3, T(11), out.device());
  out.download();
  for (unsigned t = 0; t < 40; ++t) {
    unsigned x = 7 + t;
    for (int k = 0; k < 5 && x >= 2; ++k)
      x = x % 2 ? 3 * x + 1 : x / 2;
    check::equal(out[t], x + 14, name, t);
  }
}

/// Vectors of bools: packed in memory, the integer of all their bits.
template <int N> using Bools = bool __attribute__((ext_vector_type(N)));
template <int N> __global__ void combine(const Bools<N> *x, Bools<N> *out) {
  Bools<N> a = x[threadIdx.x], b = x[(threadIdx.x + 1) % blockDim.x];
  out[threadIdx.x] = (a & ~b) | (a ^ b);
}
template <int N, class Stored> void testBools(const char *name) {
  check::Buffer<Stored> x(40), out(40);
  for (unsigned t = 0; t < 40; ++t)
    x[t] = Stored(0x9e3779b97f4a7c15ull * (t + 1)) & Stored(((Long)1 << N) - 1);
  x.upload();
  combine<N><<<1, 40>>>((const Bools<N> *)x.device(), (Bools<N> *)out.device());
  out.download();
  for (unsigned t = 0; t < 40; ++t) {
    Stored a = x[t], b = x[(t + 1) % 40], wanted = (a & Stored(~b)) | (a ^ b);
    check::that(((out[t] ^ wanted) & Stored(((Long)1 << N) - 1)) == 0, name);
  }
}

int main() {
  testOrdinary();
  testBools<8, unsigned char>("eight bools"), testBools<9, unsigned short>("nine bools");
  testBools<32, unsigned>("32 bools"), testBools<65, Long>("65 bools");
  test<3>(), test<6>(), test<9>(), test<17>(), test<24>(), test<33>(), test<48>(), test<63>(), test<96>(), test<100>();
  testPassed<unsigned _BitInt(17)>("parameters of 17 bits");
  testPassed<unsigned _BitInt(100)>("parameters of 100 bits");
  testPassed<unsigned __int128>("parameters of 128 bits");
  return check::finish("odd_widths");
}
