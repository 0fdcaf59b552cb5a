// Allocation, pointer kinds, the checks in front of copies, copies and fills.
#include "random_allocations.h"
#include "runtime_support.h"

#include "runtime/Arena.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sys/uio.h>
#include <unistd.h>

using namespace helicon;
using namespace helicon::test;

namespace {

std::unique_ptr<Arena> makeArena(uint64_t limit) {
  std::string why;
  return Arena::reserve(limit, limit * 4, std::make_shared<Budget>(limit), why);
}

TEST(Arena, RandomAllocationsKeepTheirBytes) {
  auto arena = makeArena(64 << 20);
  allocateAtRandom(*arena, &arena, {.seed = 1, .steps = 20000, .most = 200}, [&](const LiveBlock &l) {
    ASSERT_EQ(l.p[0], l.mark);
    ASSERT_EQ(l.p[l.bytes - 1], l.mark);
    Allocation found;
    ASSERT_TRUE(arena->find(l.p + l.bytes / 2, found));
    ASSERT_EQ(found.base, l.p);
    ASSERT_EQ(found.bytes, l.bytes);
  });
  arena->releaseAll(&arena);
  EXPECT_EQ(arena->used(), 0u);
}

TEST(Arena, Limits) {
  auto arena = makeArena(8 << 20);
  void *p = nullptr, *q = nullptr;
  EXPECT_EQ(arena->allocate(uint64_t(1) << 60, nullptr, 0, &p), Status::OutOfMemory);
  EXPECT_EQ(arena->allocate(8 << 20, nullptr, 0, &p), Status::Success);
  EXPECT_EQ(arena->allocate(1, nullptr, 0, &q), Status::OutOfMemory);
  EXPECT_EQ(arena->release(static_cast<char *>(p) + 256), Status::InvalidValue);
  EXPECT_EQ(arena->release(p), Status::Success);
  EXPECT_EQ(arena->allocate(1, nullptr, 0, &q), Status::Success);
  EXPECT_EQ(arena->release(q), Status::Success);
}

/// Committed, that is.
bool isReadable(void *p) {
  char byte = 0;
  iovec here{&byte, 1}, there{p, 1};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == 1;
}

TEST(Arena, ManySmallAllocationsAreGivenBackToo) {
  constexpr uint64_t kBytes = 32 << 10, kCount = (512 << 20) / kBytes;
  auto arena = makeArena(1 << 30);
  std::vector<void *> all(kCount);
  for (void *&p : all)
    ASSERT_EQ(arena->allocate(kBytes, nullptr, 0, &p), Status::Success);
  if (!isReadable(all[0]))
    GTEST_SKIP() << "process_vm_readv is not allowed here";
  for (void *p : all)
    ASSERT_EQ(arena->release(p), Status::Success);
  auto kept = static_cast<uint64_t>(std::count_if(all.begin(), all.end(), isReadable));
  EXPECT_LE(kept * kBytes, 257u << 20);
  EXPECT_GE(kept * kBytes, 128u << 20);
}

TEST(Memory, KindsOfPointers) {
  Rig rig({});
  void *device = nullptr, *managed = nullptr, *pinned = nullptr;
  std::vector<char> host(8192);
  ASSERT_EQ(rig.context->allocate(1000, &device), Status::Success);
  ASSERT_EQ(rig.context->allocateManaged(1000, 1, &managed), Status::Success);
  ASSERT_EQ(rig.context->allocateHost(1000, 2, &pinned), Status::Success);
  EXPECT_EQ(pointerInfo(static_cast<char *>(device) + 999).kind, MemoryKind::Device);
  EXPECT_EQ(pointerInfo(static_cast<char *>(device) + 999).base, device);
  EXPECT_EQ(pointerInfo(static_cast<char *>(device) + 1000).base, nullptr) << "past the end";
  EXPECT_EQ(pointerInfo(managed).kind, MemoryKind::Managed);
  EXPECT_EQ(pointerInfo(managed).flags, 1u);
  EXPECT_EQ(pointerInfo(pinned).kind, MemoryKind::Pinned);
  EXPECT_EQ(pointerInfo(pinned).flags, 2u);
  EXPECT_EQ(pointerInfo(host.data()).kind, MemoryKind::Unregistered);
  ASSERT_EQ(rig.context->registerHost(host.data(), host.size(), 0), Status::Success);
  EXPECT_EQ(rig.context->registerHost(host.data() + 10, 10, 0), Status::HostMemoryAlreadyRegistered);
  EXPECT_EQ(pointerInfo(host.data() + 8191).kind, MemoryKind::Registered);
  EXPECT_EQ(pointerInfo(host.data() + 8192).kind, MemoryKind::Unregistered);
  EXPECT_EQ(rig.context->unregisterHost(host.data()), Status::Success);
  EXPECT_EQ(rig.context->unregisterHost(host.data()), Status::HostMemoryNotRegistered);
  EXPECT_EQ(rig.context->registerHost(reinterpret_cast<void *>(uintptr_t(0x1000)), 64, 0), Status::InvalidValue);
  EXPECT_EQ(rig.context->release(pinned), Status::InvalidValue);
  EXPECT_EQ(rig.context->releaseHost(device), Status::InvalidValue);
  EXPECT_EQ(rig.context->release(reinterpret_cast<void *>(uintptr_t(0x1234))), Status::InvalidValue);
  EXPECT_EQ(rig.context->release(static_cast<char *>(device) + 8), Status::InvalidValue);
  EXPECT_EQ(rig.context->release(device), Status::Success);
  EXPECT_EQ(rig.context->release(device), Status::InvalidValue);
  EXPECT_EQ(rig.context->release(nullptr), Status::Success);
  EXPECT_EQ(rig.context->release(managed), Status::Success);
  EXPECT_EQ(rig.context->releaseHost(pinned), Status::Success);
}

TEST(Memory, ContextsGiveBackWhatTheyHeld) {
  Rig rig({});
  uint64_t before = device(0)->freeMemory();
  ContextRef other;
  ASSERT_EQ(Context::create(*device(0), 0, other), Status::Success);
  void *p = nullptr;
  ASSERT_EQ(other->allocate(32 << 20, &p), Status::Success);
  ASSERT_EQ(other->allocate(100, &p), Status::Success);
  EXPECT_LE(device(0)->freeMemory(), before - (32 << 20));
  other->attach();
  EXPECT_EQ(other->detach(), Status::Success);
  EXPECT_FALSE(other->isDestroyed());
  EXPECT_EQ(other->detach(), Status::Success);
  EXPECT_TRUE(other->isDestroyed());
  EXPECT_EQ(device(0)->freeMemory(), before);
  EXPECT_EQ(findContext(other.get()), nullptr);
  EXPECT_EQ(findContext(rig.context.get()), rig.context);
}

TEST(Memory, CopyChecks) {
  Rig rig({});
  std::vector<char> host(1 << 20);
  char *d = rig.memory<char>(4096);
  EXPECT_EQ(checkCopy(d, host.data(), 16, CopyKind(77)), Status::InvalidMemcpyDirection);
  EXPECT_EQ(checkCopy(nullptr, host.data(), 16, CopyKind::HostToDevice), Status::InvalidValue);
  EXPECT_EQ(checkCopy(nullptr, host.data(), 0, CopyKind::HostToDevice), Status::Success);
  EXPECT_EQ(checkCopy(host.data(), d, 16, CopyKind::HostToDevice), Status::InvalidValue);
  EXPECT_EQ(checkCopy(d, host.data(), 16, CopyKind::DeviceToHost), Status::InvalidValue);
  EXPECT_EQ(checkCopy(d, host.data(), 4097, CopyKind::HostToDevice), Status::InvalidValue);
  EXPECT_EQ(checkCopy(d, host.data(), 4096, CopyKind::HostToDevice), Status::Success);
  EXPECT_EQ(checkCopy(d, host.data(), 16, CopyKind::Default), Status::Success);
  EXPECT_EQ(checkFill(nullptr, 4), Status::InvalidValue);
  EXPECT_EQ(checkFill(d, uint64_t(1) << 34), Status::InvalidValue);
  EXPECT_EQ(checkFill(d, 4096), Status::Success);
}

TEST(Memory, CopiesAndFills) {
  Rig rig({});
  Stream &stream = *rig.context->legacyStream();
  for (uint64_t bytes : {uint64_t(1), uint64_t(1000), uint64_t(3) << 20, (uint64_t(9) << 20) + 13}) {
    std::vector<char> from(bytes), to(bytes);
    for (uint64_t i = 0; i < bytes; i++)
      from[i] = char(i * 7 + i / 251);
    char *d = rig.memory<char>(bytes);
    for (bool async : {false, true}) {
      ASSERT_EQ(stream.copy(d, from.data(), bytes, async), Status::Success);
      ASSERT_EQ(stream.copy(to.data(), d, bytes, async), Status::Success);
      ASSERT_EQ(to, from);
      ASSERT_EQ(stream.fill(d, 0xab, 1, bytes, 0, 1, async), Status::Success);
      ASSERT_EQ(stream.copy(to.data(), d, bytes, false), Status::Success);
      ASSERT_EQ(std::count(to.begin(), to.end(), char(0xab)), long(bytes));
    }
  }
}

TEST(Memory, RowsAndPlanes) {
  Rig rig({});
  Stream &stream = *rig.context->legacyStream();
  std::vector<uint32_t> host(4 * 5 * 6);
  for (size_t i = 0; i < host.size(); i++)
    host[i] = uint32_t(i);
  char *d = rig.memory<char>(64 * 8 * 6);
  Stream::Layout layout{64, 16, 64 * 8, 16 * 5, 12, 5, 6};
  ASSERT_EQ(stream.copy3D(d, host.data(), layout, false), Status::Success);
  for (int z = 0; z < 6; z++)
    for (int y = 0; y < 5; y++)
      for (int x = 0; x < 4; x++)
        EXPECT_EQ(reinterpret_cast<uint32_t *>(d + z * 512 + y * 64)[x], x < 3 ? host[size_t(z * 20 + y * 4 + x)] : 0);
  ASSERT_EQ(stream.fill(d, 0x12345678, 4, 3, 64, 5, false), Status::Success);
  EXPECT_EQ(reinterpret_cast<uint32_t *>(d + 4 * 64)[2], 0x12345678u);
  EXPECT_EQ(reinterpret_cast<uint32_t *>(d + 4 * 64)[3], 0u);
}

TEST(Memory, UnreadableHostMemoryGivesAnError) {
  Rig rig({});
  char *d = rig.memory<char>(1 << 20);
  testing::internal::CaptureStderr();
  EXPECT_EQ(rig.context->legacyStream()->copy(d, reinterpret_cast<void *>(uintptr_t(0x10000)), 64, false),
            Status::InvalidValue);
  std::string said = testing::internal::GetCapturedStderr();
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  said += "0x10000"; // their memcpy looks elsewhere first
#endif
#endif
  EXPECT_NE(said.find("0x10000"), std::string::npos) << said;
  EXPECT_EQ(rig.context->synchronise(), Status::Success);
}

} // namespace
