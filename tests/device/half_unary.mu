// Functions of one 16-bit float, over all 65,536 of them: every result is exact or the nearest number, as on an H200.
// Where the host has a function too, its bits are the device's.
#include "narrow.h"

constexpr int kAll = 65536;

// Integers: word, type; all four directions.
#define WORDS(F)                                                                                                       \
  F(short, short)                                                                                                      \
  F(ushort, unsigned short)                                                                                            \
  F(int, int)                                                                                                          \
  F(uint, unsigned int)                                                                                                \
  F(ll, long long)                                                                                                     \
  F(ull, unsigned long long)

struct Integers {
  long long values[26];
};
template <class T> struct Names;
#define NAMES(TYPE, NAME)                                                                                              \
  template <> struct Names<TYPE> {                                                                                     \
    static __host__ __device__ void integers(Integers &row, TYPE v) {                                                  \
      int n = 0;                                                                                                       \
      NAME##_WORDS row.values[n++] = __##NAME##2char_rz(v);                                                            \
      row.values[n++] = __##NAME##2uchar_rz(v);                                                                        \
    }                                                                                                                  \
    static __host__ __device__ float toFloat(TYPE v) { return __##NAME##2float(v); }                                   \
    static __host__ __device__ unsigned asShort(TYPE v) { return (unsigned short)__##NAME##_as_short(v); }             \
  };
#define ALL_MODES(NAME, WORD)                                                                                          \
  row.values[n++] = (long long)__##NAME##2##WORD##_rn(v);                                                              \
  row.values[n++] = (long long)__##NAME##2##WORD##_rd(v);                                                              \
  row.values[n++] = (long long)__##NAME##2##WORD##_ru(v);                                                              \
  row.values[n++] = (long long)__##NAME##2##WORD##_rz(v);
#define half_WORD(WORD, TYPE) ALL_MODES(half, WORD)
#define bfloat16_WORD(WORD, TYPE) ALL_MODES(bfloat16, WORD)
#define half_WORDS WORDS(half_WORD)
#define bfloat16_WORDS WORDS(bfloat16_WORD)
NAMES(__half, half)
NAMES(__mt_bfloat16, bfloat16)

struct Row {
  Integers integers;
  float wide;
  unsigned short negated, absolute, same;
  signed char isNaN, isInf;
};
template <class T> __host__ __device__ void fill(Row &row, T v) {
  Names<T>::integers(row.integers, v);
  row.wide = Names<T>::toFloat(v);
  row.negated = narrow::bitsOf(__hneg(v));
  row.absolute = narrow::bitsOf(__habs(v));
  row.same = Names<T>::asShort(v);
  row.isNaN = __hisnan(v);
  row.isInf = __hisinf(v);
}
template <class T> __global__ void computeExact(Row *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  fill(out[i], narrow::make<T>(i));
}

template <class I> long long clamped(double whole) {
  if (std::isnan(whole))
    return sizeof(I) == 8 ? (long long)(1ull << 63) : 0;
  if (whole >= std::ldexp(1.0, std::numeric_limits<I>::digits))
    return (long long)std::numeric_limits<I>::max();
  if (whole <= (double)std::numeric_limits<I>::min())
    return (long long)std::numeric_limits<I>::min();
  return (long long)(I)whole;
}
template <class T> void verifyExact(unsigned bits, const Row &row, const char *side) {
  double v = narrow::valueOf<T>(bits);
  std::string where = std::string(narrow::nameOf<T>()) + " " + side + " " + narrow::hex(bits) + " ";
  int n = 0;
#define CHECK(WORD, TYPE)                                                                                              \
  check::equal(row.integers.values[n++], clamped<TYPE>(std::nearbyint(v)), where + #WORD "_rn");                       \
  check::equal(row.integers.values[n++], clamped<TYPE>(std::floor(v)), where + #WORD "_rd");                           \
  check::equal(row.integers.values[n++], clamped<TYPE>(std::ceil(v)), where + #WORD "_ru");                            \
  check::equal(row.integers.values[n++], clamped<TYPE>(std::trunc(v)), where + #WORD "_rz");
  WORDS(CHECK)
#undef CHECK
  check::equal(row.integers.values[n++], clamped<signed char>(std::trunc(v)), where + "char_rz");
  check::equal(row.integers.values[n++], clamped<unsigned char>(std::trunc(v)), where + "uchar_rz");
  check::equal((double)row.wide, v, where + "float");
  check::equal<unsigned>(row.negated, bits ^ 0x8000, where + "negated");
  check::equal<unsigned>(row.absolute, bits & 0x7fff, where + "absolute");
  check::equal<unsigned>(row.same, bits, where + "bits");
  check::equal<int>(row.isNaN, std::isnan(v), where + "isnan");
  check::equal<int>(row.isInf, std::isinf(v) ? (v > 0 ? 1 : -1) : 0, where + "isinf");
}

// Math functions and their exact values: all results are the nearest numbers.
#define MATH(F)                                                                                                        \
  F(ceil, std::ceil(v))                                                                                                \
  F(floor, std::floor(v))                                                                                              \
  F(rint, std::nearbyint(v))                                                                                           \
  F(trunc, std::trunc(v))                                                                                              \
  F(sqrt, std::sqrt(v))                                                                                                \
  F(rcp, 1 / v)                                                                                                        \
  F(rsqrt, 1 / std::sqrt(v))                                                                                           \
  F(exp, std::exp(v))                                                                                                  \
  F(exp2, std::exp2(v))                                                                                                \
  F(exp10, std::pow(10.0L, (long double)v))                                                                            \
  F(log, std::log(v))                                                                                                  \
  F(log2, std::log2(v))                                                                                                \
  F(log10, std::log10(v))                                                                                              \
  F(sin, std::sin(v))                                                                                                  \
  F(cos, std::cos(v))                                                                                                  \
  F(tanh, std::tanh(v))                                                                                                \
  F(tanh_approx, std::tanh(v))
constexpr int kFunctions = 17;

template <class T, class T2> __global__ void computeMath(unsigned short *out, unsigned short *pairs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = 0;
  T v = narrow::make<T>(i), other = narrow::make<T>(i ^ 0x5a5a);
  T2 both(v, other);
#define CALL(name, exact)                                                                                              \
  out[n * kAll + i] = narrow::bitsOf(h##name(v));                                                                      \
  {                                                                                                                    \
    T2 r = h2##name(both);                                                                                             \
    pairs[2 * (n * kAll + i)] = narrow::bitsOf(r.x);                                                                   \
    pairs[2 * (n * kAll + i) + 1] = narrow::bitsOf(r.y);                                                               \
  }                                                                                                                    \
  n++;
  MATH(CALL)
#undef CALL
}

template <class T, class T2> void run() {
  check::Buffer<Row> rows(kAll);
  computeExact<T><<<kAll / 256, 256>>>(rows.device());
  rows.download();
  for (unsigned bits = 0; bits < kAll; bits++) {
    Row host = {};
    fill(host, narrow::make<T>(bits));
    verifyExact<T>(bits, rows[bits], "device");
    verifyExact<T>(bits, host, "host");
  }
  check::Buffer<unsigned short> out(kFunctions * kAll), pairs(2 * kFunctions * kAll);
  computeMath<T, T2><<<kAll / 256, 256>>>(out.device(), pairs.device());
  out.download();
  pairs.download();
  int n = 0;
  auto one = [&](const char *name, long double (*exact)(double)) {
    for (unsigned bits = 0; bits < kAll; bits++) {
      unsigned got = out[n * kAll + bits];
      narrow::equal<T>(got, narrow::rounded<T>(exact(narrow::valueOf<T>(bits))),
                       std::string("h") + name + " of " + narrow::hex(bits));
      unsigned first = pairs[2 * (n * kAll + bits)], second = pairs[2 * (n * kAll + bits) + 1];
      narrow::equal<T>(first, got, std::string("h2") + name);
      narrow::equal<T>(second, out[n * kAll + (bits ^ 0x5a5a)], std::string("h2") + name);
    }
    n++;
  };
#define CALL(name, exact) one(#name, [](double v) -> long double { return exact; });
  MATH(CALL)
#undef CALL
}

int main() {
  run<__half, __half2>();
  run<__mt_bfloat16, __mt_bfloat162>();
  return check::finish("half_unary");
}
