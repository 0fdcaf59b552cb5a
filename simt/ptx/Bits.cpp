// Logic, shifts and bit fields; selections by a predicate or a sign.
#include "simt/ptx/Handlers.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

using namespace llvm;

namespace helicon::simt::ptx {

namespace {

/// A value of the type's bits; predicates too.
Value *logical(Body &x, unsigned i, Scalar t) {
  return t.kind == Scalar::Predicate ? x.predicate(x.operand(i)) : x.bits(i, t.width());
}

bool isBits(Body &x, Scalar t, unsigned least = 16, unsigned most = 64) {
  bool good = t.count == 1 && !t.isFloat() && t.kind != Scalar::Predicate && t.bits >= least && t.bits <= most;
  if (!good)
    x.fail("'" + x.at->spelled() + "' is not supported");
  return good;
}

void logic(Body &x, llvm::Instruction::BinaryOps op) {
  Scalar t = x.takeType();
  if (!x.count(3))
    return;
  if (t.kind != Scalar::Predicate && !isBits(x, t))
    return;
  x.write(0, x.b.CreateBinOp(op, logical(x, 1, t), logical(x, 2, t)));
}

/// A function of two variables by its table; bit 2a+b of `table` is its value.
Value *ofTwo(Body &x, unsigned table, Value *a, Value *c) {
  auto &b = x.b;
  Type *t = a->getType();
  switch (table) {
  case 0x0:
    return Constant::getNullValue(t);
  case 0x1:
    return b.CreateNot(b.CreateOr(a, c));
  case 0x2:
    return b.CreateAnd(b.CreateNot(a), c);
  case 0x3:
    return b.CreateNot(a);
  case 0x4:
    return b.CreateAnd(a, b.CreateNot(c));
  case 0x5:
    return b.CreateNot(c);
  case 0x6:
    return b.CreateXor(a, c);
  case 0x7:
    return b.CreateNot(b.CreateAnd(a, c));
  case 0xf:
    return Constant::getAllOnesValue(t);
  case 0xa:
    return c;
  case 0xc:
    return a;
  default:
    return b.CreateNot(ofTwo(x, 0xf ^ table, a, c));
  }
}

/// lop3 by its table: bit 4a+2b+c is the value for these bits.
Value *ofThree(Body &x, unsigned table, Value *a, Value *c, Value *d) {
  unsigned without = 0, with = 0; // as functions of a and b, for bits of d that are 0 and 1
  for (unsigned n = 0; n < 4; ++n) {
    without |= ((table >> (2 * n)) & 1) << n;
    with |= ((table >> (2 * n + 1)) & 1) << n;
  }
  auto &b = x.b;
  if (without == with)
    return ofTwo(x, with, a, c);
  if (without == (0xf ^ with))
    return b.CreateXor(ofTwo(x, without, a, c), d);
  Value *set = b.CreateAnd(ofTwo(x, with, a, c), d);
  return without == 0 ? set : b.CreateOr(set, b.CreateAnd(ofTwo(x, without, a, c), b.CreateNot(d)));
}

/// All bits below `count`, in `width`.
Value *ones(Body &x, Value *count, unsigned width) {
  return x.b.CreateNot(x.shl(Constant::getAllOnesValue(x.intType(width)), count));
}

Value *low8(Body &x, unsigned i) { return x.b.CreateAnd(x.i32(i), 0xff); }

/// The selector that a mode of prmt gives for each value of the lower two bits.
const uint16_t *selectorsOf(StringRef mode) {
  static constexpr uint16_t kForward[] = {0x3210, 0x4321, 0x5432, 0x6543},
                            kBackward[] = {0x5670, 0x6701, 0x7012, 0x0123},
                            kReplicate8[] = {0x0000, 0x1111, 0x2222, 0x3333},
                            kEdgeLeft[] = {0x3210, 0x3211, 0x3222, 0x3333},
                            kEdgeRight[] = {0x0000, 0x1110, 0x2210, 0x3210},
                            kReplicate16[] = {0x1010, 0x3232, 0x1010, 0x3232};
  return mode == "f4e"   ? kForward
         : mode == "b4e" ? kBackward
         : mode == "rc8" ? kReplicate8
         : mode == "ecl" ? kEdgeLeft
         : mode == "ecr" ? kEdgeRight
                         : kReplicate16;
}

} // namespace

void lowerAnd(Body &x) { logic(x, llvm::Instruction::And); }
void lowerOr(Body &x) { logic(x, llvm::Instruction::Or); }
void lowerXor(Body &x) { logic(x, llvm::Instruction::Xor); }

void lowerNot(Body &x) {
  Scalar t = x.takeType();
  if (x.count(2) && (t.kind == Scalar::Predicate || isBits(x, t)))
    x.write(0, x.b.CreateNot(logical(x, 1, t)));
}

void lowerCnot(Body &x) {
  Scalar t = x.takeType();
  if (x.count(2) && isBits(x, t))
    x.write(0, x.b.CreateZExt(x.b.CreateICmpEQ(x.bits(1, t.bits), x.number(t.bits, 0)), x.intType(t.bits)));
}

void lowerShl(Body &x) {
  Scalar t = x.takeType();
  if (x.count(3) && isBits(x, t))
    x.write(0, x.shl(x.bits(1, t.bits), x.i32(2)));
}

void lowerShr(Body &x) {
  Scalar t = x.takeType();
  if (!x.count(3) || !isBits(x, t))
    return;
  Value *a = x.bits(1, t.bits), *n = x.i32(2);
  x.write(0, t.isSigned() ? x.ashr(a, n) : x.lshr(a, n));
}

void lowerShf(Body &x) {
  StringRef way = x.takeOne({"l", "r"}), mode = x.takeOne({"wrap", "clamp"});
  Scalar t = x.takeType();
  if (!x.count(4) || !isBits(x, t, 32, 32))
    return;
  if (way.empty() || mode.empty())
    return x.fail("'shf' needs .l or .r, and .wrap or .clamp");
  auto &b = x.b;
  Value *n = x.i32(3);
  n = mode == "wrap" ? b.CreateAnd(n, 31) : x.smaller(n, x.number(32, 32), false);
  Type *wide = x.intType(64);
  Value *both = b.CreateOr(b.CreateZExt(x.i32(1), wide), b.CreateShl(b.CreateZExt(x.i32(2), wide), 32));
  Value *moved = way == "l" ? b.CreateLShr(x.shl(both, n), 32) : x.lshr(both, n);
  x.write(0, b.CreateTrunc(moved, x.intType(32)));
}

/// Position or length of a field: of 64 bits the whole number counts (recorded on an H200, optimised and not), of 32
/// its low byte.
static Value *fieldPart(Body &x, unsigned operand, const Scalar &t) {
  return t.bits == 64 ? x.i32(operand) : low8(x, operand);
}

/// Bits that lie beyond the operand repeat its sign, or are 0.
void lowerBfe(Body &x) {
  Scalar t = x.takeType();
  if (!x.count(4) || !isBits(x, t, 32, 64))
    return;
  auto &b = x.b;
  Value *a = x.bits(1, t.bits), *position = fieldPart(x, 2, t), *length = fieldPart(x, 3, t);
  if (!t.isSigned())
    return x.write(0, b.CreateAnd(x.lshr(a, position), ones(x, length, t.bits)));
  Value *moved = x.ashr(a, position);
  Value *rest = b.CreateSub(x.number(32, t.bits), x.smaller(length, x.number(32, t.bits), false));
  Value *isEmpty = b.CreateICmpEQ(length, x.number(32, 0));
  x.write(0, b.CreateSelect(isEmpty, x.number(t.bits, 0), x.ashr(x.shl(moved, rest), rest)));
}

void lowerBfi(Body &x) {
  Scalar t = x.takeType();
  if (!x.count(5) || !isBits(x, t, 32, 64))
    return;
  auto &b = x.b;
  Value *a = x.bits(1, t.bits), *into = x.bits(2, t.bits), *position = fieldPart(x, 3, t), *length = fieldPart(x, 4, t);
  Value *mask = x.shl(ones(x, length, t.bits), position);
  x.write(0, b.CreateOr(b.CreateAnd(into, b.CreateNot(mask)), b.CreateAnd(x.shl(a, position), mask)));
}

void lowerBfind(Body &x) {
  bool amount = x.take("shiftamt");
  Scalar t = x.takeType();
  if (!x.count(2) || !isBits(x, t, 32, 64))
    return;
  auto &b = x.b;
  Value *a = x.bits(1, t.bits);
  if (t.isSigned())
    a = b.CreateSelect(b.CreateICmpSLT(a, x.number(t.bits, 0)), b.CreateNot(a), a);
  Value *zeros = b.CreateIntrinsic(Intrinsic::ctlz, {a->getType()}, {a, b.getFalse()});
  Value *at = amount ? zeros : b.CreateSub(x.number(t.bits, t.bits - 1), zeros);
  Value *none = b.CreateICmpEQ(a, x.number(t.bits, 0));
  x.write(0, b.CreateSelect(none, x.number(32, ~0u), b.CreateTrunc(at, x.intType(32))));
}

static void countOrTurn(Body &x, Intrinsic::ID id) {
  Scalar t = x.takeType();
  if (!x.count(2) || !isBits(x, t, 32, 64))
    return;
  Value *a = x.bits(1, t.bits);
  if (id == Intrinsic::bitreverse)
    return x.write(0, x.b.CreateUnaryIntrinsic(id, a));
  Value *n = id == Intrinsic::ctlz ? x.b.CreateIntrinsic(id, {a->getType()}, {a, x.b.getFalse()})
                                   : x.b.CreateUnaryIntrinsic(id, a);
  x.write(0, x.b.CreateTrunc(n, x.intType(32)));
}
void lowerBrev(Body &x) { countOrTurn(x, Intrinsic::bitreverse); }
void lowerClz(Body &x) { countOrTurn(x, Intrinsic::ctlz); }
void lowerPopc(Body &x) { countOrTurn(x, Intrinsic::ctpop); }

void lowerLop3(Body &x) {
  StringRef with = x.takeOne({"or", "and"});
  Scalar t = x.takeType();
  if (!with.empty() || x.at->second)
    return x.fail("'lop3' with a predicate is not supported");
  if (!x.count(5) || !isBits(x, t, 32, 32))
    return;
  std::optional<uint64_t> table = x.constant(4);
  if (!table || *table > 255)
    return x.fail(x.operand(4).place, "the table of 'lop3' is a number of 8 bits known when compiling");
  x.write(0, ofThree(x, *table, x.i32(1), x.i32(2), x.i32(3)));
}

void lowerPrmt(Body &x) {
  Scalar t = x.takeType();
  StringRef mode = x.takeOne({"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"});
  if (!x.count(4) || !isBits(x, t, 32, 32))
    return;
  auto &b = x.b;
  Value *selector = x.i32(3);
  if (!mode.empty()) {
    const uint16_t *table = selectorsOf(mode);
    Value *n = b.CreateAnd(selector, 3);
    selector = x.number(32, table[0]);
    for (unsigned i = 1; i < 4; ++i)
      selector = b.CreateSelect(b.CreateICmpEQ(n, x.number(32, i)), x.number(32, table[i]), selector);
  }
  x.write(0, b.CreateIntrinsic(Intrinsic::nvvm_prmt, {}, {x.i32(1), x.i32(2), selector}));
}

/// Bits from a position on; .wrap takes both numbers modulo 32.
void lowerBmsk(Body &x) {
  StringRef mode = x.takeOne({"clamp", "wrap"});
  Scalar t = x.takeType();
  if (!x.count(3) || !isBits(x, t, 32, 32))
    return;
  if (mode.empty())
    return x.fail("'bmsk' needs .clamp or .wrap");
  Value *position = x.i32(1), *length = x.i32(2);
  if (mode == "wrap") {
    position = x.b.CreateAnd(position, 31);
    length = x.b.CreateAnd(length, 31);
  }
  x.write(0, x.shl(ones(x, length, 32), position));
}

void lowerSzext(Body &x) {
  StringRef mode = x.takeOne({"clamp", "wrap"});
  Scalar t = x.takeType();
  if (!x.count(3) || !isBits(x, t, 32, 32))
    return;
  if (mode.empty())
    return x.fail("'szext' needs .clamp or .wrap");
  Value *length = x.i32(2);
  length = mode == "wrap" ? x.b.CreateAnd(length, 31) : x.smaller(length, x.number(32, 32), false);
  Value *rest = x.b.CreateSub(x.number(32, 32), length), *up = x.shl(x.i32(1), rest);
  x.write(0, t.isSigned()
                 ? x.b.CreateSelect(x.b.CreateICmpEQ(length, x.number(32, 0)), x.number(32, 0), x.ashr(up, rest))
                 : x.lshr(up, rest));
}

void lowerSelp(Body &x) {
  Scalar t = x.takeType();
  if (!x.count(4))
    return;
  Value *a = x.bits(1, t.width()), *c = x.bits(2, t.width());
  x.write(0, x.b.CreateSelect(x.predicate(x.operand(3)), a, c));
}

/// The first operand where the third is not negative; a NaN takes the second.
void lowerSlct(Body &x) {
  x.take("ftz");
  Scalar t = x.takeType(), by = x.takeType();
  if (!x.count(4) || x.fault)
    return;
  Value *a = x.bits(1, t.width()), *c = x.bits(2, t.width()), *sign = x.value(3, by);
  Value *first = by.isFloat() ? x.b.CreateFCmpOGE(sign, ConstantFP::get(sign->getType(), 0))
                              : x.b.CreateICmpSGE(sign, Constant::getNullValue(sign->getType()));
  x.write(0, x.b.CreateSelect(first, a, c));
}

} // namespace helicon::simt::ptx
