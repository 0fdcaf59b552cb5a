// See Scheduler.h for the ideas. Naming: *Locked functions expect the mutex to be held.
#include "runtime/Scheduler.h"

#include "runtime/BlockRun.h"
#include "runtime/Context.h"
#include "runtime/Environment.h"
#include "runtime/Faults.h"
#include "runtime/Futex.h"
#include "runtime/HostMemory.h"
#include "runtime/Log.h"
#include "runtime/PrintBuffer.h"
#include "runtime/Process.h"
#include "runtime/Stream.h"
#include "runtime/Worker.h"

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <thread>
#include <utility>

namespace helicon {

static constexpr uint64_t kSpinNanoseconds = 20000;
static constexpr uint32_t kEagerRounds = 16;
static constexpr int kPoliteness = 16; ///< pauses, some hundred nanoseconds
static constexpr uint64_t kFirstNap = 5000, kLongestNap = 200000;
/// How often a waiting block is looked at before fresh ones.
static constexpr uint32_t kSuspendedEvery = 8;

uint64_t Command::runItems(Worker &, uint64_t, uint64_t count) { return count; }

bool Command::aborted() const { return stopped.load(std::memory_order_relaxed) || context.error() != Status::Success; }

namespace {
/// A mutex that spins before it sleeps: it is held for less time than a system call takes. (The C library's adaptive
/// mutex gives up after a handful of turns.)
class ShortMutex {
public:
  void lock() {
    uint32_t expected = 0;
    if (state.compare_exchange_strong(expected, 1, std::memory_order_acquire))
      return;
    for (int i = 0; i < kTurns; i++) {
      cpuRelax();
      expected = 0;
      if (state.load(std::memory_order_relaxed) == 0 &&
          state.compare_exchange_weak(expected, 1, std::memory_order_acquire))
        return;
    }
    while (state.exchange(2, std::memory_order_acquire) != 0)
      futexWait(state, 2);
  }
  void unlock() {
    if (state.exchange(0, std::memory_order_release) == 2)
      futexWake(state, 1);
  }

private:
  static constexpr int kTurns = 200;
  std::atomic<uint32_t> state{0}; ///< 0 free, 1 held, 2 held and someone sleeps
};

/// Stack of a worker. Address space only: pages are touched as kernels need them. Less where it is scarce.
uint64_t workerStack() {
  rlimit limit;
  bool scarce = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return scarce ? 4 << 20 : 64 << 20;
}

uint32_t processorCount() {
  if (environment().threads)
    return *environment().threads;
  cpu_set_t set;
  int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : int(std::thread::hardware_concurrency());
  return std::min(uint32_t(std::max(count, 1)), std::max(cgroupProcessors(), 1u));
}
} // namespace

struct Scheduler::State {
  ShortMutex mutex;
  uint32_t processors = processorCount();
  bool maySpin = processors > 1;
  const uint64_t stackBytes = workerStack();
  std::vector<CommandRef> active; ///< with unclaimed items; by priority, then in order of readiness
  std::deque<BlockRun *> suspended;
  std::vector<CommandRef> completed; ///< being marked done, see completeLocked
  bool completing = false;
  std::vector<BlockRun *> idleRuns;
  uint32_t started = 0;  ///< worker threads
  uint32_t running = 0;  ///< of them working
  uint32_t helpers = 0;  ///< host threads that work
  uint32_t sleepers = 0; ///< workers in the futex
  uint32_t spinners = 0;
  uint32_t roundLeft = 0;  ///< waiting blocks to look at before the next nap
  uint32_t vainRounds = 0; ///< rounds in a row in which no waiting block got on
  uint32_t picks = 0;
  std::atomic<uint32_t> posted{0}; ///< counts new work; what spinning threads watch
  std::atomic<uint32_t> wake{0};   ///< the futex of sleeping workers

  std::mutex hostMutex;
  std::condition_variable hostReady;
  std::deque<CommandRef> hostQueue;
  bool hostThread = false;

  struct Pick {
    CommandRef command;
    BlockRun *resumed = nullptr;
    uint32_t wakeUps = 0;
  };
  /// Whom a waiting host thread may help.
  struct Filter {
    const Context *context;
    const Stream *stream; ///< null: any of the context
    uint64_t stack;
  };

  void readyLocked(CommandRef command, std::vector<CommandRef> &dropped);
  void completeLocked(CommandRef command, std::vector<CommandRef> &dropped);
  void complete(CommandRef command);
  void leaveLocked(CommandRef command, bool finished, std::vector<CommandRef> &dropped);
  uint32_t wakeUpsLocked(uint32_t wanted) const;
  void wakeWorkers(uint32_t count);
  void startWorkersLocked();
  bool pickLocked(Pick &out, const Filter *filter);
  bool finishItems(Command &command, uint64_t count);
  bool runFresh(Worker &, Command &);
  bool resume(Worker &, BlockRun *);
  bool runPick(Worker &, Pick &);
  void workerLoop(Worker &);
  bool mayWork(bool counted) const;
  bool spin(std::unique_lock<ShortMutex> &lock);
  void nap(std::unique_lock<ShortMutex> &lock);
  bool help(Worker &, const Filter &);
  void hostLoop();
  static void *workerMain(void *);
};

Scheduler &Scheduler::get() {
  static auto *const kScheduler = new Scheduler;
  return *kScheduler;
}

Scheduler::Scheduler() : s(new State) {
  installFaultHandlers();
  // Kernels may run on until the process is gone, and destructors of the program may still use the device: nothing is
  // stopped. Unloading is left undone from here on, and what was printed comes out while stdout is there.
  std::atexit([] {
    process::setEnding();
    flushPrints();
  });
}

uint32_t Scheduler::workers() const { return s->processors; }
uint64_t Scheduler::stackBytes() const { return s->stackBytes - (256 << 10); } // less what the runtime itself needs

// ---- The graph ----------------------------------------------------------------------------------------------------

static void addDependency(Command &command, const CommandRef &before) {
  if (!before || before->done())
    return;
  before->successors.push_back(command.shared_from_this());
  command.waitsFor++;
}

static void dropDone(std::vector<CommandRef> &list, std::vector<CommandRef> &dropped) {
  std::erase_if(list, [&](CommandRef &command) {
    if (!command->done())
      return false;
    dropped.push_back(std::move(command));
    return true;
  });
}

void Scheduler::submit(const CommandRef &command, Stream &stream, std::span<const CommandRef> extra) {
  std::vector<CommandRef> dropped; // destroyed after the lock
  uint32_t wakeUps = 0;
  {
    std::unique_lock lock(s->mutex);
    command->stream = &stream;
    command->priority = stream.level;
    addDependency(*command, stream.tail);
    Context &context = stream.owner;
    if (stream.role == Stream::Kind::Legacy) {
      for (Stream *other : context.blockingStreams)
        addDependency(*command, other->tail);
      dropDone(context.orphans, dropped);
      for (const CommandRef &orphan : context.orphans)
        addDependency(*command, orphan);
    } else if (!(stream.creationFlags & kStreamNonBlocking)) {
      addDependency(*command, context.legacyTail());
    }
    for (const CommandRef &before : extra)
      addDependency(*command, before);
    dropped.push_back(std::exchange(stream.tail, command));
    if (command->waitsFor == 0)
      s->readyLocked(command, dropped);
    wakeUps = s->wakeUpsLocked(1);
  }
  s->wakeWorkers(wakeUps);
}

/// `command` waits for nothing any more.
void Scheduler::State::readyLocked(CommandRef command, std::vector<CommandRef> &dropped) {
  bool skip = command->context.error() != Status::Success && command->kind != Command::Kind::Host;
  if (command->kind == Command::Kind::Marker || skip || (command->kind == Command::Kind::Work && command->items == 0)) {
    completeLocked(std::move(command), dropped);
    return;
  }
  if (command->kind == Command::Kind::Host) {
    std::lock_guard lock(hostMutex);
    hostQueue.push_back(std::move(command));
    if (!hostThread) {
      hostThread = true;
      std::thread([this] { hostLoop(); }).detach();
    }
    hostReady.notify_one();
    return;
  }
  command->left.store(command->items, std::memory_order_relaxed);
  auto place = active.end();
  while (place != active.begin() && (*std::prev(place))->priority > command->priority)
    --place;
  active.insert(place, std::move(command));
  posted.fetch_add(1, std::memory_order_release);
  startWorkersLocked();
}

/// Marks `command` done, and with it the markers behind it: a list instead of recursion, since queues may be long.
void Scheduler::State::completeLocked(CommandRef command, std::vector<CommandRef> &dropped) {
  if (completing) {
    completed.push_back(std::move(command));
    return;
  }
  completing = true;
  completed.push_back(std::move(command));
  while (!completed.empty()) {
    CommandRef now = std::move(completed.back());
    completed.pop_back();
    if (now->kind == Command::Kind::Marker)
      now->finished = nowNanoseconds(); // the time of an event
    std::vector<CommandRef> successors = std::move(now->successors);
    now->state.store(1, std::memory_order_seq_cst);
    if (now->waiters.load(std::memory_order_seq_cst))
      futexWake(now->state, INT32_MAX);
    for (CommandRef &next : successors)
      if (--next->waitsFor == 0)
        readyLocked(std::move(next), dropped);
    dropped.push_back(std::move(now));
  }
  completing = false;
}

void Scheduler::State::complete(CommandRef command) {
  std::vector<CommandRef> dropped;
  uint32_t wakeUps = 0;
  {
    std::unique_lock lock(mutex);
    completeLocked(std::move(command), dropped);
    wakeUps = wakeUpsLocked(1);
  }
  wakeWorkers(wakeUps);
}

CommandRef Scheduler::pendingTail(Stream &stream) {
  std::unique_lock lock(s->mutex);
  return stream.tail && !stream.tail->done() ? stream.tail : nullptr;
}

bool Scheduler::idle(Stream &stream) {
  auto pending = [](const CommandRef &tail) { return tail && !tail->done(); };
  std::unique_lock lock(s->mutex);
  if (pending(stream.tail))
    return false;
  if (stream.role == Stream::Kind::Legacy)
    return std::none_of(stream.owner.blockingStreams.begin(), stream.owner.blockingStreams.end(),
                        [&](Stream *other) { return pending(other->tail); }) &&
           std::none_of(stream.owner.orphans.begin(), stream.owner.orphans.end(), pending);
  return (stream.creationFlags & kStreamNonBlocking) || !pending(stream.owner.legacyTail());
}

void Scheduler::retire(Stream &stream) {
  CommandRef done;
  std::unique_lock lock(s->mutex);
  std::erase(stream.owner.blockingStreams, &stream);
  if (stream.tail && !stream.tail->done())
    stream.owner.orphans.push_back(std::move(stream.tail));
  done = std::move(stream.tail);
  lock.unlock();
}

std::vector<CommandRef> Scheduler::orphans(Context &context) {
  std::vector<CommandRef> dropped, pending;
  std::unique_lock lock(s->mutex);
  dropDone(context.orphans, dropped);
  pending = context.orphans;
  lock.unlock();
  return pending;
}

void Scheduler::locked(const std::function<void()> &action) {
  std::unique_lock lock(s->mutex);
  action();
}

// ---- Workers ------------------------------------------------------------------------------------------------------

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

void Scheduler::State::startWorkersLocked() {
  while (started < processors) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, stackBytes);
    sigset_t all, before;
    sigfillset(&all);
    for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
      sigdelset(&all, fault);
    pthread_sigmask(SIG_SETMASK, &all, &before); // the program's signals are for its own threads
    pthread_t thread;
    int error = pthread_create(&thread, &attributes, workerMain, this);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_attr_destroy(&attributes);
    if (error) {
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
bool Scheduler::State::pickLocked(Pick &out, const Filter *filter) {
  bool suspendedFirst = !filter && !suspended.empty() && ++picks % kSuspendedEvery == 0;
  if (suspendedFirst && roundLeft == 0)
    roundLeft = 1;
  for (size_t i = 0; !suspendedFirst && i < active.size();) {
    Command &c = *active[i];
    if (c.next.load(std::memory_order_relaxed) >= c.items) {
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
  out.resumed = suspended.front();
  out.command = out.resumed->commandRef;
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
      suspended.push_back(run);
    }
  }
  worker.command = nullptr;
  return ended && finishItems(command, 1);
}

bool Scheduler::State::runPick(Worker &worker, Pick &pick) {
  return pick.resumed ? resume(worker, pick.resumed) : runFresh(worker, *pick.command);
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
  s->suspended.push_back(run);
}

BlockRun *Scheduler::takeRun() {
  std::unique_lock lock(s->mutex);
  if (s->idleRuns.empty())
    return new BlockRun;
  BlockRun *run = s->idleRuns.back();
  s->idleRuns.pop_back();
  return run;
}

void Scheduler::giveRun(BlockRun *run) {
  std::unique_lock lock(s->mutex);
  s->idleRuns.push_back(run);
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
    while (!mayWork(counted) || !pickLocked(pick, nullptr)) {
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

// ---- Host threads -------------------------------------------------------------------------------------------------

bool Scheduler::State::help(Worker &worker, const Filter &filter) {
  Pick pick;
  {
    std::unique_lock lock(mutex);
    if (running + helpers >= processors || !pickLocked(pick, &filter))
      return false;
    helpers++;
  }
  wakeWorkers(pick.wakeUps);
  bool finished = runPick(worker, pick);
  std::vector<CommandRef> dropped;
  uint32_t wakeUps = 0;
  {
    std::unique_lock lock(mutex);
    leaveLocked(std::move(pick.command), finished, dropped);
    helpers--;
    wakeUps = wakeUpsLocked(1); // the place is free for a worker again
  }
  wakeWorkers(wakeUps);
  return true;
}

void Scheduler::wait(Command &command, bool anyStream) {
  if (command.done())
    return;
  Worker &worker = thisWorker();
  prepareThreadForFaults(worker);
  State::Filter filter{&command.context, anyStream ? nullptr : command.stream, stackLeft(worker)};
  uint64_t spinUntil = 0;
  uint32_t seen = s->posted.load(std::memory_order_acquire) - 1;
  while (!command.done()) {
    uint32_t posted = s->posted.load(std::memory_order_acquire);
    if (posted != seen && worker.command == nullptr && s->help(worker, filter)) {
      spinUntil = 0;
      continue;
    }
    seen = posted;
    uint64_t now = nowNanoseconds();
    if (spinUntil == 0)
      spinUntil = now + (s->maySpin ? kSpinNanoseconds : 0);
    if (now < spinUntil) {
      for (int i = 0; i < 16 && !command.done() && s->posted.load(std::memory_order_relaxed) == seen; i++)
        cpuRelax();
      continue;
    }
    command.waiters.fetch_add(1, std::memory_order_seq_cst);
    if (command.state.load(std::memory_order_seq_cst) == 0)
      futexWait(command.state, 0);
    command.waiters.fetch_sub(1, std::memory_order_relaxed);
  }
}

void Scheduler::State::hostLoop() {
  pthread_setname_np(pthread_self(), "helicon-host");
  for (;;) {
    CommandRef command;
    {
      std::unique_lock lock(hostMutex);
      hostReady.wait(lock, [&] { return !hostQueue.empty(); });
      command = std::move(hostQueue.front());
      hostQueue.pop_front();
    }
    command->runHost();
    complete(std::move(command));
  }
}

} // namespace helicon
