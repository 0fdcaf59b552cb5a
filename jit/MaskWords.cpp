#include "jit/MaskWords.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace helicon::jit {

// The mask itself where the word comes from memory, freezes on the way kept; null for other words.
static Value *loadedMask(Value *word, Type *mask) {
  if (auto *freeze = dyn_cast<FreezeInst>(word)) {
    Value *source = loadedMask(freeze->getOperand(0), mask);
    return source ? IRBuilder<>(freeze).CreateFreeze(source) : nullptr;
  }
  auto *load = dyn_cast<LoadInst>(word);
  if (!load || !load->isSimple())
    return nullptr;
  LoadInst *again = IRBuilder<>(load).CreateAlignedLoad(mask, load->getPointerOperand(), load->getAlign());
  again->setAAMetadata(load->getAAMetadata());
  return again;
}

static Value *testedBits(BitCastInst &cast, FixedVectorType *mask) {
  Value *word = cast.getOperand(0);
  SmallVector<Constant *, 64> bits;
  for (unsigned lane = 0; lane < mask->getNumElements(); ++lane)
    bits.push_back(ConstantInt::get(word->getType(), APInt::getOneBitSet(mask->getNumElements(), lane)));
  IRBuilder<> b(&cast);
  Value *tested = b.CreateAnd(b.CreateVectorSplat(mask->getNumElements(), word), ConstantVector::get(bits));
  return b.CreateICmpNE(tested, Constant::getNullValue(tested->getType()));
}

bool makeMasksFromWords(Function &function) {
  bool changed = false;
  for (Instruction &i : make_early_inc_range(instructions(function))) {
    auto *cast = dyn_cast<BitCastInst>(&i);
    auto *mask = cast ? dyn_cast<FixedVectorType>(cast->getType()) : nullptr;
    if (!mask || !mask->getElementType()->isIntegerTy(1) || !cast->getSrcTy()->isIntegerTy() ||
        mask->getNumElements() < 8)
      continue;
    Value *made = loadedMask(cast->getOperand(0), mask);
    cast->replaceAllUsesWith(made ? made : testedBits(*cast, mask));
    cast->eraseFromParent();
    changed = true;
  }
  return changed;
}

} // namespace helicon::jit
