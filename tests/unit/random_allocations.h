// Allocates and frees at random, most blocks small and some large, each filled with a mark of its own.
#pragma once

#include "runtime/Arena.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <random>
#include <vector>

namespace helicon::test {

struct LiveBlock {
  unsigned char *p;
  uint64_t bytes;
  unsigned char mark;
};

struct RandomAllocations {
  unsigned seed;
  int steps;
  size_t most; ///< blocks at once
};

/// `check` sees each block before it is freed. All that is left in the end belongs to `owner`.
inline void allocateAtRandom(Arena &arena, const void *owner, const RandomAllocations &plan,
                             const std::function<void(const LiveBlock &)> &check) {
  std::vector<LiveBlock> live;
  std::mt19937 random(plan.seed);
  for (int step = 0; step < plan.steps; step++) {
    if (live.size() < plan.most && random() % 2) {
      uint64_t bytes = 1 + random() % (random() % 8 ? 5000 : 600000);
      void *p = nullptr;
      if (arena.allocate(bytes, owner, 0, &p) != Status::Success)
        continue;
      ASSERT_EQ(uintptr_t(p) % Arena::kAlign, 0u);
      auto mark = static_cast<unsigned char>(random());
      std::memset(p, mark, bytes);
      live.push_back({static_cast<unsigned char *>(p), bytes, mark});
    } else if (!live.empty()) {
      size_t i = random() % live.size();
      ASSERT_NO_FATAL_FAILURE(check(live[i]));
      ASSERT_EQ(arena.release(live[i].p), Status::Success);
      ASSERT_EQ(arena.release(live[i].p), Status::InvalidValue);
      live[i] = live.back();
      live.pop_back();
    }
  }
}

} // namespace helicon::test
