// How the rows are written: a name, a colon, numbers in hexadecimal digits of one length, nothing between them.
#pragma once

#include <cstdio>
#include <string>
#include <type_traits>
#include <vector>

#ifndef ROW
#define ROW(TEXT) std::puts((TEXT).c_str())
#endif

struct Buffer {
  int *device = nullptr;
  int count;
  explicit Buffer(int count) : count(count) {
    cudaMalloc(&device, count * sizeof(int));
    cudaMemset(device, 0, count * sizeof(int));
  }
  Buffer(const Buffer &) = delete;
  ~Buffer() { cudaFree(device); }
  void print(const char *name, int n, int digits) {
    std::vector<int> host(count);
    cudaError_t failed = cudaMemcpy(host.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost);
    std::string text = std::string(name) + ":";
    if (failed != cudaSuccess)
      text += cudaGetErrorString(failed);
    for (int i = 0; i < n && failed == cudaSuccess; ++i) {
      char number[16];
      std::snprintf(number, sizeof number, "%0*llx", digits,
                    (unsigned long long)(unsigned)host[i] & ((1ull << 4 * digits) - 1));
      text += number;
    }
    ROW(text);
  }
};
