// See SharedEvent.h. Waiting is a futex on the page, with a limit of time for the look at the other process.
#include "runtime/SharedEvent.h"

#include <algorithm>
#include <atomic>
#include <climits>
#include <ctime>
#include <fstream>
#include <linux/futex.h>
#include <string>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace helicon {

static constexpr char kUse[] = "event";
static constexpr uint64_t kBytes = 4096;
static constexpr long kLookNanoseconds = 50 * 1000 * 1000;

struct SharedEvent::Page {
  std::atomic<uint64_t> recorded, reached;
  std::atomic<int32_t> recorder; ///< process
  std::atomic<uint32_t> changes; ///< the futex
};
static_assert(std::atomic<uint64_t>::is_always_lock_free);

/// Neither gone nor a zombie.
static bool isAlive(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  if (!std::getline(file, line))
    return false;
  const size_t end = line.rfind(')'); // the name before may hold anything
  const char state = end != std::string::npos && end + 2 < line.size() ? line[end + 2] : 'X';
  return state != 'Z' && state != 'X';
}

Status SharedEvent::map(SharedEvent &event) {
  if (event.memory.bytes() != kBytes)
    return Status::InvalidValue;
  void *p = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, event.memory.fd, 0);
  if (p == MAP_FAILED)
    return Status::OutOfMemory;
  event.page = static_cast<Page *>(p); // a fresh file is zeros
  return Status::Success;
}

Status SharedEvent::create(std::shared_ptr<SharedEvent> &out) {
  std::shared_ptr<SharedEvent> made(new SharedEvent);
  if (Status status = SharedFile::create(kUse, kBytes, made->memory); status != Status::Success)
    return status;
  if (Status status = map(*made); status != Status::Success)
    return status;
  made->page->recorder = getpid();
  out = std::move(made);
  return Status::Success;
}

Status SharedEvent::open(pid_t process, int number, const uint64_t (&key)[2], std::shared_ptr<SharedEvent> &out) {
  std::shared_ptr<SharedEvent> made(new SharedEvent);
  if (Status status = SharedFile::openOf(process, number, key, kUse, made->memory); status != Status::Success)
    return status == Status::NotFound ? Status::MapFailed : status;
  if (Status status = map(*made); status != Status::Success)
    return status;
  made->memory.close(); // the mapping is enough
  out = std::move(made);
  return Status::Success;
}

SharedEvent::~SharedEvent() {
  if (page)
    munmap(static_cast<void *>(page), kBytes);
  memory.close();
}

bool SharedEvent::isOurs() const { return page->recorder.load(std::memory_order_acquire) == getpid(); }

uint64_t SharedEvent::begin() {
  page->recorder.store(getpid(), std::memory_order_release);
  return page->recorded.fetch_add(1, std::memory_order_acq_rel) + 1;
}

void SharedEvent::finish(uint64_t number) {
  uint64_t before = page->reached.load(std::memory_order_relaxed);
  while (before < number && !page->reached.compare_exchange_weak(before, number, std::memory_order_acq_rel))
    ;
  page->changes.fetch_add(1, std::memory_order_release);
  syscall(SYS_futex, &page->changes, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

uint64_t SharedEvent::lastNumber() const { return page->recorded.load(std::memory_order_acquire); }

bool SharedEvent::isDone(uint64_t number) const {
  return page->reached.load(std::memory_order_acquire) >= number ||
         !isAlive(page->recorder.load(std::memory_order_acquire));
}

void SharedEvent::wait(uint64_t number) const {
  for (;;) {
    const uint32_t changes = page->changes.load(std::memory_order_acquire);
    if (isDone(number))
      return;
    const timespec limit{0, kLookNanoseconds};
    syscall(SYS_futex, &page->changes, FUTEX_WAIT, changes, &limit, nullptr, 0);
  }
}

} // namespace helicon
