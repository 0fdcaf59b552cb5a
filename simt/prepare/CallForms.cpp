// Gives calls that may stay calls a plain form: a struct goes through memory, as a pointer to the caller's copy, both
// as an argument and as a result. Only programs that recurse or call through pointers are touched; where a function is
// inlined after all, SROA takes the copies apart again.
#include "simt/prepare/Calls.h"
#include "simt/prepare/Integers.h"
#include "simt/prepare/Steps.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#define DEBUG_TYPE "helicon-call-forms"
STATISTIC(numFunctions, "Functions that pass values through memory");
STATISTIC(numCalls, "Calls that pass structs through memory");

using namespace llvm;

namespace helicon::simt {

static bool needsCalls(Module &module) {
  for (Function &f : module)
    for (Instruction &i : instructions(f))
      if (auto *call = dyn_cast<CallBase>(&i); call && isIndirect(*call))
        return true;
  CallGraph graph(module);
  for (auto it = scc_begin(&graph); !it.isAtEnd(); ++it)
    if (it.hasCycle())
      return true;
  return false;
}

/// What does not fit a scalar of the prepared form.
static bool goesThroughMemory(Type *t) {
  return t->isAggregateType() || t->isVectorTy() || isOddInteger(t) || isWideInteger(t);
}

static AllocaInst *localOf(Function &f, Type *type, Align align, const Twine &name) {
  IRBuilder<> entry(&f.getEntryBlock(), f.getEntryBlock().begin());
  AllocaInst *local = entry.CreateAlloca(type, nullptr, name);
  local->setAlignment(std::max(local->getAlign(), align));
  return local;
}

static void replaceResult(CallBase &old, AllocaInst *place, IRBuilder<> &b) {
  const DataLayout &layout = old.getModule()->getDataLayout();
  uint64_t bytes = layout.getTypeAllocSize(old.getType());
  for (User *user : make_early_inc_range(old.users())) {
    if (auto *extract = dyn_cast<ExtractValueInst>(user)) {
      SmallVector<Value *> indices{b.getInt32(0)};
      for (unsigned index : extract->indices())
        indices.push_back(b.getInt32(index));
      Value *at = b.CreateInBoundsGEP(old.getType(), place, indices);
      extract->replaceAllUsesWith(b.CreateLoad(extract->getType(), at, extract->getName()));
      extract->eraseFromParent();
    } else if (auto *store = dyn_cast<StoreInst>(user); store && !store->isVolatile()) {
      IRBuilder<>(store).CreateMemCpy(store->getPointerOperand(), store->getAlign(), place, place->getAlign(), bytes);
      store->eraseFromParent();
    }
  }
  if (!old.use_empty())
    old.replaceAllUsesWith(b.CreateLoad(old.getType(), place));
}

static void rewriteCall(CallBase &call) {
  Function &caller = *call.getFunction();
  IRBuilder<> b(&call);
  const DataLayout &layout = call.getModule()->getDataLayout();
  SmallVector<Value *> args;
  SmallVector<Type *> types;
  AllocaInst *place = nullptr;
  Type *returned = call.getType();
  if (goesThroughMemory(returned)) {
    place = localOf(caller, returned, layout.getPrefTypeAlign(returned), "result");
    args.push_back(place);
    returned = b.getVoidTy();
  }
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value *arg = call.getArgOperand(i);
    if (call.isByValArgument(i)) {
      Type *type = call.getParamByValType(i);
      Align align = call.getParamAlign(i).valueOrOne();
      AllocaInst *copy = localOf(caller, type, align, "argument");
      b.CreateMemCpy(copy, copy->getAlign(), arg, align, layout.getTypeAllocSize(type));
      arg = copy;
    } else if (goesThroughMemory(arg->getType())) {
      AllocaInst *copy = localOf(caller, arg->getType(), layout.getPrefTypeAlign(arg->getType()), "argument");
      b.CreateAlignedStore(arg, copy, copy->getAlign());
      arg = copy;
    }
    args.push_back(arg);
  }
  for (Value *arg : args)
    types.push_back(arg->getType());
  CallInst *other = b.CreateCall(FunctionType::get(returned, types, false), call.getCalledOperand(), args);
  LLVMContext &c = call.getContext();
  other->setAttributes(
      AttributeList::get(c, AttributeList::FunctionIndex, AttrBuilder(c, call.getAttributes().getFnAttrs())));
  other->setDebugLoc(call.getDebugLoc());
  if (place)
    replaceResult(call, place, b);
  else if (!call.use_empty())
    call.replaceAllUsesWith(other);
  call.eraseFromParent();
  ++numCalls;
}

/// Struct members one by one, which SROA understands; a big array as it is.
static void storeParts(IRBuilder<> &b, Value *value, Value *to, Align align) {
  constexpr unsigned kMostParts = 64;
  const DataLayout &layout = b.GetInsertBlock()->getModule()->getDataLayout();
  Type *type = value->getType();
  uint64_t bytes = layout.getTypeAllocSize(type);
  if (auto *load = dyn_cast<LoadInst>(value); load && load->isSimple() && load->hasOneUse()) {
    IRBuilder<>(load).CreateMemCpy(to, align, load->getPointerOperand(), load->getAlign(), bytes);
    return;
  }
  bool isArray = type->isArrayTy();
  if (!type->isAggregateType() || (isArray && type->getArrayNumElements() > kMostParts)) {
    b.CreateAlignedStore(value, to, align);
    return;
  }
  unsigned n = isArray ? type->getArrayNumElements() : type->getStructNumElements();
  for (unsigned i = 0; i < n; ++i) {
    Value *at = b.CreateConstInBoundsGEP2_32(type, to, 0, i);
    uint64_t offset = isArray ? i * layout.getTypeAllocSize(type->getArrayElementType())
                              : layout.getStructLayout(cast<StructType>(type))->getElementOffset(i).getFixedValue();
    storeParts(b, b.CreateExtractValue(value, i), at, commonAlignment(align, offset));
  }
}

/// The same function with pointers to what does not fit a scalar, the result's first.
static void passThroughMemory(Function &f) {
  LLVMContext &c = f.getContext();
  Type *returned = f.getReturnType();
  const bool hasPlace = goesThroughMemory(returned);
  SmallVector<Type *> types;
  if (hasPlace)
    types.push_back(PointerType::get(c, 0));
  for (Type *parameter : f.getFunctionType()->params())
    types.push_back(goesThroughMemory(parameter) ? PointerType::get(c, 0) : parameter);
  auto *type = FunctionType::get(hasPlace ? Type::getVoidTy(c) : returned, types, false);
  Function *other = Function::Create(type, f.getLinkage(), f.getAddressSpace(), "", f.getParent());
  other->setAttributes(
      AttributeList::get(c, AttributeList::FunctionIndex, AttrBuilder(c, f.getAttributes().getFnAttrs())));
  other->takeName(&f);
  other->splice(other->begin(), &f);
  other->setSubprogram(f.getSubprogram());
  f.setSubprogram(nullptr);
  const DataLayout &layout = other->getParent()->getDataLayout();
  IRBuilder<> entry(&*other->getEntryBlock().getFirstInsertionPt());
  for (Argument &arg : f.args()) {
    Argument *same = other->getArg(arg.getArgNo() + hasPlace);
    Value *value = same;
    if (arg.getType() != same->getType())
      value = entry.CreateAlignedLoad(arg.getType(), same, layout.getPrefTypeAlign(arg.getType()));
    same->takeName(&arg);
    arg.replaceAllUsesWith(value);
  }
  f.replaceAllUsesWith(other);
  f.eraseFromParent();
  ++numFunctions;
  if (!hasPlace)
    return;
  other->getArg(0)->setName("result");
  Align align = layout.getPrefTypeAlign(returned);
  for (BasicBlock &block : *other)
    if (auto *ret = dyn_cast<ReturnInst>(block.getTerminator())) {
      IRBuilder<> b(ret);
      Value *value = ret->getReturnValue();
      storeParts(b, value, other->getArg(0), align);
      b.CreateRetVoid();
      ret->eraseFromParent();
      if (auto *made = dyn_cast<Instruction>(value); made && made->use_empty())
        made->eraseFromParent();
    }
}

static bool wantsRewriting(const CallBase &call) {
  if (call.isInlineAsm() || (call.getCalledFunction() && call.getCalledFunction()->isDeclaration()))
    return false;
  if (goesThroughMemory(call.getType()))
    return true;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.isByValArgument(i) || goesThroughMemory(call.getArgOperand(i)->getType()))
      return true;
  return false;
}

Error plainCallForms(Work &work) {
  Module &module = work.module;
  if (!needsCalls(module))
    return Error::success();
  SmallVector<Function *> functions;
  SmallVector<CallBase *> calls;
  for (Function &f : module) {
    if (f.isDeclaration())
      continue;
    functions.push_back(&f);
    for (Instruction &i : instructions(f))
      if (auto *call = dyn_cast<CallBase>(&i); call && wantsRewriting(*call))
        calls.push_back(call);
  }
  for (CallBase *call : calls)
    rewriteCall(*call);
  for (Function *f : functions) {
    if (f == work.kernel)
      continue;
    for (Argument &arg : f->args())
      f->removeParamAttrs(arg.getArgNo(), AttributeMask().addAttribute(Attribute::ByVal));
    if (goesThroughMemory(f->getReturnType()) ||
        any_of(f->args(), [](const Argument &arg) { return goesThroughMemory(arg.getType()); }))
      passThroughMemory(*f);
  }
  return Error::success();
}

} // namespace helicon::simt
