// Runs: a value that varies over a part may still be strided inside each aligned run of its lanes. Tiles are loaded so:
// with eight threads a row, `tid / 8` is the same and `tid % 8` counts up in runs of eight. The relation holds between
// active lanes alone (a lane that is off may hold anything), so what is built on it asks that all are active.
// Cost: constant an instruction and round of the fixpoint.
#include "simt/analysis/Shapes.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/MathExtras.h>

using namespace llvm;

namespace helicon::simt {

/// lanes == 1: nothing is known. Flags and zeros as in Shape, of each run.
struct Shapes::Run {
  unsigned lanes = 1;
  int64_t stride = 0;
  bool noSignedWrap = true, noUnsignedWrap = true;
  unsigned zeros = 0; ///< trailing zero bits of each run's first lane

  /// The same value in shorter runs: their first lanes are further apart than in every known zero bit.
  Run narrowed(unsigned to) const {
    Run r = *this;
    if (to < lanes && stride != 0)
      r.zeros = std::min<unsigned>(zeros, countr_zero(uint64_t(stride) * to));
    r.lanes = std::min(lanes, to);
    return r;
  }
  /// The bits that the lanes of a run fill, if those are zero in its first lane; 0 otherwise.
  unsigned bitsOfLanes() const {
    if (stride <= 0)
      return 0;
    unsigned bits = 64 - countl_zero(uint64_t(stride) * (lanes - 1));
    return bits <= zeros ? bits : 0;
  }
};

static unsigned largestPowerIn(unsigned n) { return 1u << countr_zero(n); }

Shapes::Run Shapes::runOf(const Value *value) const {
  const Shape &s = of(value);
  if (s.isUniform())
    return {geometry.lanes, 0, true, true, trailingZeros(value)};
  return {s.isStrided() ? geometry.lanes : s.run, s.stride, s.noSignedWrap, s.noUnsignedWrap, s.baseZeros};
}

void Shapes::addRuns(const Instruction &i, Shape &shape) const {
  shape.run = 1;
  shape.stride = 0;
  shape.noSignedWrap = shape.noUnsignedWrap = false;
  shape.baseZeros = 0;
  if (!i.getType()->isIntOrPtrTy())
    return;
  Run r = runsOf(i);
  // A whole part that is strided after all is known where it matters by transferWhole alone.
  r = r.narrowed(std::max(1u, geometry.lanes / 2));
  if (r.lanes < 2)
    return;
  shape.run = r.lanes;
  shape.stride = r.stride;
  shape.noSignedWrap = r.noSignedWrap;
  shape.noUnsignedWrap = r.noUnsignedWrap;
  shape.baseZeros = std::min(r.zeros, 62u);
}

Shapes::Run Shapes::runsOf(const Instruction &i) const {
  if (auto *phi = dyn_cast<PHINode>(&i))
    return runsOfPhi(*phi);
  if (auto *call = dyn_cast<CallBase>(&i))
    return runsOfCall(*call);
  if (auto *gep = dyn_cast<GetElementPtrInst>(&i))
    return analyses.arrays.laneMinorElement(gep) ? Run() : runsOfGep(*gep);
  if (auto *cast = dyn_cast<CastInst>(&i))
    return runsOfCast(*cast);
  switch (i.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
    return runsOfSum(i);
  case Instruction::Or:
    return cast<PossiblyDisjointInst>(i).isDisjoint() ? runsOfSum(i) : alikeInRuns(i);
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::And:
  case Instruction::Xor:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::UDiv:
  case Instruction::URem:
    return runsOfBits(i);
  case Instruction::Load:
    return cast<LoadInst>(i).isSimple() ? alikeInRuns(i) : Run();
  case Instruction::Select: {
    Run condition = runOf(i.getOperand(0)), x = runOf(i.getOperand(1)), y = runOf(i.getOperand(2));
    unsigned lanes = std::min({condition.lanes, x.lanes, y.lanes});
    if (condition.stride != 0 || x.stride != y.stride)
      return {};
    x = x.narrowed(lanes), y = y.narrowed(lanes);
    return {lanes, x.stride, x.noSignedWrap && y.noSignedWrap, x.noUnsignedWrap && y.noUnsignedWrap,
            std::min(x.zeros, y.zeros)};
  }
  case Instruction::ICmp:
  case Instruction::FCmp:
  case Instruction::Freeze:
    return alikeInRuns(i);
  default:
    return isa<BinaryOperator>(i) ? alikeInRuns(i) : Run();
  }
}

/// Lanes with the same operands have the same result.
Shapes::Run Shapes::alikeInRuns(const Instruction &i) const {
  unsigned lanes = geometry.lanes;
  for (const Value *operand : i.operands()) {
    Run r = runOf(operand);
    if (r.stride != 0)
      return {};
    lanes = std::min(lanes, r.lanes);
  }
  return {lanes, 0, true, true, trailingZeros(&i)};
}

Shapes::Run Shapes::runsOfCall(const CallBase &call) const {
  const unsigned *block = geometry.block;
  unsigned row = largestPowerIn(block[0]), plane = largestPowerIn(block[0] * block[1]);
  switch (ir::opOf(call)) {
  case ir::Op::TidX:
    return {row, 1, true, true, Log2_32(row)};
  case ir::Op::TidY:
    return {row, 0, true, true, 0};
  case ir::Op::TidZ:
    return {plane, 0, true, true, 0};
  case ir::Op::None:
    return isa<MinMaxIntrinsic>(call) ? Run(alikeInRuns(call)) : Run();
  default:
    return {};
  }
}

Shapes::Run Shapes::runsOfPhi(const PHINode &phi) const {
  if (isBlended(&phi))
    return {};
  Run all{geometry.lanes, 0, true, true, 62};
  bool first = true;
  for (const Value *value : phi.incoming_values()) {
    if (isa<UndefValue>(value) || !of(value).isKnown())
      continue;
    Run r = runOf(value);
    if (!first && r.stride != all.stride)
      return {};
    all.stride = r.stride;
    unsigned lanes = std::min(all.lanes, r.lanes);
    r = r.narrowed(lanes), all = all.narrowed(lanes);
    all.zeros = std::min(all.zeros, r.zeros);
    all.noSignedWrap &= r.noSignedWrap;
    all.noUnsignedWrap &= r.noUnsignedWrap;
    first = false;
  }
  return first ? Run() : all;
}

Shapes::Run Shapes::runsOfSum(const Instruction &i) const {
  const bool subtract = i.getOpcode() == Instruction::Sub, disjoint = i.getOpcode() == Instruction::Or;
  Run x = runOf(i.getOperand(0)), y = runOf(i.getOperand(1));
  unsigned lanes = std::min(x.lanes, y.lanes);
  x = x.narrowed(lanes), y = y.narrowed(lanes);
  Run sum{lanes, subtract ? x.stride - y.stride : x.stride + y.stride, false, false, std::min(x.zeros, y.zeros)};
  bool proven = sum.stride == 0 || sum.bitsOfLanes() != 0;
  sum.noSignedWrap = proven || (x.noSignedWrap && y.noSignedWrap && (disjoint || i.hasNoSignedWrap()));
  sum.noUnsignedWrap =
      proven || (x.noUnsignedWrap && y.noUnsignedWrap && (disjoint || (!subtract && i.hasNoUnsignedWrap())));
  return std::abs(sum.stride) < (int64_t(1) << 31) ? sum : Run();
}

/// Products, shifts, masks and divisions by a constant: the longest runs that they keep or make equal.
Shapes::Run Shapes::runsOfBits(const Instruction &i) const {
  Run x = runOf(i.getOperand(0));
  auto *constant = dyn_cast<ConstantInt>(i.getOperand(1));
  if (x.stride == 0 || !constant || constant->getBitWidth() > 64)
    return alikeInRuns(i);
  const APInt &c = constant->getValue();
  if (i.getOpcode() == Instruction::Mul || i.getOpcode() == Instruction::Shl) {
    const bool shift = i.getOpcode() == Instruction::Shl;
    if (c.getSignificantBits() > 31 || (shift && c.uge(31)))
      return {};
    int64_t factor = shift ? int64_t(1) << c.getZExtValue() : c.getSExtValue();
    if (factor == 0 || std::abs(x.stride) >= (int64_t(1) << 31) / std::abs(factor))
      return {};
    const unsigned most = std::min(62u, c.getBitWidth() - 1); // above the type's bits the lanes wrap
    Run r{x.lanes, x.stride * factor, false, false, std::min<unsigned>(most, x.zeros + countr_zero(uint64_t(factor)))};
    bool proven = r.bitsOfLanes() != 0;
    r.noSignedWrap = proven || (x.noSignedWrap && i.hasNoSignedWrap());
    r.noUnsignedWrap = proven || (x.noUnsignedWrap && i.hasNoUnsignedWrap());
    return r;
  }
  for (unsigned lanes = x.lanes; lanes > 1; lanes /= 2) {
    Run r = x.narrowed(lanes);
    const unsigned bits = r.bitsOfLanes();
    if (bits == 0 || bits >= c.getBitWidth())
      continue;
    const APInt filled = APInt::getLowBitsSet(c.getBitWidth(), bits);
    Run same{lanes, 0, true, true, 0}, counting{lanes, r.stride, true, true, bits};
    switch (i.getOpcode()) {
    case Instruction::And:
      if ((c & filled) == filled)
        return counting;
      if ((c & filled).isZero())
        return same;
      break;
    case Instruction::Xor:
      if ((c & filled).isZero())
        return counting;
      break;
    case Instruction::LShr:
    case Instruction::AShr:
      if (c.uge(bits))
        return same;
      break;
    case Instruction::UDiv:
      if (c.countr_zero() >= bits)
        return same;
      break;
    case Instruction::URem:
      if (c.countr_zero() >= bits)
        return counting;
      break;
    default:
      return {};
    }
  }
  return {};
}

Shapes::Run Shapes::runsOfCast(const CastInst &cast) const {
  Run r = runOf(cast.getOperand(0));
  if (r.stride == 0 || cast.getOpcode() == Instruction::AddrSpaceCast)
    return r.stride == 0 ? alikeInRuns(cast) : r;
  switch (cast.getOpcode()) {
  case Instruction::SExt:
    if (!r.noSignedWrap)
      return {};
    r.noUnsignedWrap = true;
    return r;
  case Instruction::ZExt:
    if (!r.noUnsignedWrap && !(r.noSignedWrap && cast.hasNonNeg()))
      return {};
    r.noSignedWrap = r.noUnsignedWrap = true;
    return r;
  case Instruction::Trunc:
    r.zeros = std::min(r.zeros, cast.getType()->getIntegerBitWidth() - 1);
    r.noSignedWrap = r.noUnsignedWrap = r.bitsOfLanes() != 0;
    return cast.getType()->getIntegerBitWidth() >= 32 ? r : Run();
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    return cast.getSrcTy()->getScalarSizeInBits() == 64 || cast.getDestTy()->getScalarSizeInBits() == 64 ? r : Run();
  default:
    return {};
  }
}

Shapes::Run Shapes::runsOfGep(const GetElementPtrInst &gep) const {
  Run r = runOf(gep.getPointerOperand());
  MapVector<Value *, APInt> scales;
  APInt constant(64, 0);
  if (!gep.collectOffset(analyses.function.getParent()->getDataLayout(), 64, scales, constant))
    return {};
  int64_t stride = r.stride;
  for (auto &[index, scale] : scales) {
    Run x = runOf(index);
    bool widened = index->getType()->getIntegerBitWidth() < 64;
    if (x.lanes < 2 || (x.stride != 0 && (scale.getSignificantBits() > 31 || (widened && !x.noSignedWrap))))
      return {};
    r.lanes = std::min(r.lanes, x.lanes);
    stride += x.stride == 0 ? 0 : x.stride * scale.getSExtValue();
    if (std::abs(stride) >= (int64_t(1) << 31))
      return {};
  }
  return {r.lanes, stride, true, true, 0};
}

} // namespace helicon::simt
