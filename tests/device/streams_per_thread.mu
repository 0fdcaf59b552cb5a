// mcc: -DMUSA_API_PER_THREAD_DEFAULT_STREAM
// With the macro, <<<>>> launches into the calling thread's own stream: kernels of two host threads must meet, kernels
// of one keep their order, and the plain calls wait for that stream.
#include "check.h"

#include <thread>

constexpr long long kLimit = 20000000000; // clock ticks: some ten seconds, only spent when the test fails

__global__ void meet(volatile int *mine, volatile int *other, int *met) {
  *mine = 1;
  long long start = clock64();
  while (!*other)
    if (clock64() - start > kLimit)
      return;
  *met = 1;
}

__global__ void follow(const int *met, int *seen) { *seen = *met; }

__global__ void fill(int *to, int value) { to[blockIdx.x * blockDim.x + threadIdx.x] = value; }

static void overlap() {
  check::Buffer<int> flags(2), met(2), seen(2);
  auto half = [&](int i) {
    meet<<<1, 1>>>(flags.device() + i, flags.device() + 1 - i, met.device() + i);
    follow<<<1, 1>>>(met.device() + i, seen.device() + i);
    CHECK_API(musaStreamSynchronize(0));
  };
  std::thread first(half, 0), second(half, 1);
  first.join();
  second.join();
  met.download();
  seen.download();
  for (int i = 0; i < 2; i++) {
    check::equal(met[i], 1, "kernels of two threads overlap", i);
    check::equal(seen[i], met[i], "kernels of one thread keep their order", i);
  }
}

static void copiesFollow() {
  std::vector<int> got(64 * 256);
  int *device;
  CHECK_API(musaMalloc(&device, got.size() * sizeof(int)));
  for (int value = 1; value <= 50; value++) {
    fill<<<64, 256>>>(device, value);
    CHECK_API(musaMemcpy(got.data(), device, got.size() * sizeof(int), musaMemcpyDeviceToHost));
    for (int one : got)
      check::equal(one, value, "a copy follows the kernel");
  }
  CHECK_API(musaFree(device));
}

int main() {
  overlap();
  copiesFollow();
  return check::finish("streams_per_thread");
}
