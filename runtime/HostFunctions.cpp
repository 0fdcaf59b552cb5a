// The threads that call host functions of streams. One is enough as long as functions are short; a function that does
// not end (it may wait for one of another stream) gets company after kPatience, so independent streams never stand in
// each other's way, and a burst of short functions still starts no crowd of threads.
#include "runtime/SchedulerState.h"

#include "runtime/Log.h"

#include <pthread.h>

namespace helicon {

static constexpr auto kPatience = std::chrono::microseconds(200);
static constexpr uint32_t kKeptIdle = 2; ///< threads beyond end when they have nothing to do

void Scheduler::State::postHostFunction(CommandRef command) {
  std::lock_guard lock(host.mutex);
  host.queue.push_back(std::move(command));
  if (host.idle == 0)
    startHostThreadLocked();
  else
    host.ready.notify_one();
}

/// Without any thread the functions are left to those who wait for them.
void Scheduler::State::startHostThreadLocked() {
  host.threads++;
  host.idle++;
  if (startThread(0, hostMain, this)) {
    host.stranded = false;
    return;
  }
  host.threads--;
  host.idle--;
  if (host.threads == 0 && !host.stranded.exchange(true))
    logError("cannot start a thread for host functions; they run only while the program waits for them");
}

void *Scheduler::State::hostMain(void *state) {
  pthread_setname_np(pthread_self(), "helicon-host");
  static_cast<State *>(state)->hostLoop();
  return nullptr;
}

/// Waits for a function that no busy thread is about to take. False: this thread is one too many.
bool Scheduler::State::awaitHostFunctionLocked(std::unique_lock<std::mutex> &lock) {
  for (;;) {
    if (host.queue.empty()) {
      if (host.idle > kKeptIdle)
        return false;
      host.ready.wait(lock);
      continue;
    }
    bool othersBusy = host.threads > host.idle;
    auto patienceEnds = host.lastTaken + kPatience;
    if (!othersBusy || std::chrono::steady_clock::now() >= patienceEnds)
      return true;
    host.ready.wait_until(lock, patienceEnds);
  }
}

CommandRef Scheduler::State::takeHostFunctionLocked() {
  CommandRef command = std::move(host.queue.front());
  host.queue.pop_front();
  host.lastTaken = std::chrono::steady_clock::now();
  return command;
}

void Scheduler::State::hostLoop() {
  std::unique_lock lock(host.mutex);
  while (awaitHostFunctionLocked(lock)) {
    host.idle--;
    while (!host.queue.empty()) {
      CommandRef command = takeHostFunctionLocked();
      if (host.idle == 0 && !host.queue.empty())
        startHostThreadLocked();
      lock.unlock();
      command->runHost();
      complete(std::move(command));
      lock.lock();
    }
    host.idle++;
  }
  host.idle--;
  host.threads--;
}

bool Scheduler::State::runStrandedHostFunction() {
  CommandRef command;
  {
    std::lock_guard lock(host.mutex);
    if (host.threads > 0 || host.queue.empty())
      return false;
    command = takeHostFunctionLocked();
  }
  command->runHost();
  complete(std::move(command));
  return true;
}

} // namespace helicon
