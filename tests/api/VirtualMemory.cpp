// Virtual memory management: every call, good and bad; the codes are those of a card. What kernels see is tested in
// tests/device/virtual_memory.mu.
#include "Check.h"

#include <unistd.h>

namespace {

constexpr size_t kPiece = size_t(2) << 20;

class VirtualMemory : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    props.type = MU_MEM_ALLOCATION_TYPE_PINNED;
    props.location = {MU_MEM_LOCATION_TYPE_DEVICE, device};
    access = {props.location, MU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    ASSERT_MU_OK(muMemAddressReserve(&a, 16 * kPiece, 0, 0, 0));
  }
  void TearDown() override {
    EXPECT_MU_OK(muMemUnmap(a, 16 * kPiece));
    EXPECT_MU_OK(muMemAddressFree(a, 16 * kPiece));
    DriverTest::TearDown();
  }
  MUmemGenericAllocationHandle create(size_t pieces) {
    MUmemGenericAllocationHandle handle = 0;
    EXPECT_MU_OK(muMemCreate(&handle, pieces * kPiece, &props, 0));
    return handle;
  }
  MUmemAllocationProp props{};
  MUmemAccessDesc access{};
  MUdeviceptr a = 0;
};

TEST_F(VirtualMemory, Granularity) {
  size_t least = 0, best = 0;
  ASSERT_MU_OK(muMemGetAllocationGranularity(&least, &props, MU_MEM_ALLOC_GRANULARITY_MINIMUM));
  ASSERT_MU_OK(muMemGetAllocationGranularity(&best, &props, MU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
  EXPECT_EQ(kPiece, least);
  EXPECT_EQ(kPiece, best);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE,
              muMemGetAllocationGranularity(nullptr, &props, MU_MEM_ALLOC_GRANULARITY_MINIMUM));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE,
              muMemGetAllocationGranularity(&least, nullptr, MU_MEM_ALLOC_GRANULARITY_MINIMUM));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE,
              muMemGetAllocationGranularity(&least, &props, noSuch<MUmemAllocationGranularity_flags>()));
}

TEST_F(VirtualMemory, Addresses) {
  MUdeviceptr b = 0;
  EXPECT_EQ(0u, a % kPiece);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAddressReserve(&b, 0, 0, 0, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAddressReserve(&b, kPiece + 1, 0, 0, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAddressReserve(&b, 4096, 0, 0, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAddressReserve(&b, kPiece, 3, 0, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAddressReserve(&b, kPiece, 0, 0, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAddressReserve(nullptr, kPiece, 0, 0, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAddressReserve(&b, kPiece, 0, 0x123, 0));
  EXPECT_CODE(MUSA_ERROR_OUT_OF_MEMORY, muMemAddressReserve(&b, size_t(1) << 60, 0, 0, 0));
  ASSERT_MU_OK(muMemAddressReserve(&b, kPiece, 0, a, 0)); // taken: another place
  EXPECT_NE(a, b);
  EXPECT_MU_OK(muMemAddressFree(b, kPiece));
  const MUdeviceptr wish = b;
  ASSERT_MU_OK(muMemAddressReserve(&b, kPiece, 4096, wish, 0));
  EXPECT_EQ(wish, b); // free now
  EXPECT_MU_OK(muMemAddressFree(b, kPiece));
  ASSERT_MU_OK(muMemAddressReserve(&b, kPiece, size_t(1) << 30, 0, 0));
  EXPECT_EQ(0u, b % (size_t(1) << 30));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAddressFree(b, 2 * kPiece));
  EXPECT_MU_OK(muMemAddressFree(b, kPiece));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAddressFree(b, kPiece));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAddressFree(0, kPiece));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAddressFree(a, kPiece));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAddressFree(a + kPiece, kPiece));
}

TEST_F(VirtualMemory, Creation) {
  MUmemGenericAllocationHandle h = 0;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemCreate(&h, 0, &props, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemCreate(&h, kPiece + 1, &props, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemCreate(&h, kPiece, &props, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemCreate(nullptr, kPiece, &props, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemCreate(&h, kPiece, nullptr, 0));
  EXPECT_CODE(MUSA_ERROR_OUT_OF_MEMORY, muMemCreate(&h, size_t(1) << 50, &props, 0));
  MUmemAllocationProp bad = props;
  bad.requestedHandleTypes = MU_MEM_HANDLE_TYPE_WIN32;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemCreate(&h, kPiece, &bad, 0));
  bad = props;
  bad.type = MU_MEM_ALLOCATION_TYPE_INVALID;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemCreate(&h, kPiece, &bad, 0));
  bad = props;
  bad.location.type = MU_MEM_LOCATION_TYPE_HOST;
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muMemCreate(&h, kPiece, &bad, 0));
  bad = props;
  bad.location.id = 99;
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muMemCreate(&h, kPiece, &bad, 0));
  size_t before = 0, during = 0, after = 0, total = 0;
  ASSERT_MU_OK(muMemGetInfo(&before, &total));
  ASSERT_MU_OK(muMemCreate(&h, 4 * kPiece, &props, 0));
  ASSERT_MU_OK(muMemGetInfo(&during, &total));
  EXPECT_EQ(before - 4 * kPiece, during);
  MUmemAllocationProp found{};
  EXPECT_MU_OK(muMemGetAllocationPropertiesFromHandle(&found, h));
  EXPECT_EQ(MU_MEM_ALLOCATION_TYPE_PINNED, found.type);
  EXPECT_EQ(device, found.location.id);
  EXPECT_EQ(MU_MEM_HANDLE_TYPE_NONE, found.requestedHandleTypes);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemGetAllocationPropertiesFromHandle(nullptr, h));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemGetAllocationPropertiesFromHandle(&found, 0x12345678));
  EXPECT_MU_OK(muMemRelease(h));
  ASSERT_MU_OK(muMemGetInfo(&after, &total));
  EXPECT_EQ(before, after);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemRelease(h));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemRelease(0));
}

TEST_F(VirtualMemory, Mapping) {
  const auto h = create(4), k = create(2);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemMap(a, 0, 0, h, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemMap(a, 4 * kPiece, 0, h, 1));
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muMemMap(a, 5 * kPiece, 0, h, 0));
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muMemMap(a, 2 * kPiece, 0, h, 0));
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muMemMap(a + 2 * kPiece, 2 * kPiece, 2 * kPiece, h, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemMap(a + 4096, 4 * kPiece, 0, h, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemMap(0x10000000, 4 * kPiece, 0, h, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemMap(a, 4 * kPiece, 0, 0x12345678, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemSetAccess(a, kPiece, &access, 1));
  ASSERT_MU_OK(muMemMap(a, 4 * kPiece, 0, h, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemMap(a + 2 * kPiece, 4 * kPiece, 0, h, 0));
  ASSERT_MU_OK(muMemMap(a + 4 * kPiece, 4 * kPiece, 0, h, 0));
  ASSERT_MU_OK(muMemMap(a + 8 * kPiece, 2 * kPiece, 0, k, 0));
  EXPECT_MU_OK(muMemRelease(h)); // mapped memory stays
  EXPECT_MU_OK(muMemRelease(k));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemMap(a + 12 * kPiece, 4 * kPiece, 0, h, 0));
  int value = 42, seen = 0;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyDtoH(&seen, a, 4)); // no access yet
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemsetD8(a, 1, 64));
  ASSERT_MU_OK(muMemSetAccess(a, 10 * kPiece, &access, 1));
  EXPECT_MU_OK(muMemcpyHtoD(a + 8, &value, 4));
  EXPECT_MU_OK(muMemcpyDtoH(&seen, a + 4 * kPiece + 8, 4));
  EXPECT_EQ(42, seen);                                     // the same memory
  EXPECT_MU_OK(muMemcpyDtoD(a + 8 * kPiece - 64, a, 128)); // over the seam of two mappings
  EXPECT_MU_OK(muMemsetD8(a + 8 * kPiece - 64, 0, 128));
  std::vector<char> host(2 * kPiece);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyDtoH(host.data(), a + 9 * kPiece, 2 * kPiece)); // into the gap
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemFree(a));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemFreeAsync(a, nullptr));
  MUmemGenericAllocationHandle again = 0;
  EXPECT_MU_OK(muMemRetainAllocationHandle(&again, reinterpret_cast<void *>(a + kPiece)));
  EXPECT_EQ(h, again);
  EXPECT_MU_OK(muMemRelease(again));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemRetainAllocationHandle(&again, reinterpret_cast<void *>(a + 12 * kPiece)));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemRetainAllocationHandle(nullptr, reinterpret_cast<void *>(a)));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAddressFree(a, 16 * kPiece));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemUnmap(a, 2 * kPiece)); // a part
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemUnmap(a, 0));
  EXPECT_MU_OK(muMemUnmap(a + 12 * kPiece, kPiece)); // nothing there
  EXPECT_MU_OK(muMemUnmap(a + 8 * kPiece, 4 * kPiece));
  EXPECT_MU_OK(muMemUnmap(a, 8 * kPiece));
  EXPECT_MU_OK(muMemUnmap(a, 4 * kPiece));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemUnmap(a, 17 * kPiece));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemcpyDtoH(&seen, a, 4));
}

TEST_F(VirtualMemory, FreshMemoryIsZeroAndGoesWithTheLastMapping) {
  size_t before = 0, now = 0, total = 0;
  ASSERT_MU_OK(muMemGetInfo(&before, &total));
  auto h = create(1);
  ASSERT_MU_OK(muMemMap(a, kPiece, 0, h, 0));
  ASSERT_MU_OK(muMemSetAccess(a, kPiece, &access, 1));
  EXPECT_MU_OK(muMemsetD8(a, 0x5a, kPiece));
  EXPECT_MU_OK(muMemRelease(h));
  ASSERT_MU_OK(muMemGetInfo(&now, &total));
  EXPECT_EQ(before - kPiece, now);
  EXPECT_MU_OK(muMemUnmap(a, kPiece));
  ASSERT_MU_OK(muMemGetInfo(&now, &total));
  EXPECT_EQ(before, now);
  h = create(1);
  ASSERT_MU_OK(muMemMap(a, kPiece, 0, h, 0));
  ASSERT_MU_OK(muMemSetAccess(a, kPiece, &access, 1));
  int seen = 1;
  EXPECT_MU_OK(muMemcpyDtoH(&seen, a + 4096, 4));
  EXPECT_EQ(0, seen);
  EXPECT_MU_OK(muMemRelease(h));
}

TEST_F(VirtualMemory, Access) {
  const auto h = create(4);
  ASSERT_MU_OK(muMemMap(a, 4 * kPiece, 0, h, 0));
  EXPECT_MU_OK(muMemRelease(h));
  unsigned long long flags = 77;
  EXPECT_MU_OK(muMemGetAccess(&flags, &props.location, a));
  EXPECT_EQ(0u, flags);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemGetAccess(&flags, &props.location, a + 12 * kPiece));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemGetAccess(nullptr, &props.location, a));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemGetAccess(&flags, nullptr, a));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemSetAccess(a, kPiece, &access, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemSetAccess(a, 4 * kPiece, &access, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemSetAccess(a, 4 * kPiece, nullptr, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemSetAccess(a, 6 * kPiece, &access, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemSetAccess(a, 4 * kPiece + 1, &access, 1));
  MUmemAccessDesc bad = access;
  bad.flags = static_cast<MUmemAccess_flags>(2);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemSetAccess(a, 4 * kPiece, &bad, 1));
  bad = access;
  bad.location.id = 99;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemSetAccess(a, 4 * kPiece, &bad, 1));
  MUmemAccessDesc reading = access;
  reading.flags = MU_MEM_ACCESS_FLAGS_PROT_READ;
  ASSERT_MU_OK(muMemSetAccess(a, 4 * kPiece, &reading, 1));
  EXPECT_MU_OK(muMemGetAccess(&flags, &props.location, a + 5));
  EXPECT_EQ(1u, flags);
  int seen = 1;
  EXPECT_MU_OK(muMemcpyDtoH(&seen, a, 4));
  ASSERT_MU_OK(muMemSetAccess(a, 4 * kPiece, &access, 1));
  EXPECT_MU_OK(muMemGetAccess(&flags, &props.location, a));
  EXPECT_EQ(3u, flags);
}

TEST_F(VirtualMemory, Pointers) {
  const auto h = create(4);
  MUdeviceptr start = 0, own = 0;
  size_t bytes = 0;
  int mapped = 7, ordinal = 7, flags = 7;
  unsigned type = 0;
  musaPointerAttributes attributes{};
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muPointerGetAttribute(&type, MU_POINTER_ATTRIBUTE_MEMORY_TYPE, a)); // reserved
  EXPECT_CODE(MUSA_ERROR_NOT_FOUND, muMemGetAddressRange(&start, &bytes, a));
  EXPECT_OK(musaPointerGetAttributes(&attributes, reinterpret_cast<void *>(a)));
  EXPECT_EQ(musaMemoryTypeUnregistered, attributes.type);
  ASSERT_MU_OK(muMemMap(a + kPiece, 4 * kPiece, 0, h, 0));
  EXPECT_MU_OK(muMemRelease(h));
  const MUdeviceptr p = a + 2 * kPiece + 8;
  EXPECT_MU_OK(muPointerGetAttribute(&type, MU_POINTER_ATTRIBUTE_MEMORY_TYPE, p)); // mapped, no access
  EXPECT_EQ(unsigned(MU_MEMORYTYPE_DEVICE), type);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muPointerGetAttribute(&own, MU_POINTER_ATTRIBUTE_DEVICE_POINTER, p));
  EXPECT_MU_OK(muPointerGetAttribute(&flags, MU_POINTER_ATTRIBUTE_ACCESS_FLAGS, p));
  EXPECT_EQ(0, flags);
  EXPECT_CODE(MUSA_ERROR_NOT_FOUND, muMemGetAddressRange(&start, &bytes, p));
  EXPECT_OK(musaPointerGetAttributes(&attributes, reinterpret_cast<void *>(p)));
  EXPECT_EQ(musaMemoryTypeDevice, attributes.type);
  EXPECT_EQ(nullptr, attributes.devicePointer);
  ASSERT_MU_OK(muMemSetAccess(a + kPiece, 4 * kPiece, &access, 1));
  EXPECT_MU_OK(muMemGetAddressRange(&start, &bytes, p));
  EXPECT_EQ(a + kPiece, start);
  EXPECT_EQ(4 * kPiece, bytes);
  EXPECT_MU_OK(muPointerGetAttribute(&start, MU_POINTER_ATTRIBUTE_RANGE_START_ADDR, p));
  EXPECT_MU_OK(muPointerGetAttribute(&bytes, MU_POINTER_ATTRIBUTE_RANGE_SIZE, p));
  EXPECT_EQ(a, start); // these two mean the reservation
  EXPECT_EQ(16 * kPiece, bytes);
  EXPECT_MU_OK(muPointerGetAttribute(&own, MU_POINTER_ATTRIBUTE_DEVICE_POINTER, p));
  EXPECT_EQ(p, own);
  EXPECT_MU_OK(muPointerGetAttribute(&mapped, MU_POINTER_ATTRIBUTE_MAPPED, p));
  EXPECT_EQ(1, mapped);
  EXPECT_MU_OK(muPointerGetAttribute(&ordinal, MU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, p));
  EXPECT_EQ(device, ordinal);
}

TEST_F(VirtualMemory, Exported) {
  const auto kFd = MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  const auto plain = create(1);
  int fd = -1;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemExportToShareableHandle(&fd, plain, kFd, 0));
  EXPECT_MU_OK(muMemRelease(plain));
  props.requestedHandleTypes = kFd;
  const auto h = create(2);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemExportToShareableHandle(&fd, h, kFd, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemExportToShareableHandle(nullptr, h, kFd, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemExportToShareableHandle(&fd, h, MU_MEM_HANDLE_TYPE_WIN32, 0));
  ASSERT_MU_OK(muMemExportToShareableHandle(&fd, h, kFd, 0));
  auto os = [](int number) { return reinterpret_cast<void *>(static_cast<intptr_t>(number)); };
  MUmemGenericAllocationHandle k = 0;
  EXPECT_CODE(MUSA_ERROR_UNKNOWN, muMemImportFromShareableHandle(&k, os(999), kFd));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemImportFromShareableHandle(&k, os(0), kFd));
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muMemImportFromShareableHandle(&k, os(fd), MU_MEM_HANDLE_TYPE_WIN32));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemImportFromShareableHandle(nullptr, os(fd), kFd));
  ASSERT_MU_OK(muMemImportFromShareableHandle(&k, os(fd), kFd));
  EXPECT_NE(h, k);
  EXPECT_EQ(0, close(fd));
  ASSERT_MU_OK(muMemMap(a, 2 * kPiece, 0, h, 0));
  ASSERT_MU_OK(muMemMap(a + 2 * kPiece, 2 * kPiece, 0, k, 0));
  ASSERT_MU_OK(muMemSetAccess(a, 4 * kPiece, &access, 1));
  unsigned seen = 0;
  unsigned long long types = 0;
  EXPECT_MU_OK(muMemsetD32(a, 0x12345678, 2 * kPiece / 4));
  EXPECT_MU_OK(muMemcpyDtoH(&seen, a + 4 * kPiece - 4, 4));
  EXPECT_EQ(0x12345678u, seen);
  EXPECT_MU_OK(muPointerGetAttribute(&types, MU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, a));
  EXPECT_EQ(1u, types);
  EXPECT_MU_OK(muMemRelease(h));
  EXPECT_MU_OK(muMemRelease(k));
}

TEST_F(VirtualMemory, Refused) {
  int fd = -1;
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED,
              muMemGetHandleForAddressRange(&fd, a, kPiece, MU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD, 0));
  MUarrayMapInfo info{};
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muMemMapArrayAsync(&info, 1, nullptr));
}

/// Many mappings side by side, as growing containers have them.
TEST_F(VirtualMemory, Growing) {
  constexpr size_t kPieces = 500;
  MUdeviceptr big = 0;
  ASSERT_MU_OK(muMemAddressReserve(&big, kPieces * kPiece, 0, 0, 0));
  for (size_t i = 0; i < kPieces; ++i) {
    const auto h = create(1);
    ASSERT_MU_OK(muMemMap(big + i * kPiece, kPiece, 0, h, 0));
    ASSERT_MU_OK(muMemSetAccess(big + i * kPiece, kPiece, &access, 1));
    ASSERT_MU_OK(muMemRelease(h));
    ASSERT_MU_OK(muMemsetD32(big + i * kPiece, unsigned(i), 16));
  }
  unsigned seen[2] = {7, 7};
  EXPECT_MU_OK(muMemcpyDtoH(&seen[0], big + 123 * kPiece, 4));
  EXPECT_EQ(123u, seen[0]);
  EXPECT_MU_OK(muMemUnmap(big, kPieces * kPiece));
  EXPECT_MU_OK(muMemAddressFree(big, kPieces * kPiece));
}

} // namespace
