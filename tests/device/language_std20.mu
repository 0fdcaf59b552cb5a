// mcc: -std=c++20
// What C++20 made constexpr in the library: sorting, comparing and searching, with what it leaves to memcmp, memchr and
// strlen; comparisons by <=>, concepts, bits, spans.
#include "check.h"

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <concepts>
#include <numeric>
#include <span>
#include <string_view>

struct Point {
  int x, y;
  __host__ __device__ auto operator<=>(const Point &) const = default;
};
template <std::integral T> __host__ __device__ T half(T x) { return x / 2; }
template <std::floating_point T> __host__ __device__ T half(T x) { return x * T(0.5); }

__host__ __device__ int compared(int t) {
  const char *texts[] = {"", "hello", "hello world", "hellp", "w"};
  std::string_view text(texts[t % 5]), other(texts[t / 5 % 5]);
  int a[6] = {1, 2, 3, 4, t % 3, -1}, b[6] = {1, 2, 3, 4, t % 2, -1};
  const unsigned char low[] = {1, 2, (unsigned char)t}, high[] = {1, 2, 200};
  return (int)text.size() + 10 * (text == other) + 20 * (text < other) + 40 * (text.compare(other) > 0) +
         100 * (int)(text.find('w') + 1) + 1000 * (int)(text.find("lo") + 1) + 10000 * std::equal(a, a + 6, b) +
         20000 * std::lexicographical_compare(low, low + 3, high, high + 3);
}

__host__ __device__ int sorted(int t) {
  std::array<int, 16> values;
  for (int i = 0; i < 16; i++)
    values[(size_t)i] = (t * 37 + i * 101) % 97;
  std::sort(values.begin(), values.end());
  int sum = 0;
  for (int v : values)
    sum = sum * 3 + v;
  sum += (int)(std::lower_bound(values.begin(), values.end(), 40) - values.begin());
  std::rotate(values.begin(), values.begin() + 5, values.end());
  std::partial_sort(values.begin(), values.begin() + 4, values.end(),
                    [t](int a, int b) { return a % (t + 2) < b % (t + 2); });
  sum += values[3] % (t + 2) + std::accumulate(values.begin(), values.end(), 0) + (int)std::gcd(t, 12);
  std::span<const int> some(values);
  for (int v : some.subspan(2, 5))
    sum ^= v;
  return sum;
}

__host__ __device__ int small(int t) {
  Point a{t % 5, t % 3}, b{t % 4, t % 7};
  unsigned bits = (unsigned)t * 2654435761u;
  return (a < b) + 2 * (a == b) + 4 * ((a <=> b) > 0) + 8 * std::popcount(bits) + 512 * std::countl_zero(bits | 1) +
         half(t) + (int)half(3.0f) + (int)(std::bit_cast<unsigned>(1.5f * (float)t) >> 20) + std::midpoint(t, 100);
}

__global__ void all(int *out) {
  int t = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  out[t * 3] = compared(t);
  out[t * 3 + 1] = sorted(t);
  out[t * 3 + 2] = small(t);
}

int main() {
  const int threads = 250;
  check::Buffer<int> out(threads * 3);
  all<<<2, threads / 2>>>(out.device());
  out.download();
  for (int t = 0; t < threads; t++) {
    check::equal(out[t * 3], compared(t), "comparing", t);
    check::equal(out[t * 3 + 1], sorted(t), "sorting", t);
    check::equal(out[t * 3 + 2], small(t), "comparisons and bits", t);
  }
  return check::finish("language_std20");
}
