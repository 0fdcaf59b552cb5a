// Streams and events: thin over the scheduler's graph.
#include "runtime/Stream.h"

#include "runtime/Capture.h"
#include "runtime/Command.h"
#include "runtime/Copies.h"
#include "runtime/MemoryPool.h"
#include "runtime/PrintBuffer.h"
#include "runtime/Scheduler.h"
#include "runtime/SharedEvent.h"
#include "runtime/Trace.h"

#include <utility>

namespace helicon {

static uint64_t nextStreamId() {
  static std::atomic<uint64_t> next{1};
  return next.fetch_add(1, std::memory_order_relaxed);
}

namespace {
class MarkerCommand final : public Command {
public:
  explicit MarkerCommand(Context &context) : Command(Kind::Marker, context) {}
  void markerEnds() override {
    if (shared)
      shared->finish(number);
  }

  // (S) An event that other processes see.
  std::shared_ptr<SharedEvent> shared;
  uint64_t number = 0;
};

class HostCommand final : public Command {
public:
  HostCommand(Context &context, std::function<void()> function)
      : Command(Kind::Host, context), function(std::move(function)) {}
  void runHost() override { function(); }

private:
  std::function<void()> function;
};
} // namespace

static_assert(sizeof(MarkerCommand) <= kTransferBytes && sizeof(HostCommand) <= kTransferBytes);

Command *placeMarker(void *place, Context &context) { return new (place) MarkerCommand(context); }

Command *placeHostCall(void *place, Context &context, const std::function<void()> &call) {
  return new (place) HostCommand(context, [&call] { call(); });
}

CommandRef makeMarker(Context &context) { return std::make_shared<MarkerCommand>(context); }

Stream::Stream(Context &context, Kind kind, uint32_t flags, int priority)
    : owner(context), role(kind), creationFlags(flags), level(priority), serial(nextStreamId()) {}
Stream::~Stream() = default;

Status Stream::query() {
  if (Status error = owner.error(); error != Status::Success)
    return error;
  if (capture::any()) [[unlikely]]
    if (Status status = capture::mayAsk(*this); status != Status::Success)
      return status;
  if (Scheduler::get().pendingTail(*this))
    return Status::NotReady;
  return owner.error();
}

Status Stream::synchronise() {
  if (capture::any()) [[unlikely]]
    if (Status status = capture::mayAsk(*this); status != Status::Success)
      return status;
  const activity::Waiting waiting(activity::WaitFor::Stream, owner, this, nullptr);
  if (CommandRef last = Scheduler::get().pendingTail(*this))
    Scheduler::get().wait(*last, false);
  flushPrints();
  MemoryPool::afterWait();
  trace::synchronised(owner, this);
  return owner.settled();
}

Status Stream::enqueue(const CommandRef &command, bool wait) {
  Scheduler::get().submit(command, *this);
  if (!wait)
    return Status::Success;
  Scheduler::get().wait(*command, role == Kind::Legacy);
  flushPrints();
  return owner.settled();
}

Status Stream::waitEvent(Event &event, bool external) {
  if (Status error = owner.error(); error != Status::Success)
    return error;
  if (capture::any() || event.captured.load(std::memory_order_relaxed)) [[unlikely]]
    if (Status status = Status::Success; capture::waits(*this, event, external, status))
      return status;
  const activity::Waiting waiting(activity::WaitFor::StreamWaitsForEvent, owner, this, &event);
  CommandRef recorded;
  std::shared_ptr<SharedEvent> shared;
  Scheduler::get().locked([&] {
    recorded = event.recorded;
    shared = event.shared;
  });
  if (shared && !shared->isOurs()) {
    const uint64_t number = shared->lastNumber();
    if (shared->isDone(number))
      return Status::Success;
    return hostFunction([shared, number] { shared->wait(number); });
  }
  if (!recorded || recorded->done())
    return Status::Success;
  Scheduler::get().submit(std::make_shared<MarkerCommand>(owner), *this, {&recorded, 1});
  return Status::Success;
}

Status Stream::hostFunction(std::function<void()> function) {
  if (Status error = owner.error(); error != Status::Success)
    return error;
  if (capture::any()) [[unlikely]]
    if (Status status = capture::refuses(*this); status != Status::Success)
      return status;
  return enqueue(std::make_shared<HostCommand>(owner, std::move(function)), false);
}

static uint64_t nextEventId() {
  static std::atomic<uint64_t> next{1};
  return next.fetch_add(1, std::memory_order_relaxed);
}

Event::Event(Context &context, uint32_t flags) : owner(context), creationFlags(flags), serial(nextEventId()) {}
Event::~Event() = default;

Status Event::record(Stream &stream, bool external) {
  if (&stream.context() != &owner)
    return Status::InvalidHandle;
  if (Status error = owner.error(); error != Status::Success)
    return error;
  if (capture::any() || captured.load(std::memory_order_relaxed)) [[unlikely]]
    if (Status status = Status::Success; capture::records(*this, stream, external, status))
      return status;
  auto marker = std::make_shared<MarkerCommand>(owner);
  CommandRef before;
  Scheduler::get().locked([&] {
    before = std::exchange(recorded, marker);
    if (shared) {
      marker->shared = shared;
      marker->number = shared->begin();
    }
  });
  Scheduler::get().submit(marker, stream);
  if (activity::isOn()) [[unlikely]]
    activity::eventRecorded(*this, stream);
  return Status::Success;
}

CommandRef Event::newest() const {
  CommandRef last;
  Scheduler::get().locked([&] { last = recorded; });
  return last;
}

void Event::setNewest(CommandRef marker) {
  Scheduler::get().locked([&] {
    std::swap(recorded, marker);
    if (auto *mine = shared ? dynamic_cast<MarkerCommand *>(recorded.get()) : nullptr) {
      mine->number = shared->begin();
      mine->shared = shared;
    }
  });
}

Status Event::query() {
  if (Status error = owner.error(); error != Status::Success)
    return error;
  if (captured.load(std::memory_order_relaxed)) [[unlikely]]
    if (Status status = capture::mayAsk(*this); status != Status::Success)
      return status;
  if (capture::any()) [[unlikely]]
    if (Status status = capture::mayCall(); status != Status::Success)
      return status;
  CommandRef last;
  std::shared_ptr<SharedEvent> other;
  Scheduler::get().locked([&] {
    last = recorded;
    other = shared;
  });
  if (other && !other->isOurs())
    return other->isDone(other->lastNumber()) ? Status::Success : Status::NotReady;
  return last && !last->done() ? Status::NotReady : Status::Success;
}

Status Event::synchronise() {
  if (captured.load(std::memory_order_relaxed)) [[unlikely]]
    if (Status status = capture::mayAsk(*this); status != Status::Success)
      return status;
  const activity::Waiting waiting(activity::WaitFor::Event, owner, nullptr, this);
  CommandRef last;
  std::shared_ptr<SharedEvent> other;
  Scheduler::get().locked([&] {
    last = recorded;
    other = shared;
  });
  if (other && !other->isOurs())
    other->wait(other->lastNumber());
  else if (last)
    Scheduler::get().wait(*last, false);
  flushPrints();
  MemoryPool::afterWait();
  return owner.settled();
}

Status Event::share(std::shared_ptr<SharedEvent> &out) {
  if (!(creationFlags & kEventInterprocess) || isOpened)
    return Status::InvalidHandle;
  std::shared_ptr<SharedEvent> fresh;
  Scheduler::get().locked([&] { out = shared; });
  if (out)
    return Status::Success;
  if (Status status = SharedEvent::create(fresh); status != Status::Success)
    return status;
  Scheduler::get().locked([&] {
    if (!shared) {
      shared = fresh;
      auto *marker = dynamic_cast<MarkerCommand *>(recorded.get());
      if (marker && !marker->done()) { // what is under way is seen by the others
        marker->number = shared->begin();
        marker->shared = shared;
      }
    }
    out = shared;
  });
  return Status::Success;
}

EventRef Event::open(Context &context, std::shared_ptr<SharedEvent> other) {
  auto event = std::make_shared<Event>(context, kEventDisableTiming | kEventInterprocess);
  event->shared = std::move(other);
  event->isOpened = true;
  return event;
}

Status Event::elapsed(Event &start, Event &end, float &milliseconds) {
  if ((start.creationFlags | end.creationFlags) & kEventDisableTiming)
    return Status::InvalidHandle;
  for (Event *event : {&start, &end})
    if (event->captured.load(std::memory_order_relaxed)) [[unlikely]]
      if (Status status = capture::mayAsk(*event); status != Status::Success)
        return status;
  CommandRef first, second;
  Scheduler::get().locked([&] {
    first = start.recorded;
    second = end.recorded;
  });
  if (!first || !second || &start.owner != &end.owner)
    return Status::InvalidHandle;
  if (Status error = start.owner.error(); error != Status::Success)
    return error;
  if (!first->done() || !second->done())
    return Status::NotReady;
  milliseconds = float(double(int64_t(second->finished - first->finished)) / 1e6);
  return Status::Success;
}

} // namespace helicon
