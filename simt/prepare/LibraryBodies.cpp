// What is constexpr in the C++ library calls memcmp, memchr and strlen, which clang leaves to a C library. A
// declaration of one becomes a function of the module: a loop over bytes, inlined later as any other. Programs that
// define one of them themselves keep theirs. Cost: a branch or two a byte.
#include "simt/prepare/Steps.h"

#include <llvm/IR/IRBuilder.h>

using namespace llvm;

namespace helicon::simt {

namespace {

/// for (i = 0;; ++i) { checks; } under construction: each check leaves the loop with a value.
class ByteLoop {
public:
  explicit ByteLoop(Function &f) : f(f), b(BasicBlock::Create(f.getContext(), "", &f)) {
    BasicBlock *entry = b.GetInsertBlock(), *loop = newBlock();
    b.CreateBr(loop);
    b.SetInsertPoint(loop);
    index = b.CreatePHI(b.getInt64Ty(), 2);
    index->addIncoming(b.getInt64(0), entry);
  }

  Value *byteOf(unsigned argument) { return b.CreateLoad(b.getInt8Ty(), b.CreatePtrAdd(f.getArg(argument), index)); }

  void leaveWhen(Value *condition, function_ref<Value *()> result) {
    BasicBlock *leave = newBlock(), *stay = newBlock();
    b.CreateCondBr(condition, leave, stay);
    b.SetInsertPoint(leave);
    b.CreateRet(result());
    b.SetInsertPoint(stay);
  }

  void close() {
    index->addIncoming(b.CreateAdd(index, b.getInt64(1)), b.GetInsertBlock());
    b.CreateBr(index->getParent());
    f.setLinkage(GlobalValue::InternalLinkage);
  }

private:
  BasicBlock *newBlock() { return BasicBlock::Create(f.getContext(), "", &f); }

  Function &f;

public:
  IRBuilder<> b;
  PHINode *index;
};

void writeCompare(Function &f) {
  ByteLoop loop(f);
  loop.leaveWhen(loop.b.CreateICmpEQ(loop.index, f.getArg(2)), [&] { return loop.b.getInt32(0); });
  Value *left = loop.byteOf(0), *right = loop.byteOf(1);
  loop.leaveWhen(loop.b.CreateICmpNE(left, right), [&] {
    Type *type = loop.b.getInt32Ty();
    return loop.b.CreateSub(loop.b.CreateZExt(left, type), loop.b.CreateZExt(right, type));
  });
  loop.close();
}

void writeFind(Function &f) {
  ByteLoop loop(f);
  loop.leaveWhen(loop.b.CreateICmpEQ(loop.index, f.getArg(2)),
                 [&] { return Constant::getNullValue(f.getReturnType()); });
  Value *wanted = loop.b.CreateTrunc(f.getArg(1), loop.b.getInt8Ty());
  loop.leaveWhen(loop.b.CreateICmpEQ(loop.byteOf(0), wanted),
                 [&] { return loop.b.CreatePtrAdd(f.getArg(0), loop.index); });
  loop.close();
}

void writeLength(Function &f) {
  ByteLoop loop(f);
  loop.leaveWhen(loop.b.CreateIsNull(loop.byteOf(0)), [&] { return loop.index; });
  loop.close();
}

} // namespace

Error writeLibraryBodies(Work &work) {
  LLVMContext &context = work.module.getContext();
  Type *pointer = PointerType::get(context, 0), *size = Type::getInt64Ty(context), *word = Type::getInt32Ty(context);
  auto write = [&](StringRef name, FunctionType *type, void (*body)(Function &)) {
    Function *f = work.module.getFunction(name);
    if (f && f->isDeclaration() && f->getFunctionType() == type)
      body(*f);
  };
  write("memcmp", FunctionType::get(word, {pointer, pointer, size}, false), writeCompare);
  write("memchr", FunctionType::get(pointer, {pointer, word, size}, false), writeFind);
  write("strlen", FunctionType::get(size, {pointer}, false), writeLength);
  return Error::success();
}

} // namespace helicon::simt
