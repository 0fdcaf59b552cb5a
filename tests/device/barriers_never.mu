// mcc: -lineinfo
// Waits in shared memory that nobody can end any more: barriers with too few arrivals, flags that nobody sets, locks
// that nobody frees. The launch fails with error 719 and says who waits where, in both executors. Waits that look alike
// but end (late, by themselves, by other blocks or the host) are left alone.
#include "errors.h"

#include <musa_awbarrier_primitives.h>

using check::says;

constexpr int kTokenLine = __LINE__ + 8;
/// One thread more is expected than comes.
__global__ void tokens(int *out) {
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0)
    __mbarrier_init(&bar, blockDim.x + 1);
  __syncthreads();
  __mbarrier_token_t token = __mbarrier_arrive(&bar);
  while (!__mbarrier_try_wait(&bar, token)) {
  }
  out[threadIdx.x] = 1;
}

constexpr int kParityLine = __LINE__ + 9;
/// Half a warp never arrives and waits for the block instead; other warps have ended.
__global__ void parity(int *out) {
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0)
    __mbarrier_init(&bar, 32);
  __syncthreads();
  if (threadIdx.x < 16) {
    __mbarrier_arrive(&bar);
    while (!__mbarrier_test_wait_parity(&bar, false)) {
    }
  } else if (threadIdx.x < 32) {
    __syncthreads();
  }
  out[threadIdx.x] = 1;
}

constexpr int kFlagLine = __LINE__ + 8, kBlockLine = __LINE__ + 10;
/// One warp waits for a flag, the rest of the block for it.
__global__ void flag(int *out) {
  __shared__ volatile int set;
  if (threadIdx.x == 0)
    set = 0;
  __syncthreads();
  if (threadIdx.x >= 32)
    while (set == 0)
      __nanosleep(20);
  __syncthreads();
  out[threadIdx.x] = set;
}

constexpr int kLockLine = __LINE__ + 7;
/// The second to take the lock waits for ever.
__global__ void lock(int *out) {
  __shared__ int taken;
  if (threadIdx.x == 0)
    taken = 0;
  __syncthreads();
  while (threadIdx.x % 32 == 0 && atomicCAS(&taken, 0, 1) != 0) {
  }
  out[threadIdx.x] = 1;
}

constexpr int kVoteLine = __LINE__ + 6;
/// A warp asks together.
__global__ void votes(int *out) {
  __shared__ volatile int set[64];
  set[threadIdx.x] = threadIdx.x == 5;
  __syncthreads();
  while (!__all_sync(~0u, set[threadIdx.x])) {
  }
  out[threadIdx.x] = 1;
}

constexpr int kOneOfManyLine = __LINE__ + 7;
/// One block of many, and only some rounds go well.
__global__ void oneOfMany(int *out) {
  __shared__ volatile int set;
  for (int round = 0; round < 20; round++) {
    set = 0;
    __syncthreads();
    while (threadIdx.x >= 32 && set == 0) {
    }
    if (threadIdx.x == 0 && !(blockIdx.x == 2 && round == 11))
      set = out[round] + 1;
    __syncthreads();
  }
}

// ---- These end ----------------------------------------------------------------------------------------------------

constexpr int kTurns = 200000;

/// It gives up.
__global__ void bounded(int *out) {
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0)
    __mbarrier_init(&bar, 1000);
  __syncthreads();
  __mbarrier_token_t token = __mbarrier_arrive(&bar);
  int turns = 0;
  while (!__mbarrier_try_wait(&bar, token))
    if (++turns == kTurns / 10)
      break;
  out[threadIdx.x] = turns == kTurns / 10;
}

/// The limit is kept in memory.
__global__ void boundedInMemory(int *out) {
  __shared__ volatile int set, left[64];
  left[threadIdx.x] = kTurns / 100;
  set = 0;
  __syncthreads();
  while (set == 0 && left[threadIdx.x] > 0)
    left[threadIdx.x] = left[threadIdx.x] - 1;
  out[threadIdx.x] = left[threadIdx.x] == 0;
}

/// The clock is its limit.
__global__ void byClock(int *out) {
  __shared__ volatile int set;
  set = 0;
  __syncthreads();
  const long long start = clock64();
  while (set == 0 && clock64() - start < 2000000) {
  }
  out[threadIdx.x] = set == 0;
}

/// Another warp sets it late, and gives way meanwhile.
__global__ void late(int *out) {
  __shared__ volatile int set;
  set = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    volatile int *count = out + 64;
    for (int turn = 0; turn < kTurns / 10; turn++) {
      *count = *count + 1;
      __syncwarp();
    }
    set = 1;
  } else {
    while (set == 0) {
    }
  }
  out[threadIdx.x] = set;
}

/// The first warp waits for another block, or for the host, the second for the first.
__global__ void fromOutside(int *out, volatile int *outside) {
  __shared__ volatile int set;
  set = 0;
  __syncthreads();
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0)
      *outside = 1;
    return;
  }
  if (threadIdx.x < 32)
    while (*outside == 0) {
    }
  else
    while (set == 0) {
    }
  if (threadIdx.x == 0)
    set = 1;
  out[threadIdx.x] = 1;
}

/// One loop reads both.
__global__ void both(int *out, volatile int *outside) {
  __shared__ volatile int set;
  set = 0;
  __syncthreads();
  while (set == 0 && *outside == 0) {
  }
  out[threadIdx.x] = 1;
}

/// Tokens of every phase are waited for many times over.
__global__ void phases(int *out) {
  __shared__ __mbarrier_t bar;
  __shared__ volatile int turn;
  if (threadIdx.x == 0)
    __mbarrier_init(&bar, blockDim.x), turn = 0;
  __syncthreads();
  for (int round = 0; round < 200; round++) {
    while (threadIdx.x / 32 == 1 && turn < round) {
    }
    __mbarrier_token_t token = __mbarrier_arrive(&bar);
    while (!__mbarrier_test_wait(&bar, token)) {
    }
    if (threadIdx.x == 0)
      turn = round + 1;
  }
  out[threadIdx.x] = turn;
}

// ---- The host -----------------------------------------------------------------------------------------------------

static int *out;
static musaError_t got;
template <void (*kernel)(int *)> static void launch() {
  CHECK_API(musaMalloc(&out, 128 * sizeof *out));
  CHECK_API(musaMemset(out, 0, 128 * sizeof *out));
  kernel<<<3, 64>>>(out);
  got = musaDeviceSynchronize();
}

static const std::string kWait = " for a barrier or a flag in shared memory that nobody is left to complete or set at ";

template <void (*kernel)(int *)> static std::string fails(const char *name, int at) {
  std::string text = check::stderrOf(launch<kernel>);
  check::equal(int(got), int(musaErrorLaunchFailure), name);
  check::equal(int(musaDeviceSynchronize()), int(musaErrorLaunchFailure), std::string(name) + ": the error stays");
  says(text, std::string("kernel ") + name + "(int*)", name);
  says(text, "block (", name);
  says(text, "barriers_never.mu:" + std::to_string(at), name);
  CHECK_API(musaDeviceReset());
  return text;
}

template <void (*kernel)(int *)> static void ends(const char *name) {
  launch<kernel>();
  check::equal(int(got), 0, name);
  check::Buffer<int> host(64);
  CHECK_API(musaMemcpy(host.host.data(), out, 64 * sizeof *out, musaMemcpyDeviceToHost));
  for (int t = 0; t < 64; t++)
    check::that(host[t] != 0, name, "thread " + std::to_string(t));
  CHECK_API(musaFree(out));
}

/// The host sets the flag while the kernel waits.
template <class Kernel> static void endsByHost(const char *name, Kernel kernel) {
  int *flag = nullptr;
  CHECK_API(musaMallocManaged(&flag, sizeof *flag));
  CHECK_API(musaMalloc(&out, 128 * sizeof *out));
  *flag = 0;
  kernel(flag);
  for (int k = 0; k < 20; k++) {
    check::equal(int(musaStreamQuery(nullptr)), int(musaErrorNotReady), name, k);
    for (volatile int spin = 0; spin < 1000000; spin = spin + 1) {
    }
  }
  *static_cast<volatile int *>(flag) = 1;
  check::equal(int(musaDeviceSynchronize()), 0, name);
  CHECK_API(musaFree(out));
  CHECK_API(musaFree(flag));
}

static void stuckOnes() {
  std::string text = fails<tokens>("tokens", kTokenLine);
  says(text, "threads 0 to 63" + kWait, "tokens");
  text = fails<parity>("parity", kParityLine);
  says(text, kWait, "parity");
  text = fails<flag>("flag", kFlagLine);
  says(text, "threads 0 to 31 for the block's barrier, to which 32 of 64 threads have come", "flag");
  says(text, "barriers_never.mu:" + std::to_string(kBlockLine), "flag");
  says(text, "threads 32 to 63" + kWait, "flag");
  fails<lock>("lock", kLockLine);
  fails<votes>("votes", kVoteLine);
  text = fails<oneOfMany>("oneOfMany", kOneOfManyLine);
  says(text, "block (2,0,0)", "oneOfMany");
}

int main() {
  stuckOnes();
  ends<bounded>("bounded");
  ends<boundedInMemory>("bounded in memory");
  ends<byClock>("by clock");
  ends<late>("late");
  ends<phases>("phases");
  CHECK_API(musaMalloc(&out, 128 * sizeof *out));
  CHECK_API(musaMemset(out, 0, 128 * sizeof *out));
  fromOutside<<<2, 64>>>(out, out + 64);
  check::equal(int(musaDeviceSynchronize()), 0, "by another block");
  CHECK_API(musaFree(out));
  endsByHost("by the host", [](int *flag) { fromOutside<<<1, 64>>>(out, flag); });
  endsByHost("by the host, in one loop", [](int *flag) { both<<<2, 64>>>(out, flag); });
  return check::finish("barriers_never");
}
