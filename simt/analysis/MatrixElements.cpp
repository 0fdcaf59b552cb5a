#include "simt/analysis/MatrixElements.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/IR/IntrinsicsX86.h>

using namespace llvm;

namespace helicon::simt {

namespace {

/// `scalar`, or as many of it as `shape` has elements.
Type *like(const Value *shape, Type *scalar) {
  auto *vector = dyn_cast<FixedVectorType>(shape->getType());
  return vector ? FixedVectorType::get(scalar, vector->getNumElements()) : scalar;
}

/// Each word as two of 16 bits.
Value *asPairs(IRBuilderBase &b, Value *words) {
  auto *vector = dyn_cast<FixedVectorType>(words->getType());
  return b.CreateBitCast(words, FixedVectorType::get(b.getInt16Ty(), vector ? 2 * vector->getNumElements() : 2));
}

Intrinsic::ID multiplyAddPairs(unsigned words) {
  switch (words) {
  case 4:
    return Intrinsic::x86_sse2_pmadd_wd;
  case 8:
    return Intrinsic::x86_avx2_pmadd_wd;
  case 16:
    return Intrinsic::x86_avx512_pmaddw_d_512;
  default:
    return Intrinsic::not_intrinsic;
  }
}

/// low * low + high * high of each word's signed halves; what the formats hold cannot overflow.
Value *pairProducts(IRBuilderBase &b, Value *x, Value *y) {
  auto *vector = dyn_cast<FixedVectorType>(x->getType());
  if (Intrinsic::ID id = vector ? multiplyAddPairs(vector->getNumElements()) : Intrinsic::not_intrinsic)
    return b.CreateIntrinsic(id, {}, {asPairs(b, x), asPairs(b, y)});
  auto low = [&](Value *v) { return b.CreateAShr(b.CreateShl(v, 16), 16); };
  auto high = [&](Value *v) { return b.CreateAShr(v, 16); };
  return b.CreateAdd(b.CreateMul(low(x), low(y)), b.CreateMul(high(x), high(y)));
}

Value *halfToFloat(IRBuilderBase &b, Value *word, unsigned shift) {
  Value *bits = b.CreateTrunc(shift ? b.CreateLShr(word, shift) : word, like(word, b.getInt16Ty()));
  return b.CreateFPExt(b.CreateBitCast(bits, like(word, b.getHalfTy())), like(word, b.getFloatTy()));
}

/// Exponent and fraction moved into place make a float that is 2^120 too small, denormals included; all ones are NaN.
Value *e4m3ToFloat(IRBuilderBase &b, Value *word, unsigned shift) {
  Type *floats = like(word, b.getFloatTy());
  Value *byte = b.CreateLShr(word, shift), *size = b.CreateAnd(byte, 0x7f);
  Value *number = b.CreateFMul(b.CreateBitCast(b.CreateShl(size, 20), floats), ConstantFP::get(floats, 0x1p120));
  Value *isNaN = b.CreateICmpEQ(size, ConstantInt::get(size->getType(), 0x7f));
  number = b.CreateSelect(isNaN, ConstantFP::getNaN(floats), number);
  Value *sign = b.CreateShl(b.CreateAnd(byte, 0x80), 24);
  return b.CreateBitCast(b.CreateOr(b.CreateBitCast(number, word->getType()), sign), floats);
}

} // namespace

MatrixElements::MatrixElements(const CallBase &call, bool fma)
    : kind(ir::opOf(call) == ir::Op::MatrixFloat ? Kind::Float
           : ir::opOf(call) == ir::Op::MatrixInt ? Kind::Integer
                                                 : Kind::Double),
      isOdd(cast<ConstantInt>(call.getArgOperand(3))->getZExtValue() & 1), fma(fma) {
  if (kind == Kind::Double)
    return;
  uint64_t formats = cast<ConstantInt>(call.getArgOperand(4))->getZExtValue();
  formatA = static_cast<MatrixFormat>(formats & 0xff);
  formatB = static_cast<MatrixFormat>(formats >> 8 & 0xff);
}

MatrixElements::List MatrixElements::split(IRBuilderBase &b, Value *registers, MatrixFormat format) const {
  if (kind == Kind::Double)
    return {registers};
  return kind == Kind::Float ? floats(b, registers, format) : integers(b, registers, format);
}

MatrixElements::List MatrixElements::floats(IRBuilderBase &b, Value *registers, MatrixFormat format) const {
  Type *type = like(registers, b.getFloatTy());
  List all;
  switch (format) {
  case MatrixFormat::Half:
    return {halfToFloat(b, registers, 0), halfToFloat(b, registers, 16)};
  case MatrixFormat::Bfloat:
    return {b.CreateBitCast(b.CreateShl(registers, 16), type),
            b.CreateBitCast(b.CreateAnd(registers, 0xffff0000u), type)};
  case MatrixFormat::E4m3:
    for (unsigned shift = 0; shift < 32; shift += 8)
      all.push_back(e4m3ToFloat(b, registers, shift));
    return all;
  case MatrixFormat::E5m2: // the upper byte of a half
    for (unsigned shift = 0; shift < 32; shift += 8)
      all.push_back(halfToFloat(b, b.CreateShl(b.CreateLShr(registers, shift), 8), 0));
    return all;
  default:
    return {b.CreateBitCast(b.CreateAnd(registers, ~uint64_t(0x1fff) & 0xffffffffu), type)};
  }
}

MatrixElements::List MatrixElements::integers(IRBuilderBase &b, Value *registers, MatrixFormat format) const {
  if (format >= MatrixFormat::XorBits)
    return {registers};
  bool isSigned = format == MatrixFormat::S8 || format == MatrixFormat::S4;
  unsigned bits = format == MatrixFormat::S8 || format == MatrixFormat::U8 ? 8 : 4;
  Value *pairs = asPairs(b, registers);
  List all;
  for (unsigned at = 0; at < 16; at += bits) {
    Value *top = at + bits < 16 ? b.CreateShl(pairs, 16 - bits - at) : pairs;
    Value *element = isSigned ? b.CreateAShr(top, 16 - bits) : b.CreateLShr(top, 16 - bits);
    all.push_back(b.CreateBitCast(element, registers->getType()));
  }
  return all;
}

// On a machine without fused operations a product is rounded before it is added, which changes nothing but where
// bfloats or tf32s leave a float's range.
Value *MatrixElements::add(IRBuilderBase &b, Value *sum, Value *x, Value *y) const {
  if (kind == Kind::Integer) {
    if (formatA < MatrixFormat::XorBits)
      return b.CreateAdd(sum, pairProducts(b, x, y));
    Value *bits = formatA == MatrixFormat::XorBits ? b.CreateXor(x, y) : b.CreateAnd(x, y);
    return b.CreateAdd(sum, b.CreateUnaryIntrinsic(Intrinsic::ctpop, bits));
  }
  if (kind == Kind::Float && !fma)
    return b.CreateFAdd(sum, b.CreateFMul(x, y));
  return b.CreateIntrinsic(Intrinsic::fma, {sum->getType()}, {x, y, sum});
}

} // namespace helicon::simt
