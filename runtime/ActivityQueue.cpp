// The queue: a list that is pushed to and taken as a whole, so that no record is ever looked at by two threads.
#include "runtime/ActivityRecords.h"

#include "runtime/Futex.h"

#include <pthread.h>

namespace helicon::activity {

constinit std::atomic<uint32_t> wanted{0};
constinit std::atomic<bool> systemThreadIds{false};
constinit QueueState queue;
constinit std::atomic<uint64_t (*)()> timeSource{nullptr};

void Discard::operator()(Record *record) const { delete record; }

void post(RecordRef record) {
  const uint64_t bytes = record->bytes;
  const uint64_t before = queue.held.fetch_add(bytes, std::memory_order_seq_cst);
  if (before + bytes > queue.most.load(std::memory_order_relaxed)) {
    queue.held.fetch_sub(bytes, std::memory_order_relaxed);
    countDropped(1);
    return;
  }
  Record *mine = record.release();
  mine->next = queue.newest.load(std::memory_order_relaxed);
  while (!queue.newest.compare_exchange_weak(mine->next, mine, std::memory_order_release, std::memory_order_relaxed))
    ;
  const uint64_t mark = queue.wakeAt.load(std::memory_order_seq_cst);
  if (before < mark && before + bytes >= mark) {
    queue.wakeWord.fetch_add(1, std::memory_order_release);
    futexWake(queue.wakeWord, 1);
  }
}

Record *takeAll() {
  Record *oldest = nullptr;
  uint64_t bytes = 0;
  for (Record *at = queue.newest.exchange(nullptr, std::memory_order_acquire); at;) {
    Record *before = at->next;
    at->next = oldest;
    oldest = at;
    bytes += at->bytes;
    at = before;
  }
  queue.held.fetch_sub(bytes, std::memory_order_relaxed);
  return oldest;
}

void countDropped(uint64_t count) { queue.dropped.fetch_add(count, std::memory_order_relaxed); }
uint64_t takeDropped() { return queue.dropped.exchange(0, std::memory_order_relaxed); }

uint64_t now() {
  const auto source = timeSource.load(std::memory_order_relaxed);
  return source ? source() : nowNanoseconds();
}

uint32_t threadId() {
  return systemThreadIds.load(std::memory_order_relaxed) ? uint32_t(gettid())
                                                         : uint32_t(reinterpret_cast<uintptr_t>(pthread_self()));
}

} // namespace helicon::activity
