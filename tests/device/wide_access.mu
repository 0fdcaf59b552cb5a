// Several words a lane: vectors and structures of 2 to 8 fields of every width, whole and in part, with and without
// masks, at addresses side by side, in rows, by index and backwards, in global, shared and private memory; and arrays
// that end where memory ends.
#include "check.h"

#include <sys/mman.h>

template <class T, int K> struct Fields {
  T f[K];
};
template <class T, int K> struct alignas(sizeof(T) * K) Vector {
  T f[K];
};

constexpr int kThreads = 100, kTable = 64; // of arrays, more than a block may have

__host__ __device__ inline int placeOf(int i) { return (i * 37 + 11) % kTable; }
__host__ __device__ inline bool chosen(int i) { return (i * 7919 >> 3) % 3 != 0; }

template <class S> __device__ S turned(const S &x) {
  constexpr int K = sizeof(S) / sizeof(x.f[0]);
  S r;
  for (int k = 0; k < K; ++k)
    r.f[k] = x.f[(k + 1) % K] + x.f[0];
  return r;
}

/// out[0..]: copies; [1 * n]: changed; [2 * n]: by index; [3 * n]: backwards; [4 * n]: some lanes; [5 * n]: through
/// shared memory; [6 * n]: through private memory; [7 * n]: rows of eight; [8 * n]: written by index.
template <class S> __global__ void wholes(const S *in, S *out, int n) {
  __shared__ S shared[kThreads];
  const int t = threadIdx.x + threadIdx.y * blockDim.x, i = blockIdx.x * blockDim.x * blockDim.y + t;
  if (i < n) {
    out[i] = in[i];
    out[n + i] = turned(in[i]);
    out[2 * n + i] = turned(in[placeOf(i)]);
    out[3 * n + i] = turned(in[n - 1 - i]);
  }
  if (i < n && chosen(i)) {
    S x = in[i];
    for (int round = 0; round < i % 4; ++round)
      x = turned(x);
    out[4 * n + i] = x;
  }
  if (i < n)
    shared[t] = in[i];
  __syncthreads();
  if (i < n) {
    out[5 * n + i] = turned(shared[t]);
    S mine[4];
    for (int k = 0; k < 4; ++k)
      mine[(k + i) % 4] = in[(i + k) % n];
    out[6 * n + i] = mine[i / 4 % 4];
    int row = i / 8, column = i % 8;
    out[7 * n + i] = turned(in[placeOf(row) / 8 * 8 + column]);
    out[8 * n + placeOf(i)] = turned(in[i]);
  }
}

/// Some of eight words of each lane are read, some written; what is between them stays.
template <class T, int FIRST, int LAST> __global__ void parts(const T *in, T *out, int n, int share) {
  const int i = blockIdx.x * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  T sum = 0;
  for (int k = FIRST; k <= LAST; k += 2)
    sum += in[i * 5 + k];
  out[i * 3 + 1] = sum;
  out[i * 3] = in[i * 2 + 1];
  out[n * 3 + i * 4] = in[i * 2];
  out[n * 3 + i * 4 + 2] = sum;
  out[n * 7 + i * share + 1] = in[i * share];
  out[n * 7 + i * share] = in[i * share + 1];
}

template <class S> void fill(check::Buffer<S> &buffer) {
  for (size_t i = 0; i < buffer.size(); ++i)
    for (size_t k = 0; k < sizeof(S) / sizeof(buffer[i].f[0]); ++k)
      buffer[i].f[k] = (unsigned)(i * 31 + k * 17 + 5) % 100;
  buffer.upload();
}

template <class S> S turnedOnHost(S x) {
  S r = x;
  const int K = sizeof(S) / sizeof(x.f[0]);
  for (int k = 0; k < K; ++k)
    r.f[k] = x.f[(k + 1) % K] + x.f[0];
  return r;
}

template <class S> void testWholes(const char *name, std::vector<dim3> shapes = {dim3(33)}) {
  for (dim3 shape : shapes) {
    const int n = kTable, per = shape.x * shape.y;
    check::Buffer<S> in(n), out(9 * n);
    fill(in);
    memset(out.host.data(), 0x55, out.size() * sizeof(S));
    std::vector<S> wanted = out.host;
    out.upload();
    wholes<<<(n + per - 1) / per, shape>>>(in.device(), out.device(), n);
    out.download();
    for (int i = 0; i < n; ++i) {
      wanted[i] = in[i];
      wanted[n + i] = wanted[5 * n + i] = turnedOnHost(in[i]);
      wanted[2 * n + i] = turnedOnHost(in[placeOf(i)]);
      wanted[3 * n + i] = turnedOnHost(in[n - 1 - i]);
      if (chosen(i)) {
        wanted[4 * n + i] = in[i];
        for (int round = 0; round < i % 4; ++round)
          wanted[4 * n + i] = turnedOnHost(wanted[4 * n + i]);
      }
      int k = ((i / 4 % 4 - i) % 4 + 4) % 4;
      wanted[6 * n + i] = in[(i + k) % n];
      wanted[7 * n + i] = turnedOnHost(in[placeOf(i / 8) / 8 * 8 + i % 8]);
      wanted[8 * n + placeOf(i)] = turnedOnHost(in[i]);
    }
    for (int i = 0; i < 9 * n; ++i)
      check::that(!memcmp(&out[i], &wanted[i], sizeof(S)), name,
                  "block " + std::to_string(shape.x) + "x" + std::to_string(shape.y) + " way " + std::to_string(i / n) +
                      " element " + std::to_string(i % n));
  }
}

template <class T, int FIRST, int LAST> void testParts(const char *name) {
  for (dim3 shape : {dim3(40), dim3(4, 8)}) {
    const int n = 71, per = shape.x * shape.y, share = 11;
    check::Buffer<T> in(share * n), out((7 + share) * n, T(77));
    for (size_t i = 0; i < in.size(); ++i)
      in[i] = (unsigned)(i * 29 + 3) % 50;
    in.upload();
    std::vector<T> wanted = out.host;
    parts<T, FIRST, LAST><<<(n + per - 1) / per, shape>>>(in.device(), out.device(), n, share);
    out.download();
    for (int i = 0; i < n; ++i) {
      T sum = 0;
      for (int k = FIRST; k <= LAST; k += 2)
        sum += in[i * 5 + k];
      wanted[i * 3 + 1] = sum, wanted[i * 3] = in[i * 2 + 1];
      wanted[n * 3 + i * 4] = in[i * 2], wanted[n * 3 + i * 4 + 2] = sum;
      wanted[n * 7 + i * share + 1] = in[i * share], wanted[n * 7 + i * share] = in[i * share + 1];
    }
    for (size_t i = 0; i < wanted.size(); ++i)
      check::equal(out[i], wanted[i], name, i);
  }
}

/// Fields 0 to READ - 1 of K, and a write to field 1.
template <int K, int READ> __global__ void edges(float *p, int n) {
  const int i = threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int k = 0; k < READ; ++k)
    sum += p[i * K + k];
  p[i * K + 1] = sum;
  if (READ == K)
    for (int k = 0; k < K; ++k)
      p[i * K + k] = sum + k;
}

__global__ void rowEdges(const float4 *in, float4 *out, int rows) {
  int row = threadIdx.x / 4, column = threadIdx.x % 4;
  if (row < rows)
    out[row * 4 + column] = in[(rows - 1 - row) * 4 + column];
}

/// A page with nothing readable on either side.
struct Page {
  static constexpr size_t kBytes = 4096;
  char *start;
  Page() {
    auto *all = static_cast<char *>(mmap(nullptr, 3 * kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    start = all + kBytes;
    if (all == MAP_FAILED || mprotect(start, kBytes, PROT_READ | PROT_WRITE)) {
      printf("FAIL no memory for a page\n");
      exit(1);
    }
  }
  ~Page() { munmap(start - kBytes, 3 * kBytes); }
};

template <int K, int READ> void testEdges(const char *name) {
  Page page;
  auto run = [&](float *p, int n, int threads) {
    for (int i = 0; i < (n - 1) * K + READ; ++i)
      p[i] = i % 50;
    edges<K, READ><<<1, threads>>>(p, n);
    CHECK_API(musaDeviceSynchronize());
    for (int i = 0; i < n; ++i) {
      float sum = 0;
      for (int k = 0; k < READ; ++k)
        sum += (i * K + k) % 50;
      for (int k = 0; k < READ; ++k)
        check::equal(p[i * K + k], READ == K ? sum + k : k == 1 ? sum : float((i * K + k) % 50), name, i * K + k);
    }
  };
  for (int n : {1, 2, 7, 16, 31, 64}) {
    const size_t floats = (n - 1) * K + READ; // nothing behind the last field
    run(reinterpret_cast<float *>(page.start + Page::kBytes) - floats, n, n);
    run(reinterpret_cast<float *>(page.start + Page::kBytes) - floats, n, 64); // lanes that are off lie behind
    run(reinterpret_cast<float *>(page.start), n, 64);
  }
}

void testRowEdges() {
  Page from, to;
  for (int rows : {1, 3, 8}) {
    auto *in = reinterpret_cast<float4 *>(from.start + Page::kBytes) - rows * 4;
    auto *out = reinterpret_cast<float4 *>(to.start + Page::kBytes) - rows * 4;
    for (int i = 0; i < rows * 4; ++i)
      in[i] = make_float4(i, i + 1, i + 2, i + 3);
    rowEdges<<<1, 32>>>(in, out, rows);
    CHECK_API(musaDeviceSynchronize());
    for (int i = 0; i < rows * 4; ++i)
      check::equal(out[i].z, float((rows - 1 - i / 4) * 4 + i % 4 + 2), "rows at the end of memory", i);
  }
}

/// One thread's reads and writes of one place keep their order, whatever pointers they come by.
__global__ void sameMemory(float *a, float *b, int n) {
  const int i = threadIdx.x;
  if (i >= n)
    return;
  a[2 * i] = i;
  float x = b[2 * i];
  a[2 * i + 1] = x + b[2 * i + 1];
  float y = b[2 * i + 1];
  b[2 * i] = y * 2;
  a[2 * n + 2 * i] = a[2 * i];
  a[2 * n + 2 * i + 1] = y;
}

void testSameMemory() {
  for (int n : {32, 50, 64}) {
    check::Buffer<float> p(4 * n, 3.0f);
    sameMemory<<<1, 64>>>(p.device(), p.device(), n);
    p.download();
    for (int i = 0; i < n; ++i) {
      check::equal(p[2 * i], (i + 3.0f) * 2, "same memory, even", i);
      check::equal(p[2 * i + 1], i + 3.0f, "same memory, odd", i);
      check::equal(p[2 * n + 2 * i], (i + 3.0f) * 2, "same memory, read again", i);
      check::equal(p[2 * n + 2 * i + 1], i + 3.0f, "same memory, kept", i);
    }
  }
}

int main() {
  testWholes<Fields<unsigned char, 3>>("uchar3");
  testWholes<Vector<unsigned char, 4>>("uchar4");
  testWholes<Fields<short, 3>>("short3", {dim3(64)});
  testWholes<Vector<unsigned short, 8>>("ushort8");
  testWholes<Vector<float, 2>>("float2", {dim3(33), dim3(4, 8)});
  testWholes<Fields<float, 3>>("float3", {dim3(33), dim3(64)});
  testWholes<Vector<float, 4>>("float4", {dim3(33), dim3(64), dim3(8, 8)});
  testWholes<Fields<int, 5>>("int[5]");
  testWholes<Fields<float, 6>>("float[6]");
  testWholes<Fields<float, 8>>("float[8]");
  testWholes<Vector<double, 2>>("double2", {dim3(33), dim3(8, 8)});
  testWholes<Fields<long long, 4>>("longlong4");
  testParts<float, 0, 2>("parts of floats");
  testParts<int, 1, 4>("parts of ints");
  testParts<double, 0, 4>("parts of doubles");
  testParts<short, 0, 3>("parts of shorts");
  testParts<unsigned char, 2, 4>("parts of bytes");
  testEdges<2, 2>("ends of float2");
  testEdges<3, 3>("ends of float3");
  testEdges<4, 3>("ends of three of four");
  testEdges<4, 2>("ends of two of four");
  testEdges<7, 4>("ends of four of seven");
  testEdges<8, 8>("ends of eight");
  testRowEdges();
  testSameMemory();
  return check::finish("wide_access");
}
