// Order and progress: the graph of commands, the worker pool and the waiting host threads, under one mutex that is held
// for a few dozen nanoseconds at a time. Blocks are claimed without it, by an atomic counter in index order.
//
// Workers: as many as there are CPUs. One idle worker spins for some microseconds, the others sleep in a futex; a host
// thread that waits takes part and then stands for one worker, so that never more threads run than there are CPUs.
// A block that only polls is suspended and queued behind other work; when nothing but polling is left, its worker backs
// off in growing naps, so that whoever is to set the flag gets the CPU even if there is only one.
#pragma once

#include "runtime/Command.h"

#include <cstdint>
#include <functional>
#include <span>

namespace helicon {

struct BlockRun;

class Scheduler {
public:
  /// Started at the first use, never destroyed.
  static Scheduler &get();

  /// Puts `command` behind what is in `stream` (and what the legacy rule adds), and behind `extra`.
  void submit(const CommandRef &command, Stream &stream, std::span<const CommandRef> extra = {});
  /// A launched graph: commands with followers, from `begin` to `end`, none of them submitted yet.
  struct RunRequest {
    Command &begin, &end;
    CommandRef tail;                                         ///< a marker, which comes after `end`; the stream's newest
    CommandRef before;                                       ///< `begin` comes after it; may be null
    std::span<const std::pair<Command *, CommandRef>> waits; ///< commands of it and what each of them waits for
  };
  void submitRun(const RunRequest &, Stream &);
  /// Commands from `begin` to `end` that the running command `parent` is not done before.
  void submitBody(Command &begin, Command &end, const CommandRef &parent);
  /// For device code: `child` runs behind `after`, and the running command `parent` is not done before it.
  void submitChild(const CommandRef &child, const CommandRef &parent, std::span<const CommandRef> after);
  /// The same for what begins when `parent` and everything else it launched are done, one after the other.
  void submitTail(const CommandRef &child, const CommandRef &parent);
  /// Waits until `command` is done; the caller works on it, or on what its stream or (any) context does first.
  void wait(Command &command, bool anyStream);
  /// The newest command of the stream that is not done, else null.
  CommandRef pendingTail(Stream &stream);
  /// True when a command put into the stream now would run at once.
  bool idle(Stream &stream);
  /// True when a command put into the stream now would run behind `before`, which is not done.
  bool ordered(Command &before, Stream &stream);
  /// The stream is destroyed: its pending work stays in the context's order.
  void retire(Stream &stream);
  /// Pending work of destroyed streams.
  std::vector<CommandRef> orphans(Context &context);
  /// Runs `action` under the mutex: for members marked (S).
  void locked(const std::function<void()> &action);

  /// `run` will be resumed by some worker later.
  void suspend(BlockRun *run);
  BlockRun *takeRun();

  /// An item of `command` failed: nothing more of it is claimed.
  void abort(Command &command);

  uint32_t workers() const;
  /// Stack that a block may use on a worker.
  uint64_t stackBytes() const;

private:
  struct State;
  explicit Scheduler();
  State *s;
};

} // namespace helicon
