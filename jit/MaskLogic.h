// Logic on lane masks that come from memory as integers is done on the integers. LLVM 19's x86 instruction selection
// otherwise never ends: where both operands of an `or` are such masks with further uses and the result is combined
// once more and looked at as an integer, one rule pulls the casts out and another pushes them back in.
#pragma once

#include <llvm/IR/Function.h>

namespace helicon::jit {

/// Behind all other passes: none of them may undo it. True if changed.
bool joinMaskWords(llvm::Function &function);

} // namespace helicon::jit
