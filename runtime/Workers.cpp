// The worker pool: finding work, running blocks, putting aside what polls, sleeping.
#include "runtime/SchedulerState.h"

#include "runtime/BlockRun.h"
#include "runtime/Environment.h"
#include "runtime/FarMapping.h"
#include "runtime/Faults.h"
#include "runtime/HostMemory.h"
#include "runtime/Log.h"
#include "runtime/Stream.h"
#include "runtime/Worker.h"

#include <algorithm>
#include <csignal>
#include <pthread.h>
#include <sched.h>
#include <thread>

namespace helicon {

static constexpr uint32_t kEagerRounds = 16;
static constexpr int kPoliteness = 16; ///< pauses, some hundred nanoseconds
static constexpr uint64_t kFirstNap = 5000, kLongestNap = 200000;
/// How often a waiting block is looked at before fresh ones.
static constexpr uint32_t kSuspendedEvery = 8;

/// Kernels run on stacks of their own; compiling one again, to find a line, needs the most. Address space only.
uint64_t workerStack() { return isAddressSpaceLimited() ? 4 << 20 : 64 << 20; }

uint32_t processorCount() {
  if (const std::optional<uint32_t> &threads = environment().threads)
    return *threads;
  cpu_set_t set;
  int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : int(std::thread::hardware_concurrency());
  return std::min(uint32_t(std::max(count, 1)), std::max(cgroupProcessors(), 1u));
}

/// How many sleeping workers to wake so that `wanted` more threads look for work.
uint32_t Scheduler::State::wakeUpsLocked(uint32_t wanted) const {
  if ((active.empty() && suspended.empty()) || spinners > 0)
    return 0;
  uint32_t free = processors > running + helpers ? processors - running - helpers : 0;
  // At least one worker must be up, however many host threads help: they leave when what they wait for is done.
  if (running == 0 && free == 0)
    free = 1;
  return std::min({wanted, free, sleepers});
}

void Scheduler::State::wakeWorkers(uint32_t count) {
  if (count == 0)
    return;
  wake.fetch_add(1, std::memory_order_release);
  futexWake(wake, int(count));
}

bool startThread(uint64_t stackBytes, void *(*main)(void *), void *argument) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (stackBytes)
    pthread_attr_setstacksize(&attributes, stackBytes);
  sigset_t all, before;
  sigfillset(&all);
  for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    sigdelset(&all, fault);
  pthread_sigmask(SIG_SETMASK, &all, &before); // the program's signals are for its own threads
  pthread_t thread;
  int error = pthread_create(&thread, &attributes, main, argument);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  return error == 0;
}

void Scheduler::State::startWorkersLocked() {
  while (started < processors) {
    if (!startThread(stackBytes, workerMain, this)) {
      if (started == 0)
        logError("cannot start a worker thread; kernels run only while the program waits for them");
      processors = std::max(started, 1u);
      return;
    }
    started++;
  }
}

void *Scheduler::State::workerMain(void *state) {
  pthread_setname_np(pthread_self(), "helicon-worker");
  Worker &worker = thisWorker();
  prepareThreadForFaults(worker);
  static_cast<State *>(state)->workerLoop(worker);
  return nullptr;
}

/// Finds work; false when there is none. Fresh blocks come first, since they may be what a waiting one waits for.
bool Scheduler::State::pickLocked(Pick &out, const Filter *filter, std::vector<CommandRef> &dropped) {
  bool suspendedFirst = !filter && !suspended.empty() && ++picks % kSuspendedEvery == 0;
  if (suspendedFirst && roundLeft == 0)
    roundLeft = 1;
  for (size_t i = 0; !suspendedFirst && i < active.size();) {
    Command &c = *active[i];
    if (c.next.load(std::memory_order_relaxed) >= c.items) {
      dropped.push_back(std::move(active[i]));
      active.erase(active.begin() + long(i));
      continue;
    }
    bool allowed = c.suspended < c.residentLimit;
    if (filter)
      allowed &= c.hostMayHelp && &c.context == filter->context && (!filter->stream || filter->stream == c.stream) &&
                 c.stackBytes <= filter->stack;
    if (allowed) {
      out.command = active[i];
      c.engaged++;
      vainRounds = 0;
      roundLeft = uint32_t(suspended.size());
      if (c.engaged < c.workersWanted || active.size() > 1 || !suspended.empty())
        out.wakeUps = wakeUpsLocked(2);
      return true;
    }
    i++;
  }
  if (filter || suspended.empty() || roundLeft == 0)
    return false;
  roundLeft--;
  Waiting &first = suspended.front();
  out.resumed = first.run;
  out.asked = first.run == nullptr;
  out.command = first.run ? first.run->commandRef : std::move(first.command);
  out.command->engaged++;
  suspended.pop_front();
  if (vainRounds < 2 && !suspended.empty())
    out.wakeUps = wakeUpsLocked(1);
  return true;
}

/// True when these were the last items.
bool Scheduler::State::finishItems(Command &command, uint64_t count) {
  return count && command.left.fetch_sub(count, std::memory_order_acq_rel) == count;
}

/// Claims and runs blocks of one command until none is left, or too many of it are asleep. True when the caller has to
/// complete the command.
bool Scheduler::State::runFresh(Worker &worker, Command &command) {
  worker.command = &command;
  const uint64_t items = command.items, chunk = command.chunk;
  if (worker.run)
    worker.run->command = nullptr; // another command may have had this one's address
  bool finished = false;
  while (!finished) {
    uint64_t first = command.next.fetch_add(chunk, std::memory_order_relaxed);
    if (first >= items)
      break;
    uint64_t count = std::min(chunk, items - first);
    if (first == 0 && command.record && !command.aborted()) [[unlikely]]
      activity::begins(*command.record);
    uint64_t ended = command.aborted() ? count : command.runItems(worker, first, count);
    finished = finishItems(command, ended);
    if (ended < count)
      break; // something waits: let the picker decide what is best now
  }
  worker.command = nullptr;
  return finished;
}

bool Scheduler::State::resume(Worker &worker, BlockRun *run) {
  Command &command = *run->commandRef;
  worker.command = &command;
  bool ended = command.aborted() || resumeBlock(worker, run);
  if (ended)
    run->endBlock();
  {
    std::unique_lock lock(mutex);
    if (ended || run->progress) {
      vainRounds = 0;
      roundLeft = uint32_t(suspended.size());
    }
    if (ended) {
      command.suspended--;
      run->commandRef.reset(); // the pick holds the command
      run->command = nullptr;
      idleRuns.push_back(run);
    } else {
      suspended.push_back({run, nullptr});
    }
  }
  worker.command = nullptr;
  return ended && finishItems(command, 1);
}

/// Asks a command that polls; true when it is over.
bool Scheduler::State::ask(Worker &worker, const CommandRef &command) {
  worker.command = command.get();
  const bool ended = command->aborted() || command->poll(worker);
  worker.command = nullptr;
  std::unique_lock lock(mutex);
  if (ended) {
    vainRounds = 0;
    roundLeft = uint32_t(suspended.size());
  } else {
    suspended.push_back({nullptr, command});
  }
  return ended;
}

bool Scheduler::State::runPick(Worker &worker, Pick &pick) {
  if (pick.resumed)
    return resume(worker, pick.resumed);
  return pick.asked ? ask(worker, pick.command) : runFresh(worker, *pick.command);
}

/// After runPick: one visit under the mutex completes the command and readies what comes after it.
void Scheduler::State::leaveLocked(CommandRef command, bool finished, std::vector<CommandRef> &dropped) {
  command->engaged--;
  if (finished)
    completeLocked(std::move(command), dropped);
  else
    dropped.push_back(std::move(command));
}

void Scheduler::suspend(BlockRun *run) {
  std::unique_lock lock(s->mutex);
  run->commandRef->suspended++;
  s->suspended.push_back({run, nullptr});
}

BlockRun *Scheduler::takeRun() {
  std::unique_lock lock(s->mutex);
  if (s->idleRuns.empty())
    return new BlockRun;
  BlockRun *run = s->idleRuns.back();
  s->idleRuns.pop_back();
  return run;
}

void Scheduler::abort(Command &command) {
  command.stopped.store(true, std::memory_order_relaxed);
  uint64_t first = command.next.exchange(command.items, std::memory_order_relaxed);
  // The caller's own item has not ended yet, so this never reaches zero here.
  if (first < command.items)
    command.left.fetch_sub(command.items - first, std::memory_order_acq_rel);
}

/// One worker looks out for new work before it sleeps: what comes within kSpinNanoseconds costs no system call.
bool Scheduler::State::spin(std::unique_lock<ShortMutex> &lock) {
  if (!maySpin || spinners > 0)
    return false;
  spinners++;
  uint32_t seen = posted.load(std::memory_order_relaxed);
  lock.unlock();
  uint64_t end = nowNanoseconds() + kSpinNanoseconds;
  do {
    for (int i = 0; i < 16 && posted.load(std::memory_order_acquire) == seen; i++)
      cpuRelax();
  } while (posted.load(std::memory_order_acquire) == seen && nowNanoseconds() < end);
  // Whoever launched may be about to wait, and then does it himself without passing cache lines to and fro.
  if (posted.load(std::memory_order_relaxed) != seen)
    for (int i = 0; i < kPoliteness; i++)
      cpuRelax();
  lock.lock();
  spinners--;
  return posted.load(std::memory_order_relaxed) != seen;
}

/// Waits until there may be work. While only polling blocks are left, the naps grow with the rounds made in vain.
void Scheduler::State::nap(std::unique_lock<ShortMutex> &lock) {
  bool polling = !suspended.empty();
  if (!polling && spin(lock))
    return;
  uint64_t limit = 0;
  if (polling && vainRounds++ < kEagerRounds) {
    lock.unlock();
    sched_yield();
    lock.lock();
  } else {
    if (polling)
      limit = std::min(kFirstNap << std::min((vainRounds - kEagerRounds) / 4, 10u), kLongestNap);
    sleepers++;
    uint32_t word = wake.load(std::memory_order_relaxed);
    lock.unlock();
    futexWait(wake, word, limit);
    lock.lock();
    sleepers--;
  }
  roundLeft = uint32_t(suspended.size());
}

/// Whether a worker (`counted`: one that was working until now) may work. A host thread that helps stands for one
/// worker, but one worker is always let through.
bool Scheduler::State::mayWork(bool counted) const {
  uint32_t self = counted ? 1 : 0;
  return running - self + helpers < processors || running == self;
}

void Scheduler::State::workerLoop(Worker &worker) {
  bool counted = false;
  std::vector<CommandRef> dropped;
  std::unique_lock lock(mutex);
  for (;;) {
    Pick pick;
    while (!mayWork(counted) || !pickLocked(pick, nullptr, dropped)) {
      if (counted)
        running--;
      counted = false;
      if (!dropped.empty()) {
        lock.unlock();
        dropped.clear();
        lock.lock();
        continue;
      }
      nap(lock);
    }
    if (!counted)
      running++;
    counted = true;
    lock.unlock();
    wakeWorkers(pick.wakeUps);
    dropped.clear();
    bool finished = runPick(worker, pick);
    lock.lock();
    leaveLocked(std::move(pick.command), finished, dropped);
  }
}

} // namespace helicon
