#include "api/common/LaunchAttributes.h"

#include <cstring>

namespace helicon::api {

namespace {

bool isWindow(const musaAccessPolicyWindow &window) {
  const auto isProperty = [](int property) {
    return property >= musaAccessPropertyNormal && property <= musaAccessPropertyPersisting;
  };
  return window.hitRatio >= 0 && window.hitRatio <= 1 && isProperty(window.hitProp) && isProperty(window.missProp) &&
         window.missProp != musaAccessPropertyPersisting;
}

bool isPolicy(int policy) { return policy >= musaSyncPolicyAuto && policy <= musaSyncPolicyBlockingSync; }

Status readOne(int id, const musaLaunchAttributeValue &value, LaunchRequest &request, LaunchExtras &extras) {
  switch (id) {
  case musaLaunchAttributeIgnore:
  case musaLaunchAttributeProgrammaticStreamSerialization: // a permission to overlap, which is never used
    return Status::Success;
  case musaLaunchAttributePriority: // workers take what is ready; a launch has no priority of its own
    return value.priority >= kHighestPriority && value.priority <= kLowestPriority ? Status::Success
                                                                                   : Status::InvalidValue;
  case musaLaunchAttributeAccessPolicyWindow:
    return isWindow(value.accessPolicyWindow) ? Status::Success : Status::InvalidValue;
  case musaLaunchAttributeSynchronizationPolicy:
    return isPolicy(value.syncPolicy) ? Status::Success : Status::InvalidValue;
  case musaLaunchAttributeCooperative:
    request.cooperative = value.cooperative != 0;
    return Status::Success;
  case musaLaunchAttributeClusterDimension:
    if (!value.clusterDim.x || !value.clusterDim.y || !value.clusterDim.z)
      return Status::InvalidValue;
    return value.clusterDim.x == 1 && value.clusterDim.y == 1 && value.clusterDim.z == 1 ? Status::Success
                                                                                         : Status::NotSupported;
  case musaLaunchAttributeClusterSchedulingPolicyPreference:
    return value.clusterSchedulingPolicyPreference >= musaClusterSchedulingPolicyDefault &&
                   value.clusterSchedulingPolicyPreference <= musaClusterSchedulingPolicyLoadBalancing
               ? Status::Success
               : Status::InvalidValue;
  case musaLaunchAttributeProgrammaticEvent: {
    // The end of the kernel is the latest moment at which it may complete.
    EventRef event = findEvent(value.programmaticEvent.event);
    if (!event)
      return Status::InvalidHandle;
    extras.events.push_back(std::move(event));
    return Status::Success;
  }
  default:
    return Status::InvalidValue;
  }
}

} // namespace

Status readLaunchAttributes(const musaLaunchAttribute *attributes, unsigned count, LaunchRequest &request,
                            LaunchExtras &extras) {
  if (count && !attributes)
    return Status::InvalidValue;
  for (unsigned i = 0; i < count; ++i) {
    int id = 0; // any number may stand there
    std::memcpy(&id, &attributes[i].id, sizeof id);
    if (Status status = readOne(id, attributes[i].val, request, extras); status != Status::Success)
      return status;
  }
  return Status::Success;
}

Status launchWith(Stream &stream, Kernel &kernel, const LaunchRequest &request, const LaunchExtras &extras) {
  Status status = launch(stream, kernel, request);
  for (const EventRef &event : extras.events)
    if (status == Status::Success)
      status = event->record(stream);
  return status;
}

Status setStreamAttribute(Stream &stream, int attribute, const musaLaunchAttributeValue *value) {
  if (!value)
    return Status::InvalidValue;
  std::lock_guard lock(stream.hints.mutex);
  switch (attribute) {
  case musaLaunchAttributeAccessPolicyWindow:
    if (!isWindow(value->accessPolicyWindow))
      return Status::InvalidValue;
    static_assert(sizeof value->accessPolicyWindow <= sizeof stream.hints.accessWindow);
    std::memcpy(stream.hints.accessWindow, &value->accessPolicyWindow, sizeof value->accessPolicyWindow);
    return Status::Success;
  case musaLaunchAttributeSynchronizationPolicy:
    if (!isPolicy(value->syncPolicy))
      return Status::InvalidValue;
    stream.hints.syncPolicy = value->syncPolicy;
    return Status::Success;
  case musaLaunchAttributePriority: // it has the one that it was made with
    return value->priority == stream.priority() ? Status::Success : Status::NotSupported;
  default:
    return Status::InvalidValue;
  }
}

Status getStreamAttribute(Stream &stream, int attribute, musaLaunchAttributeValue *value) {
  if (!value)
    return Status::InvalidValue;
  std::lock_guard lock(stream.hints.mutex);
  switch (attribute) {
  case musaLaunchAttributeAccessPolicyWindow:
    std::memcpy(&value->accessPolicyWindow, stream.hints.accessWindow, sizeof value->accessPolicyWindow);
    return Status::Success;
  case musaLaunchAttributeSynchronizationPolicy:
    value->syncPolicy = static_cast<musaSynchronizationPolicy>(stream.hints.syncPolicy);
    return Status::Success;
  case musaLaunchAttributePriority:
    value->priority = stream.priority();
    return Status::Success;
  default:
    return Status::InvalidValue;
  }
}

Status copyStreamAttributes(Stream &to, Stream &from) {
  if (&to == &from)
    return Status::Success;
  std::scoped_lock lock(to.hints.mutex, from.hints.mutex);
  std::memcpy(to.hints.accessWindow, from.hints.accessWindow, sizeof to.hints.accessWindow);
  to.hints.syncPolicy = from.hints.syncPolicy;
  return Status::Success;
}

} // namespace helicon::api
