// By-value parameters live in the argument buffer, which all threads share. One that the code writes to, or lets
// escape, becomes a private copy first; the others are marked read-only, so that their loads are invariant.
#include "simt/prepare/Integers.h"
#include "simt/prepare/Steps.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#define DEBUG_TYPE "helicon-parameters"
STATISTIC(numByAddress, "Parameters of odd and wide integers read from memory");
STATISTIC(numCopied, "By-value parameters that need a private copy");

using namespace llvm;

namespace helicon::simt {

static bool isPlain(const Type *t) { return !isOddInteger(t) && !isWideInteger(t); }

/// Integers that no lane has are read from the argument buffer like structs: the same bytes, behind a pointer.
static void passByAddress(Work &work) {
  Function &f = *work.kernel;
  if (all_of(f.args(), [](const Argument &arg) { return isPlain(arg.getType()); }))
    return;
  LLVMContext &c = f.getContext();
  SmallVector<Type *> types;
  for (Argument &arg : f.args())
    types.push_back(isPlain(arg.getType()) ? arg.getType() : PointerType::get(c, 0));
  Function *other = Function::Create(FunctionType::get(f.getReturnType(), types, false), f.getLinkage(),
                                     f.getAddressSpace(), "", f.getParent());
  other->copyAttributesFrom(&f);
  other->copyMetadata(&f, 0);
  other->takeName(&f);
  other->splice(other->begin(), &f);
  f.setSubprogram(nullptr);
  IRBuilder<> b(&*other->getEntryBlock().getFirstInsertionPt());
  for (Argument &arg : f.args()) {
    Argument *same = other->getArg(arg.getArgNo());
    Value *value = same;
    if (!isPlain(arg.getType())) {
      Align align = f.getDataLayout().getABITypeAlign(arg.getType());
      AttrBuilder attributes(c);
      attributes.addByValAttr(arg.getType()).addAlignmentAttr(align);
      other->removeParamAttrs(same->getArgNo(), AttributeFuncs::typeIncompatible(same->getType()));
      other->removeParamAttrs(same->getArgNo(),
                              AttributeMask().addAttribute(Attribute::SExt).addAttribute(Attribute::ZExt));
      same->addAttrs(attributes);
      value = b.CreateAlignedLoad(arg.getType(), same, align, arg.getName());
      ++numByAddress;
    }
    same->takeName(&arg);
    arg.replaceAllUsesWith(value);
  }
  f.replaceAllUsesWith(other);
  f.eraseFromParent();
  work.kernel = work.function = other;
}

static bool isOnlyRead(Value &pointer) {
  SmallVector<Value *> work{&pointer};
  while (!work.empty())
    for (Use &use : work.pop_back_val()->uses()) {
      User *user = use.getUser();
      if (auto *load = dyn_cast<LoadInst>(user); load && !load->isVolatile())
        continue;
      if (isa<GetElementPtrInst, AddrSpaceCastInst>(user)) {
        work.push_back(user);
        continue;
      }
      if (auto *copy = dyn_cast<MemTransferInst>(user); copy && use.getOperandNo() == 1 && !copy->isVolatile())
        continue;
      return false;
    }
  return true;
}

Error ownParameters(Work &work) {
  passByAddress(work);
  Function &f = *work.kernel;
  for (Argument &parameter : f.args()) {
    if (!parameter.hasByValAttr())
      continue;
    Type *type = parameter.getParamByValType();
    if (isOnlyRead(parameter)) {
      parameter.addAttr(Attribute::ReadOnly);
      parameter.addAttr(Attribute::NoAlias);
      continue;
    }
    IRBuilder<> b(&*f.getEntryBlock().getFirstInsertionPt());
    Align align = parameter.getParamAlign().value_or(Align(1));
    AllocaInst *copy = b.CreateAlloca(type, nullptr, parameter.getName() + ".own");
    copy->setAlignment(align);
    parameter.replaceAllUsesWith(copy);
    b.CreateMemCpy(copy, align, &parameter, align, work.module.getDataLayout().getTypeAllocSize(type));
    parameter.addAttr(Attribute::ReadOnly);
    parameter.addAttr(Attribute::NoAlias);
    ++numCopied;
  }
  return Error::success();
}

} // namespace helicon::simt
