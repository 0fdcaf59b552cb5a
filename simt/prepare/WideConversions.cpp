// Conversions between 128-bit integers and floats, rounded once, to nearest even. To a float: the leading 64 bits, the
// last of which stands for all bits behind it, are converted by the machine and scaled by a power of two; 16-bit
// floats, which machines reach over float, get 24 bits, so that the step to float is exact. From a float, whose halves
// are exact: the upper 64 bits, then what is left. Out of range saturates, as narrower conversions do.
#include "simt/prepare/Integers.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#define DEBUG_TYPE "helicon-wide-conversions"
STATISTIC(numConversions, "Conversions between floats and 128 bits");

using namespace llvm;

namespace helicon::simt {

namespace {

/// 2^exponent (a value of 64 bits) as a float or double, from its bits.
Value *powerOfTwo(IRBuilder<> &b, Value *exponent, Type *type) {
  const bool isDouble = type->isDoubleTy();
  Value *biased = b.CreateAdd(exponent, b.getInt64(isDouble ? 1023 : 127));
  Type *bits = b.getIntNTy(isDouble ? 64 : 32);
  return b.CreateBitCast(b.CreateShl(b.CreateTrunc(biased, bits), isDouble ? 52 : 23), type);
}

/// The bits of `v` but the lowest `count`; the lowest of those left is set when one of the others was.
Value *withSticky(IRBuilder<> &b, Value *v, unsigned count) {
  Value *rest = b.CreateAnd(v, b.getInt64((uint64_t(1) << count) - 1));
  Value *sticky = b.CreateZExt(b.CreateICmpNE(rest, b.getInt64(0)), b.getInt64Ty());
  return b.CreateOr(b.CreateLShr(v, count), sticky);
}

Value *unsignedToFloat(IRBuilder<> &b, Value *x, Type *to) {
  Type *whole = x->getType();
  Value *notZero = b.CreateOr(x, ConstantInt::get(whole, 1)); // else there were nothing to scale
  Value *zeros = b.CreateBinaryIntrinsic(Intrinsic::ctlz, notZero, b.getFalse());
  Value *leading = b.CreateShl(x, zeros);
  Value *low = lowHalf(b, leading);
  Value *sticky = b.CreateZExt(b.CreateICmpNE(low, b.getInt64(0)), b.getInt64Ty());
  Value *top = b.CreateOr(highHalf(b, leading), sticky);
  Value *exponent = b.CreateSub(b.getInt64(64), lowHalf(b, zeros));
  if (to->isFloatTy() || to->isDoubleTy())
    return b.CreateFMul(b.CreateUIToFP(top, to), powerOfTwo(b, exponent, to));
  constexpr unsigned kCut = 40;
  Type *through = b.getFloatTy();
  Value *short24 = b.CreateTrunc(withSticky(b, top, kCut), b.getInt32Ty());
  Value *scale = powerOfTwo(b, b.CreateAdd(exponent, b.getInt64(kCut)), through);
  return b.CreateFPTrunc(b.CreateFMul(b.CreateSIToFP(short24, through), scale), to);
}

Value *isBelowZero(IRBuilder<> &b, Value *x) { return b.CreateICmpSLT(x, Constant::getNullValue(x->getType())); }

Value *toFloat(IRBuilder<> &b, Value *x, Type *to, bool isSigned) {
  if (!isSigned)
    return unsignedToFloat(b, x, to);
  Value *isNegative = isBelowZero(b, x);
  Value *size = unsignedToFloat(b, b.CreateSelect(isNegative, b.CreateNeg(x), x), to);
  return b.CreateSelect(isNegative, b.CreateFNeg(size), size);
}

Value *power(IRBuilder<> &b, int exponent) {
  return ConstantFP::get(b.getContext(), scalbn(APFloat(1.0), exponent, APFloat::rmNearestTiesToEven));
}

/// Of 0 <= x < 2^128; anything else gives anything.
Value *fromSize(IRBuilder<> &b, Value *x) {
  auto convert = [&](Value *v) {
    return b.CreateIntrinsic(Intrinsic::fptoui_sat, {b.getInt64Ty(), v->getType()}, {v});
  };
  Value *high = convert(b.CreateFMul(x, power(b, -64)));
  Value *taken = b.CreateFMul(b.CreateUIToFP(high, x->getType()), power(b, 64));
  return joinHalves(b, convert(b.CreateFSub(x, taken)), high);
}

Value *fromFloat(IRBuilder<> &b, Value *x, Type *to, bool isSigned) {
  if (!x->getType()->isDoubleTy())
    x = b.CreateFPExt(x, b.getDoubleTy());
  Constant *zero = Constant::getNullValue(to), *none = ConstantFP::get(x->getType(), 0.0);
  Value *v;
  if (isSigned) {
    Value *isNegative = b.CreateFCmpOLT(x, none);
    Value *size = b.CreateUnaryIntrinsic(Intrinsic::fabs, x);
    Value *inside = fromSize(b, size);
    inside = b.CreateSelect(isNegative, b.CreateNeg(inside), inside);
    Value *end = b.CreateSelect(isNegative, ConstantInt::get(to, APInt::getSignedMinValue(kMostIntegerBits)),
                                ConstantInt::get(to, APInt::getSignedMaxValue(kMostIntegerBits)));
    v = b.CreateSelect(b.CreateFCmpOGE(size, power(b, 127)), end, inside);
  } else {
    v = b.CreateSelect(b.CreateFCmpOGE(x, power(b, 128)), Constant::getAllOnesValue(to), fromSize(b, x));
    v = b.CreateSelect(b.CreateFCmpOLT(x, none), zero, v);
  }
  return b.CreateSelect(b.CreateFCmpUNO(x, x), zero, v);
}

/// Null when it is none.
Value *converted(Instruction &i) {
  IRBuilder<> b(&i);
  Value *from = i.getNumOperands() ? i.getOperand(0) : nullptr;
  if (isa<SIToFPInst, UIToFPInst>(i) && isWideInteger(from->getType()))
    return toFloat(b, from, i.getType(), isa<SIToFPInst>(i));
  auto *call = dyn_cast<IntrinsicInst>(&i);
  if (!call || !isWideInteger(i.getType()))
    return nullptr;
  const Intrinsic::ID id = call->getIntrinsicID();
  if (id != Intrinsic::fptosi_sat && id != Intrinsic::fptoui_sat)
    return nullptr;
  return fromFloat(b, from, i.getType(), id == Intrinsic::fptosi_sat);
}

} // namespace

void openWideConversions(Function &f) {
  for (Instruction &i : make_early_inc_range(instructions(f)))
    if (Value *v = converted(i)) {
      i.replaceAllUsesWith(v);
      i.eraseFromParent();
      ++numConversions;
    }
}

} // namespace helicon::simt
