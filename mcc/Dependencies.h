// -MD and -MMD: what only the device pass includes belongs into the dependency file as well.
#pragma once

#include <string>

namespace helicon::mcc {

/// Adds to the make rule in `file` the prerequisites that the rule in `more` has beyond it; with `phony` (-MP) also an
/// empty rule for each. Does nothing when either cannot be read.
void mergeDependencies(const std::string &file, const std::string &more, bool phony);

} // namespace helicon::mcc
