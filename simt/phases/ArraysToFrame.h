// Allocas that hold something across a suspension live in the frame: the stack is gone by then.
#pragma once

#include "simt/phases/Frame.h"

#include <llvm/ADT/SmallPtrSet.h>

namespace helicon::simt {

/// Replaces them by addresses in `frame`; returns these instructions, which stand at the start of the entry block.
llvm::SmallPtrSet<const llvm::Instruction *, 8> moveArraysToFrame(llvm::Function &function, llvm::Value *frameAddress,
                                                                  llvm::ArrayRef<Suspension> suspensions, Frame &frame);

} // namespace helicon::simt
