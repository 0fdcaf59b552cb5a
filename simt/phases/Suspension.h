// One place where a group function gives up the CPU. The block that held the call was cut in two: `before` ends with
// what is saved, `resume` starts with what is read back; until the cut is made final an edge joins them, so that
// ordinary dataflow sees the program as it was.
#pragma once

#include "kernel-ir/Abi.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/BasicBlock.h>

namespace helicon::simt {

struct Suspension {
  llvm::BasicBlock *before;
  llvm::BasicBlock *resume;
  GroupStatus status;
  uint32_t site; ///< its number in KernelImage::sites plus one, and the group's state there
};

} // namespace helicon::simt
