// Calls that cannot be made: through null, through a number that is no function, through a function of another type,
// and too deep. Each ends the launch with its error and a message, not the process. And musaLimitStackSize buys depth.
#include "calls.h"
#include "errors.h"

typedef int (*Operation)(int);
__device__ int next(int x) { return x + 1; }
__device__ Operation pointer = next;
__device__ float other(float x) { return x; }
__device__ float (*otherPointer)(float) = other;

__global__ void callIt(int *out, Operation operation) { out[threadIdx.x] = operation(threadIdx.x); }

__device__ __noinline__ int deep(int n, int *path) {
  volatile int local[16];
  for (int i = 0; i < 16; i++)
    local[i] = n + i;
  if (n == 0)
    return local[3];
  return deep(n - 1, path) + local[n & 15] + path[0];
}
__global__ void goDeep(int *out, int n) {
  out[threadIdx.x] = deep(n, out + 32);
  __syncthreads();
}

static int *out;
static void begin() {
  CHECK_API(musaMalloc(&out, 64 * sizeof(int)));
  CHECK_API(musaMemset(out, 0, 64 * sizeof(int)));
}
static void expect(musaError_t wanted, const char *name) {
  musaError_t got = musaDeviceSynchronize();
  check::equal(int(got), int(wanted), name);
  CHECK_API(musaDeviceReset());
}

int main() {
  begin();
  callIt<<<1, 32>>>(out, nullptr);
  expect(musaErrorInvalidPc, "null");

  begin();
  callIt<<<1, 32>>>(out, reinterpret_cast<Operation>(0x1234560));
  expect(musaErrorInvalidPc, "no function");

  begin();
  Operation wrong;
  CHECK_API(musaMemcpyFromSymbol(&wrong, otherPointer, sizeof wrong));
  callIt<<<1, 32>>>(out, wrong);
  expect(musaErrorInvalidPc, "another type");

  begin();
  const std::string text = check::stderrOf([] {
    goDeep<<<1, 32>>>(out, 1 << 22);
    expect(musaErrorIllegalAddress, "too deep");
  });
  check::says(text, "stack overflow: calls go too deep for ", "too deep");
  check::says(text, "musaLimitStackSize (musaDeviceSetLimit)", "too deep");

  begin();
  CHECK_API(musaDeviceSetLimit(musaLimitStackSize, 128 << 10));
  goDeep<<<1, 32>>>(out, 4000);
  int first = 0;
  CHECK_API(musaMemcpy(&first, out, sizeof first, musaMemcpyDeviceToHost));
  int sum = 3;
  for (int n = 1; n <= 4000; n++)
    sum += n + (n & 15);
  check::equal(first, sum, "deep enough");

  begin();
  Operation right;
  CHECK_API(musaMemcpyFromSymbol(&right, pointer, sizeof right));
  callIt<<<1, 32>>>(out, right);
  expect(musaSuccess, "a right one after all that");
  return check::finish("calls_errors");
}
