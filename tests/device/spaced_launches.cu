// Launches as formatters of C++ leave them, `<< <` and `>> >`, which nvcc takes: from the host, of templates, in macros
// and in device code; and operators that only look like them.
#include "check.h"

template <class T, int N> __global__ void add(T *out, T v) { out[threadIdx.x] += v * N; }
__global__ void plain(int *out) { out[threadIdx.x] += 1000; }
__global__ void parent(int *out) {
  if (threadIdx.x == 0)
    plain<<<1, 8>>>(out);
}

struct Log {
  int sum = 0;
};
template <class T> Log &operator<<(Log &log, T v) {
  log.sum += v;
  return log;
}
template <class T> struct Box {
  T value;
};

#define LAUNCH(kernel, ...) kernel<<<1, 8>>>(__VA_ARGS__)

int main() {
  // clang-format off
  check::Buffer<int> out(8, 0);
  add<int, 1> << < 1, 8 >> > (out.device(), 1);
  add<int, 2> << <dim3(1), dim3(8), 0>> >(out.device(), 10);
  add<int, 4> <<<1, (16 >> 1)>> > (out.device(), 100);
  LAUNCH(plain, out.device());
  parent << <1, 32>> >(out.device());
  Log log;
  operator<< <int>(log, 5) << 6 << (7 >> 1);
  Box<Box<Box<int> > > box = {{{3}}};
  // clang-format on
  out.download();
  for (int i = 0; i < 8; ++i)
    check::equal(out[i], 1 + 20 + 400 + 1000 + 1000, "sum", i);
  check::equal(log.sum, 5 + 6 + 3, "operators");
  check::equal(box.value.value.value, 3, "templates");
  return check::finish("spaced_launches");
}
