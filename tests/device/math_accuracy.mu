// Errors of the device's math functions against long double, within the bounds of the CUDA guide's appendix
// "Mathematical Functions" (maximum ulp error over the range given here). Also the special values of each.
#include "ulps.h"

// name, bound for float, bound for double, range of the argument, reference in long double
#define ONE_ARGUMENT(F)                                                                                                \
  F(sin, 2, 2, -1000, 1000, sinl(x))                                                                                   \
  F(cos, 2, 2, -1000, 1000, cosl(x))                                                                                   \
  F(tan, 4, 2, -1000, 1000, tanl(x))                                                                                   \
  F(asin, 2, 2, -1, 1, asinl(x))                                                                                       \
  F(acos, 2, 2, -1, 1, acosl(x))                                                                                       \
  F(atan, 2, 2, -100, 100, atanl(x))                                                                                   \
  F(sinh, 3, 2, -88, 88, sinhl(x))                                                                                     \
  F(cosh, 2, 1, -88, 88, coshl(x))                                                                                     \
  F(tanh, 2, 1, -20, 20, tanhl(x))                                                                                     \
  F(asinh, 3, 3, -1e6, 1e6, asinhl(x))                                                                                 \
  F(acosh, 4, 3, 1, 1e6, acoshl(x))                                                                                    \
  F(atanh, 3, 2, -1, 1, atanhl(x))                                                                                     \
  F(exp, 2, 1, -100, 88, expl(x))                                                                                      \
  F(exp2, 2, 1, -148, 127, exp2l(x))                                                                                   \
  F(exp10, 2, 1, -44, 38, exp10l(x))                                                                                   \
  F(expm1, 1, 1, -20, 88, expm1l(x))                                                                                   \
  F(log, 1, 1, 1e-30, 1e30, logl(x))                                                                                   \
  F(log2, 1, 1, 1e-30, 1e30, log2l(x))                                                                                 \
  F(log10, 2, 1, 1e-30, 1e30, log10l(x))                                                                               \
  F(log1p, 1, 1, -0.999, 1e10, log1pl(x))                                                                              \
  F(cbrt, 1, 1, -1e30, 1e30, cbrtl(x))                                                                                 \
  F(erf, 2, 2, -6, 6, erfl(x))                                                                                         \
  F(erfc, 4, 5, -5, 9, erfcl(x))                                                                                       \
  F(tgamma, 5, 10, 0.1, 34, tgammal(x))                                                                                \
  F(lgamma, 6, 4, 0.1, 1e6, lgammal(x))                                                                                \
  F(sinpi, 2, 2, -100, 100, sinl(turn(x)))                                                                             \
  F(cospi, 2, 2, -100, 100, cosl(turn(x)))                                                                             \
  F(sqrt, 0.5, 0.5, 0, 1e30, sqrtl(x))                                                                                 \
  F(rsqrt, 2, 1, 1e-30, 1e30, 1 / sqrtl(x))                                                                            \
  F(rcbrt, 1, 1, 1e-30, 1e30, 1 / cbrtl(x))                                                                            \
  F(erfcx, 4, 4, -9, 60, x < 90 ? expl((long double)x * x) * erfcl(x) : 0)                                             \
  F(normcdf, 5, 5, -13, 8, erfcl(-x / sqrtl(2)) / 2)                                                                   \
  F(erfinv, 2, 5, -0.99999, 0.99999, inverse(x, 1 - (long double)x))                                                   \
  F(erfcinv, 4, 6, 1e-10, 1.99, inverse(1 - (long double)x, x))                                                        \
  F(normcdfinv, 5, 8, 1e-9, 0.999, -sqrtl(2) * inverse(1 - 2 * (long double)x, 2 * (long double)x))

#define TWO_ARGUMENTS(F)                                                                                               \
  F(pow, 4, 2, 1e-3, 1e3, -12, 12, powl(x, y))                                                                         \
  F(atan2, 3, 2, -100, 100, -100, 100, atan2l(x, y))                                                                   \
  F(hypot, 3, 2, -1e10, 1e10, -1e8, 1e8, hypotl(x, y))                                                                 \
  F(rhypot, 2, 1, -1e10, 1e10, -1e8, 1e8, 1 / hypotl(x, y))

const long double kPi = 3.14159265358979323846264338327950288L;

/// pi * x, with x reduced to the first turn exactly.
long double turn(long double x) { return kPi * (x - 2 * roundl(x / 2)); }

/// y with erf(y) = x = 1 - q: bisection on the side that keeps its digits.
long double inverse(long double x, long double q) {
  long double low = -30, high = 30;
  for (int i = 0; i < 120; i++) {
    long double middle = (low + high) / 2;
    bool below = x < 0.5L ? erfl(middle) < x : erfcl(middle) > q;
    if (x < -0.5L)
      below = erfcl(-middle) < 2 - q;
    (below ? low : high) = middle;
  }
  return (low + high) / 2;
}

#define ONE_KERNEL(name, ...)                                                                                          \
  template <class T> __global__ void kernel_##name(const T *x, T *out, int n) {                                        \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                     \
    if (i < n)                                                                                                         \
      out[i] = name(x[i]);                                                                                             \
  }
#define TWO_KERNEL(name, ...)                                                                                          \
  template <class T> __global__ void kernel_##name(const T *x, const T *y, T *out, int n) {                            \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                     \
    if (i < n)                                                                                                         \
      out[i] = name(x[i], y[i]);                                                                                       \
  }
ONE_ARGUMENT(ONE_KERNEL)
TWO_ARGUMENTS(TWO_KERNEL)

bool verbose = false;

template <class T> using Exact = long double (*)(T, T);
template <class T> using Kernel1 = void (*)(const T *, T *, int);
template <class T> using Kernel2 = void (*)(const T *, const T *, T *, int);

template <class T>
void judge(const char *name, const std::vector<T> &x, const std::vector<T> &y, check::Buffer<T> &out, double bound,
           Exact<T> exact) {
  double worst = 0;
  size_t at = 0;
  for (size_t i = 0; i < x.size(); i++) {
    double error = check::ulps(out[i], exact(x[i], y.empty() ? T() : y[i]));
    if (!(error <= worst))
      worst = error, at = i;
  }
  std::string label = std::string(sizeof(T) == 4 ? "float " : "double ") + name;
  if (verbose)
    printf("%-18s %6.3f ulp of %g at %.9g\n", label.c_str(), worst, bound, (double)x[at]);
  // Half a percent for the reference's own rounding.
  check::that(worst <= bound * 1.005, label,
              std::to_string(worst) + " ulp at " + check::text(x[at]) + ", bound " + std::to_string(bound));
}

template <class T>
void measure(const char *name, Kernel1<T> kernel, double bound, double low, double high, Exact<T> exact) {
  std::vector<T> arguments = check::arguments<T>(low, high);
  check::Buffer<T> x(arguments), out(arguments.size());
  kernel<<<((int)x.size() + 127) / 128, 128>>>(x.device(), out.device(), (int)x.size());
  out.download();
  judge<T>(name, arguments, {}, out, bound, exact);
}
template <class T>
void measure2(const char *name, Kernel2<T> kernel, double bound, double low, double high, double low2, double high2,
              Exact<T> exact) {
  std::vector<T> first = check::arguments<T>(low, high), second = check::arguments<T>(low2, high2);
  for (size_t i = 0; i < second.size(); i++)
    std::swap(second[i], second[i * 2654435761u % (i + 1)]);
  check::Buffer<T> x(first), y(second), out(first.size());
  kernel<<<((int)x.size() + 127) / 128, 128>>>(x.device(), y.device(), out.device(), (int)x.size());
  out.download();
  judge<T>(name, first, second, out, bound, exact);
}

/// Special arguments: compared with the host's library where it has the function.
template <class T> void edges(const char *name, Kernel1<T> kernel, T (*host)(T)) {
  const T infinity = std::numeric_limits<T>::infinity();
  std::vector<T> special = {0, (T)-0.0, 1, -1, infinity, -infinity, std::numeric_limits<T>::quiet_NaN()};
  check::Buffer<T> x(special), out(special.size());
  kernel<<<1, 32>>>(x.device(), out.device(), (int)x.size());
  out.download();
  for (size_t i = 0; i < special.size(); i++) {
    T wanted = host(special[i]);
    bool close = check::ulps(out[i], wanted) <= 1 && std::signbit(out[i]) == std::signbit(wanted);
    check::that(close || (std::isnan(wanted) && std::isnan(out[i])), std::string(name) + " of a special value",
                check::text(special[i]) + ": got " + check::text(out[i]) + ", wanted " + check::text(wanted));
  }
}

int main(int, char **argv) {
  verbose = getenv("VERBOSE") != nullptr;
  (void)argv;
#define MEASURE(name, floatBound, doubleBound, low, high, reference)                                                   \
  measure<float>(#name, kernel_##name<float>, floatBound, low, high,                                                   \
                 [](float x, float) -> long double { return reference; });                                             \
  measure<double>(#name, kernel_##name<double>, doubleBound, low, high,                                                \
                  [](double x, double) -> long double { return reference; });
#define MEASURE2(name, floatBound, doubleBound, low, high, low2, high2, reference)                                     \
  measure2<float>(#name, kernel_##name<float>, floatBound, low, high, low2, high2,                                     \
                  [](float x, float y) -> long double { return reference; });                                          \
  measure2<double>(#name, kernel_##name<double>, doubleBound, low, high, low2, high2,                                  \
                   [](double x, double y) -> long double { return reference; });
  ONE_ARGUMENT(MEASURE)
  TWO_ARGUMENTS(MEASURE2)
  // Where double precision ends.
#define MEASURE_END(name, bound, low, high, reference)                                                                 \
  measure<double>(#name " at its end", kernel_##name<double>, bound, low, high,                                        \
                  [](double x, double) -> long double { return reference; });
  MEASURE_END(cosh, 1, 708.5, 710.4758600739439, coshl(x))
  MEASURE_END(sinh, 2, 708.5, 710.4758600739439, sinhl(x))
  MEASURE_END(lgamma, 4, 2.5e305, 2.556e305, lgammal(x))
  MEASURE_END(tanh, 1, 1e-17, 1e-15, tanhl(x))
#define EDGES(name)                                                                                                    \
  edges<float>(#name, kernel_##name<float>, [](float x) { return (float)std::name(x); });                              \
  edges<double>(#name, kernel_##name<double>, [](double x) { return (double)std::name(x); });
  EDGES(sin)
  EDGES(cos)
  EDGES(tan)
  EDGES(asin)
  EDGES(acos)
  EDGES(atan)
  EDGES(sinh)
  EDGES(cosh)
  EDGES(tanh)
  EDGES(asinh)
  EDGES(acosh)
  EDGES(atanh)
  EDGES(exp)
  EDGES(exp2)
  EDGES(expm1)
  EDGES(log)
  EDGES(log2)
  EDGES(log10)
  EDGES(log1p)
  EDGES(cbrt)
  EDGES(erf)
  EDGES(erfc)
  EDGES(sqrt)
  return check::finish("math_accuracy");
}
