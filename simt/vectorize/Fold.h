// Combining operations shared by atomics and warp reductions.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

namespace helicon::simt {

/// The value that leaves the other operand of `op` unchanged.
llvm::Constant *identityOf(llvm::AtomicRMWInst::BinOp op, llvm::Type *type);

} // namespace helicon::simt
