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

struct Float2 {
  float x, y;
};
struct alignas(16) Float4 {
  float x, y, z, w;
};
struct Particle {
  float x, y, z;
};

void wide() {
  const int n = static_cast<int>(bench::kWide);
  std::vector<float> vx = filled(n, 1), vy = filled(n, 1), vz = filled(n, 0);
  const auto *x4 = reinterpret_cast<const Float4 *>(vx.data());
  auto *y4 = reinterpret_cast<Float4 *>(vy.data()), *z4 = reinterpret_cast<Float4 *>(vz.data());
  bench::measure("copy4", "GB/s", n * 8e-9, [&] {
#pragma omp parallel for
    for (int i = 0; i < n / 4; ++i)
      z4[i] = x4[i];
  });
  bench::require(vz[n - 1] == 1023, "copy4");
  const float zero = 0;
  bench::measure("saxpy4", "GB/s", n * 12e-9, [&] {
#pragma omp parallel for
    for (int i = 0; i < n / 4; ++i) {
      Float4 s = x4[i], t = y4[i];
      y4[i] = {zero * s.x + t.x, zero * s.y + t.y, zero * s.z + t.z, zero * s.w + t.w};
    }
  });
  bench::require(vy[n - 1] == 1023, "saxpy4");
  const int particles = n / 3;
  const auto *v = reinterpret_cast<const Particle *>(vx.data());
  auto *p = reinterpret_cast<Particle *>(vy.data());
  bench::measure("move3", "GB/s", particles * 36e-9, [&] {
#pragma omp parallel for
    for (int i = 0; i < particles; ++i) {
      p[i].x += v[i].x * zero;
      p[i].y += v[i].y * zero;
      p[i].z += v[i].z * zero;
    }
  });
  bench::require(vy[n - 1] == 1023, "move3");
  const auto *a = reinterpret_cast<const Float2 *>(vx.data()), *b = reinterpret_cast<const Float2 *>(vy.data());
  auto *c = reinterpret_cast<Float2 *>(vz.data());
  bench::measure("complex", "GB/s", n * 12e-9, [&] {
#pragma omp parallel for
    for (int i = 0; i < n / 2; ++i) {
      Float2 s = a[i], t = b[i];
      c[i] = {s.x * t.x - s.y * t.y, s.x * t.y + s.y * t.x};
    }
  });
  bench::require(vz[n - 1] == 2 * 1022 * 1023, "complex");
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
  wide();
  matrix();
  reduction();
  mandelbrot();
}
