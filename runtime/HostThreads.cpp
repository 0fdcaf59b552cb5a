// Threads of the program that wait for a command and meanwhile work on what is before it.
#include "runtime/SchedulerState.h"

#include "runtime/Faults.h"
#include "runtime/Stream.h"
#include "runtime/Worker.h"

namespace helicon {

bool Scheduler::State::help(Worker &worker, const Filter &filter) {
  Pick pick;
  std::vector<CommandRef> dropped; // destroyed after the lock
  {
    std::unique_lock lock(mutex);
    if (running + helpers >= processors || !pickLocked(pick, &filter, dropped))
      return false;
    helpers++;
  }
  wakeWorkers(pick.wakeUps);
  bool finished = runPick(worker, pick);
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
    if (s->host.stranded.load(std::memory_order_relaxed) && s->runStrandedHostFunction())
      continue;
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

} // namespace helicon
