// Operations on two and three 16-bit floats, over sampled pairs with everything special among them: the device's bits
// are the host's, and both are the exact result rounded once.
#include "narrow.h"

#define TWO(F)                                                                                                         \
  F(add, __hadd)                                                                                                       \
  F(subtract, __hsub)                                                                                                  \
  F(multiply, __hmul)                                                                                                  \
  F(divide, __hdiv)                                                                                                    \
  F(add, __hadd_rn)                                                                                                    \
  F(subtract, __hsub_rn)                                                                                               \
  F(multiply, __hmul_rn)                                                                                               \
  F(addSaturated, __hadd_sat)                                                                                          \
  F(subtractSaturated, __hsub_sat)                                                                                     \
  F(multiplySaturated, __hmul_sat)                                                                                     \
  F(greatest, __hmax)                                                                                                  \
  F(least, __hmin)                                                                                                     \
  F(greatestNaN, __hmax_nan)                                                                                           \
  F(leastNaN, __hmin_nan)
#define THREE(F)                                                                                                       \
  F(fused, __hfma)                                                                                                     \
  F(fusedSaturated, __hfma_sat)                                                                                        \
  F(fusedRelu, __hfma_relu)
#define COMPARISONS(F)                                                                                                 \
  F(eq, x == y)                                                                                                        \
  F(ne, x<y || x> y)                                                                                                   \
  F(le, x <= y)                                                                                                        \
  F(ge, x >= y)                                                                                                        \
  F(lt, x < y)                                                                                                         \
  F(gt, x > y)                                                                                                         \
  F(equ, !(x < y || x > y))                                                                                            \
  F(neu, x != y)                                                                                                       \
  F(leu, !(x > y))                                                                                                     \
  F(geu, !(x < y))                                                                                                     \
  F(ltu, !(x >= y))                                                                                                    \
  F(gtu, !(x <= y))

struct Row {
  unsigned short values[17];
  unsigned short comparisons;
};

template <class T> __host__ __device__ void fill(Row &row, T a, T b, T c) {
  int n = 0;
#define CALL(model, function) row.values[n++] = narrow::bitsOf(function(a, b));
  TWO(CALL)
#undef CALL
#define CALL(model, function) row.values[n++] = narrow::bitsOf(function(a, b, c));
  THREE(CALL)
#undef CALL
  unsigned bits = 0;
#define CALL(name, expression) bits = bits << 1 | (unsigned)__h##name(a, b);
  COMPARISONS(CALL)
#undef CALL
  row.comparisons = bits;
}

template <class T> __global__ void compute(const T *a, const T *b, const T *c, Row *out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    fill(out[i], a[i], b[i], c[i]);
}

template <class T> struct Model {
  typedef long double Number;
  static unsigned add(Number x, Number y) { return narrow::rounded<T>(narrow::exactSum(x, y)); }
  static unsigned subtract(Number x, Number y) { return add(x, -y); }
  static unsigned multiply(Number x, Number y) { return narrow::rounded<T>(x * y); }
  static unsigned divide(Number x, Number y) { return narrow::rounded<T>(x / y); }
  static unsigned saturated(unsigned bits) {
    double v = narrow::valueOf<T>(bits);
    return std::isnan(v) || v <= 0 ? 0 : narrow::rounded<T>(std::min(v, 1.0));
  }
  static unsigned addSaturated(Number x, Number y) { return saturated(add(x, y)); }
  static unsigned subtractSaturated(Number x, Number y) { return saturated(subtract(x, y)); }
  static unsigned multiplySaturated(Number x, Number y) { return saturated(multiply(x, y)); }
  static unsigned greatest(Number x, Number y) {
    if (std::isnan(x) || std::isnan(y))
      return narrow::rounded<T>(std::isnan(x) ? y : x);
    return narrow::rounded<T>(x > y || (x == y && std::signbit(y)) ? x : y);
  }
  static unsigned least(Number x, Number y) {
    if (std::isnan(x) || std::isnan(y))
      return narrow::rounded<T>(std::isnan(x) ? y : x);
    return narrow::rounded<T>(x < y || (x == y && std::signbit(x)) ? x : y);
  }
  static unsigned greatestNaN(Number x, Number y) { return std::isnan(x) || std::isnan(y) ? 0x7fff : greatest(x, y); }
  static unsigned leastNaN(Number x, Number y) { return std::isnan(x) || std::isnan(y) ? 0x7fff : least(x, y); }
  static unsigned fused(Number x, Number y, Number z) { return narrow::rounded<T>(narrow::exactSum(x * y, z)); }
  static unsigned fusedSaturated(Number x, Number y, Number z) { return saturated(fused(x, y, z)); }
  static unsigned fusedRelu(Number x, Number y, Number z) {
    unsigned bits = fused(x, y, z);
    return bits & 0x8000 ? 0 : bits;
  }
};

template <class T> void verify(const Row &device, const Row &host, unsigned a, unsigned b, unsigned c) {
  long double x = narrow::valueOf<T>(a), y = narrow::valueOf<T>(b), z = narrow::valueOf<T>(c);
  std::string arguments = " (" + narrow::hex(a) + ", " + narrow::hex(b) + ", " + narrow::hex(c) + ")";
  int n = 0;
#define CHECK(model, wanted)                                                                                           \
  narrow::equal<T>(device.values[n], wanted, #model + arguments);                                                      \
  narrow::equal<T>(host.values[n], wanted, "host's " #model + arguments);                                              \
  n++;
#define CALL(model, function) CHECK(function, Model<T>::model(x, y))
  TWO(CALL)
#undef CALL
#define CALL(model, function) CHECK(function, Model<T>::model(x, y, z))
  THREE(CALL)
#undef CALL
  unsigned bits = 0;
#define CALL(name, expression) bits = bits << 1 | (unsigned)(expression);
  COMPARISONS(CALL)
#undef CALL
  check::equal<unsigned>(device.comparisons, bits, narrow::nameOf<T>() + (" comparisons" + arguments));
  check::equal<unsigned>(host.comparisons, bits, narrow::nameOf<T>() + (" host's comparisons" + arguments));
}

template <class T> void run(int count) {
  std::mt19937 random(5);
  check::Buffer<T> a(count), b(count), c(count);
  check::Buffer<Row> out(count);
  for (int i = 0; i < count; i++) {
    unsigned x = narrow::draw(random), y = narrow::draw(random, x);
    double product = narrow::valueOf<T>(x) * narrow::valueOf<T>(y);
    // Addends near the product's negative, or near a tie above it.
    unsigned z = narrow::draw(random, narrow::rounded<T>(i % 2 ? product * 4096 : -product));
    a[i] = narrow::make<T>(x), b[i] = narrow::make<T>(y), c[i] = narrow::make<T>(z);
  }
  a.upload();
  b.upload();
  c.upload();
  compute<T><<<(count + 255) / 256, 256>>>(a.device(), b.device(), c.device(), out.device(), count);
  out.download();
  for (int i = 0; i < count; i++) {
    Row host = {};
    fill(host, a[i], b[i], c[i]);
    verify<T>(out[i], host, narrow::bitsOf(a[i]), narrow::bitsOf(b[i]), narrow::bitsOf(c[i]));
  }
}

int main() {
  run<__half>(60000);
  run<__mt_bfloat16>(60000);
  return check::finish("half_binary");
}
