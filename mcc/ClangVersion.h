// Whether the compiler that HELICON_CLANG names is one that mcc can use.
#pragma once

#include "mcc/Sdk.h"

#include <string>

namespace helicon::mcc {

/// Empty, or what the compiler is instead of clang 19. Asks it only where the user chose it: that costs a process.
std::string whyNotClang(const Sdk &sdk);

} // namespace helicon::mcc
