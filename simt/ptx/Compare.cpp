// setp and set: comparisons of every type, combined with a predicate.
#include "simt/ptx/Handlers.h"

#include <llvm/ADT/StringSwitch.h>

using namespace llvm;

namespace helicon::simt::ptx {

static constexpr StringRef kComparisons[] = {"eq", "ne",  "lt",  "le",  "gt",  "ge",  "lo",  "ls",  "hi",
                                             "hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};

static CmpInst::Predicate floatPredicate(StringRef name) {
  return StringSwitch<CmpInst::Predicate>(name)
      .Case("eq", CmpInst::FCMP_OEQ)
      .Case("ne", CmpInst::FCMP_ONE)
      .Case("lt", CmpInst::FCMP_OLT)
      .Case("le", CmpInst::FCMP_OLE)
      .Case("gt", CmpInst::FCMP_OGT)
      .Case("ge", CmpInst::FCMP_OGE)
      .Case("equ", CmpInst::FCMP_UEQ)
      .Case("neu", CmpInst::FCMP_UNE)
      .Case("ltu", CmpInst::FCMP_ULT)
      .Case("leu", CmpInst::FCMP_ULE)
      .Case("gtu", CmpInst::FCMP_UGT)
      .Case("geu", CmpInst::FCMP_UGE)
      .Case("num", CmpInst::FCMP_ORD)
      .Case("nan", CmpInst::FCMP_UNO)
      .Default(CmpInst::BAD_FCMP_PREDICATE);
}

static CmpInst::Predicate intPredicate(StringRef name, bool isSigned) {
  return StringSwitch<CmpInst::Predicate>(name)
      .Case("eq", CmpInst::ICMP_EQ)
      .Case("ne", CmpInst::ICMP_NE)
      .Case("lt", isSigned ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT)
      .Case("le", isSigned ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE)
      .Case("gt", isSigned ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT)
      .Case("ge", isSigned ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE)
      .Case("lo", CmpInst::ICMP_ULT)
      .Case("ls", CmpInst::ICMP_ULE)
      .Case("hi", CmpInst::ICMP_UGT)
      .Case("hs", CmpInst::ICMP_UGE)
      .Default(CmpInst::BAD_ICMP_PREDICATE);
}

Value *compare(Body &x, StringRef name, Value *a, Value *c, Scalar type) {
  CmpInst::Predicate p = type.isFloat() ? floatPredicate(name) : intPredicate(name, type.isSigned());
  if (p == CmpInst::BAD_FCMP_PREDICATE || p == CmpInst::BAD_ICMP_PREDICATE)
    return nullptr;
  return x.b.CreateCmp(p, a, c);
}

static Value *combine(Body &x, StringRef with, Value *p, Value *q) {
  if (with == "and")
    return x.b.CreateAnd(p, q);
  return with == "or" ? x.b.CreateOr(p, q) : x.b.CreateXor(p, q);
}

/// The comparison of operands 1 and 2 and its opposite, each combined with operand 3 where there is one. A pair of
/// 16-bit floats gives one for each half.
static std::pair<Value *, Value *> compared(Body &x, Scalar t) {
  StringRef name = x.takeOne(kComparisons), with = x.takeOne({"and", "or", "xor"});
  bool ftz = x.take("ftz");
  Value *no = x.b.getFalse();
  if (!x.count(with.empty() ? 3 : 4) || x.fault)
    return {no, no};
  Value *a = x.value(1, t), *c = x.value(2, t);
  auto one = [&](Value *p, Value *q, Scalar type) -> Value * {
    if (ftz) {
      p = x.flush(p);
      q = x.flush(q);
    }
    if (Value *r = compare(x, name, p, q, type))
      return r;
    x.fail("'" + x.at->spelled() + "' lacks a comparison that its type has");
    return no;
  };
  Value *first, *second;
  if (t.count == 1) {
    first = one(a, c, t);
    second = x.b.CreateNot(first);
  } else {
    auto half = [&](Value *v, unsigned n) {
      return x.b.CreateBitCast(x.b.CreateTrunc(x.b.CreateLShr(v, n * t.bits), x.intType(t.bits)),
                               x.typeOf({t.kind, t.bits}));
    };
    first = one(half(a, 0), half(c, 0), {t.kind, t.bits});
    second = one(half(a, 1), half(c, 1), {t.kind, t.bits});
  }
  if (with.empty())
    return {first, second};
  Value *p = x.predicate(x.operand(3));
  return {combine(x, with, first, p), combine(x, with, second, p)};
}

void lowerSetp(Body &x) {
  Scalar t = x.takeType();
  auto [p, q] = compared(x, t);
  if (x.fault)
    return;
  x.write(0, p);
  if (x.at->second)
    x.write(*x.at->second, q);
  else if (t.count > 1)
    x.fail("'" + x.at->spelled() + "' has two predicates, p|q");
}

/// All bits set, or 1.0; pairs of halves hold one answer each.
void lowerSet(Body &x) {
  Scalar to = x.takeType(), t = x.takeType();
  auto [p, q] = compared(x, t);
  if (x.fault)
    return;
  auto answer = [&](Value *yes, Scalar s) -> Value * {
    Type *type = x.typeOf(s);
    Value *set = s.isFloat() ? ConstantFP::get(type, 1) : Constant::getAllOnesValue(type);
    return x.asInt(x.b.CreateSelect(yes, set, Constant::getNullValue(type)));
  };
  if (t.count == 1)
    return x.write(0, answer(p, to));
  if (to.width() != 32)
    return x.fail("'" + x.at->spelled() + "' is not supported");
  Scalar piece{to.isFloat() ? to.kind : Scalar::Unsigned, 16};
  Value *low = x.b.CreateZExt(answer(p, piece), x.intType(32)), *high = x.b.CreateZExt(answer(q, piece), x.intType(32));
  x.write(0, x.b.CreateOr(low, x.b.CreateShl(high, 16)));
}

} // namespace helicon::simt::ptx
