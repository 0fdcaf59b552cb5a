// Cached loads and stores, address spaces, block barriers that reduce, fences, clocks, the device heap.
#include "check.h"

template <class T> __global__ void cached(const T *in, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 5 >= n)
    return;
  __stwb(out + i * 4 + 0, __ldg(in + i));
  __stcg(out + i * 4 + 1, __ldcg(in + i + 1));
  __stcs(out + i * 4 + 2, __ldcs(in + i + 2));
  T a = __ldca(in + i + 3), b = __ldlu(in + i + 4), c = __ldcv(in + i + 5);
  __stwt(out + i * 4 + 3, i % 3 == 0 ? a : i % 3 == 1 ? b : c);
}

template <class T> void checkCached(const char *type) {
  const int n = 200;
  check::Buffer<T> in(n), out(n * 4);
  for (int i = 0; i < n; i++)
    for (size_t k = 0; k < sizeof(T); k++)
      reinterpret_cast<unsigned char *>(&in[i])[k] = (unsigned char)(i * 7 + k * 3 + 1) & 0x3f;
  in.upload();
  cached<T><<<4, 50>>>(in.device(), out.device(), n);
  out.download();
  for (int i = 0; i + 5 < n; i++) {
    const T wanted[4] = {in[i], in[i + 1], in[i + 2], in[i + 3 + i % 3]};
    check::that(memcmp(&out[i * 4], wanted, sizeof wanted) == 0, std::string("cached access of ") + type,
                std::to_string(i));
  }
}

__constant__ int inConstant;

__global__ void spaces(int *out, int *global) {
  __shared__ int shared[128];
  int local[2] = {(int)threadIdx.x, 1};
  int t = threadIdx.x;
  shared[t] = t;
  __syncthreads();
  int *generic = t % 2 ? shared + (127 - t) : global + t;
  *generic += 0; // either space through one pointer
  size_t offset = __cvta_generic_to_shared(shared + 5);
  out[t] = __isShared(shared) + 2 * __isGlobal(global) + 4 * __isLocal(local + t % 2) + 8 * !__isShared(global) +
           16 * !__isGlobal(shared) + 32 * (*(int *)__cvta_shared_to_generic(offset) == 5) +
           64 * (__isShared(generic) == (unsigned)(t % 2));
}

__global__ void reducing(int *out, int threshold) {
  int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  int count = __syncthreads_count(t < threshold), all = __syncthreads_and(t < threshold),
      any = __syncthreads_or(t == threshold);
  out[t] = count * 4 + (all != 0) * 2 + (any != 0);
}

__device__ int published;
__global__ void fences(int *out) {
  __shared__ volatile int flag[2];
  if (threadIdx.x == 0) {
    flag[0] = 41;
    __threadfence_block();
    flag[1] = 1;
    published = 5;
    __threadfence();
    __threadfence_system();
    __threadfence_system_noflush();
  }
  __syncthreads_lm();
  long long start = clock64();
  unsigned long long now = __globaltimer();
  __nanosleep(100);
  out[threadIdx.x] = flag[0] + flag[1] + (clock64() >= start) + (__globaltimer() >= now) + published;
}

__global__ void heap(int *out) {
  int t = threadIdx.x;
  int *mine = (int *)malloc((t + 1) * sizeof(int));
  for (int i = 0; i <= t; i++)
    mine[i] = i;
  int sum = 0;
  for (int i = 0; i <= t; i++)
    sum += mine[i];
  free(mine);
  char bytes[16], copy[16];
  memset(bytes, t, sizeof bytes);
  memcpy(copy, bytes, sizeof copy);
  out[t] = sum * 128 + copy[t % 16];
}

int main() {
  checkCached<char>("char");
  checkCached<short>("short");
  checkCached<int>("int");
  checkCached<unsigned>("unsigned");
  checkCached<long long>("long long");
  checkCached<float>("float");
  checkCached<double>("double");
  checkCached<float2>("float2");
  checkCached<float4>("float4");
  checkCached<int4>("int4");
  checkCached<uchar4>("uchar4");
  checkCached<double2>("double2");

  check::Buffer<int> out(1024), global(128);
  spaces<<<1, 128>>>(out.device(), global.device());
  out.download();
  for (int t = 0; t < 128; t++)
    check::equal(out[t], 127, "address spaces", t);

  for (dim3 shape : check::shapes())
    for (int threshold : {0, 1, 20, 33, 2000}) {
      int n = (int)check::threads(shape);
      reducing<<<1, shape>>>(out.device(), threshold);
      out.download();
      for (int t = 0; t < n; t++)
        check::equal(out[t], std::min(threshold, n) * 4 + (n <= threshold) * 2 + (threshold < n),
                     "reducing barrier in a block of " + std::to_string(n), t);
    }

  fences<<<1, 64>>>(out.device());
  out.download();
  for (int t = 0; t < 64; t++)
    check::equal(out[t], 49, "fences and clocks", t);
  heap<<<1, 100>>>(out.device());
  out.download();
  for (int t = 0; t < 100; t++)
    check::equal(out[t], t * (t + 1) / 2 * 128 + t, "device heap", t);
  return check::finish("language_memory");
}
