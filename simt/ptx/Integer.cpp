// Integer arithmetic, carry chains included: CC.CF goes from instruction to instruction, also of the next statement.
// The names that integers share with floats (add, mul, min, ...) go on to Float.cpp by their type.
#include "simt/prepare/Nvvm.h"
#include "simt/ptx/Handlers.h"

using namespace llvm;

namespace helicon::simt::ptx {

namespace {

Value *carryIn(Body &x, Type *type) { return x.b.CreateZExt(x.b.CreateLoad(x.b.getInt1Ty(), x.carry()), type); }

/// a + c or a - c, with the carry or borrow in and out as asked for.
Value *chained(Body &x, Value *a, Value *c, bool subtract, bool in, bool out) {
  auto &b = x.b;
  Value *first = subtract ? b.CreateSub(a, c) : b.CreateAdd(a, c);
  Value *left = subtract ? b.CreateICmpULT(a, c) : b.CreateICmpULT(first, a);
  Value *result = first;
  if (in) {
    Value *carry = carryIn(x, a->getType());
    result = subtract ? b.CreateSub(first, carry) : b.CreateAdd(first, carry);
    Value *again = subtract ? b.CreateICmpULT(first, carry) : b.CreateICmpULT(result, first);
    left = b.CreateOr(left, again);
  }
  if (out)
    b.CreateStore(left, x.carry());
  return result;
}

void addOrSubtract(Body &x, bool subtract, bool in) {
  bool out = x.take("cc");
  Scalar t = x.takeType();
  if (!x.count(3))
    return;
  if (t.isFloat() && !in && !out)
    return lowerFloatAdd(x, t, subtract);
  if (t.isFloat() || t.kind == Scalar::Predicate || t.kind == Scalar::Bits)
    return x.fail("'" + x.at->spelled() + "' is not supported");
  Value *a = x.bits(1, t.width()), *c = x.bits(2, t.width());
  if (x.take("sat"))
    return x.write(0, each(x, t, {a, c}, [&](ArrayRef<Value *> v) {
                     Type *wide = x.intType(t.bits * 2);
                     Value *p = x.b.CreateIntCast(v[0], wide, t.isSigned()),
                           *q = x.b.CreateIntCast(v[1], wide, t.isSigned());
                     return x.clamp(subtract ? x.b.CreateSub(p, q) : x.b.CreateAdd(p, q), true, {t.kind, t.bits});
                   }));
  if (t.count == 1)
    return x.write(0, chained(x, a, c, subtract, in, out));
  x.write(0, each(x, t, {a, c}, [&](ArrayRef<Value *> v) {
            return subtract ? x.b.CreateSub(v[0], v[1]) : x.b.CreateAdd(v[0], v[1]);
          }));
}

Value *highProduct(Body &x, Value *a, Value *c, Scalar t) {
  if (t.bits == 64)
    return highProduct64(x.b, a, c, t.isSigned());
  Type *wide = x.intType(2 * t.bits);
  Value *product = x.b.CreateMul(x.b.CreateIntCast(a, wide, t.isSigned()), x.b.CreateIntCast(c, wide, t.isSigned()));
  return x.b.CreateTrunc(x.b.CreateLShr(product, t.bits), x.intType(t.bits));
}

/// The product by .lo, .hi or .wide.
Value *product(Body &x, Value *a, Value *c, Scalar t, StringRef part) {
  if (part == "hi")
    return highProduct(x, a, c, t);
  if (part == "wide") {
    Type *wide = x.intType(2 * t.bits);
    a = x.b.CreateIntCast(a, wide, t.isSigned());
    c = x.b.CreateIntCast(c, wide, t.isSigned());
  }
  return x.b.CreateMul(a, c);
}

StringRef takePart(Body &x) { return x.takeOne({"lo", "hi", "wide"}); }

bool isPlainInt(Body &x, Scalar t, StringRef part) {
  bool good = (t.kind == Scalar::Unsigned || t.kind == Scalar::Signed) && t.count == 1 && t.bits >= 16 &&
              !part.empty() && !(part == "wide" && t.bits > 32);
  if (!good)
    x.fail("'" + x.at->spelled() + "' is not supported");
  return good;
}

void multiplyThenAdd(Body &x, bool in) {
  StringRef part = takePart(x);
  bool out = x.take("cc");
  Scalar t = x.takeType();
  if (!x.count(4))
    return;
  if (t.isFloat() && part.empty() && !in && !out)
    return lowerFloatMultiplyAdd(x, t);
  bool saturates = x.take("sat") && part == "hi" && t.isSigned() && t.bits == 32;
  if (!isPlainInt(x, t, part))
    return;
  Value *p = product(x, x.bits(1, t.bits), x.bits(2, t.bits), t, part);
  Value *c = x.bits(3, p->getType()->getIntegerBitWidth());
  if (saturates) {
    Value *sum = x.b.CreateAdd(x.b.CreateSExt(p, x.intType(64)), x.b.CreateSExt(c, x.intType(64)));
    return x.write(0, x.clamp(sum, true, t));
  }
  x.write(0, chained(x, p, c, false, in, out));
}

/// The lower 24 bits of each operand, as a wide integer.
Value *low24(Body &x, unsigned i, Scalar t) {
  Value *v = x.b.CreateShl(x.i32(i), 8);
  v = t.isSigned() ? x.b.CreateAShr(v, 8) : x.b.CreateLShr(v, 8);
  return x.b.CreateIntCast(v, x.intType(64), t.isSigned());
}

Value *product24(Body &x, Scalar t, bool high) {
  Value *p = x.b.CreateMul(low24(x, 1, t), low24(x, 2, t));
  return x.b.CreateTrunc(high ? x.b.CreateLShr(p, 16) : p, x.intType(32));
}

/// Two operands of the type, either of which may be negative.
void minimumOrMaximum(Body &x, bool maximum) {
  bool relu = x.take("relu");
  Scalar t = x.takeType();
  if (!x.count(3))
    return;
  if (t.isFloat())
    return lowerFloatMinMax(x, t, maximum, relu);
  if (t.kind == Scalar::Bits || t.kind == Scalar::Predicate || (relu && !t.isSigned()))
    return x.fail("'" + x.at->spelled() + "' is not supported");
  x.write(0, each(x, t, {x.bits(1, t.width()), x.bits(2, t.width())}, [&](ArrayRef<Value *> v) {
            Value *r = maximum ? x.larger(v[0], v[1], t.isSigned()) : x.smaller(v[0], v[1], t.isSigned());
            return relu ? x.larger(r, ConstantInt::get(r->getType(), 0), true) : r;
          }));
}

/// Field `n` of `bits` bits, widened to 32.
Value *field(Body &x, Value *v, unsigned n, unsigned bits, bool isSigned) {
  Value *part = x.b.CreateTrunc(x.b.CreateLShr(v, n * bits), x.intType(bits));
  return x.b.CreateIntCast(part, x.intType(32), isSigned);
}

} // namespace

void lowerAdd(Body &x) { addOrSubtract(x, false, false); }
void lowerSub(Body &x) { addOrSubtract(x, true, false); }
void lowerAddc(Body &x) { addOrSubtract(x, false, true); }
void lowerSubc(Body &x) { addOrSubtract(x, true, true); }
void lowerMad(Body &x) { multiplyThenAdd(x, false); }
void lowerMadc(Body &x) { multiplyThenAdd(x, true); }
void lowerMin(Body &x) { minimumOrMaximum(x, false); }
void lowerMax(Body &x) { minimumOrMaximum(x, true); }

void lowerMul(Body &x) {
  StringRef part = takePart(x);
  Scalar t = x.takeType();
  if (!x.count(3))
    return;
  if (t.isFloat() && part.empty())
    return lowerFloatMultiply(x, t);
  if (isPlainInt(x, t, part))
    x.write(0, product(x, x.bits(1, t.bits), x.bits(2, t.bits), t, part));
}

void lowerMul24(Body &x) {
  StringRef part = x.takeOne({"lo", "hi"});
  Scalar t = x.takeType();
  if (x.count(3) && isPlainInt(x, t, part))
    x.write(0, product24(x, t, part == "hi"));
}

void lowerMad24(Body &x) {
  StringRef part = x.takeOne({"lo", "hi"});
  Scalar t = x.takeType();
  if (x.count(4) && isPlainInt(x, t, part))
    x.write(0, x.b.CreateAdd(product24(x, t, part == "hi"), x.i32(3)));
}

static void divide(Body &x, bool wantsRest) {
  StringRef exactness = x.takeOne({"approx", "full"});
  Scalar t = x.takeType();
  if (!x.count(3))
    return;
  if (t.isFloat() && !wantsRest)
    return lowerFloatDivide(x, t, !exactness.empty());
  if (!exactness.empty() || !isPlainInt(x, t, "lo"))
    return;
  // Held back from the builder, which would fold what a constant divisor leaves undefined; Defined.cpp says what is.
  Value *a = x.bits(1, t.bits), *c = x.b.CreateFreeze(x.bits(2, t.bits));
  auto opcode = wantsRest ? (t.isSigned() ? BinaryOperator::SRem : BinaryOperator::URem)
                          : (t.isSigned() ? BinaryOperator::SDiv : BinaryOperator::UDiv);
  x.write(0, x.b.CreateBinOp(opcode, a, c));
}
void lowerDiv(Body &x) { divide(x, false); }
void lowerRem(Body &x) { divide(x, true); }

void lowerAbs(Body &x) {
  Scalar t = x.takeType();
  if (!x.count(2))
    return;
  if (t.isFloat())
    return lowerFloatSign(x, t, true);
  if (!t.isSigned() || t.count > 1)
    return x.fail("'" + x.at->spelled() + "' is not supported");
  Value *a = x.bits(1, t.bits);
  x.write(0, x.larger(a, x.b.CreateNeg(a), true));
}

void lowerNeg(Body &x) {
  Scalar t = x.takeType();
  if (!x.count(2))
    return;
  if (t.isFloat())
    return lowerFloatSign(x, t, false);
  if (!t.isSigned() || t.count > 1)
    return x.fail("'" + x.at->spelled() + "' is not supported");
  x.write(0, x.b.CreateNeg(x.bits(1, t.bits)));
}

void lowerSad(Body &x) {
  Scalar t = x.takeType();
  if (!x.count(4) || !isPlainInt(x, t, "lo"))
    return;
  Value *a = x.bits(1, t.bits), *c = x.bits(2, t.bits);
  Value *distance = x.b.CreateSub(x.larger(a, c, t.isSigned()), x.smaller(a, c, t.isSigned()));
  x.write(0, x.b.CreateAdd(distance, x.bits(3, t.bits)));
}

void lowerDp4a(Body &x) {
  Scalar ta = x.takeType(), tb = x.takeType();
  if (!x.count(4) || x.fault)
    return;
  Value *a = x.i32(1), *c = x.i32(2), *sum = x.i32(3);
  for (unsigned n = 0; n < 4; ++n)
    sum = x.b.CreateAdd(sum, x.b.CreateMul(field(x, a, n, 8, ta.isSigned()), field(x, c, n, 8, tb.isSigned())));
  x.write(0, sum);
}

void lowerDp2a(Body &x) {
  StringRef half = x.takeOne({"lo", "hi"});
  Scalar ta = x.takeType(), tb = x.takeType();
  if (!x.count(4) || x.fault)
    return;
  if (half.empty())
    return x.fail("'dp2a' needs .lo or .hi");
  Value *a = x.i32(1), *c = x.i32(2), *sum = x.i32(3);
  for (unsigned n = 0; n < 2; ++n) {
    Value *byte = field(x, c, n + (half == "hi" ? 2 : 0), 8, tb.isSigned());
    sum = x.b.CreateAdd(sum, x.b.CreateMul(field(x, a, n, 16, ta.isSigned()), byte));
  }
  x.write(0, sum);
}

} // namespace helicon::simt::ptx
