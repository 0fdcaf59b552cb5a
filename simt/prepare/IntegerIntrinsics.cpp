// Intrinsics on integers that no lane has: odd ones (i6: the bit reversal of a transform of 64 points) and 128 bits.
// Counting and reversing bits of an odd integer is done in the next wider type, of 128 bits by halves; all others are
// a few operations of the same width, which the steps behind know. Cost: one visit an instruction.
#include "simt/prepare/Integers.h"
#include "simt/prepare/Steps.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#define DEBUG_TYPE "helicon-integer-intrinsics"
STATISTIC(numOpened, "Intrinsics on odd and wide integers written as arithmetic");

using namespace llvm;

namespace helicon::simt {

namespace {

class Opener {
public:
  explicit Opener(IntrinsicInst &i) : b(&i), i(i), id(i.getIntrinsicID()), type(i.getType()) {}
  /// Null when there is no case.
  Value *open();

private:
  Value *arg(unsigned n) const { return i.getArgOperand(n); }
  unsigned bits() const { return arg(0)->getType()->getIntegerBitWidth(); }
  Constant *number(uint64_t n) const { return ConstantInt::get(type, n); }
  Value *isNegative(Value *v) { return b.CreateICmpSLT(v, Constant::getNullValue(v->getType())); }

  Value *countOrReverse();
  Value *inWiderType();
  Value *byHalves();
  Value *funnelShift(bool isLeft);
  Value *saturated();
  Value *saturatedShift(bool isSigned);
  Value *fromFloat(bool isSigned);
  /// The smallest or the largest number, by the sign of `v`.
  Value *endOfRange(Value *v) {
    Value *sign = b.CreateAShr(v, bits() - 1);
    return b.CreateXor(sign, ConstantInt::get(type, APInt::getSignedMaxValue(bits())));
  }

  IRBuilder<> b;
  IntrinsicInst &i;
  const Intrinsic::ID id;
  Type *const type;
};

Value *Opener::inWiderType() {
  const unsigned odd = bits(), width = std::max(8u, unsigned(PowerOf2Ceil(odd)));
  Type *wide = b.getIntNTy(width);
  Value *x = b.CreateZExt(arg(0), wide), *result = nullptr;
  switch (id) {
  case Intrinsic::ctpop:
    result = b.CreateUnaryIntrinsic(id, x);
    break;
  case Intrinsic::ctlz:
    result = b.CreateSub(b.CreateBinaryIntrinsic(id, x, b.getFalse()), ConstantInt::get(wide, width - odd));
    break;
  case Intrinsic::cttz:
    x = b.CreateOr(x, ConstantInt::get(wide, APInt::getOneBitSet(width, odd)));
    result = b.CreateBinaryIntrinsic(id, x, b.getFalse());
    break;
  default: // the bits, or bytes, come out at the top
    result = b.CreateLShr(b.CreateUnaryIntrinsic(id, x), width - odd);
  }
  return b.CreateTrunc(result, type);
}

Value *Opener::byHalves() {
  Value *low = lowHalf(b, arg(0)), *high = highHalf(b, arg(0));
  Type *half = low->getType();
  auto count = [&](Value *v) { return b.CreateBinaryIntrinsic(id, v, b.getFalse()); };
  auto behind = [&](Value *first, Value *second) { // the count goes on where the first half is zero
    Value *isZero = b.CreateICmpEQ(first, ConstantInt::get(half, 0));
    Value *sum = b.CreateAdd(count(second), ConstantInt::get(half, 64));
    return b.CreateZExt(b.CreateSelect(isZero, sum, count(first)), type);
  };
  switch (id) {
  case Intrinsic::ctpop:
    return b.CreateZExt(b.CreateAdd(b.CreateUnaryIntrinsic(id, low), b.CreateUnaryIntrinsic(id, high)), type);
  case Intrinsic::ctlz:
    return behind(high, low);
  case Intrinsic::cttz:
    return behind(low, high);
  default:
    return joinHalves(b, b.CreateUnaryIntrinsic(id, high), b.CreateUnaryIntrinsic(id, low));
  }
}

Value *Opener::countOrReverse() { return isWideInteger(type) ? byHalves() : inWiderType(); }

/// Both amounts stay below the width, whatever is asked for.
Value *Opener::funnelShift(bool isLeft) {
  Value *amount =
      isPowerOf2_32(bits()) ? b.CreateAnd(arg(2), number(bits() - 1)) : b.CreateURem(arg(2), number(bits()));
  Value *rest = b.CreateSub(number(bits() - 1), amount);
  if (isLeft)
    return b.CreateOr(b.CreateShl(arg(0), amount), b.CreateLShr(b.CreateLShr(arg(1), 1), rest));
  return b.CreateOr(b.CreateShl(b.CreateShl(arg(0), 1), rest), b.CreateLShr(arg(1), amount));
}

Value *Opener::saturated() {
  Value *x = arg(0), *y = arg(1);
  switch (id) {
  case Intrinsic::uadd_sat: {
    Value *sum = b.CreateAdd(x, y);
    return b.CreateSelect(b.CreateICmpULT(sum, x), Constant::getAllOnesValue(type), sum);
  }
  case Intrinsic::usub_sat:
    return b.CreateSelect(b.CreateICmpULT(x, y), number(0), b.CreateSub(x, y));
  case Intrinsic::sadd_sat: {
    Value *sum = b.CreateAdd(x, y);
    Value *wraps = isNegative(b.CreateAnd(b.CreateXor(sum, x), b.CreateXor(sum, y)));
    return b.CreateSelect(wraps, endOfRange(x), sum);
  }
  default: {
    Value *difference = b.CreateSub(x, y);
    Value *wraps = isNegative(b.CreateAnd(b.CreateXor(x, y), b.CreateXor(difference, x)));
    return b.CreateSelect(wraps, endOfRange(x), difference);
  }
  }
}

Value *Opener::saturatedShift(bool isSigned) {
  Value *shifted = b.CreateShl(arg(0), arg(1));
  Value *back = isSigned ? b.CreateAShr(shifted, arg(1)) : b.CreateLShr(shifted, arg(1));
  Value *end = isSigned ? endOfRange(arg(0)) : static_cast<Value *>(Constant::getAllOnesValue(type));
  return b.CreateSelect(b.CreateICmpEQ(back, arg(0)), shifted, end);
}

/// Of an odd result: converted in the next wider type and held inside the range.
Value *Opener::fromFloat(bool isSigned) {
  const unsigned odd = type->getIntegerBitWidth(), width = std::max(8u, unsigned(PowerOf2Ceil(odd)));
  if (odd == width)
    return nullptr;
  Type *wide = b.getIntNTy(width);
  Value *v = b.CreateIntrinsic(id, {wide, arg(0)->getType()}, {arg(0)});
  APInt low = isSigned ? APInt::getSignedMinValue(odd).sext(width) : APInt(width, 0);
  APInt high = isSigned ? APInt::getSignedMaxValue(odd).sext(width) : APInt::getMaxValue(odd).zext(width);
  Value *least = ConstantInt::get(wide, low), *most = ConstantInt::get(wide, high);
  v = b.CreateSelect(isSigned ? b.CreateICmpSLT(v, least) : b.getFalse(), least, v);
  v = b.CreateSelect(isSigned ? b.CreateICmpSGT(v, most) : b.CreateICmpUGT(v, most), most, v);
  return b.CreateTrunc(v, type);
}

Value *Opener::open() {
  switch (id) {
  case Intrinsic::ctpop:
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
  case Intrinsic::bswap:
  case Intrinsic::bitreverse:
    return countOrReverse();
  case Intrinsic::fshl:
  case Intrinsic::fshr:
    return funnelShift(id == Intrinsic::fshl);
  case Intrinsic::umin:
  case Intrinsic::umax:
  case Intrinsic::smin:
  case Intrinsic::smax:
    return b.CreateSelect(b.CreateICmp(MinMaxIntrinsic::getPredicate(id), arg(0), arg(1)), arg(0), arg(1));
  case Intrinsic::abs:
    return b.CreateSelect(isNegative(arg(0)), b.CreateNeg(arg(0)), arg(0));
  case Intrinsic::uadd_sat:
  case Intrinsic::usub_sat:
  case Intrinsic::sadd_sat:
  case Intrinsic::ssub_sat:
    return saturated();
  case Intrinsic::ushl_sat:
  case Intrinsic::sshl_sat:
    return saturatedShift(id == Intrinsic::sshl_sat);
  case Intrinsic::ucmp:
  case Intrinsic::scmp: {
    const bool isSigned = id == Intrinsic::scmp;
    Value *less = b.CreateICmp(isSigned ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT, arg(0), arg(1));
    Value *more = b.CreateICmp(isSigned ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT, arg(0), arg(1));
    return b.CreateSelect(less, Constant::getAllOnesValue(type), b.CreateZExt(more, type));
  }
  case Intrinsic::fptoui_sat:
  case Intrinsic::fptosi_sat:
    return fromFloat(id == Intrinsic::fptosi_sat);
  case Intrinsic::expect:
    return arg(0);
  default:
    return nullptr;
  }
}

} // namespace

void openIntegerIntrinsics(Function &f, IsChosen isChosen) {
  SmallVector<IntrinsicInst *> calls;
  for (Instruction &i : instructions(f))
    if (auto *call = dyn_cast<IntrinsicInst>(&i); call && call->arg_size() > 0 && concerns(i, isChosen))
      calls.push_back(call);
  for (IntrinsicInst *call : calls)
    if (Value *v = Opener(*call).open()) {
      call->replaceAllUsesWith(v);
      call->eraseFromParent();
      ++numOpened;
    }
}

bool isOddInteger(const Type *t) {
  if (!t->isIntegerTy())
    return false;
  unsigned bits = t->getIntegerBitWidth();
  return bits != 1 && bits <= kMostIntegerBits && (bits < 8 || !isPowerOf2_32(bits));
}

bool concerns(const Instruction &i, IsChosen isChosen) {
  return isChosen(i.getType()) || any_of(i.operands(), [&](const Use &use) { return isChosen(use->getType()); });
}

Value *lowHalf(IRBuilderBase &b, Value *v) { return b.CreateTrunc(v, b.getInt64Ty()); }
Value *highHalf(IRBuilderBase &b, Value *v) { return b.CreateTrunc(b.CreateLShr(v, 64), b.getInt64Ty()); }
Value *joinHalves(IRBuilderBase &b, Value *low, Value *high) {
  Type *whole = b.getInt128Ty();
  return b.CreateOr(b.CreateZExt(low, whole), b.CreateShl(b.CreateZExt(high, whole), 64));
}

Error refuseInteger(const Instruction &i, IsChosen isChosen) {
  unsigned bits = isChosen(i.getType()) ? i.getType()->getIntegerBitWidth() : 0;
  for (const Use &use : i.operands())
    if (bits == 0 && isChosen(use->getType()))
      bits = use->getType()->getIntegerBitWidth();
  std::string name = i.getOpcodeName();
  if (const auto *call = dyn_cast<CallBase>(&i); call && call->getCalledFunction())
    name = readableName(call->getCalledFunction()->getName());
  return userError(i, (i.isAtomic() ? "the atomic operation '" : "the operation '") + Twine(name) +
                          "' on integers of " + Twine(bits) + " bits is not supported");
}

Error eraseReplaced(ArrayRef<Instruction *> replaced, IsChosen isChosen) {
  SmallPtrSet<const User *, 16> gone(replaced.begin(), replaced.end());
  for (Instruction *i : replaced)
    for (const User *user : i->users())
      if (!gone.contains(user))
        return refuseInteger(*cast<Instruction>(user), isChosen);
  for (Instruction *i : replaced)
    i->replaceAllUsesWith(PoisonValue::get(i->getType()));
  for (Instruction *i : replaced)
    i->eraseFromParent();
  return Error::success();
}

} // namespace helicon::simt
