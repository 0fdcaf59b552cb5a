// mcc: -use_fast_math
// The fast intrinsics and the functions that -use_fast_math replaces by them, within the bounds of the CUDA guide's
// table "Intrinsic Functions".
#include "ulps.h"

struct Fast {
  float sine, cosine, tangent, exponential, ten, logarithm, two, decimal, power, quotient, saturated;
};

__global__ void intrinsics(const float *x, Fast *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Fast &r = out[i];
  float v = x[i], size = fabsf(v) + 0.001f;
  __sincosf(v, &r.sine, &r.cosine);
  r.tangent = __tanf(v * 0.5f);
  r.exponential = __expf(v * 20);
  r.ten = __exp10f(v * 10);
  r.logarithm = __logf(size);
  r.two = __log2f(size);
  r.decimal = __log10f(size);
  r.power = __powf(size, 1.5f);
  r.quotient = __fdividef(v, size);
  r.saturated = __saturatef(v);
}
__global__ void functions(const float *x, Fast *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Fast &r = out[i];
  float v = x[i], size = fabsf(v) + 0.001f;
  r.sine = sinf(v);
  r.cosine = cosf(v);
  r.tangent = tanf(v * 0.5f);
  r.exponential = expf(v * 20);
  r.ten = exp10f(v * 10);
  r.logarithm = logf(size);
  r.two = log2f(size);
  r.decimal = log10f(size);
  r.power = powf(size, 1.5f);
  r.quotient = __fdividef(v, size);
  r.saturated = __saturatef(v);
}

void absolute(float got, double exact, double bound, const char *name, float x) {
  check::that(std::fabs(got - exact) <= bound, name, "at " + check::text(x) + ": got " + check::text(got));
}

int main() {
  std::vector<float> arguments = check::arguments<float>(-3.1415926, 3.1415926);
  const int n = (int)arguments.size();
  check::Buffer<float> x(arguments);
  check::Buffer<Fast> out(n), same(n);
  intrinsics<<<(n + 63) / 64, 64>>>(x.device(), out.device(), n);
  functions<<<(n + 63) / 64, 64>>>(x.device(), same.device(), n);
  out.download();
  same.download();
  check::that(memcmp(out.host.data(), same.host.data(), n * sizeof(Fast)) == 0, "-use_fast_math",
              "a function differs from its intrinsic");
  for (int i = 0; i < n; i++) {
    float v = arguments[i], size = std::fabs(v) + 0.001f;
    const Fast &r = out[i];
    absolute(r.sine, std::sin((double)v), std::exp2(-21.41), "__sinf", v);
    absolute(r.cosine, std::cos((double)v), std::exp2(-21.19), "__cosf", v);
    check::that(check::ulps(r.tangent, tanl(v * 0.5f)) < 64, "__tanf", check::text(v));
    float e = v * 20, t = v * 10;
    check::that(check::ulps(r.exponential, expl(e)) <= 2 + std::floor(std::fabs(1.173 * e)), "__expf", check::text(e));
    check::that(check::ulps(r.ten, exp10l(t)) <= 2 + std::floor(std::fabs(2.97 * t)), "__exp10f", check::text(t));
    bool near = size >= 0.5f && size <= 2;
    auto logarithm = [&](float got, long double exact, double bound, const char *name) {
      if (near)
        absolute(got, (double)exact, bound, name, size);
      else
        check::that(check::ulps(got, exact) <= 3, name, check::text(size));
    };
    logarithm(r.logarithm, logl(size), std::exp2(-21.41), "__logf");
    logarithm(r.two, log2l(size), std::exp2(-22), "__log2f");
    logarithm(r.decimal, log10l(size), std::exp2(-24), "__log10f");
    check::that(check::ulps(r.power, powl(size, 1.5L)) < 32, "__powf", check::text(size));
    check::that(check::ulps(r.quotient, (long double)v / size) <= 2, "__fdividef", check::text(v));
    check::equal(r.saturated, v > 0 ? std::min(v, 1.0f) : 0.0f, "__saturatef", i);
  }
  return check::finish("math_fast");
}
