// threadIdx, blockIdx, blockDim and gridDim are declared as variables, so that they have the types of the language
// (uint3, dim3) wherever a program uses them: by value, by reference, in braces. No memory stands behind them: each
// function that names one gets a private copy of the special registers, which SROA takes apart again.
#include "simt/prepare/Steps.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/ReplaceConstant.h>

#define DEBUG_TYPE "helicon-registers"
STATISTIC(numCopies, "Built-in variables that a function reads");

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr BuiltinVariable kBuiltins[] = {
    {"threadIdx",
     {Intrinsic::nvvm_read_ptx_sreg_tid_x, Intrinsic::nvvm_read_ptx_sreg_tid_y, Intrinsic::nvvm_read_ptx_sreg_tid_z}},
    {"blockIdx",
     {Intrinsic::nvvm_read_ptx_sreg_ctaid_x, Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
      Intrinsic::nvvm_read_ptx_sreg_ctaid_z}},
    {"blockDim",
     {Intrinsic::nvvm_read_ptx_sreg_ntid_x, Intrinsic::nvvm_read_ptx_sreg_ntid_y,
      Intrinsic::nvvm_read_ptx_sreg_ntid_z}},
    {"gridDim",
     {Intrinsic::nvvm_read_ptx_sreg_nctaid_x, Intrinsic::nvvm_read_ptx_sreg_nctaid_y,
      Intrinsic::nvvm_read_ptx_sreg_nctaid_z}},
};

Value *makeCopy(IRBuilder<> &builder, const BuiltinVariable &builtin) {
  auto *type = ArrayType::get(builder.getInt32Ty(), 3);
  AllocaInst *copy = builder.CreateAlloca(type, nullptr, builtin.name);
  for (unsigned i = 0; i < 3; ++i)
    builder.CreateStore(builder.CreateIntrinsic(builtin.registers[i], {}, {}),
                        builder.CreateConstInBoundsGEP2_32(type, copy, 0, i));
  return copy;
}

void replaceIn(Function &f, GlobalVariable &variable, const BuiltinVariable &builtin) {
  SmallVector<Use *> uses;
  for (Use &use : variable.uses())
    if (auto *user = dyn_cast<Instruction>(use.getUser()); user && user->getFunction() == &f)
      uses.push_back(&use);
  if (uses.empty())
    return;
  ++numCopies;
  IRBuilder<> builder(&f.getEntryBlock(), f.getEntryBlock().begin());
  Value *copy = makeCopy(builder, builtin);
  // For a use that does not go through a cast to generic.
  Value *sameSpace = builder.CreateAddrSpaceCast(copy, variable.getType());
  for (Use *use : uses)
    if (auto *cast = dyn_cast<AddrSpaceCastInst>(use->getUser()); cast && cast->getType() == copy->getType()) {
      cast->replaceAllUsesWith(copy);
      cast->eraseFromParent();
    } else {
      use->set(sameSpace);
    }
}

} // namespace

ArrayRef<BuiltinVariable> builtinVariables() { return kBuiltins; }

Error readRegisters(Work &work) {
  for (const BuiltinVariable &builtin : kBuiltins) {
    GlobalVariable *variable = work.module.getNamedGlobal(builtin.name);
    if (!variable || !variable->isDeclaration())
      continue;
    Constant *users[] = {variable};
    convertUsersOfConstantsToInstructions(users);
    for (Function &f : work.module)
      if (!f.isDeclaration())
        replaceIn(f, *variable, builtin);
    variable->removeDeadConstantUsers();
    if (variable->use_empty())
      variable->eraseFromParent();
  }
  return Error::success();
}

} // namespace helicon::simt
