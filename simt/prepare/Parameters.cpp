// By-value parameters live in the argument buffer, which all threads share. One that the code writes to, or lets
// escape, becomes a private copy first; the others are marked read-only, so that their loads are invariant.
#include "simt/prepare/Steps.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#define DEBUG_TYPE "helicon-parameters"
STATISTIC(numCopied, "By-value parameters that need a private copy");

using namespace llvm;

namespace helicon::simt {

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
