// Loops of which a round reads and changes nothing but its block's shared memory and the thread's own values. While all
// threads of a block are in such rounds, or at barriers, nothing outside can bring them out of it.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

namespace helicon::simt {

/// No global memory, no clock, no service, nothing that others see. What the block cannot change may be read.
bool isClosed(const llvm::Loop &loop);

/// Does the exit depend on what the loop computes from round to round? It will be taken whoever else does what.
bool endsByItself(const llvm::Instruction &exit, const llvm::Loop &loop);

} // namespace helicon::simt
