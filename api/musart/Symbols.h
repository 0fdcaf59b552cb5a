// Device variables by the address of their host shadow.
#pragma once

#include "runtime/Context.h"

#include <cstddef>

namespace helicon::musart {

/// The part of a variable that a copy touches; InvalidSymbol for none, InvalidValue past its end.
Status partOfSymbol(const void *shadow, Context &, size_t count, size_t offset, char *&out);

} // namespace helicon::musart
