#include "simt/analysis/Atomics128.h"

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr uint64_t kHalf = 64;

Value *join(IRBuilderBase &b, Value *low, Value *high) {
  Type *i128 = b.getInt128Ty();
  return b.CreateOr(b.CreateZExt(low, i128), b.CreateShl(b.CreateZExt(high, i128), kHalf));
}

Value *split(IRBuilderBase &b, Value *whole) {
  Type *i64 = b.getInt64Ty();
  Value *pair = PoisonValue::get(StructType::get(i64, i64));
  pair = b.CreateInsertValue(pair, b.CreateTrunc(whole, i64), 0);
  return b.CreateInsertValue(pair, b.CreateTrunc(b.CreateLShr(whole, kHalf), i64), 1);
}

Value *compareAndSwap(IRBuilderBase &b, Value *place, Value *wanted, Value *with) {
  auto order = AtomicOrdering::SequentiallyConsistent;
  return b.CreateExtractValue(b.CreateAtomicCmpXchg(place, wanted, with, Align(16), order, order), 0);
}

/// {i64, i64} (ptr, i64, i64): a function of its own, since the loop would cut the caller's block.
Function *swapFunction(Module &m) {
  LLVMContext &c = m.getContext();
  Type *i64 = Type::getInt64Ty(c);
  auto *type = FunctionType::get(StructType::get(i64, i64), {PointerType::get(c, 0), i64, i64}, false);
  constexpr char kName[] = "helicon_swap128";
  if (Function *f = m.getFunction(kName))
    return f;
  Function *f = Function::Create(type, GlobalValue::InternalLinkage, kName, m);
  f->setDoesNotThrow();
  BasicBlock *entry = BasicBlock::Create(c, "", f), *loop = BasicBlock::Create(c, "", f),
             *done = BasicBlock::Create(c, "", f);
  IRBuilder<> b(entry);
  Value *place = f->getArg(0), *with = join(b, f->getArg(1), f->getArg(2));
  // The first guess need not be right: it is only compared with.
  Value *guess = compareAndSwap(b, place, ConstantInt::get(b.getInt128Ty(), 0), ConstantInt::get(b.getInt128Ty(), 0));
  b.CreateBr(loop);
  b.SetInsertPoint(loop);
  PHINode *wanted = b.CreatePHI(b.getInt128Ty(), 2);
  Value *old = compareAndSwap(b, place, wanted, with);
  wanted->addIncoming(guess, entry);
  wanted->addIncoming(old, loop);
  b.CreateCondBr(b.CreateICmpEQ(old, wanted), done, loop);
  b.SetInsertPoint(done);
  b.CreateRet(split(b, old));
  return f;
}

} // namespace

Value *exchange128(IRBuilderBase &b, ir::Op op, ArrayRef<Value *> args) {
  Module &m = *b.GetInsertBlock()->getModule();
  if (op == ir::Op::Swap128) {
    CallInst *call = b.CreateCall(swapFunction(m), args);
    call->setDoesNotThrow();
    return call;
  }
  return split(b, compareAndSwap(b, args[0], join(b, args[1], args[2]), join(b, args[3], args[4])));
}

} // namespace helicon::simt
