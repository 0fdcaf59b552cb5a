// Messages for the user on stderr, one line each, whole even when several threads speak.
#pragma once

#include "runtime/Export.h"

#include <string>
#include <string_view>

namespace helicon {

/// "helicon: error: ..." Starts in lower case, no full stop.
HELICON_EXPORT void logError(std::string_view message);
HELICON_EXPORT void logWarning(std::string_view message);
HELICON_EXPORT void logNote(std::string_view message);

/// A C++ or kernel name as the user wrote it; the mangled name when it can't be read.
HELICON_EXPORT std::string demangled(const char *name);

} // namespace helicon
