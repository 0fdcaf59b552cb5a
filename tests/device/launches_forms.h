// Launches in all the places where source code may have them.
#pragma once

namespace launches {

struct Large {
  int values[10];
  double scale;
};

__device__ int twice(int x) { return 2 * x; }

__global__ void addOne(int *p) { atomicAdd(p, 1); }
template <class T, int N> __global__ void fill(T *p, T value) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = value + T(N);
}
template <class T> __global__ void overloaded(T *p) { *p = T(1); }
__global__ void overloaded(int *p, int value) { *p = value; }
__global__ void takesAll(char a, bool b, short c, double d, Large large, int *out) {
  extern __shared__ int scratch[];
  scratch[threadIdx.x] = a + (b ? 100 : 0) + c + int(d * large.scale) + large.values[3];
  __syncthreads();
  out[threadIdx.x] = scratch[blockDim.x - 1 - threadIdx.x];
}

namespace inner {
template <template <class> class Box, class T> struct Holder {};
template <class T> struct Box {};
template <class H> __global__ void named(int *p) { *p = 77; }
} // namespace inner

#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)

struct Functor {
  int *p;
  __device__ void operator()() const { addOne<<<1, 4>>>(p); }
  template <class T> __device__ void with(T value) const { fill<T, 3><<<dim3(1), dim3(2), 0, nullptr>>>(p, value); }
};

template <class T> __global__ void fromTemplate(T *p) {
  if (threadIdx.x == 0)
    fill<T, (1 > 0 ? 2 : 3)><<<twice(1), 2>>>(p, T(10));
}

// "child<<<1, 1>>>(p)" in a string and a comment is none: child<<<1, 1>>>(p)
__global__ void forms(int *p, int one) {
  const char *text = "addOne<<<1, 1>>>(p)";
  if (threadIdx.x != 0 || text[0] != 'a')
    return;
  addOne<<<1, 1>>>(p + 0);
  launches::addOne<<<(1 << 1), 1>>>(p + 1);
  ::launches::addOne<<<1, one + 2>>>(p + 2);
  fill<int, 5><<<1, 1>>>(p + 3, twice(twice(1)));
  overloaded<<<1, 1>>>(p + 4);
  overloaded<<<1, 1>>>(p + 5, 9);
  LAUNCH(overloaded, p + 6, 11);
  auto lambda = [=](int at) { LAUNCH(addOne, p + at); };
  lambda(7);
  for (int i = 0; i < 3; i++)
    if (i != 1)
      addOne<<<1, 1>>>(p + 8);
    else
      one > 0 ? addOne<<<1, 1>>>(p + 9) : addOne<<<1, 1>>>(p + 10);
  Functor{p + 11}();
  Functor{p + 12}.with(one);
  inner::named<inner::Holder<inner::Box, inner::Box<inner::Box<int>>>><<<1, 1>>>(p + 14);
  fromTemplate<<<1, 32>>>(p + 16);
  addOne /* where */<<<1, 1>>> /* what */ (p + 20);
}

__global__ void argumentKinds(int *out) {
  if (threadIdx.x != 3)
    return;
  Large large = {};
  large.values[3] = 1000;
  large.scale = 2;
  takesAll<<<1, 8, 8 * sizeof(int)>>>(char(threadIdx.x), true, -50, 2.5, large, out);
}

__host__ __device__ void launchAnywhere(int *p) { addOne<<<1, 2>>>(p); }
__global__ void callsBoth(int *p) { launchAnywhere(p); }

inline void testForms() {
  check::Buffer<int> p(32);
  forms<<<1, 32>>>(p.device(), 1);
  p.download();
  const int wanted[] = {1, 2, 3, 9, 1, 9, 11, 1, 2, 1, 0, 4, 4, 4, 77, 0, 12, 12, 12, 12, 1, 0};
  for (int i = 0; i < 22; i++)
    check::equal(p[i], wanted[i], "forms", i);

  check::Buffer<int> out(8);
  argumentKinds<<<1, 32>>>(out.device());
  out.download();
  for (int i = 0; i < 8; i++)
    check::equal(out[i], 3 + 100 - 50 + 5 + 1000, "arguments", i);

  check::Buffer<int> both(1);
  launchAnywhere(both.device());
  callsBoth<<<1, 1>>>(both.device());
  both.download();
  check::equal(both[0], 4, "a function of both sides");
}

/// Recursive quicksort: each grid of one thread sorts small pieces itself and launches for the halves of others.
__global__ void quicksort(int *data, int left, int right, int depth) {
  if (depth >= 16 || right - left < 24) {
    for (int i = left + 1; i <= right; i++)
      for (int k = i; k > left && data[k - 1] > data[k]; k--) {
        int t = data[k];
        data[k] = data[k - 1];
        data[k - 1] = t;
      }
    return;
  }
  int pivot = data[(left + right) / 2], l = left, r = right;
  while (l <= r) {
    while (data[l] < pivot)
      l++;
    while (data[r] > pivot)
      r--;
    if (l <= r) {
      int t = data[l];
      data[l++] = data[r];
      data[r--] = t;
    }
  }
  musaStream_t stream;
  if (left < r) {
    musaStreamCreateWithFlags(&stream, musaStreamNonBlocking);
    quicksort<<<1, 1, 0, stream>>>(data, left, r, depth + 1);
    musaStreamDestroy(stream);
  }
  if (l < right) {
    musaStreamCreateWithFlags(&stream, musaStreamNonBlocking);
    quicksort<<<1, 1, 0, stream>>>(data, l, right, depth + 1);
    musaStreamDestroy(stream);
  }
}

inline void testQuicksort() {
  std::vector<int> values(3000);
  unsigned state = 12345;
  for (int &v : values)
    v = int((state = state * 1664525 + 1013904223) >> 8) % 5000 - 2500;
  check::Buffer<int> data(values);
  quicksort<<<1, 1>>>(data.device(), 0, int(values.size()) - 1, 0);
  data.download();
  std::sort(values.begin(), values.end());
  for (size_t i = 0; i < values.size(); i++)
    check::equal(data[i], values[i], "quicksort", long(i));
}

/// Adaptive refinement: a square whose corners differ is cut into four, by a grid of four blocks.
constexpr int kSide = 64;
__host__ __device__ inline int colour(int x, int y) { return (x - 40) * (x - 40) + (y - 23) * (y - 23) < 300; }
__global__ void refine(int *image, int *grids, int x0, int y0, int side) {
  int x = x0 + (blockIdx.x & 1) * side, y = y0 + (blockIdx.x >> 1) * side;
  if (threadIdx.x == 0)
    atomicAdd(grids, 1);
  bool same = true;
  for (int i = threadIdx.x; i < side * side; i += blockDim.x)
    same = same && colour(x + i % side, y + i / side) == colour(x, y);
  same = __syncthreads_and(same);
  if (same || side == 1) {
    for (int i = threadIdx.x; i < side * side; i += blockDim.x)
      image[(y + i / side) * kSide + x + i % side] = colour(x, y) + 1;
  } else if (threadIdx.x == 0) {
    refine<<<4, 32>>>(image, grids, x, y, side / 2);
  }
}

inline int countGrids(int x0, int y0, int side) {
  int count = 0;
  for (int part = 0; part < 4; part++) {
    int x = x0 + (part & 1) * side, y = y0 + (part >> 1) * side;
    bool same = true;
    for (int i = 0; i < side * side; i++)
      same = same && colour(x + i % side, y + i / side) == colour(x, y);
    count += 1 + (same || side == 1 ? 0 : countGrids(x, y, side / 2));
  }
  return count;
}

inline void testRefinement() {
  check::Buffer<int> image(kSide * kSide), grids(1);
  refine<<<4, 32>>>(image.device(), grids.device(), 0, 0, kSide / 2);
  image.download();
  grids.download();
  for (int i = 0; i < kSide * kSide; i++)
    check::equal(image[i], colour(i % kSide, i / kSide) + 1, "refinement", i);
  check::equal(grids[0], countGrids(0, 0, kSide / 2), "blocks of the refinement");
}

} // namespace launches

using launches::testForms;
using launches::testQuicksort;
using launches::testRefinement;
