// What the Helicon programs of the benchmark share: checked calls and device buffers.
#pragma once

#include "../Samples.h"

#include <musa_runtime.h>

inline void check(musaError_t error, const char *what) {
  if (error == musaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", what, musaGetErrorString(error));
  std::exit(1);
}
#define CHECK(call) check((call), #call)

template <class T> T *allocate(size_t count) {
  void *pointer = nullptr;
  CHECK(musaMalloc(&pointer, count * sizeof(T)));
  return static_cast<T *>(pointer);
}

inline void finish() {
  CHECK(musaGetLastError());
  CHECK(musaDeviceSynchronize());
}
