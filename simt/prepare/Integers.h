// What the steps that leave only integers of 1, 8, 16, 32 and 64 bits share (OddIntegers.cpp, WideIntegers.cpp).
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

namespace helicon::simt {

constexpr unsigned kMostIntegerBits = 128;
using IsChosen = llvm::function_ref<bool(const llvm::Type *)>;

/// Other widths than 1, 8, 16, 32, 64 and 128, below 128.
bool isOddInteger(const llvm::Type *t);
inline bool isWideInteger(const llvm::Type *t) { return t->isIntegerTy(128); }
/// Does the instruction make or use such an integer?
bool concerns(const llvm::Instruction &i, IsChosen isChosen);

/// Intrinsics on chosen integers become arithmetic on the same integers, and for odd ones intrinsics on the next wider
/// type (IntegerIntrinsics.cpp). What has no case stays.
void openIntegerIntrinsics(llvm::Function &f, IsChosen isChosen);
/// Conversions between floats and 128 bits become arithmetic (WideConversions.cpp).
void openWideConversions(llvm::Function &f);

/// The two halves of an integer of 128 bits, and back.
llvm::Value *lowHalf(llvm::IRBuilderBase &b, llvm::Value *v);
llvm::Value *highHalf(llvm::IRBuilderBase &b, llvm::Value *v);
llvm::Value *joinHalves(llvm::IRBuilderBase &b, llvm::Value *low, llvm::Value *high);

/// An error for the user: the operation and how wide its integers are.
llvm::Error refuseInteger(const llvm::Instruction &i, IsChosen isChosen);
/// Erases instructions whose values live on in others. An error names whatever still uses one: it would silently
/// compute with nothing.
llvm::Error eraseReplaced(llvm::ArrayRef<llvm::Instruction *> replaced, IsChosen isChosen);

} // namespace helicon::simt
