// x86-64 Linux puts programs at 0x4... or 0x55..., and their heaps behind them; libraries, stacks and what mmap chooses
// go down from 0x7f.... The zone lies between: 32 TB above the lowest, 37 TB below the others.
#include "runtime/FarMapping.h"

#include <atomic>
#include <sys/mman.h>
#include <sys/resource.h>

namespace helicon {

static constexpr uint64_t kTerabyte = uint64_t(1) << 40, kGigabyte = uint64_t(1) << 30;
static constexpr uint64_t kZoneStart = 32 * kTerabyte, kZoneBytes = 16 * kTerabyte;
static constexpr uint64_t kReach = 24 * kTerabyte; ///< farther than an index of 32 bits goes, 8 bytes times 1024 lanes
static constexpr uint64_t kGuard = 4 * kGigabyte, kLimitedGuard = 64 << 10;
static constexpr int kTries = 4; ///< places of the zone that may be taken

bool isAddressSpaceLimited() {
  rlimit limit;
  return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

bool FarMapping::isFar(uintptr_t address) {
  return address >= kZoneStart - kReach && address < kZoneStart + kZoneBytes + kReach;
}

void *FarMapping::place(uint64_t bytes, uint64_t spacing) {
  static std::atomic<uint64_t> next{0};
  const uint64_t step = (bytes + spacing + kGigabyte - 1) / kGigabyte * kGigabyte;
  const uint64_t at = next.fetch_add(step, std::memory_order_relaxed) % kZoneBytes;
  return reinterpret_cast<void *>(kZoneStart + at);
}

static char *reserved(void *where, uint64_t bytes) {
  void *got = mmap(where, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return got == MAP_FAILED ? nullptr : static_cast<char *>(got);
}

bool FarMapping::reserve(uint64_t bytes, uint64_t spacing) {
  drop();
  for (int i = 0; i < kTries; i++) {
    void *wanted = place(bytes, spacing);
    char *got = reserved(wanted, bytes);
    if (!got)
      return false;
    start = whole = got;
    length = wholeLength = bytes;
    if (got == wanted)
      return true;
    drop();
  }
  return reserveWithGuards(bytes);
}

bool FarMapping::reserveWithGuards(uint64_t bytes) {
  for (uint64_t guard : {isAddressSpaceLimited() ? kLimitedGuard : kGuard, kLimitedGuard}) {
    whole = reserved(nullptr, bytes + 2 * guard);
    if (!whole)
      continue;
    wholeLength = bytes + 2 * guard;
    start = whole + guard;
    length = bytes;
    return true;
  }
  return false;
}

bool FarMapping::open(uint64_t bytes) { return mprotect(start + length - bytes, bytes, PROT_READ | PROT_WRITE) == 0; }

void FarMapping::drop() {
  if (whole)
    munmap(whole, wholeLength);
  start = whole = nullptr;
  length = wholeLength = 0;
}

FarMapping::~FarMapping() { drop(); }

} // namespace helicon
