// How every program of the benchmark measures, Helicon's and its references' alike: a warm-up, then samples of wall
// time until enough of them or of time, printed raw as `metric unit sample...`; bench/run takes the medians.
#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace bench {

inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

inline void print(const char *metric, const char *unit, const std::vector<double> &samples) {
  std::printf("%s %s", metric, unit);
  for (double sample : samples)
    std::printf(" %.6g", sample);
  std::printf("\n");
  std::fflush(stdout);
}

/// Runs `work` once to warm up, then again and again for about 0.4 s: 3 to 40 samples, a single one when it takes
/// longer than 0.7 s. Samples are `amount` per second, or, for the unit "us", microseconds divided by `amount`.
template <class F> void measure(const char *metric, const char *unit, double amount, F work) {
  const bool isTime = !std::strcmp(unit, "us");
  std::vector<double> samples;
  auto once = [&] {
    const double start = now();
    work();
    return now() - start;
  };
  const size_t least = once() > 0.7 ? 1 : 3;
  for (const double end = now() + 0.4; samples.size() < least || (samples.size() < 40 && now() < end);) {
    const double seconds = once();
    samples.push_back(isTime ? seconds * 1e6 / amount : amount / seconds);
  }
  print(metric, unit, samples);
}

/// Ends the program when a result is wrong: a fast wrong answer is no measurement.
inline void require(bool right, const char *what) {
  if (right)
    return;
  std::fprintf(stderr, "wrong result: %s\n", what);
  std::exit(1);
}

/// Sizes, the same for all.
inline constexpr size_t kVector = 64u << 20;
inline constexpr size_t kWide = 16u << 20; ///< floats that are read several a thread: 64 MB
inline constexpr int kMatrix = 1024;
inline constexpr size_t kReduced = 16u << 20;
inline constexpr int kImage = 1024;
inline constexpr int kIterations = 256;

inline float matrixA(int i) { return static_cast<float>(i * 7 % 13 - 6); }
inline float matrixB(int i) { return static_cast<float>(i * 5 % 11 - 5); }
/// One element of the product, for a check that costs nothing: the sums are whole numbers and exact.
inline float matrixProduct(int row, int column) {
  float sum = 0;
  for (int k = 0; k < kMatrix; ++k)
    sum += matrixA(row * kMatrix + k) * matrixB(k * kMatrix + column);
  return sum;
}

/// Checks a few elements of a product, edges among them.
inline void requireProduct(const float *c, const char *what) {
  const int places[][2] = {{0, 0}, {0, kMatrix - 1}, {kMatrix - 1, 0}, {kMatrix - 1, kMatrix - 1}, {517, 333}};
  for (const auto &place : places)
    require(c[place[0] * kMatrix + place[1]] == matrixProduct(place[0], place[1]), what);
}

/// Iterations that the whole Mandelbrot image takes: the unit of work, and the check.
inline double mandelbrotTotal(const int *image) {
  double total = 0;
  for (int i = 0; i < kImage * kImage; ++i)
    total += image[i];
  return total;
}

} // namespace bench
