// Rows about the conversions of 8-bit floats: for one input after the other the result, in hexadecimal. Compiled by
// nvcc to record, by mcc to compare.
#pragma once

#include "matrix/print.h"

#include <cuda_fp8.h>

static std::vector<unsigned> inputs() {
  std::vector<unsigned> all;
  for (unsigned exponent = 0; exponent < 256; ++exponent) {
    if (exponent > 8 && exponent < 100)
      continue;
    if (exponent > 150 && exponent < 250)
      continue;
    for (unsigned fraction : {0u, 1u, 0x0fffffu, 0x100000u, 0x100001u, 0x180000u, 0x200000u, 0x300000u, 0x400000u,
                              0x500000u, 0x600000u, 0x680000u, 0x700000u, 0x700001u, 0x7fffffu})
      all.push_back(exponent << 23 | fraction);
  }
  return all;
}

__global__ void convert(const unsigned *in, unsigned char *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = __uint_as_float(in[i]);
  for (int format = 0; format < 2; ++format)
    for (int sat = 0; sat < 2; ++sat) {
      auto f = format ? __NV_E5M2 : __NV_E4M3;
      auto s = sat ? __NV_SATFINITE : __NV_NOSAT;
      out[(format * 2 + sat) * n + i] = __nv_cvt_float_to_fp8(x, s, f);
    }
  out[4 * n + i] = __nv_cvt_float_to_e8m0(x, __NV_NOSAT, cudaRoundZero);
  out[5 * n + i] = __nv_cvt_float_to_e8m0(x, __NV_SATFINITE, cudaRoundZero);
  out[6 * n + i] = __nv_cvt_float_to_e8m0(x, __NV_NOSAT, cudaRoundPosInf);
  out[7 * n + i] = __nv_cvt_float_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf);
}

__global__ void widen(unsigned short *out) {
  int i = threadIdx.x;
  out[i] = __nv_cvt_fp8_to_halfraw((unsigned char)i, __NV_E4M3).x;
  out[256 + i] = __nv_cvt_fp8_to_halfraw((unsigned char)i, __NV_E5M2).x;
  out[512 + i] = __nv_cvt_e8m0_to_bf16raw((unsigned char)i).x;
}

/// Members: what a value of all encodings becomes.
__global__ void members(int *out) {
  int i = threadIdx.x;
  __nv_fp8_e4m3 x;
  x.__x = (unsigned char)i;
  __nv_fp8_e5m2 y;
  y.__x = (unsigned char)i;
  out[i] = (int)(signed char)x;
  out[256 + i] = (int)(unsigned char)x;
  out[512 + i] = (int)(short)x;
  out[768 + i] = (int)y;
  out[1024 + i] = (int)(unsigned int)y;
  out[1280 + i] = (bool)x;
}

inline void printBits(const std::string &name, const void *bits, int count, int size) {
  std::string text = name + ":";
  for (int i = 0; i < count; ++i) {
    unsigned v = size == 1   ? ((const unsigned char *)bits)[i]
                 : size == 2 ? ((const unsigned short *)bits)[i]
                             : ((const unsigned *)bits)[i];
    char number[16];
    std::snprintf(number, sizeof number, "%0*x", 2 * size, v);
    text += number;
  }
  ROW(text);
}

/// Runs a kernel over `count` results of `size` bytes.
template <class Launch> std::vector<unsigned char> results(int count, int size, Launch launch) {
  void *device;
  cudaMalloc(&device, count * size);
  launch(device);
  std::vector<unsigned char> host(count * size);
  if (cudaMemcpy(host.data(), device, host.size(), cudaMemcpyDeviceToHost) != cudaSuccess)
    host.assign(host.size(), 0xee);
  cudaFree(device);
  return host;
}

inline void fp8Rows() {
  std::vector<unsigned> in = inputs();
  int n = (int)in.size();
  for (int sign = 0; sign < 2; ++sign) {
    for (unsigned &x : in)
      x = (x & 0x7fffffffu) | (unsigned)sign << 31;
    unsigned *numbers;
    cudaMalloc(&numbers, n * 4);
    cudaMemcpy(numbers, in.data(), n * 4, cudaMemcpyHostToDevice);
    auto out = results(8 * n, 1, [&](void *p) { convert<<<(n + 127) / 128, 128>>>(numbers, (unsigned char *)p, n); });
    cudaFree(numbers);
    const char *names[] = {"e4m3 nosat",      "e4m3 satfinite",      "e5m2 nosat",        "e5m2 satfinite",
                           "e8m0 nosat zero", "e8m0 satfinite zero", "e8m0 nosat posinf", "e8m0 satfinite posinf"};
    for (int k = 0; k < 8; ++k)
      printBits(std::string(names[k]) + (sign ? " -" : " +"), &out[k * n], n, 1);
  }
  auto wide = results(768, 2, [](void *p) { widen<<<1, 256>>>((unsigned short *)p); });
  const char *wideNames[] = {"e4m3 to half", "e5m2 to half", "e8m0 to bf16"};
  for (int k = 0; k < 3; ++k)
    printBits(wideNames[k], &wide[k * 512], 256, 2);
  auto whole = results(1536, 4, [](void *p) { members<<<1, 256>>>((int *)p); });
  const char *memberNames[] = {"e4m3 signed char", "e4m3 unsigned char", "e4m3 short",
                               "e5m2 int",         "e5m2 unsigned int",  "e4m3 bool"};
  for (int k = 0; k < 6; ++k)
    printBits(memberNames[k], &whole[k * 1024], 256, 4);
}
