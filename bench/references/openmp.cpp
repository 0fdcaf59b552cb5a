// The same work as natural OpenMP C++: what one would write without a GPU in mind. Built by g++ and by clang.
#include "../Samples.h"

namespace {

std::vector<float> filled(size_t n, float step) {
  std::vector<float> x(n);
#pragma omp parallel for
  for (size_t i = 0; i < n; ++i)
    x[i] = static_cast<float>(i % 1024) * step;
  return x;
}

void memory() {
  const size_t n = bench::kVector;
  std::vector<float> va = filled(n, 1), vb = filled(n, 2), vc = filled(n, 0);
  const float *a = va.data();
  float *b = vb.data(), *c = vc.data();
  bench::measure("vecadd", "GB/s", n * 12e-9, [&] {
#pragma omp parallel for
    for (size_t i = 0; i < n; ++i)
      c[i] = a[i] + b[i];
  });
  bench::require(c[n - 1] == 1023.0f * 3, "vecadd");
  const float factor = 0;
  bench::measure("saxpy", "GB/s", n * 12e-9, [&] {
#pragma omp parallel for
    for (size_t i = 0; i < n; ++i)
      b[i] = factor * a[i] + b[i];
  });
  bench::require(b[n - 1] == 1023.0f * 2, "saxpy");
}

void matrix() {
  const int n = bench::kMatrix;
  std::vector<float> va(n * n), vb(n * n), vc(n * n);
  for (int i = 0; i < n * n; ++i)
    va[i] = bench::matrixA(i), vb[i] = bench::matrixB(i);
  const float *a = va.data(), *b = vb.data();
  float *c = vc.data();
  // row, k, column: the order of these loops that compilers vectorise; the innermost k would read B by columns
  bench::measure("matmul_naive", "GFLOP/s", 2e-9 * n * n * n, [&] {
#pragma omp parallel for
    for (int row = 0; row < n; ++row) {
      for (int col = 0; col < n; ++col)
        c[row * n + col] = 0;
      for (int k = 0; k < n; ++k)
        for (int col = 0; col < n; ++col)
          c[row * n + col] += a[row * n + k] * b[k * n + col];
    }
  });
  bench::requireProduct(c, "matmul_naive");
}

void reduction() {
  const size_t n = bench::kReduced;
  std::vector<float> vx(n);
  for (size_t i = 0; i < n; ++i)
    vx[i] = static_cast<float>(i & 1);
  const float *x = vx.data();
  float total = 0;
  bench::measure("reduce", "Gelem/s", n * 1e-9, [&] {
    float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
    for (size_t i = 0; i < n; ++i)
      sum += x[i];
    total = sum;
  });
  bench::require(total == static_cast<float>(n) / 2, "reduce");
}

void mandelbrot() {
  const int side = bench::kImage, limit = bench::kIterations;
  std::vector<int> image(side * side);
  auto render = [&] {
#pragma omp parallel for schedule(static, 8)
    for (int py = 0; py < side; ++py)
      for (int px = 0; px < side; ++px) {
        float cx = -2.0f + px * (3.0f / side), cy = -1.5f + py * (3.0f / side), x = 0, y = 0;
        int i = 0;
        while (i < limit && x * x + y * y <= 4.0f) {
          float next = x * x - y * y + cx;
          y = 2.0f * x * y + cy;
          x = next;
          ++i;
        }
        image[py * side + px] = i;
      }
  };
  render();
  bench::measure("mandelbrot", "Giter/s", bench::mandelbrotTotal(image.data()) * 1e-9, render);
}

} // namespace

int main() {
  memory();
  matrix();
  reduction();
  mandelbrot();
}
