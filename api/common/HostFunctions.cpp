// A mark on the thread says that it is inside one.
#include "api/common/HostFunctions.h"

#include "runtime/Capture.h"

namespace helicon::api {

static thread_local int depth = 0;

bool insideHostFunction() { return depth > 0; }
HostFunctionScope::HostFunctionScope() { ++depth; }
HostFunctionScope::~HostFunctionScope() { --depth; }

NodeParamsRef hostNode(void (*function)(void *), void *userData) {
  return std::make_shared<NodeParams>(HostNode{function, userData, [=] {
                                                 const HostFunctionScope scope;
                                                 function(userData);
                                               }});
}

Status launchHostFunction(Stream &stream, void (*function)(void *), void *userData) {
  if (!function)
    return Status::InvalidValue;
  if (capture::any()) [[unlikely]]
    if (Status status = Status::Success; capture::takes(stream, [&] { return hostNode(function, userData); }, status))
      return status;
  return stream.hostFunction([function, userData] {
    const HostFunctionScope scope;
    function(userData);
  });
}

} // namespace helicon::api
