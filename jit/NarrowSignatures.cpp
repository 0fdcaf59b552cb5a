#include "jit/NarrowSignatures.h"

#include "jit/NarrowMoves.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;

namespace helicon::jit {

namespace {

class Signatures {
public:
  Signatures(Module &module, const NarrowSupport &support) : module(module), support(support), b(module.getContext()) {}
  void run();

private:
  Type *mapped(Type *type);
  FunctionType *mapped(FunctionType *type);
  Value *part(Value *aggregate, unsigned k);
  Value *convert(Value *value, Type *to);

  void retype(Function &old);
  void retype(CallInst &old);
  void retype(LoadInst &old);
  void choose(Function &f);
  void dropParts(Function &f);

  Module &module;
  const NarrowSupport &support;
  IRBuilder<> b;
};

/// `type` with integers for all narrow floats in it; itself where there are none.
Type *Signatures::mapped(Type *type) {
  if (auto *array = dyn_cast<ArrayType>(type))
    return ArrayType::get(mapped(array->getElementType()), array->getNumElements());
  if (auto *structure = dyn_cast<StructType>(type)) {
    SmallVector<Type *> elements;
    for (Type *element : structure->elements())
      elements.push_back(mapped(element));
    return ArrayRef(elements) == structure->elements()
               ? type
               : StructType::get(b.getContext(), elements, structure->isPacked());
  }
  if (!isNarrowFloat(type, support))
    return type;
  Type *word = b.getInt16Ty();
  auto *vector = dyn_cast<VectorType>(type);
  return vector ? VectorType::get(word, vector->getElementCount()) : word;
}

FunctionType *Signatures::mapped(FunctionType *type) {
  SmallVector<Type *> parameters;
  for (Type *parameter : type->params())
    parameters.push_back(mapped(parameter));
  return FunctionType::get(mapped(type->getReturnType()), parameters, type->isVarArg());
}

Value *Signatures::part(Value *aggregate, unsigned k) {
  Value *found = FindInsertedValue(aggregate, k);
  return found ? found : b.CreateExtractValue(aggregate, k);
}

/// The same bits as a value of `to`, which differs in the types of its numbers only.
Value *Signatures::convert(Value *value, Type *to) {
  if (value->getType() == to)
    return value;
  if (!to->isAggregateType())
    return b.CreateBitCast(value, to);
  const bool isArray = to->isArrayTy();
  Value *made = PoisonValue::get(to);
  for (unsigned k = 0, n = isArray ? to->getArrayNumElements() : to->getStructNumElements(); k < n; ++k)
    made = b.CreateInsertValue(
        made, convert(part(value, k), isArray ? to->getArrayElementType() : to->getStructElementType(k)), k);
  return made;
}

/// Drops what says something about floats of parameters and results that are none any more.
AttributeList fitting(const AttributeList &attributes, const FunctionType &type, LLVMContext &context) {
  AttributeList list = attributes.removeRetAttributes(context, AttributeFuncs::typeIncompatible(type.getReturnType()));
  for (unsigned k = 0; k < type.getNumParams(); ++k)
    list = list.removeParamAttributes(context, k, AttributeFuncs::typeIncompatible(type.getParamType(k)));
  return list;
}

void Signatures::retype(Function &old) {
  FunctionType *type = mapped(old.getFunctionType());
  if (old.isIntrinsic() || type == old.getFunctionType())
    return;
  Function *made = Function::Create(type, old.getLinkage(), old.getAddressSpace());
  module.getFunctionList().insert(old.getIterator(), made);
  made->copyAttributesFrom(&old);
  made->setAttributes(fitting(old.getAttributes(), *type, b.getContext()));
  made->setComdat(old.getComdat());
  made->copyMetadata(&old, 0);
  made->takeName(&old);
  old.replaceAllUsesWith(made);
  made->splice(made->begin(), &old);
  if (!made->empty())
    b.SetInsertPoint(made->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (auto [from, to] : zip(old.args(), made->args())) {
    to.takeName(&from);
    if (!made->empty())
      from.replaceAllUsesWith(convert(&to, from.getType()));
  }
  for (BasicBlock &block : *made)
    if (auto *end = dyn_cast<ReturnInst>(block.getTerminator()); end && end->getReturnValue()) {
      b.SetInsertPoint(end);
      end->setOperand(0, convert(end->getReturnValue(), type->getReturnType()));
    }
  old.eraseFromParent();
}

void Signatures::retype(CallInst &old) {
  FunctionType *type = mapped(old.getFunctionType());
  if (isa<IntrinsicInst>(old) || old.isInlineAsm() || type == old.getFunctionType())
    return;
  b.SetInsertPoint(&old);
  SmallVector<Value *> operands;
  for (auto [k, operand] : enumerate(old.args()))
    operands.push_back(k < type->getNumParams() ? convert(operand, type->getParamType(k)) : operand.get());
  CallInst *made = b.CreateCall(type, old.getCalledOperand(), operands);
  made->setAttributes(fitting(old.getAttributes(), *type, b.getContext()));
  made->setCallingConv(old.getCallingConv());
  made->setTailCallKind(old.getTailCallKind());
  made->copyMetadata(old);
  made->takeName(&old);
  old.replaceAllUsesWith(convert(made, old.getType()));
  old.eraseFromParent();
}

void Signatures::retype(LoadInst &old) {
  b.SetInsertPoint(old.getNextNode());
  Instruction *made = old.clone();
  made->mutateType(mapped(old.getType()));
  made->insertBefore(&old);
  old.replaceAllUsesWith(convert(made, old.getType()));
  old.eraseFromParent();
}

/// Structures of narrow floats that come from loads, and where paths meet.
void Signatures::choose(Function &f) {
  SmallVector<PHINode *> phis;
  for (Instruction &i : make_early_inc_range(instructions(f))) {
    if (auto *store = dyn_cast<StoreInst>(&i); store && store->getValueOperand()->getType()->isAggregateType()) {
      b.SetInsertPoint(store);
      store->setOperand(0, convert(store->getValueOperand(), mapped(store->getValueOperand()->getType())));
    }
    Type *type = i.getType();
    if (!type->isAggregateType() || mapped(type) == type)
      continue;
    b.SetInsertPoint(&i);
    if (auto *load = dyn_cast<LoadInst>(&i)) {
      retype(*load);
    } else if (auto *phi = dyn_cast<PHINode>(&i)) {
      phis.push_back(phi);
    } else if (auto *select = dyn_cast<SelectInst>(&i)) {
      Value *yes = convert(select->getTrueValue(), mapped(type)), *no = convert(select->getFalseValue(), mapped(type));
      i.replaceAllUsesWith(convert(b.CreateSelect(select->getCondition(), yes, no), type));
      i.eraseFromParent();
    } else if (isa<FreezeInst>(i)) {
      i.replaceAllUsesWith(convert(b.CreateFreeze(convert(i.getOperand(0), mapped(type))), type));
      i.eraseFromParent();
    }
  }
  for (PHINode *old : phis) {
    b.SetInsertPoint(old);
    PHINode *made = b.CreatePHI(mapped(old->getType()), old->getNumIncomingValues());
    for (auto [value, block] : zip(old->incoming_values(), old->blocks())) {
      b.SetInsertPoint(block->getTerminator());
      made->addIncoming(convert(value, made->getType()), block);
    }
    b.SetInsertPoint(old->getParent(), old->getParent()->getFirstInsertionPt());
    old->replaceAllUsesWith(convert(made, old->getType()));
    old->eraseFromParent();
  }
}

/// What is taken out of a structure that was just put together is what was put in.
void Signatures::dropParts(Function &f) {
  SmallVector<WeakTrackingVH> unused;
  for (Instruction &i : instructions(f)) {
    if (auto *extract = dyn_cast<ExtractValueInst>(&i))
      if (Value *found = FindInsertedValue(extract->getAggregateOperand(), extract->getIndices()))
        extract->replaceAllUsesWith(found);
    if (isa<ExtractValueInst, InsertValueInst>(i))
      unused.push_back(&i);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
}

void Signatures::run() {
  for (Function &f : make_early_inc_range(module))
    retype(f);
  for (Function &f : module) {
    for (Instruction &i : make_early_inc_range(instructions(f)))
      if (auto *call = dyn_cast<CallInst>(&i))
        retype(*call);
    choose(f);
    dropParts(f);
  }
}

} // namespace

void passAsIntegers(Module &module, const NarrowSupport &support) { Signatures(module, support).run(); }

} // namespace helicon::jit
