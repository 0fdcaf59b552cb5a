// The smallest arguments of odd functions, which come back as they are, and zeros whose sign a card has as +.
#include "check.h"

#define FUNCTIONS(X) X(sin) X(tan) X(asin) X(atan) X(sinh) X(tanh) X(asinh) X(atanh) X(expm1) X(log1p)
constexpr int kFunctions = 10;

template <class T> __global__ void tiny(const T *x, T *out) {
  const T v = x[threadIdx.x];
  T *to = out + kFunctions * threadIdx.x;
#define COMPUTE(name) *to++ = name(v);
  FUNCTIONS(COMPUTE)
}

template <class T> void checkTiny(T smallest, const char *type) {
  constexpr int n = 64;
  check::Buffer<T> x(n), out(n * kFunctions);
  T size = smallest;
  for (int i = 0; i < n; i++) { // every power of two and a number above it
    x[i] = i % 2 ? -size : size;
    size = i < 4 ? smallest * (i + 2) : size * 2 + (i % 3 ? smallest : 0);
  }
  x.upload();
  tiny<T><<<1, n>>>(x.device(), out.device());
  out.download();
  const char *names[] = {
#define NAME(name) #name,
      FUNCTIONS(NAME)};
  for (int i = 0; i < n; i++)
    for (int f = 0; f < kFunctions; f++)
      check::equal(out[kFunctions * i + f], x[i], std::string(names[f]) + " of " + type, i);
}

__global__ void zeros(const double *x, double *out, float *floats) {
  const int t = threadIdx.x;
  out[t] = cospi(x[t]);
  floats[t] = cospif((float)x[t]);
  double sine;
  float fsine, fcosine;
  sincospi(x[t], &sine, &out[8 + t]);
  sincospif((float)x[t], &fsine, &fcosine);
  floats[8 + t] = fcosine;
  out[16 + t] = normcdfinv(x[0]);
  floats[16 + t] = normcdfinvf((float)x[0]);
}

void checkZeros() {
  check::Buffer<double> x(std::vector<double>{0.5, -0.5, 1.5, -1.5, 2.5, -7.5, 1001.5, -4.5}), out(24, -1.0);
  check::Buffer<float> floats(24, -1.f);
  zeros<<<1, 8>>>(x.device(), out.device(), floats.device());
  out.download();
  floats.download();
  for (int i = 0; i < 24; i++) {
    check::equal(out[i], 0.0, "zero of double", i);
    check::equal(floats[i], 0.f, "zero of float", i);
  }
}

int main() {
  checkTiny(4.9406564584124654e-324, "double");
  checkTiny(1.40129846e-45f, "float");
  checkZeros();
  return check::finish("math_ends");
}
