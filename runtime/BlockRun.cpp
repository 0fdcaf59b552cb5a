// Memory of a block in execution: aligned as generated code relies on, and followed by a few bytes that a full-width
// load at its end may touch.
#include "runtime/BlockRun.h"

#include "runtime/DeviceLaunch.h"
#include "runtime/KernelCommand.h"
#include "runtime/Services.h"
#include "runtime/executors/FiberBlock.h"

#include <cstdlib>
#include <cstring>

namespace helicon {

static constexpr uint64_t kVectorBytes = 64;

BlockRun::BlockRun() {
  context.services = &kServices;
  context.worker = this;
}

BlockRun::~BlockRun() {
  std::free(shared);
  std::free(frames);
}

void BlockRun::dropLaunches() { launches.reset(); }

static bool grow(char *&memory, uint64_t &capacity, uint64_t bytes) {
  if (bytes <= capacity)
    return true;
  uint64_t rounded = (bytes + kVectorBytes + kSharedAlign - 1) / kSharedAlign * kSharedAlign;
  auto *fresh = static_cast<char *>(std::aligned_alloc(kSharedAlign, rounded));
  if (!fresh)
    return false;
  // Uninitialised shared memory reads as zero at first: a program's mistake is at least the same each time.
  std::memset(fresh, 0, rounded);
  std::free(memory);
  memory = fresh;
  capacity = bytes;
  return true;
}

bool BlockRun::reserveShared(uint64_t bytes) { return grow(shared, sharedCapacity, bytes); }
bool BlockRun::reserveFrames(uint64_t bytes) { return grow(frames, frameCapacity, bytes); }

bool resumeBlock(Worker &worker, BlockRun *run) { return run->command->resume(worker, *run); }

} // namespace helicon
