// Traps before what the threads that do not trap do next.
#pragma once

#include <llvm/IR/Function.h>

namespace helicon::simt {

/// Returns how many ways to a trap there are.
unsigned trapFirst(llvm::Function &kernel);

} // namespace helicon::simt
