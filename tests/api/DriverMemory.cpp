// Driver API: memory, pointers, copies, fills.
#include "Check.h"

#include <cstring>
#include <numeric>

namespace {

void *pointerOf(MUdeviceptr p) { return reinterpret_cast<void *>(p); }
MUdeviceptr addressOf(const void *p) { return reinterpret_cast<MUdeviceptr>(p); }

using DriverMemory = DriverTest;

TEST_F(DriverMemory, AllocateAndFree) {
  MUdeviceptr p = 0, base = 0;
  size_t size = 0, pitch = 0, free = 0, total = 0;
  ASSERT_MU_OK(muMemAlloc(&p, 1000));
  EXPECT_EQ(0u, p % 256);
  EXPECT_MU_OK(muMemGetAddressRange(&base, &size, p + 500));
  EXPECT_EQ(p, base);
  EXPECT_EQ(1000u, size);
  EXPECT_MU_OK(muMemGetAddressRange(nullptr, nullptr, p));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemFree(p + 8));
  EXPECT_MU_OK(muMemFree(p));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemFree(p));
  EXPECT_MU_OK(muMemFree(0));
  EXPECT_CODE(MUSA_ERROR_NOT_FOUND, muMemGetAddressRange(&base, &size, p));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAlloc(&p, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAlloc(nullptr, 16));
  EXPECT_CODE(MUSA_ERROR_OUT_OF_MEMORY, muMemAlloc(&p, size_t(1) << 60));
  ASSERT_MU_OK(muMemAllocPitch(&p, &pitch, 100, 4, 4));
  EXPECT_EQ(0u, pitch % 256);
  EXPECT_MU_OK(muMemFree(p));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAllocPitch(&p, &pitch, 100, 4, 3));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAllocPitch(&p, nullptr, 100, 4, 4));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAllocPitch(&p, &pitch, 0, 4, 4));
  EXPECT_MU_OK(muMemGetInfo(&free, &total));
  EXPECT_LE(free, total);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemGetInfo(nullptr, &total));
}

TEST_F(DriverMemory, PinnedAndManaged) {
  void *a = nullptr, *b = nullptr;
  MUdeviceptr device = 0, managed = 0;
  unsigned flags = 77;
  ASSERT_MU_OK(muMemAllocHost(&a, 4096));
  ASSERT_MU_OK(muMemHostAlloc(&b, 4096, MU_MEMHOSTALLOC_DEVICEMAP));
  EXPECT_MU_OK(muMemHostGetDevicePointer(&device, b, 0));
  EXPECT_NE(0u, device);
  EXPECT_MU_OK(muMemHostGetFlags(&flags, b));
  EXPECT_EQ(unsigned(MU_MEMHOSTALLOC_DEVICEMAP), flags & unsigned(MU_MEMHOSTALLOC_DEVICEMAP));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemHostGetFlags(&flags, &flags));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemHostGetDevicePointer(&device, &flags, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemHostGetDevicePointer(&device, b, 1));
  EXPECT_MU_OK(muMemFreeHost(a));
  EXPECT_MU_OK(muMemFreeHost(b));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemFreeHost(b));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemFreeHost(nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemHostAlloc(&a, 4096, 0x4000));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAllocHost(&a, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAllocHost(nullptr, 16));
  std::vector<char> memory(1 << 16);
  EXPECT_MU_OK(muMemHostRegister(memory.data(), memory.size(), 0));
  EXPECT_CODE(MUSA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, muMemHostRegister(memory.data(), memory.size(), 0));
  EXPECT_MU_OK(muMemHostUnregister(memory.data()));
  EXPECT_CODE(MUSA_ERROR_HOST_MEMORY_NOT_REGISTERED, muMemHostUnregister(memory.data()));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemHostRegister(nullptr, 16, 0));
  ASSERT_MU_OK(muMemAllocManaged(&managed, 64, MU_MEM_ATTACH_GLOBAL));
  *static_cast<int *>(pointerOf(managed)) = 5;
  EXPECT_MU_OK(muMemFree(managed));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAllocManaged(&managed, 64, 77));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAllocManaged(&managed, 0, MU_MEM_ATTACH_GLOBAL));
}

TEST_F(DriverMemory, PointerAttributes) {
  MUdeviceptr p = 0, other = 0;
  ASSERT_MU_OK(muMemAlloc(&p, 1000));
  unsigned type = 0;
  int number = -1;
  size_t size = 0;
  MUcontext owner = nullptr;
  unsigned long long id = 0;
  void *host = nullptr;
  EXPECT_MU_OK(muPointerGetAttribute(&type, MU_POINTER_ATTRIBUTE_MEMORY_TYPE, p + 4));
  EXPECT_EQ(unsigned(MU_MEMORYTYPE_DEVICE), type);
  EXPECT_MU_OK(muPointerGetAttribute(&owner, MU_POINTER_ATTRIBUTE_CONTEXT, p));
  EXPECT_EQ(context, owner);
  EXPECT_MU_OK(muPointerGetAttribute(&other, MU_POINTER_ATTRIBUTE_DEVICE_POINTER, p + 4));
  EXPECT_EQ(p + 4, other);
  EXPECT_MU_OK(muPointerGetAttribute(&number, MU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, p));
  EXPECT_EQ(0, number);
  EXPECT_MU_OK(muPointerGetAttribute(&number, MU_POINTER_ATTRIBUTE_IS_MANAGED, p));
  EXPECT_EQ(0, number);
  EXPECT_MU_OK(muPointerGetAttribute(&other, MU_POINTER_ATTRIBUTE_RANGE_START_ADDR, p + 4));
  EXPECT_EQ(p, other);
  EXPECT_MU_OK(muPointerGetAttribute(&size, MU_POINTER_ATTRIBUTE_RANGE_SIZE, p));
  EXPECT_EQ(1000u, size);
  EXPECT_MU_OK(muPointerGetAttribute(&id, MU_POINTER_ATTRIBUTE_BUFFER_ID, p));
  EXPECT_NE(0u, id);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muPointerGetAttribute(&host, MU_POINTER_ATTRIBUTE_HOST_POINTER, p));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muPointerGetAttribute(&type, MU_POINTER_ATTRIBUTE_MEMORY_TYPE, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE,
              muPointerGetAttribute(&type, MU_POINTER_ATTRIBUTE_MEMORY_TYPE, addressOf(&type)));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muPointerGetAttribute(nullptr, MU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muPointerGetAttribute(&type, noSuch<MUpointer_attribute>(), p));
  MUpointer_attribute list[] = {MU_POINTER_ATTRIBUTE_MEMORY_TYPE, MU_POINTER_ATTRIBUTE_RANGE_SIZE};
  void *data[] = {&type, &size};
  EXPECT_MU_OK(muPointerGetAttributes(2, list, data, p));
  EXPECT_EQ(1000u, size);
  EXPECT_MU_OK(muPointerGetAttributes(2, list, data, addressOf(&type)));
  EXPECT_EQ(0u, size);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muPointerGetAttributes(0, list, data, p));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muPointerGetAttributes(2, nullptr, data, p));
  EXPECT_MU_OK(muMemFree(p));
}

class DriverCopy : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    ASSERT_MU_OK(muMemAlloc(&a, kBytes));
    ASSERT_MU_OK(muMemAlloc(&b, kBytes));
    std::iota(in.begin(), in.end(), 1);
  }
  static constexpr size_t kCount = 1024, kBytes = kCount * sizeof(int);
  MUdeviceptr a = 0, b = 0;
  std::vector<int> in = std::vector<int>(kCount), out = std::vector<int>(kCount);
};

TEST_F(DriverCopy, Synchronous) {
  EXPECT_MU_OK(muMemcpyHtoD(a, in.data(), kBytes));
  EXPECT_MU_OK(muMemcpyDtoD(b, a, kBytes));
  EXPECT_MU_OK(muMemcpyDtoH(out.data(), b, kBytes));
  EXPECT_EQ(in, out);
  std::fill(out.begin(), out.end(), 0);
  EXPECT_MU_OK(muMemcpy(addressOf(out.data()), a, kBytes));
  EXPECT_EQ(in, out);
  EXPECT_MU_OK(muMemcpyPeer(b, context, a, context, kBytes));
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muMemcpyPeer(b, nullptr, a, context, kBytes));
}

TEST_F(DriverCopy, Asynchronous) {
  MUstream s = nullptr;
  ASSERT_MU_OK(muStreamCreate(&s, MU_STREAM_NON_BLOCKING));
  EXPECT_MU_OK(muMemcpyHtoDAsync(a, in.data(), kBytes, s));
  EXPECT_MU_OK(muMemcpyDtoDAsync(b, a, kBytes, s));
  EXPECT_MU_OK(muMemcpyPeerAsync(a, context, b, context, kBytes, s));
  EXPECT_MU_OK(muMemcpyAsync(b, a, kBytes, s));
  EXPECT_MU_OK(muMemcpyDtoHAsync(out.data(), b, kBytes, s));
  EXPECT_MU_OK(muStreamSynchronize(s));
  EXPECT_EQ(in, out);
  EXPECT_MU_OK(muStreamDestroy(s));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muMemcpyDtoDAsync(b, a, kBytes, s));
}

TEST_F(DriverCopy, Refused) {
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyHtoD(0, in.data(), 16));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyHtoD(a, nullptr, 16));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyHtoD(a, in.data(), kBytes + 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyDtoH(out.data(), addressOf(in.data()), 16));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyDtoD(a, addressOf(in.data()), 16));
  EXPECT_MU_OK(muMemcpyHtoD(0, nullptr, 0));
}

TEST_F(DriverCopy, Rectangle) {
  MUSA_MEMCPY2D c{};
  c.srcMemoryType = MU_MEMORYTYPE_HOST;
  c.srcHost = in.data();
  c.srcPitch = 32;
  c.dstMemoryType = MU_MEMORYTYPE_DEVICE;
  c.dstDevice = a;
  c.dstPitch = 128;
  c.dstXInBytes = 16;
  c.dstY = 1;
  c.WidthInBytes = 32;
  c.Height = 16;
  EXPECT_MU_OK(muMemsetD8(a, 0, kBytes));
  EXPECT_MU_OK(muMemcpy2D(&c));
  EXPECT_MU_OK(muMemcpy2DUnaligned(&c));
  EXPECT_MU_OK(muMemcpy2DAsync(&c, nullptr));
  EXPECT_MU_OK(muMemcpyDtoH(out.data(), a, kBytes));
  EXPECT_EQ(0, out[0]);
  EXPECT_EQ(0, out[32 + 3]);
  EXPECT_EQ(1, out[32 + 4]);
  EXPECT_EQ(8, out[32 + 11]);
  EXPECT_EQ(0, out[32 + 12]);
  EXPECT_EQ(121, out[16 * 32 + 4]);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpy2D(nullptr));
  c.dstPitch = 8;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpy2D(&c));
  c.dstPitch = 128;
  c.srcMemoryType = noSuch<MUmemorytype>();
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpy2D(&c));
  c.srcMemoryType = MU_MEMORYTYPE_ARRAY;
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muMemcpy2D(&c)); // without an array
  c.srcMemoryType = MU_MEMORYTYPE_HOST;
  c.Height = 32; // one row too many below dstY
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpy2D(&c));
}

TEST_F(DriverCopy, FillRectangle) {
  EXPECT_MU_OK(muMemsetD8(a, 0, kBytes));
  EXPECT_MU_OK(muMemsetD2D32(a, 128, 0x01020304, 4, 3));
  EXPECT_MU_OK(muMemsetD2D16(a, 128, 0xabcd, 2, 2));
  EXPECT_MU_OK(muMemsetD2D8(a + 4, 128, 0x7f, 4, 1));
  EXPECT_MU_OK(muMemsetD2D32Async(a + 8, 128, 0x55555555, 1, 1, nullptr));
  EXPECT_MU_OK(muMemsetD2D16Async(a + 12, 128, 0x1234, 2, 1, nullptr));
  EXPECT_MU_OK(muMemsetD2D8Async(a + 16, 128, 0x66, 4, 1, nullptr));
  EXPECT_MU_OK(muMemcpyDtoH(out.data(), a, kBytes));
  EXPECT_EQ((std::vector<int>{int(0xabcdabcd), 0x7f7f7f7f, 0x55555555, 0x12341234, 0x66666666, 0}),
            std::vector<int>(out.begin(), out.begin() + 6));
  EXPECT_EQ((std::vector<int>{int(0xabcdabcd), 0x01020304, 0x01020304, 0x01020304, 0}),
            std::vector<int>(out.begin() + 32, out.begin() + 37));
  EXPECT_EQ(0x01020304, out[64]);
  EXPECT_EQ(0, out[96]);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemsetD2D32(a, 128, 0, 4, 1000));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemsetD2D32(a, 8, 0, 4, 2));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemsetD2D16(a + 1, 128, 0, 4, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemsetD2D8(0, 128, 0, 4, 1));
}

TEST_F(DriverMemory, ManagedHints) {
  MUdeviceptr p = 0;
  MUstream s = nullptr;
  ASSERT_MU_OK(muMemAllocManaged(&p, 4096, MU_MEM_ATTACH_GLOBAL));
  ASSERT_MU_OK(muStreamCreate(&s, 0));
  EXPECT_MU_OK(muMemPrefetchAsync(p, 4096, MU_DEVICE_CPU, s));
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muMemPrefetchAsync(p, 4096, 99, s));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemPrefetchAsync(p, 0, 0, s));
  EXPECT_MU_OK(muMemAdvise(p, 4096, MU_MEM_ADVISE_SET_READ_MOSTLY, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAdvise(p, 4096, noSuch<MUmem_advise>(), 0));
  EXPECT_MU_OK(muStreamAttachMemAsync(s, p, 0, MU_MEM_ATTACH_SINGLE));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muStreamAttachMemAsync(s, p, 0, 7));
  EXPECT_MU_OK(muStreamDestroy(s));
  EXPECT_MU_OK(muMemFree(p));
}

TEST_F(DriverCopy, Fill) {
  EXPECT_MU_OK(muMemsetD32(a, 0x01020304, kCount));
  EXPECT_MU_OK(muMemsetD16(a, 0xabcd, 2));
  EXPECT_MU_OK(muMemsetD8(a + 4, 0x7f, 4));
  EXPECT_MU_OK(muMemsetD32Async(a + 8, 0x55555555, 1, nullptr));
  EXPECT_MU_OK(muMemsetD16Async(a + 12, 0x1234, 2, nullptr));
  EXPECT_MU_OK(muMemsetD8Async(a + 16, 0x66, 4, nullptr));
  EXPECT_MU_OK(muMemcpyDtoH(out.data(), a, kBytes));
  EXPECT_EQ(int(0xabcdabcd), out[0]);
  EXPECT_EQ(0x7f7f7f7f, out[1]);
  EXPECT_EQ(0x55555555, out[2]);
  EXPECT_EQ(0x12341234, out[3]);
  EXPECT_EQ(0x66666666, out[4]);
  EXPECT_EQ(0x01020304, out[5]);
  EXPECT_EQ(0x01020304, out[kCount - 1]);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemsetD32(a + 2, 0, 1)); // not aligned
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemsetD16(a + 1, 0, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemsetD32(a, 0, kCount + 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemsetD32(a, 0, SIZE_MAX));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemsetD8(0, 0, 1));
  EXPECT_MU_OK(muMemsetD8(a, 0, 0));
}

} // namespace
