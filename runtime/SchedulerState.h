// The inside of the scheduler, shared by its files: Scheduler.cpp (the graph), Workers.cpp (the pool),
// HostThreads.cpp (threads of the program that wait and help) and HostFunctions.cpp (threads that call its functions).
// *Locked functions expect the mutex to be held.
#pragma once

#include "runtime/Scheduler.h"
#include "runtime/ShortMutex.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

namespace helicon {

/// How long an idle thread looks out for work before it sleeps.
inline constexpr uint64_t kSpinNanoseconds = 20000;

/// CPUs that the process may use, or HELICON_THREADS.
uint32_t processorCount();
/// Stack of a worker.
uint64_t workerStack();
/// A detached thread that takes none of the program's signals; `stackBytes` 0: the system's default.
bool startThread(uint64_t stackBytes, void *(*main)(void *), void *argument);

struct Scheduler::State {
  ShortMutex mutex;
  uint32_t processors = processorCount();
  bool maySpin = processors > 1;
  const uint64_t stackBytes = workerStack();
  /// With unclaimed items; by priority, then in order of readiness. What is done goes from the front, maybe a thousand.
  std::deque<CommandRef> active;
  /// A block that only polls, or a command of that kind.
  struct Waiting {
    BlockRun *run = nullptr;
    CommandRef command; ///< without a block
  };
  std::deque<Waiting> suspended;
  std::vector<CommandRef> completed; ///< being marked done, see completeLocked
  bool completing = false;
  std::vector<BlockRun *> idleRuns;
  uint32_t started = 0;  ///< worker threads
  uint32_t running = 0;  ///< of them working
  uint32_t helpers = 0;  ///< host threads that work
  uint32_t sleepers = 0; ///< workers in the futex
  uint32_t spinners = 0;
  uint32_t roundLeft = 0;  ///< of those that wait, how many to look at before the next nap
  uint32_t vainRounds = 0; ///< rounds in a row in which none of them got on
  uint32_t picks = 0;
  std::atomic<uint32_t> posted{0}; ///< counts new work; what spinning threads watch
  std::atomic<uint32_t> wake{0};   ///< the futex of sleeping workers

  struct HostPool {
    std::mutex mutex; ///< may be taken under the scheduler's, never the other way round
    std::condition_variable ready;
    std::deque<CommandRef> queue;
    uint32_t threads = 0;
    uint32_t idle = 0; ///< of them
    std::chrono::steady_clock::time_point lastTaken;
    std::atomic<bool> stranded{false}; ///< no thread could be started
  } host;

  struct Pick {
    CommandRef command;
    BlockRun *resumed = nullptr;
    bool asked = false; ///< the command polls
    uint32_t wakeUps = 0;
  };
  /// Whom a waiting host thread may help.
  struct Filter {
    const Context *context;
    const Stream *stream; ///< null: any of the context
    uint64_t stack;
  };

  void putBehindLocked(Command &command, Stream &stream, std::vector<CommandRef> &dropped);
  void readyLocked(CommandRef command, std::vector<CommandRef> &dropped);
  void completeLocked(CommandRef command, std::vector<CommandRef> &dropped);
  void startTailsLocked(const CommandRef &parent, std::vector<CommandRef> &dropped);
  void complete(CommandRef command);
  void leaveLocked(CommandRef command, bool finished, std::vector<CommandRef> &dropped);
  uint32_t wakeUpsLocked(uint32_t wanted) const;
  void wakeWorkers(uint32_t count);
  void startWorkersLocked();
  bool pickLocked(Pick &out, const Filter *filter, std::vector<CommandRef> &dropped);
  bool finishItems(Command &command, uint64_t count);
  bool runFresh(Worker &, Command &);
  bool resume(Worker &, BlockRun *);
  bool ask(Worker &, const CommandRef &);
  bool runPick(Worker &, Pick &);
  void workerLoop(Worker &);
  bool mayWork(bool counted) const;
  bool spin(std::unique_lock<ShortMutex> &lock);
  void nap(std::unique_lock<ShortMutex> &lock);
  bool help(Worker &, const Filter &);
  void postHostFunction(CommandRef command);
  void startHostThreadLocked();
  bool awaitHostFunctionLocked(std::unique_lock<std::mutex> &lock);
  CommandRef takeHostFunctionLocked();
  void hostLoop();
  bool runStrandedHostFunction();
  static void *hostMain(void *);
  static void *workerMain(void *);
};

} // namespace helicon
