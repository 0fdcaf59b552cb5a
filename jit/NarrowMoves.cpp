#include "jit/NarrowMoves.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;

namespace helicon::jit {

namespace {

class Moves {
public:
  Moves(Function &f, const NarrowSupport &support) : f(f), support(support), b(f.getContext()) {}
  void run();

private:
  Type *integer(const Value *value) { return like(value, b.getInt16Ty()); }
  /// The bits of a value; what was made from integers is looked through.
  Value *bits(Value *value) {
    auto *cast = dyn_cast<BitCastInst>(value);
    return cast && cast->getSrcTy() == integer(value) ? cast->getOperand(0) : b.CreateBitCast(value, integer(value));
  }
  Value *moved(Instruction &i);
  Value *accessed(CallInst &call);
  void joinCasts();

  Function &f;
  const NarrowSupport &support;
  IRBuilder<> b;
  SmallVector<std::pair<PHINode *, PHINode *>, 8> phis; ///< their operands come when all have their final form
};

Value *Moves::accessed(CallInst &call) {
  auto align = [&](unsigned k) { return cast<ConstantInt>(call.getArgOperand(k))->getMaybeAlignValue().valueOrOne(); };
  auto arg = [&](unsigned k) { return call.getArgOperand(k); };
  CallInst *made = nullptr;
  switch (call.getIntrinsicID()) {
  case Intrinsic::masked_load:
    made = b.CreateMaskedLoad(integer(&call), arg(0), align(1), arg(2), bits(arg(3)));
    break;
  case Intrinsic::masked_gather:
    made = b.CreateMaskedGather(integer(&call), arg(0), align(1), arg(2), bits(arg(3)));
    break;
  case Intrinsic::masked_store:
    made = b.CreateMaskedStore(bits(arg(0)), arg(1), align(2), arg(3));
    break;
  case Intrinsic::masked_scatter:
    made = b.CreateMaskedScatter(bits(arg(0)), arg(1), align(2), arg(3));
    break;
  default:
    return nullptr;
  }
  made->copyMetadata(call);
  return made;
}

Value *Moves::moved(Instruction &i) {
  auto operand = [&](unsigned k) { return bits(i.getOperand(k)); };
  switch (i.getOpcode()) {
  case Instruction::Load: {
    Instruction *copy = i.clone();
    copy->mutateType(integer(&i));
    return b.Insert(copy);
  }
  case Instruction::PHI: {
    auto &phi = cast<PHINode>(i);
    phis.emplace_back(&phi, b.CreatePHI(integer(&i), phi.getNumIncomingValues()));
    b.SetInsertPoint(i.getParent(), i.getParent()->getFirstInsertionPt());
    return phis.back().second;
  }
  case Instruction::Select:
    return b.CreateSelect(i.getOperand(0), operand(1), operand(2));
  case Instruction::Freeze:
    return b.CreateFreeze(operand(0));
  case Instruction::ExtractElement:
    return b.CreateExtractElement(operand(0), i.getOperand(1));
  case Instruction::InsertElement:
    return b.CreateInsertElement(operand(0), operand(1), i.getOperand(2));
  case Instruction::ShuffleVector:
    return b.CreateShuffleVector(operand(0), operand(1), cast<ShuffleVectorInst>(i).getShuffleMask());
  case Instruction::Call:
    return accessed(cast<CallInst>(i));
  default:
    return nullptr;
  }
}

void Moves::run() {
  for (Instruction &i : make_early_inc_range(instructions(f))) {
    b.SetInsertPoint(&i);
    if (auto *store = dyn_cast<StoreInst>(&i); store && isNarrowFloat(store->getValueOperand()->getType(), support)) {
      store->setOperand(0, bits(store->getValueOperand()));
      continue;
    }
    bool isStore = isa<CallInst>(i) && i.getType()->isVoidTy() && i.getNumOperands() > 0 &&
                   isNarrowFloat(i.getOperand(0)->getType(), support);
    if (!isStore && (isa<BitCastInst>(i) || !isNarrowFloat(i.getType(), support)))
      continue;
    Value *made = moved(i);
    if (!made)
      continue;
    if (!isStore)
      i.replaceAllUsesWith(b.CreateBitCast(made, i.getType()));
    if (!isa<PHINode>(i))
      i.eraseFromParent();
  }
  for (auto [old, made] : phis) {
    for (auto [value, block] : zip(old->incoming_values(), old->blocks())) {
      b.SetInsertPoint(block->getTerminator());
      made->addIncoming(bits(value), block);
    }
    old->eraseFromParent();
  }
  joinCasts();
}

/// No value of these types is left but between two casts, of which none is left either.
void Moves::joinCasts() {
  SmallVector<WeakTrackingVH> unused;
  for (Instruction &i : instructions(f)) {
    auto *cast = dyn_cast<BitCastInst>(&i);
    if (!cast || !isNarrowFloat(cast->getSrcTy(), support))
      continue;
    auto *made = dyn_cast<BitCastInst>(cast->getOperand(0));
    if (!made || made->getSrcTy() != cast->getType())
      continue;
    cast->replaceAllUsesWith(made->getOperand(0));
    unused.push_back(cast);
    unused.push_back(made);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
}

} // namespace

void moveAsIntegers(Function &function, const NarrowSupport &support) { Moves(function, support).run(); }

} // namespace helicon::jit
