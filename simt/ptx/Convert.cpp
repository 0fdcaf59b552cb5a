// cvt. Registers may be wider than the types: a source is cut off, a result extended by its sign. Conversions to
// integers saturate, as on hardware; what a NaN gives is settled in prepare/Defined.cpp.
#include "simt/ptx/Handlers.h"

#include <llvm/IR/Intrinsics.h>

using namespace llvm;

namespace helicon::simt::ptx {

namespace {

void unsupported(Body &x) { x.fail("'" + x.at->spelled() + "' is not supported"); }

/// .rni, .rzi, .rmi, .rpi: to an integral value. `found` says whether there is one.
Value *toIntegral(Body &x, Value *v, bool &found) {
  StringRef mode = x.takeOne({"rni", "rzi", "rmi", "rpi"});
  found = !mode.empty();
  if (!found)
    return v;
  Intrinsic::ID id = mode == "rni"   ? Intrinsic::roundeven
                     : mode == "rzi" ? Intrinsic::trunc
                     : mode == "rmi" ? Intrinsic::floor
                                     : Intrinsic::ceil;
  return x.b.CreateUnaryIntrinsic(id, v);
}

/// Half precision goes through single, which holds all its values.
Value *widened(Body &x, Value *v) {
  return v->getType()->getPrimitiveSizeInBits() == 16 ? x.b.CreateFPExt(v, x.b.getFloatTy()) : v;
}

Value *floatToInt(Body &x, Value *v, Scalar to) {
  bool found;
  v = toIntegral(x, widened(x, v), found);
  if (!found)
    x.fail("'" + x.at->spelled() + "' needs .rni, .rzi, .rmi or .rpi");
  x.take("sat"); // it always does
  unsigned wide = std::max(to.bits, 32u);
  bool isSigned = to.isSigned() || to.bits < 32;
  Value *r = x.b.CreateIntrinsic(isSigned ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat,
                                 {x.intType(wide), v->getType()}, {v});
  return x.clamp(r, isSigned, to);
}

Value *intToInt(Body &x, Value *v, Scalar from, Scalar to) {
  return x.take("sat") ? x.clamp(v, from.isSigned(), to) : x.b.CreateIntCast(v, x.intType(to.bits), from.isSigned());
}

/// Also -0 becomes 0, as on an H200.
Value *relu(Body &x, Value *v) {
  Value *zero = ConstantFP::get(v->getType(), 0);
  return x.b.CreateSelect(x.b.CreateFCmpOLE(v, zero), zero, v);
}

/// Between float types, or within one to an integral value.
Value *floatToFloat(Body &x, Value *v, Scalar from, Scalar to, Rounding mode) {
  bool found;
  v = toIntegral(x, v, found);
  Type *type = x.typeOf(to);
  if (from.bits > to.bits)
    return narrowFloat(x, v, type, mode);
  if (from.bits < to.bits)
    return x.b.CreateFPExt(v, type);
  if (from.kind != to.kind) // between the two 16-bit types
    return narrowFloat(x, widened(x, v), type, mode);
  return v;
}

/// Nearest with ties away from zero (.rna), to even (.rn), or cut off: ten bits of mantissa are left.
void toTf32(Body &x) {
  Rounding mode = x.takeRounding();
  Scalar from = x.takeType();
  if (!x.count(2) || from.kind != Scalar::Float || from.bits != 32)
    return unsupported(x);
  auto &b = x.b;
  Value *bits = x.i32(1), *size = b.CreateAnd(bits, 0x7fffffff);
  Value *add = mode == Rounding::Zero   ? x.number(32, 0)
               : mode == Rounding::Away ? x.number(32, 0x1000)
                                        : b.CreateAdd(x.number(32, 0xfff), b.CreateAnd(b.CreateLShr(bits, 13), 1));
  Value *rounded = b.CreateAnd(b.CreateAdd(bits, add), ~0x1fffu);
  Value *isFinite = b.CreateICmpULT(size, x.number(32, 0x7f800000));
  x.write(0, b.CreateSelect(isFinite, rounded, bits));
}

/// Two integers cut to the range of a narrow type, side by side below what is given as a third.
void pack(Body &x) {
  x.take("sat");
  Scalar to = x.takeType(), from = x.takeType();
  bool hasThird = x.hasType();
  if (hasThird)
    x.takeType();
  if (!x.count(hasThird ? 4 : 3) || (to.bits != 8 && to.bits != 16) || from.bits != 32 || from.isFloat() ||
      to.isFloat())
    return unsupported(x);
  auto &b = x.b;
  auto narrow = [&](unsigned i) { return b.CreateZExt(x.clamp(x.i32(i), from.isSigned(), to), x.intType(32)); };
  Value *r = b.CreateOr(narrow(2), b.CreateShl(narrow(1), to.bits));
  if (hasThird && to.bits == 8)
    r = b.CreateOr(r, b.CreateShl(x.i32(3), 16));
  x.write(0, r);
}

/// Two floats into one register, the first on top.
void toPair(Body &x, Scalar to, Scalar from, Rounding mode, bool isRelu) {
  if (!x.count(3) || from.count != 1 || from.bits != 32 || !from.isFloat())
    return unsupported(x);
  auto half = [&](unsigned i) {
    Value *v = narrowFloat(x, x.value(i, from), x.typeOf({to.kind, 16}), mode);
    return x.b.CreateZExt(x.asInt(isRelu ? relu(x, v) : v), x.intType(32));
  };
  Value *low = half(2);
  x.write(0, x.b.CreateOr(low, x.b.CreateShl(half(1), 16)));
}

} // namespace

void lowerCvt(Body &x) {
  if (x.take("pack"))
    return pack(x);
  if (x.take("tf32"))
    return toTf32(x);
  if (lowerNarrowCvt(x))
    return;
  bool ftz = x.take("ftz"), isRelu = x.take("relu");
  Rounding mode = x.takeRounding();
  Scalar to = x.takeType(), from = x.takeType();
  if (x.fault)
    return;
  if (to.kind == Scalar::Predicate || from.kind == Scalar::Predicate || to.kind == Scalar::Bits ||
      from.kind == Scalar::Bits || from.count > 1)
    return unsupported(x);
  if (to.count > 1)
    return to.isFloat() ? toPair(x, to, from, mode, isRelu) : unsupported(x);
  if (!x.count(2))
    return;
  Value *v = x.b.CreateBitCast(x.bits(x.operand(1), from.bits, /*mayBeWider=*/true), x.typeOf(from));
  if (ftz && from.isFloat())
    v = x.flush(v);
  if (!to.isFloat()) {
    v = from.isFloat() ? floatToInt(x, v, to) : intToInt(x, v, from, to);
  } else {
    v = from.isFloat() ? floatToFloat(x, v, from, to, mode) : intToFloat(x, v, from.isSigned(), x.typeOf(to), mode);
    if (ftz)
      v = x.flush(v);
    if (x.take("sat"))
      v = x.saturate(v);
    if (isRelu)
      v = relu(x, v);
  }
  x.write(x.operand(0), v, /*mayBeWider=*/true, to.isSigned());
}

} // namespace helicon::simt::ptx
