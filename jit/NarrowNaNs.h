// Which NaNs of arithmetic on half can be told apart. A card makes 0x7fff of each; making it costs an instruction or
// two a result, and none where only arithmetic, conversions and comparisons see it, as inside a chain or a loop's sum.
// Fused operations are left out: kernels of halves consist of them and lost 6 to 8 % in cache (sums and products
// nothing); inline PTX mends its own. Cost: a walk over the uses of a result, cut off at 32 values.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Intrinsics.h>

namespace helicon::jit {

/// Roots, roundings, minima and maxima: of 16-bit floats they are made in float, and rounded.
bool isFloatFunction(llvm::Intrinsic::ID id);
/// Arithmetic whose own result is the one NaN where that matters.
bool makesOneNaN(const llvm::Instruction &instruction);
/// Whether the bits of a NaN in this value may be seen: stored, or taken apart as integers.
bool areBitsSeen(const llvm::Instruction &value);
/// The half `value`, 0x7fff for NaN.
llvm::Value *withOneNaN(llvm::IRBuilderBase &b, llvm::Value *value);

} // namespace helicon::jit
