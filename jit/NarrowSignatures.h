// Functions that stay calls take and give half and bfloat as integers, alone and inside of structures: LLVM's code
// generator would hand them over as floats, by functions that no library has. Cost: one visit an instruction.
#pragma once

#include "jit/NarrowFloats.h"

#include <llvm/IR/Module.h>

namespace helicon::jit {

/// To be run before the arithmetic in the functions is lowered, which then finds casts where their values come in.
void passAsIntegers(llvm::Module &module, const NarrowSupport &support);

} // namespace helicon::jit
