// A tool that MUSA_INJECTION64_PATH puts into a program: it counts the calls of both APIs.
#include "mupti.h"

#include <atomic>

namespace {

std::atomic<int> enters{0};

void count(void *, MUpti_CallbackDomain, MUpti_CallbackId, const void *data) {
  if (static_cast<const MUpti_CallbackData *>(data)->callbackSite == MUPTI_API_ENTER)
    enters.fetch_add(1);
}

} // namespace

extern "C" int injectedCalls() { return enters.load(); }

extern "C" int InitializeInjection(void) { // NOLINT(readability-identifier-naming): the name that is looked for
  MUpti_SubscriberHandle subscriber = nullptr;
  // A tool may call the API already here.
  return muInit(0) == MUSA_SUCCESS && muptiSubscribe(&subscriber, &count, nullptr) == MUPTI_SUCCESS &&
         muptiEnableDomain(1, subscriber, MUPTI_CB_DOMAIN_RUNTIME_API) == MUPTI_SUCCESS &&
         muptiEnableDomain(1, subscriber, MUPTI_CB_DOMAIN_DRIVER_API) == MUPTI_SUCCESS;
}
