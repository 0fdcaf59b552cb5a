// cvt from and to pairs of 8-bit floats, on their bits: the arithmetic of include/helicon/narrow/fp8_bits.h, which was
// compared with a card's. To them numbers are rounded once, to nearest even, and go to the largest where they are
// beyond; to halves they are exact.
#include "simt/ptx/Handlers.h"

#include <llvm/IR/Intrinsics.h>

using namespace llvm;

namespace helicon::simt::ptx {

namespace {

struct Format {
  unsigned mantissa, bias, largest, beyond;
};
constexpr Format kE4m3{3, 7, 0x7e, 0x7f}, kE5m2{2, 15, 0x7b, 0x7c};

/// A float's byte; what is beyond the format's numbers becomes its largest.
Value *toByte(Body &x, Value *number, const Format &f) {
  auto &b = x.b;
  const unsigned shift = 23 - f.mantissa, smallest = (128 - f.bias) << 23, units = smallest + (shift << 23);
  Value *word = x.asInt(number), *size = b.CreateAnd(word, 0x7fffffff);
  Value *inUnits =
      b.CreateFAdd(b.CreateBitCast(size, b.getFloatTy()), b.CreateBitCast(x.number(32, units), b.getFloatTy()));
  Value *small = b.CreateSub(x.asInt(inUnits), x.number(32, units));
  const uint32_t offset = ((1u << (shift - 1)) - 1) - ((127 - f.bias) << 23);
  Value *even = b.CreateAnd(b.CreateLShr(size, shift), 1);
  Value *large = b.CreateLShr(b.CreateAdd(b.CreateAdd(size, x.number(32, offset)), even), shift);
  Value *rounded = b.CreateSelect(b.CreateICmpULT(size, x.number(32, smallest)), small, large);
  Value *fitting = b.CreateBinaryIntrinsic(Intrinsic::umin, rounded, x.number(32, f.largest));
  Value *withSign = b.CreateOr(fitting, b.CreateAnd(b.CreateLShr(word, 24), 0x80));
  return b.CreateSelect(b.CreateICmpUGT(size, x.number(32, 0x7f800000)), x.number(32, 0x7f), withSign);
}

/// A byte in the low bits of a word as the bits of a half.
Value *toHalf(Body &x, Value *byte, const Format &f) {
  auto &b = x.b;
  Value *size = b.CreateAnd(byte, 0x7f), *sign = b.CreateShl(b.CreateAnd(byte, 0x80), 8), *number = nullptr;
  Value *isNaN = nullptr;
  if (f.mantissa == 2) { // the upper half of a half
    number = b.CreateShl(size, 8);
    isNaN = b.CreateICmpUGT(size, x.number(32, f.beyond));
  } else {
    // Times 2^8 the exponents' biases are the same: exact, as no half is that small.
    Value *bits = b.CreateTrunc(b.CreateShl(size, 7), x.intType(16));
    Value *half = b.CreateFMul(b.CreateFPExt(b.CreateBitCast(bits, b.getHalfTy()), b.getFloatTy()),
                               ConstantFP::get(b.getFloatTy(), 256));
    number = b.CreateZExt(x.asInt(b.CreateFPTrunc(half, b.getHalfTy())), x.intType(32));
    isNaN = b.CreateICmpEQ(size, x.number(32, f.beyond));
  }
  return b.CreateSelect(isNaN, x.number(32, 0x7fff), b.CreateOr(number, sign));
}

/// Numbers below zero, and -0, become zero; a NaN stays.
Value *positive(Body &x, Value *v) {
  Value *word = x.asInt(v);
  Value *isBelow = x.b.CreateAnd(x.b.CreateICmpUGE(word, x.number(32, 0x80000000)),
                                 x.b.CreateICmpULE(word, x.number(32, 0xff800000)));
  return x.b.CreateSelect(isBelow, ConstantFP::get(v->getType(), 0), v);
}

void unsupported(Body &x) { x.fail("'" + x.at->spelled() + "' is not supported"); }

void toBytes(Body &x, const Format &f, bool isRelu) {
  auto &b = x.b;
  const Scalar from = x.takeType();
  const bool isPair = from.kind == Scalar::Float && from.count == 2 && from.bits == 16;
  const bool isFloat = from.kind == Scalar::Float && from.count == 1 && from.bits == 32;
  if (x.fault || (!isPair && !isFloat) || !x.count(isPair ? 2 : 3))
    return unsupported(x);
  auto half = [&](unsigned shift) -> Value * {
    Value *bits = b.CreateTrunc(b.CreateLShr(x.i32(1), shift), x.intType(16));
    return b.CreateFPExt(b.CreateBitCast(bits, b.getHalfTy()), b.getFloatTy());
  };
  auto byte = [&](Value *v) { return toByte(x, isRelu ? positive(x, v) : v, f); };
  Value *low = byte(isPair ? half(0) : x.value(2, from)), *high = byte(isPair ? half(16) : x.value(1, from));
  x.write(x.operand(0), b.CreateTrunc(b.CreateOr(low, b.CreateShl(high, 8)), x.intType(16)), /*mayBeWider=*/true);
}

void fromBytes(Body &x, const Format &f, bool isRelu) {
  auto &b = x.b;
  const Scalar to = x.takeType();
  if (x.fault || to.kind != Scalar::Float || to.count != 2 || to.bits != 16 || !x.count(2))
    return unsupported(x);
  Value *pair = b.CreateZExt(x.bits(x.operand(1), 16, /*mayBeWider=*/true), x.intType(32));
  auto half = [&](unsigned shift) {
    Value *bits = toHalf(x, b.CreateAnd(b.CreateLShr(pair, shift), 0xff), f);
    return isRelu ? b.CreateSelect(b.CreateAnd(b.CreateICmpUGE(bits, x.number(32, 0x8000)),
                                               b.CreateICmpULE(bits, x.number(32, 0xfc00))),
                                   x.number(32, 0), bits)
                  : bits;
  };
  Value *low = half(0);
  x.write(0, b.CreateOr(low, b.CreateShl(half(8), 16)));
}

} // namespace

bool lowerNarrowCvt(Body &x) {
  const auto to = std::find_if(x.at->modifiers.begin(), x.at->modifiers.end(), [](const Modifier &m) {
    return m.text == "e4m3x2" || m.text == "e5m2x2" || m.text == "f16x2" || m.text == "f32";
  });
  const StringRef name = x.takeOne({"e4m3x2", "e5m2x2"});
  if (name.empty())
    return false;
  const Format &format = name == "e4m3x2" ? kE4m3 : kE5m2;
  const bool narrows = to->text == name, isRelu = x.take("relu"), saturates = x.take("satfinite");
  if (x.takeRounding() != Rounding::Nearest || narrows != saturates)
    unsupported(x);
  else if (narrows)
    toBytes(x, format, isRelu);
  else
    fromBytes(x, format, isRelu);
  return true;
}

} // namespace helicon::simt::ptx
