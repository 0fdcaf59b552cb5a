// See KernelStop.h. A thread announces each entry into kernels by making Worker::entries odd, and looks for an abort
// after that; whoever abandons work says so first and looks at the entries then. So one of the two sees the other.
#include "runtime/KernelStop.h"

#include "runtime/Faults.h"
#include "runtime/Futex.h"
#include "runtime/KernelCommand.h"
#include "runtime/Log.h"
#include "runtime/SchedulerState.h"
#include "runtime/Worker.h"

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <map>
#include <mutex>
#include <pthread.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace helicon {

namespace {
constexpr uint64_t kFirstPause = 200000, kLongestPause = 20000000; ///< between two signals, ns

/// A thread that is to leave the kernels it was in when something was abandoned.
struct Wanted {
  Worker *worker;
  uint32_t entry;
};

struct Watch {
  std::mutex mutex; ///< workers in the list live while it is held
  std::condition_variable changed;
  std::vector<Worker *> workers;
  std::map<std::pair<uint64_t, KernelCommand *>, std::weak_ptr<Command>> limits; ///< by the time when they are over
  std::vector<Wanted> wanted;
  bool started = false;

  void startLocked();
  void collectLocked();
  bool signalLocked();
  std::shared_ptr<Command> takeLateLocked(uint64_t now);
  void loop();
};

Watch &watch() {
  static auto *const kWatch = new Watch; // threads use it until the process is gone
  return *kWatch;
}

void *watchMain(void *) {
  pthread_setname_np(pthread_self(), "helicon-watch");
  watch().loop();
  return nullptr;
}

void Watch::startLocked() {
  if (started)
    return;
  started = startThread(0, watchMain, nullptr);
  if (!started)
    logWarning("cannot start the thread that stops kernels: those that do not end by themselves go on");
}

void Watch::collectLocked() {
  for (Worker *worker : workers) {
    uint32_t entry = worker->entries.load(std::memory_order_seq_cst);
    if (entry & 1)
      wanted.push_back({worker, entry});
  }
}

/// True while somebody is still to leave.
bool Watch::signalLocked() {
  std::erase_if(wanted, [](const Wanted &w) {
    return w.worker->entries.load(std::memory_order_acquire) != w.entry ||
           w.worker->notAbandoned.load(std::memory_order_relaxed) == w.entry;
  });
  for (const Wanted &w : wanted)
    pthread_kill(w.worker->thread, stopSignal());
  return !wanted.empty();
}

/// A command whose time is over, if there is one; it may be done. The caller lets go of it without the mutex: if it is
/// the last to hold it, its end takes that.
std::shared_ptr<Command> Watch::takeLateLocked(uint64_t now) {
  while (!limits.empty() && limits.begin()->first.first <= now) {
    auto command = limits.begin()->second.lock();
    limits.erase(limits.begin());
    if (command)
      return command;
  }
  return nullptr;
}

void Watch::loop() {
  uint64_t pause = kFirstPause;
  std::unique_lock lock(mutex);
  for (;;) {
    if (auto late = takeLateLocked(nowNanoseconds())) {
      lock.unlock();
      const bool isLate = !late->done();
      if (isLate)
        static_cast<KernelCommand &>(*late).outOfTime();
      late.reset();
      lock.lock();
      if (isLate)
        collectLocked();
      pause = kFirstPause;
      continue;
    }
    uint64_t next = signalLocked() ? pause : UINT64_MAX;
    if (next != UINT64_MAX)
      pause = std::min(pause * 2, kLongestPause);
    else
      pause = kFirstPause;
    if (!limits.empty()) {
      uint64_t now = nowNanoseconds();
      next = std::min(next, limits.begin()->first.first > now ? limits.begin()->first.first - now : 0);
    }
    if (next == UINT64_MAX)
      changed.wait(lock);
    else if (next > 0)
      changed.wait_for(lock, std::chrono::nanoseconds(std::min<uint64_t>(next, uint64_t(1) << 60)));
  }
}
} // namespace

void makeStoppable(Worker &worker) {
  worker.thread = pthread_self();
  allowStopSignal();
  std::lock_guard lock(watch().mutex);
  watch().workers.push_back(&worker);
}

void forgetStoppable(Worker &worker) {
  std::lock_guard lock(watch().mutex);
  std::erase(watch().workers, &worker);
  std::erase_if(watch().wanted, [&](const Wanted &w) { return w.worker == &worker; });
}

void limitTime(KernelCommand &command, uint64_t milliseconds) {
  Watch &w = watch();
  std::lock_guard lock(w.mutex);
  w.startLocked();
  command.timeLimit = nowNanoseconds() + milliseconds * 1000000;
  bool first = w.limits.empty();
  w.limits.insert({{command.timeLimit, &command}, command.ref()});
  if (first) // all have the same time: no later one ends sooner
    w.changed.notify_one();
}

void forgetLimit(KernelCommand &command) {
  std::lock_guard lock(watch().mutex);
  watch().limits.erase({command.timeLimit, &command});
}

void stopAbandoned() {
  Watch &w = watch();
  std::lock_guard lock(w.mutex);
  w.startLocked();
  w.collectLocked();
  w.changed.notify_one();
}

} // namespace helicon
