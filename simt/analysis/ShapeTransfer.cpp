// Transfer functions of the shape analysis: what each operation makes of its operands' shapes. A strided value obeys
// value(lane) = base + lane * stride modulo 2^width always; widening it needs proof that no lane wraps, either from
// the instruction's flags or from the base's trailing zeros (the lanes then only fill the zero bits).
#include "simt/analysis/Shapes.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Support/MathExtras.h>

using namespace llvm;

namespace helicon::simt {

namespace {

constexpr int64_t kMaxStride = int64_t(1) << 31;

/// Largest offset of a lane from lane 0, or -1 when lanes run backwards.
int64_t span(const Shape &s, unsigned lanes) { return s.stride < 0 ? -1 : s.stride * int64_t(lanes - 1); }

/// The lanes fit into the zero bits of the base, so no carry leaves them.
bool fitsZeros(const Shape &s, unsigned lanes) {
  int64_t reach = span(s, lanes);
  return reach >= 0 && s.baseZeros > 0 && reach < (int64_t(1) << std::min<unsigned>(s.baseZeros, 62));
}

} // namespace

unsigned Shapes::trailingZeros(const Value *value) const {
  if (!value->getType()->isIntOrPtrTy())
    return 0;
  KnownBits known = computeKnownBits(value, analyses.function.getParent()->getDataLayout());
  return std::min(known.countMinTrailingZeros(), 62u);
}

/// The lane's number plus a multiple of 32 that the whole warp shares.
bool Shapes::isLaneOfWarp(const Value *value) const {
  if (auto *call = dyn_cast<CallBase>(value)) {
    const unsigned *block = geometry.block;
    ir::Op op = ir::opOf(*call);
    return op == ir::Op::TidLinear ||
           (op == ir::Op::TidX && (block[0] % kWarpLanes == 0 || block[0] == geometry.threads));
  }
  if (isa<ZExtInst, SExtInst>(value) || (isa<TruncInst>(value) && value->getType()->getIntegerBitWidth() >= 16))
    return isLaneOfWarp(cast<Instruction>(value)->getOperand(0));
  auto *add = dyn_cast<BinaryOperator>(value);
  if (!add || (add->getOpcode() != Instruction::Add && add->getOpcode() != Instruction::Sub))
    return false;
  auto *distance = dyn_cast<ConstantInt>(add->getOperand(1));
  return distance && distance->getValue().countr_zero() >= Log2_32(kWarpLanes) && isLaneOfWarp(add->getOperand(0));
}

/// An instruction whose result depends on the warp alone, not on the lane: tid / 32, tid < 64.
bool Shapes::asksForWarp(const Instruction &i) const {
  auto *c = i.getNumOperands() == 2 ? dyn_cast<ConstantInt>(i.getOperand(1)) : nullptr;
  if (!c || !isLaneOfWarp(i.getOperand(0)))
    return false;
  auto wholeWarps = [](const APInt &v) { return v.countr_zero() >= Log2_32(kWarpLanes); };
  switch (i.getOpcode()) {
  case Instruction::LShr:
  case Instruction::AShr:
    return c->getValue().uge(Log2_32(kWarpLanes));
  case Instruction::And:
  case Instruction::UDiv:
    return wholeWarps(c->getValue());
  case Instruction::ICmp:
    switch (cast<ICmpInst>(i).getPredicate()) {
    case CmpInst::ICMP_ULT:
    case CmpInst::ICMP_UGE:
    case CmpInst::ICMP_SLT:
    case CmpInst::ICMP_SGE:
      return wholeWarps(c->getValue());
    case CmpInst::ICMP_UGT:
    case CmpInst::ICMP_ULE:
    case CmpInst::ICMP_SGT:
    case CmpInst::ICMP_SLE:
      return wholeWarps(c->getValue() + 1);
    default:
      return false;
    }
  default:
    return false;
  }
}

Shape Shapes::ofThreadIndex(unsigned dimension) const {
  const unsigned *block = geometry.block;
  unsigned row = block[0], plane = block[0] * block[1], parts = geometry.parts;
  if (block[dimension] == 1)
    return constantShape;
  if (dimension == 0) {
    Sharing sharing = Sharing::by(parts, [&](unsigned p, unsigned q) { return geometry.sameModulo(p, q, row); });
    if (!geometry.rowsHoldParts())
      return Shape::varying(sharing);
    Shape s = Shape::strided(1, sharing);
    s.noSignedWrap = s.noUnsignedWrap = true;
    s.baseZeros = Log2_32(geometry.lanes);
    return s;
  }
  unsigned chunk = dimension == 1 ? row : plane, period = dimension == 1 ? plane : geometry.threads;
  Sharing sharing = Sharing::by(parts, [&](unsigned p, unsigned q) {
    return geometry.sameChunk(p, q, chunk) || geometry.sameModulo(p, q, period);
  });
  return geometry.partInside(chunk) ? Shape::uniform(sharing) : Shape::varying(sharing);
}

Shape Shapes::ofCall(const CallBase &call) const {
  unsigned parts = geometry.parts;
  auto perWarp = [&](std::initializer_list<unsigned> operands) {
    Sharing sharing = Sharing::by(
        parts, [&](unsigned p, unsigned q) { return p / geometry.warpParts() == q / geometry.warpParts(); });
    for (unsigned o : operands) {
      const Shape &s = of(call.getArgOperand(o));
      if (!s.isUniform())
        return Shape::varying(Sharing::none(parts));
      sharing = sharing.meet(s.sharing);
    }
    return Shape::uniform(sharing);
  };
  auto linear = [&](Sharing sharing) {
    Shape s = Shape::strided(1, std::move(sharing));
    s.noSignedWrap = s.noUnsignedWrap = true;
    s.baseZeros = Log2_32(geometry.lanes);
    return s;
  };
  switch (ir::opOf(call)) {
  case ir::Op::TidX:
    return ofThreadIndex(0);
  case ir::Op::TidY:
    return ofThreadIndex(1);
  case ir::Op::TidZ:
    return ofThreadIndex(2);
  case ir::Op::TidLinear:
    return geometry.threads == 1 ? constantShape : linear(Sharing::none(parts));
  case ir::Op::LaneId:
    return linear(Sharing::by(parts, [&](unsigned p, unsigned q) {
      return geometry.sameModulo(p, q, kWarpLanes) || (p % geometry.warpParts() == q % geometry.warpParts());
    }));
  case ir::Op::Ballot:
  case ir::Op::MatchAll:
  case ir::Op::ReduxAdd:
  case ir::Op::ReduxSMin:
  case ir::Op::ReduxSMax:
  case ir::Op::ReduxUMin:
  case ir::Op::ReduxUMax:
  case ir::Op::ReduxAnd:
  case ir::Op::ReduxOr:
  case ir::Op::ReduxXor:
    return perWarp({0});
  case ir::Op::ActiveMask:
    return perWarp({});
  case ir::Op::ShflIdx: {
    auto *clamp = dyn_cast<ConstantInt>(call.getArgOperand(3));
    if (clamp && clamp->getZExtValue() == kWarpLanes - 1)
      return perWarp({2});
    return Shape::varying(Sharing::none(parts));
  }
  case ir::Op::ShflUp:
  case ir::Op::ShflDown:
  case ir::Op::ShflBfly:
  case ir::Op::MatchAny:
  case ir::Op::MatrixFloat:
  case ir::Op::MatrixInt:
  case ir::Op::MatrixDouble:
  case ir::Op::MbarrierArrive:
  case ir::Op::Swap128:
  case ir::Op::Cas128:
  case ir::Op::Malloc:
  case ir::Op::Print:
  case ir::Op::DeviceCall:
    return Shape::varying(Sharing::none(parts));
  case ir::Op::None:
    if (call.doesNotAccessMemory() && !call.isConvergent())
      return pointwise(call);
    return Shape::varying(Sharing::none(parts));
  default: // block and grid level facts, clocks, barrier reductions
    return constantShape;
  }
}

Shape Shapes::ofAdd(const Instruction &i, const Shape &a, const Shape &b, bool subtract) const {
  if (a.isVarying() || b.isVarying() || (a.isUniform() && b.isUniform()))
    return pointwise(i);
  int64_t stride = (a.isStrided() ? a.stride : 0) + (b.isStrided() ? (subtract ? -b.stride : b.stride) : 0);
  if (std::abs(stride) > kMaxStride)
    return pointwise(i);
  Shape s = Shape::strided(stride, a.sharing.meet(b.sharing));
  auto zeros = [&](const Shape &shape, const Value *v) {
    return shape.isUniform() ? trailingZeros(v) : unsigned(shape.baseZeros);
  };
  s.baseZeros = std::min(zeros(a, i.getOperand(0)), zeros(b, i.getOperand(1)));
  if (s.isUniform()) // strides cancelled
    return s;
  // An inactive lane may break a flag's promise. At the upper end that does no harm, since the lanes below it do not;
  // but the lanes that a subtraction takes below zero are often the inactive ones ("if (x > 0) ... x - 1").
  bool disjoint = i.getOpcode() == Instruction::Or;
  bool proven = fitsZeros(s, geometry.lanes);
  s.noSignedWrap = proven || (a.noSignedWrap && b.noSignedWrap && (disjoint || i.hasNoSignedWrap()));
  s.noUnsignedWrap =
      proven || (a.noUnsignedWrap && b.noUnsignedWrap && (disjoint || (!subtract && i.hasNoUnsignedWrap())));
  return s;
}

Shape Shapes::ofScaled(const Instruction &i, const Shape &a, int64_t factor) const {
  if (!a.isStrided() || std::abs(factor) > kMaxStride || std::abs(a.stride * factor) > kMaxStride)
    return pointwise(i);
  Shape s = Shape::strided(a.stride * factor, a.sharing);
  if (factor == 0)
    return s;
  // No more than the type's bits but the sign: above them the lanes wrap.
  const unsigned most = std::min(62u, i.getType()->getIntegerBitWidth() - 1);
  s.baseZeros = std::min<unsigned>(a.baseZeros + countr_zero(uint64_t(factor)), most);
  bool proven = fitsZeros(s, geometry.lanes);
  s.noSignedWrap = proven || (a.noSignedWrap && i.hasNoSignedWrap());
  s.noUnsignedWrap = proven || (a.noUnsignedWrap && i.hasNoUnsignedWrap());
  return s;
}

// The lanes sit in the low bits that the base leaves zero: a mask keeps or drops them whole, a right shift drops them.
Shape Shapes::ofMaskOrShift(const Instruction &i, const Shape &a) const {
  auto *c = dyn_cast<ConstantInt>(i.getOperand(1));
  if (!a.isStrided() || !c || c->getBitWidth() > 64 || !fitsZeros(a, geometry.lanes))
    return pointwise(i);
  unsigned bits = 64 - countl_zero(uint64_t(span(a, geometry.lanes)));
  uint64_t lanesMask = maskTrailingOnes<uint64_t>(bits), constant = c->getZExtValue();
  Shape s = a;
  if (i.getOpcode() == Instruction::And) {
    if ((constant & lanesMask) == lanesMask) {
      s.noSignedWrap = s.noUnsignedWrap = true;
      return s;
    }
    return (constant & lanesMask) == 0 ? Shape::uniform(a.sharing) : pointwise(i);
  }
  return constant >= bits ? Shape::uniform(a.sharing) : pointwise(i);
}

Shape Shapes::ofCast(const CastInst &cast, const Shape &a) const {
  if (!a.isStrided())
    return pointwise(cast);
  Shape s = a;
  switch (cast.getOpcode()) {
  case Instruction::SExt:
    s.noUnsignedWrap &= a.noSignedWrap;
    return a.noSignedWrap ? s : pointwise(cast);
  case Instruction::ZExt:
    s.noSignedWrap = s.noUnsignedWrap = true;
    return a.noUnsignedWrap || (a.noSignedWrap && cast.hasNonNeg()) ? s : pointwise(cast);
  case Instruction::Trunc: {
    unsigned width = cast.getType()->getIntegerBitWidth();
    s.baseZeros = std::min<unsigned>(s.baseZeros, width - 1);
    s.noSignedWrap = s.noUnsignedWrap = fitsZeros(s, geometry.lanes);
    return width >= 32 ? s : pointwise(cast);
  }
  case Instruction::AddrSpaceCast:
    return s;
  case Instruction::PtrToInt:
  case Instruction::IntToPtr: {
    bool wide =
        cast.getOperand(0)->getType()->getScalarSizeInBits() == 64 || cast.getType()->getScalarSizeInBits() == 64;
    return wide ? s : pointwise(cast);
  }
  default:
    return pointwise(cast);
  }
}

Shape Shapes::ofGep(const GetElementPtrInst &gep) const {
  const Shape &base = of(gep.getPointerOperand());
  MapVector<Value *, APInt> scales;
  APInt constant(64, 0);
  if (!gep.collectOffset(analyses.function.getParent()->getDataLayout(), 64, scales, constant))
    return pointwise(gep);
  int64_t spread = analyses.arrays.laneMinorElement(&gep) ? geometry.lanes : 1;
  Sharing sharing = base.sharing;
  int64_t stride = base.isStrided() ? base.stride : 0;
  bool linear = !base.isVarying();
  for (auto &[index, scale] : scales) {
    const Shape &s = of(index);
    sharing = sharing.meet(s.sharing);
    bool widened = index->getType()->getIntegerBitWidth() < 64;
    if (s.isVarying() || (s.isStrided() && widened && !s.noSignedWrap) || scale.getSignificantBits() > 32)
      linear = false;
    else if (s.isStrided())
      stride += s.stride * scale.getSExtValue() * spread;
  }
  if (!linear || std::abs(stride) > kMaxStride)
    return Shape::varying(sharing);
  Shape s = Shape::strided(stride, sharing);
  s.noSignedWrap = s.noUnsignedWrap = true;
  return s;
}

} // namespace helicon::simt
