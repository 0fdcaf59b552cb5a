// Commands that device code puts into streams of its own.
#pragma once

#include "runtime/Command.h"
#include "runtime/Stream.h"

#include <cstdint>

namespace helicon {

/// An end that can't be read or written fails the context, as in a kernel.
CommandRef makeCopy(Context &, void *to, const void *from, uint64_t bytes);
CommandRef makeFill(Context &, void *to, uint8_t value, uint64_t bytes);
/// The same for graphs, built at `place`, which has room for kTransferBytes. The source is read when it runs.
Command *placeCopy(void *place, Context &, void *to, const void *from, const Stream::Layout &);
Command *placeFill(void *place, Context &, void *to, uint32_t value, uint32_t elementBytes, uint64_t count,
                   uint64_t pitch, uint64_t height);
Command *placeMarker(void *place, Context &);
/// `call` outlives the command.
Command *placeHostCall(void *place, Context &, const std::function<void()> &call);
inline constexpr size_t kTransferBytes = 512;
/// Nothing but an order.
CommandRef makeMarker(Context &);

} // namespace helicon
