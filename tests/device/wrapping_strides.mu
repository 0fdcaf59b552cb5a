// Multiples of the thread's number that leave their type, and are widened then: the difference from lane to lane is
// constant before the widening only.
#include <cstdint>
#include <cstdio>

constexpr int kForms = 3;

template <int Shift> __host__ __device__ void forms(uint32_t t, uint64_t *out) {
  const uint32_t shifted = t << Shift, product = (t & 15u) * (1u << (Shift & 31)) + (t & 16u);
  out[0] = (static_cast<uint64_t>(t + 3u) * shifted) >> 7;
  out[1] = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(shifted)) >> 3);
  out[2] = static_cast<uint64_t>(product) / 3u + (shifted > 0x7fffffffu);
}

template <int Shift> __global__ void kernel(uint64_t *out) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  forms<Shift>(threadIdx.x, out + static_cast<size_t>(i) * kForms);
}

template <int Shift> int check(uint64_t *out, int threads) {
  kernel<Shift><<<2, threads>>>(out);
  if (musaDeviceSynchronize() != musaSuccess)
    return 1000000;
  int wrong = 0;
  for (int i = 0; i < 2 * threads; ++i) {
    uint64_t want[kForms];
    forms<Shift>(static_cast<uint32_t>(i % threads), want);
    for (int k = 0; k < kForms; ++k)
      if (out[i * kForms + k] != want[k] && wrong++ < 3)
        std::printf("shift %d, thread %d, form %d: %llx, not %llx\n", Shift, i, k,
                    static_cast<unsigned long long>(out[i * kForms + k]), static_cast<unsigned long long>(want[k]));
  }
  return wrong;
}

int main() {
  uint64_t *out;
  musaMallocManaged(&out, 1024 * kForms * sizeof(uint64_t));
  int wrong = 0;
  for (int threads : {17, 32, 48, 256})
    wrong += check<24>(out, threads) + check<26>(out, threads) + check<27>(out, threads) + check<28>(out, threads) +
             check<29>(out, threads) + check<30>(out, threads) + check<31>(out, threads);
  std::printf("%d wrong\n", wrong);
  musaFree(out);
  return wrong ? 1 : 0;
}
