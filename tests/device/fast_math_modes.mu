// mcc: -use_fast_math
// What -use_fast_math (-ftz=true with it) does at the ends of float's range: denormals count as zero and are made zero,
// roots and quotients of 0 and infinity stay what they are, sines stay within -1 and 1, doubles stay exact. The wanted
// values are an H200's.
#include "check.h"

constexpr int kResults = 12;
__global__ void arithmetic(const float *x, const float *y, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float a = x[i], b = y[i], *r = out + i * kResults;
  r[0] = a + b;
  r[1] = a - b;
  r[2] = a * b;
  r[3] = fmaf(a, b, a);
  r[4] = a == 0.0f ? 1.0f : 2.0f;
  r[5] = a < b ? 1.0f : 2.0f;
  r[6] = __frcp_rn(a);
  r[7] = floorf(a);
  r[8] = sqrtf(a);
  r[9] = rsqrtf(a);
  r[10] = 3.0f / sqrtf(a);
  r[11] = a / b;
}

float flushed(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x; }

void compareArithmetic() {
  const float tiny = 1e-39f, least = 1.17549435e-38f, inf = INFINITY;
  const float numbers[] = {0, -0.0f, tiny, -tiny, least, -least, 1.5f * least, 1, -2, 4, 1e30f, inf, -inf, NAN};
  std::vector<float> x, y;
  for (float a : numbers)
    for (float b : numbers) {
      x.push_back(a);
      y.push_back(b);
    }
  check::Buffer<float> dx(x), dy(y), out(x.size() * kResults);
  arithmetic<<<7, 32>>>(dx.device(), dy.device(), out.device(), (int)x.size());
  out.download();
  for (size_t i = 0; i < x.size(); ++i) {
    const float a = flushed(x[i]), b = flushed(y[i]), *r = &out[i * kResults];
    const auto same = [&](int k, float wanted, const char *name) {
      check::equal(r[k], flushed(wanted), name, (long)i);
    };
    const auto near = [&](int k, double wanted, const char *name) { // an estimate, but at the ends
      if (wanted == 0 || std::isinf(wanted) || std::isnan(wanted))
        same(k, (float)wanted, name);
      else
        check::that(std::fabs(r[k] / wanted - 1) < 5e-7, name, check::text(r[k]) + " for " + check::text(a));
    };
    same(0, a + b, "sum");
    same(1, a - b, "difference");
    same(2, a * b, "product");
    same(3, std::fma(a, b, a), "fma");
    same(4, a == 0 ? 1 : 2, "equal to zero");
    same(5, a < b ? 1 : 2, "less");
    same(6, 1 / a, "__frcp_rn");
    same(7, std::floor(a), "floor");
    same(8, std::sqrt(a), "sqrt");
    near(9, 1 / std::sqrt((double)a), "rsqrt");
    near(10, 3 / std::sqrt((double)a), "3 / sqrt");
    if (!std::isinf(a) && std::fabs(b) < 8e37) // else an estimate's, which the guide leaves open
      near(11, flushed(a / b), "quotient");
  }
}

__global__ void sines(const float *x, float *out) {
  int i = threadIdx.x;
  out[3 * i] = sinf(x[i]);
  out[3 * i + 1] = cosf(x[i]);
  sincosf(x[i], &out[3 * i + 1], &out[3 * i + 2]);
}

// Denormals that nothing computes with stay, and the modes end with the kernel.
__global__ void copies(const unsigned *from, unsigned *to) {
  ((float *)to)[threadIdx.x] = ((const float *)from)[threadIdx.x];
}

int main() {
  compareArithmetic();

  std::vector<float> huge;
  for (int i = 0; i < 32; ++i)
    huge.push_back(std::ldexp(1.2345f, 4 * i) * (i % 2 ? -1 : 1));
  check::Buffer<float> x(huge), out(96);
  sines<<<1, 32>>>(x.device(), out.device());
  out.download();
  for (int i = 0; i < 96; ++i)
    check::that(std::fabs(out[i]) <= 1, "a sine beyond 1", check::text(out[i]) + " of " + check::text(huge[i / 3]));

  std::vector<unsigned> bits = {1, 0x80000001, 0x7fffff, 0x3f800000};
  check::Buffer<unsigned> from(bits), to(4);
  copies<<<1, 4>>>(from.device(), to.device());
  to.download();
  for (int i = 0; i < 4; ++i)
    check::equal(to[i], bits[i], "a copy", i);
  volatile float small = 1e-39f;
  check::that(small * 2 != 0, "the host's denormals stay");
  return check::finish("fast_math_modes");
}
