// Commands that device code puts into streams of its own.
#pragma once

#include "runtime/Command.h"

#include <cstdint>

namespace helicon {

/// An end that can't be read or written fails the context, as in a kernel.
CommandRef makeCopy(Context &, void *to, const void *from, uint64_t bytes);
CommandRef makeFill(Context &, void *to, uint8_t value, uint64_t bytes);
/// Nothing but an order.
CommandRef makeMarker(Context &);

} // namespace helicon
