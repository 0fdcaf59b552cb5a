// Indices that leave a local array, by far and by little, upwards and downwards, with arrays on the stack and across
// barriers: error 700 that names kernel, block, warp and address, and the process lives on. Shared memory the same.
#include "errors.h"

enum class Where { Plain, Barrier, Shared };

template <Where where> __global__ void wild(int *out, int step, int count) {
  __shared__ int shared[256];
  int a[8];
  for (int i = 0; i < 8; i++)
    a[i] = i + out[threadIdx.x];
  shared[threadIdx.x] = 0;
  if (where != Where::Plain)
    __syncthreads();
  for (int i = 1; i <= count; i++)
    (where == Where::Shared ? shared : a)[i * step] = i + 7;
  if (where != Where::Plain)
    __syncthreads();
  int sum = shared[threadIdx.x ^ 1];
  for (int i = 0; i < 8; i++)
    sum += a[(i + out[0]) & 7];
  out[threadIdx.x] = sum;
}

__global__ void good(int *out) {
  int a[8];
  for (int i = 0; i < 8; i++)
    a[i] = i * int(threadIdx.x);
  out[threadIdx.x] = a[out[threadIdx.x] & 7];
}

static bool isThreadExecutor() {
  const char *executor = getenv("HELICON_EXEC");
  return executor && strcmp(executor, "thread") == 0;
}

static void goesOn(const std::string &name) {
  int *out = nullptr, host[256];
  CHECK_API(musaDeviceReset());
  for (int i = 0; i < 256; i++)
    host[i] = i;
  CHECK_API(musaMalloc(&out, sizeof host));
  CHECK_API(musaMemcpy(out, host, sizeof host, musaMemcpyHostToDevice));
  good<<<1, 256>>>(out);
  CHECK_API(musaMemcpy(host, out, sizeof host, musaMemcpyDeviceToHost));
  for (int i = 0; i < 256; i++)
    check::equal(host[i], (i & 7) * i, name + ": afterwards");
  CHECK_API(musaFree(out));
}

template <Where where> static musaError_t run(int step, int count, std::string &text) {
  int *out = nullptr;
  CHECK_API(musaMalloc(&out, 256 * sizeof *out));
  CHECK_API(musaMemset(out, 0, 256 * sizeof *out));
  musaError_t got = musaSuccess;
  text = check::stderrOf([&] {
    wild<where><<<8, 256>>>(out, step, count);
    got = musaDeviceSynchronize();
  });
  return got;
}

template <Where where> static void fails(int step, int count, const std::string &name) {
  std::string text;
  const musaError_t got = run<where>(step, count, text);
  check::equal(int(got), int(musaErrorIllegalAddress), name);
  check::says(text, "kernel void wild<(Where)", name);
  check::says(text, "illegal address 0x", name);
  check::says(text, "block (", name);
  check::says(text, "warp", name);
  goesOn(name);
}

/// Too near to be seen for sure: whatever becomes of the kernel, the process goes on.
template <Where where> static void survives(int step, int count, const std::string &name) {
  std::string text;
  const musaError_t got = run<where>(step, count, text);
  check::that(got == musaSuccess || text.find("helicon: error: kernel ") != std::string::npos, name, text);
  goesOn(name);
}

template <Where where> static void everyWay(const std::string &name) {
  for (int sign : {1, -1})
    for (int step : {3000000, 20000000, 100000000})
      fails<where>(sign * step, 20, name + " step " + std::to_string(sign * step));
  if (isThreadExecutor()) // the stacks of the block's threads lie side by side
    return;
  for (int sign : {1, -1})
    fails<where>(sign * 100000, 8, name + " few " + std::to_string(sign));
  for (int sign : {1, -1})
    for (int step : {1, 7, 64, 1000})
      for (int count : {9, 40, 300, 2000})
        survives<where>(sign * step, count, name + " near " + std::to_string(sign * step));
}

int main() {
  everyWay<Where::Plain>("plain");
  everyWay<Where::Barrier>("across barriers");
  everyWay<Where::Shared>("shared");
  return check::finish("wild_local");
}
