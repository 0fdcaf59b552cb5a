// Destructors of static objects run when the main thread's own objects are gone already; they may still free memory,
// copy, launch and wait, and so may functions of atexit.
#include "check.h"

#include <unistd.h>

__global__ void add(int *p, int v) { p[threadIdx.x] += v; }

struct Keeper {
  int *device = nullptr;
  musaStream_t stream = nullptr;
  void use(int expected) {
    int host[32];
    CHECK_API(musaMemcpy(host, device, sizeof host, musaMemcpyDeviceToHost));
    for (int got : host)
      check::equal(got, expected, "what the device held");
    add<<<1, 32, 0, stream>>>(device, 100);
    CHECK_API(musaGetLastError());
    CHECK_API(musaStreamSynchronize(stream));
    CHECK_API(musaMemcpyAsync(host, device, sizeof host, musaMemcpyDeviceToHost, stream));
    CHECK_API(musaDeviceSynchronize());
    for (int got : host)
      check::equal(got, expected + 100, "a kernel at exit");
  }
  ~Keeper() {
    use(105);
    CHECK_API(musaStreamDestroy(stream));
    CHECK_API(musaFree(device));
    int failed = check::finish("at_exit");
    fflush(stdout);
    _exit(failed); // the status of the process is set by now
  }
};
Keeper keeper;

int main() {
  CHECK_API(musaMalloc(&keeper.device, 32 * sizeof(int)));
  CHECK_API(musaMemset(keeper.device, 0, 32 * sizeof(int)));
  CHECK_API(musaStreamCreate(&keeper.stream));
  add<<<1, 32, 0, keeper.stream>>>(keeper.device, 5);
  CHECK_API(musaDeviceSynchronize());
  atexit([] { keeper.use(5); });
}
