#include "simt/ptx/Body.h"

#include "simt/ptx/Ptx.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/ADT/Twine.h>
#include <llvm/IR/Intrinsics.h>

using namespace llvm;

namespace helicon::simt::ptx {

std::optional<Scalar> scalarOf(StringRef name) {
  using S = Scalar;
  return StringSwitch<std::optional<Scalar>>(name)
      .Case("pred", S{S::Predicate, 1})
      .Case("b8", S{S::Bits, 8})
      .Case("b16", S{S::Bits, 16})
      .Case("b32", S{S::Bits, 32})
      .Case("b64", S{S::Bits, 64})
      .Case("b128", S{S::Bits, 128})
      .Case("u8", S{S::Unsigned, 8})
      .Case("u16", S{S::Unsigned, 16})
      .Case("u32", S{S::Unsigned, 32})
      .Case("u64", S{S::Unsigned, 64})
      .Case("s8", S{S::Signed, 8})
      .Case("s16", S{S::Signed, 16})
      .Case("s32", S{S::Signed, 32})
      .Case("s64", S{S::Signed, 64})
      .Case("u16x2", S{S::Unsigned, 16, 2})
      .Case("s16x2", S{S::Signed, 16, 2})
      .Case("f16", S{S::Float, 16})
      .Case("f32", S{S::Float, 32})
      .Case("f64", S{S::Float, 64})
      .Case("bf16", S{S::BFloat, 16})
      .Case("f16x2", S{S::Float, 16, 2})
      .Case("bf16x2", S{S::BFloat, 16, 2})
      .Default(std::nullopt);
}

AllocaInst *Body::slot(unsigned bits) {
  IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().begin());
  AllocaInst *memory = entry.CreateAlloca(intType(bits));
  slots.push_back(memory);
  return memory;
}

Value *Body::carry() {
  GlobalVariable *flag = module().getNamedGlobal(kCarry);
  if (!flag)
    flag = new GlobalVariable(module(), intType(1), false, GlobalValue::InternalLinkage, b.getFalse(), kCarry);
  return flag;
}

/// A register that is read before it is written holds zero: one answer for every executor.
void Body::declare(ArrayRef<Register> declared) {
  for (const Register &r : declared) {
    std::optional<Scalar> type = scalarOf(r.type);
    if (!type)
      return fail(Place(), "registers of type '." + r.type + "' are not supported");
    AllocaInst *memory = slot(type->width());
    b.CreateStore(number(type->width(), 0), memory);
    registers.push_back({memory, nullptr});
  }
}

void Body::start(const Instruction &i) {
  at = &i;
  used.assign(i.modifiers.size(), false);
}

void Body::finish() {
  for (auto [n, isUsed] : enumerate(used))
    if (!isUsed)
      return fail(at->modifiers[n].place,
                  "'." + at->modifiers[n].text + "' is not supported in '" + at->spelled() + "'");
}

void Body::fail(Place place, const Twine &why) {
  if (!fault)
    fault = Fault{place, why.str()};
}

bool Body::take(StringRef name) {
  for (auto [n, m] : enumerate(at->modifiers))
    if (!used[n] && m.text == name) {
      used[n] = true;
      return true;
    }
  return false;
}

StringRef Body::takeOne(ArrayRef<StringRef> names) {
  for (auto [n, m] : enumerate(at->modifiers))
    if (!used[n] && is_contained(names, m.text)) {
      used[n] = true;
      return m.text;
    }
  return {};
}

Scalar Body::takeType() {
  for (auto [n, m] : enumerate(at->modifiers))
    if (std::optional<Scalar> s = scalarOf(m.text); s && !used[n]) {
      used[n] = true;
      return *s;
    }
  fail("'" + at->spelled() + "' lacks a type that is supported");
  return {};
}

bool Body::hasType() const {
  for (auto [n, m] : enumerate(at->modifiers))
    if (!used[n] && scalarOf(m.text))
      return true;
  return false;
}

Rounding Body::takeRounding() {
  StringRef name = takeOne({"rn", "rz", "rm", "rp", "rna"});
  return StringSwitch<Rounding>(name)
      .Case("rn", Rounding::Nearest)
      .Case("rz", Rounding::Zero)
      .Case("rm", Rounding::Down)
      .Case("rp", Rounding::Up)
      .Case("rna", Rounding::Away)
      .Default(Rounding::None);
}

/// Where data is kept on the way is the machine's own choice here.
void Body::dropCacheHints() {
  for (auto [n, m] : enumerate(at->modifiers)) {
    StringRef text = m.text;
    if (text.starts_with("L1::") || text.starts_with("L2::") ||
        is_contained({StringRef("ca"), StringRef("cg"), StringRef("cs"), StringRef("lu"), StringRef("cv"),
                      StringRef("wb"), StringRef("wt"), StringRef("nc")},
                     text))
      used[n] = true;
  }
}

bool Body::count(unsigned least, unsigned most) {
  if (operands() >= least && operands() <= most)
    return true;
  fail("'" + at->spelled() + "' has " +
       (least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most)) +
       " operands, not " + Twine(operands()));
  return false;
}

const Operand &Body::operand(unsigned i) const {
  static const Operand none;
  return i < at->operands.size() ? at->operands[i] : none;
}

Slot *Body::slotOf(const Operand &o) {
  if (o.kind == Operand::Kind::Register)
    return &registers[o.index];
  if (o.kind != Operand::Kind::Placeholder)
    return nullptr;
  if (o.index < placeholders.size())
    return &placeholders[o.index];
  fail(o.place, "the operand %" + Twine(o.index) + " is not there; the statement has " + Twine(placeholders.size()));
  return nullptr;
}

/// 0 for what has no width of its own.
unsigned Body::widthOf(const Operand &o) {
  if (o.kind != Operand::Kind::Register && o.kind != Operand::Kind::Placeholder)
    return 0;
  Slot *s = slotOf(o);
  return s && s->memory ? s->memory->getAllocatedType()->getIntegerBitWidth() : 0;
}

std::optional<uint64_t> Body::constant(const Operand &o) {
  if (o.kind == Operand::Kind::Integer)
    return o.bits;
  if (o.kind == Operand::Kind::Placeholder)
    if (Slot *s = slotOf(o))
      if (auto *number = dyn_cast_or_null<ConstantInt>(s->constant); number && number->getBitWidth() <= 64)
        return number->getZExtValue();
  return std::nullopt;
}

Value *Body::literal(const Operand &o, unsigned width) {
  switch (o.kind) {
  case Operand::Kind::Integer:
    return ConstantInt::get(b.getContext(), APInt(64, o.bits).sextOrTrunc(width));
  case Operand::Kind::Float32:
    if (width == 32)
      return number(32, o.bits);
    if (width == 64) {
      APFloat f(APFloat::IEEEsingle(), APInt(32, o.bits));
      bool lost;
      f.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
      return number(64, f.bitcastToAPInt().getZExtValue());
    }
    break;
  case Operand::Kind::Float64:
    if (width == 64)
      return number(64, o.bits);
    if (width == 32) {
      APFloat f(APFloat::IEEEdouble(), APInt(64, o.bits));
      bool lost;
      f.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &lost);
      return number(32, f.bitcastToAPInt().getZExtValue());
    }
    break;
  default:
    break;
  }
  fail(o.place, "an operand of this kind cannot stand here");
  return poison(width);
}

Value *Body::special(const Operand &o) {
  if (Value *v = readSpecial(*this, o.text))
    return v;
  fail(o.place, "'%" + o.text + "' is neither a register that is declared nor a special register that is supported");
  return nullptr;
}

Value *Body::bits(const Operand &o, unsigned width, bool mayBeWider) {
  if (fault)
    return poison(width);
  if (!o.selector.empty() || o.negated)
    fail(o.place,
         o.negated ? "only a predicate can be negated by '!'" : "a part '." + o.selector + "' cannot be chosen here");
  Value *v = nullptr;
  if (o.kind == Operand::Kind::Register || o.kind == Operand::Kind::Placeholder) {
    Slot *s = slotOf(o);
    if (!s)
      return poison(width);
    if (auto *number = dyn_cast_or_null<ConstantInt>(s->constant))
      return ConstantInt::get(b.getContext(), number->getValue().sextOrTrunc(width));
    v = b.CreateLoad(s->memory->getAllocatedType(), s->memory);
  } else if (o.kind == Operand::Kind::Special) {
    v = special(o);
    if (v && v->getType()->getIntegerBitWidth() < width) // %tid.x as a 64-bit operand
      v = b.CreateZExt(v, intType(width));
  } else if (o.kind == Operand::Kind::Symbol && o.text == "WARP_SZ") {
    return number(width, 32);
  } else if (o.kind == Operand::Kind::Symbol) {
    fail(o.place, "'" + o.text + "' is not declared in this text; names of C++ are given as operands");
    return poison(width);
  } else {
    return literal(o, width);
  }
  if (!v)
    return poison(width);
  unsigned has = v->getType()->getIntegerBitWidth();
  if (has == width)
    return v;
  if (has > width && mayBeWider)
    return b.CreateTrunc(v, intType(width));
  fail(o.place,
       "an operand of " + Twine(has) + " bits stands where '" + at->spelled() + "' has one of " + Twine(width));
  return poison(width);
}

Type *Body::typeOf(Scalar s) {
  if (s.count > 1 || !s.isFloat())
    return intType(s.width());
  if (s.bits == 16)
    return s.kind == Scalar::BFloat ? b.getBFloatTy() : b.getHalfTy();
  return s.bits == 32 ? b.getFloatTy() : b.getDoubleTy();
}

Value *Body::value(const Operand &o, Scalar type) { return b.CreateBitCast(bits(o, type.width()), typeOf(type)); }

Value *Body::predicate(const Operand &o) {
  Operand plain = o;
  plain.negated = false;
  Value *v;
  if (o.kind == Operand::Kind::Integer)
    v = b.getInt1(o.bits != 0);
  else
    v = bits(plain, 1);
  return o.negated ? b.CreateNot(v) : v;
}

Value *Body::asInt(Value *v) { return b.CreateBitCast(v, intType(v->getType()->getPrimitiveSizeInBits())); }

void Body::write(const Operand &o, Value *v, bool mayBeWider, bool isSigned) {
  if (fault || o.kind == Operand::Kind::Sink)
    return;
  Slot *s = o.kind == Operand::Kind::Register || o.kind == Operand::Kind::Placeholder ? slotOf(o) : nullptr;
  if (!s)
    return fail(o.place, "a result needs a register");
  if (!s->memory || s->constant)
    return fail(o.place, "the operand %" + Twine(o.index) + " is a constant and cannot be written");
  v = asInt(v);
  unsigned has = s->memory->getAllocatedType()->getIntegerBitWidth(), width = v->getType()->getIntegerBitWidth();
  if (has != width && !(mayBeWider && has > width))
    return fail(o.place,
                "the result of '" + at->spelled() + "' has " + Twine(width) + " bits, its register " + Twine(has));
  b.CreateStore(b.CreateIntCast(v, intType(has), isSigned), s->memory);
}

/// An amount in the type of what is shifted; it may be wider and then larger than fits.
static Value *amountFor(IRBuilder<> &b, Value *x, Value *n) {
  unsigned width = x->getType()->getIntegerBitWidth(), has = n->getType()->getIntegerBitWidth();
  if (has > width) {
    Value *most = ConstantInt::get(n->getType(), width);
    n = b.CreateSelect(b.CreateICmpULT(n, most), n, most);
  }
  return b.CreateZExtOrTrunc(n, x->getType());
}

static std::optional<uint64_t> known(Value *n) {
  auto *c = dyn_cast<ConstantInt>(n);
  return c ? std::optional(c->getValue().getLimitedValue()) : std::nullopt;
}

// A constant amount is settled here, since the builder would fold an undefined shift at once; others are guarded by
// Defined.cpp.
Value *Body::shl(Value *x, Value *n) {
  if (auto c = known(n); c && *c >= x->getType()->getIntegerBitWidth())
    return Constant::getNullValue(x->getType());
  return b.CreateShl(x, amountFor(b, x, n));
}

Value *Body::lshr(Value *x, Value *n) {
  if (auto c = known(n); c && *c >= x->getType()->getIntegerBitWidth())
    return Constant::getNullValue(x->getType());
  return b.CreateLShr(x, amountFor(b, x, n));
}

Value *Body::ashr(Value *x, Value *n) {
  unsigned width = x->getType()->getIntegerBitWidth();
  if (auto c = known(n); c && *c >= width)
    n = number(width, width - 1);
  return b.CreateAShr(x, amountFor(b, x, n));
}

Value *Body::smaller(Value *x, Value *y, bool isSigned) {
  return b.CreateSelect(isSigned ? b.CreateICmpSLT(x, y) : b.CreateICmpULT(x, y), x, y);
}

Value *Body::larger(Value *x, Value *y, bool isSigned) {
  return b.CreateSelect(isSigned ? b.CreateICmpSGT(x, y) : b.CreateICmpUGT(x, y), x, y);
}

Value *Body::clamp(Value *v, bool isSigned, Scalar to) {
  unsigned wide = v->getType()->getIntegerBitWidth();
  if (wide < to.bits || (wide == to.bits && isSigned == to.isSigned()))
    return b.CreateIntCast(v, intType(to.bits), isSigned);
  auto limit = [&](const APInt &n) {
    return ConstantInt::get(b.getContext(), to.isSigned() ? n.sextOrTrunc(wide) : n.zextOrTrunc(wide));
  };
  // The greatest value of the result's type may not fit a signed operand of the same width.
  if (!(wide == to.bits && isSigned))
    v = smaller(v, limit(to.isSigned() ? APInt::getSignedMaxValue(to.bits) : APInt::getMaxValue(to.bits)), isSigned);
  if (isSigned)
    v = larger(v, limit(to.isSigned() ? APInt::getSignedMinValue(to.bits) : APInt(to.bits, 0)), true);
  return b.CreateTrunc(v, intType(to.bits));
}

Value *Body::saturate(Value *v) {
  Type *t = v->getType();
  Value *zero = ConstantFP::get(t, 0), *one = ConstantFP::get(t, 1);
  v = b.CreateSelect(b.CreateFCmpOGT(v, zero), v, zero);
  return b.CreateSelect(b.CreateFCmpOLT(v, one), v, one);
}

Value *Body::flush(Value *v) {
  if (!v->getType()->isFloatTy())
    return v; // in double and half precision .ftz is not there or changes nothing that is offered
  Value *size = b.CreateUnaryIntrinsic(Intrinsic::fabs, v);
  Value *zero = b.CreateBinaryIntrinsic(Intrinsic::copysign, ConstantFP::get(v->getType(), 0), v);
  return b.CreateSelect(b.CreateFCmpOLT(size, ConstantFP::get(v->getType(), 0x1p-126)), zero, v);
}

} // namespace helicon::simt::ptx
