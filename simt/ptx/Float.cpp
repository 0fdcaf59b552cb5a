// Float arithmetic. Approximations are computed exactly rounded or by the math table: never less exact than the chip.
// A modifier .ftz flushes what is denormal going in and coming out, whatever the kernel's own mode is. 16-bit floats
// come alone or in pairs; a pair is done half by half.
#include "simt/ptx/Handlers.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/IR/Intrinsics.h>

using namespace llvm;

namespace helicon::simt::ptx {

Value *each(Body &x, Scalar type, ArrayRef<Value *> operands, function_ref<Value *(ArrayRef<Value *>)> apply) {
  if (type.count == 1)
    return apply(operands);
  auto &b = x.b;
  Type *piece = x.typeOf({type.kind, type.bits});
  Value *all = x.number(type.width(), 0);
  for (unsigned n = 0; n < type.count; ++n) {
    SmallVector<Value *, 3> parts;
    for (Value *v : operands)
      parts.push_back(b.CreateBitCast(b.CreateTrunc(b.CreateLShr(v, n * type.bits), x.intType(type.bits)), piece));
    Value *r = b.CreateZExt(x.asInt(apply(parts)), x.intType(type.width()));
    all = b.CreateOr(all, b.CreateShl(r, n * type.bits));
  }
  return all;
}

namespace {

/// Reads operands, flushes them where asked, computes each half, flushes, saturates and writes.
void compute(Body &x, Scalar t, unsigned inputs, function_ref<Value *(ArrayRef<Value *>)> apply) {
  bool ftz = x.take("ftz"), sat = x.take("sat"), relu = x.take("relu");
  if (x.fault)
    return;
  SmallVector<Value *, 3> values;
  for (unsigned n = 0; n < inputs; ++n)
    values.push_back(x.value(n + 1, t));
  x.write(0, each(x, t, values, [&](ArrayRef<Value *> v) -> Value * {
            SmallVector<Value *, 3> in(v);
            if (ftz)
              for (Value *&one : in)
                one = x.flush(one);
            Value *r = apply(in);
            if (ftz)
              r = x.flush(r);
            if (sat)
              r = x.saturate(r);
            if (relu) // a NaN stays one, -0 does not
              r = x.b.CreateSelect(x.b.CreateFCmpOLE(r, ConstantFP::get(r->getType(), 0)),
                                   ConstantFP::get(r->getType(), 0), r);
            return r;
          }));
}

/// 16-bit floats round to nearest only.
Rounding takeMode(Body &x, Scalar t) {
  Rounding mode = x.takeRounding();
  if (t.bits == 16 && mode != Rounding::None && mode != Rounding::Nearest)
    x.fail("'" + x.at->spelled() + "' is not supported");
  return mode;
}

/// A row of the math table; 16-bit floats go through single precision.
Value *math(Body &x, StringRef row, Value *v) {
  Type *t = v->getType();
  bool narrow = t->isHalfTy() || t->isBFloatTy();
  if (narrow)
    v = x.b.CreateFPExt(v, x.b.getFloatTy());
  v = x.b.CreateCall(ir::declareMath(x.module(), row, v->getType(), 1), {v});
  return narrow ? narrowFloat(x, v, t, Rounding::Nearest) : v;
}

void approximation(Body &x, StringRef row) {
  x.take("approx");
  Scalar t = x.takeType();
  if (!x.count(2))
    return;
  if (!t.isFloat() || t.bits == 64)
    return x.fail("'" + x.at->spelled() + "' is not supported");
  compute(x, t, 1, [&](ArrayRef<Value *> v) { return math(x, row, v[0]); });
}

Value *reciprocalRoot(Body &x, Value *v) {
  return x.b.CreateFDiv(ConstantFP::get(v->getType(), 1), x.b.CreateUnaryIntrinsic(Intrinsic::sqrt, v));
}

/// A 16-bit float that is NaN is 0x7fff, as on a card. Most arithmetic does that by itself (jit/NarrowNaNs.h); this is
/// for fused operations and for minima, which pass an operand on.
Value *withOneNaN(Body &x, Value *v) {
  Type *t = v->getType();
  if (!t->isHalfTy() && !t->isBFloatTy())
    return v;
  Value *bits = x.asInt(v), *infinity = x.number(16, t->isHalfTy() ? 0x7c00 : 0x7f80);
  Value *isNaN = x.b.CreateICmpUGT(x.b.CreateAnd(bits, x.number(16, 0x7fff)), infinity);
  return x.b.CreateBitCast(x.b.CreateSelect(isNaN, x.number(16, 0x7fff), bits), t);
}

bool isSingleOrDouble(Body &x, Scalar t) {
  if (t.isFloat() && t.bits >= 32)
    return true;
  x.fail("'" + x.at->spelled() + "' is not supported");
  return false;
}

} // namespace

void lowerFloatAdd(Body &x, Scalar t, bool subtract) {
  Rounding mode = takeMode(x, t);
  compute(x, t, 2,
          [&](ArrayRef<Value *> v) { return addFloats(x, v[0], subtract ? x.b.CreateFNeg(v[1]) : v[1], mode); });
}

void lowerFloatMultiply(Body &x, Scalar t) {
  Rounding mode = takeMode(x, t);
  compute(x, t, 2, [&](ArrayRef<Value *> v) { return multiplyFloats(x, v[0], v[1], mode); });
}

void lowerFloatMultiplyAdd(Body &x, Scalar t) {
  Rounding mode = takeMode(x, t);
  compute(x, t, 3, [&](ArrayRef<Value *> v) {
    Value *r = multiplyAdd(x, v[0], v[1], v[2], mode);
    return r->getType()->isHalfTy() ? withOneNaN(x, r) : r; // of bfloats it is already
  });
}

void lowerFma(Body &x) {
  Scalar t = x.takeType();
  if (!x.count(4))
    return;
  if (!t.isFloat())
    return x.fail("'" + x.at->spelled() + "' is not supported");
  lowerFloatMultiplyAdd(x, t);
}

void lowerFloatDivide(Body &x, Scalar t, bool) {
  Rounding mode = takeMode(x, t);
  if (isSingleOrDouble(x, t))
    compute(x, t, 2, [&](ArrayRef<Value *> v) { return divideFloats(x, v[0], v[1], mode); });
}

void lowerFloatSign(Body &x, Scalar t, bool absolute) {
  compute(x, t, 1, [&](ArrayRef<Value *> v) {
    return absolute ? x.b.CreateUnaryIntrinsic(Intrinsic::fabs, v[0]) : x.b.CreateFNeg(v[0]);
  });
}

void lowerFloatMinMax(Body &x, Scalar t, bool maximum, bool relu) {
  bool nan = x.take("NaN"), xorsign = x.take("xorsign"), absolute = x.take("abs");
  if (relu || xorsign != absolute)
    return x.fail("'" + x.at->spelled() + "' is not supported");
  compute(x, t, 2, [&](ArrayRef<Value *> v) -> Value * {
    Value *a = v[0], *c = v[1];
    Value *signs = absolute ? x.b.CreateXor(x.asInt(a), x.asInt(c)) : nullptr;
    if (absolute) {
      a = x.b.CreateUnaryIntrinsic(Intrinsic::fabs, a);
      c = x.b.CreateUnaryIntrinsic(Intrinsic::fabs, c);
    }
    Intrinsic::ID id =
        nan ? (maximum ? Intrinsic::maximum : Intrinsic::minimum) : (maximum ? Intrinsic::maxnum : Intrinsic::minnum);
    Value *r = x.b.CreateBinaryIntrinsic(id, a, c);
    if (!nan)
      r = withOneNaN(x, r);
    return absolute ? x.b.CreateBinaryIntrinsic(Intrinsic::copysign, r, x.b.CreateBitCast(signs, r->getType())) : r;
  });
}

void lowerRcp(Body &x) {
  x.take("approx");
  Scalar t = x.takeType();
  Rounding mode = takeMode(x, t);
  if (x.count(2) && isSingleOrDouble(x, t))
    compute(x, t, 1,
            [&](ArrayRef<Value *> v) { return divideFloats(x, ConstantFP::get(v[0]->getType(), 1), v[0], mode); });
}

void lowerSqrt(Body &x) {
  x.take("approx");
  Scalar t = x.takeType();
  Rounding mode = takeMode(x, t);
  if (x.count(2) && isSingleOrDouble(x, t))
    compute(x, t, 1, [&](ArrayRef<Value *> v) { return rootFloat(x, v[0], mode); });
}

void lowerRsqrt(Body &x) {
  x.take("approx");
  Scalar t = x.takeType();
  if (x.count(2) && isSingleOrDouble(x, t))
    compute(x, t, 1, [&](ArrayRef<Value *> v) { return reciprocalRoot(x, v[0]); });
}

void lowerSin(Body &x) { approximation(x, "sin"); }
void lowerCos(Body &x) { approximation(x, "cos"); }
void lowerEx2(Body &x) { approximation(x, "exp2"); }
void lowerLg2(Body &x) { approximation(x, "log2"); }
void lowerTanh(Body &x) { approximation(x, "tanh"); }

/// The sign of the first operand on the size of the second.
void lowerCopysign(Body &x) {
  Scalar t = x.takeType();
  if (x.count(3) && isSingleOrDouble(x, t))
    x.write(0, x.b.CreateBinaryIntrinsic(Intrinsic::copysign, x.value(2, t), x.value(1, t)));
}

void lowerTestp(Body &x) {
  StringRef question = x.takeOne({"finite", "infinite", "number", "notanumber", "normal", "subnormal"});
  Scalar t = x.takeType();
  if (!x.count(2) || !isSingleOrDouble(x, t))
    return;
  FPClassTest test = question == "finite"       ? fcFinite
                     : question == "infinite"   ? fcInf
                     : question == "number"     ? ~fcNan & fcAllFlags
                     : question == "notanumber" ? fcNan
                     : question == "normal"     ? fcNormal | fcZero
                                                : fcSubnormal;
  if (question.empty())
    return x.fail("'testp' needs a property");
  // Written with integers: the class test of LLVM has no vector form in all back ends.
  unsigned mantissa = t.bits == 32 ? 23 : 52;
  auto &b = x.b;
  Value *bits = b.CreateShl(x.bits(1, t.bits), 1); // without the sign
  Value *infinity = x.number(t.bits, t.bits == 32 ? 0xff000000u : 0xffe0000000000000u);
  Value *least = x.number(t.bits, uint64_t(1) << (mantissa + 1));
  Value *isZero = b.CreateICmpEQ(bits, x.number(t.bits, 0));
  Value *answer = b.getFalse();
  if (test & fcNan)
    answer = b.CreateOr(answer, b.CreateICmpUGT(bits, infinity));
  if (test & fcInf)
    answer = b.CreateOr(answer, b.CreateICmpEQ(bits, infinity));
  if (test & fcNormal)
    answer = b.CreateOr(answer, b.CreateAnd(b.CreateICmpUGE(bits, least), b.CreateICmpULT(bits, infinity)));
  if (test & fcSubnormal)
    answer = b.CreateOr(answer, b.CreateAnd(b.CreateICmpULT(bits, least), b.CreateNot(isZero)));
  if (test & fcZero)
    answer = b.CreateOr(answer, isZero);
  x.write(0, answer);
}

} // namespace helicon::simt::ptx
