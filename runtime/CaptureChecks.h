// The part of stream capture (Capture.h) that calls ask which have nothing to do with graphs.
#pragma once

#include "runtime/Export.h"
#include "runtime/Status.h"

#include <atomic>
#include <cstdint>

namespace helicon::capture {

HELICON_EXPORT extern std::atomic<uint32_t> running;
/// Someone captures.
inline bool any() { return running.load(std::memory_order_relaxed) != 0; }

/// For calls that a capture elsewhere may make unsafe (allocation and the like), by the modes of captures and thread.
HELICON_EXPORT Status mayCall();

} // namespace helicon::capture
