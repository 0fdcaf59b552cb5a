// The subscriber of the callback API, and the structures that it gets to see.
#include "api/mupti/Subscriber.h"

#include "api/mupti/LaunchedKernel.h"
#include "include/mupti_result.h"
#include "runtime/Context.h"
#include "runtime/Module.h"

#include "calls/DriverNames.h"
#include "calls/RuntimeNames.h"

#include <iterator>
#include <memory>
#include <vector>

namespace helicon::mupti {
namespace {

constexpr const char *kResourceNames[] = {nullptr,
                                          "RESOURCE_CONTEXT_CREATED",
                                          "RESOURCE_CONTEXT_DESTROY_STARTING",
                                          "RESOURCE_STREAM_CREATED",
                                          "RESOURCE_STREAM_DESTROY_STARTING",
                                          "RESOURCE_MU_INIT_FINISHED",
                                          "RESOURCE_MODULE_LOADED",
                                          "RESOURCE_MODULE_UNLOAD_STARTING",
                                          "RESOURCE_MODULE_PROFILED",
                                          "RESOURCE_GRAPH_CREATED",
                                          "RESOURCE_GRAPH_DESTROY_STARTING",
                                          "RESOURCE_GRAPH_CLONED",
                                          "RESOURCE_GRAPHNODE_CREATE_STARTING",
                                          "RESOURCE_GRAPHNODE_CREATED",
                                          "RESOURCE_GRAPHNODE_DESTROY_STARTING",
                                          "RESOURCE_GRAPHNODE_DEPENDENCY_CREATED",
                                          "RESOURCE_GRAPHNODE_DEPENDENCY_DESTROY_STARTING",
                                          "RESOURCE_GRAPHEXEC_CREATE_STARTING",
                                          "RESOURCE_GRAPHEXEC_CREATED",
                                          "RESOURCE_GRAPHEXEC_DESTROY_STARTING",
                                          "RESOURCE_GRAPHNODE_CLONED"};
constexpr const char *kSynchroniseNames[] = {nullptr, "SYNCHRONIZE_STREAM_SYNCHRONIZED",
                                             "SYNCHRONIZE_CONTEXT_SYNCHRONIZED"};
static_assert(std::size(kResourceNames) == MUPTI_CBID_RESOURCE_SIZE);
static_assert(std::size(kSynchroniseNames) == MUPTI_CBID_SYNCHRONIZE_SIZE);

std::span<const char *const> namesOf(MUpti_CallbackDomain domain) {
  switch (domain) {
  case MUPTI_CB_DOMAIN_DRIVER_API:
    return kDriverCallNames;
  case MUPTI_CB_DOMAIN_RUNTIME_API:
    return kRuntimeCallNames;
  case MUPTI_CB_DOMAIN_RESOURCE:
    return kResourceNames;
  case MUPTI_CB_DOMAIN_SYNCHRONIZE:
    return kSynchroniseNames;
  default:
    return {};
  }
}

constexpr MUpti_CallbackDomain kDomains[] = {MUPTI_CB_DOMAIN_DRIVER_API, MUPTI_CB_DOMAIN_RUNTIME_API,
                                             MUPTI_CB_DOMAIN_RESOURCE, MUPTI_CB_DOMAIN_SYNCHRONIZE};

/// Handles of the C API are the addresses of objects.
template <class Handle, class Object> Handle handleOf(Object *object) { return reinterpret_cast<Handle>(object); }

} // namespace

uint32_t callbacksIn(MUpti_CallbackDomain domain) { return static_cast<uint32_t>(namesOf(domain).size()); }

const char *callbackName(MUpti_CallbackDomain domain, uint32_t id) {
  const auto names = namesOf(domain);
  return id < names.size() ? names[id] : nullptr;
}

Subscriber &Subscriber::get() {
  static auto *const kSubscriber = new Subscriber; // calls may end after static objects went
  return *kSubscriber;
}

bool Subscriber::isCurrent(MUpti_SubscriberHandle handle) const {
  return handle && handle == current.load(std::memory_order_relaxed);
}

std::span<std::atomic<bool>> Subscriber::flags(MUpti_CallbackDomain domain) {
  static_assert(std::size(kDriverCallNames) <= std::tuple_size_v<decltype(driver)>);
  static_assert(std::size(kRuntimeCallNames) <= std::tuple_size_v<decltype(runtime)>);
  switch (domain) {
  case MUPTI_CB_DOMAIN_DRIVER_API:
    return {driver.data(), callbacksIn(domain)};
  case MUPTI_CB_DOMAIN_RUNTIME_API:
    return {runtime.data(), callbacksIn(domain)};
  case MUPTI_CB_DOMAIN_RESOURCE:
    return {resource.data(), callbacksIn(domain)};
  case MUPTI_CB_DOMAIN_SYNCHRONIZE:
    return {synchronise.data(), callbacksIn(domain)};
  default:
    return {};
  }
}

/// Puts the domain's bit into the word that calls look at, or takes it out.
void Subscriber::listen(MUpti_CallbackDomain domain) {
  bool any = false;
  for (const auto &flag : flags(domain))
    any |= flag.load(std::memory_order_relaxed);
  const uint32_t bit = trace::callbacksOf(static_cast<trace::Domain>(domain));
  trace::listen(any ? bit : 0, any ? 0 : bit);
}

MUptiResult Subscriber::subscribe(MUpti_SubscriberHandle *out, MUpti_CallbackFunc callback, void *userdata) {
  if (!out || !callback)
    return MUPTI_ERROR_INVALID_PARAMETER;
  const std::lock_guard lock(mutex);
  if (current.load(std::memory_order_relaxed))
    return MUPTI_ERROR_MAX_LIMIT_REACHED;
  static auto &handles = *new std::vector<std::unique_ptr<MUpti_Subscriber_st>>;
  handles.push_back(std::make_unique<MUpti_Subscriber_st>(MUpti_Subscriber_st{callback, userdata}));
  trace::attach(trace::Slot::Callbacks, this);
  *out = handles.back().get();
  current.store(*out, std::memory_order_release);
  return MUPTI_SUCCESS;
}

void Subscriber::drop() {
  const std::lock_guard lock(mutex);
  current.store(nullptr, std::memory_order_release);
  for (const MUpti_CallbackDomain domain : kDomains) {
    for (auto &flag : flags(domain))
      flag.store(false, std::memory_order_relaxed);
    listen(domain);
  }
}

MUptiResult Subscriber::unsubscribe(MUpti_SubscriberHandle handle) {
  if (!isCurrent(handle))
    return MUPTI_ERROR_INVALID_PARAMETER;
  drop();
  return MUPTI_SUCCESS;
}

MUptiResult Subscriber::enable(MUpti_SubscriberHandle handle, MUpti_CallbackDomain domain, uint32_t id, bool enable) {
  const std::lock_guard lock(mutex);
  if (!isCurrent(handle) || id == 0 || id >= callbacksIn(domain))
    return MUPTI_ERROR_INVALID_PARAMETER;
  flags(domain)[id].store(enable, std::memory_order_relaxed);
  listen(domain);
  return MUPTI_SUCCESS;
}

MUptiResult Subscriber::enableDomain(MUpti_SubscriberHandle handle, MUpti_CallbackDomain domain, bool enable) {
  const std::lock_guard lock(mutex);
  if (!isCurrent(handle) || callbacksIn(domain) == 0)
    return MUPTI_ERROR_INVALID_PARAMETER;
  for (auto &flag : flags(domain).subspan(1))
    flag.store(enable, std::memory_order_relaxed);
  listen(domain);
  return MUPTI_SUCCESS;
}

MUptiResult Subscriber::enableAll(MUpti_SubscriberHandle handle, bool enable) {
  for (const MUpti_CallbackDomain domain : kDomains)
    if (const MUptiResult result = enableDomain(handle, domain, enable); result != MUPTI_SUCCESS)
      return result;
  return MUPTI_SUCCESS;
}

MUptiResult Subscriber::state(MUpti_SubscriberHandle handle, MUpti_CallbackDomain domain, uint32_t id,
                              uint32_t *enabled) {
  if (!enabled || !isCurrent(handle) || id == 0 || id >= callbacksIn(domain))
    return MUPTI_ERROR_INVALID_PARAMETER;
  *enabled = flags(domain)[id].load(std::memory_order_relaxed) ? 1 : 0;
  return MUPTI_SUCCESS;
}

MUpti_SubscriberHandle Subscriber::listenerFor(MUpti_CallbackDomain domain, uint32_t id) {
  const auto wanted = flags(domain);
  if (id >= wanted.size() || !wanted[id].load(std::memory_order_relaxed))
    return nullptr;
  return current.load(std::memory_order_acquire);
}

void Subscriber::report(trace::Call &call, MUpti_ApiCallbackSite site) {
  const auto domain = static_cast<MUpti_CallbackDomain>(call.domain);
  const MUpti_SubscriberHandle subscriber = listenerFor(domain, call.id);
  if (!subscriber)
    return;
  if (site == MUPTI_API_ENTER)
    call.heardBy = subscriber;
  else if (call.heardBy != subscriber) // it began before this one listened
    return;
  const ContextRef &context = current::get();
  MUpti_CallbackData data{};
  data.callbackSite = site;
  data.functionName = call.name;
  data.functionParams = call.parameters;
  data.functionReturnValue = const_cast<void *>(call.result);
  const std::string kernel = launchedKernel(call);
  data.symbolName = kernel.empty() ? nullptr : kernel.c_str();
  data.context = handleOf<MUcontext>(context.get());
  data.contextUid = context ? static_cast<uint32_t>(context->id()) : 0;
  data.correlationData = &call.callbackData;
  data.correlationId = call.correlation;
  subscriber->callback(subscriber->userdata, domain, call.id, &data);
}

void Subscriber::enter(trace::Call &call) { report(call, MUPTI_API_ENTER); }

void Subscriber::exit(trace::Call &call) { report(call, MUPTI_API_EXIT); }

void Subscriber::changed(const trace::Resource &event) {
  const auto id = static_cast<uint32_t>(event.change);
  const MUpti_SubscriberHandle subscriber = listenerFor(MUPTI_CB_DOMAIN_RESOURCE, id);
  if (!subscriber)
    return;
  MUpti_ModuleResourceData code{};
  MUpti_ResourceData data{};
  data.context = handleOf<MUcontext>(&event.context);
  data.resourceHandle.stream = handleOf<MUstream>(event.stream);
  if (event.module) {
    code.moduleId = event.module->id();
    if (!event.module->images().empty()) {
      code.pCubin = event.module->images()[0].bitcode.data();
      code.cubinSize = event.module->images()[0].bitcode.size();
    }
    data.resourceDescriptor = &code;
  }
  subscriber->callback(subscriber->userdata, MUPTI_CB_DOMAIN_RESOURCE, id, &data);
}

void Subscriber::synchronised(Context &context, Stream *stream) {
  const uint32_t id = stream ? MUPTI_CBID_SYNCHRONIZE_STREAM_SYNCHRONIZED : MUPTI_CBID_SYNCHRONIZE_CONTEXT_SYNCHRONIZED;
  const MUpti_SubscriberHandle subscriber = listenerFor(MUPTI_CB_DOMAIN_SYNCHRONIZE, id);
  if (!subscriber)
    return;
  const MUpti_SynchronizeData data{handleOf<MUcontext>(&context), handleOf<MUstream>(stream)};
  subscriber->callback(subscriber->userdata, MUPTI_CB_DOMAIN_SYNCHRONIZE, id, &data);
}

} // namespace helicon::mupti
