// Without MUSA_API_PER_THREAD_DEFAULT_STREAM all threads of the program share one default stream: kernels of two
// threads run one after the other, in the order of their launches.
#include "check.h"

#include <atomic>
#include <thread>

__global__ void alone(int *inside, int *overlaps) {
  if (atomicAdd(inside, 1) != 0)
    atomicAdd(overlaps, 1);
  long long start = clock64();
  while (clock64() - start < 20000) // wide enough to be met by another
    ;
  atomicSub(inside, 1);
}

__global__ void note(int *list, int *count, int value) { list[(*count)++] = value; }

int main() {
  check::Buffer<int> inside(1), overlaps(1), list(200), count(1);
  constexpr int kLaunches = 100;
  std::atomic<int> turn{0};
  auto launch = [&](int thread) {
    for (int i = 0; i < kLaunches; i++) {
      alone<<<1, 1>>>(inside.device(), overlaps.device());
      while (turn.load() != 2 * i + thread)
        std::this_thread::yield();
      note<<<1, 1>>>(list.device(), count.device(), 2 * i + thread);
      turn++;
    }
  };
  std::thread first(launch, 0), second(launch, 1);
  first.join();
  second.join();
  overlaps.download();
  list.download();
  check::equal(overlaps[0], 0, "kernels of the default stream overlap");
  for (int i = 0; i < 2 * kLaunches; i++)
    check::equal(list[i], i, "order of launches", i);
  return check::finish("streams_legacy");
}
