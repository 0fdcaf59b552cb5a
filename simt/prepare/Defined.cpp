// Gives every operation that LLVM leaves undefined the hardware's answer (spikes 2.1, 2.5): shifts clamp, x / 0 has
// all bits set, INT_MIN / -1 wraps, conversions saturate and NaN gives 0. Runs before the first optimisation, so that
// nothing is derived from the undefined case; the selects fold where the amount or divisor is known later.
#include "simt/prepare/Steps.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/MathExtras.h>

#define DEBUG_TYPE "helicon-defined"
STATISTIC(numShifts, "Shifts guarded");
STATISTIC(numDivisions, "Divisions guarded");
STATISTIC(numConversions, "Conversions made to saturate");

using namespace llvm;
using namespace llvm::PatternMatch;

namespace helicon::simt {

static void replace(Instruction &old, Value *with) {
  if (auto *i = dyn_cast<Instruction>(with))
    i->takeName(&old);
  old.replaceAllUsesWith(with);
  old.eraseFromParent();
}

/// shl, lshr: 0 from the width on. ashr: as if shifted by width - 1.
static void defineShift(BinaryOperator &shift) {
  Type *type = shift.getType();
  Value *amount = shift.getOperand(1);
  unsigned width = type->getScalarSizeInBits();
  const APInt *constant;
  if (match(amount, m_APInt(constant)) && constant->ult(width))
    return;
  IRBuilder<> b(&shift);
  Value *inRange = b.CreateICmpULT(amount, ConstantInt::get(type, width));
  Value *result;
  if (shift.getOpcode() == Instruction::AShr) {
    Value *clamped = b.CreateSelect(inRange, amount, ConstantInt::get(type, width - 1));
    result = b.CreateAShr(shift.getOperand(0), clamped);
  } else {
    Value *shifted = b.CreateBinOp(shift.getOpcode(), shift.getOperand(0), amount);
    result = b.CreateSelect(inRange, shifted, Constant::getNullValue(type));
  }
  replace(shift, result);
  ++numShifts;
}

static void defineDivision(BinaryOperator &division) {
  Type *type = division.getType();
  Value *x = division.getOperand(0), *y = division.getOperand(1);
  bool isSigned = division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
  const APInt *constant;
  if (match(y, m_APInt(constant)) && !constant->isZero() && !(isSigned && constant->isAllOnes()))
    return;
  unsigned width = type->getScalarSizeInBits();
  IRBuilder<> b(&division);
  Value *isZero = b.CreateICmpEQ(y, Constant::getNullValue(type));
  Value *bad = isZero;
  if (isSigned) {
    Value *smallest = b.CreateICmpEQ(x, ConstantInt::get(type, APInt::getSignedMinValue(width)));
    bad = b.CreateOr(bad, b.CreateAnd(smallest, b.CreateICmpEQ(y, Constant::getAllOnesValue(type))));
  }
  Value *divisor = b.CreateSelect(bad, ConstantInt::get(type, 1), y);
  Value *result = b.CreateBinOp(division.getOpcode(), x, divisor);
  replace(division, b.CreateSelect(isZero, Constant::getAllOnesValue(type), result));
  ++numDivisions;
}

/// Narrow results: hardware converts to 32 bits, saturating there, and cuts off (checked on an H200: 280.0f gives 24).
/// A NaN gives 0 from float to 32 bits, and the highest bit alone in all wider cases (checked there as well).
static Value *saturating(IRBuilder<> &b, Value *from, Type *type, bool isUnsigned) {
  unsigned width = type->getScalarSizeInBits();
  unsigned wide = width < 32 ? 32 : unsigned(PowerOf2Ceil(width));
  Type *result = type->getWithNewBitWidth(wide);
  Value *v =
      b.CreateIntrinsic(isUnsigned ? Intrinsic::fptoui_sat : Intrinsic::fptosi_sat, {result, from->getType()}, {from});
  if (wide >= 64 || from->getType()->getScalarType()->isDoubleTy()) {
    Value *isNaN = b.CreateFCmpUNO(from, from);
    v = b.CreateSelect(isNaN, ConstantInt::get(result, APInt::getSignMask(wide)), v);
  }
  return b.CreateTrunc(v, type);
}

static bool defineConversion(Instruction &i) {
  bool isUnsigned = false;
  if (isa<FPToUIInst>(i)) {
    isUnsigned = true;
  } else if (auto *intrinsic = dyn_cast<IntrinsicInst>(&i)) {
    Intrinsic::ID id = intrinsic->getIntrinsicID();
    if (id != Intrinsic::fptoui_sat && id != Intrinsic::fptosi_sat)
      return false;
    isUnsigned = id == Intrinsic::fptoui_sat;
  } else if (!isa<FPToSIInst>(i)) {
    return false;
  }
  IRBuilder<> b(&i);
  replace(i, saturating(b, i.getOperand(0), i.getType(), isUnsigned));
  ++numConversions;
  return true;
}

/// Float minima and maxima leave the sign of a zero open. They are written out late (LaneForms.cpp), when constants
/// are known; until then they hide behind a name, also because LLVM 19's InstSimplify crashes on a maximum whose
/// operands are a minimum and another two-operand intrinsic of the same values.
static bool hideMinMax(Instruction &i) {
  auto *call = dyn_cast<IntrinsicInst>(&i);
  if (!call || i.getType()->isVectorTy())
    return false;
  Intrinsic::ID id = call->getIntrinsicID();
  if (id != Intrinsic::maxnum && id != Intrinsic::minnum)
    return false;
  Type *t = i.getType();
  std::string name;
  raw_string_ostream(name) << (id == Intrinsic::maxnum ? kMaxNum : kMinNum) << '.' << *t;
  FunctionCallee hidden = i.getModule()->getOrInsertFunction(name, FunctionType::get(t, {t, t}, false));
  auto *f = cast<Function>(hidden.getCallee());
  f->setDoesNotThrow();
  f->setDoesNotAccessMemory();
  f->setWillReturn();
  f->addFnAttr(Attribute::Speculatable);
  IRBuilder<> b(&i);
  CallInst *replacement = b.CreateCall(hidden, {call->getArgOperand(0), call->getArgOperand(1)});
  replacement->copyFastMathFlags(call);
  replace(i, replacement);
  return true;
}

Error makeDefined(Work &work) {
  SmallVector<Function *> functions; // declarations are added on the way
  for (Function &f : work.module)
    functions.push_back(&f);
  for (Function *f : functions)
    for (Instruction &i : make_early_inc_range(instructions(*f))) {
      if (i.isShift())
        defineShift(cast<BinaryOperator>(i));
      else if (i.isIntDivRem())
        defineDivision(cast<BinaryOperator>(i));
      else if (!defineConversion(i))
        hideMinMax(i);
    }
  return Error::success();
}

} // namespace helicon::simt
