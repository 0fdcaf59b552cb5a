// threadIdx and blockIdx are uint3, blockDim and gridDim are dim3, wherever and however they are used: in braces, by
// value and by reference, copied and changed, as template arguments; and loop pragmas change no result.
#include "check.h"

#include <type_traits>

struct Position {
  uint3 thread, block;
};

template <class T> struct Named {
  static constexpr int value = 0;
};
template <> struct Named<uint3> {
  static constexpr int value = 3;
};
template <> struct Named<dim3> {
  static constexpr int value = 4;
};

template <class T> __device__ int kindOf(T) { return Named<T>::value; }
__device__ int overloaded(uint3) { return 3; }
__device__ int overloaded(dim3) { return 4; }
__device__ unsigned linear(const uint3 &at, const dim3 &size) { return at.x + size.x * (at.y + size.y * at.z); }
__device__ __noinline__ const uint3 &chosen(bool thread) { return thread ? threadIdx : blockIdx; }

constexpr int kResults = 16;

__global__ void use(unsigned *out) {
  static_assert(std::is_same<decltype(threadIdx), const uint3>::value, "");
  static_assert(std::is_same<decltype(blockIdx), const uint3>::value, "");
  static_assert(std::is_same<decltype(blockDim), const dim3>::value, "");
  static_assert(std::is_same<decltype(gridDim), const dim3>::value, "");
  uint3 braces{threadIdx}, assigned = blockIdx;
  dim3 from(threadIdx), size{blockDim}, grid = gridDim, block = blockIdx;
  uint3 back = blockDim;
  auto copy = threadIdx;
  copy.x += 1000;
  Position both{threadIdx, blockIdx};
  const uint3 *pointer = &threadIdx;
  auto later = [=] { return copy.x + threadIdx.y; };
  unsigned me = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + linear(threadIdx, blockDim);
  unsigned *mine = out + me * kResults;
  mine[0] = braces.x + 100 * braces.y + 10000 * braces.z;
  mine[1] = assigned.x;
  mine[2] = from.x + 100 * from.y + 10000 * from.z;
  mine[3] = size.x + 2000 * size.y + 4000000 * size.z;
  mine[4] = grid.x + block.x;
  mine[5] = back.x * back.y * back.z;
  mine[6] = copy.x;
  mine[7] = both.thread.x + both.block.x;
  mine[8] = pointer->y;
  mine[9] = later();
  mine[10] = kindOf(threadIdx) + 10 * kindOf(blockDim);
  mine[11] = overloaded(blockIdx) + 10 * overloaded(gridDim);
  mine[12] = chosen(me & 1).x;
  mine[13] = dim3(blockIdx).y;
}

static void builtins(dim3 shape) {
  const unsigned blocks = 3, threads = check::threads(shape);
  check::Buffer<unsigned> out(blocks * threads * kResults);
  use<<<blocks, shape>>>(out.device());
  out.download();
  for (unsigned b = 0; b < blocks; b++)
    for (unsigned t = 0; t < threads; t++) {
      unsigned x = t % shape.x, y = t / shape.x % shape.y, z = t / shape.x / shape.y, me = b * threads + t;
      unsigned at = x + 100 * y + 10000 * z;
      unsigned wanted[kResults] = {at,
                                   b,
                                   at,
                                   shape.x + 2000 * shape.y + 4000000 * shape.z,
                                   blocks + b,
                                   threads,
                                   x + 1000,
                                   x + b,
                                   y,
                                   x + 1000 + y,
                                   43,
                                   43,
                                   me & 1 ? x : b,
                                   0};
      for (int i = 0; i < kResults; i++)
        check::equal(out[me * kResults + i], wanted[i], "result " + std::to_string(i), me);
    }
}

// Every pragma over the same loop; trips differ by lane.
template <int kind> __device__ unsigned walk(unsigned start, unsigned trips) {
  unsigned v = start;
  if constexpr (kind == 0) {
    for (unsigned i = 0; i < trips; i++)
      v = v * 1664525u + i;
  } else if constexpr (kind == 1) {
#pragma unroll 1
    for (unsigned i = 0; i < trips; i++)
      v = v * 1664525u + i;
  } else if constexpr (kind == 2) {
#pragma unroll
    for (unsigned i = 0; i < trips; i++)
      v = v * 1664525u + i;
  } else {
#pragma unroll kind
    for (unsigned i = 0; i < trips; i++)
      v = v * 1664525u + i;
  }
  return v;
}

__global__ void pragmas(unsigned *out) {
  unsigned t = threadIdx.x, trips[] = {t % 37, 16, blockIdx.x + 5};
  for (int i = 0; i < 3; i++) {
    unsigned *mine = out + ((blockIdx.x * blockDim.x + t) * 3 + i) * 5;
    mine[0] = walk<0>(t, trips[i]);
    mine[1] = walk<1>(t, trips[i]);
    mine[2] = walk<2>(t, trips[i]);
    mine[3] = walk<4>(t, trips[i]);
    mine[4] = walk<7>(t, trips[i]);
  }
}

__global__ void sumAcross(unsigned *out, unsigned n) {
  __shared__ unsigned cell[64];
  unsigned sum = threadIdx.x;
#pragma unroll 4
  for (unsigned i = 0; i < n; i++) {
    cell[threadIdx.x] = sum;
    __syncthreads();
    sum += cell[(threadIdx.x + i) % blockDim.x] + __shfl_xor_sync(0xffffffff, sum, 1);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

static void loops() {
  const unsigned blocks = 4, threads = 100;
  check::Buffer<unsigned> out(blocks * threads * 15);
  pragmas<<<blocks, threads>>>(out.device());
  out.download();
  for (unsigned i = 0; i < out.size(); i += 5) {
    unsigned thread = i / 15 % threads, block = i / 15 / threads, which = i / 5 % 3;
    unsigned trips = which == 0 ? thread % 37 : which == 1 ? 16 : block + 5, v = thread;
    for (unsigned k = 0; k < trips; k++)
      v = v * 1664525u + k;
    for (unsigned k = 0; k < 5; k++)
      check::equal(out[i + k], v, "pragma " + std::to_string(k), i);
  }
  for (unsigned n : {0u, 1u, 4u, 7u, 18u}) {
    check::Buffer<unsigned> sums(64);
    sumAcross<<<1, 64>>>(sums.device(), n);
    sums.download();
    std::vector<unsigned> sum(64), next(64);
    for (unsigned t = 0; t < 64; t++)
      sum[t] = t;
    for (unsigned i = 0; i < n; i++) {
      for (unsigned t = 0; t < 64; t++)
        next[t] = sum[t] + sum[(t + i) % 64] + sum[t ^ 1];
      sum = next;
    }
    for (unsigned t = 0; t < 64; t++)
      check::equal(sums[t], sum[t], "unrolled around barriers, n = " + std::to_string(n), t);
  }
}

int main() {
  for (dim3 shape : check::shapes())
    builtins(shape);
  loops();
  return check::finish("language_builtins");
}
