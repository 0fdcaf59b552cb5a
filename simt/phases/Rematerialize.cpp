#include "simt/phases/Rematerialize.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace helicon::simt {

namespace {

// In instructions; a reload costs one and its save another, so longer chains lose. Vector work counts double:
// reading a vector back is one instruction as well, and often needs no save (it was made before the loop).
constexpr unsigned kMost = 8, kNever = 1000;

unsigned ownCost(const Instruction &i) {
  bool vector = i.getType()->isVectorTy();
  switch (i.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::FDiv:
  case Instruction::FRem:
    return kNever;
  case Instruction::InsertElement:
    return 0; // half of a broadcast
  case Instruction::ICmp:
  case Instruction::Select:
  case Instruction::ShuffleVector:
    return vector ? 2 : 1;
  case Instruction::AddrSpaceCast:
    return 0;
  case Instruction::GetElementPtr: // a constant offset becomes part of an operand
    return vector ? 2 : cast<GetElementPtrInst>(i).hasAllConstantIndices() ? 0 : 1;
  case Instruction::Load:
    return i.hasMetadata(LLVMContext::MD_invariant_load) && !vector ? 1 : kNever;
  default:
    if (isa<CastInst>(i) || isa<BinaryOperator>(i))
      return vector ? 2 : 1;
    return kNever;
  }
}

} // namespace

unsigned Rematerializer::costOf(Instruction &value) {
  auto [it, isNew] = costs.try_emplace(&value, kNever);
  if (!isNew)
    return it->second;
  unsigned cost = ownCost(value);
  for (Value *operand : value.operands()) {
    if (cost > kMost)
      break;
    auto *i = dyn_cast<Instruction>(operand);
    if (i && !isFixed(*i))
      cost += costOf(*i);
  }
  cost = std::min(cost, kNever);
  costs[&value] = cost;
  return cost;
}

bool Rematerializer::isCheap(Instruction &value) { return costOf(value) <= kMost; }

Value *Rematerializer::Point::value(Instruction &original) {
  if (owner.isFixed(original))
    return &original;
  if (Instruction *done = made.lookup(&original))
    return done;
  SmallVector<Value *, 4> operands;
  for (Value *operand : original.operands()) {
    auto *i = dyn_cast<Instruction>(operand);
    operands.push_back(i ? value(*i) : operand);
  }
  Instruction *copy = original.clone();
  for (unsigned n = 0; n < operands.size(); ++n)
    copy->setOperand(n, operands[n]);
  b.Insert(copy, original.getName());
  made[&original] = copy;
  return copy;
}

} // namespace helicon::simt
