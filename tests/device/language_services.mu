// printf from kernels (formats, order within a thread, return value), assert and __trap: the error each leaves and that
// the process goes on after a reset.
#include "check.h"

#include <cassert>
#include <fcntl.h>
#include <unistd.h>

__global__ void print(int *counts) {
  int t = threadIdx.x;
  counts[t] = 0;
  if (t % 2)
    return;
  counts[t] = printf("thread %d of %u: %5.2f %s %c %lld %x %%\n", t, blockDim.x, t * 0.5f, t ? "later" : "first",
                     'a' + t % 26, (long long)t << 33, t * 255);
  if (t == 0)
    printf("no arguments\n");
}

__global__ void failing(int *out, int limit) {
  assert((int)threadIdx.x < limit && "limit");
  out[threadIdx.x] = 1;
}
__global__ void trapping(int *out, int at) {
  if ((int)threadIdx.x == at)
    __trap();
  out[threadIdx.x] = 2;
}
__global__ void leaving(int *out) {
  out[threadIdx.x] = 3;
  if (threadIdx.x % 2)
    __musa_exit();
  out[threadIdx.x] = 4;
}

/// What `work` writes to a descriptor.
template <class Work> std::string captured(int descriptor, Work work) {
  fflush(stdout);
  fflush(stderr);
  char name[] = "/tmp/helicon-services-XXXXXX";
  int file = mkstemp(name), kept = dup(descriptor);
  dup2(file, descriptor);
  work();
  fflush(stdout);
  fflush(stderr);
  dup2(kept, descriptor);
  close(kept);
  std::string text((size_t)lseek(file, 0, SEEK_END), '\0');
  if (pread(file, &text[0], text.size(), 0) != (ssize_t)text.size())
    text.clear();
  close(file);
  unlink(name);
  return text;
}

void checkPrint() {
  const int n = 40;
  check::Buffer<int> counts(n);
  std::string text = captured(1, [&] {
    print<<<1, n>>>(counts.device());
    counts.download();
  });
  std::string all = text;
  for (int t = 0; t < n; t += 2) {
    char line[256];
    snprintf(line, sizeof line, "thread %d of %d: %5.2f %s %c %lld %x %%\n", t, n, t * 0.5, t ? "later" : "first",
             'a' + t % 26, (long long)t << 33, t * 255);
    size_t at = all.find(line);
    check::that(at != std::string::npos, "printf", std::string("missing: ") + line);
    if (at != std::string::npos)
      all.erase(at, strlen(line));
    check::equal(counts[t], 7, "result of printf", t);
  }
  check::that(all == "no arguments\n", "printf", "beside the wanted lines: " + all);
}

template <class Launch> void checkDeath(const char *name, musaError_t wanted, Launch launch) {
  int *out = nullptr;
  CHECK_API(musaMalloc(&out, 64 * sizeof(int)));
  musaError_t first = musaSuccess, second = musaSuccess;
  std::string said = captured(2, [&] {
    launch(out);
    first = musaDeviceSynchronize();
    second = musaMalloc(&out, 64);
  });
  check::equal((int)first, (int)wanted, std::string("error after ") + name);
  check::equal((int)second, (int)wanted, std::string("error of the next call after ") + name);
  check::that(said.find(name) != std::string::npos, "message", "does not name '" + std::string(name) + "': " + said);
  CHECK_API(musaDeviceReset());
  musaGetLastError(); // the error is remembered until it is asked for
  check::Buffer<int> fresh(32);
  leaving<<<1, 32>>>(fresh.device());
  fresh.download();
  for (int t = 0; t < 32; t++)
    check::equal(fresh[t], t % 2 ? 3 : 4, std::string("threads that leave, after ") + name, t);
}

int main() {
  checkPrint();
  check::Buffer<int> out(32);
  failing<<<1, 32>>>(out.device(), 32);
  trapping<<<1, 32>>>(out.device(), -1);
  out.download();
  for (int t = 0; t < 32; t++)
    check::equal(out[t], 2, "an assertion that holds", t);
  checkDeath("limit", musaErrorAssert, [](int *p) { failing<<<2, 32>>>(p, 20); });
  checkDeath("trapping", musaErrorLaunchFailure, [](int *p) { trapping<<<1, 32>>>(p, 7); });
  return check::finish("language_services");
}
