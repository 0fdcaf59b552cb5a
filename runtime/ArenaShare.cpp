// How an allocation becomes memory of several processes: its pages are copied into a memory file, which is mapped in
// their place. Ordinary allocations stay anonymous memory, with huge pages and no descriptor; only what is exported
// pays. Small allocations lie in spans of 256 KB, so their neighbours come along.
#include "runtime/Arena.h"
#include "runtime/ArenaGuards.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

namespace helicon {

static constexpr uint64_t kSystemPage = 4096;

/// Pages of zeros stay holes of the file.
static void copyPages(char *to, const char *from, uint64_t bytes) {
  static constexpr char kZeros[kSystemPage] = {};
  for (uint64_t at = 0; at < bytes; at += kSystemPage)
    if (std::memcmp(from + at, kZeros, kSystemPage) != 0)
      std::memcpy(to + at, from + at, kSystemPage);
}

Status Arena::shareSpan(Span *span, char *from, uint64_t bytes) {
  SharedFile made;
  if (Status status = SharedFile::create("device", bytes, made); status != Status::Success)
    return status;
  void *copy = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, made.fd, 0);
  if (copy == MAP_FAILED) {
    made.close();
    return Status::OutOfMemory;
  }
  copyPages(static_cast<char *>(copy), from, bytes);
  munmap(copy, bytes);
  if (mmap(from, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED, made.fd, 0) == MAP_FAILED) {
    made.close();
    return Status::OutOfMemory;
  }
  span->shared = made;
  span->sharedFrom = from;
  return Status::Success;
}

void Arena::dropShared(Span *span) {
  span->shared.close();
  span->sharedFrom = nullptr;
}

Status Arena::share(const void *p, FilePlace &out) {
  if (!contains(p))
    return Status::InvalidValue;
  std::lock_guard lock(mutex);
  Span *span = nullptr;
  char *low = nullptr, *high = nullptr;
  if (guards && !guards->pagesOf(p, span, low, high))
    return Status::InvalidValue;
  if (!span) {
    span = table[pageOf(p)];
    if (!span || span->free)
      return Status::InvalidValue;
    low = addressOf(span->first);
    high = low + span->count * kPage;
  }
  if (span->shared.fd < 0)
    if (Status status = shareSpan(span, low, uint64_t(high - low)); status != Status::Success)
      return status;
  out.file = span->shared;
  out.offset = uint64_t(static_cast<const char *>(p) - span->sharedFrom);
  return Status::Success;
}

} // namespace helicon
