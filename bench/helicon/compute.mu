// Tree reduction with barriers, and the Mandelbrot set, whose trip counts differ from lane to lane.
#include "Device.h"

__global__ void fill(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = (float)(i & 1);
}

__global__ void reduce(const float *in, float *out, int n) {
  __shared__ float partial[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  partial[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int stride = 128; stride > 0; stride >>= 1) {
    if (t < stride)
      partial[t] += partial[t + stride];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = partial[0];
}

__global__ void mandelbrot(int *image, int width, int height, int limit) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height)
    return;
  float cx = -2.0f + px * (3.0f / width), cy = -1.5f + py * (3.0f / height), x = 0.0f, y = 0.0f;
  int i = 0;
  while (i < limit && x * x + y * y <= 4.0f) {
    float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
    ++i;
  }
  image[py * width + px] = i;
}

int main() {
  const int n = (int)bench::kReduced, blocks = (n + 255) / 256, side = bench::kImage;
  float *in = allocate<float>(n), *out = allocate<float>(blocks);
  fill<<<blocks, 256>>>(in, n);
  finish();
  bench::measure("reduce", "Gelem/s", n * 1e-9, [&] {
    reduce<<<blocks, 256>>>(in, out, n);
    finish();
  });
  std::vector<float> sums(blocks);
  CHECK(musaMemcpy(sums.data(), out, blocks * sizeof(float), musaMemcpyDeviceToHost));
  for (float sum : sums)
    bench::require(sum == 128.0f, "reduce");

  int *image = allocate<int>((size_t)side * side);
  auto render = [&] {
    mandelbrot<<<dim3(side / 16, side / 16), dim3(16, 16)>>>(image, side, side, bench::kIterations);
    finish();
  };
  render();
  std::vector<int> pixels((size_t)side * side);
  CHECK(musaMemcpy(pixels.data(), image, pixels.size() * sizeof(int), musaMemcpyDeviceToHost));
  const double total = bench::mandelbrotTotal(pixels.data());
  bench::require(total > 4.5e7 && total < 5.8e7, "mandelbrot");
  bench::measure("mandelbrot", "Giter/s", total * 1e-9, render);
}
