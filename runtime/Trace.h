// Where tools listen: every call of both APIs, made and freed objects, and waits pass here. When nobody listens it
// costs one relaxed load and a branch (calls take it in generated entries, docs/design/048-tools-entry.md); all else is
// out of line. Listeners live in another library (libmupti), stay for good once attached, and are told apart by their
// slot.
#pragma once

#include "runtime/Export.h"

#include <atomic>
#include <cstdint>

namespace helicon {
class Context;
class Module;
class Stream;
} // namespace helicon

namespace helicon::trace {

/// What is listened to; the numbers are those of the callback API.
enum class Domain : uint32_t { None = 0, Driver = 1, Runtime = 2, Resource = 3, Synchronise = 4 };

/// Bits of the word below. Callbacks have one a domain; so have records of calls. `kWorkRecords`: what runs on the
/// device (kernels, copies, fills, ...) is recorded, so calls need correlation ids.
constexpr uint32_t kDriverCallbacks = 1U << 1, kRuntimeCallbacks = 1U << 2, kResourceCallbacks = 1U << 3,
                   kSynchroniseCallbacks = 1U << 4;
constexpr uint32_t kDriverRecords = 1U << 9, kRuntimeRecords = 1U << 10, kWorkRecords = 1U << 11;
/// Set until the first call of the process, which loads the tool that the environment names.
constexpr uint32_t kNotStarted = 1U << 31;
constexpr uint32_t callbacksOf(Domain domain) { return 1U << static_cast<uint32_t>(domain); }
constexpr uint32_t recordsOf(Domain domain) { return callbacksOf(domain) << 8; }

HELICON_EXPORT extern std::atomic<uint32_t> listening;
inline uint32_t listeners() { return listening.load(std::memory_order_relaxed); }
inline bool isHeard(uint32_t bits) { return (listeners() & bits) != 0; }
/// The word as the public functions of one library see it: a copy of its own, which they reach without a detour. It
/// begins with kNotStarted, so that its library's first call comes to join().
__attribute__((visibility("hidden"))) extern std::atomic<uint32_t> listeningHere;
/// Keeps `copy` equal to the word, until part(), which a library calls that is unloaded.
HELICON_EXPORT void join(std::atomic<uint32_t> &copy);
HELICON_EXPORT void part(std::atomic<uint32_t> &copy);
/// Takes bits into the word and out of it; from any thread.
HELICON_EXPORT void listen(uint32_t add, uint32_t remove);

/// A call of an API while it runs, on its thread's stack.
struct Call {
  Domain domain;
  uint32_t id;              ///< number of the call in its domain
  const char *name;         ///< its exported name without the twins' suffixes of versions
  const void *parameters;   ///< the structure of its parameters, null when it has none
  const void *result;       ///< at exit: what it returned
  uint32_t correlation = 0; ///< never 0 once begun
  Call *outer = nullptr;    ///< the call that this one is made in, on the same thread
  bool inListener = false;  ///< made by a listener
  /// Each listener's own, from enter to exit.
  const void *heardBy = nullptr; ///< the subscriber that heard it begin
  uint64_t callbackData = 0;
  uint64_t recordStart = 0;
};

/// What became of an object; the numbers are those of the callback API.
enum class Change : uint32_t {
  ContextCreated = 1,
  ContextDestroyStarting = 2,
  StreamCreated = 3,
  StreamDestroyStarting = 4,
  ModuleLoaded = 6,
  ModuleUnloadStarting = 7
};
struct Resource {
  Change change;
  Context &context;
  Stream *stream = nullptr; ///< of Stream*
  Module *module = nullptr; ///< of Module*
};

class HELICON_EXPORT Listener {
public:
  virtual void enter(Call &) = 0;
  virtual void exit(Call &) = 0;
  virtual void changed(const Resource &) {}
  /// The program waited for a stream, or for a whole context (`stream` is null).
  virtual void synchronised(Context &, Stream *stream) {}

protected:
  ~Listener() = default;
};

/// Callbacks are called outermost: records do not count their time.
enum class Slot : uint32_t { Callbacks, Records };
/// `listener` must live as long as the process; once one is attached to a slot it stays.
HELICON_EXPORT void attach(Slot slot, Listener *listener);

/// Around a call; nothing but these touches Call::correlation and Call::outer.
HELICON_EXPORT void begin(Call &call);
HELICON_EXPORT void end(Call &call, const void *result);

/// The innermost call that the thread is in, null outside of all and when nobody listened as it began.
HELICON_EXPORT const Call *current();
/// Its correlation id, 0 without one.
HELICON_EXPORT uint32_t correlation();
HELICON_EXPORT uint32_t nextCorrelation();

/// Out of line: changed() and synchronised() when somebody listens.
HELICON_EXPORT void tellChanged(const Resource &);
HELICON_EXPORT void tellSynchronised(Context &, Stream *stream);
/// Called where no lock is held, as listeners may call the API.
inline void changed(const Resource &resource) {
  if (isHeard(kResourceCallbacks)) [[unlikely]]
    tellChanged(resource);
}
inline void synchronised(Context &context, Stream *stream) {
  if (isHeard(kSynchroniseCallbacks)) [[unlikely]]
    tellSynchronised(context, stream);
}

} // namespace helicon::trace
