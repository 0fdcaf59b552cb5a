// -S: the same renaming as in objects, in the text of assembly or LLVM IR.
#pragma once

#include <string>

namespace helicon::mcc {

std::string renamedText(const std::string &text);

} // namespace helicon::mcc
