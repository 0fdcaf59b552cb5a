// Halves and bfloats as arguments and results of functions that stay calls, alone and in structures: small whole
// numbers, which both hold exactly, beside the same in integers.
#include <musa_runtime.h>

#include <cstdio>

template <class Number> __host__ __device__ Number power(Number x, int n) {
  if (n <= 1)
    return x;
  return static_cast<Number>(static_cast<float>(x) * static_cast<float>(power(x, n - 1)));
}

template <class First, class Second> struct Pair {
  First a;
  Second b[2];
};

template <class First, class Second> __host__ __device__ Pair<First, Second> sums(Pair<First, Second> p, int n) {
  if (n <= 1)
    return p;
  Pair<First, Second> q = sums(p, n - 1);
  if (n % 3 == 0)
    return q;
  auto sum = [](auto x, auto y) { return static_cast<decltype(x)>(static_cast<float>(x) + static_cast<float>(y)); };
  return {sum(q.a, p.a), {sum(q.b[0], p.b[0]), sum(q.b[1], p.b[0])}};
}

template <class First, class Second> __host__ __device__ float both(int n) {
  Pair<First, Second> p{static_cast<First>(n % 3 + 1), {static_cast<Second>(n % 4), static_cast<Second>(n % 5)}};
  First r = p.a;
  if (n % 7) {
    r = power(p.a, n % 5);
    p = sums(p, n % 6);
  }
  return static_cast<float>(r) * 1000 + static_cast<float>(p.a) * 100 + static_cast<float>(p.b[0]) * 10 +
         static_cast<float>(p.b[1]);
}

__global__ void narrow(float *halves, float *bfloats) {
  const int n = threadIdx.x;
  halves[n] = both<_Float16, __bf16>(n);
  bfloats[n] = both<__bf16, _Float16>(n);
}

int main() {
  constexpr int kThreads = 210;
  float *out;
  musaMallocManaged(&out, 2 * kThreads * sizeof(float));
  narrow<<<1, kThreads>>>(out, out + kThreads);
  if (musaGetLastError() != musaSuccess || musaDeviceSynchronize() != musaSuccess)
    return 2;
  int wrong = 0;
  for (int i = 0; i < 2 * kThreads; ++i)
    if (const float right = both<int, int>(i % kThreads); out[i] != right && wrong++ < 5)
      std::printf("%d: %g, not %g\n", i, out[i], right);
  std::printf("%d wrong\n", wrong);
  musaFree(out);
  return wrong ? 1 : 0;
}
