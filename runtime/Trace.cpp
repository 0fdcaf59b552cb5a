// The word that says whether somebody listens, the thread's call in progress, and the way to the listeners.
#include "runtime/Trace.h"

namespace helicon::trace {

constinit std::atomic<uint32_t> listening{0};

namespace {

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
  uint32_t old = listening.load(std::memory_order_relaxed);
  while (!listening.compare_exchange_weak(old, (old | add) & ~remove, std::memory_order_acq_rel))
    ;
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

void begin(Call &call) {
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

void resource(const Resource &resource) {
  if (Listener *callbacks = callbacksFor(Domain::Resource)) {
    const ListenerScope scope;
    callbacks->resource(resource);
  }
}

void synchronised(uint32_t kind, void *context, void *stream) {
  if (Listener *callbacks = callbacksFor(Domain::Synchronise)) {
    const ListenerScope scope;
    callbacks->synchronised(kind, context, stream);
  }
}

} // namespace helicon::trace
