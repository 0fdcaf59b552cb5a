// Warp operations inside a group: a warp is warpParts() neighbouring parts, and an exchange is a permutation over their
// lanes. Lanes past the block's end and lanes that are switched off hold anything; reading them is undefined on
// hardware too.
#include "simt/analysis/PlantedFault.h"
#include "simt/vectorize/Fold.h"
#include "simt/vectorize/Vectorizer.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#define DEBUG_TYPE "simt-warp"
STATISTIC(numConstantShuffles, "Shuffles with a constant pattern");
STATISTIC(numVariableShuffles, "Shuffles with a run-time lane");

using namespace llvm;

namespace helicon::simt {

void Vectorizer::emitWarpOp(CallBase &call) {
  switch (ir::opOf(call)) {
  case ir::Op::WarpSync:
    return; // lanes of a group are in step already
  case ir::Op::LaneId:
    return forEachClass(shapes.of(&call).sharing,
                        [&](unsigned p) { define(call, p, b.getInt32(p % geometry.warpParts() * V % kWarpLanes)); });
  case ir::Op::ShflIdx:
  case ir::Op::ShflUp:
  case ir::Op::ShflDown:
  case ir::Op::ShflBfly:
    return emitShuffle(call);
  case ir::Op::Ballot:
  case ir::Op::ActiveMask:
    return emitBallot(call);
  case ir::Op::MatchAny:
  case ir::Op::MatchAll:
    return emitMatch(call);
  default:
    return emitRedux(call);
  }
}

Value *Vectorizer::joinWarp(function_ref<Value *(unsigned)> ofPart, unsigned firstPart) {
  Value *joined = ofPart(firstPart);
  unsigned lanes = V;
  for (unsigned k = 1; k < geometry.warpParts(); ++k) {
    SmallVector<int, 32> widen, append;
    for (unsigned l = 0; l < lanes + V; ++l) {
      widen.push_back(l < V ? int(l) : -1);
      append.push_back(l < lanes ? int(l) : int(lanes + V + (l - lanes)));
    }
    SmallVector<int, 32> grow;
    for (unsigned l = 0; l < lanes + V; ++l)
      grow.push_back(l < lanes ? int(l) : -1);
    Value *left = b.CreateShuffleVector(joined, grow), *right = b.CreateShuffleVector(ofPart(firstPart + k), widen);
    joined = b.CreateShuffleVector(left, right, append);
    lanes += V;
  }
  return joined;
}

Value *Vectorizer::warpBits(unsigned firstPart, function_ref<Value *(unsigned)> ofPart) {
  Value *bits = nullptr;
  for (unsigned k = 0; k < geometry.warpParts(); ++k) {
    Value *part = b.CreateShl(b.CreateZExt(maskBits(ofPart(firstPart + k)), b.getInt32Ty()), k * V);
    bits = bits ? b.CreateOr(bits, part) : part;
  }
  return bits;
}

Value *Vectorizer::warpActiveBits(unsigned firstPart) {
  return warpBits(firstPart, [&](unsigned part) { return (*current)[part]; });
}

Value *Vectorizer::lanesInWarp(unsigned part) {
  Constant *first = b.getInt32(part % geometry.warpParts() * V);
  return b.CreateAdd(b.CreateVectorSplat(V, first), laneNumbers(b.getInt32Ty()));
}

Value *Vectorizer::bitOfEachLane(Value *bits, unsigned part) {
  Value *shifted = b.CreateLShr(b.CreateVectorSplat(V, bits), lanesInWarp(part));
  return b.CreateTrunc(shifted, vectorType(b.getInt1Ty()));
}

// PTX shfl.sync: c holds the clamp in bits 0-4 and the segment mask in bits 8-12. A source outside the segment means
// that the lane keeps its own value.
Value *Vectorizer::shuffleIndex(CallBase &call, unsigned part) {
  Type *i32s = vectorType(b.getInt32Ty());
  auto all = [&](uint32_t n) { return ConstantInt::get(i32s, n); };
  Value *lane = lanesInWarp(part), *amount = b.CreateAnd(vectorOf(call.getArgOperand(2), part), all(31));
  Value *c = vectorOf(call.getArgOperand(3), part);
  Value *clamp = b.CreateAnd(c, all(31)), *segment = b.CreateAnd(b.CreateLShr(c, all(8)), all(31));
  Value *low = b.CreateAnd(lane, segment);
  Value *limit = b.CreateOr(low, b.CreateAnd(clamp, b.CreateNot(segment)));
  Value *source = nullptr, *inside = nullptr;
  switch (ir::opOf(call)) {
  case ir::Op::ShflUp:
    source = b.CreateSub(lane, amount);
    inside = b.CreateICmpSGE(source, limit);
    if (planted("wrong-shuffle-lane"))
      source = b.CreateSub(source, all(1));
    break;
  case ir::Op::ShflDown:
    source = b.CreateAdd(lane, amount);
    inside = b.CreateICmpSLE(source, limit);
    if (planted("wrong-shuffle-lane"))
      source = b.CreateAdd(source, all(1));
    break;
  case ir::Op::ShflBfly:
    source = b.CreateXor(lane, amount);
    inside = b.CreateICmpSLE(source, limit);
    break;
  default:
    source = b.CreateOr(low, b.CreateAnd(amount, b.CreateNot(segment)));
    inside = b.CreateICmpSLE(source, limit);
    break;
  }
  return b.CreateSelect(inside, source, lane);
}

Value *Vectorizer::permuteWarp(ArrayRef<Value *> data, Value *index) {
  Type *i32s = vectorType(b.getInt32Ty());
  if (target.isa == Isa::Avx512 && V == 16 && data.size() == 2)
    return b.CreateIntrinsic(Intrinsic::x86_avx512_vpermi2var_d_512, {}, {data[0], index, data[1]});
  if (target.isa == Isa::Avx512 && V == 16)
    return b.CreateIntrinsic(Intrinsic::x86_avx512_permvar_si_512, {}, {data[0], index});
  if (target.isa == Isa::Avx2 && V == 8) {
    Value *result = nullptr;
    for (unsigned k = 0; k < data.size(); ++k) {
      Value *picked = b.CreateIntrinsic(Intrinsic::x86_avx2_permd, {}, {data[k], index});
      Value *here = b.CreateICmpEQ(b.CreateLShr(index, ConstantInt::get(i32s, 3)), ConstantInt::get(i32s, k));
      result = result ? b.CreateSelect(here, picked, result) : picked;
    }
    return result;
  }
  AllocaInst *table = slot(ArrayType::get(b.getInt32Ty(), data.size() * V), "warp");
  table->setAlignment(Align(64));
  for (unsigned k = 0; k < data.size(); ++k)
    b.CreateAlignedStore(data[k], b.CreateConstGEP1_64(b.getInt32Ty(), table, k * V), Align(16));
  Value *result = PoisonValue::get(i32s);
  for (unsigned l = 0; l < V; ++l) {
    Value *at = b.CreateGEP(b.getInt32Ty(), table, b.CreateExtractElement(index, uint64_t(l)));
    result = b.CreateInsertElement(result, b.CreateLoad(b.getInt32Ty(), at), uint64_t(l));
  }
  return result;
}

void Vectorizer::emitShuffle(CallBase &call) {
  const Value *value = call.getArgOperand(1);
  const Shape &shape = shapes.of(&call);
  unsigned width = geometry.warpLanes();
  forEachClass(shape.sharing, [&](unsigned p) {
    unsigned first = geometry.firstPartOfWarp(p);
    SmallVector<Value *, 8> data;
    for (unsigned k = 0; k < geometry.warpParts(); ++k)
      data.push_back(vectorOf(value, first + k));
    if (shape.isUniform()) { // every lane reads one lane
      ++numVariableShuffles;
      Value *lane = b.CreateAnd(scalarOf(call.getArgOperand(2), p), b.getInt32(width - 1));
      Value *joined = joinWarp([&](unsigned part) { return data[part - first]; }, first);
      define(call, p, b.CreateExtractElement(joined, lane));
      return;
    }
    Value *index = shuffleIndex(call, p);
    if (auto *pattern = dyn_cast<Constant>(index)) {
      ++numConstantShuffles;
      SmallVector<int, 32> lanes;
      for (unsigned l = 0; l < V; ++l)
        lanes.push_back(cast<ConstantInt>(pattern->getAggregateElement(l))->getZExtValue() % width);
      define(call, p, b.CreateShuffleVector(joinWarp([&](unsigned part) { return data[part - first]; }, first), lanes));
      return;
    }
    ++numVariableShuffles;
    define(call, p, permuteWarp(data, index));
  });
}

void Vectorizer::emitBallot(CallBase &call) {
  bool isBallot = ir::opOf(call) == ir::Op::Ballot;
  DenseMap<unsigned, Value *> perWarp;
  auto vote = [&](unsigned part) {
    Value *said = b.CreateFreeze(vectorOf(call.getArgOperand(1), part));
    return planted("ballot-unmasked") ? said : maskAnd((*current)[part], said);
  };
  auto votes = [&](unsigned first) {
    Value *&bits = perWarp[first];
    if (!bits)
      bits = isBallot ? warpBits(first, vote) : warpActiveBits(first);
    return bits;
  };
  const Shape &shape = shapes.of(&call);
  forEachClass(shape.sharing, [&](unsigned p) {
    Value *bits = votes(geometry.firstPartOfWarp(p));
    if (!isBallot)
      define(call, p, bits);
    else if (shape.isUniform())
      define(call, p, b.CreateAnd(bits, scalarOf(call.getArgOperand(0), p)));
    else
      define(call, p, b.CreateAnd(b.CreateVectorSplat(V, bits), vectorOf(call.getArgOperand(0), p)));
  });
}

// One step a lane of the warp: its value is broadcast and compared with everyone's.
void Vectorizer::emitMatch(CallBase &call) {
  const Value *mask = call.getArgOperand(0), *value = call.getArgOperand(1);
  const Shape &shape = shapes.of(&call);
  Type *i32s = vectorType(b.getInt32Ty());
  unsigned width = geometry.warpLanes();
  auto equalLanes = [&](unsigned p, Value *members) {
    unsigned first = geometry.firstPartOfWarp(p);
    Value *mine = vectorOf(value, p), *result = Constant::getNullValue(i32s);
    for (unsigned l = 0; l < width; ++l) {
      Value *theirs = b.CreateExtractElement(vectorOf(value, first + l / V), uint64_t(l % V));
      Value *same = b.CreateICmpEQ(mine, b.CreateVectorSplat(V, theirs));
      result = b.CreateOr(result, b.CreateSelect(same, ConstantInt::get(i32s, 1u << l), Constant::getNullValue(i32s)));
    }
    return b.CreateAnd(result, members);
  };
  forEachClass(shape.sharing, [&](unsigned p) {
    unsigned first = geometry.firstPartOfWarp(p);
    Value *active = warpActiveBits(first);
    if (ir::opOf(call) == ir::Op::MatchAny || !shape.isUniform()) {
      Value *members = b.CreateAnd(b.CreateVectorSplat(V, active), vectorOf(mask, p));
      Value *equal = equalLanes(p, members);
      if (ir::opOf(call) == ir::Op::MatchAll)
        equal = b.CreateSelect(b.CreateICmpEQ(equal, members), members, Constant::getNullValue(i32s));
      define(call, p, equal);
      return;
    }
    Value *members = b.CreateAnd(active, scalarOf(mask, p));
    Value *leader = b.CreateAnd(b.CreateBinaryIntrinsic(Intrinsic::cttz, members, b.getFalse()), b.getInt32(width - 1));
    Value *joined = joinWarp([&](unsigned part) { return vectorOf(value, part); }, first);
    Value *theirs = b.CreateExtractElement(joined, leader), *agree = b.getTrue();
    for (unsigned k = 0; k < geometry.warpParts(); ++k) {
      Value *differs = b.CreateICmpNE(vectorOf(value, first + k), b.CreateVectorSplat(V, theirs));
      Value *counts = b.CreateAnd(bitOfEachLane(members, first + k), b.CreateFreeze(differs));
      agree = b.CreateAnd(agree, b.CreateNot(anyLane(counts)));
    }
    define(call, p, b.CreateSelect(agree, members, b.getInt32(0)));
  });
}

// With one mask for the warp: a reduction over its members. With masks that differ by lane, a step a lane.
void Vectorizer::emitRedux(CallBase &call) {
  ir::Op op = ir::opOf(call);
  static constexpr AtomicRMWInst::BinOp kFold[] = {AtomicRMWInst::Add,  AtomicRMWInst::Min,  AtomicRMWInst::Max,
                                                   AtomicRMWInst::UMin, AtomicRMWInst::UMax, AtomicRMWInst::And,
                                                   AtomicRMWInst::Or,   AtomicRMWInst::Xor};
  auto fold = kFold[unsigned(op) - unsigned(ir::Op::ReduxAdd)];
  Type *i32s = vectorType(b.getInt32Ty());
  Constant *identity = identityOf(fold, i32s);
  const Value *mask = call.getArgOperand(0), *value = call.getArgOperand(1);
  const Shape &shape = shapes.of(&call);
  forEachClass(shape.sharing, [&](unsigned p) {
    unsigned first = geometry.firstPartOfWarp(p);
    Value *active = warpActiveBits(first);
    if (shape.isUniform()) {
      Value *members = b.CreateAnd(active, scalarOf(mask, p)), *all = nullptr;
      for (unsigned k = 0; k < geometry.warpParts(); ++k) {
        Value *mine = b.CreateSelect(bitOfEachLane(members, first + k), vectorOf(value, first + k), identity);
        all = all ? buildAtomicRMWValue(fold, b, all, mine) : mine;
      }
      define(call, p, reduceLanes(fold, all));
      return;
    }
    Value *members = b.CreateAnd(b.CreateVectorSplat(V, active), vectorOf(mask, p)), *result = identity;
    for (unsigned l = 0; l < geometry.warpLanes(); ++l) {
      Value *theirs = b.CreateExtractElement(vectorOf(value, first + l / V), uint64_t(l % V));
      Value *counts = b.CreateTrunc(b.CreateLShr(members, ConstantInt::get(i32s, l)), vectorType(b.getInt1Ty()));
      result = b.CreateSelect(counts, buildAtomicRMWValue(fold, b, result, b.CreateVectorSplat(V, theirs)), result);
    }
    define(call, p, result);
  });
}

} // namespace helicon::simt
