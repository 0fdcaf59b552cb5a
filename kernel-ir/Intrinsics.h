// Names of the functions of the prepared form (kernel-ir/README.md, section 2) and ways to make and test calls.
// LLVM side of kernel-ir: only simt/, jit/ and mcc's packer include this.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace helicon::ir {

/// All of the block's shared memory, in the prepared form: an external array in addrspace(3).
inline constexpr char kSharedMemory[] = "helicon.shared";

enum class Op {
#define HELICON_OP(id, name) id,
#include "kernel-ir/Intrinsics.def"
  None, ///< not one of ours
};

/// "helicon.barrier.popc" and so on.
llvm::StringRef name(Op op);
/// Which operation a call is; None for anything else, math included.
Op opOf(const llvm::CallBase &call);
/// The declaration of `op`, made with its attributes where the module lacks it.
llvm::Function *declare(llvm::Module &module, Op op);
llvm::CallInst *call(llvm::IRBuilderBase &builder, Op op, llvm::ArrayRef<llvm::Value *> args = {},
                     const llvm::Twine &name = "");
/// Operations that exchange data or wait with other threads: control flow must not change around them.
bool isConvergent(Op op);

/// A trap and its kin: no thread goes on behind it.
bool endsLaunch(Op op);

/// A step of a matrix product; convergent, but touches no memory.
bool isMatrix(Op op);

/// Metadata of a 32-bit load: the four lanes of each quad (4n to 4n+3) read adjacent words, the lowest lane's first.
/// Without it the code means the same.
inline constexpr char kQuadLoad[] = "helicon.quad";

/// The row name of a `helicon.math.NAME.fNN` call ("sin"), empty for anything else.
llvm::StringRef mathName(const llvm::CallBase &call);
llvm::Function *declareMath(llvm::Module &module, llvm::StringRef name, llvm::Type *type, unsigned arguments);

} // namespace helicon::ir
