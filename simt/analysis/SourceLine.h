// Where code stands in the program's own source.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>

#include <string>

namespace helicon::simt {

/// "x.mu:12"; functions of our headers are where they were called. Empty for null.
std::string lineOf(const llvm::DILocation *at);
/// Is it one of the SDK's headers?
bool isOwnHeader(llvm::StringRef file);

} // namespace helicon::simt
