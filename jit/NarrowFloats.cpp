#include "jit/NarrowFloats.h"

#include "jit/NarrowMoves.h"
#include "jit/NarrowNaNs.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/CodeGen/AtomicExpandUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

namespace helicon::jit {

namespace {

/// Arithmetic, one instruction at a time.
class Lowering {
public:
  Lowering(Instruction &i, const NarrowSupport &support, bool oneNaN) : i(i), support(support), b(&i), oneNaN(oneNaN) {}
  Value *run();
  Value *fusedUnlessTie();

private:
  bool isNarrow(const Type *type) const { return isNarrowFloat(type, support); }
  Constant *words(const Value *of, uint32_t n) { return ConstantInt::get(like(of, b.getInt32Ty()), n); }
  Value *bitsOf(Value *value) {
    return b.CreateBitCast(value, like(value, b.getIntNTy(value->getType()->getScalarSizeInBits())));
  }

  Value *widen(Value *value);
  Value *widenHalf(Value *value);
  Value *round(Value *value, Type *type);
  Value *roundToBfloat(Value *value, Type *type);
  Value *roundToHalf(Value *value, Type *type);
  Value *roundWithOneNaN(Value *value, Type *type);
  Value *toOdd(Value *nearest, Value *rest);
  Value *doubleToOddFloat(Value *value);
  Value *narrow(Value *value, Type *type);

  Value *fused(Value *x, Value *y, Value *z);
  Value *fusedByModes(Value *x, Value *y, Value *z);
  Value *fusedInParts(Value *x, Value *y, Value *z);
  Value *fromInteger();
  Value *signOperation(Intrinsic::ID id);
  Value *intrinsic(IntrinsicInst &call);

  Instruction &i;
  const NarrowSupport &support;
  IRBuilder<> b;
  bool oneNaN; ///< a half that is NaN must be 0x7fff; bfloats always are
};

Value *Lowering::widen(Value *value) {
  Type *type = value->getType()->getScalarType();
  if (type->isHalfTy())
    return support.halfConversions ? b.CreateFPExt(value, like(value, b.getFloatTy())) : widenHalf(value);
  Value *bits = b.CreateShl(b.CreateZExt(bitsOf(value), like(value, b.getInt32Ty())), words(value, 16));
  return b.CreateBitCast(bits, like(value, b.getFloatTy()));
}

// The bits moved into place, as a float that is 2^112 too small: the product also makes numbers of denormals.
Value *Lowering::widenHalf(Value *value) {
  Type *floats = like(value, b.getFloatTy());
  Value *bits = b.CreateZExt(bitsOf(value), like(value, b.getInt32Ty()));
  Value *size = b.CreateAnd(bits, words(value, 0x7fff)), *moved = b.CreateShl(size, words(value, 13));
  Value *number = bitsOf(b.CreateFMul(b.CreateBitCast(moved, floats), ConstantFP::get(floats, 0x1p112)));
  Value *endless = b.CreateOr(moved, words(value, 0x7f800000));
  Value *wide = b.CreateSelect(b.CreateICmpUGE(size, words(value, 0x7c00)), endless, number);
  Value *sign = b.CreateShl(b.CreateAnd(bits, words(value, 0x8000)), words(value, 16));
  return b.CreateBitCast(b.CreateOr(wide, sign), floats);
}

Value *Lowering::round(Value *value, Type *type) {
  if (type->getScalarType()->isBFloatTy())
    return roundToBfloat(value, type);
  if (!support.halfConversions)
    return roundToHalf(value, type);
  return oneNaN ? roundWithOneNaN(value, type) : b.CreateFPTrunc(value, type);
}

// The conversion keeps the upper bits of a NaN: by a mask it leaves 0x7fff there, or another NaN goes in.
Value *Lowering::roundWithOneNaN(Value *value, Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  if (support.roundingModes && vector && vector->getNumElements() == 16) {
    Value *isNumber = b.CreateBitCast(b.CreateFCmpORD(value, value), b.getInt16Ty());
    Constant *nan = ConstantInt::get(like(value, b.getInt16Ty()), 0x7fff);
    constexpr unsigned kNearest = 0;
    Value *bits =
        b.CreateIntrinsic(Intrinsic::x86_avx512_mask_vcvtps2ph_512, {}, {value, b.getInt32(kNearest), nan, isNumber});
    return b.CreateBitCast(bits, type);
  }
  Value *bits = b.CreateSelect(b.CreateFCmpUNO(value, value), words(value, 0x7fffffff), bitsOf(value));
  return b.CreateFPTrunc(b.CreateBitCast(bits, value->getType()), type);
}

// To nearest even by integer arithmetic: a carry out of the dropped half may run through to the exponent, as it should.
Value *Lowering::roundToBfloat(Value *value, Type *type) {
  Value *bits = bitsOf(value);
  Value *odd = b.CreateAnd(b.CreateLShr(bits, words(value, 16)), words(value, 1));
  Value *rounded = b.CreateLShr(b.CreateAdd(bits, b.CreateAdd(odd, words(value, 0x7fff))), words(value, 16));
  Value *result = b.CreateSelect(b.CreateFCmpUNO(value, value), words(value, 0x7fff), rounded);
  return b.CreateBitCast(b.CreateTrunc(result, like(value, b.getInt16Ty())), type);
}

// What F16C does, but for NaNs, which are one: large numbers by integer arithmetic as above; those below 2^-14 by the
// addition of 0.5, whose last place is that of a half's denormals.
Value *Lowering::roundToHalf(Value *value, Type *type) {
  Type *floats = value->getType();
  Value *bits = bitsOf(value), *size = b.CreateAnd(bits, words(value, 0x7fffffff));
  Value *odd = b.CreateAnd(b.CreateLShr(size, words(value, 13)), words(value, 1));
  Value *normal = b.CreateAdd(size, b.CreateAdd(odd, words(value, 0xfff - (112u << 23))));
  normal = b.CreateLShr(normal, words(value, 13));
  Constant *half = ConstantFP::get(floats, 0.5);
  Value *small = b.CreateSub(bitsOf(b.CreateFAdd(b.CreateBitCast(size, floats), half)), words(value, 0x3f000000));
  Value *result = b.CreateSelect(b.CreateICmpULT(size, words(value, 113u << 23)), small, normal);
  result = b.CreateSelect(b.CreateICmpUGE(size, words(value, 0x47800000)), words(value, 0x7c00), result);
  Value *sign = b.CreateAnd(b.CreateLShr(bits, words(value, 16)), words(value, 0x8000));
  result = b.CreateSelect(b.CreateFCmpUNO(value, value), words(value, 0x7fff), b.CreateOr(result, sign));
  return b.CreateBitCast(b.CreateTrunc(result, like(value, b.getInt16Ty())), type);
}

// Rounding twice goes wrong at ties. A first rounding to odd keeps what the second must know: cut off towards zero, and
// the last bit set where something was cut off. `rest` is exact minus nearest.
Value *Lowering::toOdd(Value *nearest, Value *rest) {
  Value *bits = bitsOf(nearest);
  Type *type = bits->getType();
  Constant *one = ConstantInt::get(type, 1), *zero = ConstantInt::get(type, 0);
  Value *inexact = b.CreateFCmpONE(rest, ConstantFP::get(nearest->getType(), 0));
  Value *beyond = b.CreateAShr(b.CreateXor(bits, bitsOf(rest)), type->getScalarSizeInBits() - 1);
  Value *odd = b.CreateOr(b.CreateAdd(bits, b.CreateSelect(inexact, beyond, zero)), b.CreateSelect(inexact, one, zero));
  return b.CreateBitCast(odd, nearest->getType());
}

Value *Lowering::doubleToOddFloat(Value *value) {
  Value *nearest = b.CreateFPTrunc(value, like(value, b.getFloatTy()));
  Value *back = b.CreateFPExt(nearest, value->getType());
  Value *magnitude = b.CreateUnaryIntrinsic(Intrinsic::fabs, value);
  Value *tooFar = b.CreateFCmpOGT(b.CreateUnaryIntrinsic(Intrinsic::fabs, back), magnitude);
  Value *bits = bitsOf(nearest);
  Value *towardZero = b.CreateSelect(tooFar, b.CreateSub(bits, words(value, 1)), bits);
  Value *odd = b.CreateOr(towardZero, words(value, 1));
  Value *inexact = b.CreateFCmpONE(back, value);
  return b.CreateBitCast(b.CreateSelect(inexact, odd, bits), like(value, b.getFloatTy()));
}

Value *Lowering::narrow(Value *value, Type *type) {
  Type *from = value->getType()->getScalarType();
  if (from->isDoubleTy())
    return round(doubleToOddFloat(value), type);
  return round(from->isFloatTy() ? value : widen(value), type);
}

// Both directed results in float; they are neighbours, or equal and exact, so one that is odd keeps everything. Where
// neither is odd they are equal, or zeros of both signs, of which rounding to nearest takes the upper.
Value *Lowering::fusedByModes(Value *x, Value *y, Value *z) {
  constexpr unsigned kDown = 1 | 8, kUp = 2 | 8;
  auto towards = [&](unsigned mode) {
    return b.CreateIntrinsic(Intrinsic::x86_avx512_vfmadd_ps_512, {}, {widen(x), widen(y), widen(z), b.getInt32(mode)});
  };
  Value *down = towards(kDown), *up = towards(kUp);
  Value *isOdd = b.CreateICmpNE(b.CreateAnd(bitsOf(down), words(x, 1)), words(x, 0));
  return round(b.CreateSelect(isOdd, down, up), i.getType());
}

// The product is exact: of halves in float, of bfloats, whose exponents reach too far for that, in double. The sum is
// split into its nearest value and the rest (Knuth).
Value *Lowering::fusedInParts(Value *x, Value *y, Value *z) {
  bool isHalf = i.getType()->getScalarType()->isHalfTy();
  auto operand = [&](Value *v) { return isHalf ? widen(v) : b.CreateFPExt(widen(v), like(v, b.getDoubleTy())); };
  Value *product = b.CreateFMul(operand(x), operand(y)), *addend = operand(z);
  Value *sum = b.CreateFAdd(product, addend), *part = b.CreateFSub(sum, product);
  Value *rest = b.CreateFAdd(b.CreateFSub(product, b.CreateFSub(sum, part)), b.CreateFSub(addend, part));
  return narrow(toOdd(sum, rest), i.getType());
}

Value *Lowering::fused(Value *x, Value *y, Value *z) {
  auto *vector = dyn_cast<FixedVectorType>(i.getType());
  if (support.roundingModes && vector && vector->getNumElements() == 16)
    return fusedByModes(x, y, z);
  return fusedInParts(x, y, z);
}

// A float's fused operation rounds first, which is wrong only where it ends on a tie of bfloats: then again, in parts.
// Parts the block.
Value *Lowering::fusedUnlessTie() {
  auto operand = [&](unsigned k) { return i.getOperand(k); };
  Type *floats = like(&i, b.getFloatTy());
  Value *sum = b.CreateIntrinsic(Intrinsic::fma, {floats}, {widen(operand(0)), widen(operand(1)), widen(operand(2))});
  Value *ties = b.CreateICmpEQ(b.CreateAnd(bitsOf(sum), words(&i, 0xffff)), words(&i, 0x8000));
  if (auto *vector = dyn_cast<FixedVectorType>(i.getType()))
    ties = b.CreateIsNotNull(b.CreateBitCast(ties, b.getIntNTy(vector->getNumElements())));
  Value *quick = roundToBfloat(sum, i.getType());
  BasicBlock *before = i.getParent();
  Instruction *end = SplitBlockAndInsertIfThen(ties, &i, /*Unreachable=*/false,
                                               MDBuilder(i.getContext()).createUnlikelyBranchWeights());
  b.SetInsertPoint(end);
  Value *exact = fusedInParts(operand(0), operand(1), operand(2));
  b.SetInsertPoint(&i);
  PHINode *result = b.CreatePHI(i.getType(), 2);
  result->addIncoming(quick, before);
  result->addIncoming(exact, end->getParent());
  return result;
}

// Integers too long for the wide type keep an odd bit for what is cut off. What is inexact as a float is no half.
Value *Lowering::fromInteger() {
  auto opcode = static_cast<Instruction::CastOps>(i.getOpcode());
  Value *x = i.getOperand(0);
  if (i.getType()->getScalarType()->isHalfTy())
    return round(b.CreateCast(opcode, x, like(x, b.getFloatTy())), i.getType());
  if (x->getType()->getScalarSizeInBits() > 32) {
    Type *type = x->getType();
    auto number = [&](int64_t n) { return ConstantInt::getSigned(type, n); };
    Value *low = b.CreateAnd(x, number(0xfff)), *high = b.CreateAnd(x, number(~0xfffll));
    Value *kept = b.CreateSelect(b.CreateICmpNE(low, number(0)), b.CreateOr(high, number(0x1000)), high);
    Value *fits = b.CreateICmpULT(x, number(1ll << 52));
    if (opcode == Instruction::SIToFP)
      fits = b.CreateICmpULT(b.CreateAdd(x, number(1ll << 52)), number(1ll << 53));
    x = b.CreateSelect(fits, x, kept);
  }
  return narrow(b.CreateCast(opcode, x, like(x, b.getDoubleTy())), i.getType());
}

Value *Lowering::signOperation(Intrinsic::ID id) {
  Value *bits = bitsOf(i.getOperand(0));
  auto number = [&](uint64_t n) { return ConstantInt::get(bits->getType(), n); };
  Value *result = nullptr;
  if (id == Intrinsic::not_intrinsic) {
    result = b.CreateXor(bits, number(0x8000));
  } else {
    result = b.CreateAnd(bits, number(0x7fff));
    if (id == Intrinsic::copysign)
      result = b.CreateOr(result, b.CreateAnd(bitsOf(i.getOperand(1)), number(0x8000)));
  }
  return b.CreateBitCast(result, i.getType());
}

// Those whose operands and result are all of one floating type: the same in float, then rounded.
Value *Lowering::intrinsic(IntrinsicInst &call) {
  Intrinsic::ID id = call.getIntrinsicID();
  auto wide = [&] {
    SmallVector<Value *, 3> operands;
    for (Value *operand : call.args())
      operands.push_back(widen(operand));
    return operands;
  };
  if (isFloatFunction(id))
    return round(b.CreateIntrinsic(id, {like(&call, b.getFloatTy())}, wide()), call.getType());
  switch (id) {
  case Intrinsic::fabs:
  case Intrinsic::copysign:
    return signOperation(id);
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    return fused(call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2));
  case Intrinsic::is_fpclass: // a bfloat's class is that of the float; the code generator would round it first
    if (!call.getArgOperand(0)->getType()->getScalarType()->isBFloatTy())
      return nullptr;
    return b.CreateIntrinsic(id, {like(&call, b.getFloatTy())}, {widen(call.getArgOperand(0)), call.getArgOperand(1)});
  case Intrinsic::fptosi_sat:
  case Intrinsic::fptoui_sat:
    return b.CreateIntrinsic(id, {call.getType(), like(&call, b.getFloatTy())}, wide());
  default:
    return nullptr; // bit operations, and what the code generator does without help
  }
}

Value *Lowering::run() {
  auto isOperandNarrow = [&] { return i.getNumOperands() > 0 && isNarrow(i.getOperand(0)->getType()); };
  switch (i.getOpcode()) {
  case Instruction::FPTrunc:
    // From float to half is one instruction where there is one at all.
    if (!isNarrow(i.getType()) || (i.getType()->getScalarType()->isHalfTy() && support.halfConversions &&
                                   i.getOperand(0)->getType()->getScalarType()->isFloatTy()))
      return nullptr;
    return narrow(i.getOperand(0), i.getType());
  case Instruction::FPExt: {
    if (!isOperandNarrow())
      return nullptr;
    bool isDouble = i.getType()->getScalarType()->isDoubleTy();
    if (!isDouble && support.halfConversions && i.getOperand(0)->getType()->getScalarType()->isHalfTy())
      return nullptr;
    Value *wide = widen(i.getOperand(0));
    return isDouble ? b.CreateFPExt(wide, i.getType()) : wide;
  }
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FRem:
    if (!isNarrow(i.getType()))
      return nullptr;
    return round(b.CreateBinOp(static_cast<Instruction::BinaryOps>(i.getOpcode()), widen(i.getOperand(0)),
                               widen(i.getOperand(1))),
                 i.getType());
  case Instruction::FNeg:
    return isNarrow(i.getType()) ? signOperation(Intrinsic::not_intrinsic) : nullptr;
  case Instruction::FCmp:
    if (!isOperandNarrow())
      return nullptr;
    return b.CreateFCmp(cast<FCmpInst>(i).getPredicate(), widen(i.getOperand(0)), widen(i.getOperand(1)));
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return isNarrow(i.getType()) ? fromInteger() : nullptr;
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return isOperandNarrow()
               ? b.CreateCast(static_cast<Instruction::CastOps>(i.getOpcode()), widen(i.getOperand(0)), i.getType())
               : nullptr;
  case Instruction::Call:
    if (auto *call = dyn_cast<IntrinsicInst>(&i); call && isOperandNarrow())
      return intrinsic(*call);
    return nullptr;
  default:
    return nullptr;
  }
}

bool fusesByBranch(const IntrinsicInst &call, const NarrowSupport &support) {
  auto *vector = dyn_cast<FixedVectorType>(call.getType());
  return call.getIntrinsicID() == Intrinsic::fma && call.getType()->getScalarType()->isBFloatTy() &&
         support.fusedFloat && !(support.roundingModes && vector && vector->getNumElements() == 16);
}

bool isNarrowAtomic(const Instruction &i) {
  auto *rmw = dyn_cast<AtomicRMWInst>(&i);
  return rmw && rmw->isFloatingPointOperation() && rmw->getType()->getPrimitiveSizeInBits() == 16;
}

/// Loops around a compare-and-swap of the bits, as the code generator would make them, but before the arithmetic in
/// them is written out.
bool expandAtomics(Function &function) {
  SmallVector<AtomicRMWInst *, 4> found;
  for (Instruction &i : instructions(function))
    if (isNarrowAtomic(i))
      found.push_back(cast<AtomicRMWInst>(&i));
  for (AtomicRMWInst *rmw : found)
    expandAtomicRMWToCmpXchg(rmw, [](IRBuilderBase &b, Value *address, Value *loaded, Value *wanted, Align align,
                                     AtomicOrdering order, SyncScope::ID scope, Value *&success, Value *&now) {
      Type *type = wanted->getType();
      Type *word = b.getInt16Ty();
      Value *pair = b.CreateAtomicCmpXchg(address, b.CreateBitCast(loaded, word), b.CreateBitCast(wanted, word), align,
                                          order, AtomicCmpXchgInst::getStrongestFailureOrdering(order), scope);
      success = b.CreateExtractValue(pair, 1, "success");
      now = b.CreateBitCast(b.CreateExtractValue(pair, 0, "newloaded"), type);
    });
  return !found.empty();
}

/// Where the machine computes halves itself, it carries a NaN's bits on.
void mendNaNs(ArrayRef<Instruction *> results) {
  for (Instruction *i : results) {
    SmallVector<Use *, 4> uses;
    for (Use &use : i->uses())
      uses.push_back(&use);
    IRBuilder<> b(i->getNextNode());
    Value *mended = withOneNaN(b, i);
    for (Use *use : uses)
      use->set(mended);
  }
}

} // namespace

bool lowerNarrowFloats(Function &function, const NarrowSupport &support) {
  bool changed = expandAtomics(function);
  SmallSetVector<Instruction *, 8> seen;
  for (Instruction &i : instructions(function))
    if (makesOneNaN(i) && areBitsSeen(i))
      seen.insert(&i);
  if (support.halfArithmetic)
    mendNaNs(seen.getArrayRef());
  changed |= !seen.empty();
  SmallVector<Instruction *, 8> branching;
  for (Instruction &i : instructions(function))
    if (auto *call = dyn_cast<IntrinsicInst>(&i); call && fusesByBranch(*call, support))
      branching.push_back(call);
  for (Instruction *i : branching) {
    i->replaceAllUsesWith(Lowering(*i, support, false).fusedUnlessTie());
    i->eraseFromParent();
  }
  for (Instruction &i : make_early_inc_range(instructions(function))) {
    Value *lowered = Lowering(i, support, seen.contains(&i)).run();
    if (!lowered)
      continue;
    i.replaceAllUsesWith(lowered);
    i.eraseFromParent();
    changed = true;
  }
  moveAsIntegers(function, support);
  return changed;
}

} // namespace helicon::jit
