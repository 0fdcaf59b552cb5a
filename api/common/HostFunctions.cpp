// A mark on the thread says that it is inside one.
#include "api/common/HostFunctions.h"

namespace helicon::api {

static thread_local int depth = 0;

bool insideHostFunction() { return depth > 0; }
HostFunctionScope::HostFunctionScope() { ++depth; }
HostFunctionScope::~HostFunctionScope() { --depth; }

Status launchHostFunction(Stream &stream, void (*function)(void *), void *userData) {
  if (!function)
    return Status::InvalidValue;
  return stream.hostFunction([function, userData] {
    const HostFunctionScope scope;
    function(userData);
  });
}

} // namespace helicon::api
