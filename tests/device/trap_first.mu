// mcc: -lineinfo
// A trap, a failed assert and an illegal call are heard when they happen, not when the other threads are done: those
// are in loops without end. The message names the line.
#include "errors.h"

#include <cassert>

static constexpr unsigned long long kNever = ~0ull - 12344;

enum class Way { InLoop, OnlyTrapsLeave, OtherBranch, Prints, Asserts, OtherGroup, Inner, Function, Switch };

__device__ __noinline__ unsigned long long recursive(unsigned long long x, unsigned long long stop, int depth) {
  for (int i = 0;; i++) {
    if (depth == 3 && threadIdx.x == 5 && i > 50)
      __trap();
    x = x * 2862933555777941757ull + 3037000493ull;
    if (x == stop)
      return x;
    if (depth < 3)
      x += recursive(x, stop, depth + 1);
  }
}

constexpr int kInLoopLine = __LINE__ + 7;
template <Way way> __global__ void spin(unsigned long long *out, unsigned long long stop) {
  const int lane = threadIdx.x;
  unsigned long long x = lane;
  if (way == Way::InLoop) {
    do {
      if (lane == 5 && x > 1000)
        __trap();
      x = x * 6364136223846793005ull + 1442695040888963407ull;
    } while (x != stop);
  } else if (way == Way::OnlyTrapsLeave) {
    for (int i = 0;; i++) {
      out[lane] = i;
      if (lane == 5 && i > 100)
        __trap();
    }
  } else if (way == Way::OtherBranch) {
    if (lane > 5) {
      do
        x = x * 6364136223846793005ull + 1442695040888963407ull;
      while (x != stop);
    } else {
      out[lane] = 1;
      if (lane == 5)
        __trap();
    }
  } else if (way == Way::Prints) {
    for (int i = 0; x != stop; i++) {
      if (lane == 5 && i > 100) {
        for (int k = 0; k < 3; k++)
          printf("%d of thread %d\n", k, lane);
        __trap();
      }
      x = x * 6364136223846793005ull + 1442695040888963407ull;
    }
  } else if (way == Way::Asserts) {
    for (int i = 0; x != stop; i++) {
      assert(lane != 5 || i < 100);
      assert(lane != 6 || i < 1000);
      x = x * 6364136223846793005ull + 1442695040888963407ull;
    }
  } else if (way == Way::OtherGroup) {
    if (lane == 205)
      __trap();
    for (volatile unsigned long long *p = out;;)
      p[lane] = x++;
  } else if (way == Way::Inner) {
    for (int i = 0; x != stop; i++)
      for (int k = 0; k < 1000; k++) {
        x = x * 6364136223846793005ull + 1442695040888963407ull;
        if (lane == 5 && i == 3 && k == 77)
          __trap();
        if (x == stop)
          break;
      }
  } else if (way == Way::Function) {
    x = recursive(x, stop, 0);
  } else {
    for (int i = 0; x != stop; i++) {
      switch ((lane + i) % 37) {
      case 0:
        x += 3;
        break;
      case 1:
        x ^= 7;
        break;
      case 36:
        if (i == 31)
          __trap();
        [[fallthrough]];
      case 2:
        x *= 5;
      }
      x = x * 6364136223846793005ull + 1442695040888963407ull;
    }
  }
  out[lane] = x;
}

template <Way way> static void fails(const char *name, int wanted, int thread, const std::string &part = "trap at ") {
  unsigned long long *out = nullptr;
  CHECK_API(musaMalloc(&out, 256 * sizeof *out));
  musaError_t got;
  const std::string text = check::stderrOf([&] {
    spin<way><<<1, 256>>>(out, kNever);
    got = musaDeviceSynchronize();
  });
  check::equal(int(got), wanted, name);
  check::says(text, part, name);
  check::says(text, "trap_first.mu:", name);
  check::says(text, "thread (" + std::to_string(thread) + ",0,0)", name);
  CHECK_API(musaDeviceReset());
}

int main() {
  const char *executor = getenv("HELICON_EXEC");
  const bool lockstep = !executor || strcmp(executor, "thread") != 0; // else threads run one after another
  if (lockstep) {
    fails<Way::InLoop>("in a loop", musaErrorLaunchFailure, 5, "trap_first.mu:" + std::to_string(kInLoopLine));
    fails<Way::Prints>("with output before it", musaErrorLaunchFailure, 5);
    fails<Way::Asserts>("assert", musaErrorAssert, 5, "assertion 'lane != 5 || i < 100' failed");
    fails<Way::Inner>("in an inner loop", musaErrorLaunchFailure, 5);
    fails<Way::Function>("in a function that calls itself", musaErrorLaunchFailure, 5);
    fails<Way::Switch>("in a switch", musaErrorLaunchFailure, 5);
    fails<Way::OtherBranch>("in the other branch", musaErrorLaunchFailure, 5);
  }
  fails<Way::OnlyTrapsLeave>("the only way out", musaErrorLaunchFailure, 5);
  fails<Way::OtherGroup>("in another group", musaErrorLaunchFailure, 205);
  return check::finish("trap_first");
}
