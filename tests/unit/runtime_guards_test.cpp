// Checked mode's guards around allocations, where they run short too; memory that kernels index by themselves, apart
// from the rest.
#include "random_allocations.h"
#include "runtime_support.h"

#include "runtime/Arena.h"
#include "runtime/ArenaGuards.h"
#include "runtime/BlockMemory.h"
#include "runtime/FarMapping.h"
#include "runtime/KernelStack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csetjmp>
#include <csignal>

using namespace helicon;
using namespace helicon::test;

namespace {

constexpr int64_t kPlenty = 10000;

std::unique_ptr<Arena> guardedArena(uint64_t limit, int64_t mappings, uint64_t span = 0) {
  std::string why;
  auto arena = Arena::reserve(limit, span ? span : limit * 4, std::make_shared<Budget>(256 << 20), why);
  arena->guardAllocations(mappings);
  return arena;
}

unsigned char *allocated(Arena &arena, uint64_t bytes) {
  void *p = nullptr;
  EXPECT_EQ(arena.allocate(bytes, &arena, 0, &p), Status::Success);
  return static_cast<unsigned char *>(p);
}

std::vector<Overrun> overruns(Arena &arena, bool living = true) {
  std::vector<Overrun> found;
  arena.checkGuards(living, found);
  return found;
}

sigjmp_buf gLanding;
void onSegv(int) { siglongjmp(gLanding, 1); }

/// Whether the byte can be read.
bool isAccessible(const void *p) {
  struct sigaction action{}, before{};
  action.sa_handler = onSegv;
  sigaction(SIGSEGV, &action, &before);
  volatile bool fine = false;
  if (sigsetjmp(gLanding, 1) == 0) {
    (void)*static_cast<const volatile unsigned char *>(p);
    fine = true;
  }
  sigaction(SIGSEGV, &before, nullptr);
  return fine;
}

TEST(Guards, EndAtPagesThatAreNotThere) {
  auto arena = guardedArena(64 << 20, kPlenty);
  for (uint64_t bytes : {1, 255, 256, 257, 4096, 5000, 65536, 3000000}) {
    unsigned char *p = allocated(*arena, bytes);
    EXPECT_EQ(uintptr_t(p) % Arena::kAlign, 0u);
    std::memset(p, 7, bytes);
    uintptr_t end = (uintptr_t(p) + bytes + 255) / 256 * 256;
    EXPECT_EQ(end % 4096, 0u) << bytes;
    EXPECT_FALSE(isAccessible(reinterpret_cast<void *>(end)));
    EXPECT_FALSE(isAccessible(reinterpret_cast<void *>(uintptr_t(p) / 4096 * 4096 - 1)));
    Allocation found;
    ASSERT_TRUE(arena->find(p + bytes - 1, found));
    EXPECT_EQ(found.base, p);
    EXPECT_FALSE(arena->find(p + bytes, found));
    EXPECT_NE(arena->describe(p + bytes).find("0 bytes behind the end of the allocation of " + std::to_string(bytes)),
              std::string::npos);
  }
  EXPECT_TRUE(overruns(*arena).empty());
}

TEST(Guards, FindWritesAroundAllocations) {
  for (int64_t mappings : {kPlenty, int64_t(0)}) {
    auto arena = guardedArena(64 << 20, mappings);
    testing::internal::CaptureStderr();
    unsigned char *p = allocated(*arena, 100), *q = allocated(*arena, 5000);
    std::string said = testing::internal::GetCapturedStderr();
    EXPECT_EQ(said.find("vm.max_map_count") != std::string::npos, mappings == 0) << said;
    p[103] ^= 1;
    p[110] ^= 1;
    q[-7] ^= 1;
    auto found = overruns(*arena);
    ASSERT_EQ(found.size(), 2u);
    std::sort(found.begin(), found.end(), [](auto &a, auto &b) { return a.beforeStart < b.beforeStart; });
    EXPECT_EQ(found[0].allocation.base, p);
    EXPECT_EQ(found[0].bytes, 11u);
    EXPECT_EQ(found[1].allocation.base, q);
    EXPECT_EQ(found[1].bytes, 7u);
    EXPECT_TRUE(found[1].isAllocation);
    EXPECT_TRUE(overruns(*arena).empty()) << "said once";
    p[100] ^= 1;
    EXPECT_TRUE(overruns(*arena, false).empty()) << "living ones are not looked at";
    EXPECT_EQ(arena->release(p), Status::Success);
    EXPECT_EQ(arena->release(p), Status::InvalidValue);
    found = overruns(*arena, false);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].bytes, 1u);
    EXPECT_FALSE(found[0].isAllocation);
  }
}

TEST(Guards, FreedMemoryIsGoneForAWhile) {
  auto arena = guardedArena(8 << 20, kPlenty); // 32 MB of addresses: 512 pages, a quarter for what was freed
  unsigned char *p = allocated(*arena, 1000);
  EXPECT_EQ(arena->release(p), Status::Success);
  EXPECT_FALSE(isAccessible(p));
  EXPECT_NE(arena->describe(p + 10).find("memory that was freed: 10 bytes into the allocation of 1000 bytes"),
            std::string::npos);
  Allocation found;
  EXPECT_FALSE(arena->find(p, found));
  bool again = false;
  for (int i = 0; i < 1000; i++) {
    unsigned char *next = allocated(*arena, 1000);
    again |= next == p;
    EXPECT_TRUE(i > 20 || !again);
    EXPECT_EQ(arena->release(next), Status::Success);
  }
  EXPECT_TRUE(again) << "addresses come back";
  EXPECT_EQ(arena->used(), 0u);
}

TEST(Guards, GoWhereAddressesOrMappingsRunOut) {
  struct {
    int64_t mappings;
    uint64_t span;
  } cases[] = {{kPlenty, 2 << 20}, {20, 64 << 20}};
  for (auto &c : cases) {
    auto arena = guardedArena(1 << 20, c.mappings, c.span);
    std::vector<unsigned char *> all;
    testing::internal::CaptureStderr();
    for (int i = 0; i < 200; i++)
      all.push_back(allocated(*arena, 200));
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_EQ(said.find("HELICON_STRICT"), said.rfind("HELICON_STRICT")) << "once: " << said;
    for (unsigned char *p : all)
      std::memset(p, 3, 200);
    EXPECT_TRUE(overruns(*arena).empty());
    all.back()[200] ^= 1;
    EXPECT_EQ(overruns(*arena).size(), 1u);
    for (unsigned char *p : all)
      EXPECT_EQ(arena->release(p), Status::Success);
    EXPECT_EQ(arena->used(), 0u);
    void *whole = nullptr;
    EXPECT_EQ(arena->allocate((1 << 20) - 4096, nullptr, 0, &whole), Status::Success) << "all of it can be had again";
    EXPECT_EQ(arena->allocate(8192, nullptr, 0, &whole), Status::OutOfMemory);
  }
}

TEST(Guards, RandomAllocationsKeepTheirBytes) {
  auto arena = guardedArena(64 << 20, 200);
  allocateAtRandom(*arena, &arena, {.seed = 2, .steps = 4000, .most = 300}, [](const LiveBlock &l) {
    ASSERT_TRUE(std::all_of(l.p, l.p + l.bytes, [&](unsigned char b) { return b == l.mark; }));
  });
  EXPECT_TRUE(overruns(*arena).empty());
  arena->releaseAll(&arena);
  EXPECT_TRUE(overruns(*arena).empty());
  EXPECT_EQ(arena->used(), 0u);
}

TEST(FarMapping, LiesApart) {
  constexpr uint64_t kBytes = 1 << 20;
  FarMapping a, b;
  ASSERT_TRUE(a.reserve(kBytes, 1 << 30) && a.open(kBytes));
  ASSERT_TRUE(b.reserve(kBytes, 1 << 30) && b.open(kBytes));
  for (FarMapping *m : {&a, &b}) {
    std::memset(m->data(), 1, m->bytes());
    EXPECT_FALSE(isAccessible(m->data() - 1));
    EXPECT_FALSE(isAccessible(m->data() + m->bytes()));
    EXPECT_FALSE(isAccessible(m->data() + m->bytes() + (32 << 10)));
  }
  EXPECT_FALSE(a.holds(uintptr_t(b.data())));
  int local = 0;
  EXPECT_FALSE(FarMapping::isFar(uintptr_t(&local)));
}

TEST(KernelStack, OpensWhatIsAskedFor) {
  KernelStack stack;
  EXPECT_FALSE(stack.isOverflow(0));
  for (uint64_t bytes : {1 << 12, 1 << 20, 1 << 27}) { // the last needs another mapping
    ASSERT_TRUE(stack.reserve(bytes));
    EXPECT_GE(stack.bytes(), bytes);
    std::memset(stack.top() - bytes, 1, bytes);
    EXPECT_FALSE(isAccessible(stack.low() - 1));
    EXPECT_TRUE(stack.isOverflow(uintptr_t(stack.low()) - 100));
    EXPECT_FALSE(stack.isOverflow(uintptr_t(stack.low()) + 100));
    const std::string below = stack.describe(uintptr_t(stack.low()) - 100);
    EXPECT_NE(below.find("100 bytes below the kernel's stack"), std::string::npos) << below;
    char *top = stack.top();
    ASSERT_TRUE(stack.reserve(bytes / 2));
    EXPECT_EQ(stack.top(), top);
  }
}

TEST(BlockMemory, GrowsAndIsZero) {
  BlockMemory memory, other;
  char *start = nullptr, *second = nullptr;
  for (uint64_t bytes : {1, 64, 4000, 60000, 3000000}) {
    ASSERT_TRUE(memory.reserve(bytes, start));
    ASSERT_TRUE(other.reserve(bytes / 2, second));
    EXPECT_EQ(uintptr_t(start) % kSharedAlign, 0u);
    EXPECT_TRUE(std::all_of(start, start + bytes + 64, [](char c) { return c == 0; }));
    std::memset(start, 5, bytes + 64);
    char *same = start;
    ASSERT_TRUE(memory.reserve(bytes / 2, start));
    EXPECT_EQ(start, same);
  }
}

} // namespace
