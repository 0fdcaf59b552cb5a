// mcc: -lmusa
// Checked mode: writes around allocations of every kind are found when the program synchronises or frees, memory that
// was freed is not there, and a hundred thousand allocations live side by side.
#include "errors.h"

#include <musa.h>
#include <musa_runtime.h>

#include <chrono>
#include <vector>

__global__ void store(unsigned long long address, int value) { // no pointer: its argument is not looked at
  if (threadIdx.x == 5)
    *reinterpret_cast<volatile int *>(address) = value;
}
__global__ void bytes(unsigned char *p, long long from, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    p[from + i] = 1;
}
__global__ void whole(unsigned char *p, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    p[i] = (unsigned char)(p[i] + i);
}
__global__ void innocent(int *p) { p[threadIdx.x] = 1; }

static unsigned char *deviceMemory(size_t bytes) {
  void *p = nullptr;
  CHECK_API(musaMalloc(&p, bytes));
  return static_cast<unsigned char *>(p);
}
static unsigned char *managedMemory(size_t bytes) {
  void *p = nullptr;
  CHECK_API(musaMallocManaged(&p, bytes));
  return static_cast<unsigned char *>(p);
}
static unsigned char *pinnedMemory(size_t bytes) {
  void *p = nullptr;
  CHECK_API(musaMallocHost(&p, bytes));
  return static_cast<unsigned char *>(p);
}
static unsigned char *driverMemory(size_t bytes) {
  MUdeviceptr p = 0;
  CHECK_API(musaSetDevice(0)); // after a reset the driver's current context is gone
  CHECK_API(musaFree(nullptr));
  check::equal(int(muMemAlloc(&p, bytes)), 0, "muMemAlloc");
  return reinterpret_cast<unsigned char *>(p);
}
static unsigned char *pitchedMemory(size_t bytes) {
  void *p = nullptr;
  size_t pitch = 0;
  CHECK_API(musaMallocPitch(&p, &pitch, bytes, 3));
  return static_cast<unsigned char *>(p) + 2 * pitch + (pitch - bytes); // its last `bytes` bytes
}

static std::string number(const void *p) {
  char text[32];
  snprintf(text, sizeof text, "%p", p);
  return text;
}

using Allocate = unsigned char *(*)(size_t);

static void finds(Allocate allocate, const char *kind, size_t size, long long from, int count,
                  const std::string &what) {
  const std::string name = std::string(kind) + " " + std::to_string(size) + ": " + what;
  unsigned char *p = allocate(size);
  check::equal(int(uintptr_t(p) % 256 * (allocate != pitchedMemory)), 0, name + ": alignment");
  bytes<<<1, 64>>>(p, 0, int(size));
  CHECK_API(musaDeviceSynchronize());
  musaError_t got = musaSuccess;
  const std::string text = check::stderrOf([&] {
    bytes<<<1, 64>>>(p, from, count);
    got = musaDeviceSynchronize();
  });
  check::equal(int(got), int(musaErrorIllegalAddress), name);
  check::says(text, "kernel bytes(unsigned char*, long long, int)", name);
  check::says(text, what, name);
  if (allocate != pitchedMemory)
    check::says(text, "the allocation of " + std::to_string(size) + " bytes at " + number(p), name);
  CHECK_API(musaDeviceReset());
}

static void aroundAllocations() {
  struct {
    Allocate allocate;
    const char *kind;
  } kinds[] = {{deviceMemory, "musaMalloc"},
               {managedMemory, "musaMallocManaged"},
               {pinnedMemory, "musaMallocHost"},
               {driverMemory, "muMemAlloc"}};
  for (auto &k : kinds) {
    finds(k.allocate, k.kind, 100, 100, 4, "wrote 4 bytes past the end of");
    finds(k.allocate, k.kind, 1, 3, 1, "wrote 3 bytes past the end of");
    finds(k.allocate, k.kind, 70001, 70001, 1, "wrote 1 bytes past the end of");
    finds(k.allocate, k.kind, (3 << 20) + 300, -3, 2, "wrote 3 bytes before the start of");
    finds(k.allocate, k.kind, 300, -256, 5, "wrote 256 bytes before the start of");
    finds(k.allocate, k.kind, 4096, 4096 + 40, 1, "bytes behind the end of"); // a fault
    finds(k.allocate, k.kind, 256, 256, 4, "bytes behind the end of");
    finds(k.allocate, k.kind, 1 << 20, (1 << 20) + 30000, 1, "30000 bytes behind the end of");
  }
  finds(pitchedMemory, "musaMallocPitch", 100, 100, 4, "bytes behind the end of");
}

static void severalKernels() {
  auto *p = deviceMemory(100);
  auto *q = reinterpret_cast<int *>(deviceMemory(256));
  musaError_t got = musaSuccess;
  std::string text = check::stderrOf([&] {
    innocent<<<1, 64>>>(q);
    bytes<<<1, 64>>>(p, 100, 8);
    got = musaStreamSynchronize(nullptr);
  });
  check::equal(int(got), int(musaErrorIllegalAddress), "several");
  check::says(text, "one of the kernels since the last check (", "several");
  check::says(text, "innocent(int*)", "several");
  check::says(text, "wrote 8 bytes past the end", "several");
  CHECK_API(musaDeviceReset());
  // Each synchronising call looks.
  auto *a = deviceMemory(100);
  int host = 0;
  text = check::stderrOf([&] {
    bytes<<<1, 64>>>(a, 101, 1);
    got = musaMemcpy(&host, a, sizeof host, musaMemcpyDeviceToHost);
  });
  check::equal(int(got), int(musaErrorIllegalAddress), "a copy");
  CHECK_API(musaDeviceReset());
  a = deviceMemory(100);
  text = check::stderrOf([&] {
    musaEvent_t event;
    CHECK_API(musaEventCreate(&event));
    bytes<<<1, 64>>>(a, 101, 1);
    CHECK_API(musaEventRecord(event));
    got = musaEventSynchronize(event);
  });
  check::equal(int(got), int(musaErrorIllegalAddress), "an event");
  CHECK_API(musaDeviceReset());
}

/// `inOrder`: it is freed behind a kernel that may still run, and touched by one behind that.
static void freedMemory(bool inOrder) {
  for (size_t size : {100, 100000, 5 << 20}) {
    unsigned char *p = nullptr;
    if (inOrder)
      CHECK_API(musaMallocAsync(&p, size, 0));
    else
      p = deviceMemory(size);
    store<<<1, 32>>>((unsigned long long)p, 1);
    if (!inOrder)
      CHECK_API(musaDeviceSynchronize());
    CHECK_API(inOrder ? musaFreeAsync(p, 0) : musaFree(p));
    auto *other = deviceMemory(size);
    check::that(other != p, "the address is not used again at once", "it is");
    musaError_t got = musaSuccess;
    std::string text = check::stderrOf([&] {
      store<<<1, 32>>>((unsigned long long)p + 16, 1);
      got = musaDeviceSynchronize();
    });
    check::equal(int(got), int(musaErrorIllegalAddress), "freed");
    check::says(text,
                "memory that was freed: 16 bytes into the allocation of " + std::to_string(size) + " bytes at " +
                    number(p),
                "freed");
    check::says(text, "kernel store(", "freed");
    CHECK_API(musaDeviceReset());
  }
}

static void writesOfTheHost() {
  // The host's own writes are found when the memory is freed.
  auto *p = managedMemory(100);
  p[100] = 1;
  musaError_t got = musaSuccess;
  std::string text = check::stderrOf([&] { got = musaFree(p); });
  check::equal(int(got), int(musaErrorIllegalAddress), "found when freed");
  check::says(text, "no kernel ran since the last check", "found when freed");
  check::says(text, "wrote 1 bytes past the end of the allocation of 100 bytes", "found when freed");
  CHECK_API(musaDeviceReset());
}

static void rightPrograms() {
  for (size_t size : {1, 4, 255, 256, 257, 4095, 4096, 4097, 65536, 100001}) {
    auto *p = deviceMemory(size);
    CHECK_API(musaMemset(p, 0, size));
    whole<<<1, 256>>>(p, int(size));
    std::vector<unsigned char> host(size);
    CHECK_API(musaMemcpy(host.data(), p, size, musaMemcpyDeviceToHost));
    for (size_t i = 0; i < size; i++)
      check::equal(int(host[i]), int(i & 255), "right");
    CHECK_API(musaFree(p));
  }
}

struct Three {
  float a, b, c;
};
template <class T> __device__ T plus(T a, T b) { return T(a + b); }
template <> __device__ float4 plus(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
template <> __device__ Three plus(Three a, Three b) { return {a.a + b.a, a.b + b.b, a.c + b.c}; }

template <class T> __global__ void ends(T *to, const T *from, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    to[i] = plus(from[i], from[count - 1 - i]);
  if (3 * i + 2 < count)
    to[3 * i + 1] = plus(from[3 * i], from[3 * i + 2]);
}

/// Both arrays end where nothing may be touched: vectors must not reach past the last element.
template <class T> static void endAtGuards(const char *name) {
  for (int count : {64, 192, 1024, 1280}) { // most are multiples of 256 bytes
    const size_t size = size_t(count) * sizeof(T);
    T *to = reinterpret_cast<T *>(deviceMemory(size)), *from = reinterpret_cast<T *>(deviceMemory(size));
    CHECK_API(musaMemset(from, 0, size));
    for (int block : {32, 100, 256})
      ends<<<(count + block - 1) / block + 1, block>>>(to, from, count);
    check::equal(int(musaDeviceSynchronize()), 0, name);
    CHECK_API(musaFree(to));
    CHECK_API(musaFree(from));
  }
}

static void manyAllocations() {
  constexpr int kCount = 100000;
  std::vector<unsigned char *> all(kCount);
  const std::string text = check::stderrOf([&] {
    for (int i = 0; i < kCount; i++)
      all[size_t(i)] = deviceMemory(size_t(i % 700 + 1));
  });
  const std::string warning = "vm.max_map_count";
  const size_t said = text.find(warning);
  check::that(said == std::string::npos || text.find(warning, said + 1) == std::string::npos, "said once", text);
  for (int i = 0; i < kCount; i += 997)
    whole<<<1, 64>>>(all[size_t(i)], i % 700 + 1);
  CHECK_API(musaDeviceSynchronize());
  for (int i = 0; i < kCount - 1; i++)
    CHECK_API(musaFree(all[size_t(i)]));
  musaError_t got = musaSuccess;
  unsigned char *last = all.back(); // made when mappings had run out
  const std::string found = check::stderrOf([&] {
    bytes<<<1, 64>>>(last, (kCount - 1) % 700 + 1, 2);
    got = musaDeviceSynchronize();
  });
  check::equal(int(got), int(musaErrorIllegalAddress), "without guard pages");
  check::says(found, "wrote 2 bytes past the end of the allocation of", "without guard pages");
  CHECK_API(musaDeviceReset());
}

int main(int, char **arguments) {
  check::becomeChecked(arguments);
  rightPrograms();
  endAtGuards<char>("char");
  endAtGuards<short>("short");
  endAtGuards<int>("int");
  endAtGuards<double>("double");
  endAtGuards<float4>("float4");
  endAtGuards<Three>("three floats");
  aroundAllocations();
  severalKernels();
  freedMemory(false);
  freedMemory(true);
  writesOfTheHost();
  manyAllocations();
  return check::finish("checked_bounds");
}
