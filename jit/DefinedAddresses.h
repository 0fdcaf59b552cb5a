// The x86 code generator takes any register for addresses none of whose lanes is defined, also the one that the gather
// writes, and the processor refuses such an instruction. That happens where a register is wider than the block and a
// gather is cut in two. Lanes that are off get the address 0. Cost: one visit an instruction; a blend for such a
// gather, none where the mask is a constant.
#pragma once

#include <llvm/IR/Function.h>

namespace helicon::jit {

void defineAddresses(llvm::Function &function);

} // namespace helicon::jit
