// What the device tests share: buffers that know both sides, launches over several block shapes, and a report that
// names the first differences and decides the exit status. Included by MUSA sources; host code only.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <musa_runtime.h>

namespace check {

inline int failures = 0;

inline void api(musaError_t error, const char *what, int line) {
  if (error == musaSuccess)
    return;
  printf("FAIL line %d: %s: %s\n", line, what, musaGetErrorString(error));
  exit(1);
}
#define CHECK_API(call) check::api((call), #call, __LINE__)

/// Device memory with a host copy; `upload` and `download` move all of it.
template <class T> class Buffer {
public:
  explicit Buffer(size_t count, T value = T()) : host(count, value) {
    CHECK_API(musaMalloc(&device_, bytes()));
    upload();
  }
  explicit Buffer(const std::vector<T> &values) : host(values) {
    CHECK_API(musaMalloc(&device_, bytes()));
    upload();
  }
  ~Buffer() { musaFree(device_); } // an error after a reset does not matter
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;

  void upload() { CHECK_API(musaMemcpy(device_, host.data(), bytes(), musaMemcpyHostToDevice)); }
  /// Waits for the device, so that a launch's error is reported here.
  void download() {
    CHECK_API(musaGetLastError());
    CHECK_API(musaDeviceSynchronize());
    CHECK_API(musaMemcpy(host.data(), device_, bytes(), musaMemcpyDeviceToHost));
  }
  T *device() { return device_; }
  size_t size() const { return host.size(); }
  T &operator[](size_t i) { return host[i]; }

  std::vector<T> host;

private:
  size_t bytes() const { return host.size() * sizeof(T); }
  T *device_ = nullptr;
};

/// Bit for bit, except that one NaN is as good as another.
template <class T> bool same(const T &a, const T &b) {
  if constexpr (std::is_floating_point<T>::value) {
    if (std::isnan(a) && std::isnan(b))
      return true;
    return memcmp(&a, &b, sizeof(T)) == 0;
  } else {
    return a == b;
  }
}

/// Counts a condition; prints at most five failures a name.
inline void that(bool holds, const std::string &name, const std::string &details = "") {
  static std::string last;
  static int shown = 0;
  if (holds)
    return;
  failures++;
  shown = name == last ? shown + 1 : 1;
  last = name;
  if (shown <= 5)
    printf("FAIL %s %s\n", name.c_str(), details.c_str());
}

template <class T> std::string text(T value) {
  char buffer[64];
  if constexpr (std::is_floating_point<T>::value)
    snprintf(buffer, sizeof buffer, "%.17g (%a)", (double)value, (double)value);
  else if constexpr (std::is_unsigned<T>::value)
    snprintf(buffer, sizeof buffer, "%llu (0x%llx)", (unsigned long long)value, (unsigned long long)value);
  else
    snprintf(buffer, sizeof buffer, "%lld", (long long)value);
  return buffer;
}

template <class T> void equal(const T &got, const T &wanted, const std::string &name, long index = 0) {
  that(same(got, wanted), name, "[" + std::to_string(index) + "]: got " + text(got) + ", wanted " + text(wanted));
}

/// Block shapes that cut warps and vectors in every way.
inline std::vector<dim3> shapes() {
  return {dim3(1),      dim3(32),   dim3(33),      dim3(48),         dim3(64),  dim3(100),
          dim3(16, 16), dim3(7, 5), dim3(8, 4, 3), dim3(10, 10, 10), dim3(1024)};
}
inline unsigned threads(dim3 shape) { return shape.x * shape.y * shape.z; }

inline int finish(const char *name) {
  printf(failures ? "%s: %d failures\n" : "%s: PASS\n", name, failures);
  return failures != 0;
}

} // namespace check
