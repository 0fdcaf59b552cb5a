// Functions of the program that run on the runtime's threads (musaLaunchHostFunc, stream callbacks). They must not
// call the API, as it could wait for the very thread it runs on: calls that need a context give NotPermitted there.
#pragma once

#include "runtime/Context.h"
#include "runtime/Export.h"
#include "runtime/Graph.h"
#include "runtime/Stream.h"

namespace helicon::api {

HELICON_EXPORT bool insideHostFunction();

class HELICON_EXPORT HostFunctionScope {
public:
  HostFunctionScope();
  ~HostFunctionScope();
  HostFunctionScope(const HostFunctionScope &) = delete;
};

/// A graph's node that calls it.
HELICON_EXPORT NodeParamsRef hostNode(void (*function)(void *), void *userData);
/// Calls `function` when everything before it in the stream is done; InvalidValue when it is null.
HELICON_EXPORT Status launchHostFunction(Stream &stream, void (*function)(void *), void *userData);

/// The same for a callback, which sees the handle that the program knows and what became of the work before it.
template <class Handle, class Code>
Status addCallback(Stream &stream, Handle handle, void (*callback)(Handle, Code, void *), void *userData,
                   unsigned flags) {
  if (!callback || flags != 0)
    return Status::InvalidValue;
  return stream.hostFunction([callback, handle, userData, context = stream.context().shared_from_this()] {
    const HostFunctionScope scope;
    callback(handle, static_cast<Code>(context->error()), userData);
  });
}

} // namespace helicon::api
