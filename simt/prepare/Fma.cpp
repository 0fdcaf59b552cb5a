// Contraction, decided once for both executors and all block shapes: a product that is only added becomes llvm.fma
// where both carry `contract` (the user did not say -fmad=false), then `contract` goes everywhere, so that no back end
// decides again (spikes 2.4). Runs before the block shape is known to the code: the shape changes loops and with them
// uses. Without FMA in the target nothing is fused.
#include "simt/prepare/Steps.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

#define DEBUG_TYPE "helicon-fma"
STATISTIC(numFused, "Multiply-adds fused");

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr unsigned kMaxUses = 4; ///< a product used more often stays one multiplication

bool isSum(const User *u) {
  const auto *i = dyn_cast<Instruction>(u);
  return i && (i->getOpcode() == Instruction::FAdd || i->getOpcode() == Instruction::FSub) && i->hasAllowContract();
}

bool isNegation(const User *u) {
  const auto *i = dyn_cast<Instruction>(u);
  return i && i->getOpcode() == Instruction::FNeg;
}

/// A sum that uses `v`, or its negation, and how.
struct Use {
  Instruction *sum;
  Value *operand; ///< the product itself, or -product
  bool negated;
};

/// All uses of the product, when each is one operand of one sum; else nothing.
SmallVector<Use> usesOf(Instruction &product) {
  SmallVector<Use> uses;
  auto add = [&](Value &v, bool negated) {
    for (User *u : v.users()) {
      auto *sum = dyn_cast<Instruction>(u);
      if (!isSum(u) || sum->getOperand(0) == sum->getOperand(1))
        return false;
      uses.push_back({sum, &v, negated});
    }
    return true;
  };
  if (product.hasOneUse() && isNegation(*product.user_begin()))
    return add(**product.user_begin(), true) && uses.size() == 1 ? uses : SmallVector<Use>{};
  return add(product, false) && uses.size() <= kMaxUses ? uses : SmallVector<Use>{};
}

void fuse(Instruction &product, const Use &use) {
  Instruction &sum = *use.sum;
  IRBuilder<> b(&sum);
  b.setFastMathFlags(sum.getFastMathFlags());
  bool isLeft = sum.getOperand(0) == use.operand, subtracts = sum.getOpcode() == Instruction::FSub;
  Value *addend = sum.getOperand(isLeft ? 1 : 0);
  if (subtracts && isLeft)
    addend = b.CreateFNeg(addend);
  Value *x = product.getOperand(0);
  if (use.negated != (subtracts && !isLeft))
    x = b.CreateFNeg(x);
  Value *fused = b.CreateIntrinsic(Intrinsic::fma, {sum.getType()}, {x, product.getOperand(1), addend});
  fused->takeName(&sum);
  sum.replaceAllUsesWith(fused);
  sum.eraseFromParent();
  ++numFused;
}

/// A product goes into all sums that use it or into none, so that it is never computed beside them. In program order:
/// of two products that meet in a sum the first is fused and the other is its addend.
void fuseProducts(Function &f) {
  SmallVector<Instruction *> products;
  for (Instruction &i : instructions(f))
    if (i.getOpcode() == Instruction::FMul && i.hasAllowContract())
      products.push_back(&i);
  for (Instruction *product : products) {
    SmallVector<Use> uses = usesOf(*product);
    for (const Use &use : uses)
      fuse(*product, use);
    if (uses.empty())
      continue;
    if (uses.front().negated)
      cast<Instruction>(uses.front().operand)->eraseFromParent();
    product->eraseFromParent();
  }
}

} // namespace

Error formFma(Work &work) {
  Function &f = *work.function;
  if (work.target.fma)
    fuseProducts(f);
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
