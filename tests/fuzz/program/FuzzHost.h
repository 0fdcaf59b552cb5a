// The host side of a generated program: launches each kernel with its shapes on fresh buffers and prints one line
// a launch with two hashes of everything it wrote, integers and floats apart (floats may legitimately differ
// between machines that contract differently; integers that depend on them do too, so generate without for that).
//   program                      all launches
//   program --kernel K           launches of kernel K only
//   program --from K             kernel K and those behind it
//   program --kernel K --dump    and the buffers, a value a line
//   program --limit S            a launch (with its compile) may take S seconds of CPU time, or 8 S on the clock; 0:
//   any
// A launch over its limit ends the program with a line that says so, and what it printed before stays.
// Included by generated programs only.
#pragma once

#include "FuzzDevice.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <csignal>
#include <sys/time.h>
#include <unistd.h>

inline constexpr uint32_t kInputs = 4096;
inline constexpr uint32_t kMaxThreads = 1024; ///< of a whole grid
inline constexpr uint32_t kSlots = 8;         ///< values a thread stores in a buffer
inline constexpr uint32_t kBins = 48;

/// Everything a kernel may write. One allocation, so that resetting and reading it back is one copy each.
struct Output {
  uint8_t o8[kMaxThreads * kSlots];
  uint16_t o16[kMaxThreads * kSlots];
  uint32_t o32[kMaxThreads * kSlots];
  uint64_t o64[kMaxThreads * kSlots];
  uint32_t bins[kBins];
  uint64_t wideBins[kBins];
  float of[kMaxThreads * kSlots];
  double od[kMaxThreads * kSlots];
  float floatBins[kBins];
};

struct Buffers {
  const uint32_t *in;
  const float *fin;
  Output *out; ///< device address
};

struct LaunchShape {
  dim3 grid, block;
};

struct Kernel {
  int number;
  void (*launch)(const Buffers &, dim3 grid, dim3 block);
  std::vector<LaunchShape> shapes;
};

inline void check(musaError_t error, const char *what) {
  if (error == musaSuccess)
    return;
  std::printf("ERROR %s: %s\n", what, musaGetErrorName(error));
  std::exit(1);
}

/// FNV-1a over words; every NaN counts as the same.
class Hash {
public:
  void add(uint64_t value) {
    for (int byte = 0; byte < 8; ++byte, value >>= 8)
      hash = (hash ^ (value & 0xff)) * 0x100000001b3ULL;
  }
  void add(double value) {
    uint64_t bits = 0x7ff8000000000000ULL;
    if (value == value)
      std::memcpy(&bits, &value, sizeof bits);
    add(bits);
  }
  template <class T, size_t N> void addAll(const T (&values)[N]) {
    for (T value : values)
      add(static_cast<std::conditional_t<std::is_floating_point_v<T>, double, uint64_t>>(value));
  }
  unsigned long long value() const { return hash; }

private:
  uint64_t hash = 0xcbf29ce484222325ULL;
};

template <class T, size_t N> void dump(const char *name, const T (&values)[N]) {
  for (size_t i = 0; i < N; ++i) {
    if (values[i] == T(0))
      continue;
    if constexpr (std::is_floating_point_v<T>)
      std::printf("  %s[%zu] = %.17g\n", name, i, static_cast<double>(values[i]));
    else
      std::printf("  %s[%zu] = 0x%llx\n", name, i, static_cast<unsigned long long>(values[i]));
  }
}

inline void report(int kernel, const LaunchShape &s, const Output &out, bool dumped) {
  Hash integers, floats;
  integers.addAll(out.o8), integers.addAll(out.o16), integers.addAll(out.o32), integers.addAll(out.o64);
  integers.addAll(out.bins), integers.addAll(out.wideBins);
  floats.addAll(out.of), floats.addAll(out.od), floats.addAll(out.floatBins);
  std::printf("k%d grid %ux%ux%u block %ux%ux%u ints %016llx floats %016llx\n", kernel, s.grid.x, s.grid.y, s.grid.z,
              s.block.x, s.block.y, s.block.z, integers.value(), floats.value());
  if (!dumped)
    return;
  dump("o8", out.o8), dump("o16", out.o16), dump("o32", out.o32), dump("o64", out.o64);
  dump("bins", out.bins), dump("wideBins", out.wideBins);
  dump("of", out.of), dump("od", out.od), dump("floatBins", out.floatBins);
}

/// Inputs: small numbers, bit patterns, and floats of all sizes with some infinities, NaNs and denormals.
inline void fillInputs(std::vector<uint32_t> &in, std::vector<float> &fin) {
  static constexpr uint32_t kSpecial[6] = {0x7f800000u, 0xff800000u, 0x7fc00000u,
                                           0x80000000u, 0x00000123u, 0x3fffffffu};
  uint64_t state = 88172645463325252ULL;
  for (uint32_t i = 0; i < kInputs; ++i) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    const auto low = static_cast<uint32_t>(state), high = static_cast<uint32_t>(state >> 32);
    in[i] = high % 3 == 0 ? low % 32 : low;
    fin[i] = static_cast<float>(static_cast<int32_t>(low)) * (high % 2 ? 1e-9f : 1e-5f);
    if (high % 61 == 0)
      std::memcpy(&fin[i], &kSpecial[low % 6], 4);
  }
}

/// Ends the program when a launch does not: by CPU time, because machines are busy, and by the clock, because a hang
/// may be one that sleeps.
class LaunchLimit {
public:
  explicit LaunchLimit(int seconds) : seconds(seconds) {
    std::signal(SIGPROF, over);
    std::signal(SIGALRM, over);
  }
  void start(int kernel) {
    std::snprintf(said(), kSaid, "ERROR k%d: no end within %d s\n", kernel, seconds);
    set(seconds);
  }
  void stop() { set(0); }

private:
  static constexpr size_t kSaid = 64;
  static char *said() {
    static char text[kSaid];
    return text;
  }
  static void over(int) {
    if (write(STDOUT_FILENO, said(), std::strlen(said())) >= 0)
      _exit(3);
    _exit(4);
  }
  static void set(int seconds) {
    const itimerval used{{0, 0}, {seconds, 0}}, clock{{0, 0}, {seconds * 8, 0}};
    setitimer(ITIMER_PROF, &used, nullptr);
    setitimer(ITIMER_REAL, &clock, nullptr);
  }
  int seconds;
};

inline int runKernels(const std::vector<Kernel> &kernels, int argc, char **argv) {
  int only = -1, from = 0, limit = 0;
  bool dumped = false;
  for (int i = 1; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--dump"))
      dumped = true;
    else if (!std::strcmp(argv[i], "--kernel") && i + 1 < argc)
      only = std::atoi(argv[++i]);
    else if (!std::strcmp(argv[i], "--from") && i + 1 < argc)
      from = std::atoi(argv[++i]);
    else if (!std::strcmp(argv[i], "--limit") && i + 1 < argc)
      limit = std::atoi(argv[++i]);
    else
      return std::fprintf(stderr, "unknown argument '%s'; known: --kernel K, --from K, --limit S, --dump\n", argv[i]),
             2;
  }
  std::vector<uint32_t> in(kInputs);
  std::vector<float> fin(kInputs);
  fillInputs(in, fin);
  uint32_t *deviceIn;
  float *deviceFin;
  Output *deviceOut;
  check(musaMalloc(&deviceIn, kInputs * 4), "malloc");
  check(musaMalloc(&deviceFin, kInputs * 4), "malloc");
  check(musaMalloc(&deviceOut, sizeof(Output)), "malloc");
  check(musaMemcpy(deviceIn, in.data(), kInputs * 4, musaMemcpyHostToDevice), "copy");
  check(musaMemcpy(deviceFin, fin.data(), kInputs * 4, musaMemcpyHostToDevice), "copy");
  std::vector<Output> fresh(1);
  for (uint32_t i = 0; i < kBins; ++i) // something that every kind of atomic can change
    fresh[0].bins[i] = 0x9e3779b9u * (i + 1), fresh[0].wideBins[i] = 0x9e3779b97f4a7c15ULL * (i + 1);
  std::vector<Output> result(1);
  LaunchLimit watch(limit);
  for (const Kernel &kernel : kernels) {
    if ((only >= 0 && kernel.number != only) || kernel.number < from)
      continue;
    for (const LaunchShape &shape : kernel.shapes) {
      check(musaMemcpy(deviceOut, fresh.data(), sizeof(Output), musaMemcpyHostToDevice), "copy");
      watch.start(kernel.number);
      kernel.launch({deviceIn, deviceFin, deviceOut}, shape.grid, shape.block);
      char name[32];
      std::snprintf(name, sizeof name, "k%d", kernel.number);
      check(musaGetLastError(), name);
      check(musaDeviceSynchronize(), name);
      watch.stop();
      check(musaMemcpy(result.data(), deviceOut, sizeof(Output), musaMemcpyDeviceToHost), "copy");
      report(kernel.number, shape, result[0], dumped);
      std::fflush(stdout);
    }
  }
  return 0;
}
