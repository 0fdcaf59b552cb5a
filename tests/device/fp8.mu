// 8-bit floats on host and device against a search among all the numbers that a format has: every encoding widened,
// floats all over their range and beside every tie, doubles a hair off ties, all halves and bfloats, integers.
#include "check.h"

#include <musa_fp8.h>

namespace {

/// A format written out: what its 128 codes of positive sign stand for. The code behind the largest number stands where
/// the next one would be, so that rounding up to it is overflow.
struct Format {
  __mt_fp8_interpretation_t kind;
  int mantissa, bias;
  unsigned largest, beyond;

  double value(unsigned code) const {
    int exponent = int(code >> mantissa), fraction = int(code & ((1u << mantissa) - 1));
    return exponent ? ldexp((1 << mantissa) + fraction, exponent - bias - mantissa)
                    : ldexp(fraction, 1 - bias - mantissa);
  }
  unsigned nearest(long double x, bool saturates) const {
    unsigned sign = std::signbit(x) ? 0x80 : 0;
    if (std::isnan(x))
      return 0x7f;
    x = fabsl(x);
    unsigned code = 0;
    while (code < largest + 1 && value(code + 1) <= x)
      ++code;
    if (code <= largest) {
      long double up = value(code + 1) - x, down = x - value(code);
      code += up < down || (up == down && (code & 1));
    }
    return sign | (code > largest ? (saturates ? largest : beyond) : code);
  }
};
const Format kFormats[] = {{__MT_E4M3, 3, 7, 0x7e, 0x7f}, {__MT_E5M2, 2, 15, 0x7b, 0x7c}};
const __mt_saturation_t kModes[] = {__MT_NOSAT, __MT_SATFINITE};

template <class T> struct Conversion;
template <> struct Conversion<float> {
  static __host__ __device__ unsigned char to(float x, __mt_saturation_t s, __mt_fp8_interpretation_t k) {
    return __musa_cvt_float_to_fp8(x, s, k);
  }
};
template <> struct Conversion<double> {
  static __host__ __device__ unsigned char to(double x, __mt_saturation_t s, __mt_fp8_interpretation_t k) {
    return __musa_cvt_double_to_fp8(x, s, k);
  }
};
template <> struct Conversion<__half_raw> {
  static __host__ __device__ unsigned char to(__half_raw x, __mt_saturation_t s, __mt_fp8_interpretation_t k) {
    return __musa_cvt_halfraw_to_fp8(x, s, k);
  }
};
template <> struct Conversion<__mt_bfloat16_raw> {
  static __host__ __device__ unsigned char to(__mt_bfloat16_raw x, __mt_saturation_t s, __mt_fp8_interpretation_t k) {
    return __musa_cvt_bfloat16raw_to_fp8(x, s, k);
  }
};

template <class T>
__global__ void narrow(const T *in, unsigned char *out, int n, __mt_saturation_t s, __mt_fp8_interpretation_t k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = Conversion<T>::to(in[i], s, k);
}

long double numberOf(float x) { return x; }
long double numberOf(double x) { return x; }
long double numberOf(__half_raw x) { return __half2float(__half(x)); }
long double numberOf(__mt_bfloat16_raw x) { return __bfloat162float(__mt_bfloat16(x)); }

template <class T> void compare(const char *name, const std::vector<T> &inputs) {
  check::Buffer<T> in(inputs);
  check::Buffer<unsigned char> out(inputs.size());
  int n = int(inputs.size());
  for (const Format &f : kFormats)
    for (__mt_saturation_t mode : kModes) {
      narrow<<<(n + 127) / 128, 128>>>(in.device(), out.device(), n, mode, f.kind);
      out.download();
      for (int i = 0; i < n; ++i) {
        unsigned want = f.nearest(numberOf(inputs[i]), mode == __MT_SATFINITE);
        check::equal<unsigned>(out[i], want, std::string(name) + " on the device", i);
        check::equal<unsigned>(Conversion<T>::to(inputs[i], mode, f.kind), want, std::string(name) + " on the host", i);
      }
    }
}

std::vector<float> floats() {
  std::vector<float> all;
  for (unsigned long long bits = 0; bits < 1ull << 32; bits += 16411) { // a prime: every low bit turns up
    unsigned word = unsigned(bits);
    float x;
    memcpy(&x, &word, 4);
    all.push_back(x);
  }
  for (const Format &f : kFormats)
    for (unsigned code = 0; code <= f.largest; ++code) {
      float tie = float((f.value(code) + f.value(code + 1)) / 2);
      for (float x : {tie, nextafterf(tie, 0), nextafterf(tie, 1e9f), float(f.value(code))}) {
        all.push_back(x);
        all.push_back(-x);
      }
    }
  return all;
}

std::vector<double> doubles() {
  std::vector<double> all = {0.0, -0.0, 1e300, -1e300, 1e-300, INFINITY, -INFINITY, NAN, 5e-324, 3.4e38, 3.5e38};
  for (const Format &f : kFormats)
    for (unsigned code = 0; code <= f.largest; ++code) {
      double tie = (f.value(code) + f.value(code + 1)) / 2;
      for (double x : {tie, nextafter(tie, 0), nextafter(tie, 1e9), nextafter(f.value(code), 1e9)}) {
        all.push_back(x);
        all.push_back(-x);
      }
    }
  return all;
}

template <class Raw> std::vector<Raw> all16() {
  std::vector<Raw> all(65536);
  for (unsigned i = 0; i < 65536; ++i)
    all[i].x = (unsigned short)i;
  return all;
}

__global__ void widenAll(unsigned short *halves, float *e4m3, float *e5m2, float *e8m0) {
  int i = threadIdx.x;
  halves[i] = __musa_cvt_fp8_to_halfraw((unsigned char)i, __MT_E4M3).x;
  halves[256 + i] = __musa_cvt_fp8_to_halfraw((unsigned char)i, __MT_E5M2).x;
  __mt_fp8_e4m3 x;
  __mt_fp8_e5m2 y;
  __mt_fp8_e8m0 z;
  x.__x = y.__x = z.__x = (unsigned char)i;
  e4m3[i] = float(x);
  e5m2[i] = float(y);
  e8m0[i] = float(z);
}

void encodings() {
  check::Buffer<unsigned short> halves(512);
  check::Buffer<float> e4m3(256), e5m2(256), e8m0(256);
  widenAll<<<1, 256>>>(halves.device(), e4m3.device(), e5m2.device(), e8m0.device());
  for (auto *b : {&e4m3, &e5m2, &e8m0})
    b->download();
  halves.download();
  for (const Format &f : kFormats)
    for (unsigned code = 0; code < 256; ++code) {
      unsigned size = code & 0x7f;
      bool isInfinite = f.kind == __MT_E5M2 && size == 0x7c, isNaN = size > f.largest && !isInfinite;
      float want = isNaN ? NAN : isInfinite ? INFINITY : float(f.value(size));
      want = code & 0x80 ? -want : want;
      check::equal((f.kind == __MT_E4M3 ? e4m3 : e5m2)[code], want, "widened on the device", code);
      unsigned short half = halves[(f.kind == __MT_E4M3 ? 0 : 256) + code];
      check::equal(__half2float(__half(__half_raw{half})), want, "widened to half on the device", code);
      check::equal<unsigned>(__musa_cvt_fp8_to_halfraw((unsigned char)code, f.kind).x, half, "to half on the host",
                             code);
      if (!isNaN)
        check::equal<unsigned>(__musa_cvt_float_to_fp8(want, __MT_NOSAT, f.kind), code, "there and back", code);
    }
  for (unsigned code = 0; code < 255; ++code) {
    check::equal(e8m0[code], ldexpf(1.0f, int(code) - 127), "power of two", code);
    check::equal<unsigned>(__musa_cvt_float_to_e8m0(e8m0[code], __MT_NOSAT, musaRoundPosInf), code, "power back", code);
    check::equal<unsigned>(__musa_cvt_double_to_e8m0(1.5 * e8m0[code], __MT_SATFINITE, musaRoundPosInf),
                           code < 254 ? code + 1 : 254, "power above", code);
    check::equal<unsigned>(__musa_cvt_double_to_e8m0(1.5 * e8m0[code], __MT_SATFINITE, musaRoundZero), code,
                           "power below", code);
  }
  check::that(std::isnan(e8m0[255]), "e8m0 NaN");
}

__global__ void pack(unsigned *out) {
  float4 f = {1.0f, -2.5f, 1e6f, 0.0625f};
  out[0] = __mt_fp8x4_e4m3(f).__x;
  out[1] = __mt_fp8x4_e5m2(f).__x;
  out[2] = __mt_fp8x2_e4m3(__floats2half2_rn(3.0f, -0.5f)).__x;
  out[3] = __mt_fp8x2_e5m2(double2{1e300, -7.0}).__x;
  float4 back = float4(__mt_fp8x4_e4m3(f));
  out[4] = back.x == 1.0f && back.y == -2.5f && back.z == 448.0f && back.w == 0.0625f;
  __half2 pair = __half2(__mt_fp8x2_e4m3(__floats2half2_rn(3.0f, -0.5f)));
  out[5] = __low2float(pair) == 3.0f && __high2float(pair) == -0.5f;
  out[6] = __mt_fp8_e4m3(1000).__x << 8 | __mt_fp8_e4m3((short)-3).__x;
  out[7] = int(__mt_fp8_e5m2(57344u)) + (unsigned char)__mt_fp8_e4m3(300.0);
  out[8] = __mt_fp8x4_e8m0(f).__x;
}

void members() {
  check::Buffer<unsigned> out(9);
  pack<<<1, 1>>>(out.device());
  out.download();
  const unsigned want[] = {0x187ec238, 0x2c7bc13c, 0xb044, 0xc77b, 1, 1, 0x7ec4, 57344 + 255, 0x7b93817f};
  for (int i = 0; i < 9; ++i)
    check::equal(out[i], want[i], "members", i);
}

} // namespace

int main() {
  encodings();
  compare("float", floats());
  compare("double", doubles());
  compare("half", all16<__half_raw>());
  compare("bfloat", all16<__mt_bfloat16_raw>());
  members();
  return check::finish("fp8");
}
