// -S: the same renaming as in objects, in the text of assembly or LLVM IR.
#pragma once

#include <string>

namespace helicon::mcc {

/// Empty, or what is wrong. `to` may be "-".
std::string renameInText(const std::string &from, const std::string &to);

} // namespace helicon::mcc
