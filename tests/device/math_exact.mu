// Functions whose result is exact or correctly rounded: equal to the host's, bit for bit, over special values, random
// bit patterns and everyday numbers.
#include "ulps.h"

template <class T> struct Row {
  T fmod, remainder, remquo, frexp, modf, whole, ldexp, scalbn, logb, nextafter, fdim, fma, floor, ceil, trunc, rint,
      nearbyint, round, fabs, copysign, fmin, fmax, sqrt;
  int quotient, exponent, ilogb, kinds;
  long long lrint, lround, llrint, llround;
};

template <class T> __host__ __device__ void fill(Row<T> &r, T x, T y, T z, int n) {
  r.fmod = fmod(x, y);
  r.remainder = remainder(x, y);
  r.remquo = remquo(x, y, &r.quotient);
  r.frexp = frexp(x, &r.exponent);
  r.modf = modf(x, &r.whole);
  r.ldexp = ldexp(x, n);
  r.scalbn = scalbn(x, n);
  r.logb = logb(x);
  r.nextafter = nextafter(x, y);
  r.fdim = fdim(x, y);
  r.fma = fma(x, y, z);
  r.floor = floor(x);
  r.ceil = ceil(x);
  r.trunc = trunc(x);
  r.rint = rint(x);
  r.nearbyint = nearbyint(x);
  r.round = round(x);
  r.fabs = fabs(x);
  r.copysign = copysign(x, y);
  r.fmin = fmin(x, y);
  r.fmax = fmax(x, y);
  r.sqrt = sqrt(x);
  r.ilogb = ilogb(x);
  r.kinds = (std::isnan(x) != 0) + 2 * (std::isinf(x) != 0) + 4 * (std::isfinite(x) != 0) + 8 * (std::signbit(x) != 0) +
            16 * (std::isnormal(x) != 0);
  // Out of the integer's range the C library leaves the result open.
  T inside = fabs(x) < (T)1e18 ? x : (T)0;
  r.lrint = lrint(inside);
  r.lround = lround(inside);
  r.llrint = llrint(inside);
  r.llround = llround(inside);
}

template <class T> __global__ void compute(const T *x, const T *y, const T *z, Row<T> *out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    fill(out[i], x[i], y[i], z[i], i % 700 - 350);
}

template <class T> T draw(std::mt19937_64 &random) {
  using Limits = std::numeric_limits<T>;
  const T special[] = {0,
                       (T)-0.0,
                       1,
                       -1,
                       (T)0.5,
                       (T)-1.5,
                       2.5,
                       Limits::infinity(),
                       -Limits::infinity(),
                       Limits::quiet_NaN(),
                       Limits::max(),
                       Limits::min(),
                       Limits::denorm_min(),
                       -Limits::denorm_min()};
  unsigned long long bits = random();
  T value;
  switch (random() % 4) {
  case 0:
    return special[bits % 14];
  case 1:
    return (T)((double)(long long)(bits % 4000) / 16 - 125);
  default:
    memcpy(&value, &bits, sizeof value);
    return value;
  }
}

#define FLOATS(F)                                                                                                      \
  F(fmod)                                                                                                              \
  F(remainder)                                                                                                         \
  F(remquo)                                                                                                            \
  F(frexp)                                                                                                             \
  F(modf)                                                                                                              \
  F(whole)                                                                                                             \
  F(ldexp)                                                                                                             \
  F(scalbn)                                                                                                            \
  F(logb)                                                                                                              \
  F(nextafter)                                                                                                         \
  F(fdim)                                                                                                              \
  F(fma)                                                                                                               \
  F(floor)                                                                                                             \
  F(ceil)                                                                                                              \
  F(trunc)                                                                                                             \
  F(rint)                                                                                                              \
  F(nearbyint)                                                                                                         \
  F(round)                                                                                                             \
  F(fabs)                                                                                                              \
  F(copysign)                                                                                                          \
  F(sqrt)                                                                                                              \
  F(ilogb)                                                                                                             \
  F(kinds)                                                                                                             \
  F(lrint)                                                                                                             \
  F(lround)                                                                                                            \
  F(llrint)                                                                                                            \
  F(llround)

template <class T> void compare(const char *type) {
  const int n = sizeof(T) == 4 ? 20000 : 6000;
  std::mt19937_64 random(11);
  check::Buffer<T> x(n), y(n), z(n);
  check::Buffer<Row<T>> out(n);
  for (int i = 0; i < n; i++)
    x[i] = draw<T>(random), y[i] = draw<T>(random), z[i] = draw<T>(random);
  x.upload();
  y.upload();
  z.upload();
  compute<T><<<(n + 95) / 96, 96>>>(x.device(), y.device(), z.device(), out.device(), n);
  out.download();
  for (int i = 0; i < n; i++) {
    Row<T> w = {};
    fill(w, x[i], y[i], z[i], i % 700 - 350);
    if (w.remainder == 0) // IEEE 754: a zero has the sign of x; glibc 2.36 forgets it now and then
      w.remainder = w.remquo = std::copysign(w.remainder, x[i]);
    std::string arguments = std::string(type) + " (" + check::text(x[i]) + ", " + check::text(y[i]) + ") ";
#define COMPARE(field) check::equal(out[i].field, w.field, #field " " + arguments, i);
    FLOATS(COMPARE)
    // Zeros of both signs are as good as each other for fmin and fmax, and the quotient counts modulo 8.
    check::that(out[i].fmin == w.fmin || check::same(out[i].fmin, w.fmin), "fmin", arguments);
    check::that(out[i].fmax == w.fmax || check::same(out[i].fmax, w.fmax), "fmax", arguments);
    if (!std::isnan(w.remquo))
      check::that((out[i].quotient & 7) == (w.quotient & 7), "quotient", arguments);
    if (std::isfinite(x[i]))
      check::equal(out[i].exponent, w.exponent, "exponent " + arguments, i);
  }
}

int main() {
  compare<float>("float");
  compare<double>("double");
  return check::finish("math_exact");
}
