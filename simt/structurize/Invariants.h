// What structured control flow promises (kernel-ir/README.md, section 3), checked and named.
#pragma once

#include <llvm/IR/Function.h>

#include <string>

namespace helicon::simt {

/// Why LLVM's structuring would fail in silence on this graph, or null.
const char *unstructurable(const llvm::Function &f);

/// The first promise that does not hold, or an empty text.
std::string brokenInvariant(llvm::Function &f);

} // namespace helicon::simt
