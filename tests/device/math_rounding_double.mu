// Directed rounding in double precision, against the host's unit in that mode, bit for bit: ordinary numbers, near
// ties, cancellation, and both ends of the range. Also the integer functions of minmax_intrinsics.h against plain C++.
#include "check.h"

#include <algorithm>
#include <cfenv>
#include <limits>
#include <random>

const int kOperations = 7;
#define OPERATIONS(suffix)                                                                                             \
  {__dadd_##suffix(a, b), __dsub_##suffix(a, b), __dmul_##suffix(a, b),  __ddiv_##suffix(a, b),                        \
   __drcp_##suffix(a),    __dsqrt_##suffix(a),   __fma_##suffix(a, b, c)}
#define KERNEL(suffix)                                                                                                 \
  __global__ void round_##suffix(const double *in, double *out, int n) {                                               \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                     \
    if (i >= n)                                                                                                        \
      return;                                                                                                          \
    double a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];                                                        \
    double results[kOperations] = OPERATIONS(suffix);                                                                  \
    for (int k = 0; k < kOperations; k++)                                                                              \
      out[kOperations * i + k] = results[k];                                                                           \
  }
KERNEL(rd)
KERNEL(ru)
KERNEL(rz)
KERNEL(rn)

/// What the host's unit answers; volatile keeps the operations where the mode is set.
void host(const double *in, double *out) {
  volatile double a = in[0], b = in[1], c = in[2], r;
  out[0] = (r = a + b);
  out[1] = (r = a - b);
  out[2] = (r = a * b);
  out[3] = (r = a / b);
  out[4] = (r = 1.0 / a);
  out[5] = (r = std::sqrt(a));
  out[6] = (r = std::fma(a, b, c));
}

std::vector<double> operands(int count) {
  std::mt19937_64 random(5);
  const double special[] = {0.0,       -0.0,
                            1.0,       -1.0,
                            0x1p-1074, -0x1p-1074,
                            0x1p-1022, 0x1.fffffffffffffp1023,
                            INFINITY,  -INFINITY,
                            NAN,       0x1p-537,
                            0x1p511,   -0x1.fffffffffffffp1023,
                            0x1p-500,  3.0};
  std::vector<double> in;
  for (int i = 0; i < count; i++) {
    double v[3];
    int kind = i % 6;
    for (double &x : v) {
      double mantissa = 1 + (double)(random() >> 12) * 0x1p-52;
      int range = kind == 0   ? 4
                  : kind == 1 ? 60
                  : kind == 2 ? 1070
                              : 30,
          middle = kind == 3   ? -540
                   : kind == 4 ? 500
                               : 0;
      x = std::ldexp(mantissa, middle + (int)(random() % (2 * range + 1)) - range) * (random() & 1 ? 1 : -1);
      if (kind == 5)
        x = special[random() % 16] * (random() % 4 ? 1.0 : mantissa);
    }
    if (random() % 3 == 0 && kind != 5)
      v[2] = -v[0] * v[1] * (random() & 1 ? 1 : 1 + 0x1p-52); // nearly or wholly cancelled
    if (random() % 5 == 0)
      v[1] = std::nextafter(-v[0], 0);
    in.insert(in.end(), v, v + 3);
  }
  return in;
}

void compare(const char *name, int mode, void (*kernel)(const double *, double *, int)) {
  const char *names[] = {"add", "sub", "mul", "div", "rcp", "sqrt", "fma"};
  const int n = 60000;
  std::vector<double> in = operands(n);
  check::Buffer<double> there(in), out((size_t)n * kOperations);
  kernel<<<(n + 127) / 128, 128>>>(there.device(), out.device(), n);
  out.download();
  std::vector<double> wanted((size_t)n * kOperations);
  fesetround(mode);
  for (int i = 0; i < n; i++)
    host(&in[3 * i], &wanted[kOperations * i]);
  fesetround(FE_TONEAREST);
  int bad[kOperations] = {};
  for (int i = 0; i < n; i++)
    for (int k = 0; k < kOperations; k++) {
      double ours = out[kOperations * i + k], host = wanted[kOperations * i + k];
      if (!check::same(ours, host) && bad[k]++ < 3) {
        char text[200];
        snprintf(text, sizeof(text), "%a %a %a: got %a, host %a", in[3 * i], in[3 * i + 1], in[3 * i + 2], ours, host);
        check::that(false, std::string(names[k]) + "_" + name, text);
      }
    }
}

__global__ void minmax(const int *in, int *out) {
  int i = threadIdx.x, a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
  int *o = out + 12 * i;
  bool high, low;
  o[0] = __vimax3_s32(a, b, c);
  o[1] = (int)__vimin3_u32(a, b, c);
  o[2] = __viaddmax_s32_relu(a, b, c);
  o[3] = (int)__viaddmin_s16x2(a, b, c);
  o[4] = (int)__vimax3_u16x2(a, b, c);
  o[5] = (int)__vimin_s16x2_relu(a, b);
  o[6] = (int)__vibmax_s16x2(a, b, &high, &low);
  o[7] = high * 2 + low;
  o[8] = (int)__vibmin_u32(a, b, &high);
  o[9] = high;
  o[10] = __dp2a_hi(make_short2(a, a >> 16), make_char4(b, b >> 8, b >> 16, b >> 24), c);
  o[11] = (int)__nv_bswap32(a);
}
short half(int x, int k) { return (short)(x >> 16 * k); }
int join(int low, int high) { return (low & 0xffff) | (int)((unsigned)high << 16); }
void integers() {
  const int n = 256;
  std::mt19937 random(3);
  std::vector<int> in(3 * n);
  for (int &x : in)
    x = random() % 4 ? (int)random() : (int)(random() % 2 ? 0x7fff8000 : 0x80007fff);
  for (int i = 0; i < n; i += 16)
    in[3 * i + 1] = in[3 * i];
  check::Buffer<int> there(in), out(12 * n);
  minmax<<<1, n>>>(there.device(), out.device());
  out.download();
  for (int i = 0; i < n; i++) {
    int a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2], sums[2], tops[2], relus[2], bigs[2];
    for (int k = 0; k < 2; k++) {
      short x = half(a, k), y = half(b, k), z = half(c, k);
      sums[k] = std::min((short)(x + y), z);
      tops[k] = std::max({(unsigned short)x, (unsigned short)y, (unsigned short)z});
      relus[k] = std::max<int>(0, std::min(x, y));
      bigs[k] = std::max(x, y);
    }
    int wrapped = (int)((unsigned)a + (unsigned)b);
    int wanted[12] = {std::max({a, b, c}),
                      (int)std::min({(unsigned)a, (unsigned)b, (unsigned)c}),
                      std::max(0, std::max(wrapped, c)),
                      join(sums[0], sums[1]),
                      join(tops[0], tops[1]),
                      join(relus[0], relus[1]),
                      join(bigs[0], bigs[1]),
                      (half(a, 1) >= half(b, 1)) * 2 + (half(a, 0) >= half(b, 0)),
                      (int)std::min((unsigned)a, (unsigned)b),
                      (unsigned)a <= (unsigned)b,
                      (int)((unsigned)c + half(a, 0) * (signed char)(b >> 16) + half(a, 1) * (signed char)(b >> 24)),
                      (int)__builtin_bswap32((unsigned)a)};
    for (int k = 0; k < 12; k++)
      check::that(out[12 * i + k] == wanted[k], "integer row " + std::to_string(k), std::to_string(out[12 * i + k]));
  }
}

int main(int, char **) {
  compare("rn", FE_TONEAREST, round_rn);
  compare("rd", FE_DOWNWARD, round_rd);
  compare("ru", FE_UPWARD, round_ru);
  compare("rz", FE_TOWARDZERO, round_rz);
  integers();
  return check::finish("math_rounding_double");
}
