// Structures copied whole, changed and by index: fields of 1, 2, 4 and 8 bytes with their own alignment and with none,
// and 3 to 64 bytes at every alignment up to 16. (Every number of fields: tests/unit/interleave_test.cpp.)
#include "check.h"

template <class T, int K> struct Fields {
  T f[K];
};
template <class T, int K> struct __attribute__((packed)) Packed {
  T f[K];
};
template <int BYTES, int ALIGN> struct alignas(ALIGN) Bytes {
  unsigned char f[BYTES];
};

constexpr int kCount = 64;
__host__ __device__ inline int placeOf(int i) { return (i * 37 + 11) % kCount; }

template <class S> __global__ void copies(const S *in, S *out) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  out[i] = in[i];
  S changed = in[i];
  for (auto &f : changed.f)
    f += 3;
  changed.f[0] = in[i].f[sizeof(changed.f) / sizeof(changed.f[0]) - 1];
  out[kCount + i] = changed;
  out[2 * kCount + i] = in[placeOf(i)];
}

template <class S> void test(const char *kind, int fields) {
  const size_t bytes = kCount * sizeof(S);
  std::vector<unsigned char> in(bytes), wanted(3 * bytes, 0x55);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = (unsigned char)(i * 7 + i / 256);
  check::Buffer<unsigned char> from(in), to(wanted);
  copies<<<2, kCount / 2>>>((const S *)from.device(), (S *)to.device());
  to.download();
  auto *x = (const S *)in.data();
  auto *w = (S *)wanted.data();
  constexpr int K = sizeof(x->f) / sizeof(x->f[0]);
  for (int i = 0; i < kCount; ++i) {
    S changed = x[i];
    for (auto &f : changed.f)
      f += 3;
    changed.f[0] = x[i].f[K - 1];
    w[i] = x[i], w[kCount + i] = changed;
    w[2 * kCount + i] = x[placeOf(i)];
  }
  for (int i = 0; i < 3 * kCount; ++i)
    for (int k = 0; k < K; ++k) // what pads is anyone's
      check::that(!memcmp(((const S *)to.host.data())[i].f + k, w[i].f + k, sizeof(x->f[0])),
                  kind + std::to_string(fields) + " of " + std::to_string(sizeof(x->f[0])) + " bytes, alignment " +
                      std::to_string(alignof(S)),
                  "way " + std::to_string(i / kCount) + " element " + std::to_string(i % kCount) + " field " +
                      std::to_string(k));
}

int main() {
  test<Fields<unsigned char, 8>>("fields, ", 8);
  test<Fields<unsigned long long, 3>>("fields, ", 3);
  test<Fields<unsigned long long, 8>>("fields, ", 8);
  test<Packed<unsigned long long, 4>>("packed fields, ", 4);
  test<Packed<unsigned long long, 8>>("packed fields, ", 8);
  test<Bytes<3, 1>>("bytes, ", 3);
  test<Bytes<16, 1>>("bytes, ", 16);
  test<Bytes<17, 1>>("bytes, ", 17);
  test<Bytes<33, 1>>("bytes, ", 33);
  test<Bytes<64, 1>>("bytes, ", 64);
  test<Bytes<16, 2>>("bytes, ", 16);
  test<Bytes<64, 16>>("bytes, ", 64);
  return check::finish("wide_copies");
}
