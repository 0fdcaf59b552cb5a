// Contraction, decided once for both executors and all block shapes: a product with one use that is added becomes
// llvm.fma where both carry `contract` (the user did not say -fmad=false), then `contract` goes everywhere, so that
// no back end decides again (spikes 2.4). Runs before the block shape is known to the code: the shape changes loops
// and with them uses. Of two products the left one is fused. Without FMA in the target nothing is fused.
#include "simt/prepare/Steps.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>

#define DEBUG_TYPE "helicon-fma"
STATISTIC(numFused, "Multiply-adds fused");

using namespace llvm;

namespace helicon::simt {

namespace {

/// x * y or -(x * y), used here alone.
struct Product {
  Value *x = nullptr, *y = nullptr;
  bool negated = false;
  explicit operator bool() const { return x; }
};

Product productOf(Value *v) {
  auto *i = dyn_cast<Instruction>(v);
  if (!i || !i->hasOneUse())
    return {};
  bool negated = i->getOpcode() == Instruction::FNeg;
  if (negated)
    i = dyn_cast<Instruction>(i->getOperand(0));
  if (!i || i->getOpcode() != Instruction::FMul || !i->hasOneUse() || !i->hasAllowContract())
    return {};
  return {i->getOperand(0), i->getOperand(1), negated};
}

bool fuse(Instruction &sum) {
  bool subtracts = sum.getOpcode() == Instruction::FSub;
  Value *left = sum.getOperand(0), *right = sum.getOperand(1);
  Product p = productOf(left);
  bool fromLeft = bool(p);
  if (!p)
    p = productOf(right);
  if (!p)
    return false;
  IRBuilder<> b(&sum);
  b.setFastMathFlags(sum.getFastMathFlags());
  Value *addend = fromLeft ? right : left;
  bool negateProduct = p.negated != (subtracts && !fromLeft);
  if (subtracts && fromLeft)
    addend = b.CreateFNeg(addend);
  Value *x = negateProduct ? b.CreateFNeg(p.x) : p.x;
  Value *fused = b.CreateIntrinsic(Intrinsic::fma, {sum.getType()}, {x, p.y, addend});
  fused->takeName(&sum);
  sum.replaceAllUsesWith(fused);
  RecursivelyDeleteTriviallyDeadInstructions(&sum);
  ++numFused;
  return true;
}

} // namespace

Error formFma(Work &work) {
  Function &f = *work.kernel;
  SmallVector<Instruction *> sums;
  for (Instruction &i : instructions(f))
    if ((i.getOpcode() == Instruction::FAdd || i.getOpcode() == Instruction::FSub) && i.hasAllowContract())
      sums.push_back(&i);
  if (work.target.fma)
    for (Instruction *sum : sums)
      fuse(*sum);
  for (Instruction &i : instructions(f)) {
    if (auto *call = dyn_cast<CallInst>(&i); call && call->getIntrinsicID() == Intrinsic::fmuladd) {
      IRBuilder<> b(call);
      b.setFastMathFlags(call->getFastMathFlags());
      call->setCalledFunction(Intrinsic::getDeclaration(&work.module, Intrinsic::fma, {call->getType()}));
    }
    if (isa<FPMathOperator>(i) && i.hasAllowContract())
      i.setHasAllowContract(false);
  }
  return Error::success();
}

} // namespace helicon::simt
