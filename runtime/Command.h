// One piece of work of a stream: nothing (an event, an order), items run by the pool (a kernel's blocks, the pieces of
// a copy), a host function, or something that is asked until it is over (a value in memory). The scheduler owns all
// members marked (S), under its mutex.
#pragma once

#include "runtime/Activity.h"
#include "runtime/Status.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace helicon {

class Context;
class Stream;
struct Worker;
class Command;
using CommandRef = std::shared_ptr<Command>;

class Command : public std::enable_shared_from_this<Command> {
public:
  enum class Kind : uint8_t { Marker, Work, Host, Poll };
  Command(Kind kind, Context &context) : kind(kind), context(context) {}
  virtual ~Command() = default;
  Command(const Command &) = delete;

  /// Work: runs items first ... first+count-1; returns how many ended (the others are suspended and will be resumed).
  virtual uint64_t runItems(Worker &, uint64_t first, uint64_t count);
  /// Host: runs on a thread for host functions.
  virtual void runHost() {}
  /// Poll: true when it is over; asked by one worker after the other.
  virtual bool poll(Worker &) { return true; }
  /// A marker, which is about to be done. Under the scheduler's mutex.
  virtual void markerEnds() {}
  /// It was launched by device code and is done. Under the scheduler's mutex.
  virtual void childEnded() {}

  /// A reference to it: its own, or where it is part of a graph's run one that keeps the run.
  CommandRef ref() { return keeper ? CommandRef(*keeper, this) : shared_from_this(); }

  bool done() const { return state.load(std::memory_order_acquire) != 0; }
  /// One of its items failed, or the context did: what has not run is not run, what polls is ended.
  bool aborted() const;

  const Kind kind;
  Context &context;
  const Stream *stream = nullptr; ///< for comparison only: the stream may be gone
  int priority = 0;

  // Work.
  uint64_t items = 0;
  uint64_t chunk = 1;                  ///< items claimed at once
  uint32_t residentLimit = UINT32_MAX; ///< items that may be suspended at once
  uint32_t workersWanted = 1;          ///< how many are worth waking
  bool hostMayHelp = true;             ///< a waiting host thread may run items
  uint64_t stackBytes = 0;             ///< what an item needs

  std::atomic<uint32_t> state{0}; ///< 1: done; the futex word of waiters
  std::atomic<uint32_t> waiters{0};
  std::atomic<bool> stopped{false}; ///< an item failed: the rest is not run
  // Side by side: whoever claims a piece also ends one, and a small command then costs fewer cache lines.
  std::atomic<uint64_t> next{0}; ///< first unclaimed item
  std::atomic<uint64_t> left{0}; ///< items that have not ended

  activity::RecordRef record; ///< null unless a tool wants to hear of it

  // Part of a graph's run (GraphRun.h): what comes after it is known before it is submitted.
  std::shared_ptr<void> *keeper = nullptr; ///< of the run, while it is submitted
  Command *const *followers = nullptr;
  uint32_t followerCount = 0;
  bool endsRun = false; ///< nothing of the run is left when this is done

  // (S)
  uint32_t waitsFor = 0;
  uint32_t engaged = 0; ///< threads that work on it
  uint32_t suspended = 0;
  std::vector<CommandRef> successors;
  CommandRef parent;             ///< the grid whose device code launched this; it counts us in `left`
  std::vector<CommandRef> tails; ///< run in order when all else of this grid is done, and belong to it
  uint64_t finished = 0;         ///< when, in nanoseconds; valid once done
};

} // namespace helicon
