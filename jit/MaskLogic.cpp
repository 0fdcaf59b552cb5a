#include "jit/MaskLogic.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace helicon::jit {

// The integer that a mask is a cast of, freezes between them moved to it; null when it is something else.
static Value *wordOf(Value *mask, IRBuilder<> &b) {
  if (auto *freeze = dyn_cast<FreezeInst>(mask)) {
    Value *word = wordOf(freeze->getOperand(0), b);
    return word ? b.CreateFreeze(word) : nullptr;
  }
  auto *cast = dyn_cast<BitCastInst>(mask);
  return cast && cast->getSrcTy()->isIntegerTy() ? cast->getOperand(0) : nullptr;
}

bool joinMaskWords(Function &function) {
  bool changed = false;
  for (Instruction &i : make_early_inc_range(instructions(function))) {
    auto *vector = dyn_cast<FixedVectorType>(i.getType());
    if (!vector || !vector->getElementType()->isIntegerTy(1) || !i.isBitwiseLogicOp())
      continue;
    IRBuilder<> b(&i);
    Value *left = wordOf(i.getOperand(0), b), *right = left ? wordOf(i.getOperand(1), b) : nullptr;
    if (!right)
      continue;
    Value *word = b.CreateBinOp(cast<BinaryOperator>(i).getOpcode(), left, right);
    i.replaceAllUsesWith(b.CreateBitCast(word, vector));
    i.eraseFromParent();
    changed = true;
  }
  return changed;
}

} // namespace helicon::jit
