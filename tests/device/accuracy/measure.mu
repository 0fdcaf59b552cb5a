// Greatest error in ulp of the device's math functions: one-argument float functions over evenly spread bit patterns
// (or all 2^32), two-argument ones over random pairs, double functions over random numbers. Prints
// docs/math-errors.md's table. References: the host's double functions for float (their error is 1e-9 ulp of a float),
// long double's for double; inverse functions are refined by Newton's method from the device's answer. Cost: a few
// minutes of CPU a function over all floats, most of it the reference. --only and --part divide the work: part K of N
// (a power of two up to 64, K from 0) of each function's numbers; the worst of the parts is the function's.
#include "../ulps.h"

#include <functional>
#include <thread>

template <class R> R turnsOf(R x) { return x - 2 * std::round(x / 2); } // exact
template <class R> R kPiOf() { return (R)3.14159265358979323846264338327950288L; }
template <class R> R sinPi(R x) {
  R r = turnsOf(x), size = std::fabs(r);
  size = size > (R)0.5 ? 1 - size : size;
  return std::copysign(std::sin(kPiOf<R>() * size), r == 0 ? x : r);
}
template <class R> R cosPi(R x) {
  R size = std::fabs(turnsOf(x));
  return size < (R)0.25 ? std::cos(kPiOf<R>() * size) : std::sin(kPiOf<R>() * ((R)0.5 - size));
}
long double scaledErfc(long double x) {
  if (x < 80)
    return x < -75 ? HUGE_VALL : std::exp(x * x) * std::erfc(x);
  long double t = 0.5L / (x * x);
  return 1 / (x * std::sqrt(kPiOf<long double>())) * (1 - t * (1 - 3 * t * (1 - 5 * t * (1 - 7 * t))));
}
/// y with erf(y) = x = 1 - q, from a start nearby; what is outside the domain as the C library would have it.
template <class R> R inverseErf(R x, R q, R y) {
  if (!(x > -1 && q > 0))
    return x == -1 ? -HUGE_VAL : q == 0 ? HUGE_VAL : std::nan("");
  R step = y;
  for (int i = 0; i < 3 && std::isfinite(y) && std::fabs(step) > std::fabs(y) * (R)1e-6; i++) { // cubic from here on
    R rest = x < (R)0.5 && x > (R)-0.5 ? std::erf(y) - x : x > 0 ? q - std::erfc(y) : std::erfc(-y) - (2 - q);
    R u = rest * std::sqrt(kPiOf<R>()) / 2 * std::exp(y * y);
    step = u / (1 + y * u);
    y -= step;
  }
  return y;
}
template <class R> R bessel(double (*twice)(double), long double (*extended)(long double), R x) {
  if constexpr (sizeof(R) == sizeof(double))
    return twice(x);
  else
    return extended(x);
}
/// I0 or I1; the library refuses what is not positive, and loses its way where the result has no room.
template <class R> R modifiedBessel(int order, R x) {
  R size = std::fabs(x);
  if (!(size < 720))
    return (order && x < 0 ? -size : size) * (R)HUGE_VAL;
  return (order && x < 0 ? -1 : 1) * std::cyl_bessel_i((R)order, size);
}
const long double kRoot2 = 1.41421356237309504880168872420969808L;

// name, bound for float and double, reference in R of x, y being the device's answer
#define ONE_ARGUMENT(F)                                                                                                \
  F(sin, 2, 2, std::sin(x))                                                                                            \
  F(cos, 2, 2, std::cos(x))                                                                                            \
  F(tan, 4, 2, std::tan(x))                                                                                            \
  F(asin, 2, 2, std::asin(x))                                                                                          \
  F(acos, 2, 2, std::acos(x))                                                                                          \
  F(atan, 2, 2, std::atan(x))                                                                                          \
  F(sinh, 3, 2, std::sinh(x))                                                                                          \
  F(cosh, 2, 1, std::cosh(x))                                                                                          \
  F(tanh, 2, 1, std::tanh(x))                                                                                          \
  F(asinh, 3, 3, std::asinh(x))                                                                                        \
  F(acosh, 4, 3, std::acosh(x))                                                                                        \
  F(atanh, 3, 2, std::atanh(x))                                                                                        \
  F(exp, 2, 1, std::exp(x))                                                                                            \
  F(exp2, 2, 1, std::exp2(x))                                                                                          \
  F(exp10, 2, 1, std::pow((R)10, x))                                                                                   \
  F(expm1, 1, 1, std::expm1(x))                                                                                        \
  F(log, 1, 1, std::log(x))                                                                                            \
  F(log2, 1, 1, std::log2(x))                                                                                          \
  F(log10, 2, 1, std::log10(x))                                                                                        \
  F(log1p, 1, 1, std::log1p(x))                                                                                        \
  F(cbrt, 1, 1, std::cbrt(x))                                                                                          \
  F(erf, 2, 2, std::erf(x))                                                                                            \
  F(erfc, 4, 5, std::erfc(x))                                                                                          \
  F(tgamma, 5, 10, std::tgamma(x))                                                                                     \
  F(lgamma, 6, 4, std::lgamma(x))                                                                                      \
  F(sinpi, 2, 2, sinPi(x))                                                                                             \
  F(cospi, 2, 2, cosPi(x))                                                                                             \
  F(sqrt, 0.5, 0.5, std::sqrt(x))                                                                                      \
  F(rsqrt, 2, 1, 1 / std::sqrt(x))                                                                                     \
  F(rcbrt, 1, 1, 1 / std::cbrt(x))                                                                                     \
  F(erfcx, 4, 4, scaledErfc(x))                                                                                        \
  F(normcdf, 5, 5, std::erfc(-x / (R)kRoot2) / 2)                                                                      \
  F(erfinv, 2, 5, inverseErf<R>(x, 1 - x, y))                                                                          \
  F(erfcinv, 4, 6, inverseErf<R>(1 - x, x, y))                                                                         \
  F(normcdfinv, 5, 8, -(R)kRoot2 *inverseErf<R>(1 - 2 * x, 2 * x, -y / (R)kRoot2))                                     \
  F(j0, 9, 7, bessel(::j0, ::j0l, x))                                                                                  \
  F(j1, 9, 7, bessel(::j1, ::j1l, x))                                                                                  \
  F(y0, 9, 7, bessel(::y0, ::y0l, x))                                                                                  \
  F(y1, 9, 7, bessel(::y1, ::y1l, x))                                                                                  \
  F(cyl_bessel_i0, 6, 6, modifiedBessel(0, x))                                                                         \
  F(cyl_bessel_i1, 6, 6, modifiedBessel(1, x))
#define TWO_ARGUMENTS(F)                                                                                               \
  F(pow, 4, 2, std::pow(x, z))                                                                                         \
  F(atan2, 3, 2, std::atan2(x, z))                                                                                     \
  F(hypot, 3, 2, std::hypot(x, z))                                                                                     \
  F(rhypot, 2, 1, 1 / std::hypot(x, z))                                                                                \
  F(fmod, 0, 0, std::fmod(x, z))                                                                                       \
  F(remainder, 0, 0, std::remainder(x, z))

#define KERNEL_1(name, ...)                                                                                            \
  template <class T> __global__ void kernel_##name(const T *x, const T *, T *out, int n) {                             \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                     \
    if (i < n)                                                                                                         \
      out[i] = name(x[i]);                                                                                             \
  }
#define KERNEL_2(name, ...)                                                                                            \
  template <class T> __global__ void kernel_##name(const T *x, const T *z, T *out, int n) {                            \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                     \
    if (i < n)                                                                                                         \
      out[i] = name(x[i], z[i]);                                                                                       \
  }
ONE_ARGUMENT(KERNEL_1)
TWO_ARGUMENTS(KERNEL_2)

struct Worst {
  double error = 0;
  double x = 0, z = 0;
  double value = 0, exact = 0;
  bool outside = false; // where the guide gives a bound
};

/// Where the guide's bound does not hold: lgamma between its zeros; J and Y beyond 8 have an absolute one. Beside their
/// zeros long double is no reference for double (tests/device/bessel.mu has rows for these).
template <class T> bool exempt(const std::string &name, double x, double wanted) {
  bool wave = name.size() == 2 && (name[0] == 'j' || name[0] == 'y');
  return (name == "lgamma" && x < -2.26 && x > -24) ||
         (wave &&
          (std::fabs(x) > 8 || (sizeof(T) == sizeof(double) && std::fabs(x) > 0.5 && std::fabs(wanted) < 0.004)));
}

/// Whether a float's error is surely not above `limit` ulp: what nearly all of 2^32 are done with.
bool surelyWithin(float value, long double wanted, double limit) {
  double exact = (double)wanted, size = std::fabs(exact);
  if (!(size >= 0x1p-126 && size < 0x1p127))
    return false;
  unsigned long long bits;
  memcpy(&bits, &exact, sizeof(bits));
  bits = (2046 + 23 - (bits >> 52 & 2047)) << 52; // 1 / ulp of the power of two below
  double inverse;
  memcpy(&inverse, &bits, sizeof(inverse));
  return std::fabs(value - exact) * inverse <= limit;
}
bool surelyWithin(double, long double, double) { return false; }

int gThreads = 2;
unsigned gPart = 0, gParts = 1; // of the numbers, this is to be done
template <class T> using Kernel = void (*)(const T *, const T *, T *, int);
template <class T> using Exact = long double (*)(T, T, T);
template <class T> using Fill = std::function<void(unsigned long long start, std::vector<T> &x, std::vector<T> &z)>;

template <class T>
Worst measure(const std::string &name, Kernel<T> kernel, Exact<T> exact, unsigned long long count,
              const Fill<T> &fill) {
  const int chunk = 1 << 18;
  check::Buffer<T> x(chunk), z(chunk), out(chunk);
  Worst worst;
  for (unsigned long long start = count / gParts * gPart; start < count / gParts * (gPart + 1); start += chunk) {
    fill(start, x.host, z.host);
    x.upload();
    z.upload();
    kernel<<<chunk / 256, 256>>>(x.device(), z.device(), out.device(), chunk);
    out.download();
    std::vector<Worst> found(gThreads);
    std::vector<std::thread> threads;
    for (int t = 0; t < gThreads; t++)
      threads.emplace_back([&, t] {
        for (int i = t; i < chunk; i += gThreads) {
          long double wanted = exact(x[i], z[i], out[i]);
          if (surelyWithin(out[i], wanted, found[t].error) || exempt<T>(name, x[i], (double)wanted))
            continue;
          double error = check::ulps(out[i], wanted);
          if (!(error <= found[t].error))
            found[t] = {error, (double)x[i], (double)z[i], (double)out[i], (double)wanted, false};
        }
      });
    for (std::thread &thread : threads)
      thread.join();
    for (const Worst &w : found)
      if (!(w.error <= worst.error))
        worst = w;
  }
  return worst;
}

unsigned long long mix(unsigned long long x) { // splitmix64
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return x ^ x >> 31;
}
template <class T, class Bits> T ofBits(Bits bits) {
  T value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}
/// A number of any size, or (twice as often) one between 2^-30 and 2^12.
template <class T> T someNumber(unsigned long long r) {
  if (r % 3 == 0)
    return sizeof(T) == 4 ? (T)ofBits<float>((unsigned)(r >> 16)) : (T)ofBits<double>(mix(r));
  double mantissa = 1 + (double)(mix(r) >> 12) * 0x1p-52;
  return (T)std::ldexp(r & 8 ? -mantissa : mantissa, (int)(r >> 32) % 42 - 30);
}
template <class T> Fill<T> numbers() {
  return [](unsigned long long start, std::vector<T> &x, std::vector<T> &z) {
    for (size_t i = 0; i < x.size(); i++) {
      x[i] = someNumber<T>(mix(2 * (start + i)));
      z[i] = someNumber<T>(mix(2 * (start + i) + 1));
    }
  };
}
Fill<float> patterns(int step) {
  return [step](unsigned long long start, std::vector<float> &x, std::vector<float> &) {
    for (size_t i = 0; i < x.size(); i++)
      x[i] = ofBits<float>((unsigned)((start + i) * step + mix(start + i) % step));
  };
}

bool gMissed = false;
void print(const char *name, const Worst &single, double bound, const Worst &twice, double boundTwice, bool two) {
  auto cell = [two](const Worst &w, double limit) {
    bool missed = !(w.error <= limit * 1.002);
    gMissed |= missed;
    char at[90] = "", text[160];
    if (two)
      snprintf(at, sizeof(at), "%.9g, %.9g", w.x, w.z);
    else
      snprintf(at, sizeof(at), "%.9g", w.x);
    snprintf(text, sizeof(text), "%s%.3f%s | %s | %g", missed ? "**" : "", w.error, missed ? "**" : "", at, limit);
    if (missed)
      fprintf(stderr, "%s: got %.17g, exact %.17g\n", at, w.value, w.exact);
    return std::string(text);
  };
  printf("| `%s` | %s | %s |\n", name, cell(single, bound).c_str(), cell(twice, boundTwice).c_str());
  fflush(stdout);
}

int main(int argc, char **argv) {
  int logFloats = 26, logOthers = 22, logPairs = 0;
  std::string only;
  bool names = false;
  for (int i = 1; i < argc; i++) {
    std::string word = argv[i];
    if (word == "--all")
      logFloats = 32;
    else if (word.rfind("--floats=", 0) == 0)
      logFloats = atoi(word.c_str() + 9);
    else if (word.rfind("--others=", 0) == 0)
      logOthers = atoi(word.c_str() + 9);
    else if (word == "--names")
      names = true;
    else if (word.rfind("--pairs=", 0) == 0)
      logPairs = atoi(word.c_str() + 8);
    else if (word.rfind("--part=", 0) == 0) {
      if (sscanf(word.c_str() + 7, "%u/%u", &gPart, &gParts) != 2)
        gParts = 0;
    } else if (word.rfind("--threads=", 0) == 0)
      gThreads = atoi(word.c_str() + 10);
    else if (word.rfind("--only=", 0) == 0)
      only = word.substr(7);
    else
      logFloats = -1;
  }
  logPairs = logPairs ? logPairs : logOthers;
  bool parts = gPart < gParts && gParts <= 64 && (gParts & (gParts - 1)) == 0 &&
               1ull << std::min({logFloats, logOthers, logPairs}) >= (1ull << 18) * gParts;
  if (!parts || logPairs < 18 || logPairs > 40 || logFloats < 18 || logFloats > 32 || logOthers < 18 ||
      logOthers > 40 || gThreads < 1 || gThreads > 1024) {
    fprintf(stderr,
            "usage: %s [--all | --floats=LOG2 of 18 to 32] [--others=LOG2 of 18 to 40] [--pairs=LOG2] [--threads=N] "
            "[--only=NAME] [--names]\n",
            argv[0]);
    return 2;
  }
  printf("One-argument float functions: 2^%d bit patterns evenly spread over all; pairs of floats: 2^%d, doubles: "
         "2^%d.\n\n"
         "| function | float: ulp | at | bound | double: ulp | at | bound |\n| --- | --- | --- | --- | --- | --- | --- "
         "|\n",
         logFloats, logPairs, logOthers);
  if (names) {
#define NAME(name, ...) puts(#name);
    ONE_ARGUMENT(NAME)
    TWO_ARGUMENTS(NAME)
    return 0;
  }
  unsigned long long floats = 1ull << logFloats, pairs = 1ull << logPairs, others = 1ull << logOthers;
#define MEASURE(name, bound, boundTwice, fill, count, two, ...)                                                        \
  if (only.empty() || only == #name) {                                                                                 \
    Worst single = measure<float>(                                                                                     \
        #name, kernel_##name<float>,                                                                                   \
        [](float a, float b, float c) -> long double {                                                                 \
          using R = double;                                                                                            \
          R x = a, z = b, y = c;                                                                                       \
          (void)z, (void)y;                                                                                            \
          return __VA_ARGS__;                                                                                          \
        },                                                                                                             \
        count, fill);                                                                                                  \
    Worst twice = measure<double>(                                                                                     \
        #name, kernel_##name<double>,                                                                                  \
        [](double a, double b, double c) -> long double {                                                              \
          using R = long double;                                                                                       \
          R x = a, z = b, y = c;                                                                                       \
          (void)z, (void)y;                                                                                            \
          return __VA_ARGS__;                                                                                          \
        },                                                                                                             \
        others, numbers<double>());                                                                                    \
    print(#name, single, bound, twice, boundTwice, two);                                                               \
  }
#define MEASURE_1(name, bound, boundTwice, ...)                                                                        \
  MEASURE(name, bound, boundTwice, patterns(1 << (32 - logFloats)), floats, false, __VA_ARGS__)
#define MEASURE_2(name, bound, boundTwice, ...)                                                                        \
  MEASURE(name, bound, boundTwice, numbers<float>(), pairs, true, __VA_ARGS__)
  ONE_ARGUMENT(MEASURE_1)
  TWO_ARGUMENTS(MEASURE_2)
  return gMissed;
}
