// The host pass's object made an object of the MUSA SDK's ABI.
#pragma once

#include "mcc/pack/Pack.h"

#include <llvm/ADT/StringRef.h>

#include <string>

namespace helicon::mcc {

std::string finishObject(const FinishRequest &request);

/// Written beside and renamed, so that `path` is whole or untouched. Empty, or what is wrong. "-" is stdout.
std::string writeFile(const std::string &path, llvm::StringRef contents);

} // namespace helicon::mcc
