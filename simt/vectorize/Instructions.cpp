// Arithmetic, casts, selections and addresses: one scalar operation for uniform and strided values, one vector
// operation a class of parts for the rest.
#include "simt/analysis/PlantedFault.h"
#include "simt/vectorize/Vectorizer.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace helicon::simt {

void Vectorizer::emit(Instruction &i) {
  switch (i.getOpcode()) {
  case Instruction::Load:
    return emitLoad(cast<LoadInst>(i));
  case Instruction::Store:
    return emitStore(cast<StoreInst>(i));
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    return emitAtomic(i);
  case Instruction::Fence:
    b.Insert(i.clone());
    return;
  case Instruction::Alloca:
    return emitAlloca(cast<AllocaInst>(i));
  case Instruction::Call:
    return emitCall(cast<CallBase>(i));
  default:
    break;
  }
  const Shape &shape = shapes.of(&i);
  forEachClass(shape.sharing,
               [&](unsigned p) { define(i, p, shape.isVarying() ? emitVector(i, p) : emitScalar(i, p)); });
}

// On lane 0's values for a strided result: lane 0 may be inactive, and its operation must then not be poison, since the
// whole part is built on it.
Value *Vectorizer::emitScalar(Instruction &i, unsigned part) {
  if (auto *gep = dyn_cast<GetElementPtrInst>(&i); gep && analyses.arrays.laneMinorElement(gep))
    return emitLaneMinorGep(*gep, part);
  if (auto *widen = dyn_cast<ZExtInst>(&i); widen && shapes.of(&i).isStrided())
    if (!shapes.of(widen->getOperand(0)).noUnsignedWrap) // not negative where active; lane 0 may be
      return b.CreateSExt(scalarOf(widen->getOperand(0), part), widen->getType(), i.getName());
  auto onStride = [&](const Use &use) { return shapes.of(use.get()).isStrided(); };
  if (auto *either = dyn_cast<PossiblyDisjointInst>(&i);
      either && any_of(either->operands(), onStride)) // a sum where active
    return b.CreateAdd(scalarOf(i.getOperand(0), part), scalarOf(i.getOperand(1), part), i.getName());
  Instruction *copy = i.clone();
  for (Use &use : copy->operands())
    use.set(scalarOf(use.get(), part));
  if (copy->isIntDivRem() && !shapes.of(&i).isGroupUniform())
    if (Value *mask = unionMask(shapes.of(&i).sharing, part, *current))
      copy->setOperand(1, safeDivisor(copy->getOperand(1), anyLane(mask)));
  copy->dropPoisonGeneratingFlags();
  copy->setName(i.getName());
  return b.Insert(copy);
}

Value *Vectorizer::emitVector(Instruction &i, unsigned part) {
  auto operand = [&](unsigned k) { return vectorOf(i.getOperand(k), part); };
  Value *result = nullptr;
  if (auto *binary = dyn_cast<BinaryOperator>(&i)) {
    if (Value *quotient = emitDivision(*binary, part))
      return quotient;
    Value *right = operand(1);
    // The kernel's own constants are not 0; a constant vector may be, in a lane that is off (thread indices of a part).
    if (binary->isIntDivRem() && !isa<Constant>(binary->getOperand(1)))
      if (Value *mask = unionMask(shapes.of(&i).sharing, part, *current))
        right = safeDivisor(right, mask);
    result = b.CreateBinOp(binary->getOpcode(), operand(0), right, i.getName());
  } else if (auto *compare = dyn_cast<CmpInst>(&i)) {
    result = b.CreateCmp(compare->getPredicate(), operand(0), operand(1), i.getName());
  } else if (auto *cast = dyn_cast<CastInst>(&i)) {
    Type *type = vectorType(cast->getDestTy());
    // A widened index that is known not to be negative: signed widening lets gathers use 32-bit indices.
    bool nonNegative = cast->getOpcode() == Instruction::ZExt && !cast->getSrcTy()->isIntegerTy(1) &&
                       (cast->hasNonNeg() || isKnownNonNegative(cast->getOperand(0), module.getDataLayout()));
    auto opcode = cast->getOpcode();
    if (opcode == Instruction::SExt && planted("zero-extension"))
      opcode = Instruction::ZExt;
    result = nonNegative ? b.CreateSExt(operand(0), type) : b.CreateCast(opcode, operand(0), type);
    return result;
  } else if (auto *select = dyn_cast<SelectInst>(&i)) {
    bool uniform = shapes.of(select->getCondition()).isUniform();
    Value *condition = uniform ? scalarOf(select->getCondition(), part) : operand(0);
    result = b.CreateSelect(condition, operand(1), operand(2), i.getName());
  } else if (auto *gep = dyn_cast<GetElementPtrInst>(&i)) {
    return emitVectorGep(*gep, part);
  } else if (auto *unary = dyn_cast<UnaryOperator>(&i)) {
    result = b.CreateUnOp(unary->getOpcode(), operand(0), i.getName());
  } else if (isa<FreezeInst>(i)) {
    result = b.CreateFreeze(operand(0), i.getName());
  } else if (auto *extract = dyn_cast<ExtractValueInst>(&i)) {
    return emitExtract(*extract, part);
  } else {
    report_fatal_error("the vectoriser met an instruction outside the prepared form");
  }
  if (auto *made = dyn_cast<Instruction>(result); made && made->getOpcode() == i.getOpcode())
    made->copyIRFlags(&i);
  return result;
}

// Pairs come from compare-and-swap (its lanes keep the old value alone) and from arithmetic with an overflow bit.
Value *Vectorizer::emitExtract(ExtractValueInst &extract, unsigned part) {
  if (auto it = upperHalves.find(extract.getAggregateOperand()); it != upperHalves.end())
    return extract.getIndices()[0] == 0 ? vectorOf(extract.getAggregateOperand(), part) : it->second[part];
  Value *pair = vectorOf(extract.getAggregateOperand(), part);
  auto *exchange = dyn_cast<AtomicCmpXchgInst>(extract.getAggregateOperand());
  if (!exchange)
    return b.CreateExtractValue(pair, extract.getIndices());
  return extract.getIndices()[0] == 0 ? pair : b.CreateICmpEQ(pair, vectorOf(exchange->getCompareOperand(), part));
}

// Where nobody is active the divisor may be anything, also poison or zero, and a division by that is not just a bad
// value. In a vector, zeros go first, in a select of their own: what is a constant now or turns out to be one later has
// none left then, and InstCombine divides by each arm of a select and chooses afterwards.
Value *Vectorizer::safeDivisor(Value *divisor, Value *active) {
  Constant *one = ConstantInt::get(divisor->getType()->getScalarType(), 1);
  Constant *ones = ConstantInt::get(divisor->getType(), 1);
  auto *vector = dyn_cast<FixedVectorType>(divisor->getType());
  if (auto *constant = dyn_cast<Constant>(divisor); constant && vector) {
    SmallVector<Constant *, 32> elements;
    for (unsigned lane = 0; lane < vector->getNumElements(); ++lane) {
      Constant *element = constant->getAggregateElement(lane);
      elements.push_back(element && isa<ConstantInt>(element) && !element->isNullValue() ? element : one);
    }
    return b.CreateSelect(active, ConstantVector::get(elements), ones);
  }
  divisor = b.CreateFreeze(divisor);
  if (vector)
    divisor = b.CreateSelect(b.CreateICmpEQ(divisor, Constant::getNullValue(vector)), ones, divisor);
  return b.CreateSelect(active, divisor, ones);
}

// 32-bit and narrower division through doubles: exact (53 bits hold every quotient) and vectorisable, where LLVM
// would do it lane by lane. prepare has made divisors defined.
Value *Vectorizer::emitDivision(BinaryOperator &i, unsigned part) {
  unsigned opcode = i.getOpcode();
  bool isSigned = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  bool isDivision = isSigned || opcode == Instruction::UDiv || opcode == Instruction::URem;
  if (!isDivision || isa<Constant>(i.getOperand(1)) || i.getType()->getIntegerBitWidth() > 32)
    return nullptr;
  if (!isSigned && target.isa != Isa::Avx512 && i.getType()->getIntegerBitWidth() == 32)
    return nullptr; // no unsigned conversion to use
  Type *wide = vectorType(b.getDoubleTy()), *type = vectorType(i.getType());
  Value *x = vectorOf(i.getOperand(0), part), *y = vectorOf(i.getOperand(1), part);
  Value *fx = isSigned ? b.CreateSIToFP(x, wide) : b.CreateUIToFP(x, wide);
  Value *fy = isSigned ? b.CreateSIToFP(y, wide) : b.CreateUIToFP(y, wide);
  Value *quotient = b.CreateFDiv(fx, fy);
  Value *q = isSigned ? b.CreateFPToSI(quotient, type) : b.CreateFPToUI(quotient, type);
  if (opcode == Instruction::SDiv || opcode == Instruction::UDiv)
    return q;
  return b.CreateSub(x, b.CreateMul(q, y));
}

Value *Vectorizer::emitVectorGep(GetElementPtrInst &gep, unsigned part) {
  if (analyses.arrays.laneMinorElement(&gep))
    return emitLaneMinorGep(gep, part);
  auto pick = [&](Value *operand) {
    return shapes.of(operand).isUniform() ? scalarOf(operand, part) : vectorOf(operand, part);
  };
  SmallVector<Value *, 4> indices;
  for (Value *index : gep.indices())
    indices.push_back(isa<Constant>(index) ? index : pick(index));
  return b.CreateGEP(gep.getSourceElementType(), pick(gep.getPointerOperand()), indices, gep.getName());
}

// Byte offset o becomes o*V; the pointer given on is lane 0's, or one a lane where the offset varies.
Value *Vectorizer::emitLaneMinorGep(GetElementPtrInst &gep, unsigned part) {
  Type *i64 = b.getInt64Ty();
  MapVector<Value *, APInt> scales;
  APInt constant(64, 0);
  gep.collectOffset(module.getDataLayout(), 64, scales, constant);
  bool varying = shapes.of(&gep).isVarying(), baseVaries = shapes.of(gep.getPointerOperand()).isVarying();
  Type *type = varying ? static_cast<Type *>(vectorType(i64)) : i64;
  Value *offset = ConstantInt::getSigned(type, constant.getSExtValue() * V);
  for (auto &[index, scale] : scales) {
    Value *wide = b.CreateSExtOrTrunc(varying ? vectorOf(index, part) : scalarOf(index, part), type);
    offset = b.CreateAdd(offset, b.CreateMul(wide, ConstantInt::getSigned(type, scale.getSExtValue() * V)));
  }
  Value *base = baseVaries ? vectorOf(gep.getPointerOperand(), part) : scalarOf(gep.getPointerOperand(), part);
  if (varying && !baseVaries) // lanes sit side by side behind the strided base
    offset = b.CreateAdd(offset, laneNumbers(i64, shapes.of(gep.getPointerOperand()).stride));
  if (varying && planted("private-neighbour"))
    offset = b.CreateXor(offset, ConstantInt::get(type, analyses.arrays.laneMinorElement(&gep)));
  return b.CreateGEP(b.getInt8Ty(), base, offset, gep.getName());
}

void Vectorizer::emitAlloca(AllocaInst &local) {
  const DataLayout &layout = module.getDataLayout();
  uint64_t bytes = analyses.arrays.laneMinorElement(&local) ? layout.getTypeAllocSize(local.getAllocatedType())
                                                            : laneMajorStride(local);
  for (unsigned p = 0; p < U; ++p) {
    AllocaInst *copy = slot(ArrayType::get(b.getInt8Ty(), bytes * V), local.getName());
    copy->setAlignment(std::max(Align(64), local.getAlign()));
    define(local, p, copy);
  }
}

} // namespace helicon::simt
