// What managed memory was advised, attributes of ranges, attributes that are set. Rows and codes are a card's.
#include "Check.h"

#include <array>

namespace {

constexpr size_t kMegabyte = size_t(1) << 20, kSome = 65536;
constexpr musaMemLocation kDevice{musaMemLocationTypeDevice, 0}, kCpu{musaMemLocationTypeHost, 0};

class ManagedMemory : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    ASSERT_OK(musaMallocManaged(&m, kMegabyte));
  }
  void TearDown() override {
    EXPECT_OK(musaFree(m));
    RuntimeTest::TearDown();
  }
  int get(musaMemRangeAttribute attribute, size_t bytes) {
    int value = -77;
    EXPECT_OK(musaMemRangeGetAttribute(&value, sizeof value, attribute, m, bytes));
    return value;
  }
  std::array<int, 3> accessed(size_t bytes) {
    std::array<int, 3> value{};
    EXPECT_OK(musaMemRangeGetAttribute(value.data(), sizeof value, musaMemRangeAttributeAccessedBy, m, bytes));
    return value;
  }
  char *m = nullptr;
};

TEST_F(ManagedMemory, FreshMemory) {
  EXPECT_EQ(0, get(musaMemRangeAttributeReadMostly, kMegabyte));
  EXPECT_EQ(-2, get(musaMemRangeAttributePreferredLocation, kMegabyte));
  EXPECT_EQ(-2, get(musaMemRangeAttributeAccessedBy, kMegabyte));
  EXPECT_EQ(-2, get(musaMemRangeAttributeLastPrefetchLocation, kMegabyte));
  EXPECT_EQ(0, get(musaMemRangeAttributePreferredLocationType, kMegabyte));
  EXPECT_EQ(-2, get(musaMemRangeAttributePreferredLocationId, kMegabyte));
  EXPECT_EQ(0, get(musaMemRangeAttributeLastPrefetchLocationType, kMegabyte));
  EXPECT_EQ(-2, get(musaMemRangeAttributeLastPrefetchLocationId, kMegabyte));
}

TEST_F(ManagedMemory, BadUse) {
  int value[3] = {};
  void *plain = nullptr;
  ASSERT_OK(musaMalloc(&plain, 4096));
  const auto kReadMostly = musaMemRangeAttributeReadMostly;
  for (size_t size : {size_t(0), size_t(3), size_t(8)})
    EXPECT_CODE(musaErrorInvalidValue, musaMemRangeGetAttribute(value, size, kReadMostly, m, 4096)) << size;
  EXPECT_CODE(musaErrorInvalidValue, musaMemRangeGetAttribute(value, 6, musaMemRangeAttributeAccessedBy, m, 4096));
  EXPECT_CODE(musaErrorInvalidValue, musaMemRangeGetAttribute(nullptr, 4, kReadMostly, m, 4096));
  EXPECT_CODE(musaErrorInvalidValue, musaMemRangeGetAttribute(value, 4, kReadMostly, m, 0));
  EXPECT_CODE(musaErrorInvalidValue, musaMemRangeGetAttribute(value, 4, kReadMostly, m, 2 * kMegabyte));
  EXPECT_CODE(musaErrorInvalidValue, musaMemRangeGetAttribute(value, 4, kReadMostly, plain, 4096));
  for (int attribute : {0, 9, 99})
    EXPECT_CODE(musaErrorInvalidValue,
                musaMemRangeGetAttribute(value, 4, static_cast<musaMemRangeAttribute>(attribute), m, 4096));
  void *out[2] = {value, value + 1};
  size_t sizes[2] = {4, 4};
  musaMemRangeAttribute attributes[2] = {kReadMostly, musaMemRangeAttributePreferredLocation};
  EXPECT_OK(musaMemRangeGetAttributes(out, sizes, attributes, 2, m, 4096));
  EXPECT_EQ(-2, value[1]);
  EXPECT_CODE(musaErrorInvalidValue, musaMemRangeGetAttributes(out, sizes, attributes, 0, m, 4096));
  EXPECT_CODE(musaErrorInvalidValue, musaMemRangeGetAttributes(nullptr, sizes, attributes, 2, m, 4096));
  EXPECT_CODE(musaErrorInvalidValue, musaMemRangeGetAttributes(out, nullptr, attributes, 2, m, 4096));
  EXPECT_CODE(musaErrorInvalidValue, musaMemRangeGetAttributes(out, sizes, nullptr, 2, m, 4096));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPrefetchAsync_v2(m, kSome, kDevice, 1, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPrefetchAsync_v2(m, kSome, {musaMemLocationTypeInvalid, 0}, 0, nullptr));
  EXPECT_CODE(musaErrorInvalidDevice, musaMemPrefetchAsync_v2(m, kSome, {musaMemLocationTypeDevice, 99}, 0, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaMemPrefetchAsync_v2(plain, 4096, kDevice, 0, nullptr));
  EXPECT_CODE(musaErrorInvalidValue,
              musaMemAdvise_v2(m, 4096, musaMemAdviseSetReadMostly, {musaMemLocationTypeInvalid, 0}));
  EXPECT_CODE(musaErrorInvalidValue,
              musaMemAdvise_v2(m, 4096, musaMemAdviseSetAccessedBy, {musaMemLocationTypeHostNumaCurrent, 0}));
  EXPECT_CODE(musaErrorInvalidValue, musaMemAdvise_v2(plain, 4096, musaMemAdviseSetReadMostly, kDevice));
  EXPECT_OK(musaFree(plain));
}

TEST_F(ManagedMemory, WhatAllPagesHaveInCommon) {
  EXPECT_OK(musaMemAdvise_v2(m, 4096, musaMemAdviseSetReadMostly, kDevice));
  EXPECT_EQ(1, get(musaMemRangeAttributeReadMostly, 4096));
  EXPECT_EQ(1, get(musaMemRangeAttributeReadMostly, 100));
  EXPECT_EQ(0, get(musaMemRangeAttributeReadMostly, kSome));
  EXPECT_OK(musaMemAdvise(m, kSome, musaMemAdviseSetPreferredLocation, 0));
  EXPECT_EQ(0, get(musaMemRangeAttributePreferredLocation, kSome));
  EXPECT_EQ(-2, get(musaMemRangeAttributePreferredLocation, kMegabyte));
  EXPECT_EQ(1, get(musaMemRangeAttributeReadMostly, 4096)); // still
  EXPECT_OK(musaMemAdvise_v2(m, kSome, musaMemAdviseSetPreferredLocation, kCpu));
  EXPECT_EQ(-1, get(musaMemRangeAttributePreferredLocation, kSome));
  EXPECT_OK(musaMemAdvise_v2(m, kSome, musaMemAdviseSetAccessedBy, kDevice));
  EXPECT_EQ((std::array{0, -2, -2}), accessed(kSome));
  EXPECT_OK(musaMemAdvise_v2(m, kSome, musaMemAdviseSetAccessedBy, kCpu));
  EXPECT_EQ((std::array{0, -1, -2}), accessed(kSome));
  EXPECT_EQ(0, get(musaMemRangeAttributeAccessedBy, kSome));
  EXPECT_OK(musaMemAdvise_v2(m, kSome, musaMemAdviseUnsetAccessedBy, kDevice));
  EXPECT_EQ((std::array{-1, -2, -2}), accessed(kSome));
  EXPECT_EQ((std::array{-2, -2, -2}), accessed(kMegabyte));
  EXPECT_OK(musaMemAdvise(m, 4096, musaMemAdviseUnsetReadMostly, 0));
  EXPECT_EQ(0, get(musaMemRangeAttributeReadMostly, 4096));
  EXPECT_OK(musaMemAdvise(m, kSome, musaMemAdviseUnsetPreferredLocation, 0));
  EXPECT_EQ(-2, get(musaMemRangeAttributePreferredLocation, kSome));
}

TEST_F(ManagedMemory, Prefetching) {
  EXPECT_OK(musaMemPrefetchAsync(m, kSome, 0, nullptr));
  EXPECT_EQ(0, get(musaMemRangeAttributeLastPrefetchLocation, kSome));
  EXPECT_EQ(-2, get(musaMemRangeAttributeLastPrefetchLocation, kMegabyte));
  EXPECT_OK(musaMemPrefetchAsync_v2(m, kSome, kCpu, 0, nullptr));
  EXPECT_EQ(-1, get(musaMemRangeAttributeLastPrefetchLocation, kSome));
  EXPECT_EQ(2, get(musaMemRangeAttributeLastPrefetchLocationType, kSome));
  EXPECT_EQ(-1, get(musaMemRangeAttributeLastPrefetchLocationId, kSome));
  EXPECT_OK(musaMemPrefetchAsync_v2(m, kSome, {musaMemLocationTypeHostNuma, 0}, 0, nullptr));
  EXPECT_EQ(3, get(musaMemRangeAttributeLastPrefetchLocationType, kSome));
  EXPECT_EQ(0, get(musaMemRangeAttributeLastPrefetchLocationId, kSome));
  EXPECT_EQ(-1, get(musaMemRangeAttributeLastPrefetchLocation, kSome));
  EXPECT_OK(musaMemPrefetchAsync_v2(m, kSome, {musaMemLocationTypeHostNumaCurrent, 0}, 0, nullptr));
  EXPECT_OK(musaFree(m)); // what comes to lie there has heard nothing
  ASSERT_OK(musaMallocManaged(&m, kMegabyte));
  EXPECT_EQ(-2, get(musaMemRangeAttributeLastPrefetchLocation, kSome));
}

/// Runs of pages are cut and joined: compared with a plain list of pages.
TEST_F(ManagedMemory, ManyRanges) {
  constexpr size_t kPages = kMegabyte / 4096;
  std::vector<bool> model(kPages);
  unsigned seed = 1;
  auto next = [&] { return (seed = seed * 1103515245 + 12345) >> 8; };
  for (int round = 0; round < 300; ++round) {
    const size_t first = next() % kPages, count = 1 + next() % (kPages - first);
    const bool set = next() % 2;
    ASSERT_OK(musaMemAdvise(m + first * 4096, count * 4096,
                            set ? musaMemAdviseSetReadMostly : musaMemAdviseUnsetReadMostly, 0));
    for (size_t page = first; page < first + count; ++page)
      model[page] = set;
    const size_t from = next() % kPages, length = 1 + next() % (kPages - from);
    bool all = true;
    for (size_t page = from; page < from + length; ++page)
      all = all && model[page];
    int value = -1;
    ASSERT_OK(musaMemRangeGetAttribute(&value, 4, musaMemRangeAttributeReadMostly, m + from * 4096, length * 4096));
    ASSERT_EQ(all, value == 1) << round;
  }
}

using DriverManaged = DriverTest;

TEST_F(DriverManaged, Ranges) {
  MUdeviceptr m = 0;
  int value = -77, second = -77;
  ASSERT_MU_OK(muMemAllocManaged(&m, kMegabyte, MU_MEM_ATTACH_GLOBAL));
  EXPECT_MU_OK(muMemAdvise(m, kSome, MU_MEM_ADVISE_SET_PREFERRED_LOCATION, device));
  EXPECT_MU_OK(muMemRangeGetAttribute(&value, 4, MU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, m, kSome));
  EXPECT_EQ(device, value);
  void *out[2] = {&value, &second};
  size_t sizes[2] = {4, 4};
  MUmem_range_attribute attributes[2] = {MU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY,
                                         MU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION};
  EXPECT_MU_OK(muMemRangeGetAttributes(out, sizes, attributes, 2, m, kSome));
  EXPECT_EQ(0, value);
  EXPECT_EQ(-2, second);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemRangeGetAttribute(&value, 8, attributes[0], m, kSome));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muMemRangeGetAttributes(out, sizes, attributes, 0, m, kSome));
  EXPECT_MU_OK(muMemFree(m));
}

TEST_F(DriverManaged, PointerAttributesThatAreSet) {
  MUdeviceptr d = 0;
  unsigned on = 1;
  int found = -1;
  ASSERT_MU_OK(muMemAlloc(&d, 4096));
  EXPECT_MU_OK(muPointerGetAttribute(&found, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, d));
  EXPECT_EQ(0, found);
  EXPECT_MU_OK(muPointerSetAttribute(&on, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, d + 8));
  EXPECT_MU_OK(muPointerGetAttribute(&found, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, d));
  EXPECT_EQ(1, found);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muPointerSetAttribute(&on, MU_POINTER_ATTRIBUTE_MEMORY_TYPE, d));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muPointerSetAttribute(&on, noSuch<MUpointer_attribute>(), d));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muPointerSetAttribute(&on, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, 0x1234));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muPointerSetAttribute(nullptr, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, d));
  EXPECT_MU_OK(muMemFree(d));
}

} // namespace
