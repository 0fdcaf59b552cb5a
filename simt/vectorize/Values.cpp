// The vector form of scalar values: uniform and strided values live as scalars and become vectors where one is needed,
// right behind their definition, so that one copy serves all uses.
#include "simt/vectorize/Vectorizer.h"

#include <llvm/IR/Module.h>

using namespace llvm;

namespace helicon::simt {

VectorType *Vectorizer::vectorType(Type *scalar) const { return FixedVectorType::get(scalar, V); }

Constant *Vectorizer::laneNumbers(Type *scalar, int64_t stride) {
  SmallVector<Constant *, 16> lanes;
  for (unsigned l = 0; l < V; ++l)
    lanes.push_back(ConstantInt::getSigned(scalar, int64_t(l) * stride));
  return ConstantVector::get(lanes);
}

AllocaInst *Vectorizer::slot(Type *type, const Twine &name) {
  IRBuilder<> entry(entryEnd);
  return entry.CreateAlloca(type, nullptr, name);
}

void Vectorizer::define(const Instruction &i, unsigned part, Value *result) {
  auto &lanes = values[&i];
  if (lanes.empty())
    lanes.resize(U);
  if (result->getType() == i.getType())
    lanes[part].scalar = result;
  else
    lanes[part].vector = result;
}

Value *Vectorizer::scalarOf(const Value *value, unsigned part) {
  auto &lanes = values[value];
  if (isa<Constant>(value) && lanes.empty())
    return const_cast<Value *>(value);
  if (!isa<Instruction>(value)) // an argument, or shared memory
    return lanes[0].scalar;
  Lanes &l = lanes[shapes.of(value).sharing[part]];
  assert(l.scalar && "a varying value is wanted as a scalar, or used before its definition");
  return l.scalar;
}

Value *Vectorizer::vectorOf(const Value *value, unsigned part) {
  auto &lanes = values[value];
  if (auto *constant = dyn_cast<Constant>(value); constant && lanes.empty())
    return ConstantVector::getSplat(ElementCount::getFixed(V), const_cast<Constant *>(constant));
  const Shape &shape = shapes.of(value);
  Lanes &l = lanes[lanes.size() > 1 ? shape.sharing[part] : 0]; // a kernel's argument is one for all
  if (!l.vector)
    l.vector = materialize(value, l.scalar, shape);
  return l.vector;
}

Value *Vectorizer::materialize(const Value *value, Value *scalar, const Shape &shape) {
  assert(scalar && "a value is used before its definition");
  IRBuilder<>::InsertPointGuard guard(b);
  if (auto *def = dyn_cast<Instruction>(scalar)) {
    BasicBlock *block = def->getParent();
    b.SetInsertPoint(block, isa<PHINode>(def) ? block->getFirstInsertionPt() : std::next(def->getIterator()));
    b.SetCurrentDebugLocation(def->getDebugLoc());
  } else if (!isa<Constant>(scalar)) {
    b.SetInsertPoint(entryEnd);
  }
  Value *splat = b.CreateVectorSplat(V, scalar);
  if (shape.isUniform())
    return splat;
  Type *type = scalar->getType();
  if (type->isPointerTy())
    return b.CreateGEP(b.getInt8Ty(), scalar, laneNumbers(b.getInt64Ty(), shape.stride));
  return b.CreateAdd(splat, laneNumbers(type, shape.stride));
}

Value *Vectorizer::laneValue(const Value *value, unsigned part, Value *lane) {
  const Shape &shape = shapes.of(value);
  if (shape.isUniform())
    return scalarOf(value, part);
  if (!shape.isStrided())
    return b.CreateExtractElement(vectorOf(value, part), lane);
  Value *base = scalarOf(value, part);
  if (base->getType()->isPointerTy())
    return b.CreateGEP(b.getInt8Ty(), base, b.CreateMul(b.CreateZExt(lane, b.getInt64Ty()), b.getInt64(shape.stride)));
  Value *wide = b.CreateZExtOrTrunc(lane, base->getType());
  return b.CreateAdd(base, b.CreateMul(wide, ConstantInt::getSigned(base->getType(), shape.stride)));
}

} // namespace helicon::simt
