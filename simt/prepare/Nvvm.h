// What Nvvm.cpp and NvvmFloat.cpp share.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace helicon::simt {

/// Lowers a float intrinsic of the target; clears `done` when it has no case for it.
llvm::Value *lowerFloatIntrinsic(llvm::IRBuilder<> &b, llvm::CallInst &call, bool &done);

} // namespace helicon::simt
