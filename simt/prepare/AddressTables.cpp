// Tables of the compiler that hold addresses of device variables, such as `const int *const rows[] = {a, b}`. A native
// module has no address of a device variable, the runtime knows it; so each function that uses such a table gets its
// own copy in private memory, filled at its entry. Cost: the table's size a lane, and its stores each time it is
// entered.
#include "simt/prepare/Steps.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/ReplaceConstant.h>

#define DEBUG_TYPE "helicon-prepare"
STATISTIC(numAddressTables, "Tables of addresses of device variables made private");

using namespace llvm;

namespace helicon::simt {

static bool mentions(const Constant &value, function_ref<bool(const GlobalVariable &)> isWanted,
                     SmallPtrSetImpl<const Constant *> &seen) {
  if (!seen.insert(&value).second)
    return false;
  if (auto *variable = dyn_cast<GlobalVariable>(&value))
    return isWanted(*variable);
  return any_of(value.operands(), [&](const Use &use) {
    auto *operand = dyn_cast<Constant>(use);
    return operand && mentions(*operand, isWanted, seen);
  });
}

/// Stores of the scalars of `value`; zeros too, since the copy is made again each time.
static void fill(IRBuilder<> &b, Value *at, const Constant &value) {
  Type *type = value.getType();
  if (!type->isAggregateType()) {
    b.CreateStore(const_cast<Constant *>(&value), at);
    return;
  }
  unsigned count = type->isArrayTy() ? type->getArrayNumElements() : type->getStructNumElements();
  for (unsigned i = 0; i < count; ++i)
    fill(b, b.CreateConstInBoundsGEP2_32(type, at, 0, i), *value.getAggregateElement(i));
}

/// Loads of constants were marked as giving the same at any time; a copy is filled first.
static void forgetInvariance(Value &address) {
  SmallSetVector<Value *, 16> derived;
  derived.insert(&address);
  for (unsigned i = 0; i < derived.size(); ++i)
    for (User *user : derived[i]->users()) {
      if (auto *load = dyn_cast<LoadInst>(user))
        load->setMetadata(LLVMContext::MD_invariant_load, nullptr);
      else if (isa<GetElementPtrInst, PHINode, SelectInst, CastInst>(user))
        derived.insert(user);
    }
}

static void makePrivate(Work &work, GlobalVariable &table) {
  convertUsersOfConstantsToInstructions({&table});
  table.removeDeadConstantUsers();
  for (Function *f : definedFunctions(work)) {
    auto isHere = [&](const Use &use) {
      auto *i = dyn_cast<Instruction>(use.getUser());
      return i && i->getFunction() == f;
    };
    if (none_of(table.uses(), isHere))
      continue;
    IRBuilder<> b(&*f->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    AllocaInst *copy = b.CreateAlloca(table.getValueType(), 0, nullptr, table.getName());
    copy->setAlignment(table.getAlign().value_or(Align(16)));
    fill(b, copy, *table.getInitializer());
    Value *address = copy;
    if (table.getAddressSpace() != 0)
      address = b.CreateAddrSpaceCast(copy, table.getType());
    table.replaceUsesWithIf(address, isHere);
    forgetInvariance(*copy);
    ++numAddressTables;
  }
}

void openAddressTables(Work &work, function_ref<bool(const GlobalVariable &)> isDeviceVariable) {
  // what the variables hold is the runtime's business
  for (GlobalVariable &v : work.module.globals())
    if (isDeviceVariable(v) && v.hasInitializer()) {
      v.setInitializer(nullptr);
      v.setLinkage(GlobalValue::ExternalLinkage);
      v.setComdat(nullptr);
    }
  SmallSetVector<const GlobalVariable *, 8> holders;
  auto isWanted = [&](const GlobalVariable &v) { return isDeviceVariable(v) || holders.contains(&v); };
  for (bool found = true; found;) { // a table may hold the address of another
    found = false;
    for (GlobalVariable &v : work.module.globals()) {
      SmallPtrSet<const Constant *, 8> seen;
      if (v.hasInitializer() && !isDeviceVariable(v) && mentions(*v.getInitializer(), isWanted, seen))
        found |= holders.insert(&v);
    }
  }
  SmallVector<GlobalVariable *> tables;
  for (GlobalVariable &v : work.module.globals())
    if (holders.contains(&v))
      tables.push_back(&v);
  while (!tables.empty()) { // those that no other table names first
    auto next = find_if(tables, [&](GlobalVariable *v) {
      v->removeDeadConstantUsers();
      return none_of(tables, [&](GlobalVariable *other) {
        SmallPtrSet<const Constant *, 8> seen;
        return other != v && mentions(*other->getInitializer(), [&](const GlobalVariable &g) { return &g == v; }, seen);
      });
    });
    if (next == tables.end())
      return; // tables that name each other in a circle: refused where the variables are bound
    makePrivate(work, **next);
    (*next)->removeDeadConstantUsers();
    if ((*next)->use_empty())
      (*next)->eraseFromParent();
    tables.erase(next);
  }
}

} // namespace helicon::simt
