// No exception leaves a call: memory that the runtime itself can't get is the error that a card's driver gives then.
#pragma once

#include "runtime/Status.h"

#include <exception>
#include <new>
#include <utility>

namespace helicon::api {

/// The status of `body`, or OutOfMemory where it ran out of memory on the way.
template <class Body> Status guarded(Body &&body) {
  try {
    return std::forward<Body>(body)();
  } catch (const std::bad_alloc &) {
    return Status::OutOfMemory;
  } catch (const std::exception
               &) { // a lock that the system refused, say; not `...`, which would hold up a cancelled thread
    return Status::OperatingSystem;
  }
}

} // namespace helicon::api
