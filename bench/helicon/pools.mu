// What a pair of allocation and release costs: in stream order, a million of them in a row, and plain; 4 KB and 1 MB.
// The pool keeps its memory, as programs set it that allocate in loops.
#include "Device.h"

#include <cstdint>

int main() {
  constexpr int kPairs = 1000000, kPlain = 100000;
  musaMemPool_t pool = nullptr;
  uint64_t all = UINT64_MAX;
  musaStream_t stream = nullptr;
  void *p = nullptr;
  CHECK(musaDeviceGetDefaultMemPool(&pool, 0));
  CHECK(musaMemPoolSetAttribute(pool, musaMemPoolAttrReleaseThreshold, &all));
  CHECK(musaStreamCreate(&stream));
  const struct {
    const char *ordered, *plain;
    size_t bytes;
  } rows[] = {{"alloc_async_4k", "alloc_4k", 4 << 10}, {"alloc_async_1m", "alloc_1m", 1 << 20}};
  for (const auto &row : rows) {
    bench::measure(row.ordered, "us", kPairs, [&] {
      for (int i = 0; i < kPairs; ++i) {
        CHECK(musaMallocAsync(&p, row.bytes, stream));
        CHECK(musaFreeAsync(p, stream));
      }
      CHECK(musaStreamSynchronize(stream));
    });
    bench::measure(row.plain, "us", kPlain, [&] {
      for (int i = 0; i < kPlain; ++i) {
        CHECK(musaMalloc(&p, row.bytes));
        CHECK(musaFree(p));
      }
    });
  }
}
