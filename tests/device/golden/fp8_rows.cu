// Prints the rows of fp8_h200.txt: nvcc -std=c++17 -arch=native fp8_rows.cu. Each names a conversion and gives pairs of
// input and result.
#include <cstdio>
#include <cstring>
#include <cuda_fp8.h>
#include <vector>

static std::vector<unsigned> inputs() {
  std::vector<unsigned> all;
  for (unsigned exponent = 0; exponent < 256; ++exponent) {
    if (exponent > 8 && exponent < 100)
      continue;
    if (exponent > 150 && exponent < 250)
      continue;
    for (unsigned fraction : {0u, 1u, 0x0fffffu, 0x100000u, 0x100001u, 0x180000u, 0x200000u, 0x300000u, 0x400000u, 0x500000u,
                              0x600000u, 0x680000u, 0x700000u, 0x700001u, 0x7fffffu})
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

int main() {
  std::vector<unsigned> in = inputs();
  int n = (int)in.size();
  for (int sign = 0; sign < 2; ++sign) {
    for (unsigned &x : in)
      x = (x & 0x7fffffffu) | (unsigned)sign << 31;
    unsigned *din;
    unsigned char *dout;
    cudaMalloc(&din, n * 4);
    cudaMalloc(&dout, n * 8);
    cudaMemcpy(din, in.data(), n * 4, cudaMemcpyHostToDevice);
    convert<<<(n + 127) / 128, 128>>>(din, dout, n);
    std::vector<unsigned char> out(n * 8);
    cudaMemcpy(out.data(), dout, n * 8, cudaMemcpyDeviceToHost);
    const char *names[] = {"e4m3 nosat", "e4m3 satfinite", "e5m2 nosat", "e5m2 satfinite",
                           "e8m0 nosat zero", "e8m0 satfinite zero", "e8m0 nosat posinf", "e8m0 satfinite posinf"};
    for (int k = 0; k < 8; ++k) {
      std::printf("%s %c:", names[k], sign ? '-' : '+');
      for (int i = 0; i < n; ++i)
        std::printf("%02x", out[k * n + i]);
      std::printf("\n");
    }
  }
  unsigned short *dw;
  cudaMalloc(&dw, 768 * 2);
  widen<<<1, 256>>>(dw);
  std::vector<unsigned short> w(768);
  cudaMemcpy(w.data(), dw, 768 * 2, cudaMemcpyDeviceToHost);
  const char *wide[] = {"e4m3 to half", "e5m2 to half", "e8m0 to bf16"};
  for (int k = 0; k < 3; ++k) {
    std::printf("%s:", wide[k]);
    for (int i = 0; i < 256; ++i)
      std::printf("%04x", w[k * 256 + i]);
    std::printf("\n");
  }
  int *dm;
  cudaMalloc(&dm, 1536 * 4);
  members<<<1, 256>>>(dm);
  std::vector<int> m(1536);
  cudaMemcpy(m.data(), dm, 1536 * 4, cudaMemcpyDeviceToHost);
  const char *member[] = {"e4m3 signed char", "e4m3 unsigned char", "e4m3 short", "e5m2 int", "e5m2 unsigned int", "e4m3 bool"};
  for (int k = 0; k < 6; ++k) {
    std::printf("%s:", member[k]);
    for (int i = 0; i < 256; ++i)
      std::printf("%08x", (unsigned)m[k * 256 + i]);
    std::printf("\n");
  }
  return 0;
}
