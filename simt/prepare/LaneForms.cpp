// Forms that vectors of 32-bit lanes like better than those LLVM prefers for a scalar machine: divisions back at 32
// bits (narrow ones are scalarised), unsigned to float conversions of known non-negative values as signed ones (one
// instruction on AVX2), float minima and maxima with the sign of zero decided, and sums of thread indices that make the
// linear index said so, because that is strided over lanes whatever the block's shape while its terms are not.
#include "simt/prepare/Steps.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <array>
#include <optional>

#define DEBUG_TYPE "helicon-lane-forms"
STATISTIC(numLinear, "Sums of thread indices seen to be the linear index");
STATISTIC(numMinMax, "Float minima and maxima written out");
STATISTIC(numDivisions, "Narrow divisions widened");

using namespace llvm;
using namespace llvm::PatternMatch;

namespace helicon::simt {

namespace {

/// coefficient[d] * threadIdx[d], summed.
using Form = std::array<uint64_t, 3>;

class LinearIndex {
  Work &work;
  unsigned depth = 0;

  uint64_t extent(unsigned d) const { return work.shape.block[d]; }
  bool fits(const Form &form) const {
    uint64_t most = 0;
    for (unsigned d = 0; d < 3; ++d)
      most += form[d] * (extent(d) - 1);
    return most < INT32_MAX;
  }
  std::optional<Form> formOf(Value *v);

public:
  explicit LinearIndex(Work &work) : work(work) {}
  bool rewrite(Instruction &i);
};

std::optional<Form> LinearIndex::formOf(Value *v) {
  constexpr unsigned kDepth = 8;
  if (auto *call = dyn_cast<CallInst>(v)) {
    ir::Op op = ir::opOf(*call);
    Form form{};
    if (op < ir::Op::TidX || op > ir::Op::TidZ)
      return {};
    form[unsigned(op) - unsigned(ir::Op::TidX)] = 1;
    return form;
  }
  if (depth >= kDepth)
    return {};
  ++depth;
  std::optional<Form> result;
  Value *x, *y;
  const APInt *c;
  if (match(v, m_Add(m_Value(x), m_Value(y))) || match(v, m_DisjointOr(m_Value(x), m_Value(y)))) {
    std::optional<Form> a = formOf(x), b = a ? formOf(y) : std::nullopt;
    if (b) {
      for (unsigned d = 0; d < 3; ++d)
        (*a)[d] += (*b)[d];
      result = a;
    }
  } else if (match(v, m_Shl(m_Value(x), m_APInt(c))) && c->ult(31)) {
    result = formOf(x);
    if (result)
      for (uint64_t &k : *result)
        k <<= c->getZExtValue();
  } else if (match(v, m_Mul(m_Value(x), m_APInt(c))) && c->isStrictlyPositive() && c->ult(INT32_MAX)) {
    result = formOf(x);
    if (result)
      for (uint64_t &k : *result)
        k *= c->getZExtValue();
  } else if (match(v, m_ZExtOrSExt(m_Value(x)))) {
    result = formOf(x);
  }
  --depth;
  // What fits 31 bits wraps in neither width, so the form holds through extensions.
  return result && fits(*result) ? result : std::nullopt;
}

bool LinearIndex::rewrite(Instruction &i) {
  if (!match(&i, m_Add(m_Value(), m_Value())) && !match(&i, m_DisjointOr(m_Value(), m_Value())))
    return false;
  unsigned bits = i.getType()->getScalarSizeInBits();
  if (bits != 32 && bits != 64)
    return false;
  std::optional<Form> form = formOf(&i);
  if (!form)
    return false;
  uint64_t step = (*form)[0];
  uint64_t expected = step;
  unsigned axes = 0;
  for (unsigned d = 0; d < 3; expected *= extent(d), ++d) {
    if (extent(d) == 1)
      continue;
    ++axes;
    if ((*form)[d] != expected)
      return false;
  }
  if (axes < 2 || step == 0)
    return false;
  IRBuilder<> b(&i);
  uint64_t threads = extent(0) * extent(1) * extent(2);
  CallInst *linear = ir::call(b, ir::Op::TidLinear);
  linear->setMetadata(LLVMContext::MD_range, MDBuilder(b.getContext()).createRange(APInt(32, 0), APInt(32, threads)));
  Value *v = step == 1 ? linear : b.CreateMul(linear, b.getInt32(step), "", /*HasNUW=*/true, /*HasNSW=*/true);
  if (bits == 64)
    v = b.CreateZExt(v, i.getType(), "", /*IsNonNeg=*/true);
  i.replaceAllUsesWith(v);
  ++numLinear;
  return true;
}

void widenDivision(BinaryOperator &i) {
  bool isSigned = i.getOpcode() == Instruction::SDiv || i.getOpcode() == Instruction::SRem;
  IRBuilder<> b(&i);
  Type *wide = b.getInt32Ty();
  Value *x = b.CreateIntCast(i.getOperand(0), wide, isSigned), *y = b.CreateIntCast(i.getOperand(1), wide, isSigned);
  i.replaceAllUsesWith(b.CreateTrunc(b.CreateBinOp(i.getOpcode(), x, y), i.getType()));
  ++numDivisions;
}

bool isConstantBesideZero(const Value *v) {
  const auto *c = dyn_cast<ConstantFP>(v);
  return c && !c->isNaN() && !c->isZero();
}

bool isMinMax(const CallInst &call) {
  const Function *f = call.getCalledFunction();
  if (!f || call.getType()->isVectorTy())
    return false;
  Intrinsic::ID id = f->getIntrinsicID();
  return id == Intrinsic::maxnum || id == Intrinsic::minnum || f->getName().starts_with(kMaxNum) ||
         f->getName().starts_with(kMinNum);
}

/// minnum and maxnum leave the sign of a zero open, and scalar and vector code choose differently. Hardware's answer,
/// written out: the number where one is NaN, -0 below +0. A constant operand needs one comparison.
Value *writeOutMinMax(CallInst &i, bool isMax) {
  IRBuilder<> b(&i);
  Value *x = i.getArgOperand(0), *y = i.getArgOperand(1);
  Type *t = i.getType();
  Type *bits = b.getIntNTy(t->getScalarSizeInBits());
  if (isa<ConstantFP>(x))
    std::swap(x, y); // so that the one that needs no test for NaN is second
  Value *r = b.CreateSelect(b.CreateFCmp(isMax ? CmpInst::FCMP_OGT : CmpInst::FCMP_OLT, x, y), x, y);
  const auto *constant = dyn_cast<ConstantFP>(y);
  // Equal operands give y, which is right for a zero of the winning sign.
  bool zeroIsRight = constant && constant->isZero() && constant->isNegative() != isMax;
  if (!isConstantBesideZero(y) && !zeroIsRight && !i.hasNoSignedZeros()) {
    Value *p = b.CreateBitCast(x, bits), *q = b.CreateBitCast(y, bits);
    Value *both = b.CreateBitCast(isMax ? b.CreateAnd(p, q) : b.CreateOr(p, q), t);
    r = b.CreateSelect(b.CreateFCmpOEQ(x, y), both, r);
  }
  if (!i.hasNoNaNs() && !isKnownNeverNaN(y, /*Depth=*/0, SimplifyQuery(i.getDataLayout())))
    r = b.CreateSelect(b.CreateFCmpUNO(y, y), x, r);
  ++numMinMax;
  return r;
}

} // namespace

Error chooseLaneForms(Work &work) {
  LinearIndex linear(work);
  for (Instruction &i : make_early_inc_range(instructions(*work.function))) {
    Type *t = i.getType();
    if (linear.rewrite(i))
      continue;
    if (i.isIntDivRem() && (t->isIntegerTy(8) || t->isIntegerTy(16)) && !isa<Constant>(i.getOperand(1))) {
      widenDivision(cast<BinaryOperator>(i));
      i.eraseFromParent();
    } else if (auto *call = dyn_cast<CallInst>(&i); call && isMinMax(*call)) {
      bool isMax =
          call->getIntrinsicID() == Intrinsic::maxnum || call->getCalledFunction()->getName().starts_with(kMaxNum);
      i.replaceAllUsesWith(writeOutMinMax(*call, isMax));
      i.eraseFromParent();
    } else if (isa<UIToFPInst>(i) && i.hasNonNeg()) {
      IRBuilder<> b(&i);
      i.replaceAllUsesWith(b.CreateSIToFP(i.getOperand(0), t));
      i.eraseFromParent();
    }
  }
  return Error::success();
}

} // namespace helicon::simt
