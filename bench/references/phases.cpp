// matMulTiled's phases written by hand with AVX-512 intrinsics: tiles copied to a block's own memory, then multiplied
// out of it, block by block, as a perfect compiler of that kernel would do. And the limits they are measured by: an
// FMA loop's peak, and the round trip of a futex wake-up. Needs AVX-512.
#include "../Samples.h"

#include <atomic>
#include <immintrin.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace {

constexpr int kWidth = 16; // floats in a vector

/// One block of TILE x TILE threads: ROWS rows of accumulators are in registers at a time, the others wait in memory.
template <int TILE, int ROWS>
void block(const float *left, const float *right, float *product, int n, int blockRow, int blockColumn) {
  constexpr int kVectors = TILE / kWidth;
  alignas(64) float tileA[TILE][TILE], tileB[TILE][TILE], sums[TILE][TILE] = {};
  for (int t = 0; t < n / TILE; ++t) {
    for (int y = 0; y < TILE; ++y)
      for (int v = 0; v < kVectors; ++v) {
        const float *fromA = left + (blockRow * TILE + y) * n + t * TILE + v * kWidth;
        const float *fromB = right + (t * TILE + y) * n + blockColumn * TILE + v * kWidth;
        _mm512_store_ps(&tileA[y][v * kWidth], _mm512_loadu_ps(fromA));
        _mm512_store_ps(&tileB[y][v * kWidth], _mm512_loadu_ps(fromB));
      }
    for (int y = 0; y < TILE; y += ROWS) {
      __m512 sum[ROWS][kVectors];
      for (int r = 0; r < ROWS; ++r)
        for (int v = 0; v < kVectors; ++v)
          sum[r][v] = _mm512_load_ps(&sums[y + r][v * kWidth]);
      for (int k = 0; k < TILE; ++k) {
        __m512 b[kVectors];
        for (int v = 0; v < kVectors; ++v)
          b[v] = _mm512_load_ps(&tileB[k][v * kWidth]);
        for (int r = 0; r < ROWS; ++r) {
          const __m512 a = _mm512_set1_ps(tileA[y + r][k]);
          for (int v = 0; v < kVectors; ++v)
            sum[r][v] = _mm512_fmadd_ps(a, b[v], sum[r][v]);
        }
      }
      for (int r = 0; r < ROWS; ++r)
        for (int v = 0; v < kVectors; ++v)
          _mm512_store_ps(&sums[y + r][v * kWidth], sum[r][v]);
    }
  }
  for (int y = 0; y < TILE; ++y)
    for (int v = 0; v < kVectors; ++v)
      _mm512_storeu_ps(product + (blockRow * TILE + y) * n + (blockColumn * TILE) + v * kWidth,
                       _mm512_load_ps(&sums[y][v * kWidth]));
}

template <int TILE, int ROWS> void tiled(const char *metric) {
  const int n = bench::kMatrix, blocks = n / TILE;
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i)
    a[i] = bench::matrixA(i), b[i] = bench::matrixB(i);
  bench::measure(metric, "GFLOP/s", 2e-9 * n * n * n, [&] {
#pragma omp parallel for schedule(static, 16)
    for (int i = 0; i < blocks * blocks; ++i)
      block<TILE, ROWS>(a.data(), b.data(), c.data(), n, i / blocks, i % blocks);
  });
  bench::requireProduct(c.data(), metric);
}

/// Independent fused multiply-adds in registers on all threads.
void peak() {
  constexpr int kChains = 24;
  constexpr long kRounds = 400000;
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  float seen = 0;
  bench::measure("fma_peak", "GFLOP/s", 2e-9 * kWidth * kChains * kRounds * threads, [&] {
#pragma omp parallel reduction(+ : seen)
    {
      __m512 sum[kChains];
      for (int i = 0; i < kChains; ++i)
        sum[i] = _mm512_set1_ps(static_cast<float>(i));
      __m512 a = _mm512_set1_ps(0.999f), b = _mm512_set1_ps(0.001f);
      for (long round = 0; round < kRounds; ++round) {
        for (int i = 0; i < kChains; ++i)
          sum[i] = _mm512_fmadd_ps(sum[i], a, b);
        asm volatile("" : "+v"(a), "+v"(b)); // keeps the loop as it is written
      }
      for (int i = 0; i < kChains; ++i)
        seen += _mm512_reduce_add_ps(sum[i]);
    }
  });
  bench::require(seen > 0, "fma_peak");
}

long futex(std::atomic<int> *word, int operation, int value) {
  return syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, nullptr, nullptr, 0);
}

void sleepUntil(std::atomic<int> &word, int value) {
  for (int seen = word.load(); seen != value; seen = word.load())
    futex(&word, FUTEX_WAIT, seen);
}

void wake(std::atomic<int> &word, int value) {
  word = value;
  futex(&word, FUTEX_WAKE, 1);
}

/// One thread wakes another that sleeps, and sleeps until it is woken in turn.
void futexRoundTrip() {
  constexpr int kTrips = 500;
  std::atomic<int> there{0}, back{0};
  std::atomic<bool> stop{false};
  std::thread partner([&] {
    for (int i = 1;; ++i) {
      sleepUntil(there, i);
      if (stop)
        return;
      wake(back, i);
    }
  });
  int trip = 0;
  bench::measure("futex", "us", kTrips, [&] {
    for (int i = 0; i < kTrips; ++i) {
      wake(there, ++trip);
      sleepUntil(back, trip);
    }
  });
  stop = true;
  wake(there, ++trip);
  partner.join();
}

} // namespace

int main() {
  peak();
  tiled<16, 16>("matmul_tiled16");
  tiled<32, 8>("matmul_tiled32");
  futexRoundTrip();
}
