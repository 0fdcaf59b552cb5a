// Attributes of launches and of streams. The numbers and values are the same in both APIs.
#pragma once

#include "include/musa_runtime_api.h"
#include "runtime/Launch.h"

#include <vector>

namespace helicon::api {

/// What a launch does besides, for its attributes.
struct LaunchExtras {
  std::vector<EventRef> events; ///< recorded behind the kernel
};

/// Takes `attributes` into `request`. InvalidValue for a number or value that is none, NotSupported for clusters of
/// more than one block, InvalidHandle for an event that is none.
HELICON_EXPORT Status readLaunchAttributes(const musaLaunchAttribute *attributes, unsigned count,
                                           LaunchRequest &request, LaunchExtras &extras);
/// launch(), then the extras.
HELICON_EXPORT Status launchWith(Stream &stream, Kernel &kernel, const LaunchRequest &request,
                                 const LaunchExtras &extras);

HELICON_EXPORT Status setStreamAttribute(Stream &stream, int attribute, const musaLaunchAttributeValue *value);
HELICON_EXPORT Status getStreamAttribute(Stream &stream, int attribute, musaLaunchAttributeValue *value);
HELICON_EXPORT Status copyStreamAttributes(Stream &to, Stream &from);

} // namespace helicon::api
