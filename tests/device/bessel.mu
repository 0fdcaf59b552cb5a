// Bessel functions against values of 60 digits (bessel_rows.def): of all sizes, and beside the zeros, where a result
// has its relative precision only if the zero is known in two parts. Bounds: CUDA guide, "Mathematical Functions".
#include "ulps.h"

struct Row {
  char function;
  int order;
  double x, high, low; // high + low is the value
};
#define ROW(function, order, x, high, low) {#function[0], order, x, high, low},
const Row kRows[] = {
#include "bessel_rows.def"
};

struct Result {
  double twice;
  float single, ofFloat;
};

__device__ double evaluate(char function, int order, double x) {
  if (function == 'i')
    return order ? cyl_bessel_i1(x) : cyl_bessel_i0(x);
  if (function == 'j')
    return order == 0 ? j0(x) : order == 1 ? j1(x) : jn(order, x);
  return order == 0 ? y0(x) : order == 1 ? y1(x) : yn(order, x);
}
__device__ float evaluate(char function, int order, float x) {
  if (function == 'i')
    return order ? cyl_bessel_i1f(x) : cyl_bessel_i0f(x);
  if (function == 'j')
    return order == 0 ? j0f(x) : order == 1 ? j1f(x) : jnf(order, x);
  return order == 0 ? y0f(x) : order == 1 ? y1f(x) : ynf(order, x);
}
__global__ void compute(const Row *rows, Result *results, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  Row row = rows[i];
  results[i] = {evaluate(row.function, row.order, row.x), evaluate(row.function, row.order, (float)row.x),
                (float)evaluate(row.function, row.order, (double)(float)row.x)};
}

double errorOf(double value, const Row &row) { return std::fabs((double)((long double)value - row.high - row.low)); }
/// What the guide allows; where it says nothing (yn below n), relative to the value.
bool within(double value, const Row &row) {
  if (row.function == 'i' || (row.order <= 1 && row.x <= 8))
    return check::ulps(value, (long double)row.high + row.low) <= (row.function == 'i' ? 6 : 7);
  return errorOf(value, row) <= 5e-12 * std::max(1.0, std::fabs(row.high));
}

void rows() {
  int count = (int)std::size(kRows);
  check::Buffer<Row> in(std::vector<Row>(kRows, kRows + count));
  check::Buffer<Result> out(count);
  compute<<<(count + 95) / 96, 96>>>(in.device(), out.device(), count);
  out.download();
  double worst = 0;
  for (int i = 0; i < count; i++) {
    const Row &row = kRows[i];
    char what[120];
    snprintf(what, sizeof what, "%c%d(%.17g): %.17g, not %.17g", row.function, row.order, row.x, out[i].twice,
             row.high);
    check::that(within(out[i].twice, row), "double", what);
    check::that(check::same(out[i].single, out[i].ofFloat), "float", what);
    if (row.order <= 1 && row.x <= 8)
      worst = std::max(worst, check::ulps(out[i].twice, (long double)row.high + row.low));
  }
  printf("%d values, the worst by %.2f ulp\n", count, worst);
}

__global__ void edges(double *out, double zero, double infinity, double nan) {
  double values[] = {j0(infinity),
                     j1(-infinity),
                     j0(nan),
                     j1(-zero),
                     j1(-2.0) + j1(2.0),
                     jn(3, -2.0) + jn(3, 2.0),
                     jn(2, -2.0) - jn(2, 2.0),
                     jn(-1, 1.0),
                     jn(5, zero),
                     jn(5, infinity),
                     jn(4, nan),
                     y0(zero),
                     y1(zero),
                     yn(4, zero),
                     y0(-1.0),
                     y1(-1.0),
                     yn(3, -1.0),
                     yn(-1, 1.0),
                     y0(infinity),
                     yn(3, infinity),
                     y0(nan),
                     yn(40, 1e-10),
                     cyl_bessel_i0(-2.0) - cyl_bessel_i0(2.0),
                     cyl_bessel_i1(-2.0) + cyl_bessel_i1(2.0),
                     cyl_bessel_i0(infinity),
                     cyl_bessel_i1(-infinity),
                     cyl_bessel_i0(1e200),
                     cyl_bessel_i0(nan),
                     cyl_bessel_i0(zero),
                     cyl_bessel_i1(-zero)};
  for (double value : values)
    *out++ = value;
}
void atTheEdges() {
  const double inf = INFINITY, nan = NAN;
  std::vector<double> wanted = {0,   0,   nan, -0.0, 0, 0,   0,    nan, 0, 0,   nan,  -inf, -inf, -inf, nan,
                                nan, nan, nan, 0,    0, nan, -inf, 0,   0, inf, -inf, inf,  nan,  1,    -0.0};
  check::Buffer<double> out(wanted.size());
  edges<<<1, 1>>>(out.device(), 0.0, inf, nan);
  out.download();
  for (size_t i = 0; i < wanted.size(); i++)
    check::that(check::same(out[i], wanted[i]) || (out[i] == 0 && wanted[i] == 0 && i != 3 && i != 29),
                "edge " + std::to_string(i), std::to_string(out[i]));
}

int main() {
  rows();
  atTheEdges();
  check::that(cyl_bessel_i0(0.0) == 1 && j0(0.0) == 1, "on the host"); // the latter is the C library's
  return check::finish("bessel");
}
