// What the tests of muPTI share: a subscriber that notes down what it hears.
#pragma once

#include "MuptiCheck.h"

#include "generated_musa_meta.h"
#include "generated_musa_runtime_api_meta.h"

#include <functional>
#include <mutex>

struct Heard {
  MUpti_CallbackDomain domain = MUPTI_CB_DOMAIN_INVALID;
  MUpti_CallbackId id = 0;
  MUpti_ApiCallbackSite site = MUPTI_API_ENTER;
  std::string name, symbol;
  bool hasParameters = false;
  int result = -1; ///< -1 before the end of the call
  uint32_t correlation = 0;
  MUcontext context = nullptr;
  uint32_t contextUid = 0;
};

/// Subscribed as long as it lives; enables nothing by itself.
class Recorder {
public:
  Recorder() { EXPECT_MUPTI_OK(muptiSubscribe(&handle, &Recorder::callback, this)); }
  ~Recorder() {
    if (handle) {
      EXPECT_MUPTI_OK(muptiUnsubscribe(handle));
    }
  }
  Recorder(const Recorder &) = delete;
  void stop() {
    EXPECT_MUPTI_OK(muptiUnsubscribe(handle));
    handle = nullptr;
  }
  void enable(MUpti_CallbackDomain domain) { EXPECT_MUPTI_OK(muptiEnableDomain(1, handle, domain)); }
  std::vector<Heard> take() {
    const std::lock_guard lock(mutex);
    return std::exchange(heard, {});
  }
  /// Calls alone, as "enter name" and "exit name".
  std::vector<std::string> takeCalls() {
    std::vector<std::string> calls;
    for (const Heard &one : take())
      calls.push_back((one.site == MUPTI_API_ENTER ? "enter " : "exit ") + one.name);
    return calls;
  }

  MUpti_SubscriberHandle handle = nullptr;
  /// Called in each callback of a call, after it was noted down.
  std::function<void(const MUpti_CallbackData &)> onCall;

private:
  static void callback(void *mine, MUpti_CallbackDomain domain, MUpti_CallbackId id, const void *data) {
    static_cast<Recorder *>(mine)->note(domain, id, data);
  }
  void note(MUpti_CallbackDomain domain, MUpti_CallbackId id, const void *data) {
    Heard one;
    one.domain = domain;
    one.id = id;
    const bool isCall = domain == MUPTI_CB_DOMAIN_DRIVER_API || domain == MUPTI_CB_DOMAIN_RUNTIME_API;
    if (isCall) {
      const auto &call = *static_cast<const MUpti_CallbackData *>(data);
      one.site = call.callbackSite;
      one.name = call.functionName;
      one.symbol = call.symbolName ? call.symbolName : "";
      one.hasParameters = call.functionParams != nullptr;
      if (call.functionReturnValue)
        one.result = *static_cast<const int *>(call.functionReturnValue);
      one.correlation = call.correlationId;
      one.context = call.context;
      one.contextUid = call.contextUid;
    } else if (domain == MUPTI_CB_DOMAIN_RESOURCE) {
      one.context = static_cast<const MUpti_ResourceData *>(data)->context;
    } else {
      one.context = static_cast<const MUpti_SynchronizeData *>(data)->context;
    }
    {
      const std::lock_guard lock(mutex);
      heard.push_back(one);
    }
    if (isCall && onCall)
      onCall(*static_cast<const MUpti_CallbackData *>(data));
  }

  std::mutex mutex;
  std::vector<Heard> heard;
};
