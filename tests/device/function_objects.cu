// nvstd::function in kernels: function pointers, lambdas, callables that fit and that do not, copies, moves, swaps.
#include <cstdio>
#include <nvfunctional>

struct Large {
  int factors[20];
  __host__ __device__ int operator()(int x) const { return x * factors[x % 20]; }
};
__device__ int twice(int x) { return 2 * x; }
using Function = nvstd::function<int(int)>;

__device__ int apply(const Function &f, int x) { return f ? f(x) : -1; }

__global__ void make(int *out) {
  const int t = threadIdx.x;
  Large large;
  for (int i = 0; i < 20; i++)
    large.factors[i] = i + 3;
  Function f;
  int *to = out + 8 * t;
  to[0] = apply(f, t);
  f = twice;
  to[1] = apply(f, t);
  f = [t](int x) { return x * x + t; };
  Function copy = f;
  f = large; // on the heap
  to[2] = apply(copy, t);
  to[3] = apply(f, t);
  f.swap(copy);
  to[4] = apply(f, t) + apply(copy, t);
  Function moved = static_cast<Function &&>(copy);
  to[5] = apply(moved, t) + (copy == nullptr ? 1000 : 0);
  Function chosen = t % 3 == 0 ? Function(twice) : t % 3 == 1 ? f : moved;
  to[6] = apply(chosen, t);
  int calls = 0;
  nvstd::function<void(int &)> count = [](int &n) { n++; };
  for (int i = 0; i < t % 5; i++)
    count(calls);
  moved = nullptr;
  to[7] = calls + (moved ? 100 : 0);
}

int main() {
  int *out, host[8 * 64];
  if (cudaMalloc(&out, sizeof host) != cudaSuccess)
    return 1;
  make<<<1, 64>>>(out);
  if (cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
    return 2;
  int failures = 0;
  for (int t = 0; t < 64; t++) {
    const int square = t * t + t, large = t * (t % 20 + 3);
    const int wanted[8] = {
        -1,   2 * t, square, large, square + large, large + 1000, t % 3 == 0 ? 2 * t : t % 3 == 1 ? square : large,
        t % 5};
    for (int k = 0; k < 8; k++)
      if (host[8 * t + k] != wanted[k] && failures++ < 10)
        printf("FAIL value %d of thread %d: got %d, wanted %d\n", k, t, host[8 * t + k], wanted[k]);
  }
  int sum = 0;
  Function onHost = [&sum](int x) { return sum += x; };
  Function copied = onHost;
  if (onHost(3) != 3 || copied(4) != 7 || Large{{5}}(0) != 0)
    printf("FAIL on the host: %d\n", sum), failures++;
  printf("function_objects: %s\n", failures ? "FAIL" : "PASS");
  return failures != 0;
}
