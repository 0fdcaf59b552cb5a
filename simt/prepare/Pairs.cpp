// Takes pairs (a compare-and-swap's old value and success, arithmetic with an overflow bit) apart where they are made,
// so that no phi, select or freeze of a pair is left: later stages keep scalars in lanes, and LCSSA, which would make
// phis of pairs again, sees only their parts used outside a loop. Cost: one visit an extraction.
#include "simt/prepare/Steps.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/ValueHandle.h>

#define DEBUG_TYPE "helicon-pairs"
STATISTIC(numPairs, "Phis, selects and freezes of pairs taken apart");

using namespace llvm;

namespace helicon::simt {

namespace {

bool passesOn(const Instruction &i) {
  return i.getType()->isStructTy() && isa<PHINode, SelectInst, FreezeInst, InsertValueInst>(i);
}

class Pairs {
public:
  explicit Pairs(Function &f) : f(f) {}
  void run();

private:
  Value *part(Value *pair, unsigned index);
  Value *make(Instruction &pair, unsigned index);

  Function &f;
  DenseMap<std::pair<Value *, unsigned>, WeakTrackingVH> parts; ///< follows what is replaced later
};

Value *Pairs::part(Value *pair, unsigned index) {
  if (auto *constant = dyn_cast<Constant>(pair))
    return constant->getAggregateElement(index);
  if (Value *known = parts.lookup({pair, index}))
    return known;
  Value *made = make(*cast<Instruction>(pair), index);
  parts[{pair, index}] = made;
  return made;
}

Value *Pairs::make(Instruction &pair, unsigned index) {
  IRBuilder<> b(&pair);
  if (auto *phi = dyn_cast<PHINode>(&pair)) {
    PHINode *copy = b.CreatePHI(cast<StructType>(phi->getType())->getElementType(index), phi->getNumIncomingValues());
    parts[{phi, index}] = copy; // it may lead back here
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      copy->addIncoming(part(phi->getIncomingValue(i), index), phi->getIncomingBlock(i));
    return copy;
  }
  if (auto *select = dyn_cast<SelectInst>(&pair))
    return b.CreateSelect(select->getCondition(), part(select->getTrueValue(), index),
                          part(select->getFalseValue(), index));
  if (auto *freeze = dyn_cast<FreezeInst>(&pair))
    return b.CreateFreeze(part(freeze->getOperand(0), index));
  if (auto *insert = dyn_cast<InsertValueInst>(&pair); insert && insert->getNumIndices() == 1)
    return insert->getIndices()[0] == index ? insert->getInsertedValueOperand()
                                            : part(insert->getAggregateOperand(), index);
  b.SetInsertPoint(pair.getNextNode());
  return b.CreateExtractValue(&pair, index);
}

void Pairs::run() {
  SmallVector<ExtractValueInst *> extracts;
  SmallVector<Instruction *> passing;
  for (Instruction &i : instructions(f)) {
    if (auto *extract = dyn_cast<ExtractValueInst>(&i); extract && extract->getNumIndices() == 1 &&
                                                        isa<Instruction>(extract->getAggregateOperand()) &&
                                                        extract->getAggregateOperand()->getType()->isStructTy())
      extracts.push_back(extract);
    if (passesOn(i))
      passing.push_back(&i);
  }
  for (ExtractValueInst *extract : extracts) {
    extract->replaceAllUsesWith(part(extract->getAggregateOperand(), extract->getIndices()[0]));
    extract->eraseFromParent();
  }
  // They use each other at most; what something else uses, by whatever way, is left for the verifier to name.
  SmallPtrSet<const User *, 8> left;
  for (bool grows = true; grows;) {
    grows = false;
    for (const Instruction *i : passing)
      if (!left.contains(i) &&
          any_of(i->users(), [&](const User *u) { return left.contains(u) || !passesOn(*cast<Instruction>(u)); }))
        grows |= left.insert(i).second;
  }
  for (Instruction *i : passing)
    if (!left.contains(i)) {
      i->replaceAllUsesWith(PoisonValue::get(i->getType()));
      i->eraseFromParent();
      ++numPairs;
    }
}

} // namespace

void splitPairs(Function &f) { Pairs(f).run(); }

} // namespace helicon::simt
