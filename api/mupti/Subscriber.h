// The one subscriber of the callback API: what it wants to hear, and the way of an event to it. Calls arrive on the
// threads that make them; what is enabled may change on another at any time, and holds from the next event on.
#pragma once

#include "include/mupti_callbacks.h"
#include "runtime/Trace.h"

#include <array>
#include <atomic>
#include <mutex>
#include <span>

struct MUpti_Subscriber_st {
  MUpti_CallbackFunc callback;
  void *userdata;
};

namespace helicon::mupti {

/// Numbers of a domain's callbacks are below this; 0 for a domain that is not reported.
uint32_t callbacksIn(MUpti_CallbackDomain domain);
/// Null for what is no callback.
const char *callbackName(MUpti_CallbackDomain domain, uint32_t id);

class Subscriber final : public trace::Listener {
public:
  static Subscriber &get();
  MUptiResult subscribe(MUpti_SubscriberHandle *out, MUpti_CallbackFunc callback, void *userdata);
  MUptiResult unsubscribe(MUpti_SubscriberHandle handle);
  void drop(); ///< whoever it is
  MUptiResult enable(MUpti_SubscriberHandle handle, MUpti_CallbackDomain domain, uint32_t id, bool enable);
  MUptiResult enableDomain(MUpti_SubscriberHandle handle, MUpti_CallbackDomain domain, bool enable);
  MUptiResult enableAll(MUpti_SubscriberHandle handle, bool enable);
  MUptiResult state(MUpti_SubscriberHandle handle, MUpti_CallbackDomain domain, uint32_t id, uint32_t *enabled);

  void enter(trace::Call &) override;
  void exit(trace::Call &) override;
  void changed(const trace::Resource &) override;
  void synchronised(Context &, Stream *) override;

private:
  bool isCurrent(MUpti_SubscriberHandle handle) const;
  std::span<std::atomic<bool>> flags(MUpti_CallbackDomain domain);
  void listen(MUpti_CallbackDomain domain);
  void report(trace::Call &call, MUpti_ApiCallbackSite site);
  /// The subscriber, when it has enabled this.
  MUpti_SubscriberHandle listenerFor(MUpti_CallbackDomain domain, uint32_t id);

  std::mutex mutex; ///< of changes
  /// Handles are never freed: a callback may still run on another thread when it unsubscribes.
  std::atomic<MUpti_SubscriberHandle> current{nullptr};
  std::array<std::atomic<bool>, 2048> driver{}, runtime{}, resource{}, synchronise{};
};

} // namespace helicon::mupti
