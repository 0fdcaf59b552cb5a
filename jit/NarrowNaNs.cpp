#include "jit/NarrowNaNs.h"

#include "jit/NarrowMoves.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace helicon::jit {

namespace {

constexpr unsigned kMaxValues = 32;

bool isHalf(const Type *type) { return type->getScalarType()->isHalfTy(); }

bool isWord(const Type *type) { return type->getScalarType()->isIntegerTy(16); }

/// Passes bits on, so that its own uses decide.
bool moves(const Instruction &i) {
  switch (i.getOpcode()) {
  case Instruction::FNeg:
  case Instruction::PHI:
  case Instruction::Select:
  case Instruction::Freeze:
  case Instruction::ShuffleVector:
  case Instruction::InsertElement:
  case Instruction::ExtractElement:
    return isHalf(i.getType()) || isWord(i.getType());
  case Instruction::BitCast: {
    auto isEither = [](const Type *type) { return isHalf(type) || isWord(type); };
    return isEither(i.getType()) && isEither(i.getOperand(0)->getType());
  }
  default:
    auto *call = dyn_cast<IntrinsicInst>(&i);
    return call && isHalf(i.getType()) &&
           (call->getIntrinsicID() == Intrinsic::fabs || call->getIntrinsicID() == Intrinsic::copysign);
  }
}

/// Takes a NaN for a NaN, whatever its bits.
bool isBlind(const Instruction &i) {
  switch (i.getOpcode()) {
  case Instruction::FCmp:
  case Instruction::FPExt:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return true;
  default:
    auto *call = dyn_cast<IntrinsicInst>(&i);
    Intrinsic::ID id = call ? call->getIntrinsicID() : Intrinsic::not_intrinsic;
    return makesOneNaN(i) || id == Intrinsic::fma || id == Intrinsic::fmuladd || id == Intrinsic::fptosi_sat ||
           id == Intrinsic::fptoui_sat;
  }
}

} // namespace

bool isFloatFunction(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::sqrt:
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
  case Intrinsic::maximum:
    return true;
  default:
    return false;
  }
}

bool makesOneNaN(const Instruction &i) {
  if (!isHalf(i.getType()))
    return false;
  switch (i.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FRem:
    return true;
  default:
    auto *call = dyn_cast<IntrinsicInst>(&i);
    return call && isFloatFunction(call->getIntrinsicID());
  }
}

bool areBitsSeen(const Instruction &value) {
  SmallSetVector<const Instruction *, 8> values;
  values.insert(&value);
  for (unsigned n = 0; n < values.size(); ++n)
    for (const User *user : values[n]->users()) {
      auto *i = dyn_cast<Instruction>(user);
      if (!i || values.size() > kMaxValues)
        return true;
      if (moves(*i))
        values.insert(i);
      else if (!isBlind(*i))
        return true;
    }
  return false;
}

Value *withOneNaN(IRBuilderBase &b, Value *value) {
  Type *type = like(value, b.getInt16Ty());
  auto number = [&](uint64_t n) { return ConstantInt::get(type, n); };
  Value *bits = b.CreateBitCast(value, type);
  Value *isNaN = b.CreateICmpUGT(b.CreateAnd(bits, number(0x7fff)), number(0x7c00));
  return b.CreateBitCast(b.CreateSelect(isNaN, number(0x7fff), bits), value->getType());
}

} // namespace helicon::jit
