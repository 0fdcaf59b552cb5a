// The calls of the callback API: they check what they are given and ask the subscriber's keeper.
#include "api/mupti/Entry.h"
#include "api/mupti/Subscriber.h"

using helicon::mupti::answer;
using helicon::mupti::Subscriber;

MUPTI_CALL(muptiSubscribe)(MUpti_SubscriberHandle *subscriber, MUpti_CallbackFunc callback, void *userdata) {
  return answer([&] { return Subscriber::get().subscribe(subscriber, callback, userdata); });
}

MUPTI_CALL(muptiUnsubscribe)(MUpti_SubscriberHandle subscriber) {
  return answer([&] { return Subscriber::get().unsubscribe(subscriber); });
}

MUPTI_CALL(muptiEnableCallback)(uint32_t enable, MUpti_SubscriberHandle subscriber, MUpti_CallbackDomain domain,
                                MUpti_CallbackId cbid) {
  return answer([&] { return Subscriber::get().enable(subscriber, domain, cbid, enable != 0); });
}

MUPTI_CALL(muptiEnableDomain)(uint32_t enable, MUpti_SubscriberHandle subscriber, MUpti_CallbackDomain domain) {
  return answer([&] { return Subscriber::get().enableDomain(subscriber, domain, enable != 0); });
}

MUPTI_CALL(muptiEnableAllDomains)(uint32_t enable, MUpti_SubscriberHandle subscriber) {
  return answer([&] { return Subscriber::get().enableAll(subscriber, enable != 0); });
}

MUPTI_CALL(muptiGetCallbackState)(uint32_t *enable, MUpti_SubscriberHandle subscriber, MUpti_CallbackDomain domain,
                                  MUpti_CallbackId cbid) {
  return answer([&] { return Subscriber::get().state(subscriber, domain, cbid, enable); });
}

MUPTI_CALL(muptiSupportedDomains)(size_t *domainCount, MUpti_DomainTable *domainTable) {
  static MUpti_CallbackDomain table[] = {MUPTI_CB_DOMAIN_DRIVER_API, MUPTI_CB_DOMAIN_RUNTIME_API,
                                         MUPTI_CB_DOMAIN_RESOURCE, MUPTI_CB_DOMAIN_SYNCHRONIZE};
  if (!domainCount || !domainTable)
    return MUPTI_ERROR_INVALID_PARAMETER;
  *domainCount = std::size(table);
  *domainTable = table;
  return MUPTI_SUCCESS;
}

MUPTI_CALL(muptiGetCallbackName)(MUpti_CallbackDomain domain, uint32_t cbid, const char **name) {
  const char *found = helicon::mupti::callbackName(domain, cbid);
  if (!name || !found)
    return MUPTI_ERROR_INVALID_PARAMETER;
  *name = found;
  return MUPTI_SUCCESS;
}
