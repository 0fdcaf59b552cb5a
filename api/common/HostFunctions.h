// Functions of the program that run on the runtime's threads (musaLaunchHostFunc, stream callbacks). They must not
// call the API, as it could wait for the very thread it runs on: calls that need a context give NotPermitted there.
#pragma once

#include "runtime/Export.h"

namespace helicon::api {

HELICON_EXPORT bool insideHostFunction();

class HELICON_EXPORT HostFunctionScope {
public:
  HostFunctionScope();
  ~HostFunctionScope();
  HostFunctionScope(const HostFunctionScope &) = delete;
};

} // namespace helicon::api
