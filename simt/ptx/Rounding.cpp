// Float arithmetic in every rounding mode, in IR that knows only nearest. Single precision: the exact result is first
// rounded to odd in double (an inexact result gets an odd last bit), which keeps enough to round once more in any
// direction; include/helicon/rounding.h does the same for the intrinsics. Directed double precision is not offered.
#include "simt/ptx/Body.h"

#include <llvm/IR/Intrinsics.h>

using namespace llvm;

namespace helicon::simt::ptx {

namespace {

bool isNearest(Rounding mode) { return mode == Rounding::None || mode == Rounding::Nearest; }

/// Directed rounding is there for single precision.
bool canDirect(Body &x, Type *t, Rounding mode) {
  if (t->isFloatTy() && mode != Rounding::Away)
    return true;
  x.fail("'" + x.at->spelled() + "': directed rounding is supported in single precision only");
  return false;
}

Value *real(Type *t, double v) { return ConstantFP::get(t, v); }

/// The neighbouring number: its bits, one up or down.
Value *neighbour(Body &x, Value *v, Value *up) {
  Value *bits = x.asInt(v);
  Type *t = bits->getType();
  Value *step = x.b.CreateSelect(up, ConstantInt::get(t, 1), ConstantInt::getSigned(t, -1));
  return x.b.CreateBitCast(x.b.CreateAdd(bits, step), v->getType());
}

/// `rest` has the sign of exact - nearest.
Value *toOdd(Body &x, Value *nearest, Value *rest) {
  auto &b = x.b;
  Value *zero = real(nearest->getType(), 0);
  Value *above = b.CreateFCmpOGT(rest, zero), *below = b.CreateFCmpOLT(rest, zero);
  Value *isEven = b.CreateICmpEQ(b.CreateAnd(x.asInt(nearest), 1), x.number(64, 0));
  Value *moves = b.CreateAnd(b.CreateOr(above, below), isEven);
  Value *outwards = b.CreateICmpEQ(above, b.CreateFCmpOGT(nearest, zero));
  return b.CreateSelect(moves, neighbour(x, nearest, outwards), nearest);
}

/// The exact value a rounded to a narrower type; comparing with the nearest tells which side it lies on. Zero and
/// infinity need no case of their own: their neighbours are the numbers with the next bits.
Value *directed(Body &x, Value *a, Type *to, Rounding mode) {
  auto &b = x.b;
  Value *nearest = b.CreateFPTrunc(a, to), *back = b.CreateFPExt(nearest, a->getType());
  Value *bits = x.asInt(nearest);
  Value *isNegative = b.CreateICmpSLT(bits, Constant::getNullValue(bits->getType()));
  Value *moves, *outwards;
  if (mode == Rounding::Zero) {
    moves = b.CreateFCmpOGT(b.CreateUnaryIntrinsic(Intrinsic::fabs, back), b.CreateUnaryIntrinsic(Intrinsic::fabs, a));
    outwards = b.getFalse();
  } else if (mode == Rounding::Up) {
    moves = b.CreateFCmpOLT(back, a);
    outwards = b.CreateNot(isNegative);
  } else {
    moves = b.CreateFCmpOGT(back, a);
    outwards = isNegative;
  }
  return b.CreateSelect(moves, neighbour(x, nearest, outwards), nearest);
}

/// a + c of doubles that hold more than enough, to single precision.
Value *addDirected(Body &x, Value *a, Value *c, Rounding mode) {
  auto &b = x.b;
  Value *sum = b.CreateFAdd(a, c), *part = b.CreateFSub(sum, a);
  Value *rest = b.CreateFAdd(b.CreateFSub(a, b.CreateFSub(sum, part)), b.CreateFSub(c, part));
  Value *r = directed(x, toOdd(x, sum, rest), b.getFloatTy(), mode);
  if (mode != Rounding::Down)
    return r;
  // Downwards, a sum of zero is negative but where both operands are +0.
  Value *signs = b.CreateOr(x.asInt(a), x.asInt(c));
  Value *isNegative =
      b.CreateAnd(b.CreateICmpSLT(signs, x.number(64, 0)), b.CreateFCmpOEQ(sum, real(sum->getType(), 0)));
  return b.CreateSelect(isNegative, real(b.getFloatTy(), -0.0), r);
}

Value *wide(Body &x, Value *a) { return x.b.CreateFPExt(a, x.b.getDoubleTy()); }

Value *fma(Body &x, Value *a, Value *c, Value *d) {
  return x.b.CreateIntrinsic(Intrinsic::fma, {a->getType()}, {a, c, d});
}

} // namespace

Value *addFloats(Body &x, Value *a, Value *c, Rounding mode) {
  if (isNearest(mode))
    return x.b.CreateFAdd(a, c);
  if (!canDirect(x, a->getType(), mode))
    return a;
  return addDirected(x, wide(x, a), wide(x, c), mode);
}

Value *multiplyFloats(Body &x, Value *a, Value *c, Rounding mode) {
  if (isNearest(mode))
    return x.b.CreateFMul(a, c);
  if (!canDirect(x, a->getType(), mode))
    return a;
  return directed(x, x.b.CreateFMul(wide(x, a), wide(x, c)), a->getType(), mode);
}

Value *multiplyAdd(Body &x, Value *a, Value *c, Value *d, Rounding mode) {
  if (isNearest(mode))
    return fma(x, a, c, d);
  if (!canDirect(x, a->getType(), mode))
    return a;
  return addDirected(x, x.b.CreateFMul(wide(x, a), wide(x, c)), wide(x, d), mode);
}

Value *divideFloats(Body &x, Value *a, Value *c, Rounding mode) {
  if (isNearest(mode))
    return x.b.CreateFDiv(a, c);
  if (!canDirect(x, a->getType(), mode))
    return a;
  auto &b = x.b;
  Value *p = wide(x, a), *q = wide(x, c), *quotient = b.CreateFDiv(p, q);
  Value *rest = fma(x, b.CreateFNeg(quotient), q, p);
  Value *turned = b.CreateSelect(b.CreateFCmpOLT(q, real(q->getType(), 0)), b.CreateFNeg(rest), rest);
  return directed(x, toOdd(x, quotient, turned), a->getType(), mode);
}

Value *rootFloat(Body &x, Value *a, Rounding mode) {
  if (isNearest(mode))
    return x.b.CreateUnaryIntrinsic(Intrinsic::sqrt, a);
  if (!canDirect(x, a->getType(), mode))
    return a;
  Value *p = wide(x, a), *root = x.b.CreateUnaryIntrinsic(Intrinsic::sqrt, p);
  return directed(x, toOdd(x, root, fma(x, x.b.CreateFNeg(root), root, p)), a->getType(), mode);
}

/// What a conversion to 16 bits makes of a NaN.
static Value *oneNaN(Body &x, Value *from, Value *narrow) {
  Value *isNaN = x.b.CreateFCmpUNO(from, from);
  return x.b.CreateBitCast(x.b.CreateSelect(isNaN, x.number(16, 0x7fff), x.asInt(narrow)), narrow->getType());
}

Value *narrowFloat(Body &x, Value *a, Type *to, Rounding mode) {
  bool isWord = to->getPrimitiveSizeInBits() == 16;
  if (isNearest(mode))
    return isWord ? oneNaN(x, a, x.b.CreateFPTrunc(a, to)) : x.b.CreateFPTrunc(a, to);
  if (mode != Rounding::Away)
    return isWord ? oneNaN(x, a, directed(x, a, to, mode)) : directed(x, a, to, mode);
  x.fail("'" + x.at->spelled() + "': this rounding is not supported");
  return PoisonValue::get(to);
}

Value *intToFloat(Body &x, Value *a, bool isSigned, Type *to, Rounding mode) {
  auto &b = x.b;
  auto convert = [&](Type *t) { return isSigned ? b.CreateSIToFP(a, t) : b.CreateUIToFP(a, t); };
  if (isNearest(mode))
    return convert(to);
  Type *real64 = b.getDoubleTy();
  Value *nearest = convert(real64);
  if (a->getType()->getIntegerBitWidth() < 64)
    return to->isDoubleTy() ? nearest : narrowFloat(x, nearest, to, mode);
  // Which side of the nearest double the integer lies on; a nearest beyond the type's range lies above it.
  Value *beyond = b.CreateFCmpOGE(nearest, real(real64, isSigned ? 0x1p63 : 0x1p64));
  Value *back =
      b.CreateIntrinsic(isSigned ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat, {a->getType(), real64}, {nearest});
  Value *above = isSigned ? b.CreateICmpSGT(a, back) : b.CreateICmpUGT(a, back);
  Value *below = b.CreateOr(beyond, isSigned ? b.CreateICmpSLT(a, back) : b.CreateICmpULT(a, back));
  Value *rest = b.CreateSelect(below, real(real64, -1), b.CreateSelect(above, real(real64, 1), real(real64, 0)));
  if (!to->isDoubleTy())
    return narrowFloat(x, toOdd(x, nearest, rest), to, mode);
  if (mode == Rounding::Away) {
    x.fail("'" + x.at->spelled() + "': this rounding is not supported");
    return nearest;
  }
  Value *isNegative = b.CreateFCmpOLT(nearest, real(real64, 0));
  Value *moves = mode == Rounding::Up     ? b.CreateFCmpOGT(rest, real(real64, 0))
                 : mode == Rounding::Down ? b.CreateFCmpOLT(rest, real(real64, 0))
                                          : b.CreateSelect(isNegative, b.CreateFCmpOGT(rest, real(real64, 0)),
                                                           b.CreateFCmpOLT(rest, real(real64, 0)));
  Value *outwards = mode == Rounding::Up     ? b.CreateNot(isNegative)
                    : mode == Rounding::Down ? isNegative
                                             : static_cast<Value *>(b.getFalse());
  return b.CreateSelect(moves, neighbour(x, nearest, outwards), nearest);
}

} // namespace helicon::simt::ptx
