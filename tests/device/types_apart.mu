// Accesses of one memory by other types: a card keeps their order, whatever C++ says of it, and kernels rely on that.
// And functions that forget their return: what they did before stays, and so does the thread.
#include "check.h"

#include <musa_fp16.h>

constexpr int kThreads = 64;

__host__ __device__ float4 byMember(int i) {
  float4 a = make_float4((float)i, 1, 2, 3);
  (&a.x)[i & 3] = 7;
  a.y += 5;
  a.z *= 2;
  return a;
}
__global__ void members(float4 *out) { out[threadIdx.x] = byMember((int)threadIdx.x); }

__global__ void halves(const int4 *in, float *out, int rounds) {
  __half h[8];
  float sum = 0;
  for (int r = 0; r < rounds; r++) {
    *(int4 *)h = in[r * kThreads + threadIdx.x];
    for (int k = 0; k < 8; k++)
      sum = sum * 0.5f + __half2float(h[(k + rounds) % 8]);
  }
  out[threadIdx.x] = sum;
}

/// Shared words as integers and floats in turn, no barrier between: each thread keeps to its own.
__global__ void words(int *out, int n) {
  __shared__ float shared[kThreads * 4];
  int *bits = (int *)shared, t = (int)threadIdx.x, sum = 0;
  for (int k = 0; k < 4; k++)
    shared[t * 4 + k] = (float)(t + k);
  for (int k = 0; k < 4; k++) {
    bits[t * 4 + (k + n) % 4] ^= 0x800000; // twice or half of it
    sum += (int)(shared[t * 4 + k] * 4);
  }
  out[t] = sum;
}

/// The number of rounds changes under the loop.
__global__ void bounds(int *count, float *values) {
  for (int i = 0; i < *count; i++)
    values[i] = i == 5 ? 0.f : 1.f; // one of them is *count
}

#pragma clang diagnostic ignored "-Wreturn-type"
__device__ int store(int *p, int x) { *p = x; }
__device__ int doubled(int x) {
  if (x < 10)
    return 2 * x;
}
__global__ void noReturn(int *out) {
  int t = (int)threadIdx.x;
  store(out + t, t);
  int value = doubled(t);
  if (t < 10)
    out[t] += value;
}

void checkWords() {
  check::Buffer<int> out(kThreads);
  for (int n : {0, 1, 3}) {
    words<<<1, kThreads>>>(out.device(), n);
    out.download();
    for (int t = 0; t < kThreads; t++) {
      float x[4] = {t + 0.f, t + 1.f, t + 2.f, t + 3.f};
      int sum = 0;
      for (int k = 0; k < 4; k++) {
        int bits;
        memcpy(&bits, &x[(k + n) % 4], 4);
        bits ^= 0x800000;
        memcpy(&x[(k + n) % 4], &bits, 4);
        sum += (int)(x[k] * 4);
      }
      check::equal(out[t], sum, "words of shared memory, n " + std::to_string(n), t);
    }
  }
}

int main() {
  check::Buffer<float4> four(kThreads);
  members<<<1, kThreads>>>(four.device());
  four.download();
  for (int t = 0; t < kThreads; t++) {
    float wanted[4] = {(float)t, 1, 2, 3};
    wanted[t & 3] = 7;
    wanted[1] += 5;
    wanted[2] *= 2;
    check::that(memcmp(&four[t], wanted, sizeof wanted) == 0, "an index from a member", std::to_string(t));
  }

  check::Buffer<int4> packed(kThreads * 3);
  check::Buffer<float> sums(kThreads);
  __half *h = (__half *)packed.host.data();
  for (int i = 0; i < kThreads * 3 * 8; i++)
    h[i] = __half((float)(i % 97));
  packed.upload();
  halves<<<1, kThreads>>>(packed.device(), sums.device(), 3);
  sums.download();
  for (int t = 0; t < kThreads; t++) {
    float sum = 0;
    for (int r = 0; r < 3; r++)
      for (int k = 0; k < 8; k++)
        sum = sum * 0.5f + __half2float(h[(r * kThreads + t) * 8 + (k + 3) % 8]);
    check::equal(sums[t], sum, "halves read as int4", t);
  }
  checkWords();

  check::Buffer<int> line(16, 12);
  bounds<<<1, 1>>>(line.device() + 5, (float *)line.device());
  line.download();
  check::equal(line[5], 0, "a bound of another type, itself");
  check::equal(line[6], 12, "a bound of another type, behind it");

  check::Buffer<int> out(kThreads);
  noReturn<<<1, kThreads>>>(out.device());
  out.download();
  for (int t = 0; t < kThreads; t++)
    check::equal(out[t], t < 10 ? 3 * t : t, "no return", t);
  return check::finish("types_apart");
}
