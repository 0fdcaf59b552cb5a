// The generator's source of choices: the same seed gives the same program on every machine and compiler, so
// nothing of <random> is used (its distributions differ between libraries).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace helicon::fuzz {

class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  /// splitmix64: passes BigCrush, and any seed is a good one.
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  unsigned below(unsigned bound) { return static_cast<unsigned>(next() % bound); }
  unsigned between(unsigned low, unsigned high) { return low + below(high - low + 1); }
  bool chance(unsigned percent) { return below(100) < percent; }

  template <class T, size_t N> const T &pick(const std::array<T, N> &from) { return from[below(N)]; }
  template <class T> const T &pick(std::span<const T> from) { return from[below(static_cast<unsigned>(from.size()))]; }

private:
  uint64_t state;
};

} // namespace helicon::fuzz
