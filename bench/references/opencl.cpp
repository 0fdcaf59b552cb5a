// The same kernels through OpenCL (PoCL where that is what is installed). Usage: opencl kernels.cl
#define CL_TARGET_OPENCL_VERSION 120
#include "../Samples.h"

#include <CL/cl.h>

#include <array>
#include <fstream>
#include <iterator>
#include <span>
#include <string>

namespace {

void check(cl_int error, const char *what) {
  if (error == CL_SUCCESS)
    return;
  std::fprintf(stderr, "%s: OpenCL error %d\n", what, error);
  std::exit(1);
}

/// The first CPU device, its queue, and the program. Lives as long as the process.
class Device {
public:
  explicit Device(const char *path) {
    cl_platform_id platform;
    cl_int error;
    check(clGetPlatformIDs(1, &platform, nullptr), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, nullptr), "CPU device");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    check(error, "context");
    queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "queue");
    std::ifstream file(path);
    const std::string source{std::istreambuf_iterator<char>(file), {}};
    const char *text = source.c_str();
    program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    check(error, "program");
    if (clBuildProgram(program, 1, &device, "", nullptr, nullptr) == CL_SUCCESS)
      return;
    std::array<char, 8192> log{};
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size() - 1, log.data(), nullptr);
    std::fprintf(stderr, "%s: %s\n", path, log.data());
    std::exit(1);
  }

  cl_mem buffer(size_t bytes) {
    cl_int error;
    cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &error);
    check(error, "buffer");
    return memory;
  }

  template <class... Arguments> cl_kernel kernel(const char *name, const Arguments &...arguments) {
    cl_int error;
    cl_kernel made = clCreateKernel(program, name, &error);
    check(error, name);
    cl_uint index = 0;
    auto set = [&](std::span<const std::byte> bytes) {
      check(clSetKernelArg(made, index++, bytes.size(), bytes.data()), name);
    };
    (set(std::as_bytes(std::span(&arguments, 1))), ...);
    return made;
  }

  void launch(cl_kernel kernel, std::array<size_t, 2> groups, std::array<size_t, 2> group) {
    const std::array<size_t, 2> global{groups[0] * group[0], groups[1] * group[1]};
    check(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global.data(), group.data(), 0, nullptr, nullptr),
          "launch");
  }
  cl_command_queue commands() { return queue; }
  void finish() { check(clFinish(queue), "finish"); }
  template <class T> void read(cl_mem from, std::vector<T> &to, size_t offset = 0) {
    check(clEnqueueReadBuffer(queue, from, CL_TRUE, offset * sizeof(T), to.size() * sizeof(T), to.data(), 0, nullptr,
                              nullptr),
          "read");
  }
  void write(cl_mem to, const std::vector<float> &from) {
    check(clEnqueueWriteBuffer(queue, to, CL_TRUE, 0, from.size() * sizeof(float), from.data(), 0, nullptr, nullptr),
          "write");
  }

private:
  cl_device_id device{};
  cl_context context;
  cl_command_queue queue;
  cl_program program;
};

void memory(Device &device) {
  const cl_ulong n = bench::kVector;
  const int count = static_cast<int>(n);
  cl_mem a = device.buffer(n * 4), b = device.buffer(n * 4), c = device.buffer(n * 4);
  const std::array<size_t, 2> groups{n / 256, 1}, group{256, 1};
  device.launch(device.kernel("fill", a, n, 1.0f), groups, group);
  device.launch(device.kernel("fill", b, n, 2.0f), groups, group);
  cl_kernel add = device.kernel("vecAdd", a, b, c, count), saxpy = device.kernel("saxpy", count, 0.0f, a, b);
  std::vector<float> last(1);
  bench::measure("vecadd", "GB/s", n * 12e-9, [&] { device.launch(add, groups, group), device.finish(); });
  device.read(c, last, n - 1);
  bench::require(last[0] == 1023.0f * 3, "vecadd");
  bench::measure("saxpy", "GB/s", n * 12e-9, [&] { device.launch(saxpy, {448, 1}, group), device.finish(); });
  device.read(b, last, n - 1);
  bench::require(last[0] == 1023.0f * 2, "saxpy");
  clReleaseMemObject(a), clReleaseMemObject(b), clReleaseMemObject(c);
}

void matrix(Device &device) {
  const int n = bench::kMatrix;
  std::vector<float> host(n * n);
  cl_mem a = device.buffer(n * n * 4), b = device.buffer(n * n * 4), c = device.buffer(n * n * 4);
  for (int i = 0; i < n * n; ++i)
    host[i] = bench::matrixA(i);
  device.write(a, host);
  for (int i = 0; i < n * n; ++i)
    host[i] = bench::matrixB(i);
  device.write(b, host);
  auto run = [&](const char *metric, const char *name, size_t side) {
    cl_kernel kernel = device.kernel(name, a, b, c, n);
    bench::measure(metric, "GFLOP/s", 2e-9 * n * n * n,
                   [&] { device.launch(kernel, {n / side, n / side}, {side, side}), device.finish(); });
    device.read(c, host);
    bench::requireProduct(host.data(), metric);
  };
  run("matmul_naive", "matMulNaive", 16);
  run("matmul_tiled16", "matMulTiled16", 16);
  run("matmul_tiled32", "matMulTiled32", 32);
}

void compute(Device &device) {
  const int n = static_cast<int>(bench::kReduced), side = bench::kImage;
  cl_mem in = device.buffer(n * size_t(4)), out = device.buffer(n / 64), image = device.buffer(side * side * 4);
  const size_t blocks = n / 256;
  device.launch(device.kernel("fillBits", in, n), {blocks, 1}, {256, 1});
  cl_kernel reduce = device.kernel("reduce", in, out, n);
  bench::measure("reduce", "Gelem/s", n * 1e-9, [&] { device.launch(reduce, {blocks, 1}, {256, 1}), device.finish(); });
  std::vector<float> sums(blocks);
  device.read(out, sums);
  for (float sum : sums)
    bench::require(sum == 128.0f, "reduce");
  cl_kernel mandelbrot = device.kernel("mandelbrot", image, side, side, bench::kIterations);
  const size_t tiles = side / 16;
  auto render = [&] { device.launch(mandelbrot, {tiles, tiles}, {16, 16}), device.finish(); };
  render();
  std::vector<int> pixels(side * side);
  device.read(image, pixels);
  bench::measure("mandelbrot", "Giter/s", bench::mandelbrotTotal(pixels.data()) * 1e-9, render);
}

void launches(Device &device) {
  cl_kernel empty = device.kernel("empty");
  bench::measure("launch_sync", "us", 200, [&] {
    for (int i = 0; i < 200; ++i)
      device.launch(empty, {1, 1}, {32, 1}), device.finish();
  });
  bench::measure("launch_many", "us", 500, [&] {
    for (int i = 0; i < 500; ++i)
      device.launch(empty, {64, 1}, {256, 1});
    device.finish();
  });
}

/// The nearest to a runtime's cheap calls: the queue's device, the state of an event, a marker with its event.
void calls(Device &device) {
  constexpr int kCalls = 100000, kRecords = 10000;
  cl_device_id found = nullptr;
  bench::measure("call_device", "M/s", kCalls * 1e-6, [&] {
    for (int i = 0; i < kCalls; ++i)
      clGetCommandQueueInfo(device.commands(), CL_QUEUE_DEVICE, sizeof(cl_device_id), static_cast<void *>(&found),
                            nullptr);
  });
  cl_event event = nullptr;
  check(clEnqueueMarkerWithWaitList(device.commands(), 0, nullptr, &event), "marker");
  device.finish();
  cl_int state = 0;
  bench::measure("call_query", "M/s", kCalls * 1e-6, [&] {
    for (int i = 0; i < kCalls; ++i)
      clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, nullptr);
  });
  check(clReleaseEvent(event), "event");
  bench::measure("call_record", "M/s", kRecords * 1e-6, [&] {
    for (int i = 0; i < kRecords; ++i) {
      cl_event marker = nullptr;
      check(clEnqueueMarkerWithWaitList(device.commands(), 0, nullptr, &marker), "marker");
      clReleaseEvent(marker);
    }
    device.finish();
  });
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return std::fprintf(stderr, "usage: opencl kernels.cl\n"), 2;
  Device device(argv[1]);
  launches(device);
  calls(device);
  matrix(device);
  compute(device);
  memory(device);
}
