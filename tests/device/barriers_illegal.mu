// mcc: -lineinfo
// Threads that wait for each other for ever: the launch fails with error 719 and says which threads of which block wait
// where, in both executors; the process goes on.
#include "errors.h"

using check::says;

constexpr int kOneLine = __LINE__ + 4, kOtherLine = __LINE__ + 6;
/// Two warps wait for each other at different barriers.
__global__ void crossed(int *out) {
  if (threadIdx.x < 32)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 2, 64;" ::: "memory");
  out[threadIdx.x] = 1;
}

constexpr int kManyLine = __LINE__ + 3;
/// More threads are waited for than there are.
__global__ void tooMany(int *out) {
  __barrier_sync_count(5, 96);
  out[threadIdx.x] = 1;
}

constexpr int kHalfLine = __LINE__ + 4;
/// Half a warp counts for a barrier of whole warps and never fills it; the others wait for the block.
__global__ void half(int *out) {
  if (threadIdx.x % 32 < 16)
    asm volatile("barrier.sync 3, 64;" ::: "memory");
  else
    __syncthreads();
  out[threadIdx.x] = 1;
}

constexpr int kBlockLine = __LINE__ + 4, kWarpLine = __LINE__ + 6;
/// Lanes wait for lanes of their warp that wait for the block.
__global__ void lanes(int *out) {
  if (threadIdx.x < 16)
    __syncthreads();
  else
    out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, int(threadIdx.x), 1);
  __syncthreads();
  out[threadIdx.x] += 1;
}

__global__ void fine(int *out) { out[threadIdx.x] = __syncthreads_count(threadIdx.x % 2); }

static int *out;
static musaError_t got;
template <void (*kernel)(int *)> static void launch() {
  CHECK_API(musaMalloc(&out, 64 * sizeof *out));
  kernel<<<3, 64>>>(out);
  got = musaDeviceSynchronize();
}

static std::string line(int number) { return "barriers_illegal.mu:" + std::to_string(number); }

template <void (*kernel)(int *)> static std::string fails(const char *name) {
  std::string text = check::stderrOf(launch<kernel>);
  check::equal(int(got), int(musaErrorLaunchFailure), name);
  check::equal(int(musaDeviceSynchronize()), int(musaErrorLaunchFailure), std::string(name) + ": the error stays");
  says(text, std::string("kernel ") + name + "(int*)", name);
  says(text, "block (", name);
  CHECK_API(musaDeviceReset());
  return text;
}

int main() {
  std::string text = fails<crossed>("crossed");
  says(text, "threads 0 to 31 for barrier 1, to which 32 of 64 threads have come", "crossed");
  says(text, "threads 32 to 63 for barrier 2, to which 32 of 64 threads have come", "crossed");
  says(text, line(kOneLine), "crossed");
  says(text, line(kOtherLine), "crossed");

  text = fails<tooMany>("tooMany");
  says(text, "barrier 5, to which 64 of 96 threads have come", "tooMany");
  says(text, line(kManyLine), "tooMany");

  text = fails<half>("half");
  says(text, "threads 0 to 15 for barrier 3, to which", "half");
  says(text, "threads 16 to 31 for the block's barrier", "half");
  says(text, line(kHalfLine), "half");

  const char *executor = getenv("HELICON_EXEC");
  if (executor && strcmp(executor, "thread") == 0) { // in lockstep there is nobody to wait for
    text = fails<lanes>("lanes");
    says(text, "threads 16 to 31 for the other lanes of mask 0xffffffff", "lanes");
    says(text, line(kBlockLine), "lanes");
    says(text, line(kWarpLine), "lanes");
  }

  launch<fine>();
  int first = 0;
  CHECK_API(musaMemcpy(&first, out, sizeof first, musaMemcpyDeviceToHost));
  check::equal(first, 32, "a right kernel after all that");
  return check::finish("barriers_illegal");
}
