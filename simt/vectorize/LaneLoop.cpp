// What vectors cannot do is done lane by lane, in lane order, for active lanes only: a loop over the set bits of the
// mask.
#include "simt/vectorize/Vectorizer.h"

using namespace llvm;

namespace helicon::simt {

Value *Vectorizer::forEachLane(Value *mask, Type *type, function_ref<Value *(Value *lane)> body) {
  Type *bitsType = b.getIntNTy(V);
  Value *bits = maskBits(mask);
  Value *none = ConstantInt::get(bitsType, 0);
  Type *resultType = type->isVoidTy() ? nullptr : vectorType(type);
  BasicBlock *before = b.GetInsertBlock();
  BasicBlock *loop = BasicBlock::Create(context, "lane", out), *done = BasicBlock::Create(context, "lanes.done", out);
  b.CreateCondBr(b.CreateICmpNE(bits, none), loop, done);

  b.SetInsertPoint(loop);
  PHINode *left = b.CreatePHI(bitsType, 2, "lanes.left");
  PHINode *soFar = resultType ? b.CreatePHI(resultType, 2, "lanes.result") : nullptr;
  Value *lane =
      b.CreateZExtOrTrunc(b.CreateBinaryIntrinsic(Intrinsic::cttz, left, b.getTrue()), b.getInt32Ty(), "lane");
  Value *result = body(lane);
  Value *collected = soFar ? b.CreateInsertElement(soFar, result, lane) : nullptr;
  Value *next = b.CreateAnd(left, b.CreateSub(left, ConstantInt::get(bitsType, 1)));
  BasicBlock *end = b.GetInsertBlock();
  b.CreateCondBr(b.CreateICmpNE(next, none), loop, done);
  left->addIncoming(bits, before);
  left->addIncoming(next, end);
  if (soFar) {
    soFar->addIncoming(PoisonValue::get(resultType), before);
    soFar->addIncoming(collected, end);
  }

  b.SetInsertPoint(done);
  if (!soFar)
    return nullptr;
  PHINode *all = b.CreatePHI(resultType, 2);
  all->addIncoming(PoisonValue::get(resultType), before);
  all->addIncoming(collected, end);
  return all;
}

Value *Vectorizer::guarded(Value *condition, Type *type, function_ref<Value *()> body) {
  if (auto *c = dyn_cast<ConstantInt>(condition))
    return c->isOne() ? body() : (type->isVoidTy() ? nullptr : PoisonValue::get(type));
  BasicBlock *before = b.GetInsertBlock();
  BasicBlock *then = BasicBlock::Create(context, "guarded", out),
             *done = BasicBlock::Create(context, "guard.done", out);
  b.CreateCondBr(condition, then, done);
  b.SetInsertPoint(then);
  Value *result = body();
  BasicBlock *end = b.GetInsertBlock();
  b.CreateBr(done);
  b.SetInsertPoint(done);
  if (type->isVoidTy())
    return nullptr;
  PHINode *phi = b.CreatePHI(type, 2);
  phi->addIncoming(result, end);
  phi->addIncoming(PoisonValue::get(type), before);
  return phi;
}

} // namespace helicon::simt
