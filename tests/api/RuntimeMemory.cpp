// Allocation, pinned and managed memory, copies, fills, pointer attributes.
#include "Check.h"

#include <cstring>
#include <numeric>

namespace {

using RuntimeMemory = RuntimeTest;

TEST_F(RuntimeMemory, AllocateAndFree) {
  char *a = nullptr, *b = nullptr;
  ASSERT_OK(musaMalloc(&a, 1));
  ASSERT_OK(musaMalloc(&b, 1000));
  EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(a) % 256);
  EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(b) % 256);
  EXPECT_CODE(musaErrorInvalidValue, musaFree(b + 8));
  EXPECT_OK(musaFree(a));
  EXPECT_OK(musaFree(b));
  EXPECT_CODE(musaErrorInvalidValue, musaFree(b));
  EXPECT_OK(musaFree(nullptr));
  for (void *strange : strangeHandles())
    EXPECT_CODE(musaErrorInvalidValue, musaFree(strange));
}

TEST_F(RuntimeMemory, SizesAtTheEdge) {
  void *p = reinterpret_cast<void *>(0x77);
  EXPECT_OK(musaMalloc(&p, 0));
  EXPECT_EQ(nullptr, p);
  EXPECT_CODE(musaErrorMemoryAllocation, musaMalloc(&p, size_t(1) << 60));
  EXPECT_CODE(musaErrorMemoryAllocation, musaMalloc(&p, SIZE_MAX));
  EXPECT_CODE(musaErrorInvalidValue, musaMalloc(static_cast<void **>(nullptr), 16));
}

TEST_F(RuntimeMemory, MemoryInUseIsSeen) {
  size_t before = 0, after = 0, total = 0;
  void *p = nullptr;
  ASSERT_OK(musaMemGetInfo(&before, &total));
  EXPECT_LE(before, total);
  ASSERT_OK(musaMalloc(&p, size_t(64) << 20));
  ASSERT_OK(musaMemGetInfo(&after, &total));
  EXPECT_LE(after + (size_t(32) << 20), before);
  EXPECT_OK(musaFree(p));
  ASSERT_OK(musaMemGetInfo(&after, &total));
  EXPECT_GE(after + (size_t(32) << 20), before);
  EXPECT_CODE(musaErrorInvalidValue, musaMemGetInfo(nullptr, &total));
  EXPECT_CODE(musaErrorInvalidValue, musaMemGetInfo(&before, nullptr));
}

TEST_F(RuntimeMemory, Pitched) {
  char *p = nullptr;
  size_t pitch = 0;
  ASSERT_OK(musaMallocPitch(&p, &pitch, 100, 3));
  EXPECT_GE(pitch, size_t(100));
  EXPECT_EQ(0u, pitch % 256);
  EXPECT_OK(musaFree(p));
  EXPECT_CODE(musaErrorInvalidValue, musaMallocPitch(&p, nullptr, 100, 3));
  EXPECT_CODE(musaErrorInvalidValue, musaMallocPitch(static_cast<void **>(nullptr), &pitch, 100, 3));
  EXPECT_CODE(musaErrorInvalidValue, musaMallocPitch(&p, &pitch, SIZE_MAX, 3));
  EXPECT_CODE(musaErrorMemoryAllocation, musaMallocPitch(&p, &pitch, 1 << 20, SIZE_MAX / 4096));
  musaPitchedPtr cube{};
  ASSERT_OK(musaMalloc3D(&cube, musaExtent{100, 3, 2}));
  EXPECT_EQ(100u, cube.xsize);
  EXPECT_EQ(3u, cube.ysize);
  EXPECT_EQ(0u, cube.pitch % 256);
  EXPECT_OK(musaFree(cube.ptr));
  EXPECT_CODE(musaErrorInvalidValue, musaMalloc3D(nullptr, musaExtent{1, 1, 1}));
  EXPECT_CODE(musaErrorMemoryAllocation, musaMalloc3D(&cube, musaExtent{100, SIZE_MAX, 2}));
}

TEST_F(RuntimeMemory, Pinned) {
  char *a = nullptr, *b = nullptr;
  void *device = nullptr;
  unsigned flags = 77;
  ASSERT_OK(musaMallocHost(&a, 4096));
  ASSERT_OK(musaHostAlloc(&b, 4096, musaHostAllocMapped | musaHostAllocPortable));
  std::memset(a, 1, 4096);
  EXPECT_OK(musaHostGetFlags(&flags, b));
  EXPECT_EQ(unsigned(musaHostAllocMapped | musaHostAllocPortable), flags & 3u);
  EXPECT_OK(musaHostGetDevicePointer(&device, b, 0));
  EXPECT_NE(nullptr, device);
  EXPECT_CODE(musaErrorInvalidValue, musaHostGetDevicePointer(&device, b, 7));
  EXPECT_CODE(musaErrorInvalidValue, musaHostGetDevicePointer(static_cast<void **>(nullptr), b, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaHostGetFlags(nullptr, b));
  EXPECT_CODE(musaErrorInvalidValue, musaHostGetFlags(&flags, &flags));
  EXPECT_OK(musaFreeHost(a));
  EXPECT_OK(musaFreeHost(b));
  EXPECT_CODE(musaErrorInvalidValue, musaFreeHost(b));
  EXPECT_OK(musaFreeHost(nullptr));
  for (void *strange : strangeHandles())
    EXPECT_CODE(musaErrorInvalidValue, musaFreeHost(strange));
  EXPECT_CODE(musaErrorInvalidValue, musaHostAlloc(&a, 64, 0x4000));
  EXPECT_CODE(musaErrorInvalidValue, musaMallocHost(static_cast<void **>(nullptr), 64));
  EXPECT_CODE(musaErrorMemoryAllocation, musaMallocHost(&a, size_t(1) << 60));
}

TEST_F(RuntimeMemory, Registered) {
  std::vector<char> memory(1 << 16);
  void *device = nullptr;
  EXPECT_CODE(musaErrorInvalidValue, musaHostGetDevicePointer(&device, memory.data(), 0));
  ASSERT_OK(musaHostRegister(memory.data(), memory.size(), musaHostRegisterMapped));
  EXPECT_CODE(musaErrorHostMemoryAlreadyRegistered, musaHostRegister(memory.data(), memory.size(), 0));
  EXPECT_OK(musaHostGetDevicePointer(&device, memory.data() + 16, 0));
  musaPointerAttributes attributes;
  EXPECT_OK(musaPointerGetAttributes(&attributes, memory.data() + 16));
  EXPECT_EQ(musaMemoryTypeHost, attributes.type);
  EXPECT_OK(musaHostUnregister(memory.data()));
  EXPECT_CODE(musaErrorHostMemoryNotRegistered, musaHostUnregister(memory.data()));
  EXPECT_CODE(musaErrorInvalidValue, musaHostRegister(nullptr, 64, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaHostRegister(memory.data(), 0, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaHostRegister(memory.data(), SIZE_MAX, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaHostRegister(memory.data(), size_t(1) << 60, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaHostRegister(memory.data(), 64, 0x4000));
  EXPECT_CODE(musaErrorInvalidValue, musaHostUnregister(nullptr));
}

TEST_F(RuntimeMemory, Managed) {
  int *p = nullptr;
  ASSERT_OK(musaMallocManaged(&p, 4096));
  p[7] = 42; // the host may write it
  int seen = 0;
  EXPECT_OK(musaMemcpy(&seen, p + 7, sizeof seen, musaMemcpyDefault));
  EXPECT_EQ(42, seen);
  EXPECT_OK(musaFree(p));
  EXPECT_CODE(musaErrorInvalidValue, musaMallocManaged(&p, 64, 77));
  EXPECT_CODE(musaErrorInvalidValue, musaMallocManaged(static_cast<void **>(nullptr), 64));
}

TEST_F(RuntimeMemory, PointerAttributes) {
  char *device = nullptr, *pinned = nullptr, *managed = nullptr;
  char local = 0;
  ASSERT_OK(musaMalloc(&device, 256));
  ASSERT_OK(musaMallocHost(&pinned, 256));
  ASSERT_OK(musaMallocManaged(&managed, 256));
  musaPointerAttributes a;
  EXPECT_OK(musaPointerGetAttributes(&a, device + 100));
  EXPECT_EQ(musaMemoryTypeDevice, a.type);
  EXPECT_EQ(0, a.device);
  EXPECT_EQ(device + 100, a.devicePointer);
  EXPECT_EQ(nullptr, a.hostPointer);
  EXPECT_OK(musaPointerGetAttributes(&a, pinned));
  EXPECT_EQ(musaMemoryTypeHost, a.type);
  EXPECT_EQ(pinned, a.hostPointer);
  EXPECT_OK(musaPointerGetAttributes(&a, managed));
  EXPECT_EQ(musaMemoryTypeManaged, a.type);
  EXPECT_OK(musaPointerGetAttributes(&a, &local));
  EXPECT_EQ(musaMemoryTypeUnregistered, a.type);
  EXPECT_OK(musaPointerGetAttributes(&a, nullptr));
  EXPECT_EQ(musaMemoryTypeUnregistered, a.type);
  EXPECT_OK(musaFree(device));
  EXPECT_OK(musaPointerGetAttributes(&a, device));
  EXPECT_EQ(musaMemoryTypeUnregistered, a.type);
  EXPECT_OK(musaFreeHost(pinned));
  EXPECT_OK(musaFree(managed));
  EXPECT_CODE(musaErrorInvalidValue, musaPointerGetAttributes(nullptr, &local));
}

/// Two device buffers and two host ones of 1024 ints.
class RuntimeCopy : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    ASSERT_OK(musaMalloc(&a, kBytes));
    ASSERT_OK(musaMalloc(&b, kBytes));
    std::iota(in.begin(), in.end(), 1);
  }
  void TearDown() override {
    EXPECT_OK(musaFree(a));
    EXPECT_OK(musaFree(b));
    RuntimeTest::TearDown();
  }
  static constexpr size_t kCount = 1024, kBytes = kCount * sizeof(int);
  int *a = nullptr, *b = nullptr;
  std::vector<int> in = std::vector<int>(kCount), out = std::vector<int>(kCount);
};

TEST_F(RuntimeCopy, EveryDirection) {
  EXPECT_OK(musaMemcpy(a, in.data(), kBytes, musaMemcpyHostToDevice));
  EXPECT_OK(musaMemcpy(b, a, kBytes, musaMemcpyDeviceToDevice));
  EXPECT_OK(musaMemcpy(out.data(), b, kBytes, musaMemcpyDeviceToHost));
  EXPECT_EQ(in, out);
  std::vector<int> third(kCount);
  EXPECT_OK(musaMemcpy(third.data(), out.data(), kBytes, musaMemcpyHostToHost));
  EXPECT_EQ(in, third);
}

TEST_F(RuntimeCopy, DefaultFindsTheDirection) {
  EXPECT_OK(musaMemcpy(a, in.data(), kBytes, musaMemcpyDefault));
  EXPECT_OK(musaMemcpy(b, a, kBytes, musaMemcpyDefault));
  EXPECT_OK(musaMemcpy(out.data(), b, kBytes, musaMemcpyDefault));
  EXPECT_EQ(in, out);
}

TEST_F(RuntimeCopy, Asynchronous) {
  musaStream_t stream;
  ASSERT_OK(musaStreamCreate(&stream));
  EXPECT_OK(musaMemcpyAsync(a, in.data(), kBytes, musaMemcpyHostToDevice, stream));
  in.assign(kCount, -1); // the pageable source was read before the call returned
  EXPECT_OK(musaMemcpyAsync(b, a, kBytes, musaMemcpyDeviceToDevice, stream));
  EXPECT_OK(musaMemcpyAsync(out.data(), b, kBytes, musaMemcpyDeviceToHost, stream));
  EXPECT_OK(musaStreamSynchronize(stream));
  for (size_t i = 0; i < kCount; ++i)
    ASSERT_EQ(static_cast<int>(i) + 1, out[i]);
  EXPECT_OK(musaStreamDestroy(stream));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaMemcpyAsync(a, b, 4, musaMemcpyDeviceToDevice, stream));
}

TEST_F(RuntimeCopy, Refused) {
  EXPECT_CODE(musaErrorInvalidMemcpyDirection, musaMemcpy(a, in.data(), 16, static_cast<musaMemcpyKind>(77)));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy(nullptr, in.data(), 16, musaMemcpyHostToDevice));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy(a, nullptr, 16, musaMemcpyHostToDevice));
  EXPECT_OK(musaMemcpy(nullptr, in.data(), 0, musaMemcpyHostToDevice));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy(in.data(), a, 16, musaMemcpyHostToDevice));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy(a, in.data(), 16, musaMemcpyDeviceToHost));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy(a, in.data(), kBytes + 1, musaMemcpyHostToDevice));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy(a, in.data(), 1 << 22, musaMemcpyHostToDevice));
  EXPECT_CODE(musaErrorInvalidMemcpyDirection,
              musaMemcpyAsync(a, in.data(), 16, static_cast<musaMemcpyKind>(-1), nullptr));
}

TEST_F(RuntimeCopy, Rectangle) {
  // rows of 8 ints in the middle of rows of 32
  EXPECT_OK(musaMemset(a, 0, kBytes));
  EXPECT_OK(musaMemcpy2D(a + 4, 128, in.data(), 32, 32, 16, musaMemcpyHostToDevice));
  EXPECT_OK(musaMemcpy(out.data(), a, kBytes, musaMemcpyDeviceToHost));
  for (size_t row = 0; row < 32; ++row)
    for (size_t x = 0; x < 32; ++x)
      ASSERT_EQ(row < 16 && x >= 4 && x < 12 ? static_cast<int>(row * 8 + x - 4) + 1 : 0, out[row * 32 + x]);
  std::vector<int> back(16 * 8);
  EXPECT_OK(musaMemcpy2DAsync(back.data(), 32, a + 4, 128, 32, 16, musaMemcpyDefault, nullptr));
  EXPECT_OK(musaDeviceSynchronize());
  EXPECT_TRUE(std::equal(back.begin(), back.end(), in.begin()));
  EXPECT_CODE(musaErrorInvalidPitchValue, musaMemcpy2D(a, 8, in.data(), 64, 32, 2, musaMemcpyHostToDevice));
  EXPECT_CODE(musaErrorInvalidPitchValue, musaMemcpy2D(a, 64, in.data(), 8, 32, 2, musaMemcpyHostToDevice));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy2D(a, 128, in.data(), 128, 128, 33, musaMemcpyHostToDevice));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy2D(a, 128, in.data(), 128, 32, SIZE_MAX / 64, musaMemcpyHostToDevice));
  EXPECT_CODE(musaErrorInvalidMemcpyDirection,
              musaMemcpy2D(a, 128, in.data(), 128, 32, 2, static_cast<musaMemcpyKind>(9)));
  EXPECT_OK(musaMemcpy2D(a, 128, in.data(), 128, 0, 2, musaMemcpyHostToDevice));
}

TEST_F(RuntimeCopy, Fill) {
  EXPECT_OK(musaMemset(a, 0x5a, kBytes));
  EXPECT_OK(musaMemsetAsync(a, 0x1ff, 4, nullptr)); // the low byte counts
  EXPECT_OK(musaMemcpy(out.data(), a, kBytes, musaMemcpyDeviceToHost));
  EXPECT_EQ(-1, out[0]);
  EXPECT_EQ(0x5a5a5a5a, out[1]);
  EXPECT_EQ(0x5a5a5a5a, out[kCount - 1]);
  EXPECT_CODE(musaErrorInvalidValue, musaMemset(nullptr, 0, 4));
  EXPECT_CODE(musaErrorInvalidValue, musaMemset(a, 0, size_t(1) << 34));
  EXPECT_CODE(musaErrorInvalidValue, musaMemset(a, 0, kBytes + 1));
  EXPECT_CODE(musaErrorInvalidValue, musaMemset(in.data(), 0, 4));
  EXPECT_OK(musaMemset(a, 0, 0));
}

TEST_F(RuntimeCopy, FillRectangle) {
  EXPECT_OK(musaMemset(a, 0, kBytes));
  EXPECT_OK(musaMemset2D(a + 1, 128, 0x11, 8, 4));
  EXPECT_OK(musaMemset2DAsync(a + 1, 128, 0x22, 4, 2, nullptr));
  EXPECT_OK(musaMemcpy(out.data(), a, kBytes, musaMemcpyDeviceToHost));
  EXPECT_EQ(0, out[0]);
  EXPECT_EQ(0x22222222, out[1]);
  EXPECT_EQ(0x11111111, out[2]);
  EXPECT_EQ(0, out[3]);
  EXPECT_EQ(0x11111111, out[32 * 3 + 1]);
  EXPECT_EQ(0, out[32 * 4 + 1]);
  EXPECT_NE(musaSuccess, musaMemset2D(a, 4, 0, 8, 4));
  EXPECT_CODE(musaErrorInvalidValue, musaMemset2D(a, 128, 0, 128, 33));
  EXPECT_CODE(musaErrorInvalidValue, musaMemset2D(a, SIZE_MAX / 2, 0, 8, 4));
}

TEST_F(RuntimeCopy, Box) {
  // a 4 x 3 x 2 box of ints, from the host's packed memory into the middle of 8 x 8 x 4
  musaMemcpy3DParms p{};
  p.srcPtr = {in.data(), 16, 4, 3};
  p.dstPtr = {a, 32, 8, 8};
  p.dstPos = {4, 1, 1};
  p.extent = {16, 3, 2};
  p.kind = musaMemcpyHostToDevice;
  EXPECT_OK(musaMemset(a, 0, kBytes));
  EXPECT_OK(musaMemcpy3D(&p));
  EXPECT_OK(musaMemcpy3DAsync(&p, nullptr));
  EXPECT_OK(musaMemcpy(out.data(), a, kBytes, musaMemcpyDeviceToHost));
  for (int z = 0; z < 4; ++z)
    for (int y = 0; y < 8; ++y)
      for (int x = 0; x < 8; ++x) {
        const bool inside = x >= 1 && x < 5 && y >= 1 && y < 4 && z >= 1 && z < 3;
        ASSERT_EQ(inside ? ((z - 1) * 3 + y - 1) * 4 + x : 0, out[(z * 8 + y) * 8 + x]) << x << y << z;
      }
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy3D(nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy3DAsync(nullptr, nullptr));
  p.extent = {40, 3, 2};
  EXPECT_CODE(musaErrorInvalidPitchValue, musaMemcpy3D(&p));
  p.extent = {16, 3, 200};
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy3D(&p));
  p.extent = {16, 9, 2}; // higher than a plane
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy3D(&p));
  p.extent = {16, 3, 2};
  p.dstPos.z = SIZE_MAX / 2;
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy3D(&p));
  p.dstPos.z = 1;
  p.kind = static_cast<musaMemcpyKind>(9);
  EXPECT_CODE(musaErrorInvalidMemcpyDirection, musaMemcpy3D(&p));
  p.dstArray = reinterpret_cast<musaArray_t>(a);
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaMemcpy3D(&p));
  p.dstArray = nullptr;
  p.extent = {0, 0, 0};
  EXPECT_OK(musaMemcpy3D(&p));
}

TEST_F(RuntimeCopy, FillBox) {
  const musaPitchedPtr memory{a, 32, 32, 8};
  EXPECT_OK(musaMemset(a, 0, kBytes));
  EXPECT_OK(musaMemset3D(memory, 0x11, musaExtent{8, 2, 3}));
  EXPECT_OK(musaMemset3DAsync(memory, 0x22, musaExtent{4, 1, 1}, nullptr));
  EXPECT_OK(musaMemcpy(out.data(), a, kBytes, musaMemcpyDeviceToHost));
  EXPECT_EQ(0x22222222, out[0]);
  EXPECT_EQ(0x11111111, out[1]);
  EXPECT_EQ(0, out[2]);
  EXPECT_EQ(0x11111111, out[(2 * 8 + 1) * 8]);
  EXPECT_EQ(0, out[(2 * 8 + 2) * 8]);
  EXPECT_EQ(0, out[3 * 64]);
  EXPECT_CODE(musaErrorInvalidValue, musaMemset3D(memory, 0, musaExtent{8, 2, 100}));
  EXPECT_CODE(musaErrorInvalidPitchValue, musaMemset3D(memory, 0, musaExtent{40, 2, 1}));
  EXPECT_CODE(musaErrorInvalidValue, musaMemset3D(memory, 0, musaExtent{8, 9, 2}));
  EXPECT_CODE(musaErrorInvalidValue, musaMemset3D(musaPitchedPtr{}, 0, musaExtent{8, 1, 1}));
  EXPECT_OK(musaMemset3D(musaPitchedPtr{}, 0, musaExtent{0, 1, 1}));
}

TEST_F(RuntimeMemory, ManagedHints) {
  char *p = nullptr, *device = nullptr;
  musaStream_t s = nullptr;
  ASSERT_OK(musaMallocManaged(&p, 4096));
  ASSERT_OK(musaMalloc(&device, 4096));
  ASSERT_OK(musaStreamCreate(&s));
  EXPECT_OK(musaMemPrefetchAsync(p, 4096, 0));
  EXPECT_OK(musaMemPrefetchAsync(p + 100, 100, musaCpuDeviceId, s));
  EXPECT_CODE(musaErrorInvalidDevice, musaMemPrefetchAsync(p, 4096, 99));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPrefetchAsync(p, 4097, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPrefetchAsync(p, 0, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPrefetchAsync(device, 4096, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPrefetchAsync(nullptr, 4096, 0));
  EXPECT_OK(musaMemAdvise(p, 4096, musaMemAdviseSetReadMostly, 99)); // this one has no place
  EXPECT_OK(musaMemAdvise(p, 4096, musaMemAdviseSetPreferredLocation, musaCpuDeviceId));
  EXPECT_CODE(musaErrorInvalidDevice, musaMemAdvise(p, 4096, musaMemAdviseSetAccessedBy, 99));
  EXPECT_CODE(musaErrorInvalidValue, musaMemAdvise(p, 4096, noSuch<musaMemoryAdvise>(), 0));
  EXPECT_CODE(musaErrorInvalidValue, musaMemAdvise(device, 4096, musaMemAdviseSetReadMostly, 0));
  EXPECT_OK(musaStreamAttachMemAsync(s, p));
  EXPECT_OK(musaStreamAttachMemAsync(s, p, 4096, musaMemAttachHost));
  EXPECT_OK(musaStreamAttachMemAsync(nullptr, p, 0, musaMemAttachGlobal));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamAttachMemAsync(nullptr, p, 0, musaMemAttachSingle));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamAttachMemAsync(s, p + 1, 0, musaMemAttachSingle));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamAttachMemAsync(s, p, 100, musaMemAttachSingle));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamAttachMemAsync(s, p, 0, 3));
  EXPECT_CODE(musaErrorInvalidValue, musaStreamAttachMemAsync(s, device, 0, musaMemAttachGlobal));
  EXPECT_OK(musaStreamDestroy(s));
  EXPECT_OK(musaFree(p));
  EXPECT_OK(musaFree(device));
}

TEST_F(RuntimeCopy, BetweenDevices) {
  EXPECT_OK(musaMemcpy(a, in.data(), kBytes, musaMemcpyHostToDevice));
  EXPECT_OK(musaMemcpyPeer(b, 0, a, 0, kBytes));
  EXPECT_OK(musaMemcpyPeerAsync(b, 0, a, 0, kBytes, nullptr));
  EXPECT_OK(musaMemcpy(out.data(), b, kBytes, musaMemcpyDeviceToHost));
  EXPECT_EQ(in, out);
  EXPECT_CODE(musaErrorInvalidDevice, musaMemcpyPeer(b, 99, a, 0, kBytes));
  EXPECT_CODE(musaErrorInvalidDevice, musaMemcpyPeer(b, 0, a, -1, kBytes));
}

TEST_F(RuntimeMemory, ManyLiveAllocations) {
  std::vector<void *> live(20000);
  for (size_t i = 0; i < live.size(); ++i)
    ASSERT_OK(musaMalloc(&live[i], 1 + i % 300));
  for (void *p : live)
    ASSERT_OK(musaFree(p));
}

TEST_F(RuntimeMemory, FromSeveralThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      for (int i = 0; i < 200; ++i) {
        std::vector<int> in(100, t * 1000 + i), out(100);
        int *p = nullptr;
        ASSERT_OK(musaMalloc(&p, 400));
        ASSERT_OK(musaMemcpy(p, in.data(), 400, musaMemcpyHostToDevice));
        ASSERT_OK(musaMemcpy(out.data(), p, 400, musaMemcpyDeviceToHost));
        ASSERT_EQ(in, out);
        ASSERT_OK(musaFree(p));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
