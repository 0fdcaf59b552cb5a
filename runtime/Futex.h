// The two system calls behind every sleep of the runtime. A timed wait may end early; callers look again.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace helicon {

inline void futexWait(std::atomic<uint32_t> &word, uint32_t expected, uint64_t nanoseconds = 0) {
  timespec limit{time_t(nanoseconds / 1000000000), long(nanoseconds % 1000000000)};
  syscall(SYS_futex, reinterpret_cast<uint32_t *>(&word), FUTEX_WAIT_PRIVATE, expected, nanoseconds ? &limit : nullptr,
          nullptr, 0);
}

inline void futexWake(std::atomic<uint32_t> &word, int count) {
  syscall(SYS_futex, reinterpret_cast<uint32_t *>(&word), FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
}

inline void cpuRelax() { __builtin_ia32_pause(); }

inline uint64_t nowNanoseconds() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return uint64_t(t.tv_sec) * 1000000000 + uint64_t(t.tv_nsec);
}

} // namespace helicon
