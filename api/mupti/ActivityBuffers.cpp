// See ActivityBuffers.h.
#include "api/mupti/ActivityBuffers.h"

#include "api/mupti/ActivityState.h"
#include "api/mupti/ActivityWriter.h"
#include "runtime/Futex.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <pthread.h>
#include <utility>

namespace helicon::mupti {
namespace {

/// The thread is woken for this many bytes of records, or for what fills the client's buffer.
constexpr uint64_t kWorthWaking = 256 << 10;
/// The calling thread is in a function of the client's.
constinit thread_local bool inClient = false;

template <class Call> void callClient(Call &&call) {
  inClient = true;
  call();
  inClient = false;
}

} // namespace

Buffers &Buffers::get() {
  static auto *const kBuffers = new Buffers;
  return *kBuffers;
}

bool Buffers::isInClient() { return inClient; }

/// Gives the buffer back.
void Buffers::complete() {
  uint8_t *const full = std::exchange(buffer, nullptr);
  delivered++;
  callClient([&] { completed(nullptr, 0, full, size, used); });
}

/// A buffer with room for one more record; false when the client gives none.
bool Buffers::makeRoom(size_t bytes) {
  if (buffer && (size - used < bytes || (mostRecords && records == mostRecords)))
    complete();
  if (buffer)
    return true;
  size = used = records = mostRecords = 0;
  callClient([&] { request(&buffer, &size, &mostRecords); });
  if (!buffer)
    return false;
  if (size >= bytes && reinterpret_cast<uintptr_t>(buffer) % ACTIVITY_RECORD_ALIGNMENT == 0)
    return true;
  complete(); // of no use
  return false;
}

/// False when the record was dropped.
bool Buffers::put(const activity::Record &record) {
  const bool isOpen = buffer && !(mostRecords && records == mostRecords);
  size_t bytes = write(record, isOpen ? buffer + used : nullptr, isOpen ? size - used : 0);
  if (!isOpen || bytes > size - used) {
    if (!makeRoom(bytes))
      return false;
    bytes = write(record, buffer + used, size - used);
  }
  used += bytes;
  records++;
  return true;
}

/// From the queue into buffers; full ones are delivered.
void Buffers::drain() {
  uint64_t dropped = 0;
  for (activity::Record *next = activity::takeAll(); next;) {
    const activity::RecordRef record(std::exchange(next, next->next));
    dropped += !put(*record);
  }
  if (dropped)
    activity::countDropped(dropped);
  if (buffer && mostRecords && records == mostRecords)
    complete();
}

static void wakeThread() {
  activity::queue.wakeWord.fetch_add(1, std::memory_order_release);
  futexWake(activity::queue.wakeWord, INT32_MAX);
}

/// When the thread has something to do again: the first record of all, or what fills the buffer. It may be there
/// already; then whoever put it in saw the old mark.
void Buffers::noteWakeUp() {
  const uint64_t room = buffer ? size - used : 0, mark = std::clamp<uint64_t>(room, 1, kWorthWaking);
  activity::queue.wakeAt.store(mark, std::memory_order_seq_cst);
  if (activity::queue.held.load(std::memory_order_seq_cst) >= mark)
    wakeThread();
}

MUptiResult Buffers::flush(bool forced) {
  if (inClient)
    return MUPTI_ERROR_INVALID_OPERATION;
  const std::lock_guard lock(mutex);
  if (!request)
    return MUPTI_ERROR_INVALID_OPERATION;
  const uint64_t start = activity::now(), before = delivered;
  drain();
  if (buffer && (used > 0 || forced))
    complete();
  noteWakeUp();
  if (delivered > before && isEnabled(MUPTI_ACTIVITY_KIND_OVERHEAD)) {
    auto *overhead = new activity::OverheadRecord(activity::OverheadRecord::kDelivery);
    activity::RecordRef record(overhead);
    overhead->thread = activity::threadId();
    overhead->start = start;
    overhead->end = activity::now();
    activity::post(std::move(record));
  }
  return MUPTI_SUCCESS;
}

MUptiResult Buffers::setCallbacks(MUpti_BuffersCallbackRequestFunc newRequest,
                                  MUpti_BuffersCallbackCompleteFunc newComplete) {
  if (inClient)
    return MUPTI_ERROR_INVALID_OPERATION;
  const std::lock_guard lock(mutex);
  request = newRequest;
  completed = newComplete;
  if (enabledKinds.load(std::memory_order_relaxed) != 0)
    startLocked();
  return MUPTI_SUCCESS;
}

MUptiResult Buffers::setPeriod(uint32_t milliseconds) {
  if (inClient)
    return MUPTI_ERROR_INVALID_OPERATION;
  const std::lock_guard lock(mutex);
  period = milliseconds;
  wakeThread(); // it looks at it
  return MUPTI_SUCCESS;
}

// ---- The thread -----------------------------------------------------------------------------------------------------

void Buffers::start() {
  if (inClient) // somebody delivers, so it runs if it can
    return;
  const std::lock_guard lock(mutex);
  startLocked();
}

/// Without a thread records wait for a flush.
void Buffers::startLocked() {
  if (isRunning || !request || isEnding)
    return;
  static const int kAtExit = std::atexit([] {
    if (!isUsable()) // somebody may hold the mutex that is not here
      return;
    const std::lock_guard lock(get().mutex);
    get().isEnding = true;
  });
  static_cast<void>(kAtExit);
  noteWakeUp();
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before); // the program's signals are for its own threads
  pthread_t thread{};
  isRunning = pthread_create(&thread, nullptr, main, reinterpret_cast<void *>(++turn)) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (isRunning)
    pthread_detach(thread);
}

void Buffers::stop() {
  flush(true);
  const std::lock_guard lock(mutex);
  request = nullptr;
  completed = nullptr;
  period = 0;
  turn++;
  isRunning = false;
  wakeThread();
}

void *Buffers::main(void *turn) {
  pthread_setname_np(pthread_self(), "helicon-mupti");
  get().run(reinterpret_cast<uintptr_t>(turn));
  return nullptr;
}

void Buffers::run(uint64_t myTurn) {
  for (;;) {
    const uint32_t word = activity::queue.wakeWord.load(std::memory_order_acquire);
    uint64_t limit = 0;
    {
      const std::lock_guard lock(mutex);
      if (turn != myTurn || isEnding)
        return;
      drain();
      noteWakeUp();
      limit = uint64_t(period) * 1000000;
    }
    futexWait(activity::queue.wakeWord, word, limit);
  }
}

} // namespace helicon::mupti
