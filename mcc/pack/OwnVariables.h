// The device variables of an object that other files cannot refer to.
#pragma once

#include "mcc/pack/Pack.h"

#include <string>
#include <vector>

namespace helicon::mcc {

/// Demangled names of the object at `path`; none if it is no object or its device code is relocatable.
std::vector<std::string> ownVariables(const std::string &path);

} // namespace helicon::mcc
