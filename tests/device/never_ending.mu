// Kernels that never end: over MUSA_EXECUTION_TIMEOUT they fail with error 702, beside a block that trapped with the
// trap's error; the process goes on, other contexts' kernels are left alone, and SIGINT ends a process at once.
#include "check.h"

#include <chrono>
#include <csignal>
#include <ctime>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

/// No memory, no barrier, no end in our time: 2^64 steps.
__device__ unsigned long long walk(unsigned long long x, unsigned long long stop) {
  while (x != stop)
    x = x * 6364136223846793005ull + 1442695040888963407ull;
  return x;
}

enum class Way { Alone, Barriers, Polls, WarpVotes, Divergent, Services };

template <Way way> __global__ void endless(unsigned long long *out, unsigned long long stop) {
  __shared__ int common;
  unsigned long long x = threadIdx.x;
  if (way == Way::Alone) {
    x = walk(x, stop);
  } else if (way == Way::Barriers) {
    do {
      __syncthreads();
      if (threadIdx.x == 0)
        common = int(stop);
      __syncthreads();
    } while (common != 77);
  } else if (way == Way::Polls) {
    while (*static_cast<volatile unsigned long long *>(out) != stop) {
    }
  } else if (way == Way::WarpVotes) {
    while (__any_sync(~0u, x != stop))
      x++;
  } else if (way == Way::Divergent) {
    if (threadIdx.x % 3 == 1)
      x = walk(x, stop);
  } else {
    while (x != stop) {
      free(malloc(16));
      x += 2;
    }
  }
  out[threadIdx.x] = x;
}

/// Says first that it runs.
__global__ void endlessAnnounced(volatile int *runs, unsigned long long *out, unsigned long long stop) {
  *runs = 1;
  out[threadIdx.x] = walk(threadIdx.x, stop);
}

__global__ void trapBeside(unsigned long long *out, unsigned long long stop) {
  if (blockIdx.x == 0)
    out[threadIdx.x] = walk(threadIdx.x, stop);
  else if (threadIdx.x == 5)
    __trap();
}

__global__ void fill(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = int(blockIdx.x); }

static double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static constexpr unsigned long long kNever = ~0ull - 12345;

template <class Launch> void fails(const char *name, musaError_t wanted, Launch launch) {
  unsigned long long *out = nullptr;
  CHECK_API(musaMalloc(&out, 64 * sizeof *out));
  CHECK_API(musaMemset(out, 0, 64 * sizeof *out));
  CHECK_API(musaDeviceSynchronize());
  launch(out);
  musaError_t got = musaDeviceSynchronize();
  check::equal(int(got), int(wanted), name);
  check::equal(int(musaMemset(out, 0, 8)), int(wanted), std::string(name) + ": the error stays");
  CHECK_API(musaDeviceReset());
}

/// The limit is on a kernel, not on all of a stream's work.
static void manyInTime() {
  int *out = nullptr;
  CHECK_API(musaMalloc(&out, 64 * 64 * sizeof *out));
  double start = seconds();
  while (seconds() < start + 3) {
    fill<<<64, 64>>>(out);
    CHECK_API(musaDeviceSynchronize());
  }
  int last = 0;
  CHECK_API(musaMemcpy(&last, out + 64 * 64 - 1, sizeof last, musaMemcpyDeviceToHost));
  check::equal(last, 63, "kernels in time");
  CHECK_API(musaFree(out));
}

/// A process in an endless kernel ends at SIGINT, whoever works for it.
static void interrupt(bool hostWaits) {
  int ready[2];
  check::that(pipe(ready) == 0, "pipe");
  pid_t child = fork();
  if (child == 0) {
    signal(SIGINT, SIG_DFL);
    unsigned long long *out = nullptr;
    int *runs = nullptr;
    CHECK_API(musaMalloc(&out, 64 * sizeof *out));
    CHECK_API(musaMallocManaged(&runs, sizeof *runs));
    *runs = 0;
    endlessAnnounced<<<4, 64>>>(runs, out, kNever);
    CHECK_API(musaGetLastError());
    while (*static_cast<volatile int *>(runs) == 0)
      sched_yield();
    check::that(write(ready[1], "x", 1) == 1, "write");
    if (hostWaits)
      musaDeviceSynchronize();
    else
      for (;;)
        pause();
    _exit(9);
  }
  char byte;
  check::that(read(ready[0], &byte, 1) == 1, "read");
  double start = seconds();
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  const char *name = hostWaits ? "SIGINT while the host waits" : "SIGINT while the host does something else";
  check::that(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT, name, "status " + std::to_string(status));
  check::that(seconds() - start < 5, name, "took " + std::to_string(seconds() - start) + " s");
  close(ready[0]);
}

static int withTimeout(const char *value, const char *what) {
  pid_t child = fork();
  if (child == 0) {
    setenv("MUSA_EXECUTION_TIMEOUT", value, 1);
    execl("/proc/self/exe", "never_ending", what, nullptr);
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 200;
}

static int limited() {
  int *unused = nullptr;
  if (musaError_t error = musaMalloc(&unused, 4); error != musaSuccess)
    return error == musaErrorInitializationError ? 42 : 43;
  const musaError_t late = musaErrorLaunchTimeout;
  fails("alone", late, [](auto *out) { endless<Way::Alone><<<2, 64>>>(out, kNever); });
  fails("barriers", late, [](auto *out) { endless<Way::Barriers><<<2, 64>>>(out, kNever); });
  fails("polls", late, [](auto *out) { endless<Way::Polls><<<2, 64>>>(out, kNever); });
  fails("votes", late, [](auto *out) { endless<Way::WarpVotes><<<2, 64>>>(out, kNever); });
  fails("divergent", late, [](auto *out) { endless<Way::Divergent><<<2, 64>>>(out, kNever); });
  fails("services", late, [](auto *out) { endless<Way::Services><<<2, 64>>>(out, kNever); });
  fails("many blocks", late, [](auto *out) { endless<Way::Alone><<<dim3(1 << 30), 64>>>(out, kNever); });
  return check::finish("never_ending, limited");
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "limited") == 0)
    return limited();
  if (argc > 1 && strcmp(argv[1], "in time") == 0) {
    manyInTime();
    return check::finish("never_ending, in time");
  }
  interrupt(true);
  interrupt(false);
  fails("a trap beside", musaErrorLaunchFailure, [](auto *out) { trapBeside<<<2, 64>>>(out, kNever); });
  check::equal(withTimeout("300", "limited"), 0, "the limited ones");
  check::equal(withTimeout("2500", "in time"), 0, "short kernels, more of them than the limit is long");
  check::equal(withTimeout("soon", "limited"), 42, "a value that is no number");
  check::equal(withTimeout("-1", "limited"), 42, "a negative value");
  return check::finish("never_ending");
}
