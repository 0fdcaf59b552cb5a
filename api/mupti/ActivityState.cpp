// See ActivityState.h.
#include "api/mupti/ActivityState.h"

#include "runtime/ActivityRecords.h"

#include <pthread.h>
#include <utility>

namespace helicon::mupti {

constinit std::atomic<uint64_t> enabledKinds{0};

namespace {

constinit thread_local MUptiResult lastError = MUPTI_SUCCESS;
constinit std::atomic<bool> hasForked{false};

/// The child has no thread that would empty the queue. Nothing that takes a mutex may be called, so calls still come to
/// the listener.
void afterFork() {
  hasForked.store(true, std::memory_order_relaxed);
  enabledKinds.store(0, std::memory_order_relaxed);
  activity::wanted.store(0, std::memory_order_relaxed);
}

} // namespace

MUptiResult finish(MUptiResult result) {
  if (result != MUPTI_SUCCESS)
    lastError = result;
  return result;
}

MUptiResult takeLastError() { return std::exchange(lastError, MUPTI_SUCCESS); }

bool isUsable() {
  static const int kWatching = pthread_atfork(nullptr, nullptr, afterFork);
  static_cast<void>(kWatching);
  return !hasForked.load(std::memory_order_relaxed);
}

} // namespace helicon::mupti
