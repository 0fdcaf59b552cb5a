// Leaves only the scalars of the prepared form: vectors are split by LLVM's Scalarizer and the casts between a vector
// and a scalar written as shifts; arithmetic with overflow flags loses its pair; aggregates that survived are rare
// (SROA and InstCombine take them apart) and named by the verifier.
#include "simt/analysis/PassRunner.h"
#include "simt/prepare/Integers.h"
#include "simt/prepare/Steps.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <numeric>

#define DEBUG_TYPE "helicon-types"
STATISTIC(numCasts, "Casts between vectors and scalars taken apart");
STATISTIC(numReductions, "Reductions of vectors written out");
STATISTIC(numOverflow, "Overflow-checked operations taken apart");

using namespace llvm;

namespace helicon::simt {

static Type *bitsOf(Type *t) { return IntegerType::get(t->getContext(), t->getPrimitiveSizeInBits()); }

/// A cast from or to a vector, element by element through an integer of its size.
static Value *splitCast(BitCastInst &cast) {
  IRBuilder<> b(&cast);
  Value *v = cast.getOperand(0);
  Type *from = v->getType(), *to = cast.getType();
  Type *whole = bitsOf(from);
  if (auto *vector = dyn_cast<FixedVectorType>(from)) {
    Type *piece = bitsOf(vector->getElementType());
    Value *bits = ConstantInt::get(whole, 0);
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      Value *element = b.CreateBitCast(b.CreateExtractElement(v, i), piece);
      bits = b.CreateOr(bits, b.CreateShl(b.CreateZExt(element, whole), i * piece->getIntegerBitWidth()));
    }
    v = bits;
  } else {
    v = b.CreateBitCast(v, whole);
  }
  auto *vector = dyn_cast<FixedVectorType>(to);
  if (!vector)
    return b.CreateBitCast(v, to);
  Type *piece = bitsOf(vector->getElementType());
  Value *result = PoisonValue::get(to);
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    Value *bits = b.CreateTrunc(b.CreateLShr(v, i * piece->getIntegerBitWidth()), piece);
    result = b.CreateInsertElement(result, b.CreateBitCast(bits, vector->getElementType()), i);
  }
  return result;
}

/// Between long vectors, where elements of one make up one of the other.
static Value *splitByPieces(BitCastInst &cast) {
  IRBuilder<> b(&cast);
  auto *from = llvm::cast<FixedVectorType>(cast.getOperand(0)->getType()),
       *to = llvm::cast<FixedVectorType>(cast.getType());
  const unsigned fromBits = from->getScalarSizeInBits(), toBits = to->getScalarSizeInBits();
  const unsigned unit = std::gcd(fromBits, toBits);
  Type *fromWhole = bitsOf(from->getElementType()), *toWhole = bitsOf(to->getElementType());
  auto unitAt = [&](unsigned n) {
    Value *element = b.CreateExtractElement(cast.getOperand(0), n * unit / fromBits);
    return b.CreateTrunc(b.CreateLShr(b.CreateBitCast(element, fromWhole), n * unit % fromBits), b.getIntNTy(unit));
  };
  Value *result = PoisonValue::get(to);
  for (unsigned i = 0; i < to->getNumElements(); ++i) {
    Value *bits = ConstantInt::get(toWhole, 0);
    for (unsigned k = 0; k < toBits / unit; ++k)
      bits = b.CreateOr(bits, b.CreateShl(b.CreateZExt(unitAt(i * toBits / unit + k), toWhole), k * unit));
    result = b.CreateInsertElement(result, b.CreateBitCast(bits, to->getElementType()), i);
  }
  return result;
}

static bool isPacked(Type *t) {
  return isa<FixedVectorType>(t) && t->getScalarSizeInBits() % 8 != 0 &&
         t->getPrimitiveSizeInBits() <= kMostIntegerBits;
}

/// Vectors of elements below a byte lie in memory as the integer of all their bits.
static void movePackedAsIntegers(Function &f) {
  for (Instruction &i : make_early_inc_range(instructions(f))) {
    IRBuilder<> b(&i);
    if (auto *load = dyn_cast<LoadInst>(&i); load && isPacked(load->getType())) {
      auto *bits = cast<LoadInst>(load->clone());
      bits->mutateType(bitsOf(load->getType()));
      b.Insert(bits);
      load->replaceAllUsesWith(b.CreateBitCast(bits, load->getType()));
      load->eraseFromParent();
    } else if (auto *store = dyn_cast<StoreInst>(&i); store && isPacked(store->getValueOperand()->getType())) {
      Value *v = store->getValueOperand();
      store->setOperand(0, b.CreateBitCast(v, bitsOf(v->getType())));
    }
  }
}

static void splitCasts(Function &f) {
  for (Instruction &i : make_early_inc_range(instructions(f))) {
    auto *cast = dyn_cast<BitCastInst>(&i);
    if (!cast || (!cast->getType()->isVectorTy() && !cast->getOperand(0)->getType()->isVectorTy()))
      continue;
    auto *from = dyn_cast<FixedVectorType>(cast->getOperand(0)->getType());
    auto *to = dyn_cast<FixedVectorType>(cast->getType());
    if (from && to && from->getNumElements() == to->getNumElements())
      continue; // the Scalarizer does these
    const bool isSmall = cast->getType()->getPrimitiveSizeInBits() <= 64;
    if (!isSmall && !(from && to) && cast->getType()->getPrimitiveSizeInBits() > kMostIntegerBits)
      continue;
    cast->replaceAllUsesWith(!isSmall && from && to ? splitByPieces(*cast) : splitCast(*cast));
    cast->eraseFromParent();
    ++numCasts;
  }
}

static bool isReduction(Intrinsic::ID id) {
  return is_contained({Intrinsic::vector_reduce_add, Intrinsic::vector_reduce_mul, Intrinsic::vector_reduce_and,
                       Intrinsic::vector_reduce_or, Intrinsic::vector_reduce_xor, Intrinsic::vector_reduce_smin,
                       Intrinsic::vector_reduce_smax, Intrinsic::vector_reduce_umin, Intrinsic::vector_reduce_umax},
                      id);
}

static Value *combine(IRBuilder<> &b, Intrinsic::ID reduction, Value *x, Value *y) {
  const unsigned opcode = getArithmeticReductionInstruction(reduction);
  if (opcode == Instruction::ICmp)
    return b.CreateBinaryIntrinsic(getMinMaxReductionIntrinsicOp(reduction), x, y);
  return b.CreateBinOp(Instruction::BinaryOps(opcode), x, y);
}

/// An integer vector's elements combined into one.
static void splitReductions(Function &f) {
  for (Instruction &i : make_early_inc_range(instructions(f))) {
    auto *call = dyn_cast<IntrinsicInst>(&i);
    auto *vector =
        call && call->arg_size() == 1 ? dyn_cast<FixedVectorType>(call->getArgOperand(0)->getType()) : nullptr;
    IRBuilder<> b(&i);
    if (!vector || !i.getType()->isIntegerTy() || !isReduction(call->getIntrinsicID()))
      continue;
    Value *result = b.CreateExtractElement(i.getOperand(0), uint64_t(0));
    for (unsigned n = 1; n < vector->getNumElements(); ++n)
      result = combine(b, call->getIntrinsicID(), result, b.CreateExtractElement(i.getOperand(0), n));
    i.replaceAllUsesWith(result);
    i.eraseFromParent();
    ++numReductions;
  }
}

static std::pair<Value *, Value *> checked(IRBuilder<> &b, WithOverflowInst &op) {
  Value *x = op.getLHS(), *y = op.getRHS();
  Type *t = x->getType();
  unsigned bits = t->getIntegerBitWidth();
  Value *zero = ConstantInt::get(t, 0);
  switch (op.getIntrinsicID()) {
  case Intrinsic::uadd_with_overflow: {
    Value *r = b.CreateAdd(x, y);
    return {r, b.CreateICmpULT(r, x)};
  }
  case Intrinsic::usub_with_overflow:
    return {b.CreateSub(x, y), b.CreateICmpULT(x, y)};
  case Intrinsic::sadd_with_overflow: {
    Value *r = b.CreateAdd(x, y);
    return {r, b.CreateICmpSLT(b.CreateAnd(b.CreateXor(r, x), b.CreateXor(r, y)), zero)};
  }
  case Intrinsic::ssub_with_overflow: {
    Value *r = b.CreateSub(x, y);
    return {r, b.CreateICmpSLT(b.CreateAnd(b.CreateXor(x, y), b.CreateXor(r, x)), zero)};
  }
  default:
    break;
  }
  bool isSigned = op.isSigned();
  if (bits <= 32) {
    Type *wide = b.getIntNTy(2 * bits);
    Value *product = b.CreateMul(b.CreateIntCast(x, wide, isSigned), b.CreateIntCast(y, wide, isSigned));
    Value *r = b.CreateTrunc(product, t);
    return {r, b.CreateICmpNE(b.CreateIntCast(r, wide, isSigned), product)};
  }
  // 64 bits: divide back; the divisor is made 1 where it is 0 or the division itself would overflow.
  Value *r = b.CreateMul(x, y);
  Value *isZero = b.CreateICmpEQ(y, zero);
  if (!isSigned) {
    Value *back = b.CreateUDiv(r, b.CreateSelect(isZero, ConstantInt::get(t, 1), y));
    return {r, b.CreateAnd(b.CreateNot(isZero), b.CreateICmpNE(back, x))};
  }
  Value *minusOne = b.CreateICmpEQ(y, Constant::getAllOnesValue(t));
  Value *smallest = b.CreateICmpEQ(x, ConstantInt::get(t, APInt::getSignedMinValue(bits)));
  Value *safe = b.CreateSelect(b.CreateOr(isZero, minusOne), ConstantInt::get(t, 1), y);
  Value *differs = b.CreateAnd(b.CreateICmpNE(b.CreateSDiv(r, safe), x), b.CreateNot(b.CreateOr(isZero, minusOne)));
  return {r, b.CreateOr(differs, b.CreateAnd(minusOne, smallest))};
}

static void splitOverflow(Function &f) {
  SmallVector<WithOverflowInst *> ops; // collected first: their users go with them
  for (Instruction &i : instructions(f))
    if (auto *op = dyn_cast<WithOverflowInst>(&i))
      if (!op->getType()->getStructElementType(0)->isVectorTy())
        ops.push_back(op);
  for (WithOverflowInst *op : ops) {
    IRBuilder<> b(op);
    auto [value, flag] = checked(b, *op);
    for (User *u : make_early_inc_range(op->users()))
      if (auto *part = dyn_cast<ExtractValueInst>(u)) {
        part->replaceAllUsesWith(part->getIndices()[0] == 0 ? value : flag);
        part->eraseFromParent();
      }
    if (op->use_empty())
      op->eraseFromParent();
    ++numOverflow;
  }
}

Error splitTypes(Work &work) {
  Function &f = *work.function;
  splitPairs(f);
  splitReductions(f);
  movePackedAsIntegers(f);
  splitCasts(f);
  PassRunner runner(work.module);
  FunctionPassManager passes;
  ScalarizerPassOptions options;
  options.ScalarizeLoadStore = true;
  options.ScalarizeVariableInsertExtract = true;
  options.ScalarizeMinBits = 0;
  passes.addPass(ScalarizerPass(options));
  runner.run(f, passes);
  splitOverflow(f);
  return Error::success();
}

} // namespace helicon::simt
