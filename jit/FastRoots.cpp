#include "jit/FastRoots.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace helicon::jit {

namespace {
/// What a root is taken of, where its reciprocal may be an estimate.
Value *rootBehind(Instruction &i) {
  Value *x = nullptr;
  const bool isQuotient = i.getOpcode() == Instruction::FDiv && i.getType()->getScalarType()->isFloatTy() &&
                          i.hasAllowReciprocal() && !i.hasNoInfs();
  return isQuotient && match(i.getOperand(1), m_Intrinsic<Intrinsic::sqrt>(m_Value(x))) ? x : nullptr;
}
} // namespace

void mendFastRoots(Function &f) {
  SmallVector<Instruction *> quotients;
  for (Instruction &i : instructions(f))
    if (rootBehind(i))
      quotients.push_back(&i);
  for (Instruction *quotient : quotients) {
    Value *x = rootBehind(*quotient), *above = quotient->getOperand(0);
    IRBuilder<> build(quotient->getNextNode());
    Constant *infinity = ConstantFP::getInfinity(x->getType()), *zero = ConstantFP::getZero(x->getType());
    Value *isZero = build.CreateFCmpOEQ(x, zero), *isInfinite = build.CreateFCmpOEQ(x, infinity);
    Value *end = build.CreateSelect(isZero, build.CreateBinaryIntrinsic(Intrinsic::copysign, infinity, x), zero);
    if (!match(above, m_FPOne()))
      end = build.CreateFMul(above, end);
    Value *mended = build.CreateSelect(build.CreateOr(isZero, isInfinite), end, PoisonValue::get(x->getType()));
    quotient->replaceAllUsesWith(mended);
    cast<User>(mended)->setOperand(2, quotient);
  }
}

} // namespace helicon::jit
