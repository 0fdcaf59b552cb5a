// 1 / sqrt(x) from the processor's estimate (-use_fast_math) and a Newton step is NaN where x is zero or infinite; a
// card gives infinity and zero. Cost: two comparisons and a selection each. Assumes that LLVM makes an estimate of such
// a division only where it is marked as allowed and divides by a root.
#pragma once

#include <llvm/IR/Function.h>

namespace helicon::jit {

void mendFastRoots(llvm::Function &);

} // namespace helicon::jit
