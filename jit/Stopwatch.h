// Adds the time of a scope to a number, when there is one.
#pragma once

#include <chrono>

namespace helicon::jit {

class Stopwatch {
public:
  explicit Stopwatch(double *into) : into(into), start(Clock::now()) {}
  ~Stopwatch() {
    if (into)
      *into += std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  }

private:
  using Clock = std::chrono::steady_clock;
  double *into;
  Clock::time_point start;
};

} // namespace helicon::jit
