// The graph of commands: what waits for what, and what becomes ready when something is done.
#include "runtime/SchedulerState.h"

#include "runtime/Context.h"
#include "runtime/Faults.h"
#include "runtime/PrintBuffer.h"
#include "runtime/Process.h"
#include "runtime/Stream.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_set>
#include <utility>

namespace helicon {

uint64_t Command::runItems(Worker &, uint64_t, uint64_t count) { return count; }

bool Command::aborted() const { return stopped.load(std::memory_order_relaxed) || context.error() != Status::Success; }

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

static void addDependency(Command &command, const CommandRef &before) {
  if (!before || before->done())
    return;
  before->successors.push_back(command.ref());
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

/// `command` comes after what is in the stream, and after what the legacy rule adds.
void Scheduler::State::putBehindLocked(Command &command, Stream &stream, std::vector<CommandRef> &dropped) {
  command.stream = &stream;
  command.priority = stream.level;
  addDependency(command, stream.tail);
  Context &context = stream.owner;
  if (stream.role == Stream::Kind::Legacy) {
    for (Stream *other : context.blockingStreams)
      addDependency(command, other->tail);
    dropDone(context.orphans, dropped);
    for (const CommandRef &orphan : context.orphans)
      addDependency(command, orphan);
  } else if (!(stream.creationFlags & kStreamNonBlocking)) {
    addDependency(command, context.legacyTail());
  }
}

void Scheduler::submit(const CommandRef &command, Stream &stream, std::span<const CommandRef> extra) {
  std::vector<CommandRef> dropped; // destroyed after the lock
  uint32_t wakeUps = 0;
  {
    std::unique_lock lock(s->mutex);
    s->putBehindLocked(*command, stream, dropped);
    for (const CommandRef &before : extra)
      addDependency(*command, before);
    dropped.push_back(std::exchange(stream.tail, command));
    if (command->waitsFor == 0)
      s->readyLocked(command, dropped);
    wakeUps = s->wakeUpsLocked(1);
  }
  s->wakeWorkers(wakeUps);
}

void Scheduler::submitRun(const RunRequest &run, Stream &stream) {
  std::vector<CommandRef> dropped;
  uint32_t wakeUps = 0;
  {
    std::unique_lock lock(s->mutex);
    s->putBehindLocked(run.begin, stream, dropped);
    addDependency(run.begin, run.before);
    for (const auto &[command, before] : run.waits)
      addDependency(*command, before);
    run.tail->stream = &stream;
    run.tail->waitsFor = 1;
    run.end.successors.push_back(run.tail);
    dropped.push_back(std::exchange(stream.tail, run.tail));
    if (run.begin.waitsFor == 0)
      s->readyLocked(run.begin.ref(), dropped);
    wakeUps = s->wakeUpsLocked(1);
  }
  s->wakeWorkers(wakeUps);
}

void Scheduler::submitBody(Command &begin, Command &end, const CommandRef &parent) {
  std::vector<CommandRef> dropped;
  uint32_t wakeUps = 0;
  {
    std::unique_lock lock(s->mutex);
    end.parent = parent;
    parent->left.fetch_add(1, std::memory_order_relaxed); // the item that submits counts too: never from zero
    s->readyLocked(begin.ref(), dropped);
    wakeUps = s->wakeUpsLocked(1);
  }
  s->wakeWorkers(wakeUps);
}

static void adopt(Command &child, const CommandRef &parent) {
  child.stream = parent->stream; // a thread that waits for the parent may help with it
  child.priority = parent->priority;
}

void Scheduler::submitChild(const CommandRef &child, const CommandRef &parent, std::span<const CommandRef> after) {
  std::vector<CommandRef> dropped;
  uint32_t wakeUps = 0;
  {
    std::unique_lock lock(s->mutex);
    adopt(*child, parent);
    child->parent = parent;
    parent->left.fetch_add(1, std::memory_order_relaxed); // the block that launches counts too: never from zero
    for (const CommandRef &before : after)
      addDependency(*child, before);
    if (child->waitsFor == 0)
      s->readyLocked(child, dropped);
    wakeUps = s->wakeUpsLocked(1);
  }
  s->wakeWorkers(wakeUps);
}

void Scheduler::submitTail(const CommandRef &child, const CommandRef &parent) {
  std::unique_lock lock(s->mutex);
  adopt(*child, parent);
  parent->tails.push_back(child);
}

void Scheduler::State::startTailsLocked(const CommandRef &parent, std::vector<CommandRef> &dropped) {
  std::vector<CommandRef> tails = std::move(parent->tails);
  parent->tails.clear();
  parent->left.store(tails.size(), std::memory_order_relaxed);
  for (size_t i = 0; i < tails.size(); i++) {
    tails[i]->parent = parent;
    if (i > 0)
      addDependency(*tails[i], tails[i - 1]);
  }
  readyLocked(tails.front(), dropped);
}

/// `command` waits for nothing any more.
void Scheduler::State::readyLocked(CommandRef command, std::vector<CommandRef> &dropped) {
  bool skip = command->context.error() != Status::Success && command->kind != Command::Kind::Host;
  if (command->kind == Command::Kind::Marker || skip || (command->kind == Command::Kind::Work && command->items == 0)) {
    completeLocked(std::move(command), dropped);
    return;
  }
  if (command->kind == Command::Kind::Host) {
    postHostFunction(std::move(command));
    return;
  }
  if (command->kind == Command::Kind::Poll) {
    suspended.push_back({nullptr, std::move(command)});
    roundLeft = uint32_t(suspended.size());
    vainRounds = 0;
    posted.fetch_add(1, std::memory_order_release);
    startWorkersLocked();
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
    if (!now->tails.empty()) {
      startTailsLocked(now, dropped);
      continue;
    }
    if (now->kind == Command::Kind::Marker) {
      now->finished = nowNanoseconds(); // the time of an event
      now->markerEnds();
    }
    if (now->record) [[unlikely]]
      activity::ends(std::move(now->record));
    std::vector<CommandRef> successors = std::move(now->successors);
    now->state.store(1, std::memory_order_seq_cst);
    if (now->waiters.load(std::memory_order_seq_cst))
      futexWake(now->state, INT32_MAX);
    for (CommandRef &next : successors)
      if (--next->waitsFor == 0)
        readyLocked(std::move(next), dropped);
    for (uint32_t i = 0; i < now->followerCount; i++)
      if (--now->followers[i]->waitsFor == 0)
        readyLocked(now->followers[i]->ref(), dropped);
    if (now->endsRun)
      dropped.push_back(CommandRef(std::exchange(*now->keeper, nullptr), now.get()));
    if (CommandRef parent = std::move(now->parent)) {
      now->childEnded();
      bool last = parent->left.fetch_sub(1, std::memory_order_acq_rel) == 1;
      (last ? completed : dropped).push_back(std::move(parent));
    }
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

/// Follows what waits for `before` to a command that new work of the stream would wait for. Looks at kMost commands:
/// "not ordered" is always a safe answer.
bool Scheduler::ordered(Command &before, Stream &stream) {
  constexpr size_t kMost = 4096;
  std::unordered_set<const Command *> targets, seen{&before};
  std::unique_lock lock(s->mutex);
  Context &context = stream.owner;
  targets.insert(stream.tail.get());
  if (stream.role == Stream::Kind::Legacy)
    for (Stream *other : context.blockingStreams)
      targets.insert(other->tail.get());
  else if (!(stream.creationFlags & kStreamNonBlocking))
    targets.insert(context.legacyTail().get());
  targets.erase(nullptr);
  std::vector<Command *> open{&before};
  while (!open.empty() && seen.size() < kMost) {
    Command *now = open.back();
    open.pop_back();
    if (targets.contains(now))
      return !before.done();
    for (const CommandRef &next : now->successors)
      if (seen.insert(next.get()).second)
        open.push_back(next.get());
    for (uint32_t i = 0; i < now->followerCount; i++)
      if (seen.insert(now->followers[i]).second)
        open.push_back(now->followers[i]);
  }
  return false;
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

} // namespace helicon
