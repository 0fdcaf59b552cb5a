// Pointers to functions, virtual tables among them. An address is an id made of the name (kernel-ir/FunctionId.h), a
// call a switch over those that the call may mean; what the switch calls is inlined like any other call, so both
// executors see branches and no calls. Cost: each indirect call holds a copy of every function of its type whose
// address is taken.
#include "simt/prepare/Calls.h"
#include "simt/prepare/Steps.h"

#include "kernel-ir/FunctionId.h"
#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <map>

#define DEBUG_TYPE "helicon-pointers"
STATISTIC(numDispatched, "Calls through pointers made a switch");
STATISTIC(numTargets, "Targets of such calls");

using namespace llvm;

namespace helicon::simt {

/// Its value: the function's places in virtual tables, with commas.
static constexpr char kAddressTaken[] = "helicon.address-taken";

bool isIndirect(const CallBase &call) {
  return !call.isInlineAsm() && !isa<Function>(call.getCalledOperand()->stripPointerCasts());
}

bool isAddressTaken(const Function &f) { return f.hasFnAttribute(kAddressTaken); }

/// Adds the places of a virtual table's functions. In front of them stand an offset, a type and perhaps offsets of
/// virtual bases; the last two look alike where they are zero, so a function may stand at several places. That adds
/// targets to a call and takes none away.
static void addPlaces(const Constant &table, std::map<const Function *, SetVector<unsigned>> &places) {
  if (isa<ConstantStruct>(table)) {
    for (const Use &part : table.operands())
      addPlaces(*cast<Constant>(part), places);
    return;
  }
  auto *array = dyn_cast<ConstantArray>(&table);
  if (!array)
    return;
  unsigned n = array->getNumOperands(), first = 0;
  auto functionAt = [&](unsigned i) { return dyn_cast<Function>(array->getOperand(i)->stripPointerCasts()); };
  while (first < n && !functionAt(first))
    ++first;
  for (unsigned i = first; i < n; ++i)
    if (const Function *f = functionAt(i))
      for (unsigned start = 2; start <= first; ++start)
        places[f].insert(i - start);
}

void markAddressTaken(Module &module) {
  std::map<const Function *, SetVector<unsigned>> places;
  for (const GlobalVariable &v : module.globals())
    if (v.hasInitializer() && (v.getName().starts_with("_ZTV") || v.getName().starts_with("_ZTC")))
      addPlaces(*v.getInitializer(), places);
  for (Function &f : module) {
    if (f.isDeclaration() || f.isIntrinsic() ||
        !f.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false, /*IgnoreAssumeLikeCalls=*/true,
                           /*IgnoreLLVMUsed=*/true))
      continue;
    std::string text;
    for (unsigned place : places[&f])
      text += (text.empty() ? "" : ",") + std::to_string(place);
    f.addFnAttr(kAddressTaken, text);
  }
}

bool isVirtualTableTag(const MDNode &tag) {
  auto *type = tag.getNumOperands() > 1 ? dyn_cast<MDNode>(tag.getOperand(1)) : nullptr;
  auto *name = type && type->getNumOperands() ? dyn_cast<MDString>(type->getOperand(0)) : nullptr;
  return name && name->getString() == "vtable pointer";
}

/// The place in a virtual table that a call's target is read from.
static std::optional<uint64_t> placeInTable(const CallBase &call) {
  auto *target = dyn_cast<LoadInst>(call.getCalledOperand());
  if (!target)
    return {};
  const DataLayout &layout = call.getModule()->getDataLayout();
  const Value *pointer = target->getPointerOperand();
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  pointer = pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  auto *table = dyn_cast<LoadInst>(pointer);
  const MDNode *tag = table ? table->getMetadata(LLVMContext::MD_tbaa) : nullptr;
  if (!tag || !isVirtualTableTag(*tag) || offset.isNegative() || offset.urem(8) != 0)
    return {};
  return offset.getZExtValue() / 8;
}

static bool standsAt(const Function &f, uint64_t place) {
  SmallVector<StringRef> places;
  f.getFnAttribute(kAddressTaken).getValueAsString().split(places, ',', -1, /*KeepEmpty=*/false);
  return is_contained(places, std::to_string(place));
}

SmallVector<Function *> targetsOf(const CallBase &call, Module &module) {
  std::optional<uint64_t> place = placeInTable(call);
  SmallVector<Function *> targets;
  for (Function &f : module)
    if (isAddressTaken(f) && !f.isDeclaration() && f.getFunctionType() == call.getFunctionType() &&
        (!place || standsAt(f, *place)))
      targets.push_back(&f);
  return targets;
}

static ConstantInt *idOf(const Function &f) {
  return ConstantInt::get(Type::getInt64Ty(f.getContext()), functionId(f.getName()));
}

void dispatch(CallBase &call, SmallVectorImpl<CallBase *> &made) {
  Module &module = *call.getModule();
  SmallVector<Function *> targets = targetsOf(call, module);
  BasicBlock *before = call.getParent();
  BasicBlock *after = SplitBlock(before, &call);
  after->setName("call.done");
  Function &caller = *before->getParent();
  BasicBlock *bad = BasicBlock::Create(module.getContext(), "call.bad", &caller, after);
  IRBuilder<> b(bad);
  b.SetCurrentDebugLocation(call.getDebugLoc());
  ir::call(b, ir::Op::Trap, {b.getInt32(static_cast<uint32_t>(TrapKind::InvalidCall))});
  b.CreateUnreachable();

  before->getTerminator()->eraseFromParent();
  b.SetInsertPoint(before);
  b.SetCurrentDebugLocation(call.getDebugLoc());
  Value *id = b.CreatePtrToInt(call.getCalledOperand(), b.getInt64Ty(), "id");
  SwitchInst *choice = b.CreateSwitch(id, bad, targets.size());
  b.SetInsertPoint(&call);
  PHINode *result = call.use_empty() || targets.empty() ? nullptr : b.CreatePHI(call.getType(), targets.size());
  for (Function *target : targets) {
    BasicBlock *block = BasicBlock::Create(module.getContext(), "call", &caller, after);
    auto *direct = cast<CallBase>(call.clone());
    direct->setCalledOperand(target);
    direct->insertInto(block, block->end());
    BranchInst::Create(after, block);
    choice->addCase(idOf(*target), block);
    if (result)
      result->addIncoming(direct, block);
    made.push_back(direct);
    ++numTargets;
  }
  if (!call.use_empty())
    call.replaceAllUsesWith(result ? static_cast<Value *>(result) : PoisonValue::get(call.getType()));
  call.eraseFromParent();
  ++numDispatched;
}

static bool isCallee(const Use &use) {
  auto *call = dyn_cast<CallBase>(use.getUser());
  return call && call->isCallee(&use);
}

/// A constant with ids in the place of functions; null where it holds none.
static Constant *numbered(Constant *c) {
  if (auto *f = dyn_cast<Function>(c))
    return ConstantExpr::getIntToPtr(idOf(*f), f->getType());
  if (isa<GlobalValue, ConstantData, BlockAddress>(c))
    return nullptr;
  SmallVector<Constant *> parts;
  bool changed = false;
  for (const Use &use : c->operands()) {
    auto *part = cast<Constant>(use.get());
    Constant *other = numbered(part);
    changed |= other != nullptr;
    parts.push_back(other ? other : part);
  }
  if (!changed)
    return nullptr;
  if (auto *expression = dyn_cast<ConstantExpr>(c))
    return expression->getWithOperands(parts);
  if (auto *array = dyn_cast<ConstantArray>(c))
    return ConstantArray::get(array->getType(), parts);
  if (auto *structure = dyn_cast<ConstantStruct>(c))
    return ConstantStruct::get(structure->getType(), parts);
  return ConstantVector::get(parts);
}

Error numberFunctions(Module &module) {
  std::map<uint64_t, const Function *> ids;
  for (const Function &f : module) {
    if (!isAddressTaken(f))
      continue;
    auto [it, fresh] = ids.try_emplace(functionId(f.getName()), &f);
    if (!fresh)
      return createStringError("the device functions " + readableName(f.getName()) + " and " +
                               readableName(it->second->getName()) + " have the same id; rename one of them");
  }
  for (Function &f : module)
    for (Instruction &i : instructions(f))
      for (Use &use : i.operands())
        if (auto *c = dyn_cast<Constant>(use.get()); c && !isCallee(use))
          if (Constant *other = numbered(c))
            use.set(other);
  for (GlobalVariable &v : module.globals())
    if (v.hasInitializer())
      if (Constant *other = numbered(v.getInitializer()))
        v.setInitializer(other);
  return Error::success();
}

} // namespace helicon::simt
