#include "jit/LowerBfloat.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace helicon::jit {

namespace {

bool isBfloat(const Value *value) { return value->getType()->getScalarType()->isBFloatTy(); }

class Lowering {
public:
  explicit Lowering(Instruction &i) : i(i), b(&i) {}
  Value *run();

private:
  Type *like(Type *scalar) const {
    auto *vector = dyn_cast<VectorType>(i.getType());
    return vector ? VectorType::get(scalar, vector->getElementCount()) : scalar;
  }
  Value *widen(Value *value) { return b.CreateFPExt(value, like(b.getFloatTy())); }
  Value *roundFloat(Value *value);
  Value *doubleToOddFloat(Value *value);
  Value *narrow(Value *value);
  Value *intrinsic(IntrinsicInst &call);

  Instruction &i;
  IRBuilder<> b;
};

// To nearest even by integer arithmetic: a carry out of the dropped half may run through to the exponent, as it should.
Value *Lowering::roundFloat(Value *value) {
  Type *i32 = like(b.getInt32Ty());
  auto number = [&](uint32_t n) { return ConstantInt::get(i32, n); };
  Value *bits = b.CreateBitCast(value, i32);
  Value *odd = b.CreateAnd(b.CreateLShr(bits, number(16)), number(1));
  Value *rounded = b.CreateLShr(b.CreateAdd(bits, b.CreateAdd(odd, number(0x7fff))), number(16));
  Value *result = b.CreateSelect(b.CreateFCmpUNO(value, value), number(0x7fff), rounded);
  return b.CreateBitCast(b.CreateTrunc(result, like(b.getInt16Ty())), i.getType());
}

// Rounding twice goes wrong at ties. A first rounding to odd keeps what the second must know.
Value *Lowering::doubleToOddFloat(Value *value) {
  Type *i32 = like(b.getInt32Ty());
  auto number = [&](uint32_t n) { return ConstantInt::get(i32, n); };
  Value *nearest = b.CreateFPTrunc(value, like(b.getFloatTy()));
  Value *back = b.CreateFPExt(nearest, value->getType());
  Value *magnitude = b.CreateUnaryIntrinsic(Intrinsic::fabs, value);
  Value *tooFar = b.CreateFCmpOGT(b.CreateUnaryIntrinsic(Intrinsic::fabs, back), magnitude);
  Value *bits = b.CreateBitCast(nearest, i32);
  Value *towardZero = b.CreateSelect(tooFar, b.CreateSub(bits, number(1)), bits);
  Value *odd = b.CreateOr(towardZero, number(1));
  Value *inexact = b.CreateFCmpONE(back, value);
  return b.CreateBitCast(b.CreateSelect(inexact, odd, bits), like(b.getFloatTy()));
}

Value *Lowering::narrow(Value *value) {
  Type *from = value->getType()->getScalarType();
  if (from->isDoubleTy())
    return roundFloat(doubleToOddFloat(value));
  return roundFloat(from->isFloatTy() ? value : b.CreateFPExt(value, like(b.getFloatTy())));
}

// Those whose operands and result are all of one floating type: the same in float, then rounded.
Value *Lowering::intrinsic(IntrinsicInst &call) {
  if (call.getIntrinsicID() == Intrinsic::vector_reduce_fadd ||
      !all_of(call.args(), [](const Use &u) { return isBfloat(u); }))
    return nullptr;
  switch (call.getIntrinsicID()) {
  case Intrinsic::sqrt:
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum: {
    SmallVector<Value *, 3> wide;
    for (Value *operand : call.args())
      wide.push_back(widen(operand));
    return roundFloat(b.CreateIntrinsic(call.getIntrinsicID(), {like(b.getFloatTy())}, wide));
  }
  default:
    return nullptr; // bit operations, and what the code generator does without help
  }
}

Value *Lowering::run() {
  switch (i.getOpcode()) {
  case Instruction::FPTrunc:
    return narrow(i.getOperand(0));
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FRem:
    return roundFloat(b.CreateBinOp(static_cast<Instruction::BinaryOps>(i.getOpcode()), widen(i.getOperand(0)),
                                    widen(i.getOperand(1))));
  case Instruction::SIToFP:
  case Instruction::UIToFP: {
    // Every integer of 32 bits is a double; of longer ones the lowest bits may be lost in a tie.
    Value *wide =
        b.CreateCast(static_cast<Instruction::CastOps>(i.getOpcode()), i.getOperand(0), like(b.getDoubleTy()));
    return narrow(wide);
  }
  case Instruction::Call:
    if (auto *call = dyn_cast<IntrinsicInst>(&i))
      return intrinsic(*call);
    return nullptr;
  default:
    return nullptr;
  }
}

} // namespace

bool lowerBfloat(Function &function) {
  bool changed = false;
  for (Instruction &i : make_early_inc_range(instructions(function))) {
    if (!isBfloat(&i))
      continue;
    Value *lowered = Lowering(i).run();
    if (!lowered)
      continue;
    i.replaceAllUsesWith(lowered);
    i.eraseFromParent();
    changed = true;
  }
  return changed;
}

} // namespace helicon::jit
