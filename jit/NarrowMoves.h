// The second half of NarrowFloats: once no arithmetic on half and bfloat is left, their values move as integers. Of
// scalars in a loop, of masked accesses and of vectors that are no register's size LLVM's code generator makes calls
// and single lanes otherwise. Cost: one visit an instruction.
#pragma once

#include "jit/NarrowFloats.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Value.h>

namespace helicon::jit {

/// A type, or vector of one, that the machine has no arithmetic for.
inline bool isNarrowFloat(const llvm::Type *type, const NarrowSupport &support) {
  const llvm::Type *scalar = type->getScalarType();
  return scalar->isBFloatTy() || (scalar->isHalfTy() && !support.halfArithmetic);
}
/// `scalar`, or a vector of it as long as `value`.
inline llvm::Type *like(const llvm::Value *value, llvm::Type *scalar) {
  auto *vector = llvm::dyn_cast<llvm::VectorType>(value->getType());
  return vector ? llvm::VectorType::get(scalar, vector->getElementCount()) : scalar;
}

void moveAsIntegers(llvm::Function &function, const NarrowSupport &support);

} // namespace helicon::jit
