// No cast from an integer to a lane mask reaches the code generator. LLVM 19's x86 instruction selection never ends on
// some of them: where a logic operation joins two such masks that have further uses, and its result is looked at as an
// integer, one rule pulls the casts out and another pushes them back in. On AVX-512 alone, where masks are registers.
#pragma once

#include <llvm/IR/Function.h>

namespace helicon::jit {

/// Masks kept in memory are loaded as masks, the others are made by testing a bit in each lane. Behind all other
/// passes: InstCombine would make casts again. True if changed.
bool makeMasksFromWords(llvm::Function &function);

} // namespace helicon::jit
