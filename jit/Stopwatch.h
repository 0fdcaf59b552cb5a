// Adds the CPU time of a scope to a number, when there is one. CPU time, because compiles are measured on machines
// that are busy with other things.
#pragma once

#include <ctime>

namespace helicon::jit {

class Stopwatch {
public:
  explicit Stopwatch(double *into) : into(into), start(into ? now() : 0) {}
  ~Stopwatch() {
    if (into)
      *into += now() - start;
  }
  Stopwatch(const Stopwatch &) = delete;
  Stopwatch &operator=(const Stopwatch &) = delete;

private:
  static double now() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
  }
  double *into;
  double start;
};

} // namespace helicon::jit
