// A mark on the thread, nothing more.
#include "api/common/HostFunctions.h"

namespace helicon::api {

static thread_local int depth = 0;

bool insideHostFunction() { return depth > 0; }
HostFunctionScope::HostFunctionScope() { ++depth; }
HostFunctionScope::~HostFunctionScope() { --depth; }

} // namespace helicon::api
