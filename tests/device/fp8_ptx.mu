// cvt between pairs of 8-bit floats and halves or floats, against the conversion functions of musa_fp8.h, which were
// compared with a card's. All pairs of bytes, all halves, floats around every value.
#include "check.h"

#include <musa_fp8.h>

struct Results {
  unsigned short e4m3, e5m2, e4m3Relu, e5m2Relu;
};

__global__ void toHalves(unsigned *e4m3, unsigned *e5m2, unsigned *relu) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned short pair = (unsigned short)i;
  asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(e4m3[i]) : "h"(pair));
  asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(e5m2[i]) : "h"(pair));
  asm("cvt.rn.relu.f16x2.e4m3x2 %0, %1;" : "=r"(relu[i]) : "h"(pair));
}

__global__ void fromHalves(Results *out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned pair = i | (i ^ 0x8001u) << 16;
  asm("cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;" : "=h"(out[i].e4m3) : "r"(pair));
  asm("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;" : "=h"(out[i].e5m2) : "r"(pair));
  asm("cvt.rn.satfinite.relu.e4m3x2.f16x2 %0, %1;" : "=h"(out[i].e4m3Relu) : "r"(pair));
  asm("cvt.rn.satfinite.relu.e5m2x2.f16x2 %0, %1;" : "=h"(out[i].e5m2Relu) : "r"(pair));
}

__global__ void fromFloats(const float *in, Results *out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const float high = in[i], low = in[n - 1 - i];
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(out[i].e4m3) : "f"(high), "f"(low));
  asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(out[i].e5m2) : "f"(high), "f"(low));
  asm("cvt.rn.satfinite.relu.e4m3x2.f32 %0, %1, %2;" : "=h"(out[i].e4m3Relu) : "f"(high), "f"(low));
  asm("cvt.rn.satfinite.relu.e5m2x2.f32 %0, %1, %2;" : "=h"(out[i].e5m2Relu) : "f"(high), "f"(low));
}

static unsigned short halfBits(unsigned byte, __mt_fp8_interpretation_t kind) {
  return __musa_cvt_fp8_to_halfraw((unsigned char)byte, kind).x;
}
static float floatOf(unsigned bits) {
  float value;
  memcpy(&value, &bits, 4);
  return value;
}
static unsigned byteOf(float x, __mt_fp8_interpretation_t kind, bool relu) {
  return __musa_cvt_float_to_fp8(relu && x <= 0 ? 0.f : x, __MT_SATFINITE, kind);
}
static float floatOfHalf(unsigned bits) {
  __half_raw raw;
  raw.x = (unsigned short)bits;
  return __half2float(__half(raw));
}

static void compare(const Results &got, float high, float low, const char *name, long i) {
  const struct {
    unsigned got;
    __mt_fp8_interpretation_t kind;
    bool relu;
  } all[] = {{got.e4m3, __MT_E4M3, false},
             {got.e5m2, __MT_E5M2, false},
             {got.e4m3Relu, __MT_E4M3, true},
             {got.e5m2Relu, __MT_E5M2, true}};
  for (int k = 0; k < 4; k++)
    check::equal(all[k].got, byteOf(low, all[k].kind, all[k].relu) | byteOf(high, all[k].kind, all[k].relu) << 8,
                 std::string(name) + ", form " + std::to_string(k), i);
}

int main() {
  check::Buffer<unsigned> e4m3(65536), e5m2(65536), relu(65536);
  toHalves<<<256, 256>>>(e4m3.device(), e5m2.device(), relu.device());
  e4m3.download(), e5m2.download(), relu.download();
  for (unsigned i = 0; i < 65536; i++) {
    auto pair = [&](__mt_fp8_interpretation_t kind) { return halfBits(i & 255, kind) | halfBits(i >> 8, kind) << 16; };
    check::equal(e4m3[i], unsigned(pair(__MT_E4M3)), "f16x2.e4m3x2", i);
    check::equal(e5m2[i], unsigned(pair(__MT_E5M2)), "f16x2.e5m2x2", i);
    auto positive = [](unsigned half) { return half >= 0x8000 && half <= 0xfc00 ? 0u : half; };
    check::equal(relu[i], positive(e4m3[i] & 0xffff) | positive(e4m3[i] >> 16) << 16, "relu.f16x2.e4m3x2", i);
  }
  check::Buffer<Results> halves(65536);
  fromHalves<<<256, 256>>>(halves.device());
  halves.download();
  for (unsigned i = 0; i < 65536; i++)
    compare(halves[i], floatOfHalf((i ^ 0x8001u) & 0xffff), floatOfHalf(i), "from halves", i);

  std::vector<float> values{0.f, -0.f, 1e-30f, -1e-44f, 1e38f, floatOf(0x7f800000), floatOf(0xff800000)};
  values.push_back(floatOf(0x7fc00000));
  for (unsigned byte = 0; byte < 256; byte++)
    for (__mt_fp8_interpretation_t kind : {__MT_E4M3, __MT_E5M2}) {
      const float middle = (floatOfHalf(halfBits(byte, kind)) + floatOfHalf(halfBits((byte + 1) & 255, kind))) / 2;
      unsigned bits;
      memcpy(&bits, &middle, 4);
      for (int step = -1; step <= 1; step++)
        values.push_back(floatOf(bits + unsigned(step)));
    }
  check::Buffer<float> in(values);
  check::Buffer<Results> floats(values.size());
  const unsigned n = unsigned(values.size());
  fromFloats<<<(n + 127) / 128, 128>>>(in.device(), floats.device(), n);
  floats.download();
  for (unsigned i = 0; i < n; i++)
    compare(floats[i], values[i], values[n - 1 - i], "from floats", i);
  return check::finish("fp8_ptx");
}
