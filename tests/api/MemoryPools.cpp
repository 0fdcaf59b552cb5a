// Memory in stream order and pools, in both APIs. The codes and the rules of reuse are those of a card.
#include "Check.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <random>
#include <unistd.h>

namespace {

constexpr size_t kMegabyte = size_t(1) << 20;

uint64_t get(musaMemPool_t pool, musaMemPoolAttr attribute) {
  uint64_t value = 0;
  EXPECT_OK(musaMemPoolGetAttribute(pool, attribute, &value));
  return value;
}

void set(musaMemPool_t pool, musaMemPoolAttr attribute, int value) {
  EXPECT_OK(musaMemPoolSetAttribute(pool, attribute, &value));
}

void setThreshold(musaMemPool_t pool, uint64_t bytes) {
  EXPECT_OK(musaMemPoolSetAttribute(pool, musaMemPoolAttrReleaseThreshold, &bytes));
}

musaMemPoolProps deviceProps() {
  musaMemPoolProps props{};
  props.allocType = musaMemAllocationTypePinned;
  props.location.type = musaMemLocationTypeDevice;
  return props;
}

class MemoryPools : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    const musaMemPoolProps props = deviceProps();
    ASSERT_OK(musaMemPoolCreate(&pool, &props));
    ASSERT_OK(musaStreamCreateWithFlags(&a, musaStreamNonBlocking));
    ASSERT_OK(musaStreamCreateWithFlags(&b, musaStreamNonBlocking));
    ASSERT_OK(musaEventCreateWithFlags(&event, musaEventDisableTiming));
  }
  void TearDown() override {
    EXPECT_OK(musaDeviceSynchronize());
    EXPECT_OK(musaEventDestroy(event));
    EXPECT_OK(musaStreamDestroy(a));
    EXPECT_OK(musaStreamDestroy(b));
    EXPECT_OK(musaMemPoolDestroy(pool));
    RuntimeTest::TearDown();
  }
  musaMemPool_t pool = nullptr;
  musaStream_t a = nullptr, b = nullptr;
  musaEvent_t event = nullptr;
};

bool isStrict() { return std::getenv("HELICON_STRICT") && std::string(std::getenv("HELICON_STRICT")) == "1"; }

TEST_F(MemoryPools, AllocateAndFree) {
  char *x = nullptr, *y = nullptr;
  int pattern = 0x5a5a5a5a, seen = 0;
  ASSERT_OK(musaMallocAsync(&x, 1000, a));
  EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(x) % 256);
  EXPECT_OK(musaMemcpyAsync(x, &pattern, 4, musaMemcpyHostToDevice, a));
  EXPECT_OK(musaMemcpyAsync(&seen, x, 4, musaMemcpyDeviceToHost, a));
  EXPECT_OK(musaStreamSynchronize(a));
  EXPECT_EQ(pattern, seen);
  musaPointerAttributes attributes{};
  EXPECT_OK(musaPointerGetAttributes(&attributes, x + 100));
  EXPECT_EQ(musaMemoryTypeDevice, attributes.type);
  EXPECT_OK(musaFreeAsync(x, a));
  EXPECT_OK(musaPointerGetAttributes(&attributes, x)); // at once, whatever the stream has still to do
  EXPECT_EQ(musaMemoryTypeUnregistered, attributes.type);
  EXPECT_CODE(musaErrorInvalidValue, musaFreeAsync(x, a));
  EXPECT_CODE(musaErrorInvalidValue, musaFree(x));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy(&seen, x, 4, musaMemcpyDeviceToHost));
  ASSERT_OK(musaMallocAsync(&y, 1000, a));
  EXPECT_OK(musaFree(y)); // the plain call takes it too
  y = reinterpret_cast<char *>(0x77);
  EXPECT_OK(musaMallocAsync(&y, 0, a));
  EXPECT_EQ(nullptr, y);
  EXPECT_OK(musaFreeAsync(nullptr, a));
}

TEST_F(MemoryPools, BadUse) {
  char *x = nullptr;
  EXPECT_CODE(musaErrorInvalidValue, musaMallocAsync(static_cast<void **>(nullptr), 16, a));
  EXPECT_CODE(musaErrorInvalidValue, musaMallocFromPoolAsync(static_cast<void **>(nullptr), 16, pool, a));
  EXPECT_CODE(musaErrorMemoryAllocation, musaMallocAsync(&x, size_t(1) << 50, a));
  EXPECT_CODE(musaErrorMemoryAllocation, musaMallocAsync(&x, SIZE_MAX, a));
  EXPECT_CODE(musaErrorInvalidValue, musaMallocFromPoolAsync(&x, 16, nullptr, a));
  for (void *strange : strangeHandles()) {
    EXPECT_CODE(musaErrorInvalidValue, musaMallocFromPoolAsync(&x, 16, static_cast<musaMemPool_t>(strange), a));
    EXPECT_CODE(musaErrorInvalidResourceHandle, musaMallocAsync(&x, 16, static_cast<musaStream_t>(strange)));
    EXPECT_CODE(musaErrorInvalidResourceHandle, musaFreeAsync(nullptr, static_cast<musaStream_t>(strange)));
    EXPECT_CODE(musaErrorInvalidValue, musaFreeAsync(strange, a));
  }
  ASSERT_OK(musaMallocAsync(&x, 1000, a));
  EXPECT_CODE(musaErrorInvalidValue, musaFreeAsync(x + 8, a));
  EXPECT_OK(musaFreeAsync(x, a));
  ASSERT_OK(musaMalloc(&x, 100));
  EXPECT_OK(musaFreeAsync(x, a)); // memory of musaMalloc may go in stream order
  EXPECT_CODE(musaErrorInvalidValue, musaFree(x));
  ASSERT_OK(musaMallocHost(&x, 100));
  EXPECT_CODE(musaErrorInvalidValue, musaFreeAsync(x, a));
  EXPECT_OK(musaFreeHost(x));
  ASSERT_OK(musaMallocManaged(&x, 100));
  EXPECT_CODE(musaErrorNotSupported, musaFreeAsync(x, a));
  EXPECT_OK(musaFree(x));
}

TEST_F(MemoryPools, PoolsOfADevice) {
  musaMemPool_t standard = nullptr, current = nullptr;
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceGetDefaultMemPool(nullptr, 0));
  EXPECT_CODE(musaErrorInvalidDevice, musaDeviceGetDefaultMemPool(&standard, 99));
  ASSERT_OK(musaDeviceGetDefaultMemPool(&standard, 0));
  ASSERT_OK(musaDeviceGetMemPool(&current, 0));
  EXPECT_EQ(standard, current);
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceGetMemPool(nullptr, 0));
  EXPECT_CODE(musaErrorInvalidDevice, musaDeviceGetMemPool(&current, -1));
  EXPECT_CODE(musaErrorInvalidValue, musaDeviceSetMemPool(0, nullptr));
  EXPECT_CODE(musaErrorInvalidDevice, musaDeviceSetMemPool(99, pool));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolDestroy(standard));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolDestroy(nullptr));
  const musaMemPoolProps props = deviceProps();
  musaMemPool_t mine = nullptr;
  ASSERT_OK(musaMemPoolCreate(&mine, &props));
  ASSERT_OK(musaDeviceSetMemPool(0, mine));
  ASSERT_OK(musaDeviceGetMemPool(&current, 0));
  EXPECT_EQ(mine, current);
  void *x = nullptr;
  ASSERT_OK(musaMallocAsync(&x, 1000, a));
  EXPECT_EQ(1000u, get(mine, musaMemPoolAttrUsedMemCurrent));
  EXPECT_OK(musaMemPoolDestroy(mine)); // what is allocated stays
  ASSERT_OK(musaDeviceGetMemPool(&current, 0));
  EXPECT_EQ(standard, current);
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolDestroy(mine));
  int value = 3;
  EXPECT_OK(musaMemcpy(x, &value, 4, musaMemcpyHostToDevice));
  EXPECT_OK(musaFreeAsync(x, a));
  int count = 0;
  ASSERT_OK(musaGetDeviceCount(&count));
  if (count > 1)
    EXPECT_CODE(musaErrorInvalidValue, musaDeviceSetMemPool(1, pool));
}

TEST_F(MemoryPools, Creation) {
  musaMemPool_t made = nullptr;
  musaMemPoolProps props{};
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolCreate(&made, &props));
  props.allocType = musaMemAllocationTypePinned;
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolCreate(&made, &props));
  props = deviceProps();
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolCreate(nullptr, &props));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolCreate(&made, nullptr));
  props.location.id = 99;
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolCreate(&made, &props));
  props = deviceProps();
  for (int types : {2, 3, 4, 16}) {
    props.handleTypes = static_cast<musaMemAllocationHandleType>(types);
    EXPECT_CODE(musaErrorInvalidValue, musaMemPoolCreate(&made, &props)) << types;
  }
  props = deviceProps();
  props.reserved[53] = 1;
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolCreate(&made, &props));
  props = deviceProps();
  props.maxSize = 64 * kMegabyte;
  ASSERT_OK(musaMemPoolCreate(&made, &props));
  void *x = nullptr, *y = nullptr;
  EXPECT_OK(musaMallocFromPoolAsync(&x, 32 * kMegabyte, made, a));
  EXPECT_CODE(musaErrorMemoryAllocation, musaMallocFromPoolAsync(&y, 64 * kMegabyte, made, a));
  EXPECT_OK(musaFreeAsync(x, a));
  EXPECT_OK(musaMallocFromPoolAsync(&y, 64 * kMegabyte, made, a)); // what is kept makes room
  EXPECT_OK(musaFreeAsync(y, a));
  EXPECT_OK(musaMemPoolDestroy(made));
}

TEST_F(MemoryPools, Attributes) {
  for (auto flag : {musaMemPoolReuseFollowEventDependencies, musaMemPoolReuseAllowOpportunistic,
                    musaMemPoolReuseAllowInternalDependencies}) {
    int value = -1;
    EXPECT_OK(musaMemPoolGetAttribute(pool, flag, &value));
    EXPECT_EQ(1, value);
    set(pool, flag, 0);
    EXPECT_OK(musaMemPoolGetAttribute(pool, flag, &value));
    EXPECT_EQ(0, value);
    set(pool, flag, 7);
    EXPECT_OK(musaMemPoolGetAttribute(pool, flag, &value));
    EXPECT_EQ(1, value);
  }
  EXPECT_EQ(0u, get(pool, musaMemPoolAttrReleaseThreshold));
  uint64_t value = 0;
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolGetAttribute(nullptr, musaMemPoolAttrReleaseThreshold, &value));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolGetAttribute(pool, musaMemPoolAttrReleaseThreshold, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolSetAttribute(pool, musaMemPoolAttrReleaseThreshold, nullptr));
  for (int attribute : {-1, 0, 9, 99}) {
    const auto wrong = static_cast<musaMemPoolAttr>(attribute);
    EXPECT_CODE(musaErrorInvalidValue, musaMemPoolGetAttribute(pool, wrong, &value)) << attribute;
    EXPECT_CODE(musaErrorInvalidValue, musaMemPoolSetAttribute(pool, wrong, &value)) << attribute;
  }
  for (auto fixed : {musaMemPoolAttrReservedMemCurrent, musaMemPoolAttrUsedMemCurrent})
    EXPECT_CODE(musaErrorInvalidValue, musaMemPoolSetAttribute(pool, fixed, &value));
  void *x = nullptr;
  ASSERT_OK(musaMallocFromPoolAsync(&x, 1001, pool, a));
  EXPECT_EQ(1001u, get(pool, musaMemPoolAttrUsedMemCurrent));
  EXPECT_GE(get(pool, musaMemPoolAttrReservedMemCurrent), 1001u);
  EXPECT_OK(musaFreeAsync(x, a));
  EXPECT_EQ(0u, get(pool, musaMemPoolAttrUsedMemCurrent));
  EXPECT_EQ(1001u, get(pool, musaMemPoolAttrUsedMemHigh));
  value = 5;
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolSetAttribute(pool, musaMemPoolAttrUsedMemHigh, &value));
  value = 0;
  EXPECT_OK(musaMemPoolSetAttribute(pool, musaMemPoolAttrUsedMemHigh, &value));
  EXPECT_EQ(0u, get(pool, musaMemPoolAttrUsedMemHigh));
  EXPECT_OK(musaStreamSynchronize(a));
  EXPECT_OK(musaMemPoolSetAttribute(pool, musaMemPoolAttrReservedMemHigh, &value));
  EXPECT_EQ(0u, get(pool, musaMemPoolAttrReservedMemHigh));
}

TEST_F(MemoryPools, ThresholdAndTrim) {
  if (isStrict())
    GTEST_SKIP() << "checked mode keeps nothing";
  void *x = nullptr, *y = nullptr;
  size_t before = 0, now = 0, total = 0;
  ASSERT_OK(musaMemGetInfo(&before, &total));
  ASSERT_OK(musaMallocFromPoolAsync(&x, 40 * kMegabyte, pool, a));
  ASSERT_OK(musaMemGetInfo(&now, &total));
  EXPECT_EQ(before - 40 * kMegabyte, now);
  EXPECT_OK(musaFreeAsync(x, a));
  EXPECT_EQ(40 * kMegabyte, get(pool, musaMemPoolAttrReservedMemCurrent));
  EXPECT_OK(musaStreamSynchronize(a));
  EXPECT_EQ(0u, get(pool, musaMemPoolAttrReservedMemCurrent));
  ASSERT_OK(musaMemGetInfo(&now, &total));
  EXPECT_EQ(before, now);
  setThreshold(pool, UINT64_MAX);
  ASSERT_OK(musaMallocFromPoolAsync(&x, 40 * kMegabyte, pool, a));
  ASSERT_OK(musaMallocFromPoolAsync(&y, 40 * kMegabyte, pool, a));
  EXPECT_OK(musaFreeAsync(x, a));
  EXPECT_OK(musaStreamSynchronize(a));
  EXPECT_EQ(80 * kMegabyte, get(pool, musaMemPoolAttrReservedMemCurrent));
  EXPECT_OK(musaMemPoolTrimTo(pool, 50 * kMegabyte)); // never below
  EXPECT_EQ(80 * kMegabyte, get(pool, musaMemPoolAttrReservedMemCurrent));
  EXPECT_OK(musaMemPoolTrimTo(pool, 40 * kMegabyte));
  EXPECT_EQ(40 * kMegabyte, get(pool, musaMemPoolAttrReservedMemCurrent));
  EXPECT_OK(musaMemPoolTrimTo(pool, 0)); // the rest is in use
  EXPECT_EQ(40 * kMegabyte, get(pool, musaMemPoolAttrReservedMemCurrent));
  EXPECT_OK(musaFreeAsync(y, a));
  EXPECT_OK(musaStreamSynchronize(a));
  setThreshold(pool, 0);
  EXPECT_OK(musaDeviceSynchronize());
  EXPECT_EQ(0u, get(pool, musaMemPoolAttrReservedMemCurrent));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolTrimTo(nullptr, 0));
}

TEST_F(MemoryPools, ReuseInOneStreamIsImmediate) {
  if (isStrict())
    GTEST_SKIP() << "checked mode never hands freed memory out at once";
  Gate gate(a);
  void *x = nullptr, *y = nullptr;
  for (size_t bytes : {size_t(100), size_t(1000), 3 * kMegabyte}) {
    ASSERT_OK(musaMallocFromPoolAsync(&x, bytes, pool, a));
    ASSERT_OK(musaFreeAsync(x, a));
    ASSERT_OK(musaMallocFromPoolAsync(&y, bytes, pool, a));
    EXPECT_EQ(x, y);
    ASSERT_OK(musaFreeAsync(y, a));
  }
  gate.open();
}

/// What a card answered, by what the pool may do and what the second stream knows of the first.
TEST_F(MemoryPools, ReuseInAnotherStream) {
  if (isStrict())
    GTEST_SKIP() << "checked mode never hands freed memory out at once";
  struct Row {
    const char *what;
    bool isPending, isEventWaited, follow, opportunistic, isReused;
  };
  const Row rows[] = {
      {"done, opportunistic", false, false, true, true, true},
      {"done and waited for", false, false, true, false, true},
      {"pending", true, false, true, true, false},
      {"pending, behind an event", true, true, true, false, true},
      {"pending, behind an event, not followed", true, true, false, false, false},
  };
  setThreshold(pool, UINT64_MAX);
  for (const Row &row : rows) {
    set(pool, musaMemPoolReuseFollowEventDependencies, row.follow);
    set(pool, musaMemPoolReuseAllowOpportunistic, row.opportunistic);
    EXPECT_OK(musaMemPoolTrimTo(pool, 0));
    char *x = nullptr, *y = nullptr;
    ASSERT_OK(musaMallocFromPoolAsync(&x, 2 * kMegabyte, pool, a));
    std::unique_ptr<Gate> gate;
    if (row.isPending)
      gate = std::make_unique<Gate>(a);
    ASSERT_OK(musaFreeAsync(x, a));
    if (row.isEventWaited) {
      ASSERT_OK(musaEventRecord(event, a));
      ASSERT_OK(musaStreamWaitEvent(b, event, 0));
    }
    if (!row.isPending)
      ASSERT_OK(musaStreamSynchronize(a));
    ASSERT_OK(musaMallocFromPoolAsync(&y, 2 * kMegabyte, pool, b));
    EXPECT_EQ(row.isReused, x == y) << row.what;
    ASSERT_OK(musaFreeAsync(y, b));
    if (gate)
      gate->open();
    ASSERT_OK(musaDeviceSynchronize());
  }
}

/// Without free memory, memory that another stream still uses is taken and waited for.
TEST_F(MemoryPools, InternalDependencies) {
  if (isStrict())
    GTEST_SKIP() << "checked mode never hands freed memory out at once";
  musaMemPoolProps props = deviceProps();
  props.maxSize = 8 * kMegabyte;
  musaMemPool_t small = nullptr;
  ASSERT_OK(musaMemPoolCreate(&small, &props));
  char *x = nullptr, *y = nullptr;
  ASSERT_OK(musaMallocFromPoolAsync(&x, 8 * kMegabyte, small, a));
  Gate gate(a);
  ASSERT_OK(musaFreeAsync(x, a));
  ASSERT_OK(musaMallocFromPoolAsync(&y, 8 * kMegabyte, small, b));
  EXPECT_EQ(x, y);
  EXPECT_OK(musaMemsetAsync(y, 1, 8 * kMegabyte, b));
  EXPECT_CODE(musaErrorNotReady, musaStreamQuery(b)); // behind the other stream's work
  gate.open();
  EXPECT_OK(musaStreamSynchronize(b));
  ASSERT_OK(musaFreeAsync(y, b));
  EXPECT_OK(musaStreamSynchronize(b));
  set(small, musaMemPoolReuseAllowInternalDependencies, 0);
  ASSERT_OK(musaMallocFromPoolAsync(&x, 8 * kMegabyte, small, a));
  Gate second(a);
  ASSERT_OK(musaFreeAsync(x, a));
  EXPECT_CODE(musaErrorMemoryAllocation, musaMallocFromPoolAsync(&y, 8 * kMegabyte, small, b));
  second.open();
  EXPECT_OK(musaMemPoolDestroy(small));
}

TEST_F(MemoryPools, Access) {
  musaMemLocation own{musaMemLocationTypeDevice, 0}, host{musaMemLocationTypeHost, 0},
      far{musaMemLocationTypeDevice, 99};
  musaMemAccessFlags flags{};
  EXPECT_OK(musaMemPoolGetAccess(&flags, pool, &own));
  EXPECT_EQ(musaMemAccessFlagsProtReadWrite, flags);
  EXPECT_OK(musaMemPoolGetAccess(&flags, pool, &host));
  EXPECT_EQ(musaMemAccessFlagsProtNone, flags);
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolGetAccess(&flags, pool, &far));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolGetAccess(nullptr, pool, &own));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolGetAccess(&flags, pool, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolGetAccess(&flags, nullptr, &own));
  auto setAccess = [&](musaMemLocation where, int what) {
    const musaMemAccessDesc description{where, static_cast<musaMemAccessFlags>(what)};
    return musaMemPoolSetAccess(pool, &description, 1);
  };
  EXPECT_CODE(musaErrorInvalidDevice, setAccess(own, 0));
  EXPECT_CODE(musaErrorNotSupported, setAccess(own, 1));
  EXPECT_CODE(musaErrorInvalidValue, setAccess(own, 2));
  EXPECT_OK(setAccess(own, 3));
  EXPECT_CODE(musaErrorInvalidDevice, setAccess(far, 3));
  EXPECT_CODE(musaErrorNotSupported, setAccess({musaMemLocationTypeInvalid, 0}, 3));
  EXPECT_OK(musaMemPoolSetAccess(pool, nullptr, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolSetAccess(pool, nullptr, 1));
  int count = 0;
  ASSERT_OK(musaGetDeviceCount(&count));
  if (count < 2)
    return;
  musaMemLocation peer{musaMemLocationTypeDevice, 1};
  EXPECT_OK(musaMemPoolGetAccess(&flags, pool, &peer));
  EXPECT_EQ(musaMemAccessFlagsProtNone, flags);
  EXPECT_OK(setAccess(peer, 3));
  EXPECT_OK(musaMemPoolGetAccess(&flags, pool, &peer));
  EXPECT_EQ(musaMemAccessFlagsProtReadWrite, flags);
  EXPECT_OK(setAccess(peer, 0));
}

TEST_F(MemoryPools, SharedInOneProcess) {
  musaMemPoolProps props = deviceProps();
  props.handleTypes = musaMemHandleTypePosixFileDescriptor;
  musaMemPool_t shared = nullptr, seen = nullptr;
  ASSERT_OK(musaMemPoolCreate(&shared, &props));
  int fd = -1;
  const auto kFd = musaMemHandleTypePosixFileDescriptor;
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolExportToShareableHandle(&fd, pool, kFd, 0)); // made without
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolExportToShareableHandle(&fd, shared, kFd, 1));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolExportToShareableHandle(&fd, shared, musaMemHandleTypeWin32, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolExportToShareableHandle(nullptr, shared, kFd, 0));
  ASSERT_OK(musaMemPoolExportToShareableHandle(&fd, shared, kFd, 0));
  ASSERT_GT(fd, 2);
  auto handle = [](int number) { return reinterpret_cast<void *>(static_cast<intptr_t>(number)); };
  EXPECT_CODE(musaErrorUnknown, musaMemPoolImportFromShareableHandle(&seen, handle(999), kFd, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolImportFromShareableHandle(&seen, handle(0), kFd, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolImportFromShareableHandle(&seen, handle(fd), musaMemHandleTypeNone, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolImportFromShareableHandle(nullptr, handle(fd), kFd, 0));
  ASSERT_OK(musaMemPoolImportFromShareableHandle(&seen, handle(fd), kFd, 0));
  EXPECT_EQ(0, close(fd));
  uint64_t value = 0;
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolGetAttribute(seen, musaMemPoolAttrUsedMemCurrent, &value));
  char *x = nullptr, *plain = nullptr;
  void *y = nullptr;
  EXPECT_CODE(musaErrorInvalidValue, musaMallocFromPoolAsync(&x, 10, seen, a));
  ASSERT_OK(musaMallocFromPoolAsync(&x, 1000, shared, a));
  ASSERT_OK(musaMallocFromPoolAsync(&plain, 1000, pool, a));
  musaMemPoolPtrExportData data{};
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolExportPointer(&data, x + 16));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolExportPointer(&data, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolExportPointer(nullptr, x));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolExportPointer(&data, plain));
  ASSERT_OK(musaMemPoolExportPointer(&data, x));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolImportPointer(&y, shared, &data));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolImportPointer(nullptr, seen, &data));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolImportPointer(&y, seen, nullptr));
  musaMemPoolPtrExportData damaged{};
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolImportPointer(&y, seen, &damaged));
  ASSERT_OK(musaMemPoolImportPointer(&y, seen, &data));
  EXPECT_NE(static_cast<void *>(x), y);
  int sent = 4711, got = 0;
  EXPECT_OK(musaMemcpy(x + 996, &sent, 4, musaMemcpyHostToDevice));
  EXPECT_OK(musaMemcpy(&got, static_cast<char *>(y) + 996, 4, musaMemcpyDeviceToHost));
  EXPECT_EQ(sent, got);
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy(&got, static_cast<char *>(y) + 998, 4, musaMemcpyDeviceToHost));
  EXPECT_OK(musaMemPoolDestroy(seen));
  EXPECT_OK(musaMemcpy(&got, y, 4, musaMemcpyDeviceToHost)); // until it is freed
  EXPECT_OK(musaFreeAsync(y, b));
  EXPECT_CODE(musaErrorInvalidValue, musaFreeAsync(y, b));
  size_t before = 0, after = 0, total = 0;
  ASSERT_OK(musaMemGetInfo(&before, &total));
  void *large = nullptr;
  ASSERT_OK(musaMallocFromPoolAsync(&large, 16 * kMegabyte, shared, a));
  ASSERT_OK(musaMemGetInfo(&after, &total));
  EXPECT_EQ(before - 16 * kMegabyte, after);
  EXPECT_OK(musaMemset(large, 7, 16 * kMegabyte));
  EXPECT_OK(musaFreeAsync(large, a));
  EXPECT_OK(musaFreeAsync(x, a));
  EXPECT_OK(musaFreeAsync(plain, a));
  EXPECT_OK(musaMemPoolDestroy(shared));
}

TEST_F(MemoryPools, ManyLiveAllocations) {
  constexpr size_t kCount = 100000;
  std::vector<char *> live(kCount);
  for (size_t i = 0; i < kCount; ++i)
    ASSERT_OK(musaMallocFromPoolAsync(&live[i], 64 + i % 512, pool, i % 2 ? a : b)) << i;
  std::vector<char *> sorted = live;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted.end(), std::adjacent_find(sorted.begin(), sorted.end()));
  for (size_t i = 0; i < kCount; ++i)
    ASSERT_OK(musaFreeAsync(live[i], i % 2 ? b : a)) << i;
  EXPECT_OK(musaDeviceSynchronize());
  EXPECT_EQ(0u, get(pool, musaMemPoolAttrUsedMemCurrent));
  EXPECT_EQ(0u, get(pool, musaMemPoolAttrReservedMemCurrent));
}

/// Each thread's stream writes its own number into what it got and looks whether it is still there before it frees.
TEST_F(MemoryPools, ManyStreamsKeepTheirMemory) {
  constexpr int kThreads = 8, kRounds = 150;
  std::atomic<int> wrong{0};
  auto work = [&](int number) {
    std::mt19937 random(static_cast<unsigned>(number));
    musaStream_t stream = nullptr;
    EXPECT_OK(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking));
    std::vector<std::pair<int *, size_t>> live;
    std::vector<int> host(4096);
    for (int round = 0; round < kRounds; ++round) {
      const size_t words = 1 + random() % 4096;
      int *p = nullptr;
      if (musaMallocFromPoolAsync(&p, words * 4, pool, stream) != musaSuccess) {
        wrong++;
        continue;
      }
      EXPECT_MU_OK(muMemsetD32Async(reinterpret_cast<MUdeviceptr>(p), unsigned(number * 1000), words, stream));
      live.emplace_back(p, words);
      if (live.size() < 6)
        continue;
      const size_t at = random() % live.size();
      auto [pointer, count] = live[at];
      live.erase(live.begin() + long(at));
      EXPECT_OK(musaMemcpyAsync(host.data(), pointer, count * 4, musaMemcpyDeviceToHost, stream));
      EXPECT_OK(musaFreeAsync(pointer, stream));
      EXPECT_OK(musaStreamSynchronize(stream));
      for (size_t i = 0; i < count; ++i)
        wrong += host[i] != number * 1000;
    }
    for (auto [pointer, count] : live)
      EXPECT_OK(musaFreeAsync(pointer, stream));
    EXPECT_OK(musaStreamSynchronize(stream));
    EXPECT_OK(musaStreamDestroy(stream));
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back(work, i + 1);
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(0, wrong);
  EXPECT_EQ(0u, get(pool, musaMemPoolAttrUsedMemCurrent));
}

TEST_F(MemoryPools, ExhaustedDevice) {
  size_t free = 0, total = 0;
  ASSERT_OK(musaMemGetInfo(&free, &total));
  setThreshold(pool, UINT64_MAX);
  std::vector<void *> live;
  void *p = nullptr;
  constexpr size_t kPiece = 512 * kMegabyte; // never touched
  while (live.size() < 1000 && musaMallocFromPoolAsync(&p, kPiece, pool, a) == musaSuccess)
    live.push_back(p);
  EXPECT_CODE(musaErrorMemoryAllocation, musaGetLastError());
  ASSERT_FALSE(live.empty());
  for (void *pointer : live)
    EXPECT_OK(musaFreeAsync(pointer, a));
  EXPECT_OK(musaStreamSynchronize(a));
  EXPECT_OK(musaMalloc(&p, kPiece)); // what the pool keeps is no reason to fail
  EXPECT_OK(musaFree(p));
}

TEST_F(MemoryPools, ResetFreesEverything) {
  void *x = nullptr;
  musaMemPool_t standard = nullptr;
  ASSERT_OK(musaMallocAsync(&x, 4 * kMegabyte, nullptr));
  ASSERT_OK(musaDeviceReset());
  musaPointerAttributes attributes{};
  EXPECT_OK(musaPointerGetAttributes(&attributes, x));
  EXPECT_EQ(musaMemoryTypeUnregistered, attributes.type);
  EXPECT_CODE(musaErrorInvalidValue, musaFreeAsync(x, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPoolTrimTo(pool, 0));
  ASSERT_OK(musaDeviceGetDefaultMemPool(&standard, 0));
  EXPECT_EQ(0u, get(standard, musaMemPoolAttrReservedMemCurrent));
  MemoryPools::SetUp(); // for the end of the test
}

using DriverPools = DriverTest;

TEST_F(DriverPools, Allocation) {
  MUdeviceptr x = 77;
  MUmemoryPool standard = nullptr, current = nullptr, made = nullptr;
  MUmemPoolProps props{};
  EXPECT_MU_OK(muMemAllocAsync(&x, 0, nullptr));
  EXPECT_EQ(0u, x);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAllocAsync(nullptr, 16, nullptr));
  EXPECT_CODE(MUSA_ERROR_OUT_OF_MEMORY, muMemAllocAsync(&x, size_t(1) << 50, nullptr));
  ASSERT_MU_OK(muDeviceGetDefaultMemPool(&standard, device));
  ASSERT_MU_OK(muDeviceGetMemPool(&current, device));
  EXPECT_EQ(standard, current);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceGetDefaultMemPool(nullptr, device));
  EXPECT_CODE(MUSA_ERROR_INVALID_DEVICE, muDeviceGetMemPool(&current, 99));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemPoolCreate(&made, &props));
  props.allocType = MU_MEM_ALLOCATION_TYPE_PINNED;
  props.location = {MU_MEM_LOCATION_TYPE_DEVICE, device};
  ASSERT_MU_OK(muMemPoolCreate(&made, &props));
  ASSERT_MU_OK(muDeviceSetMemPool(device, made));
  ASSERT_MU_OK(muMemAllocAsync(&x, 1000, nullptr));
  uint64_t used = 0;
  EXPECT_MU_OK(muMemPoolGetAttribute(made, MU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
  EXPECT_EQ(1000u, used);
  MUcontext owner = context;
  MUmemoryPool of = nullptr;
  MUdeviceptr start = 0;
  size_t bytes = 0;
  EXPECT_MU_OK(muPointerGetAttribute(&owner, MU_POINTER_ATTRIBUTE_CONTEXT, x + 10));
  EXPECT_EQ(nullptr, owner);
  EXPECT_MU_OK(muPointerGetAttribute(&of, MU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, x + 10));
  EXPECT_EQ(made, of);
  EXPECT_MU_OK(muMemGetAddressRange(&start, &bytes, x + 10));
  EXPECT_EQ(x, start);
  EXPECT_EQ(1000u, bytes);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemFreeAsync(x + 8, nullptr));
  EXPECT_MU_OK(muMemFreeAsync(x, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemFreeAsync(x, nullptr));
  EXPECT_MU_OK(muMemFreeAsync(0, nullptr));
  ASSERT_MU_OK(muMemAllocFromPoolAsync(&x, 64, standard, nullptr));
  EXPECT_MU_OK(muMemFree(x));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAllocFromPoolAsync(&x, 64, nullptr, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemAllocFromPoolAsync(nullptr, 64, standard, nullptr));
  used = 0;
  EXPECT_MU_OK(muMemPoolSetAttribute(made, MU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &used));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemPoolSetAttribute(made, MU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
  EXPECT_MU_OK(muMemPoolTrimTo(made, 0));
  MUmemLocation where{MU_MEM_LOCATION_TYPE_DEVICE, device};
  MUmemAccess_flags flags{};
  EXPECT_MU_OK(muMemPoolGetAccess(&flags, made, &where));
  EXPECT_EQ(MU_MEM_ACCESS_FLAGS_PROT_READWRITE, flags);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemPoolGetAccess(nullptr, made, &where));
  MUmemAccessDesc access{where, MU_MEM_ACCESS_FLAGS_PROT_READ};
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muMemPoolSetAccess(made, &access, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muDeviceSetMemPool(device, nullptr));
  EXPECT_MU_OK(muMemPoolDestroy(made));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemPoolDestroy(made));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemPoolDestroy(standard));
}

TEST_F(DriverPools, Shared) {
  MUmemPoolProps props{};
  props.allocType = MU_MEM_ALLOCATION_TYPE_PINNED;
  props.handleTypes = MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  props.location = {MU_MEM_LOCATION_TYPE_DEVICE, device};
  MUmemoryPool shared = nullptr, seen = nullptr;
  ASSERT_MU_OK(muMemPoolCreate(&shared, &props));
  int fd = -1;
  const auto kFd = MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemPoolExportToShareableHandle(&fd, shared, kFd, 1));
  ASSERT_MU_OK(muMemPoolExportToShareableHandle(&fd, shared, kFd, 0));
  auto *handle = reinterpret_cast<void *>(static_cast<intptr_t>(fd));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemPoolImportFromShareableHandle(nullptr, handle, kFd, 0));
  ASSERT_MU_OK(muMemPoolImportFromShareableHandle(&seen, handle, kFd, 0));
  EXPECT_EQ(0, close(fd));
  MUdeviceptr x = 0, y = 0;
  unsigned long long types = 0;
  MUmemPoolPtrExportData data{};
  ASSERT_MU_OK(muMemAllocFromPoolAsync(&x, 4096, shared, nullptr));
  EXPECT_MU_OK(muPointerGetAttribute(&types, MU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, x));
  EXPECT_EQ(1u, types);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemPoolExportPointer(&data, x + 4));
  ASSERT_MU_OK(muMemPoolExportPointer(&data, x));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemPoolImportPointer(nullptr, seen, &data));
  ASSERT_MU_OK(muMemPoolImportPointer(&y, seen, &data));
  unsigned got = 0;
  EXPECT_MU_OK(muMemsetD32(x, 0xabcdef01, 1024));
  EXPECT_MU_OK(muMemcpyDtoH(&got, y + 4092, 4));
  EXPECT_EQ(0xabcdef01, got);
  EXPECT_MU_OK(muMemFreeAsync(y, nullptr));
  EXPECT_MU_OK(muMemFreeAsync(x, nullptr));
  EXPECT_MU_OK(muMemPoolDestroy(seen));
  EXPECT_MU_OK(muMemPoolDestroy(shared));
}

} // namespace
