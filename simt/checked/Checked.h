// What checked mode (HELICON_STRICT) adds to kernels: tests for what a card forbids or leaves undefined.
#pragma once

#include <llvm/IR/Function.h>

namespace helicon::simt {

/// For the simd executor, before structurize.
void checkMasks(llvm::Function &kernel);

} // namespace helicon::simt
