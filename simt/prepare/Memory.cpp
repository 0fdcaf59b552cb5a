// Where things live: static shared variables become offsets from @helicon.shared (two workers run two blocks at once),
// `extern __shared__` starts behind them, device variables become helicon.variable(i), and isspacep is a comparison
// with the block's shared range
// and the module's constant one. Memory intrinsics become loads and stores, loops where they are long.
#include "simt/prepare/Steps.h"

#include "kernel-ir/ConstantMemory.h"
#include "kernel-ir/Intrinsics.h"
#include "simt/analysis/PassRunner.h"
#include "simt/analysis/SimtTTI.h"
#include "simt/ptx/Ptx.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/Utils/Local.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Utils/LowerMemIntrinsics.h>

#define DEBUG_TYPE "helicon-memory"
STATISTIC(numShared, "Shared variables placed");
STATISTIC(numVariables, "Device variables bound");
STATISTIC(numCopies, "Memory intrinsics lowered");

using namespace llvm;

namespace helicon::simt {

static constexpr uint64_t kDynamicAlign = 16;
static constexpr uint64_t kUnrolledBytes = 128; ///< longer copies become loops

static GlobalVariable *sharedBase(Module &module) {
  if (GlobalVariable *base = module.getNamedGlobal(ir::kSharedMemory))
    return base;
  auto *type = ArrayType::get(Type::getInt8Ty(module.getContext()), 0);
  auto *base = new GlobalVariable(module, type, false, GlobalValue::ExternalLinkage, nullptr, ir::kSharedMemory,
                                  nullptr, GlobalVariable::NotThreadLocal, kShared);
  base->setAlignment(Align(kSharedAlign));
  return base;
}

static Align alignOf(const GlobalVariable &v) {
  return v.getAlign().value_or(v.getDataLayout().getABITypeAlign(v.getValueType()));
}

/// Code that works with offsets asked for the address of shared memory before there was one.
static void placeSharedBase(Work &work) {
  Function *base = work.module.getFunction(ptx::kSharedBase);
  if (!base)
    return;
  for (User *u : make_early_inc_range(base->users())) {
    u->replaceAllUsesWith(sharedBase(work.module));
    cast<Instruction>(u)->eraseFromParent();
  }
  base->eraseFromParent();
}

static Error placeShared(Work &work) {
  SmallVector<GlobalVariable *> fixed, dynamic;
  for (GlobalVariable &v : work.module.globals())
    if (v.getAddressSpace() == kShared && v.getName() != ir::kSharedMemory)
      (v.isDeclaration() ? dynamic : fixed).push_back(&v);
  if (fixed.empty() && dynamic.empty())
    return Error::success();
  for (const GlobalVariable *v : concat<GlobalVariable *>(fixed, dynamic))
    if (alignOf(*v) > kSharedAlign)
      return createStringError("shared variable " + readableName(v->getName()) + " of kernel " +
                               readableName(work.kernel->getName()) + " asks for an alignment of " +
                               Twine(alignOf(*v).value()) + " bytes; at most " + Twine(kSharedAlign) + " are offered");
  GlobalVariable *base = sharedBase(work.module);
  Type *i8 = Type::getInt8Ty(work.module.getContext()), *i64 = Type::getInt64Ty(work.module.getContext());
  uint64_t end = 0;
  auto place = [&](GlobalVariable *v, uint64_t offset) {
    Constant *at = offset ? ConstantExpr::getInBoundsGetElementPtr(i8, base, ConstantInt::get(i64, offset))
                          : static_cast<Constant *>(base);
    v->replaceAllUsesWith(at);
    v->eraseFromParent();
    ++numShared;
  };
  for (GlobalVariable *v : fixed) {
    uint64_t offset = alignTo(end, alignOf(*v));
    end = offset + work.module.getDataLayout().getTypeAllocSize(v->getValueType());
    place(v, offset);
  }
  if (!dynamic.empty())
    end = alignTo(end, kDynamicAlign);
  for (GlobalVariable *v : dynamic)
    end = alignTo(end, alignOf(*v));
  for (GlobalVariable *v : dynamic)
    place(v, end);
  work.sharedBytes = end;
  return Error::success();
}

static bool holdsNumber(const Value *v) {
  auto *expression = dyn_cast<ConstantExpr>(v);
  return expression &&
         (expression->getOpcode() == Instruction::PtrToInt || any_of(expression->operands(), holdsNumber));
}

/// The number of a pointer that is plainly the shared memory and an offset becomes that sum: where code takes the
/// offset again (simt/ptx), the addresses fall away, and lanes that lie side by side are seen to.
static bool openSharedNumbers(Function &f) {
  bool changed = false;
  GlobalVariable *base = f.getParent()->getNamedGlobal(ir::kSharedMemory);
  if (!base)
    return false;
  if (any_of(instructions(f), [](const Instruction &i) { return any_of(i.operands(), holdsNumber); }))
    convertUsersOfConstantsToInstructions({base}, &f);
  SmallVector<PtrToIntInst *> numbers;
  for (Instruction &i : instructions(f))
    if (auto *number = dyn_cast<PtrToIntInst>(&i))
      numbers.push_back(number);
  for (PtrToIntInst *number : numbers) {
    SmallVector<User *> steps;
    Value *from = number->getPointerOperand();
    for (;;) {
      auto *step = dyn_cast<Operator>(from);
      if (!step || (!isa<GEPOperator>(step) && step->getOpcode() != Instruction::AddrSpaceCast))
        break;
      if (isa<GEPOperator>(step))
        steps.push_back(step);
      from = step->getOperand(0);
    }
    if (from != base)
      continue;
    IRBuilder<> b(number);
    Value *sum = b.CreatePtrToInt(base, b.getInt64Ty());
    for (User *step : reverse(steps))
      sum = b.CreateAdd(sum, emitGEPOffset(&b, f.getDataLayout(), step));
    number->replaceAllUsesWith(b.CreateZExtOrTrunc(sum, number->getType()));
    number->eraseFromParent();
    changed = true;
  }
  return changed;
}

/// A variable with storage of its own on the device; tables of the compiler and literals are not.
static bool isDeviceVariable(const GlobalVariable &v) {
  return v.getAddressSpace() == kGlobal || (v.getAddressSpace() == kGeneric && !v.isConstant());
}

/// Does a table of the compiler hold the address of a device variable?
static Error refuseAddressTables(Work &work, GlobalVariable &v) {
  for (User *u : v.users())
    if (!isa<Instruction>(u))
      return createStringError("a constant table of kernel " + readableName(work.kernel->getName()) +
                               " holds the address of the device variable " + readableName(v.getName()) +
                               ", which is not supported yet; store the address at run time");
  return Error::success();
}

static void bindIn(Function &f, GlobalVariable &v, uint32_t index) {
  auto isHere = [&](const Use &use) { return cast<Instruction>(use.getUser())->getFunction() == &f; };
  if (none_of(v.uses(), isHere))
    return;
  IRBuilder<> b(&*f.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value *address = ir::call(b, ir::Op::Variable, {b.getInt32(index)}, v.getName());
  if (v.getAddressSpace() != kGeneric)
    address = b.CreateAddrSpaceCast(address, v.getType());
  v.replaceUsesWithIf(address, [&](Use &use) { return isHere(use); });
}

static Error bindVariables(Work &work) {
  openAddressTables(work, isDeviceVariable);
  SmallVector<GlobalVariable *> variables;
  for (GlobalVariable &v : work.module.globals())
    if (isDeviceVariable(v))
      variables.push_back(&v);
  for (GlobalVariable *v : variables) {
    convertUsersOfConstantsToInstructions({v});
    v->removeDeadConstantUsers();
    if (!v->use_empty()) {
      if (Error e = refuseAddressTables(work, *v))
        return e;
      for (Function *f : definedFunctions(work))
        bindIn(*f, *v, work.variables.size());
      work.variables.push_back(v->getName().str());
      ++numVariables;
    }
    v->eraseFromParent();
  }
  return Error::success();
}

/// Loads and stores of 4 bytes where the alignment allows it: a lane of 32 bits is what vectors are made of. One side
/// is enough: clang knows little of `*(int4 *)&halves[i]`.
static unsigned pieceBytes(uint64_t left, Align align) {
  unsigned piece = std::min<uint64_t>(align.value(), 4);
  while (piece > left)
    piece /= 2;
  return piece;
}

static void unrollCopy(MemTransferInst &copy, uint64_t bytes) {
  IRBuilder<> b(&copy);
  Align from = copy.getSourceAlign().valueOrOne(), to = copy.getDestAlign().valueOrOne();
  // All loads before all stores: right for memmove too.
  SmallVector<std::pair<Value *, uint64_t>> pieces;
  for (uint64_t at = 0; at < bytes;) {
    unsigned size = pieceBytes(bytes - at, std::max(from, to));
    Value *p = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), copy.getRawSource(), at);
    LoadInst *load = b.CreateAlignedLoad(b.getIntNTy(8 * size), p, commonAlignment(from, at), copy.isVolatile());
    pieces.push_back({load, at});
    at += size;
  }
  for (auto [value, at] : pieces) {
    Value *p = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), copy.getRawDest(), at);
    b.CreateAlignedStore(value, p, commonAlignment(to, at), copy.isVolatile());
  }
}

static void unrollSet(MemSetInst &set, uint64_t bytes) {
  IRBuilder<> b(&set);
  Align to = set.getDestAlign().valueOrOne();
  for (uint64_t at = 0; at < bytes;) {
    unsigned size = pieceBytes(bytes - at, to);
    Value *v = b.CreateZExt(set.getValue(), b.getIntNTy(8 * size));
    if (size > 1)
      v = b.CreateMul(v, ConstantInt::get(v->getType(), 0x01010101u & (size == 4 ? ~0u : 0xffffu)));
    Value *p = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), set.getRawDest(), at);
    b.CreateAlignedStore(v, p, commonAlignment(to, at), set.isVolatile());
    at += size;
  }
}

static bool lowerShort(MemIntrinsic &i) {
  auto *length = dyn_cast<ConstantInt>(i.getLength());
  if (!length || length->getZExtValue() > kUnrolledBytes)
    return false;
  if (auto *set = dyn_cast<MemSetInst>(&i))
    unrollSet(*set, length->getZExtValue());
  else
    unrollCopy(cast<MemTransferInst>(i), length->getZExtValue());
  i.eraseFromParent();
  ++numCopies;
  return true;
}

static void lowerLong(MemIntrinsic &i) {
  TargetTransformInfo tti{SimtTTIImpl(*i.getFunction())};
  if (auto *set = dyn_cast<MemSetInst>(&i))
    expandMemSetAsLoop(set);
  else if (auto *move = dyn_cast<MemMoveInst>(&i))
    expandMemMoveAsLoop(move, tti);
  else
    expandMemCpyAsLoop(cast<MemCpyInst>(&i), tti);
  i.eraseFromParent();
  ++numCopies;
}

static SmallVector<MemIntrinsic *> memoryIntrinsics(Function &f) {
  SmallVector<MemIntrinsic *> found;
  for (Instruction &i : instructions(f))
    if (auto *intrinsic = dyn_cast<MemIntrinsic>(&i))
      found.push_back(intrinsic);
  return found;
}

PreservedAnalyses SplitCopiesPass::run(Function &f, FunctionAnalysisManager &) {
  bool changed = false;
  for (MemIntrinsic *i : memoryIntrinsics(f))
    changed |= lowerShort(*i);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

/// Where the runtime says that constant memory begins or ends; bound as the variables are.
static Constant *constantsEnd(Module &module, StringRef name) {
  if (GlobalVariable *end = module.getNamedGlobal(name))
    return end;
  return new GlobalVariable(module, Type::getInt8Ty(module.getContext()), false, GlobalValue::ExternalLinkage, nullptr,
                            name, nullptr, GlobalVariable::NotThreadLocal, kGlobal);
}

/// Is `pointer` in the `bytes` from `base` on? All are numbers of 64 bits.
static Value *isWithin(IRBuilder<> &b, Value *pointer, Value *base, Value *bytes) {
  return b.CreateICmpULT(b.CreateSub(b.CreatePtrToInt(pointer, b.getInt64Ty()), base), bytes);
}

/// A pointer that is no shared or private one.
static Value *isConstantMemory(IRBuilder<> &b, Value *pointer, Module &module) {
  if (auto *variable = dyn_cast<GlobalVariable>(getUnderlyingObject(pointer)))
    return b.getInt1(variable->hasAttribute(kConstantAttribute));
  Value *begin = b.CreatePtrToInt(constantsEnd(module, kConstantsBegin), b.getInt64Ty());
  Value *end = b.CreatePtrToInt(constantsEnd(module, kConstantsEnd), b.getInt64Ty());
  return isWithin(b, pointer, begin, b.CreateSub(end, begin));
}

static Value *isSharedMemory(IRBuilder<> &b, Value *pointer, Work &work) {
  if (unsigned space = getUnderlyingObject(pointer)->getType()->getPointerAddressSpace(); space != kGeneric)
    return b.getInt1(space == kShared);
  Value *base = b.CreatePtrToInt(sharedBase(work.module), b.getInt64Ty());
  Value *bytes = b.CreateAdd(ir::call(b, ir::Op::DynSharedBytes), b.getInt32(alignTo(work.sharedBytes, kDynamicAlign)));
  return isWithin(b, pointer, base, b.CreateZExt(bytes, b.getInt64Ty()));
}

/// Private, shared and constant memory are known by their range or origin; everything else is global.
static Value *lowerIsSpace(IntrinsicInst &i, Work &work) {
  IRBuilder<> b(&i);
  Value *pointer = i.getArgOperand(0);
  const Value *object = getUnderlyingObject(pointer);
  bool isLocal = isa<AllocaInst>(object);
  switch (i.getIntrinsicID()) {
  case Intrinsic::nvvm_isspacep_local:
    return b.getInt1(isLocal);
  case Intrinsic::nvvm_isspacep_const:
    if (isLocal || object->getType()->getPointerAddressSpace() == kShared)
      return b.getFalse();
    return isConstantMemory(b, pointer, work.module);
  case Intrinsic::nvvm_isspacep_global:
    if (isLocal || object->getType()->getPointerAddressSpace() == kShared)
      return b.getFalse();
    return b.CreateNot(b.CreateOr(isSharedMemory(b, pointer, work), isConstantMemory(b, pointer, work.module)));
  default:
    return isLocal ? b.getFalse() : isSharedMemory(b, pointer, work);
  }
}

Error placeMemory(Work &work) {
  SmallVector<Function *> functions = definedFunctions(work);
  for (Function *f : functions)
    for (MemIntrinsic *i : memoryIntrinsics(*f))
      if (!lowerShort(*i))
        lowerLong(*i);
  placeSharedBase(work);
  if (Error e = placeShared(work))
    return e;
  for (Function *f : functions)
    for (Instruction &i : make_early_inc_range(instructions(*f))) {
      auto *intrinsic = dyn_cast<IntrinsicInst>(&i);
      if (!intrinsic || !intrinsic->getCalledFunction()->getName().starts_with("llvm.nvvm.isspacep."))
        continue;
      intrinsic->replaceAllUsesWith(lowerIsSpace(*intrinsic, work));
      intrinsic->eraseFromParent();
    }
  if (Error e = bindVariables(work))
    return e;
  for (Function *f : functions) {
    if (!openSharedNumbers(*f))
      continue;
    PassRunner runner(work.module);
    FunctionPassManager passes;
    passes.addPass(InstCombinePass());
    runner.run(*f, passes);
    work.function = f;
    if (Error e = chooseLaneForms(work)) // some of which InstCombine writes its own way
      return e;
  }
  return Error::success();
}

} // namespace helicon::simt
