// What Nvvm.cpp and NvvmFloat.cpp share.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace helicon::simt {

/// Lowers a float intrinsic of the target; clears `done` when it has no case for it.
llvm::Value *lowerFloatIntrinsic(llvm::IRBuilder<> &b, llvm::CallInst &call, bool &done);

/// The upper 64 bits of a product of 64-bit integers, from four products of 32, so that no 128-bit integer arises.
llvm::Value *highProduct64(llvm::IRBuilder<> &b, llvm::Value *x, llvm::Value *y, bool isSigned);

} // namespace helicon::simt
