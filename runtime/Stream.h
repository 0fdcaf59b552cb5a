// A stream: work in order. Every piece of work is a Command with the commands it waits for; that one rule gives the
// order within a stream, the legacy default stream's rule (it waits for all blocking streams, they wait for it) and
// events.
#pragma once

#include "runtime/Context.h"
#include "runtime/Memory.h"
#include "runtime/Status.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

namespace helicon {

class Command;
struct StreamCapture;
struct EventCapture;
class SharedEvent;
using CommandRef = std::shared_ptr<Command>;

enum StreamFlags : uint32_t { kStreamDefault = 0, kStreamNonBlocking = 1 };
enum EventFlags : uint32_t {
  kEventDefault = 0,
  kEventBlockingSync = 1,
  kEventDisableTiming = 2,
  kEventInterprocess = 4
};
inline constexpr int kLowestPriority = 0, kHighestPriority = -5;

class HELICON_EXPORT Stream : public std::enable_shared_from_this<Stream> {
public:
  enum class Kind : uint8_t { Legacy, PerThread, Created };
  Stream(Context &, Kind, uint32_t flags, int priority);
  ~Stream();

  Context &context() const { return owner; }
  Kind kind() const { return role; }
  uint32_t flags() const { return creationFlags; }
  int priority() const { return level; }
  uint64_t id() const { return serial; }

  /// NotReady while work is pending; the sticky error first.
  Status query();
  /// Waits for all work enqueued so far, taking part in it.
  Status synchronise();
  /// `external`: in a capture, a node that waits for what was recorded outside of it.
  Status waitEvent(Event &, bool external = false);

  /// Copies in stream order. `asynchronous` false: returns when done. True: returns at once where the model allows it
  /// (a pageable source is read before the return; a pageable destination is complete at the return). Ends are not
  /// checked here: checkCopy() first.
  Status copy(void *to, const void *from, uint64_t bytes, bool asynchronous);
  /// `height` rows of `width` bytes, `depth` planes; pitches in bytes, planes in bytes.
  struct Layout {
    uint64_t toPitch, fromPitch, toPlane, fromPlane;
    uint64_t width, height, depth;
  };
  Status copy3D(void *to, const void *from, const Layout &, bool asynchronous);
  /// `count` elements of 1, 2 or 4 bytes in each of `height` rows.
  Status fill(void *to, uint32_t value, uint32_t elementBytes, uint64_t count, uint64_t pitch, uint64_t height,
              bool asynchronous);
  /// Calls `function` on a thread of the runtime's when everything before is done. It must not call the API.
  Status hostFunction(std::function<void()> function);

  /// What a capture knows of it; under graphMutex(). Null outside of captures.
  std::unique_ptr<StreamCapture> capture;
  std::atomic<bool> captured{false}; ///< the same for a quick look

  /// Attributes that programs set and ask for; nothing here goes by them.
  struct Hints {
    std::mutex mutex;
    char accessWindow[32] = {}; ///< as the API's structure
    int syncPolicy = 1;         ///< as the API's number
  } hints;

  // Used by Launch and Event.
  Status enqueue(const CommandRef &command, bool wait);

private:
  friend class Context;
  friend class Event;
  friend class Scheduler;
  Context &owner;
  const Kind role;
  const uint32_t creationFlags;
  const int level;
  const uint64_t serial;
  CommandRef tail; ///< under the scheduler's mutex
};

class HELICON_EXPORT Event : public std::enable_shared_from_this<Event> {
public:
  Event(Context &, uint32_t flags);
  ~Event();
  uint64_t id() const { return serial; }
  Context &context() const { return owner; }
  uint32_t flags() const { return creationFlags; }
  Status record(Stream &, bool external = false);
  /// Success when never recorded, as on hardware.
  Status query();
  Status synchronise();
  /// InvalidHandle when one was never recorded or has no timing; NotReady while one is pending.
  static Status elapsed(Event &start, Event &end, float &milliseconds);
  /// The newest record, which may be done; null without one.
  CommandRef newest() const;
  /// The record by a graph that is about to be submitted.
  void setNewest(CommandRef marker);
  /// Where in a capture it was recorded last; under graphMutex(). Null when that was outside of one.
  std::unique_ptr<EventCapture> capture;
  std::atomic<bool> captured{false};

  /// For other processes; made at the first call. InvalidHandle unless the event may be shared and is this process's.
  Status share(std::shared_ptr<SharedEvent> &out);
  /// The event of another process.
  static EventRef open(Context &, std::shared_ptr<SharedEvent>);

private:
  friend class Stream;
  Context &owner;
  const uint32_t creationFlags;
  // Under the scheduler's mutex.
  CommandRef recorded;
  std::shared_ptr<SharedEvent> shared; ///< null: this process's alone
  bool isOpened = false;
  const uint64_t serial;
};

} // namespace helicon
