// Hints on managed memory. There is one memory here, so they change nothing; what they are given is checked as the real
// calls check it.
#pragma once

#include "runtime/Context.h"

#include <cstddef>

namespace helicon::api {

/// `bytes` from `pointer` lie in managed memory, and `place` is a device or the host (-1).
HELICON_EXPORT Status checkPrefetch(const void *pointer, size_t bytes, int place);
/// `advice`: musaMemoryAdvise. The place matters only where the advice has one.
HELICON_EXPORT Status checkAdvice(const void *pointer, size_t bytes, int advice, int place);
/// `bytes` 0 or the whole allocation; `flags`: exactly one of musaMemAttach*.
/// A capture can't take it: 900.
HELICON_EXPORT Status attach(Stream &stream, const void *pointer, size_t bytes, unsigned flags);

} // namespace helicon::api
