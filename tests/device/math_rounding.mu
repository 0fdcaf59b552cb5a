// Directed rounding: arithmetic and conversions of single precision against the host's own unit in the same mode.
#include "ulps.h"

#include <cfenv>

struct Row {
  float add, sub, mul, div, rcp, sqrt, fma, narrow, ofInt, ofUnsigned, ofLong, ofUnsignedLong;
  double wide, wideUnsigned;
  int toInt;
  unsigned toUnsigned;
  long long toLong;
};

struct Arguments {
  float x, y, z;
  double d;
  long long i;
};

#define KERNEL(mode)                                                                                                   \
  __global__ void compute_##mode(const Arguments *in, Row *out, int n) {                                               \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                     \
    if (i >= n)                                                                                                        \
      return;                                                                                                          \
    Arguments a = in[i];                                                                                               \
    Row &r = out[i];                                                                                                   \
    r.add = __fadd_##mode(a.x, a.y);                                                                                   \
    r.sub = __fsub_##mode(a.x, a.y);                                                                                   \
    r.mul = __fmul_##mode(a.x, a.y);                                                                                   \
    r.div = __fdiv_##mode(a.x, a.y);                                                                                   \
    r.rcp = __frcp_##mode(a.x);                                                                                        \
    r.sqrt = __fsqrt_##mode(a.x);                                                                                      \
    r.fma = __fmaf_##mode(a.x, a.y, a.z);                                                                              \
    r.narrow = __double2float_##mode(a.d);                                                                             \
    r.ofInt = __int2float_##mode((int)a.i);                                                                            \
    r.ofUnsigned = __uint2float_##mode((unsigned)a.i);                                                                 \
    r.ofLong = __ll2float_##mode(a.i);                                                                                 \
    r.ofUnsignedLong = __ull2float_##mode((unsigned long long)a.i);                                                    \
    r.wide = __ll2double_##mode(a.i);                                                                                  \
    r.wideUnsigned = __ull2double_##mode((unsigned long long)a.i);                                                     \
    float inside = fabsf(a.x) < 1e9f ? a.x : 0.0f;                                                                     \
    r.toInt = __float2int_##mode(inside);                                                                              \
    r.toUnsigned = __float2uint_##mode(fabsf(inside));                                                                 \
    r.toLong = __float2ll_##mode(inside);                                                                              \
  }
KERNEL(rn)
KERNEL(rd)
KERNEL(ru)
KERNEL(rz)

/// On the host in the current mode; volatile keeps the operations at run time.
void model(const Arguments &a, Row &r) {
  volatile float x = a.x, y = a.y, z = a.z, one = 1;
  volatile double d = a.d;
  volatile long long i = a.i;
  volatile int small = (int)a.i;
  volatile unsigned smallUnsigned = (unsigned)a.i;
  volatile unsigned long long large = (unsigned long long)a.i;
  r.add = x + y;
  r.sub = x - y;
  r.mul = x * y;
  r.div = x / y;
  r.rcp = one / x;
  r.sqrt = sqrtf(x);
  r.fma = fmaf(x, y, z);
  r.narrow = (float)d;
  r.ofInt = (float)small;
  r.ofUnsigned = (float)smallUnsigned;
  r.ofLong = (float)i;
  r.ofUnsignedLong = (float)large;
  r.wide = (double)i;
  r.wideUnsigned = (double)large;
  volatile float inside = fabsf(x) < 1e9f ? x : 0.0f;
  r.toInt = (int)rintf(inside);
  r.toUnsigned = (unsigned)rintf(fabsf(inside));
  r.toLong = (long long)rintf(inside);
}

void compare(const char *mode, int hostMode, void (*kernel)(const Arguments *, Row *, int)) {
  const int n = 20000;
  std::mt19937_64 random(3);
  const float special[] = {0, -0.0f, 1, -1, 1e-45f, -1e-45f, 1.17549435e-38f, 3.4e38f, -3.4e38f, INFINITY, NAN, 0.1f};
  auto draw = [&]() -> float {
    unsigned bits = (unsigned)random();
    float f;
    if (random() % 5 == 0)
      return special[bits % 12];
    if (random() % 2)
      bits = (bits & 0x807fffffu) | (115 + bits % 24) << 23;
    memcpy(&f, &bits, sizeof f);
    return f;
  };
  check::Buffer<Arguments> in(n);
  check::Buffer<Row> out(n);
  for (int i = 0; i < n; i++) {
    Arguments a = {draw(), draw(), draw(), 0, (long long)random() >> random() % 64};
    a.d = (double)draw() * (1 + (double)random() * 0x1p-90);
    in[i] = a;
  }
  in.upload();
  kernel<<<(n + 127) / 128, 128>>>(in.device(), out.device(), n);
  out.download();
  for (int i = 0; i < n; i++) {
    Row w;
    std::fesetround(hostMode);
    model(in[i], w);
    std::fesetround(FE_TONEAREST);
    std::string name = std::string(mode) + " (" + check::text(in[i].x) + ", " + check::text(in[i].y) + ", " +
                       check::text(in[i].z) + ", " + check::text(in[i].d) + ", " + check::text(in[i].i) + ") ";
#define COMPARE(field) check::equal(out[i].field, w.field, #field " " + name, i);
    COMPARE(add)
    COMPARE(sub)
    COMPARE(mul)
    COMPARE(div)
    COMPARE(rcp)
    COMPARE(sqrt)
    COMPARE(fma)
    COMPARE(narrow)
    COMPARE(ofInt)
    COMPARE(ofUnsigned)
    COMPARE(ofLong)
    COMPARE(ofUnsignedLong)
    COMPARE(wide)
    if (in[i].i != 0) // compilers convert by a subtraction, which gives -0 for 0 when rounding down
      COMPARE(wideUnsigned)
    COMPARE(toInt)
    COMPARE(toUnsigned)
    COMPARE(toLong)
  }
}

int main() {
  compare("rn", FE_TONEAREST, compute_rn);
  compare("rd", FE_DOWNWARD, compute_rd);
  compare("ru", FE_UPWARD, compute_ru);
  compare("rz", FE_TOWARDZERO, compute_rz);
  return check::finish("math_rounding");
}
