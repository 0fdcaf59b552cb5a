// The word that says whether somebody listens, the thread's call in progress, and the way to the listeners.
#include "runtime/Trace.h"

#include "runtime/Injection.h"

#include <algorithm>
#include <mutex>
#include <vector>

namespace helicon::trace {

constinit std::atomic<uint32_t> listening{kNotStarted};
constinit std::atomic<uint32_t> listeningHere{kNotStarted};

namespace {

constinit std::mutex copiesMutex; ///< of changes of the word, and of the list of its copies
std::vector<std::atomic<uint32_t> *> &copies() {
  static auto &list = *new std::vector<std::atomic<uint32_t> *>;
  return list;
}

constinit std::atomic<Listener *> slots[2] = {nullptr, nullptr};
constinit std::atomic<uint32_t> correlations{0};
constinit thread_local Call *inProgress = nullptr;
/// How deep the thread is in listeners: what they call is not told to them again.
constinit thread_local unsigned listenerDepth = 0;

struct ListenerScope {
  ListenerScope() { ++listenerDepth; }
  ~ListenerScope() { --listenerDepth; }
  ListenerScope(const ListenerScope &) = delete;
};

Listener *listenerOf(Slot slot) { return slots[static_cast<uint32_t>(slot)].load(std::memory_order_acquire); }

/// The callbacks' listener, when it wants to hear of `domain` and is not itself what calls.
Listener *callbacksFor(Domain domain) {
  return isHeard(callbacksOf(domain)) && listenerDepth == 0 ? listenerOf(Slot::Callbacks) : nullptr;
}

} // namespace

void listen(uint32_t add, uint32_t remove) {
  const std::lock_guard lock(copiesMutex);
  const uint32_t bits = (listening.load(std::memory_order_relaxed) | add) & ~remove;
  listening.store(bits, std::memory_order_release);
  listeningHere.store(bits, std::memory_order_release);
  for (std::atomic<uint32_t> *copy : copies())
    copy->store(bits, std::memory_order_release);
}

void join(std::atomic<uint32_t> &copy) {
  const std::lock_guard lock(copiesMutex);
  auto &all = copies();
  if (std::find(all.begin(), all.end(), &copy) == all.end())
    all.push_back(&copy);
  copy.store(listening.load(std::memory_order_relaxed), std::memory_order_release);
}

void part(std::atomic<uint32_t> &copy) {
  const std::lock_guard lock(copiesMutex);
  std::erase(copies(), &copy);
}

void attach(Slot slot, Listener *listener) {
  slots[static_cast<uint32_t>(slot)].store(listener, std::memory_order_release);
}

uint32_t nextCorrelation() {
  uint32_t id = 0;
  while (id == 0) // it wraps after 2^32 calls
    id = correlations.fetch_add(1, std::memory_order_relaxed) + 1;
  return id;
}

/// Other threads do not wait for the tool, as it may have started them.
static void start() {
  static std::atomic<bool> isStarted{false};
  if (isStarted.exchange(true))
    return;
  listen(0, kNotStarted);
  loadTool();
}

void begin(Call &call) {
  if (isHeard(kNotStarted)) [[unlikely]]
    start();
  call.correlation = nextCorrelation();
  call.outer = inProgress;
  call.inListener = listenerDepth != 0;
  inProgress = &call;
  if (Listener *callbacks = callbacksFor(call.domain)) {
    const ListenerScope scope;
    callbacks->enter(call);
  }
  if (isHeard(recordsOf(call.domain)))
    if (Listener *records = listenerOf(Slot::Records))
      records->enter(call);
}

void end(Call &call, const void *result) {
  call.result = result;
  if (isHeard(recordsOf(call.domain)))
    if (Listener *records = listenerOf(Slot::Records))
      records->exit(call);
  if (Listener *callbacks = callbacksFor(call.domain)) {
    const ListenerScope scope;
    callbacks->exit(call);
  }
  inProgress = call.outer;
}

const Call *current() { return inProgress; }

uint32_t correlation() { return inProgress ? inProgress->correlation : 0; }

void tellChanged(const Resource &resource) {
  if (Listener *callbacks = callbacksFor(Domain::Resource)) {
    const ListenerScope scope;
    callbacks->changed(resource);
  }
}

void tellSynchronised(Context &context, Stream *stream) {
  if (Listener *callbacks = callbacksFor(Domain::Synchronise)) {
    const ListenerScope scope;
    callbacks->synchronised(context, stream);
  }
}

} // namespace helicon::trace
