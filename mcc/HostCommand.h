// The last call of clang: compiles what is host code, and links.
#pragma once

#include "mcc/Options.h"
#include "mcc/Process.h"
#include "mcc/Sdk.h"

namespace helicon::mcc {

/// `objects[i]` stands for input i where that is a MUSA source, empty elsewhere. With a mode other than Link only the
/// host sources take part.
Command hostCommand(const Options &options, const Sdk &sdk, const std::vector<std::string> &objects);

} // namespace helicon::mcc
