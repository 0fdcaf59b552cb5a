// What prepare knows of calls that cannot simply be inlined.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <optional>

namespace helicon::simt {

/// A call whose target is known at run time only; inline assembly is none.
bool isIndirect(const llvm::CallBase &call);

/// Marks every function whose address the program takes, with the places in virtual tables where it stands: asked
/// while the whole program is there, used when most of it has gone.
void markAddressTaken(llvm::Module &module);
bool isAddressTaken(const llvm::Function &f);
/// What clang notes on a load of the pointer to an object's virtual table.
bool isVirtualTableTag(const llvm::MDNode &tag);
/// The functions that an indirect call may mean: those of its type, for a call through a virtual table those of them
/// that stand at its place in one.
llvm::SmallVector<llvm::Function *> targetsOf(const llvm::CallBase &call, llvm::Module &module);

/// Makes an indirect call a switch over its targets' ids; anything else traps. Adds the direct calls to `made`.
void dispatch(llvm::CallBase &call, llvm::SmallVectorImpl<llvm::CallBase *> &made);
/// Addresses of functions become their ids everywhere but in direct calls. An error where two have the same.
llvm::Error numberFunctions(llvm::Module &module);

} // namespace helicon::simt
